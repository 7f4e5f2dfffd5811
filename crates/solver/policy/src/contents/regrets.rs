//! The regrets part: the regrets of a layer's states.
//!
//! The *own choice* of a state is the one that the policy makes. Its regret is 0; the regrets of
//! the other choices are coded. A regret is quantised to a level, which is one symbol. The level is
//! predicted in several contexts, from four sources: the regret of another state with the same
//! afterstate, the values of the afterstate's successors, a look-ahead of one more move, and
//! estimates from patterns. With threshold 0 the values of all successors are known, so the regrets
//! are computed and nothing is coded.

use mdp2048_model::Rewards;
use mdp2048_rules::{Action, Board};
use rustc_hash::FxHashMap;

use super::levels::{REGRET_ERROR, RegretLevels};
use super::successors::{
    Prediction, RecentLayers, RecentValues, Successor, SuccessorValues, prediction,
};
use crate::codec::{Channel, MixedSymbols};
use crate::error::PolicyError;
use crate::predict::{Estimates, TuplePatterns};
use crate::rules::{Choice, Choices, Rules};
use crate::table::{NOT_ALLOWED, PolicyLayer};

/// The upper limits of the classes of an error relative to a regret; a last class has no limit.
///
/// The error is that of an [`AfterstateValue`]; the regret is computed from it.
const ERROR_LIMITS: [f64; 7] = [0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6];

/// The number of levels of a regret. Contexts contain the level of a predicted regret.
const LEVELS: usize = 256;

/// The number of contexts of each input of the mixed symbols, in the order in which
/// [`RegretCoder::regret`] lists the contexts.
const CONTEXTS: [usize; 7] =
    [16 * LEVELS, 12 * LEVELS, 8 * LEVELS, LEVELS, 5 * LEVELS, 2 * LEVELS, 60 * LEVELS];

/// The number of mixtures of the mixed symbols.
const MIXTURES: usize = 20;

/// The number of classes of the state's value; a class has eight levels.
const SIZE_CLASSES: usize = 12;

/// The class of a look-ahead for which no choice of a successor was evaluated.
const ALL_KNOWN: usize = 4;

/// Codes the regret of each action.
#[derive(Clone, Debug)]
pub(crate) struct RegretCoder {
    /// Whether regrets are computed from the values and not coded.
    computes_regrets: bool,
    levels: RegretLevels,
    rewards: Rewards,
    /// The tolerance of the values.
    tolerance: f64,
    patterns: TuplePatterns,
    estimates: Estimates,
    /// A buffer for the indices of the weights of an afterstate.
    indices: Vec<u32>,
    /// A buffer for the successors of an alternative's afterstate.
    successors: Vec<Successor>,
    symbols: MixedSymbols,
    /// The values of the two layers above.
    recent: RecentValues,
    /// The expected values that were computed in the two layers above, by the key of the
    /// afterstate.
    remembered: RecentLayers<FxHashMap<u64, AfterstateValue>>,
}

/// The expected value after an afterstate, computed from a decoded value or regret.
#[derive(Clone, Copy, Debug)]
struct AfterstateValue {
    expected: f64,
    /// An estimate of the largest error of `expected`.
    error: f64,
}

/// A choice other than the own choice of its state, with the data that predict its regret.
#[derive(Clone, Copy)]
struct Alternative<'a> {
    /// The values of the two layers above the state.
    above: SuccessorValues<'a>,
    /// Half the tile sum of the state.
    half_sum: u32,
    /// The value of the state.
    value: f64,
    /// The own choice of the state.
    own: &'a Choice,
    /// The choice whose regret is coded.
    choice: &'a Choice,
    /// The regret that was coded before this one in the same group of states; 0 for the first.
    last: f64,
}

/// An expected value after an afterstate, in which the best action gives the value of each
/// successor that is not kept.
#[derive(Clone, Copy, Debug)]
struct LookAhead {
    expected: f64,
    /// The class of how much is known. Among the choices of successors that are not kept, it is the
    /// share of those with an [`AfterstateValue`], in quarters, 0 to 3; or [`ALL_KNOWN`].
    known_class: usize,
}

impl RegretCoder {
    /// A coder of regrets; `tolerance` is that of the values. Regrets below `floor` have level 0.
    /// If `computes_regrets`, which needs threshold 0, regrets are computed and not coded.
    pub(crate) fn new(rules: &Rules, computes_regrets: bool, tolerance: f64, floor: f64) -> Self {
        let patterns = TuplePatterns::new(rules.game().shape());
        let estimates = Estimates::new(patterns.weights());
        let largest = rules.valued_game.is_losing().then_some(1.0);
        Self {
            computes_regrets,
            levels: RegretLevels::new(floor, largest),
            rewards: rules.valued_game.rewards(),
            tolerance,
            patterns,
            estimates,
            indices: Vec::new(),
            successors: Vec::new(),
            symbols: MixedSymbols::new(if computes_regrets { &[] } else { &CONTEXTS }, MIXTURES),
            recent: RecentValues::default(),
            remembered: RecentLayers::default(),
        }
    }

    /// Codes the regrets of a layer's states and returns them by [`Action::index`], as a reader
    /// decodes them. An encoder passes the exact regrets as `known`.
    ///
    /// # Errors
    /// Those of [`Channel::symbol`]; [`PolicyError::Frame`] if an action is not allowed.
    pub(crate) fn layer(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        layer: &PolicyLayer,
        known: Option<&[[f64; 4]]>,
    ) -> Result<Vec<[f64; 4]>, PolicyError> {
        let malformed = PolicyError::malformed("an action is not allowed");
        // For each state, the number of its own choice, and its choices.
        let mut states: Vec<(usize, Choices)> = Vec::with_capacity(layer.keys.len());
        // For each state, the key of the afterstate of its own choice, and its index. States with
        // the same key form a group. Two states of one group have equal regrets for choices with
        // equal afterstates, because the points of a slide are the difference of a function of the
        // boards before and after it.
        let mut chosen: Vec<(u64, usize)> = Vec::with_capacity(layer.keys.len());
        let mut afterstates: FxHashMap<u64, AfterstateValue> = FxHashMap::default();
        for (at, (&key, &action)) in layer.keys.iter().zip(&layer.actions).enumerate() {
            let board = Board::from_key(rules.game().shape(), key).ok_or(malformed.clone())?;
            let choices = rules.choices(board);
            let own_number = choices.number(action).ok_or(malformed.clone())?;
            let own = choices.as_slice()[own_number];
            let after = own.after.key();
            if !own.wins && !self.computes_regrets && !afterstates.contains_key(&after) {
                let expected = self.expected_after(layer.values[at], &own);
                afterstates.insert(after, AfterstateValue { expected, error: self.tolerance });
                self.learn(&own, expected);
            }
            states.push((own_number, choices));
            chosen.push((after, at));
        }
        chosen.sort_unstable();
        let mut regrets = vec![[NOT_ALLOWED; 4]; layer.keys.len()];
        let recent = std::mem::take(&mut self.recent);
        let above = recent.above(layer.half_sum);
        for group in chosen.chunk_by(|a, b| a.0 == b.0) {
            // The afterstates of the other choices so far in this group, with their regrets.
            let mut coded: Vec<(u64, f64)> = Vec::new();
            for &(_, at) in group {
                let (own_number, choices) = &states[at];
                let own = &choices.as_slice()[*own_number];
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
                    choice_regrets[number] = if self.computes_regrets {
                        let prediction = self.prediction(rules, choice, above);
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
        self.remembered.add(layer.half_sum, afterstates);
        Ok(regrets)
    }

    /// The prediction of the expected value after the afterstate of a choice. It leaves the
    /// successors in `self.successors`.
    fn prediction(
        &mut self,
        rules: &Rules,
        choice: &Choice,
        above: SuccessorValues<'_>,
    ) -> Prediction {
        let (after, lost) = (choice.after, self.rewards.lost);
        self.successors.clear();
        let keep = |successor| self.successors.push(successor);
        prediction(rules, after, &after.images(), above, lost, keep)
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

    /// The expected value after the random tile, given Q of a choice: the inverse of
    /// [`RegretCoder::action_value`] for a choice that does not win.
    fn expected_after(&self, action_value: f64, choice: &Choice) -> f64 {
        let rewards = &self.rewards;
        (action_value - rewards.going_on(choice.points.into(), 0.0)) / rewards.discount
    }

    /// The estimate for the afterstate of a choice. It leaves the indices of the weights in
    /// `self.indices`.
    fn estimate(&mut self, choice: &Choice) -> f32 {
        self.indices.clear();
        self.patterns.add_indices(&choice.images, &mut self.indices);
        self.estimates.estimate(&self.indices)
    }

    /// Updates the estimates with the expected value after the afterstate of a choice.
    fn learn(&mut self, choice: &Choice, expected: f64) {
        let estimate = self.estimate(choice);
        self.estimates.learn(&self.indices, estimate, expected as f32);
    }

    /// Codes the regret of an alternative and returns it. The expected value that the regret
    /// implies is added to `afterstates`, which holds the expected values of the same layer.
    fn regret(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        alternative: &Alternative<'_>,
        afterstates: &mut FxHashMap<u64, AfterstateValue>,
        known: Option<f64>,
    ) -> Result<f64, PolicyError> {
        let &Alternative { above, value, own, choice, last, .. } = alternative;
        let after = choice.after.key();
        let seen = afterstates.get(&after).copied();
        let prediction = self.prediction(rules, choice, above);
        let own_estimate = f64::from(self.estimate(own));
        let estimate = f64::from(self.estimate(choice));
        let ahead = self.look_ahead(rules, alternative, seen);
        let level = |regret: f64| usize::from(self.levels.level(regret));
        let mean_level = level(value - self.action_value(choice, prediction.mean));
        let ahead_level = level(value - self.action_value(choice, ahead.expected));
        // The first context and the mixture contain a class of how well the expected value is
        // known: 1 to 8 by the error of `seen`, 9 to 14 by the probability of unknown successors'
        // values, and 15 to 19 by the look-ahead. The last are mixtures only.
        let (first, mixture) = match seen {
            Some(seen) => {
                let seen_level = level(value - self.action_value(choice, seen.expected));
                let regret = self.levels.regret(seen_level.max(1) as u8);
                let error = (seen.error + self.tolerance) / regret;
                let class = 1 + ERROR_LIMITS.iter().filter(|&&limit| error > limit).count();
                (class * LEVELS + seen_level, class)
            }
            None if prediction.any_known => {
                let class = 9 + missing_class(&prediction).min(5);
                (class * LEVELS + mean_level, class)
            }
            None => (0, 15 + ahead.known_class),
        };
        let size = (level(value) / 8).min(SIZE_CLASSES - 1);
        let own_expected = self.expected_after(value, own);
        let contexts = [
            first,
            size * LEVELS + level(own_estimate - estimate),
            missing_class(&prediction) * LEVELS + mean_level,
            level(own_expected - estimate),
            ahead.known_class * LEVELS + ahead_level,
            usize::from(seen.is_some()) * LEVELS + level(last),
            (ahead.known_class * SIZE_CLASSES + size) * LEVELS + ahead_level,
        ];
        let known_level = known.map(|regret| self.levels.level(regret));
        let coded_level = self.symbols.code(channel, &contexts, mixture, known_level)?;
        let regret = self.levels.regret(coded_level);
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

    /// The expected value after an alternative's afterstate. It is the value `seen` if that is
    /// accurate enough; else the mean over `self.successors`, in which the value of a successor
    /// that is not kept is its best action value.
    fn look_ahead(
        &mut self,
        rules: &Rules,
        alternative: &Alternative<'_>,
        seen: Option<AfterstateValue>,
    ) -> LookAhead {
        let &Alternative { half_sum, value, choice, .. } = alternative;
        if choice.wins {
            return LookAhead { expected: 0.0, known_class: ALL_KNOWN };
        }
        if let Some(seen) = seen {
            let regret = value - self.action_value(choice, seen.expected);
            let regret = regret.max(self.tolerance * 1e-6);
            if seen.error + self.tolerance < 0.1 * regret {
                return LookAhead { expected: seen.expected, known_class: ALL_KNOWN };
            }
        }
        let mut expected = 0.0;
        // The total probability of all choices of successors that are not kept, and of those among
        // them that have an `AfterstateValue`.
        let (mut all, mut remembered) = (0.0, 0.0);
        let successors = std::mem::take(&mut self.successors);
        for &Successor { board, up, probability, value, .. } in &successors {
            let value = value.unwrap_or_else(|| {
                let mut best = self.rewards.lost;
                for (number, choice) in rules.choices(board).as_slice().iter().enumerate() {
                    let afterstates = self.remembered.get(half_sum + up as u32);
                    let seen = afterstates.and_then(|values| values.get(&choice.after.key()));
                    let expected = if choice.wins {
                        0.0
                    } else if let Some(seen) = seen {
                        remembered += probability;
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
        }
        self.successors = successors;
        let known_class = if all > 0.0 { (remembered / all * 3.99) as usize } else { ALL_KNOWN };
        LookAhead { expected, known_class }
    }
}

/// The class of the probability that the successor's value is unknown: the number of whole fifths,
/// or 6 if no successor's value is known.
fn missing_class(prediction: &Prediction) -> usize {
    if prediction.any_known { (prediction.missing * 5.0) as usize } else { 6 }
}

/// The largest relative error of a decoded regret whose exact regret is at least `floor`.
pub(crate) fn largest_regret_error(exact: &[[f64; 4]], decoded: &[[f64; 4]], floor: f64) -> f64 {
    let pairs = exact.iter().flatten().zip(decoded.iter().flatten());
    let large = pairs.filter(|&(&exact, _)| exact != NOT_ALLOWED && exact >= floor);
    large.map(|(exact, decoded)| (exact - decoded).abs() / exact).fold(0.0, f64::max)
}
