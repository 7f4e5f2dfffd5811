//! What solutions and policies have in common.

use mdp2048_rules::{Action, Board, CanonicalState};

use crate::{ActionValues, Game, Rewards};

/// The values of all reachable states of a game under optimal play.
pub trait Values {
    /// The game that was solved.
    fn game(&self) -> &Game;

    /// What the values are expected sums of: the game's own rewards unless said otherwise.
    fn rewards(&self) -> Rewards {
        self.game().rewards()
    }

    /// V of a state in the unit of [`Values::rewards`] (a probability for the win objective), or
    /// `None` if it is not a reachable state of the game.
    fn value(&self, state: CanonicalState) -> Option<f64>;

    /// Q of each action of a state in the canonical frame, from the values of its successors;
    /// `None` if it is not a reachable state of the game.
    fn action_values(&self, state: CanonicalState) -> Option<ActionValues> {
        self.value(state)?;
        let (game, rewards) = (self.game(), self.rewards());
        let mut values = [None; 4];
        for action in Action::ALL {
            values[action.index()] = game.act(state.board(), action).map(|acted| {
                let points = f64::from(acted.points);
                if acted.wins {
                    return rewards.winning(points);
                }
                let mut mean = 0.0;
                for (board, probability) in game.spawns(acted.after) {
                    // Of a reachable state's successors only the lost ones have no value.
                    let value = self.value(CanonicalState::of(board).0).unwrap_or(rewards.lost);
                    mean += probability * value;
                }
                rewards.going_on(points, mean)
            });
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
    /// V of the state, if known.
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
