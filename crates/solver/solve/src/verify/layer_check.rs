//! The check of one layer: its values, and the set of its states.

use mdp2048_model::{Game, Rewards, StartState, ValuedGame};
use mdp2048_rules::{Board, CanonicalState, SlideTable};

use super::fault::{Fault, FirstFaults};
use super::positions::StoredBoard;
use super::tables::{MeanTable, StateTable};
use super::tasks;
use crate::options::Precision;
use crate::residual::{Residual, is_possible, tolerance};

/// The number of table slots that one task checks.
const SLOTS_PER_TASK: usize = 4096;

/// The number of states that are checked together, so that their look-ups overlap.
const STATES_AT_ONCE: usize = 64;

/// The most boards after a random tile: a 2 or a 4 on each cell but one.
const MOST_SPAWNS: usize = 30;

/// The game whose solution is checked, and how exact its values are.
pub(super) struct CheckedGame {
    pub(super) game: Game,
    pub(super) valued_game: ValuedGame,
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
        Self {
            game,
            valued_game: *valued_game,
            rewards,
            slides: SlideTable::new(game.shape()),
            precision,
            tolerance,
        }
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

/// The result of an action on a board.
#[derive(Clone, Copy)]
struct CheckedMove {
    points: f64,
    /// The canonical afterstate; `None` if the action makes the target.
    after: Option<Board>,
}

/// Everything that the check of a layer's states reads.
struct BellmanCheck<'a> {
    checked: &'a CheckedGame,
    empty: Board,
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

    /// Records that games start from a board. Returns its value if the layer has the state.
    pub(super) fn start(&mut self, start: &StartState) -> Option<f64> {
        let key = start.state.board().key();
        let slot = self.states.find(key);
        match slot {
            Some(slot) => self.states.visit(slot),
            None if start.is_lost() => self.lost.push(key),
            None => self.missing.push(key),
        }
        Some(slot?.value)
    }

    /// Checks the value of every state against the states of the layers 2 and 4 above. Returns the
    /// largest residual.
    pub(super) fn check(&mut self, checked: &CheckedGame, above: &mut [Self; 2]) -> Residual {
        let check = BellmanCheck {
            checked,
            empty: Board::empty(checked.game.shape()),
            above: above.each_ref().map(|layer| &layer.states),
            means: MeanTable::new(2 * self.states.len()),
        };
        let parts = self.states.parts(SLOTS_PER_TASK);
        let mut residual = Residual::default();
        for findings in tasks::map(&parts, |slots| check.slots(slots)) {
            residual = residual.max(findings.residual);
            self.faults.extend(findings.faults);
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
        let CheckedGame { game, valued_game, rewards, precision, tolerance, .. } = self.checked;
        let mut findings = SlotFindings::default();
        let states: Vec<(u64, f64)> = StateTable::states(slots).collect();
        let mut moves = Vec::new();
        for states in states.chunks(STATES_AT_ONCE) {
            moves.clear();
            // The keys are those of boards of this shape.
            let board = |key| Board::from_key(game.shape(), key).unwrap_or(self.empty);
            moves.extend(states.iter().map(|&(key, _)| self.moves(board(key))));
            let afterstates = moves.iter().flatten().flatten().filter_map(|moved| moved.after);
            self.means.read_ahead(afterstates.map(Board::key));
            for (&(key, found), moves) in states.iter().zip(&moves) {
                let state = || CanonicalState::of(board(key)).0;
                let Some(expected) = self.best_value(moves, &mut findings) else {
                    findings.faults.add(Fault::Outcome(state()));
                    continue;
                };
                let residual = Residual::between(found, expected, *precision);
                // A tiny value of the wrong sign is close to the expected one, but it is
                // impossible.
                if residual.relative > *tolerance || !is_possible(rewards, *precision, found) {
                    let [found, expected] = [found, expected].map(|it| valued_game.value(it));
                    findings.faults.add(Fault::Value { state: state(), found, expected });
                }
                findings.residual = findings.residual.max(residual);
            }
        }
        findings
    }

    /// The moves of the actions on a board; none if it has the target.
    fn moves(&self, board: Board) -> [Option<CheckedMove>; 4] {
        let CheckedGame { game, slides, .. } = self.checked;
        if game.ends_with(board.largest()) {
            return [None; 4];
        }
        slides.slides(board).map(|slide| {
            let slide = slide?;
            let wins = game.ends_with(slide.largest_merge);
            // Symmetric afterstates have the same expected value.
            let after = || CanonicalState::least_of(&slide.after.board().images()).board();
            Some(CheckedMove { points: slide.points.into(), after: (!wins).then(after) })
        })
    }

    /// The largest of a board's action values; `None` if no action is allowed.
    fn best_value(
        &self,
        moves: &[Option<CheckedMove>; 4],
        findings: &mut SlotFindings,
    ) -> Option<f64> {
        let rewards = &self.checked.rewards;
        let values = moves.iter().flatten().map(|moved| match moved.after {
            None => rewards.winning(moved.points),
            Some(after) => rewards.going_on(moved.points, self.mean(after, findings)),
        });
        values.reduce(f64::max)
    }

    /// The expected value of a canonical afterstate.
    fn mean(&self, after: Board, findings: &mut SlotFindings) -> f64 {
        self.means.get_or(after.key(), || {
            let mut spawns = [(self.empty, 0, 0.0); MOST_SPAWNS];
            let mut count = 0;
            let weights = self.checked.game.spawn_weights();
            weights.for_each_canonical_spawn(after, |board, up, probability| {
                spawns[count] = (board, up - 1, probability);
                count += 1;
            });
            let spawns = &spawns[..count];
            for (layer, states) in self.above.iter().enumerate() {
                let of_layer = spawns.iter().filter(|&&(_, of, _)| of == layer);
                states.read_ahead(of_layer.map(|(board, ..)| board.key()));
            }
            let value = |&(board, layer, probability): &(Board, usize, f64)| {
                probability * self.value(board, layer, findings)
            };
            // The sum begins with 0, which is not the neutral element of an iterator's sum.
            spawns.iter().map(value).fold(0.0, |sum, value| sum + value)
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
        let CheckedGame { game, slides, .. } = self.checked;
        let is_over = game.ends_with(board.largest())
            || slides.slides(board).into_iter().all(|slide| slide.is_none());
        let keys = if is_over { &mut findings.lost } else { &mut findings.missing };
        keys[layer].push(key);
        self.checked.rewards.lost
    }
}
