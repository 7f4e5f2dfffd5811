//! Bits predicted from several contexts at once.
//!
//! Every context has a learnt probability of a bit. Their logits are added with weights that are
//! learnt too (M. Mahoney, "Adaptive weighing of context models for lossless data compression",
//! 2005). The arithmetic is on integers only.

use super::channel::{Channel, MIN_CHANCE, TOTAL};
use super::power::power;
use crate::error::PolicyError;

/// The number of entries of the table of logits: one for each probability of 12 bits.
const LOGIT_ENTRIES: usize = 4096;

/// The largest logit, in 1/256: odds of almost 2^12 to one.
const MAX_LOGIT: i32 = 12 * 256 - 1;

/// Probability 1/2 as a fixed-point number.
const HALF: i32 = 1 << 15;

/// Weight 1 as a fixed-point number.
const ONE: i32 = 1 << 16;

/// The largest number of inputs.
const MAX_INPUTS: usize = 8;

/// Codes bits. An *input* is a kind of context; each bit has one context of each input. A *node* is
/// the place of a bit in a symbol. A *mixture* is a set of weights.
#[derive(Clone, Debug)]
pub(crate) struct MixedBits {
    /// Logits to the base 2, in 1/256, of probabilities in 1/4096.
    logits: Vec<i16>,
    /// By input, then context, then node: the probability of a set bit in 1/65536, less one half,
    /// and the number of its updates, up to 255. The operating system commits zeroed pages only
    /// when they are written, and a small policy writes few.
    tables: Vec<Vec<(i16, u8)>>,
    /// By mixture, then node, then input: the weight of the input, in 1/65536.
    weights: Vec<i32>,
    /// The number of nodes.
    nodes: usize,
    /// Learning rates of probabilities that were updated 0, 1, 2 ... times, in 1/65536.
    rates: Vec<i32>,
}

/// The probability of a logit, in 1/65536.
fn chance(logit: i32) -> u32 {
    let logit = logit.clamp(-MAX_LOGIT, MAX_LOGIT);
    // 2 to the power -|logit|, in 1/2^28.
    let power = u64::from(power(logit.unsigned_abs() << 8));
    let unit = 1u64 << 28;
    let smaller = ((power << 16) / (unit + power)) as u32;
    let smaller = smaller.clamp(MIN_CHANCE, TOTAL - MIN_CHANCE);
    if logit < 0 { smaller } else { TOTAL - smaller }
}

impl MixedBits {
    /// A coder, given the number of contexts of each input, at most 8 inputs, the numbers of
    /// mixtures and of nodes, and the least learning rate of a probability in 1/65536.
    pub(crate) fn new(contexts: &[usize], mixtures: usize, nodes: usize, least_rate: i32) -> Self {
        // Each entry is the least logit whose probability is at least that of the entry.
        let mut logits = vec![0; LOGIT_ENTRIES];
        let mut least = -MAX_LOGIT;
        for (entry, logit) in logits.iter_mut().enumerate() {
            while least < MAX_LOGIT && (chance(least) >> 4) < entry as u32 {
                least += 1;
            }
            *logit = least as i16;
        }
        let inputs = contexts.len();
        Self {
            logits,
            tables: contexts.iter().map(|count| vec![(0, 0); count * nodes]).collect(),
            weights: vec![ONE * 2 / (inputs as i32 + 1); mixtures * nodes * inputs],
            nodes,
            rates: (0..256)
                .map(|updates| (2 * 65_536 / (2 * updates + 3)).max(least_rate))
                .collect(),
        }
    }

    /// Codes the bit of a node, given the context of each input and the mixture.
    ///
    /// # Errors
    /// As [`Channel::symbol`].
    pub(crate) fn code(
        &mut self,
        channel: &mut impl Channel,
        contexts: &[usize],
        mixture: usize,
        node: usize,
        known: Option<bool>,
    ) -> Result<bool, PolicyError> {
        let mut logits = [0i32; MAX_INPUTS];
        let weights_at = (mixture * self.nodes + node) * contexts.len();
        let weights = &mut self.weights[weights_at..weights_at + contexts.len()];
        let mut mixed = 0i64;
        for (input, (&context, &weight)) in contexts.iter().zip(&*weights).enumerate() {
            let (chance, _) = self.tables[input][context * self.nodes + node];
            let logit = i32::from(self.logits[(i32::from(chance) + HALF) as usize >> 4]);
            logits[input] = logit;
            mixed += i64::from(logit) * i64::from(weight);
        }
        let predicted = chance((mixed >> 16) as i32);
        let bit = channel.bit(predicted, known)?;
        let error = if bit { TOTAL as i32 } else { 0 } - predicted as i32;
        for (input, (&context, weight)) in contexts.iter().zip(weights).enumerate() {
            // The error has 16 fractional bits and the logit 8: the learning rate is 1/128.
            let step = (logits[input] * (error >> 2)) >> 13;
            *weight = (*weight + step).clamp(-8 * ONE, 8 * ONE);
            let (chance, updates) = &mut self.tables[input][context * self.nodes + node];
            let to = if bit { TOTAL as i32 - 1 } else { 0 };
            let from = i32::from(*chance) + HALF;
            let step = i64::from(to - from) * i64::from(self.rates[usize::from(*updates)]);
            let chance_now = (i64::from(from) + (step >> 16)).clamp(0, 65_535);
            *chance = (chance_now as i32 - HALF) as i16;
            *updates = updates.saturating_add(1);
        }
        Ok(bit)
    }
}
