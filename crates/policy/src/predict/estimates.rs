//! What an afterstate is worth, as far as others like it tell.

/// A learnt part of the value for each pattern; an estimate is their sum.
///
/// Numbers are only added, multiplied and divided, in one order, which IEEE 754 defines to the
/// bit: every platform learns the same.
#[derive(Clone, Debug)]
pub(crate) struct Estimates {
    /// A part of the value for each pattern, and how often it was moved. Zeros, which the system
    /// gives for nothing as long as they are not touched: a small policy uses few of them.
    weights: Vec<(f32, u32)>,
    steps: Vec<f32>,
}

impl Estimates {
    pub(crate) fn new(table: usize) -> Self {
        // 1 / sqrt(times + 1), at least 0.1, from an integer square root.
        let step = |times: u64| (1_000_000_000_000 / (times + 1)).isqrt() as f32 / 1_000_000.0;
        Self {
            weights: vec![(0.0, 0); table],
            steps: (0..100).map(|times| step(times).max(0.1)).collect(),
        }
    }

    /// The estimate for an afterstate.
    pub(crate) fn of(&self, places: &[u32]) -> f32 {
        places.iter().map(|&place| self.weights[place as usize].0).sum()
    }

    /// Learns what an afterstate is worth, which was estimated so.
    pub(crate) fn learn(&mut self, places: &[u32], estimate: f32, value: f32) {
        let share = (value - estimate) / places.len() as f32;
        for &place in places {
            let (part, times) = &mut self.weights[place as usize];
            *part += self.steps[(*times as usize).min(self.steps.len() - 1)] * share;
            *times = times.saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predict::patterns::TuplePatterns;
    use mdp2048_rules::{Board, Shape};

    #[test]
    fn what_was_seen_is_estimated() {
        let patterns = TuplePatterns::new(Shape::TWO_BY_TWO);
        let boards = ["2 4/0 0", "2 0/0 4", "8 2/0 0"].map(|text| {
            let mut places = Vec::new();
            patterns.add_places(&text.parse::<Board>().unwrap().images(), &mut places);
            places
        });
        let mut estimates = Estimates::new(patterns.table());
        assert_eq!(estimates.of(&boards[0]), 0.0);
        for _ in 0..300 {
            for (places, value) in boards.iter().zip([0.2, 0.7, 0.9]) {
                estimates.learn(places, estimates.of(places), value);
            }
        }
        for (places, value) in boards.iter().zip([0.2, 0.7, 0.9]) {
            let found = estimates.of(places);
            assert!((found - value).abs() < 0.01, "{value}: {found}");
        }
    }
}
