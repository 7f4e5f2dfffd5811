//! The check of one layer: its values, and the set of its states.

use mdp2048_model::{Game, Rewards, Status, ValuedGame};
use mdp2048_rules::{Action, Board, CanonicalState, SlideTable};

use super::fault::{Fault, FirstFaults};
use super::positions::StoredBoard;
use super::tables::{MeanTable, StateTable};
use super::tasks;
use crate::options::Precision;
use crate::residual::{Residual, is_possible, tolerance};

/// The number of table slots that one task checks.
const SLOTS_PER_TASK: usize = 4096;

/// The game whose solution is checked, and how exact its values are.
pub(super) struct CheckedGame {
    pub(super) game: Game,
    pub(super) rewards: Rewards,
    slides: SlideTable,
    precision: Precision,
    /// The largest relative residual that is not a fault.
    pub(super) tolerance: f64,
}

impl CheckedGame {
    pub(super) fn new(valued_game: &ValuedGame, precision: Precision) -> Self {
        let (game, rewards) = (*valued_game.game(), valued_game.rewards());
        let tolerance = tolerance(&game, precision);
        Self { game, rewards, slides: SlideTable::new(game.shape()), precision, tolerance }
    }
}

/// The states of a layer, and what the checks of the two layers below find out about it.
#[derive(Debug, Default)]
pub(super) struct LayerCheck {
    states: StateTable,
    // Keys of reachable boards that are not among the states: states that are missing, and lost
    // boards. A key may occur several times until `finish`.
    missing: Vec<u64>,
    lost: Vec<u64>,
    faults: FirstFaults,
}

/// What the check of some states finds.
#[derive(Debug, Default)]
struct SlotFindings {
    residual: Residual,
    faults: FirstFaults,
    // By random tile, a 2 and a 4: keys of boards that are not among the states of their layer.
    missing: [Vec<u64>; 2],
    lost: [Vec<u64>; 2],
}

/// Everything that the check of a layer's states reads.
struct BellmanCheck<'a> {
    checked: &'a CheckedGame,
    /// The states of the layers 2 and 4 above.
    above: [&'a StateTable; 2],
    means: MeanTable,
}

impl LayerCheck {
    /// The layer with the canonical images of these boards.
    pub(super) fn new(boards: &[Vec<StoredBoard>]) -> Self {
        let count = boards.iter().map(Vec::len).sum();
        let mut layer = Self { states: StateTable::new(count), ..Self::default() };
        let canonical = tasks::map(boards, |boards| {
            let key = |stored: &StoredBoard| {
                CanonicalState::least_of(&stored.board.images()).board().key()
            };
            boards.iter().map(key).collect::<Vec<_>>()
        });
        for (stored, key) in boards.iter().flatten().zip(canonical.into_iter().flatten()) {
            if !stored.is_queried {
                layer.faults.add(Fault::Misplaced(stored.board));
            } else if key == 0 {
                layer.faults.add(Fault::Outcome(CanonicalState::of(stored.board).0));
            } else {
                layer.states.insert(key, stored.value);
            }
        }
        layer
    }

    /// The number of states.
    pub(super) const fn len(&self) -> usize {
        self.states.len()
    }

    /// Records that games start from a state. Returns its value if the layer has the state.
    pub(super) fn start(&mut self, state: CanonicalState) -> Option<f64> {
        let key = state.board().key();
        let slot = self.states.find(key);
        match slot {
            Some(slot) => self.states.visit(slot),
            None => self.missing.push(key),
        }
        Some(slot?.value)
    }

    /// Checks the value of every state against the states of the layers 2 and 4 above. Returns the
    /// largest residual.
    pub(super) fn check(&mut self, checked: &CheckedGame, above: &mut [Self; 2]) -> Residual {
        let check = BellmanCheck {
            checked,
            above: above.each_ref().map(|layer| &layer.states),
            means: MeanTable::new(2 * self.states.len()),
        };
        let parts = self.states.parts(SLOTS_PER_TASK);
        let mut residual = Residual::default();
        for findings in tasks::map(&parts, |slots| check.slots(slots)) {
            residual = residual.max(findings.residual);
            self.faults.merge(findings.faults);
            let not_states = findings.missing.into_iter().zip(findings.lost);
            for (layer, (missing, lost)) in above.iter_mut().zip(not_states) {
                layer.missing.extend(missing);
                layer.lost.extend(lost);
            }
        }
        residual
    }

    /// Completes the check once the layers below are checked. Returns all faults of the layer and
    /// the number of its reachable lost boards.
    pub(super) fn finish(self, game: &Game) -> (FirstFaults, u64) {
        let Self { states, missing, lost, mut faults } = self;
        let state = |key| {
            // The keys are those of canonical boards.
            let board = Board::from_key(game.shape(), key);
            CanonicalState::of(board.unwrap_or(Board::empty(game.shape()))).0
        };
        for key in distinct(missing) {
            faults.add(Fault::Missing(state(key)));
        }
        for key in states.unvisited() {
            faults.add(Fault::Unreachable(state(key)));
        }
        (faults, distinct(lost).len() as u64)
    }
}

/// The keys without repetitions.
fn distinct(mut keys: Vec<u64>) -> Vec<u64> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

impl BellmanCheck<'_> {
    /// Checks the states of some slots.
    fn slots(&self, slots: &[(u64, f64)]) -> SlotFindings {
        let CheckedGame { game, rewards, precision, tolerance, .. } = self.checked;
        let mut findings = SlotFindings::default();
        for (key, found) in StateTable::states(slots) {
            let Some(board) = Board::from_key(game.shape(), key) else { continue };
            let state = || CanonicalState::of(board).0;
            let best = match game.ends_with(board.largest()) {
                true => None,
                false => self.best_value(board, &mut findings),
            };
            let Some(expected) = best else {
                findings.faults.add(Fault::Outcome(state()));
                continue;
            };
            let residual = Residual::between(found, expected, *precision);
            // A tiny value of the wrong sign is close to the expected one, but it is impossible.
            if residual.relative > *tolerance || !is_possible(rewards, *precision, found) {
                findings.faults.add(Fault::Value { state: state(), found, expected });
            }
            findings.residual = findings.residual.max(residual);
        }
        findings
    }

    /// The largest of a board's action values; `None` if no action is allowed.
    fn best_value(&self, board: Board, findings: &mut SlotFindings) -> Option<f64> {
        let CheckedGame { game, rewards, slides, .. } = self.checked;
        let slides = Action::ALL.into_iter().filter_map(|action| slides.slide(board, action));
        let values = slides.map(|slide| {
            let points = f64::from(slide.points);
            if game.ends_with(slide.largest_merge) {
                rewards.winning(points)
            } else {
                rewards.going_on(points, self.mean(slide.after.board(), findings))
            }
        });
        values.reduce(f64::max)
    }

    /// The expected value of an afterstate.
    fn mean(&self, after: Board, findings: &mut SlotFindings) -> f64 {
        // Symmetric afterstates have the same expected value.
        let canonical = CanonicalState::least_of(&after.images()).board();
        self.means.get_or(canonical.key(), || {
            let mut sum = 0.0;
            let weights = self.checked.game.spawn_weights();
            weights.for_each_canonical_spawn(canonical, |board, up, probability| {
                sum += probability * self.value(board, up - 1, findings);
            });
            sum
        })
    }

    /// The value of a canonical board after a random tile: a 2, which leads to the layer 0 of those
    /// above, or a 4, which leads to the layer 1.
    fn value(&self, board: Board, layer: usize, findings: &mut SlotFindings) -> f64 {
        let key = board.key();
        if let Some(slot) = self.above[layer].find(key) {
            self.above[layer].visit(slot);
            return slot.value;
        }
        let keys = match self.checked.game.status(board) {
            Status::Playing => &mut findings.missing,
            Status::Lost | Status::Won => &mut findings.lost,
        };
        keys[layer].push(key);
        self.checked.rewards.lost
    }
}
