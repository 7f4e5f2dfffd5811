//! What solutions and policies have in common.

use mdp2048_rules::{Action, Board, CanonicalState};

use crate::{Acted, ActionValues, Game, Status};

/// The values of all reachable states of a game under optimal play.
pub trait Values {
    /// The game that was solved.
    fn game(&self) -> &Game;

    /// V of a state in [0, 1], or `None` if it is not a reachable state of the game.
    fn value(&self, state: CanonicalState) -> Option<f64>;

    /// Q of each action of a state in the canonical frame, from the values of its successors;
    /// `None` if it is not a reachable state of the game.
    fn action_values(&self, state: CanonicalState) -> Option<ActionValues> {
        self.value(state)?;
        let game = self.game();
        let discount = game.discount().get();
        let mut values = [None; 4];
        for action in Action::ALL {
            values[action.index()] = match game.act(state.board(), action) {
                None => None,
                Some(Acted::Wins(_)) => Some(discount),
                Some(Acted::Continues(after)) => {
                    let mut expectation = 0.0;
                    for (board, probability) in game.spawns(after) {
                        // A board from which no action is allowed is lost, and worth nothing.
                        if let Some(value) = self.value(CanonicalState::of(board).0) {
                            expectation += probability * value;
                        } else {
                            debug_assert_eq!(game.status(board), Status::Lost);
                        }
                    }
                    Some(discount * expectation)
                }
            };
        }
        Some(ActionValues::new(values))
    }

    /// The mean value over the states a game starts from.
    fn start_value(&self) -> f64 {
        let starts = self.game().starts();
        starts.iter().map(|s| s.probability * self.value(s.state).unwrap_or(0.0)).sum()
    }
}

/// What a policy says of a board, in the frame of that board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The action to take.
    pub action: Action,
    /// V of the state in [0, 1], if known.
    pub value: Option<f64>,
    /// Q of every action, if known.
    pub action_values: Option<ActionValues>,
}

/// A map from canonical states to actions, asked in the frame of the board as it is shown.
pub trait Policy {
    /// The action on a board, or `None` if the policy has no entry for it.
    fn advise(&self, board: Board) -> Option<Advice>;
}

/// Values are a policy: the first of the best actions in the canonical frame.
impl<V: Values> Policy for V {
    fn advise(&self, board: Board) -> Option<Advice> {
        let (state, symmetry) = CanonicalState::of(board);
        let values = self.action_values(state)?;
        Some(Advice {
            action: symmetry.inverse().action(values.choice()?),
            value: values.value(),
            action_values: Some(values.before(symmetry)),
        })
    }
}
