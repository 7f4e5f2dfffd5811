//! One state of a layer as the forward pass presents it, and the policy's action there.

use mdp2048_model::{ActionValues, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState, Symmetry};

use crate::Solution;
use crate::kernel::moves::{BoardLines, MoveEffects};
use crate::kernel::spawns::BoardImages;
use crate::kernel::tables::BoardTables;
use crate::lanes::Portable;
use crate::passes::value::{NextLayers, expectation};
use crate::residual::Residual;
use crate::solution::contradiction::Contradiction;

/// A state of a layer, as the symmetry image that the solver's index holds.
#[derive(Clone, Copy)]
pub(crate) struct StateView<'a> {
    pub(crate) solution: &'a Solution,
    pub(crate) tables: &'a BoardTables<u64>,
    /// The layers 2 and 4 above the state's.
    pub(crate) above: NextLayers<'a>,
    pub(crate) lines: BoardLines,
    /// V of the state.
    pub(crate) value: f64,
    /// The largest relative difference of V and the best action value that rounding explains.
    pub(crate) tolerance: f64,
}

/// The action that the optimal policy chooses in a state.
pub(crate) struct ChosenAction {
    /// A symmetry image of the state.
    pub(crate) board: Board,
    /// Q of each action on that image.
    pub(crate) values: ActionValues,
    /// The action on that image.
    pub(crate) action: Action,
    /// The points of the action's merges.
    pub(crate) points: f64,
    /// The afterstate; `None` if the action makes the target.
    pub(crate) after: Option<BoardImages<u64>>,
}

impl StateView<'_> {
    /// The image of the state that the index holds.
    pub(crate) fn board(&self) -> Board {
        self.tables.board(self.lines)
    }

    /// The canonical state, and Q of each action on its canonical board.
    pub(crate) fn canonical(&self) -> Result<(CanonicalState, ActionValues), Contradiction> {
        let (state, symmetry) = CanonicalState::of(self.board());
        let values = self.action_values(&self.tables.effects(self.lines))?;
        Ok((state, values.before(symmetry.inverse())))
    }

    /// The policy's action.
    pub(crate) fn chosen_action(&self) -> Result<ChosenAction, Contradiction> {
        let effects = self.tables.effects(self.lines);
        let values = self.action_values(&effects)?;
        let mut best = values.best();
        let no_state = || Contradiction::NoState(CanonicalState::of(self.board()).0);
        let mut action = best.next().ok_or_else(no_state)?;
        let result = |action: Action| {
            let at = action.index();
            let code = effects.continues(at).then(|| self.tables.afterstate(&effects, at));
            (code, self.points(action))
        };
        let mut board = None;
        if best.any(|other| result(other) != result(action)) {
            // The best actions lead to different afterstates. The policy's rule for ties is the
            // first action on the canonical board, so the choice is made there.
            let board = *board.insert(self.board());
            let symmetry: Symmetry = CanonicalState::of(board).1.inverse();
            action = symmetry.action(values.before(symmetry).choice().ok_or_else(no_state)?);
        }
        let at = action.index();
        Ok(ChosenAction {
            board: board.unwrap_or_else(|| self.board()),
            values,
            action,
            points: self.points(action),
            after: effects.continues(at).then(|| self.afterstate(&effects, at)),
        })
    }

    /// Q of each action on the image that the index holds; the best of them is V.
    fn action_values(&self, effects: &MoveEffects) -> Result<ActionValues, Contradiction> {
        let solution = self.solution;
        let numbering = solution.numbering();
        let rewards = &solution.rewards();
        let mut action_values = [None; 4];
        for action in Action::ALL.into_iter().filter(|action| effects.allows(action.index())) {
            let points = self.points(action);
            let value = if effects.wins(action.index()) {
                rewards.winning(points)
            } else {
                let images = self.afterstate(effects, action.index());
                let (tables, above) = (self.tables, self.above);
                let mean = expectation(Portable, numbering, tables, above, rewards.lost, &images)
                    .map_err(|code| {
                    let board = tables.board(tables.lines(solution.codes.parts(code)));
                    Contradiction::Missing(CanonicalState::of(board).0)
                })?;
                rewards.going_on(points, mean)
            };
            action_values[action.index()] = Some(value);
        }
        let values = ActionValues::new(action_values);
        let state = || CanonicalState::of(self.board()).0;
        let best = values.value().ok_or_else(|| Contradiction::NoState(state()))?;
        let residual = Residual::between(self.value, best, solution.totals.precision);
        if residual.relative > self.tolerance {
            return Err(Contradiction::Value(state()));
        }
        Ok(values)
    }

    /// The afterstate of an action that is allowed and does not make the target.
    fn afterstate(&self, effects: &MoveEffects, action: usize) -> BoardImages<u64> {
        let code = self.tables.afterstate(effects, action);
        self.tables.images(self.solution.codes.parts(code))
    }

    /// The points of an action's merges.
    fn points(&self, action: Action) -> f64 {
        // Both directions along a line merge the same tiles.
        self.tables.points(self.lines)[action.index() / 2]
    }
}
