//! Symbols of eight bits, predicted by several contexts.

use crate::output::ReadError;
use crate::power::PowerTable;
use crate::range_decoder::SymbolReader;

/// Decodes symbols from seven contexts and a mixture.
pub(crate) struct MixedSymbolReader {
    powers: PowerTable,
    logits: Vec<i64>,
    /// By input, then context * 256 + node: a chance in 1/65536 and its counter.
    chances: Vec<Vec<(i64, i64)>>,
    /// By mixture * 256 + node: the weight of each input in 1/65536.
    weights: Vec<[i64; 7]>,
}

impl MixedSymbolReader {
    /// A reader, given the sizes of the contexts in symbols, and the number of mixtures.
    pub(crate) fn new(sizes: [usize; 7], mixtures: usize) -> Self {
        let mut reader = Self {
            powers: PowerTable::new(),
            logits: Vec::new(),
            chances: sizes.iter().map(|size| vec![(32768, 0); size * 256]).collect(),
            weights: vec![[16384; 7]; mixtures * 256],
        };
        reader.logits = (0..4096)
            .map(|f| (-3071..3071).find(|&l| reader.chance(l) >> 4 >= f).unwrap_or(3071))
            .collect();
        reader
    }

    /// The chance of a logit, in 1/65536.
    fn chance(&self, logit: i64) -> i64 {
        let l = logit.clamp(-3071, 3071);
        let p = i64::from(self.powers.power((l.unsigned_abs() << 8) as u32));
        let m = ((p << 16) / ((1 << 28) + p)).clamp(16, 65520);
        if l < 0 { m } else { 65536 - m }
    }

    pub(crate) fn read(
        &mut self,
        symbols: &mut SymbolReader<'_>,
        contexts: [usize; 7],
        mixture: usize,
    ) -> Result<u8, ReadError> {
        let mut node = 1;
        while node < 256 {
            let mut logits = [0; 7];
            let mut mixed = 0;
            for input in 0..7 {
                let (chance, _) = self.chances[input][contexts[input] * 256 + node];
                logits[input] = self.logits[(chance >> 4) as usize];
                mixed += logits[input] * self.weights[mixture * 256 + node][input];
            }
            let q = self.chance(mixed >> 16);
            let bit = symbols.bit(q as u32)?;
            let s = if bit { 65536 - q } else { -q };
            let target = if bit { 65535 } else { 0 };
            for input in 0..7 {
                let weight = &mut self.weights[mixture * 256 + node][input];
                let moved = *weight + ((logits[input] * (s >> 2)) >> 13);
                *weight = moved.clamp(-8 * 65536, 8 * 65536);
                let (chance, counter) = &mut self.chances[input][contexts[input] * 256 + node];
                let rate = (131072 / (2 * *counter + 3)).max(819);
                *chance = (*chance + (((target - *chance) * rate) >> 16)).clamp(0, 65535);
                *counter = (*counter + 1).min(255);
            }
            node = node * 2 + usize::from(bit);
        }
        Ok((node - 256) as u8)
    }
}
