//! Bits, predicted by several contexts.

use crate::output::ReadError;
use crate::power::PowerTable;
use crate::range_decoder::SymbolReader;

/// Decodes bits from `N` contexts, a mixture and a node.
pub(crate) struct MixedBitReader<const N: usize> {
    powers: PowerTable,
    logits: Vec<i64>,
    nodes: usize,
    least_rate: i64,
    /// By input, then context * nodes + node: a chance in 1/65536 and its counter.
    chances: Vec<Vec<(i64, i64)>>,
    /// By mixture * nodes + node: the weight of each input in 1/65536.
    weights: Vec<[i64; N]>,
}

impl<const N: usize> MixedBitReader<N> {
    /// A reader, given the numbers of contexts, of mixtures and of nodes, and the least rate.
    pub(crate) fn new(sizes: [usize; N], mixtures: usize, nodes: usize, least_rate: i64) -> Self {
        let mut reader = Self {
            powers: PowerTable::new(),
            logits: Vec::new(),
            nodes,
            least_rate,
            chances: sizes.iter().map(|size| vec![(32768, 0); size * nodes]).collect(),
            weights: vec![[131_072 / (N as i64 + 1); N]; mixtures * nodes],
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
        contexts: [usize; N],
        mixture: usize,
        node: usize,
    ) -> Result<bool, ReadError> {
        let weights_at = mixture * self.nodes + node;
        let mut logits = [0; N];
        let mut mixed = 0;
        for input in 0..N {
            let (chance, _) = self.chances[input][contexts[input] * self.nodes + node];
            logits[input] = self.logits[(chance >> 4) as usize];
            mixed += logits[input] * self.weights[weights_at][input];
        }
        let q = self.chance(mixed >> 16);
        let bit = symbols.bit(q as u32)?;
        let s = if bit { 65536 - q } else { -q };
        let target = if bit { 65535 } else { 0 };
        for input in 0..N {
            let weight = &mut self.weights[weights_at][input];
            let moved = *weight + ((logits[input] * (s >> 2)) >> 13);
            *weight = moved.clamp(-8 * 65536, 8 * 65536);
            let place = contexts[input] * self.nodes + node;
            let (chance, counter) = &mut self.chances[input][place];
            let rate = (131072 / (2 * *counter + 3)).max(self.least_rate);
            *chance = (*chance + (((target - *chance) * rate) >> 16)).clamp(0, 65535);
            *counter = (*counter + 1).min(255);
        }
        Ok(bit)
    }
}
