//! The values of a layer, from those of the layers above.
//!
//! The value of an afterstate is the mean of the values after the random tile. Where all of these
//! are held it follows and costs next to nothing. Where some are not, they are guessed; the file
//! says by how much the guess is off, and only if by more than the tolerance. A mean of values is
//! no farther off than the values, so errors do not grow on the way down.

use mdp2048_model::{Objective, Rewards};
use mdp2048_rules::Board;

use super::successors::{RecentValues, SuccessorValues, prediction};
use crate::codec::{AdaptiveIntegers, Channel};
use crate::error::PolicyError;
use crate::predict::{Estimates, TuplePatterns};
use crate::rules::{Choice, Rules};
use crate::table::PolicyLayer;

/// How much of an afterstate's successors is not held, in steps of a tenth; 1..=MASSES.
const MASSES: usize = 11;
/// How large corrections were lately in such a case, in half powers of two.
const SIZES: usize = 40;
/// How far the two guesses are apart, in powers of two.
const GAPS: usize = 12;
/// How far an estimate is from the ends, in powers of two.
const ENDS: usize = 16;

/// Codes the value of each state.
#[derive(Clone, Debug)]
pub(crate) struct ValueCoder {
    patterns: TuplePatterns,
    estimates: Estimates,
    /// Where the weights of an afterstate are.
    places: Vec<u32>,
    integers: AdaptiveIntegers,
    /// A running mean of the corrections by mass and end.
    sizes: Vec<f64>,
    /// The values that were coded last.
    held: RecentValues,
    rewards: Rewards,
    /// Whether values are shares of the reward for winning.
    share: Option<f64>,
    tolerance: f64,
}

impl ValueCoder {
    pub(crate) fn new(rules: &Rules, tolerance: f64) -> Self {
        let patterns = TuplePatterns::new(rules.game.shape());
        let estimates = Estimates::new(patterns.table());
        let rewards = rules.game.rewards();
        Self {
            estimates,
            patterns,
            places: Vec::new(),
            integers: AdaptiveIntegers::new((MASSES + 1) * SIZES * GAPS),
            sizes: vec![tolerance * 10.0; (MASSES + 1) * ENDS],
            held: RecentValues::default(),
            rewards,
            share: (rules.game.objective() == Objective::Win).then_some(rewards.win),
            tolerance,
        }
    }

    /// Codes the values of a layer's states, of which the encoder knows the exact ones.
    pub(crate) fn layer(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        layer: &PolicyLayer,
        known: Option<&[f64]>,
    ) -> Result<Vec<f64>, PolicyError> {
        let mut values = vec![0.0; layer.keys.len()];
        // The states by the afterstates that they choose, and the points of that.
        let mut choosing: Vec<(u64, u32, u32)> = Vec::with_capacity(layer.keys.len());
        for (at, choice) in choices(rules, layer) {
            let choice = choice.ok_or(PolicyError::Malformed("an action is not allowed"))?;
            if choice.wins {
                values[at] = self.rewards.winning(choice.points.into());
            } else {
                choosing.push((choice.after.key(), at as u32, choice.points));
            }
        }
        choosing.sort_unstable();
        let held = std::mem::take(&mut self.held);
        let above = held.above(layer.half_sum);
        for same in choosing.chunk_by(|a, b| a.0 == b.0) {
            let (key, at, points) = same[0];
            let known = known.and_then(|known| known.get(at as usize)).map(|&value| {
                (value - self.rewards.going_on(points.into(), 0.0)) / self.rewards.discount
            });
            // Keys were made from boards of this shape.
            let Some(after) = Board::from_key(rules.game.shape(), key) else { continue };
            let mean = self.afterstate(channel, rules, after, above, known)?;
            for &(_, at, points) in same {
                values[at as usize] = self.rewards.going_on(points.into(), mean);
            }
        }
        self.held = held;
        self.held.add(layer, &values);
        Ok(values)
    }

    /// Codes the value of an afterstate.
    fn afterstate(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        after: Board,
        above: SuccessorValues<'_>,
        known: Option<f64>,
    ) -> Result<f64, PolicyError> {
        self.places.clear();
        self.patterns.add_places(&after.images(), &mut self.places);
        let estimate = self.estimates.of(&self.places);
        let guess = prediction(rules, after, above, self.rewards.lost);
        let from_patterns = self.bounded(f64::from(estimate));
        let from_successors = if guess.told { guess.mean } else { from_patterns };
        let step = 2.0 * self.tolerance;
        let mass = if guess.missing <= 0.0 {
            0
        } else if guess.told {
            1 + (guess.missing * 10.0) as usize
        } else {
            MASSES
        };
        let end = self
            .share
            .map_or(from_patterns.abs(), |share| from_patterns.min(share - from_patterns).max(0.0));
        let size = mass.min(MASSES) * ENDS + halves(end / step, ENDS * 2) / 2;
        let gap = halves((from_successors - from_patterns).abs() / step, GAPS * 2) / 2;
        // Where everything is held there is nothing to tell apart.
        let context = if mass == 0 {
            0
        } else {
            (mass.min(MASSES) * SIZES + halves(self.sizes[size] * 4.0 / step, SIZES)) * GAPS + gap
        };
        let steps = known.map(|known| {
            let off = known - from_successors;
            if off.abs() <= self.tolerance { 0 } else { (off / step).round() as i64 }
        });
        let steps = self.integers.code(channel, context, steps)?;
        let value = self.bounded(from_successors + steps as f64 * step);
        let off = (value - from_successors).abs();
        self.sizes[size] += (off - self.sizes[size]) * 0.02;
        self.estimates.learn(&self.places, estimate, value as f32);
        Ok(value)
    }

    /// The nearest value that there can be.
    fn bounded(&self, value: f64) -> f64 {
        self.share.map_or(value, |share| value.clamp(0.0, share))
    }
}

/// The chosen action of each state of a layer, and what it leads to.
fn choices(rules: &Rules, layer: &PolicyLayer) -> impl Iterator<Item = (usize, Option<Choice>)> {
    layer.keys.iter().zip(&layer.actions).enumerate().map(|(at, (&key, &action))| {
        let board = Board::from_key(rules.game.shape(), key);
        (at, board.and_then(|board| rules.act(board, action)))
    })
}

/// The logarithm of a positive number in half powers of two, 0..count: 0 below 1, and so on.
///
/// From the exponent and the first bit of the fraction, for a library's logarithm need not be the
/// same everywhere.
fn halves(number: f64, count: usize) -> usize {
    if number < 1.0 {
        return 0;
    }
    let bits = number.to_bits() >> 51;
    (1 + (bits - (1023 << 1)) as usize).min(count - 1)
}

/// The largest difference between values and what is held of them.
pub(crate) fn largest_error(exact: &[f64], held: &[f64]) -> f64 {
    exact.iter().zip(held).map(|(exact, held)| (exact - held).abs()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_in_half_powers_of_two() {
        let found = [0.0, 0.9, 1.0, 1.49, 1.5, 2.0, 3.0, 4.0, 1e300].map(|x| halves(x, 10));
        assert_eq!(found, [0, 0, 1, 1, 2, 3, 4, 5, 9]);
    }
}
