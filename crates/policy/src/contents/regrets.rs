//! What the other actions of a layer's states cost.
//!
//! A regret is held as a level, near enough to keep two significant digits. Which level it is, is
//! foretold from all that is known of the afterstate it leads to: another state's regret may have
//! told its value, or its successors do, or the best that can be done on them. Where every
//! reachable state is held, the regrets follow from the values and nothing is told.

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

/// How well a value is known, relative to the regret that it makes: below the first of these
/// parts, below the second, and so on.
const SURENESS: [f64; 7] = [0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6];

/// One level as a context.
const LEVEL: usize = 256;

/// Codes the regrets.
#[derive(Clone, Debug)]
pub(crate) struct RegretCoder {
    /// Whether nothing is told, because everything follows.
    follows: bool,
    levels: RegretLevels,
    rewards: Rewards,
    tolerance: f64,
    patterns: TuplePatterns,
    estimates: Estimates,
    /// Where the weights of an afterstate are.
    places: Vec<u32>,
    symbols: MixedSymbols,
    /// The values of the layers above.
    held: RecentValues,
    /// What is known of the afterstates of the layers above, by half their tile sum.
    known: BTreeMap<u32, KeyMap<AfterstateValue>>,
}

/// What is known of an afterstate's value.
#[derive(Clone, Copy, Debug)]
struct AfterstateValue {
    value: f64,
    /// How far that may be off.
    error: f64,
}

/// An action that was not chosen, where it was not.
#[derive(Clone, Copy)]
struct Alternative<'a> {
    above: SuccessorValues<'a>,
    half_sum: u32,
    /// The value of the state.
    value: f64,
    chosen: &'a Choice,
    choice: &'a Choice,
    /// What the alternative before cost.
    last: f64,
}

/// The best that can be done after an afterstate, as far as is known.
#[derive(Clone, Copy, Debug)]
struct LookAhead {
    mean: f64,
    /// How much of it is known and not estimated, in quarters; 4 for all.
    known: usize,
}

impl RegretCoder {
    /// A coder of the regrets of a policy with these values. Regrets are computed and not coded
    /// if `follows`.
    pub(crate) fn new(rules: &Rules, follows: bool, tolerance: f64, floor: f64) -> Self {
        let patterns = TuplePatterns::new(rules.game.shape());
        let estimates = Estimates::new(patterns.table());
        let contexts = [16 * LEVEL, 12 * LEVEL, 8 * LEVEL, LEVEL, 5 * LEVEL, 2 * LEVEL, 60 * LEVEL];
        Self {
            follows,
            levels: RegretLevels::new(floor, REGRET_ERROR),
            rewards: rules.game.rewards(),
            tolerance,
            patterns,
            estimates,
            places: Vec::new(),
            symbols: MixedSymbols::new(if follows { &[] } else { &contexts }, 20),
            held: RecentValues::default(),
            known: BTreeMap::new(),
        }
    }

    /// Codes the regrets of a layer's states, by [`Action::index`].
    pub(crate) fn layer(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        layer: &PolicyLayer,
        known: Option<&[[f64; 4]]>,
    ) -> Result<Vec<[f64; 4]>, PolicyError> {
        let malformed = PolicyError::Malformed("an action is not allowed");
        // The states by the afterstates that they choose: with the same other afterstate as well,
        // the regret is the same.
        let mut states: Vec<(u64, usize, usize, Choices)> = Vec::with_capacity(layer.keys.len());
        let mut afterstates: KeyMap<AfterstateValue> = KeyMap::default();
        for (at, (&key, &action)) in layer.keys.iter().zip(&layer.actions).enumerate() {
            let board = Board::from_key(rules.game.shape(), key).ok_or(malformed.clone())?;
            let choices = rules.choices(board);
            let taken = choices.number(action).ok_or(malformed.clone())?;
            let chosen = choices.as_slice()[taken];
            let after = chosen.after.key();
            if !chosen.wins && !self.follows && !afterstates.contains_key(&after) {
                let value = self.after_value(layer.values[at], &chosen);
                afterstates.insert(after, AfterstateValue { value, error: self.tolerance });
                self.learn(&chosen, value);
            }
            states.push((after, at, taken, choices));
        }
        states.sort_unstable_by_key(|&(after, at, ..)| (after, at));
        let mut regrets = vec![[NOT_ALLOWED; 4]; layer.keys.len()];
        let held = std::mem::take(&mut self.held);
        let above = held.above(layer.half_sum);
        for same in states.chunk_by(|a, b| a.0 == b.0) {
            let mut told: Vec<(u64, f64)> = Vec::new();
            for (_, at, taken, choices) in same {
                let (at, chosen) = (*at, &choices.as_slice()[*taken]);
                let mut costs = [0.0; 4];
                for (number, choice) in choices.as_slice().iter().enumerate() {
                    if number == *taken {
                        continue;
                    }
                    let after = choice.after.key();
                    if let Some(&(_, cost)) = told.iter().find(|&&(told, _)| told == after) {
                        costs[number] = cost;
                        continue;
                    }
                    let alternative = Alternative {
                        above,
                        half_sum: layer.half_sum,
                        value: layer.values[at],
                        chosen,
                        choice,
                        last: told.last().map_or(0.0, |&(_, cost)| cost),
                    };
                    let known = known.map(|known| known[at][choice.action.index()]);
                    costs[number] = if self.follows {
                        let guess = prediction(rules, choice.after, above, self.rewards.lost);
                        (layer.values[at] - self.worth(choice, guess.mean)).max(0.0)
                    } else {
                        self.regret(channel, rules, &alternative, &mut afterstates, known)?
                    };
                    told.push((after, costs[number]));
                }
                for action in Action::ALL {
                    if let Some(number) = choices.number(action) {
                        regrets[at][action.index()] = costs[number];
                    }
                }
            }
        }
        self.held = held;
        self.held.add(layer, &layer.values);
        self.known.insert(layer.half_sum, afterstates);
        // Those of this layer and the next two matter to the layers below.
        self.known.retain(|&half_sum, _| half_sum <= layer.half_sum + 1);
        Ok(regrets)
    }

    /// Q of a choice after which V is expected to be `mean`.
    fn worth(&self, choice: &Choice, mean: f64) -> f64 {
        let points = choice.points.into();
        if choice.wins { self.rewards.winning(points) } else { self.rewards.going_on(points, mean) }
    }

    /// What V is expected to be after a choice of this worth.
    fn after_value(&self, worth: f64, choice: &Choice) -> f64 {
        (worth - self.rewards.going_on(choice.points.into(), 0.0)) / self.rewards.discount
    }

    /// The estimate for the afterstate of a choice.
    fn estimate(&mut self, choice: &Choice) -> f32 {
        self.places.clear();
        self.patterns.add_places(&choice.images, &mut self.places);
        self.estimates.of(&self.places)
    }

    fn learn(&mut self, choice: &Choice, value: f64) {
        let estimate = self.estimate(choice);
        self.estimates.learn(&self.places, estimate, value as f32);
    }

    /// Codes what an alternative costs, and remembers what that tells of its afterstate.
    fn regret(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        alternative: &Alternative<'_>,
        afterstates: &mut KeyMap<AfterstateValue>,
        known: Option<f64>,
    ) -> Result<f64, PolicyError> {
        let &Alternative { above, value, chosen, choice, last, .. } = alternative;
        let after = choice.after.key();
        let seen = afterstates.get(&after).copied();
        let guess = prediction(rules, choice.after, above, self.rewards.lost);
        let mine = f64::from(self.estimate(chosen));
        let estimate = f64::from(self.estimate(choice));
        let ahead = self.ahead(rules, alternative, seen);
        let level = |regret: f64| usize::from(self.levels.level(regret));
        let by_guess = level(value - self.worth(choice, guess.mean));
        let by_ahead = level(value - self.worth(choice, ahead.mean));
        let (first, mixture) = match seen {
            Some(seen) => {
                let level = level(value - self.worth(choice, seen.value));
                let regret = self.levels.regret(level.max(1) as u8);
                let error = (seen.error + self.tolerance) / regret;
                let unsure = 1 + SURENESS.iter().filter(|&&part| error > part).count();
                (unsure * LEVEL + level, unsure)
            }
            None if guess.told => {
                let unsure = 9 + mass(&guess).min(5);
                (unsure * LEVEL + by_guess, unsure)
            }
            None => (0, 15 + ahead.known),
        };
        let size = (level(value) / 8).min(11);
        let own = self.after_value(value, chosen);
        let contexts = [
            first,
            size * LEVEL + level(mine - estimate),
            mass(&guess) * LEVEL + by_guess,
            level(own - estimate),
            ahead.known * LEVEL + by_ahead,
            usize::from(seen.is_some()) * LEVEL + level(last),
            (ahead.known * 12 + size) * LEVEL + by_ahead,
        ];
        let known = known.map(|known| self.levels.level(known));
        let cost = self.levels.regret(self.symbols.code(channel, &contexts, mixture, known)?);
        if !choice.wins {
            let value = self.after_value(value - cost, choice);
            let error = self.tolerance.max(cost * REGRET_ERROR);
            if seen.is_none() {
                self.learn(choice, value);
            }
            if seen.is_none_or(|seen| error < seen.error) {
                afterstates.insert(after, AfterstateValue { value, error });
            }
        }
        Ok(cost)
    }

    /// Looks one move further than the successors of an alternative's afterstate, unless it is
    /// known well enough.
    fn ahead(
        &mut self,
        rules: &Rules,
        alternative: &Alternative<'_>,
        seen: Option<AfterstateValue>,
    ) -> LookAhead {
        let &Alternative { above, half_sum, value, choice, .. } = alternative;
        if choice.wins {
            return LookAhead { mean: 0.0, known: 4 };
        }
        if let Some(seen) = seen {
            let regret = (value - self.worth(choice, seen.value)).max(self.tolerance * 1e-6);
            if seen.error + self.tolerance < 0.1 * regret {
                return LookAhead { mean: seen.value, known: 4 };
            }
        }
        let (mut mean, mut known, mut all) = (0.0, 0.0, 0.0);
        rules.spawns(choice.after, |board, up, probability| {
            let value = above.value(board, up).unwrap_or_else(|| {
                let mut best = self.rewards.lost;
                for (number, choice) in rules.choices(board).as_slice().iter().enumerate() {
                    let afterstates = self.known.get(&(half_sum + up as u32));
                    let seen = afterstates.and_then(|known| known.get(&choice.after.key()));
                    let mean = if choice.wins {
                        0.0
                    } else if let Some(seen) = seen {
                        known += probability;
                        seen.value
                    } else {
                        f64::from(self.estimate(choice))
                    };
                    all += probability;
                    let worth = self.worth(choice, mean);
                    best = if number == 0 { worth } else { best.max(worth) };
                }
                best
            });
            mean += probability * value;
        });
        LookAhead { mean, known: if all > 0.0 { (known / all * 3.99) as usize } else { 4 } }
    }
}

/// How much of an afterstate's successors is not held, in fifths; 6 if none of them tells anything.
fn mass(guess: &Prediction) -> usize {
    if guess.told { (guess.missing * 5.0) as usize } else { 6 }
}

/// The largest error of held regrets of at least `floor`, as a part of the regret.
pub(crate) fn largest_regret_error(exact: &[[f64; 4]], held: &[[f64; 4]], floor: f64) -> f64 {
    let pairs = exact.iter().flatten().zip(held.iter().flatten());
    let large = pairs.filter(|&(&exact, _)| exact != NOT_ALLOWED && exact >= floor);
    large.map(|(exact, held)| (exact - held).abs() / exact).fold(0.0, f64::max)
}
