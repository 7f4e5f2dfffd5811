//! The player of a policy that is known to be optimal.

use std::fmt;
use std::sync::Arc;

use mdp2048_model::{Game, Policy, Value};
use mdp2048_rules::Action;

use crate::agent::{ActionEstimates, Agent, Position, best};
use crate::simulator::Simulator;

/// A policy of a solved game: a solution, or a packed policy.
#[derive(Clone)]
pub struct SolvedPolicy {
    /// The game that was solved.
    pub game: Game,
    /// Its policy.
    pub policy: Arc<dyn Policy + Send + Sync>,
}

impl fmt::Debug for SolvedPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvedPolicy").field("game", &self.game).finish_non_exhaustive()
    }
}

impl SolvedPolicy {
    /// Whether the policy is for the boards of a game. The objective may be another one.
    pub(crate) fn fits(&self, game: &Game) -> bool {
        let boards = |game: &Game| (game.shape(), game.target(), game.spawn_four());
        boards(&self.game) == boards(game)
    }
}

/// Plays the policy of a solved game. On a board that the policy does not have, as a packed policy
/// leaves out what games hardly ever reach, it takes a move that
/// wins, or else the most points, as the agent `greedy` does.
#[derive(Clone, Debug)]
pub struct Optimal {
    simulator: Simulator,
    solved: SolvedPolicy,
}

impl Optimal {
    /// The agent for a game; `None` if the policy is for other boards.
    pub fn new(simulator: Simulator, solved: SolvedPolicy) -> Option<Self> {
        let fits = solved.fits(simulator.game());
        fits.then_some(Self { simulator, solved })
    }
}

impl Agent for Optimal {
    fn estimates(&mut self, position: Position) -> ActionEstimates {
        self.consider(position).0
    }

    fn consider(&mut self, position: Position) -> (ActionEstimates, Option<Action>) {
        let Some(advice) = self.solved.policy.advise(position.board) else {
            let points = self.simulator.estimates(position, |moved| f64::from(moved.points));
            return (points, best(&points));
        };
        let mut estimates = [None; 4];
        for (action, _) in self.simulator.moves(position) {
            let chosen = f64::from(u8::from(action == advice.action));
            let value = advice.action_values.and_then(|values| values.get(action));
            estimates[action.index()] = Some(value.map_or(chosen, Value::expected_return));
        }
        (estimates, Some(advice.action))
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Advice;
    use mdp2048_rules::{Board, Shape};
    use mdp2048_solve::{Solution, Solver};

    use super::*;
    use crate::{AgentResources, AgentSpec};

    /// A policy without entries.
    struct Nothing;

    impl Policy for Nothing {
        fn advise(&self, _: Board) -> Option<Advice> {
            None
        }
    }

    fn build(game: Game, solved: SolvedPolicy) -> Result<Box<dyn Agent>, crate::BuildError> {
        let resources = AgentResources { policy: Some(solved), ..AgentResources::default() };
        let spec: AgentSpec = "optimal".parse().unwrap();
        spec.build(&Simulator::new(game), &resources)
    }

    #[test]
    fn the_optimal_policy_is_played() {
        let game = Game::reach(Shape::new(2, 3).unwrap(), 32).unwrap();
        let solution = Solver::new(&game).solve();
        let solution = Arc::new(solution.unwrap());
        let solved = SolvedPolicy { game, policy: Arc::<Solution>::clone(&solution) };
        let mut agent = build(game, solved).unwrap();
        let mut policy = |boards: &[Board], probabilities: &mut [[f64; 4]]| {
            for (&board, probabilities) in boards.iter().zip(probabilities) {
                *probabilities = agent.policy(Position::of_board(board));
            }
        };
        let result = solution.passes().evaluate_policy(&mut policy);
        let result = result.unwrap();
        assert!(result.optimum.better_by(result.value).abs() < 1e-12, "{result:?}");
    }

    #[test]
    fn boards_without_an_entry_are_played_for_points() {
        let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
        let mut agent = build(game, SolvedPolicy { game, policy: Arc::new(Nothing) }).unwrap();
        let position = Position::of_board("2 4/2 4".parse().unwrap());
        assert!(matches!(agent.choose(position), Some(Action::Up | Action::Down)));
        let other = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
        let error = build(other, SolvedPolicy { game, policy: Arc::new(Nothing) }).err().unwrap();
        assert!(error.to_string().contains("2x2 to 16"), "{error}");
    }
}
