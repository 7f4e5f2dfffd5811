//! Symbols foretold by many contexts at once.
//!
//! A symbol is eight bits, the most significant first. For each bit every context foretells a
//! chance; these are mixed in the logistic domain with weights that are learnt too (M. Mahoney,
//! "Adaptive weighing of context models for lossless data compression", 2005). All of it is
//! integers.

use super::channel::{Channel, TOTAL};
use super::power::power;
use crate::error::PolicyError;

/// Chances have 12 bits where they are mixed, and their logits 8 bits after the point.
const FINE: usize = 4096;

/// Logits are cut here: 2 to the power of 12 to one.
const MOST_LOGIT: i32 = 12 * 256 - 1;

/// One half in the fixed-point numbers of chances.
const HALF: i32 = 1 << 15;

/// One in the fixed-point numbers of weights.
const ONE: i32 = 1 << 16;

/// Symbols from 0 to 255 in several contexts each.
#[derive(Clone, Debug)]
pub(crate) struct MixedSymbols {
    /// Logits to the base 2 of chances in 1/4096.
    logits: Vec<i16>,
    /// By input, then context, then the bits so far: the chance of a set bit in 1/65536 less one
    /// half, and how often it was told. Zeros at first, which the system gives for nothing as long as
    /// they are not touched: a small policy uses few of them.
    tables: Vec<Vec<(i16, u8)>>,
    /// By mixture, then the bits so far: a weight for each input.
    weights: Vec<i32>,
    inputs: usize,
    /// Steps for chances told 0, 1, 2 ... times, in 1/65536.
    steps: Vec<i32>,
}

/// The chance of a logit, in 1/65536.
fn chance(logit: i32) -> u32 {
    let logit = logit.clamp(-MOST_LOGIT, MOST_LOGIT);
    // 2 to the power -|logit|, in 1/2^28.
    let power = u64::from(power(logit.unsigned_abs() << 8));
    let unit = 1u64 << 28;
    let unlikely = ((power << 16) / (unit + power)) as u32;
    let unlikely = unlikely.clamp(16, TOTAL - 16);
    if logit < 0 { unlikely } else { TOTAL - unlikely }
}

impl MixedSymbols {
    /// Symbols with so many contexts for each input, mixed in so many ways.
    pub(crate) fn new(contexts: &[usize], mixtures: usize) -> Self {
        let mut logits = vec![0; FINE];
        let mut at = -MOST_LOGIT;
        for (fine, logit) in logits.iter_mut().enumerate() {
            while at < MOST_LOGIT && (chance(at) >> 4) < fine as u32 {
                at += 1;
            }
            *logit = at as i16;
        }
        let inputs = contexts.len();
        Self {
            logits,
            tables: contexts.iter().map(|count| vec![(0, 0); count * 256]).collect(),
            weights: vec![ONE * 2 / (inputs as i32 + 1); mixtures * 256 * inputs],
            inputs,
            steps: (0..256).map(|times| (2 * 65_536 / (2 * times + 3)).max(65_536 / 80)).collect(),
        }
    }

    /// Codes a symbol, each input being in one of its contexts.
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
            let foretold = chance((mixed >> 16) as i32);
            let bit = channel.bit(foretold, known.map(|known| known >> place & 1 == 1))?;
            let surprise = if bit { TOTAL as i32 } else { 0 } - foretold as i32;
            for (input, &context) in contexts.iter().enumerate() {
                let weight = &mut self.weights[weights_at + input];
                // Chances have 16 bits and logits 8 after the point: a step of 1/128 of their product.
                let step = (logits[input] * (surprise >> 2)) >> 13;
                *weight = (*weight + step).clamp(-8 * ONE, 8 * ONE);
                let (chance, times) = &mut self.tables[input][context * 256 + node];
                let to = if bit { TOTAL as i32 - 1 } else { 0 };
                let from = i32::from(*chance) + HALF;
                let step = i64::from(to - from) * i64::from(self.steps[usize::from(*times)]);
                let chance_now = (i64::from(from) + (step >> 16)).clamp(0, 65_535);
                *chance = (chance_now as i32 - HALF) as i16;
                *times = times.saturating_add(1);
            }
            node = node << 1 | usize::from(bit);
        }
        Ok((node & 255) as u8)
    }
}
