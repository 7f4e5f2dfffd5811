//! Which of its choices a state takes, as far as its afterstates tell.

use crate::codec::{TOTAL, power};

/// A learnt preference for each pattern: the chance of a choice is proportional to 2 to the power
/// of the sum over the patterns of its afterstate.
///
/// All of it is integers, so every platform learns the same.
#[derive(Clone, Debug)]
pub(crate) struct Preferences {
    /// In the upper 24 bits a weight in 1/65536, below it how often it was moved, up to 255.
    weights: Vec<i32>,
}

/// Steps for weights that were moved 0, 1, 2 ... times: 0.43 / sqrt(times + 1), at least 0.072.
static STEPS: [i32; 256] = {
    let mut steps = [0; 256];
    let mut times = 0;
    while times < 256 {
        let step = (28_364u64 * 28_364 / (times as u64 + 1)).isqrt() as i32;
        steps[times] = if step > 4_727 { step } else { 4_727 };
        times += 1;
    }
    steps
};

impl Preferences {
    pub(crate) fn new(table: usize) -> Self {
        Self { weights: vec![0; table] }
    }

    /// The chances of the choices, at most four, in 1 / [`TOTAL`]. `places` are those of the
    /// weights of each one's afterstate, as many for each.
    pub(crate) fn chances(&self, places: &[u32], chances: &mut [u32]) {
        let mut scores = [i32::MIN; 4];
        for (to, places) in scores.iter_mut().zip(places.chunks_exact(places.len() / chances.len()))
        {
            *to = self.score(places);
        }
        let best = scores.into_iter().max().unwrap_or(0);
        for (to, score) in chances.iter_mut().zip(scores) {
            *to = power(best.abs_diff(score));
        }
        let sum: u64 = chances.iter().map(|&power| u64::from(power)).sum();
        let room = u64::from(TOTAL) - chances.len() as u64;
        let mut rest = TOTAL;
        let (first, others) = chances.split_at_mut(1);
        for power in others {
            *power = 1 + (u64::from(*power) * room / sum) as u32;
            rest -= *power;
        }
        first[0] = rest;
    }

    /// The score of a choice, in 1/65536.
    pub(crate) fn score(&self, places: &[u32]) -> i32 {
        places.iter().map(|&place| self.weights[place as usize] >> 8).sum()
    }

    /// Learns that one of the choices was taken, which had these chances.
    pub(crate) fn learn(&mut self, places: &[u32], chances: &[u32], taken: usize) {
        // What is all but certain has nothing to teach.
        if TOTAL - chances[taken] < TOTAL / 20 {
            return;
        }
        let places = places.chunks_exact(places.len() / chances.len());
        for (choice, (places, &chance)) in places.zip(chances).enumerate() {
            let surprise = if choice == taken { (TOTAL - chance) as i32 } else { -(chance as i32) };
            for &place in places {
                let entry = &mut self.weights[place as usize];
                let times = *entry & 255;
                let step = (STEPS[times as usize] as i64 * i64::from(surprise) + (1 << 15)) >> 16;
                let weight = (*entry >> 8) + step as i32;
                // Far beyond what is ever learnt, so that no sum of weights overflows.
                *entry = weight.clamp(-(1 << 23), (1 << 23) - 1) << 8 | (times + 1).min(255);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predict::patterns::TuplePatterns;
    use mdp2048_rules::{Board, Shape};

    #[test]
    fn the_first_step_is_the_largest() {
        assert_eq!(STEPS[0], 28_364);
    }

    #[test]
    fn what_is_taken_again_and_again_becomes_likely() {
        let patterns = TuplePatterns::new(Shape::TWO_BY_TWO);
        let mut choices = Vec::new();
        for text in ["2 4/0 0", "2 0/0 4", "8 2/0 0"] {
            patterns.add_places(&text.parse::<Board>().unwrap().images(), &mut choices);
        }
        let mut preferences = Preferences::new(patterns.table());
        let mut chances = [0; 3];
        preferences.chances(&choices, &mut chances);
        assert_eq!(chances.iter().sum::<u32>(), TOTAL);
        assert!(chances.iter().all(|&chance| chance.abs_diff(TOTAL / 3) <= 2));
        for _ in 0..20 {
            preferences.chances(&choices, &mut chances);
            preferences.learn(&choices, &chances, 1);
        }
        assert!(chances[1] > TOTAL * 9 / 10, "{chances:?}");
        assert_eq!(chances.iter().sum::<u32>(), TOTAL);
        for _ in 0..100_000 {
            preferences.learn(&choices, &[TOTAL - 2, 1, 1], 1);
        }
        preferences.chances(&choices, &mut chances);
        assert!(chances.iter().all(|&chance| chance >= 1));
    }
}
