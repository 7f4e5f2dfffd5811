//! The interfaces of solutions and policies.

use mdp2048_rules::{Action, Board, CanonicalState};

use crate::{ActionValues, Game, Rewards, Value, ValuedGame};

/// The value of every reachable state of a game under an optimal policy.
pub trait Values {
    /// The game that was solved, and what was maximised.
    fn valued_game(&self) -> &ValuedGame;

    /// The game that was solved.
    fn game(&self) -> &Game {
        self.valued_game().game()
    }

    /// The rewards of which expected returns are expected sums.
    fn rewards(&self) -> Rewards {
        self.valued_game().rewards()
    }

    /// What the solver maximises: the expected sum of [`Values::rewards`] from a state on, or
    /// `None` if the state is not a reachable state of the game.
    fn expected_return(&self, state: CanonicalState) -> Option<f64>;

    /// V of a state in the unit of the objective, or `None` if the state is not a reachable state
    /// of the game.
    fn value(&self, state: CanonicalState) -> Option<Value> {
        Some(self.valued_game().value(self.expected_return(state)?))
    }

    /// Q of each action of a state in the canonical frame, computed from the values of the
    /// successors; `None` if the state is not a reachable state of the game, or if a successor on
    /// which an action is allowed has no value.
    fn action_values(&self, state: CanonicalState) -> Option<ActionValues> {
        action_values(self, state)
    }

    /// V of a board in any frame: [`Values::value`] of its canonical state.
    ///
    /// ```
    /// use mdp2048::{Game, PlainSolution, Values};
    ///
    /// let solution = PlainSolution::solve(&Game::builder().board(2, 2).target(16).build()?);
    /// let value = solution.value_at("0 2/8 4".parse()?);
    /// assert_eq!(value, solution.value_at("8 4/0 2".parse()?));
    /// assert_eq!(solution.value_at("2 4/4 2".parse()?), None, "a lost board is no state");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn value_at(&self, board: Board) -> Option<Value> {
        self.value(CanonicalState::of(board).0)
    }

    /// Q of each action of a board, in the frame of that board; `None` as
    /// [`Values::action_values`].
    ///
    /// ```
    /// use mdp2048::{Action, Game, PlainSolution, Values};
    ///
    /// let solution = PlainSolution::solve(&Game::builder().board(2, 2).target(16).build()?);
    /// let values = solution.action_values_at("8 8/2 4".parse()?).unwrap();
    /// assert!(values.get(Action::Right).is_some_and(|value| value.get() == 1.0), "the move wins");
    /// assert_eq!(values.get(Action::Up), None, "the move is not allowed");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn action_values_at(&self, board: Board) -> Option<ActionValues> {
        let (state, symmetry) = CanonicalState::of(board);
        Some(self.action_values(state)?.before(symmetry))
    }

    /// The action that the optimal policy chooses on a board. Of several best actions it is the
    /// first on the canonical board.
    ///
    /// ```
    /// use mdp2048::{Action, Game, PlainSolution, Values};
    ///
    /// let solution = PlainSolution::solve(&Game::builder().board(2, 2).target(16).build()?);
    /// assert_eq!(solution.best_at("0 8/4 8".parse()?), Some(Action::Up));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn best_at(&self, board: Board) -> Option<Action> {
        let (state, symmetry) = CanonicalState::of(board);
        Some(symmetry.inverse().action(self.action_values(state)?.choice()?))
    }

    /// [`ActionValues::regret`]: what an action on a board costs against the best one. `None` if
    /// the action is not allowed, or the board is not a reachable state.
    ///
    /// ```
    /// use mdp2048::{Game, PlainSolution, Values};
    ///
    /// let solution = PlainSolution::solve(&Game::builder().board(2, 2).target(16).build()?);
    /// let board = "0 2/4 8".parse()?;
    /// let best = solution.best_at(board).unwrap();
    /// assert_eq!(solution.regret_at(board, best), Some(0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn regret_at(&self, board: Board, action: Action) -> Option<f64> {
        self.action_values_at(board)?.regret(action)
    }

    /// The mean of [`Values::expected_return`] over the boards a game starts from.
    fn start_return(&self) -> f64 {
        let (starts, lost) = (self.game().starts(), self.rewards().lost);
        starts.iter().map(|s| s.probability * self.expected_return(s.state).unwrap_or(lost)).sum()
    }

    /// The value of the game: the mean over the boards it starts from.
    ///
    /// ```
    /// use mdp2048::{Game, Solver, Values};
    ///
    /// let solution = Solver::new(&Game::builder().board(3, 3).target(64).build()?).solve()?;
    /// let value = Values::start_value(&solution);
    /// assert_eq!(value.get(), 1.0, "to rounding");
    /// assert!(value.loss().is_some_and(|loss| (6.9e-18..7.1e-18).contains(&loss)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn start_value(&self) -> Value {
        self.valued_game().value(self.start_return())
    }
}

/// Q of each action of a state, as [`Values::action_values`] defines it.
pub fn action_values<V: Values + ?Sized>(
    values: &V,
    state: CanonicalState,
) -> Option<ActionValues> {
    values.expected_return(state)?;
    let (game, rewards) = (values.game(), values.rewards());
    let mut expected_returns = [None; 4];
    for action in Action::ALL {
        let Some(moved) = game.act(state.board(), action) else { continue };
        let points = f64::from(moved.points);
        let value = if moved.wins {
            rewards.winning(points)
        } else {
            let mut expected = 0.0;
            for (board, probability) in game.spawns(moved.after) {
                let value = match values.expected_return(CanonicalState::of(board).0) {
                    Some(value) => value,
                    None if board.can_move() => return None,
                    None => rewards.lost,
                };
                expected += probability * value;
            }
            rewards.going_on(points, expected)
        };
        expected_returns[action.index()] = Some(value);
    }
    Some(values.valued_game().action_values(expected_returns))
}

/// The entry of a policy for a board, in the frame of that board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The action.
    pub action: Action,
    /// V of the state, if known.
    pub value: Option<Value>,
    /// Q of every action, if known.
    pub action_values: Option<ActionValues>,
}

/// A map from boards to actions, one board at a time. `Replay` plays it; a policy that prefers a
/// direction may be one too.
///
/// A solution evaluates policies that are asked for many boards at once: `mdp2048_solve` has their
/// trait, `BatchedPolicy`.
pub trait Policy {
    /// The entry for a board, or `None` if the policy has none.
    fn advise(&self, board: Board) -> Option<Advice>;
}

/// Values define a policy: the first of the best actions in the canonical frame.
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
