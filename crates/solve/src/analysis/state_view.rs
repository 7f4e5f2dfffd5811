//! A state as a pass up the layers sees it, and what the optimal policy does there.

use mdp2048_model::ActionValues;
use mdp2048_rules::{Action, Board, CanonicalState, Symmetry};

use crate::Solution;
use crate::kernel::tables::{Acts, Images, Lines, Vectors};
use crate::lanes::Plain;
use crate::passes::value::{Above, expectation};

/// A state of a layer, in the solver's own frame.
#[derive(Clone, Copy)]
pub(crate) struct Here<'a> {
    pub(crate) solution: &'a Solution,
    pub(crate) vectors: &'a Vectors<u64>,
    pub(crate) above: Above<'a>,
    pub(crate) lines: Lines,
    /// V of the state.
    pub(crate) value: f64,
}

/// What the policy does in a state.
pub(crate) struct Taken {
    /// An image of the state.
    pub(crate) board: Board,
    /// The action, in the frame of that image.
    pub(crate) action: Action,
    /// The points of the action's merges.
    pub(crate) points: f64,
    /// The afterstate; `None` if the action makes the target.
    pub(crate) after: Option<Images<u64>>,
}

impl Here<'_> {
    /// An image of the state.
    pub(crate) fn board(&self) -> Board {
        self.vectors.board(self.lines)
    }

    /// The state, and the values of its actions in its own, the canonical, frame.
    pub(crate) fn canonical(&self) -> (CanonicalState, ActionValues) {
        let (state, symmetry) = CanonicalState::of(self.board());
        let values = self.action_values(&self.vectors.act(self.lines));
        (state, values.before(symmetry.inverse()))
    }

    /// What the policy does here; `None` on a board without an allowed action, which is no state.
    pub(crate) fn taken(&self) -> Option<Taken> {
        let acts = self.vectors.act(self.lines);
        let values = self.action_values(&acts);
        let mut best = values.best();
        let mut action = best.next()?;
        let end = |action: Action| {
            let at = action.index();
            let code = acts.goes_on(at).then(|| acts.code(self.vectors, at));
            (code, self.points(action))
        };
        let mut board = None;
        if best.any(|other| end(other) != end(action)) {
            // Equally good actions lead to different ends: the first one in the canonical frame is
            // taken, so look at the state in that frame.
            let board = *board.insert(self.board());
            let symmetry: Symmetry = CanonicalState::of(board).1.inverse();
            action = symmetry.action(values.before(symmetry).choice()?);
        }
        let at = action.index();
        Some(Taken {
            board: board.unwrap_or_else(|| self.board()),
            action,
            points: self.points(action),
            after: acts.goes_on(at).then(|| self.after(&acts, at)),
        })
    }

    /// Q of each action, in the solver's frame.
    fn action_values(&self, acts: &Acts) -> ActionValues {
        let rewards = &self.solution.rewards;
        let worth = |action: Action| {
            let points = self.points(action);
            if acts.wins(action.index()) {
                return rewards.winning(points);
            }
            let images = self.after(acts, action.index());
            let patterns = &self.solution.patterns;
            let mean =
                expectation(Plain, patterns, self.vectors, self.above, rewards.lost, &images);
            rewards.going_on(points, mean)
        };
        ActionValues::new(
            Action::ALL.map(|action| acts.allowed(action.index()).then(|| worth(action))),
        )
    }

    /// The afterstate of an action that goes on.
    fn after(&self, acts: &Acts, action: usize) -> Images<u64> {
        let code = acts.code(self.vectors, action);
        self.vectors.images(self.solution.patterns.parts(code))
    }

    /// The points of an action's merges.
    fn points(&self, action: Action) -> f64 {
        // Either way along a line the same tiles merge.
        self.vectors.points(self.lines)[action.index() / 2]
    }
}
