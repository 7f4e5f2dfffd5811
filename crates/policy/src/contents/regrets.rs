//! The regrets part: the regrets of a layer's states.
//!
//! A regret is coded as a quantised level, as one symbol. The level is predicted in several
//! contexts from what is known of the afterstate of the choice: the regret of another state with
//! the same afterstate, the values of its successors, a look-ahead of one more move, and estimates
//! from patterns. With threshold 0 the values of all successors are known: the regrets are computed
//! from them and nothing is coded.

use std::collections::BTreeMap;

use mdp2048_model::{KeyMap, Rewards};
use mdp2048_rules::{Action, Board};

use super::levels::{REGRET_ERROR, RegretLevels};
use super::successors::{Prediction, RecentValues, SuccessorValues, prediction};
use crate::codec::{Channel, MixedSymbols};
use crate::error::PolicyError;
use crate::predict::{Estimates, TuplePatterns};
use crate::rules::{Choice, Choices, Rules};
use crate::table::{NOT_ALLOWED, PolicyLayer};

/// The classes of the error of a known value, as a fraction of the regret that follows from it:
/// up to the first limit, up to the second, and so on.
const ERROR_LIMITS: [f64; 7] = [0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6];

/// The number of levels, each a context.
const LEVELS: usize = 256;

/// The number of contexts of each input of the mixed symbols, in the order of the inputs.
const CONTEXTS: [usize; 7] =
    [16 * LEVELS, 12 * LEVELS, 8 * LEVELS, LEVELS, 5 * LEVELS, 2 * LEVELS, 60 * LEVELS];

/// The number of mixtures.
const MIXTURES: usize = 20;

/// The classes of the level of the state's value.
const SIZES: usize = 12;

/// The class of a look-ahead in which every value is known.
const ALL_KNOWN: usize = 4;

/// Codes the regrets.
#[derive(Clone, Debug)]
pub(crate) struct RegretCoder {
    /// Whether regrets are computed from the values and not coded.
    computes: bool,
    levels: RegretLevels,
    rewards: Rewards,
    tolerance: f64,
    patterns: TuplePatterns,
    estimates: Estimates,
    /// A buffer for the indices of the weights of an afterstate.
    indices: Vec<u32>,
    symbols: MixedSymbols,
    recent: RecentValues,
    /// What the coded regrets of the layers above say about afterstates, by half sum.
    remembered: BTreeMap<u32, KeyMap<AfterstateValue>>,
}

/// The expected value after an afterstate, computed from a decoded value or regret.
#[derive(Clone, Copy, Debug)]
struct AfterstateValue {
    expected: f64,
    /// A bound of the error of `expected`.
    error: f64,
}

/// A choice of a state other than the state's own, with what its regret is predicted from.
#[derive(Clone, Copy)]
struct Alternative<'a> {
    above: SuccessorValues<'a>,
    half_sum: u32,
    /// The value of the state.
    value: f64,
    own: &'a Choice,
    choice: &'a Choice,
    /// The regret that was coded before in the same group, or 0.
    last: f64,
}

/// The expected value after an afterstate under the best actions of its successors.
#[derive(Clone, Copy, Debug)]
struct LookAhead {
    expected: f64,
    /// The part of it that is computed from known values, not from estimates, in quarters, up to
    /// [`ALL_KNOWN`].
    known: usize,
}

impl RegretCoder {
    /// A coder of regrets from a floor up; `tolerance` is that of the values. Regrets are computed
    /// from the values if `computes`, which is possible with threshold 0.
    pub(crate) fn new(rules: &Rules, computes: bool, tolerance: f64, floor: f64) -> Self {
        let patterns = TuplePatterns::new(rules.game.shape());
        let estimates = Estimates::new(patterns.weights());
        Self {
            computes,
            levels: RegretLevels::new(floor, REGRET_ERROR),
            rewards: rules.game.rewards(),
            tolerance,
            patterns,
            estimates,
            indices: Vec::new(),
            symbols: MixedSymbols::new(if computes { &[] } else { &CONTEXTS }, MIXTURES),
            recent: RecentValues::default(),
            remembered: BTreeMap::new(),
        }
    }

    /// Codes the regrets of a layer's states and returns them by [`Action::index`], as a reader
    /// decodes them. An encoder passes the exact regrets as `known`.
    ///
    /// # Errors
    /// As [`Channel::symbol`]; [`PolicyError::Malformed`] if an action is not allowed.
    pub(crate) fn layer(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        layer: &PolicyLayer,
        known: Option<&[[f64; 4]]>,
    ) -> Result<Vec<[f64; 4]>, PolicyError> {
        let malformed = PolicyError::Malformed("an action is not allowed");
        // The states with the afterstate of their own choice. Two states of one group have equal
        // regrets for choices with equal afterstates.
        let mut states: Vec<(u64, usize, usize, Choices)> = Vec::with_capacity(layer.keys.len());
        let mut afterstates: KeyMap<AfterstateValue> = KeyMap::default();
        for (at, (&key, &action)) in layer.keys.iter().zip(&layer.actions).enumerate() {
            let board = Board::from_key(rules.game.shape(), key).ok_or(malformed.clone())?;
            let choices = rules.choices(board);
            let own_number = choices.number(action).ok_or(malformed.clone())?;
            let own = choices.as_slice()[own_number];
            let after = own.after.key();
            if !own.wins && !self.computes && !afterstates.contains_key(&after) {
                let expected = self.expected_after(layer.values[at], &own);
                afterstates.insert(after, AfterstateValue { expected, error: self.tolerance });
                self.learn(&own, expected);
            }
            states.push((after, at, own_number, choices));
        }
        states.sort_unstable_by_key(|&(after, at, ..)| (after, at));
        let mut regrets = vec![[NOT_ALLOWED; 4]; layer.keys.len()];
        let recent = std::mem::take(&mut self.recent);
        let above = recent.above(layer.half_sum);
        for group in states.chunk_by(|a, b| a.0 == b.0) {
            // The afterstates whose regret is known in this group.
            let mut coded: Vec<(u64, f64)> = Vec::new();
            for (_, at, own_number, choices) in group {
                let (at, own) = (*at, &choices.as_slice()[*own_number]);
                let mut choice_regrets = [0.0; 4];
                for (number, choice) in choices.as_slice().iter().enumerate() {
                    if number == *own_number {
                        continue;
                    }
                    let after = choice.after.key();
                    if let Some(&(_, regret)) = coded.iter().find(|&&(coded, _)| coded == after) {
                        choice_regrets[number] = regret;
                        continue;
                    }
                    let value = layer.values[at];
                    let known = known.map(|known| known[at][choice.action.index()]);
                    choice_regrets[number] = if self.computes {
                        let prediction = prediction(rules, choice.after, above, self.rewards.lost);
                        (value - self.action_value(choice, prediction.mean)).max(0.0)
                    } else {
                        let last = coded.last().map_or(0.0, |&(_, regret)| regret);
                        let half_sum = layer.half_sum;
                        let alternative = Alternative { above, half_sum, value, own, choice, last };
                        self.regret(channel, rules, &alternative, &mut afterstates, known)?
                    };
                    coded.push((after, choice_regrets[number]));
                }
                for action in Action::ALL {
                    if let Some(number) = choices.number(action) {
                        regrets[at][action.index()] = choice_regrets[number];
                    }
                }
            }
        }
        self.recent = recent;
        self.recent.add(layer, &layer.values);
        self.remembered.insert(layer.half_sum, afterstates);
        // The next layer is at least one half sum lower and uses the two half sums above it.
        self.remembered.retain(|&half_sum, _| half_sum <= layer.half_sum + 1);
        Ok(regrets)
    }

    /// Q of a choice, given the expected value after the random tile.
    fn action_value(&self, choice: &Choice, expected: f64) -> f64 {
        let points = choice.points.into();
        if choice.wins {
            self.rewards.winning(points)
        } else {
            self.rewards.going_on(points, expected)
        }
    }

    /// The expected value after the random tile that follows from Q of a choice.
    fn expected_after(&self, action_value: f64, choice: &Choice) -> f64 {
        let rewards = &self.rewards;
        (action_value - rewards.going_on(choice.points.into(), 0.0)) / rewards.discount
    }

    /// The estimate for the afterstate of a choice. Its indices stay in the buffer.
    fn estimate(&mut self, choice: &Choice) -> f32 {
        self.indices.clear();
        self.patterns.add_indices(&choice.images, &mut self.indices);
        self.estimates.estimate(&self.indices)
    }

    /// Learns the expected value after the afterstate of a choice.
    fn learn(&mut self, choice: &Choice, expected: f64) {
        let estimate = self.estimate(choice);
        self.estimates.learn(&self.indices, estimate, expected as f32);
    }

    /// Codes the regret of an alternative, and remembers the expected value that follows from it.
    fn regret(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        alternative: &Alternative<'_>,
        afterstates: &mut KeyMap<AfterstateValue>,
        known: Option<f64>,
    ) -> Result<f64, PolicyError> {
        let &Alternative { above, value, own, choice, last, .. } = alternative;
        let after = choice.after.key();
        let seen = afterstates.get(&after).copied();
        let prediction = prediction(rules, choice.after, above, self.rewards.lost);
        let own_estimate = f64::from(self.estimate(own));
        let estimate = f64::from(self.estimate(choice));
        let ahead = self.look_ahead(rules, alternative, seen);
        let level = |regret: f64| usize::from(self.levels.level(regret));
        let predicted = level(value - self.action_value(choice, prediction.mean));
        let looked_ahead = level(value - self.action_value(choice, ahead.expected));
        let (first, mixture) = match seen {
            Some(seen) => {
                let level = level(value - self.action_value(choice, seen.expected));
                let regret = self.levels.regret(level.max(1) as u8);
                let error = (seen.error + self.tolerance) / regret;
                let class = 1 + ERROR_LIMITS.iter().filter(|&&limit| error > limit).count();
                (class * LEVELS + level, class)
            }
            None if prediction.has_base => {
                let class = 9 + mass(&prediction).min(5);
                (class * LEVELS + predicted, class)
            }
            None => (0, 15 + ahead.known),
        };
        let size = (level(value) / 8).min(SIZES - 1);
        let own_expected = self.expected_after(value, own);
        let contexts = [
            first,
            size * LEVELS + level(own_estimate - estimate),
            mass(&prediction) * LEVELS + predicted,
            level(own_expected - estimate),
            ahead.known * LEVELS + looked_ahead,
            usize::from(seen.is_some()) * LEVELS + level(last),
            (ahead.known * SIZES + size) * LEVELS + looked_ahead,
        ];
        let known = known.map(|known| self.levels.level(known));
        let regret = self.levels.regret(self.symbols.code(channel, &contexts, mixture, known)?);
        if !choice.wins {
            let expected = self.expected_after(value - regret, choice);
            let error = self.tolerance.max(regret * REGRET_ERROR);
            if seen.is_none() {
                self.learn(choice, expected);
            }
            if seen.is_none_or(|seen| error < seen.error) {
                afterstates.insert(after, AfterstateValue { expected, error });
            }
        }
        Ok(regret)
    }

    /// Looks one move further than the successors of an alternative's afterstate, unless the
    /// expected value after it is known well enough.
    fn look_ahead(
        &mut self,
        rules: &Rules,
        alternative: &Alternative<'_>,
        seen: Option<AfterstateValue>,
    ) -> LookAhead {
        let &Alternative { above, half_sum, value, choice, .. } = alternative;
        if choice.wins {
            return LookAhead { expected: 0.0, known: ALL_KNOWN };
        }
        if let Some(seen) = seen {
            let regret = value - self.action_value(choice, seen.expected);
            let regret = regret.max(self.tolerance * 1e-6);
            if seen.error + self.tolerance < 0.1 * regret {
                return LookAhead { expected: seen.expected, known: ALL_KNOWN };
            }
        }
        let (mut expected, mut known, mut all) = (0.0, 0.0, 0.0);
        rules.spawns(choice.after, |board, up, probability| {
            let value = above.value(board, up).unwrap_or_else(|| {
                let mut best = self.rewards.lost;
                for (number, choice) in rules.choices(board).as_slice().iter().enumerate() {
                    let afterstates = self.remembered.get(&(half_sum + up as u32));
                    let seen = afterstates.and_then(|known| known.get(&choice.after.key()));
                    let expected = if choice.wins {
                        0.0
                    } else if let Some(seen) = seen {
                        known += probability;
                        seen.expected
                    } else {
                        f64::from(self.estimate(choice))
                    };
                    all += probability;
                    let action_value = self.action_value(choice, expected);
                    best = if number == 0 { action_value } else { best.max(action_value) };
                }
                best
            });
            expected += probability * value;
        });
        let known = if all > 0.0 { (known / all * 3.99) as usize } else { ALL_KNOWN };
        LookAhead { expected, known }
    }
}

/// The class of the probability of unknown successors: in fifths, or 6 if the value of no
/// successor is known.
fn mass(prediction: &Prediction) -> usize {
    if prediction.has_base { (prediction.missing * 5.0) as usize } else { 6 }
}

/// The largest relative error of decoded regrets, among exact regrets of at least `floor`.
pub(crate) fn largest_regret_error(exact: &[[f64; 4]], decoded: &[[f64; 4]], floor: f64) -> f64 {
    let pairs = exact.iter().flatten().zip(decoded.iter().flatten());
    let large = pairs.filter(|&(&exact, _)| exact != NOT_ALLOWED && exact >= floor);
    large.map(|(exact, decoded)| (exact - decoded).abs() / exact).fold(0.0, f64::max)
}
