//! Symbols of eight bits, predicted from several contexts at once.
//!
//! The bits are coded most significant first. For each bit, every context has a learnt probability.
//! Their logits are added with weights that are learnt too (M. Mahoney,
//! "Adaptive weighing of context models for lossless data compression", 2005). The arithmetic is
//! on integers only.

use super::channel::{Channel, MIN_CHANCE, TOTAL};
use super::power::Powers;
use crate::error::PolicyError;

/// The number of entries of the table of logits: one for each probability of 12 bits.
const LOGIT_ENTRIES: usize = 4096;

/// The largest logit, in 1/256: odds of almost 2^12 to one.
const MAX_LOGIT: i32 = 12 * 256 - 1;

/// Probability 1/2 as a fixed-point number.
const HALF: i32 = 1 << 15;

/// Weight 1 as a fixed-point number.
const ONE: i32 = 1 << 16;

/// Codes symbols from 0 to 255. An *input* is a kind of context; each symbol has one context of
/// each input.
#[derive(Clone, Debug)]
pub(crate) struct MixedSymbols {
    powers: Powers,
    /// Logits to the base 2, in 1/256, of probabilities in 1/4096.
    logits: Vec<i16>,
    /// By input, then context, then node (1 followed by the bits of the symbol so far): the
    /// probability of a set bit in 1/65536, less one half, and the number of its updates, up to
    /// 255. The operating system commits zeroed pages only when they are written, and a small
    /// policy writes few.
    tables: Vec<Vec<(i16, u8)>>,
    /// By mixture, then node, then input: the weight of the input, in 1/65536.
    weights: Vec<i32>,
    /// The number of inputs.
    inputs: usize,
    /// Learning rates of probabilities that were updated 0, 1, 2 ... times, in 1/65536.
    rates: Vec<i32>,
}

/// The probability of a logit, in 1/65536.
fn chance(powers: &Powers, logit: i32) -> u32 {
    let logit = logit.clamp(-MAX_LOGIT, MAX_LOGIT);
    // 2 to the power -|logit|, in 1/2^28.
    let power = u64::from(powers.of(logit.unsigned_abs() << 8));
    let unit = 1u64 << 28;
    let smaller = ((power << 16) / (unit + power)) as u32;
    let smaller = smaller.clamp(MIN_CHANCE, TOTAL - MIN_CHANCE);
    if logit < 0 { smaller } else { TOTAL - smaller }
}

impl MixedSymbols {
    /// A coder, given the number of contexts of each input and the number of mixtures. A mixture is
    /// a set of weights.
    pub(crate) fn new(contexts: &[usize], mixtures: usize) -> Self {
        // Each entry is the least logit whose probability is at least that of the entry.
        let powers = Powers::new();
        let mut logits = vec![0; LOGIT_ENTRIES];
        let mut least = -MAX_LOGIT;
        for (entry, logit) in logits.iter_mut().enumerate() {
            while least < MAX_LOGIT && (chance(&powers, least) >> 4) < entry as u32 {
                least += 1;
            }
            *logit = least as i16;
        }
        let inputs = contexts.len();
        Self {
            powers,
            logits,
            tables: contexts.iter().map(|count| vec![(0, 0); count * 256]).collect(),
            weights: vec![ONE * 2 / (inputs as i32 + 1); mixtures * 256 * inputs],
            inputs,
            rates: (0..256)
                .map(|updates| (2 * 65_536 / (2 * updates + 3)).max(65_536 / 80))
                .collect(),
        }
    }

    /// Codes a symbol, given the context of each input and the mixture.
    ///
    /// # Errors
    /// As [`Channel::symbol`].
    pub(crate) fn code(
        &mut self,
        channel: &mut impl Channel,
        contexts: &[usize],
        mixture: usize,
        known: Option<u8>,
    ) -> Result<u8, PolicyError> {
        let mut node = 1;
        let mut logits = [0i32; 8];
        for place in (0..8).rev() {
            let weights_at = (mixture * 256 + node) * self.inputs;
            let mut mixed = 0i64;
            for (input, &context) in contexts.iter().enumerate() {
                let (chance, _) = self.tables[input][context * 256 + node];
                let logit = i32::from(self.logits[(i32::from(chance) + HALF) as usize >> 4]);
                logits[input] = logit;
                mixed += i64::from(logit) * i64::from(self.weights[weights_at + input]);
            }
            let predicted = chance(&self.powers, (mixed >> 16) as i32);
            let bit = channel.bit(predicted, known.map(|known| known >> place & 1 == 1))?;
            let error = if bit { TOTAL as i32 } else { 0 } - predicted as i32;
            for (input, &context) in contexts.iter().enumerate() {
                let weight = &mut self.weights[weights_at + input];
                // The error has 16 fractional bits and the logit 8: the learning rate is 1/128.
                let step = (logits[input] * (error >> 2)) >> 13;
                *weight = (*weight + step).clamp(-8 * ONE, 8 * ONE);
                let (chance, updates) = &mut self.tables[input][context * 256 + node];
                let to = if bit { TOTAL as i32 - 1 } else { 0 };
                let from = i32::from(*chance) + HALF;
                let step = i64::from(to - from) * i64::from(self.rates[usize::from(*updates)]);
                let chance_now = (i64::from(from) + (step >> 16)).clamp(0, 65_535);
                *chance = (chance_now as i32 - HALF) as i16;
                *updates = updates.saturating_add(1);
            }
            node = node << 1 | usize::from(bit);
        }
        Ok((node & 255) as u8)
    }
}
