//! A layer under verification.

use std::mem;

use mdp2048_model::{Game, Rewards, Status};
use mdp2048_rules::{Action, Afterstate, Board, CanonicalState, Exponent, TileSum};

use crate::options::Precision;

use super::fault::{Fault, Faults};
use super::places::Placed;
use super::tables::{MeanTable, StateTable};
use super::work;

/// How many slots of a table one task works on.
const SLOTS: usize = 4096;

/// The states of a layer, and what the layers below it find in it.
#[derive(Debug, Default)]
pub(super) struct Layer {
    states: StateTable,
    // Keys of boards that games come to and that are not there. Until the layers below are done a
    // board may be in them several times.
    missing: Vec<u64>,
    lost: Vec<u64>,
    pub(super) faults: Faults,
}

/// How far values are from what they should be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Residual {
    pub(super) absolute: f64,
    pub(super) relative: f64,
}

/// What the check of some states finds.
#[derive(Debug, Default)]
struct Checked {
    residual: Residual,
    faults: Faults,
    // By tile, a 2 and a 4: keys of boards that are not among the states of their layer.
    missing: [Vec<u64>; 2],
    lost: [Vec<u64>; 2],
}

/// What checking a layer takes.
struct Check<'a> {
    game: &'a Game,
    rewards: Rewards,
    sum: TileSum,
    above: [&'a StateTable; 2],
    means: MeanTable,
    tolerance: f64,
    precision: Precision,
}

impl Layer {
    /// The layer with these boards, of which the canonical images are taken.
    pub(super) fn new(boards: &[Vec<Placed>]) -> Self {
        let count = boards.iter().map(Vec::len).sum();
        let mut layer = Self { states: StateTable::new(count), ..Self::default() };
        let canonical = work::map(boards, |boards| {
            let key = |placed: &Placed| CanonicalState::of(placed.board).0.board().key();
            boards.iter().map(key).collect::<Vec<_>>()
        });
        for (placed, key) in boards.iter().flatten().zip(canonical.into_iter().flatten()) {
            if !placed.is_found {
                layer.faults.add(Fault::Misplaced(placed.board));
            } else if key == 0 {
                layer.faults.add(Fault::Outcome(CanonicalState::of(placed.board).0));
            } else {
                layer.states.insert(key, placed.value);
            }
        }
        layer
    }

    /// How many states it has.
    pub(super) const fn len(&self) -> usize {
        self.states.len()
    }

    /// Notes that games start from a state, and gives its value.
    pub(super) fn start(&mut self, state: CanonicalState) -> Option<f64> {
        let key = state.board().key();
        let found = self.states.find(key);
        match found {
            Some(found) => self.states.visit(found),
            None => self.missing.push(key),
        }
        Some(found?.value)
    }

    /// Checks the value of every state of a layer against the layers that random tiles lead to.
    pub(super) fn check(
        &mut self,
        game: &Game,
        sum: TileSum,
        above: &mut [Self; 2],
        (tolerance, precision): (f64, Precision),
    ) -> Residual {
        let check = Check {
            game,
            rewards: game.rewards(),
            sum,
            above: above.each_ref().map(|layer| &layer.states),
            means: MeanTable::new(2 * self.states.len()),
            tolerance,
            precision,
        };
        let parts = self.states.parts(SLOTS);
        let mut residual = Residual::default();
        for checked in work::map(&parts, |slots| check.part(slots)) {
            residual = residual.max(checked.residual);
            self.faults.join(checked.faults);
            let not_there = checked.missing.into_iter().zip(checked.lost);
            for (layer, (missing, lost)) in above.iter_mut().zip(not_there) {
                layer.missing.extend(missing);
                layer.lost.extend(lost);
            }
        }
        residual
    }

    /// Ends the check of a layer once the layers below it are done: adds the faults in the set of
    /// its states, and gives the number of its lost boards.
    pub(super) fn finish(&mut self, game: &Game) -> u64 {
        let state = |key| {
            // Keys of canonical boards, which canonicalising leaves as they are.
            let board = Board::from_key(game.shape(), key);
            CanonicalState::of(board.unwrap_or(Board::empty(game.shape()))).0
        };
        for key in distinct(mem::take(&mut self.missing)) {
            self.faults.add(Fault::Missing(state(key)));
        }
        for key in self.states.unvisited() {
            self.faults.add(Fault::Unreachable(state(key)));
        }
        distinct(mem::take(&mut self.lost)).len() as u64
    }
}

/// Each of the keys once.
fn distinct(mut keys: Vec<u64>) -> Vec<u64> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

impl Check<'_> {
    /// Checks the states of some slots.
    fn part(&self, slots: &[(u64, f64)]) -> Checked {
        let mut checked = Checked::default();
        for (key, found) in StateTable::states(slots) {
            let Some(board) = Board::from_key(self.game.shape(), key) else { continue };
            let state = || CanonicalState::of(board).0;
            let best = match self.game.ends_with(board.largest()) {
                true => None,
                false => self.best(board, &mut checked),
            };
            let Some(expected) = best else {
                checked.faults.add(Fault::Outcome(state()));
                continue;
            };
            let residual = Residual::between(found, expected, self.precision);
            if residual.relative > self.tolerance {
                checked.faults.add(Fault::Value { state: state(), found, expected });
            }
            checked.residual = checked.residual.max(residual);
        }
        checked
    }

    /// The best value of a board's actions; `None` if none is allowed.
    fn best(&self, board: Board, checked: &mut Checked) -> Option<f64> {
        let acted = Action::ALL.into_iter().filter_map(|action| self.game.act(board, action));
        let values = acted.map(|acted| {
            let points = f64::from(acted.points);
            if acted.wins {
                self.rewards.winning(points)
            } else {
                self.rewards.going_on(points, self.mean(acted.after, checked))
            }
        });
        values.reduce(f64::max)
    }

    /// The expected value of an afterstate.
    fn mean(&self, after: Afterstate, checked: &mut Checked) -> f64 {
        // Symmetric afterstates are worth the same.
        let (canonical, _) = CanonicalState::of(after.board());
        self.means.get_or(canonical.board().key(), || {
            let spawns = self.game.spawns(Afterstate::new(canonical.board()));
            spawns.map(|(board, probability)| probability * self.value(board, checked)).sum()
        })
    }

    /// The value of the board that a random tile makes.
    fn value(&self, board: Board, checked: &mut Checked) -> f64 {
        let is_four = board.tile_sum() == self.sum.plus(Exponent::FOUR);
        let layer = usize::from(is_four);
        let key = CanonicalState::of(board).0.board().key();
        if let Some(found) = self.above[layer].find(key) {
            self.above[layer].visit(found);
            return found.value;
        }
        let not_there = match self.game.status(board) {
            Status::Playing => &mut checked.missing,
            Status::Lost | Status::Won => &mut checked.lost,
        };
        not_there[layer].push(key);
        self.rewards.lost
    }
}

impl Residual {
    pub(super) fn between(found: f64, expected: f64, precision: Precision) -> Self {
        // Equal infinities differ by nothing.
        if found == expected {
            return Self::default();
        }
        let difference = (found - expected).abs();
        if difference.is_nan() {
            return Self { absolute: f64::INFINITY, relative: f64::INFINITY };
        }
        // Below the normal numbers there is no relative precision.
        let normal = match precision {
            Precision::Double => f64::MIN_POSITIVE / f64::EPSILON,
            Precision::Single => f32::MIN_POSITIVE.into(),
        };
        let relative = difference / expected.abs().max(normal);
        let relative = if relative.is_nan() { f64::INFINITY } else { relative };
        Self { absolute: difference, relative }
    }

    #[must_use]
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            absolute: self.absolute.max(other.absolute),
            relative: self.relative.max(other.relative),
        }
    }
}
