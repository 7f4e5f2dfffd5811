//! The policy of an agent that sees nothing but the board.

use mdp2048_model::Seed;
use mdp2048_rules::Action;

use crate::agent::{ActionEstimates, Agent, Position, board_seed};

/// Asks another agent for each board as if it were the only one: the points are those of the
/// tiles, and random numbers come from the board. So the policy is a function of the board also
/// where that of the other agent is not.
#[derive(Clone)]
pub(crate) struct ByBoard(pub(crate) Box<dyn Agent>);

impl Agent for ByBoard {
    fn reset(&mut self, _: Seed) {}

    fn estimates(&mut self, position: Position) -> ActionEstimates {
        self.consider(position).0
    }

    fn consider(&mut self, position: Position) -> (ActionEstimates, Option<Action>) {
        self.0.reset(board_seed(position.board));
        self.0.consider(Position::of_board(position.board))
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};
    use mdp2048_rules::{Board, Shape};

    use super::*;
    use crate::{Simulator, built};

    #[test]
    fn the_policy_does_not_depend_on_seeds_points_and_earlier_boards() {
        let game = Game::new(Shape::THREE_BY_THREE, Objective::Score, None, 1.0, 0.1).unwrap();
        let simulator = Simulator::new(game);
        let board: Board = "2 2 4/8 16 0/0 2 4".parse().unwrap();
        let other = Position::of_board("4 2 4/8 16 0/0 2 2".parse().unwrap());
        for spec in ["monte-carlo:games=3", "mdp-monte-carlo:games=3+2+1+1", "expectimax:depth=2"] {
            let is_by_points = spec.starts_with("exp");
            let spec = if is_by_points { "expectimax:evaluation=points-weighted" } else { spec };
            let build = |spec: &str| built(&simulator, spec);
            let estimates = |agent: &mut Box<dyn Agent>| -> Vec<ActionEstimates> {
                let ask = |number: u32| {
                    agent.reset(number.into());
                    agent.estimates(other);
                    agent.estimates(Position { board, points: u64::from(number) * 100 })
                };
                (0..5).map(ask).collect()
            };
            let mut agent = build(&format!("{spec}:by-board"));
            let by_board = estimates(&mut agent);
            assert!(by_board.iter().all(|it| *it == by_board[0]), "{spec}: {by_board:?}");
            let own = estimates(&mut build(spec));
            assert!(own.iter().any(|it| *it != own[0]), "{spec}: {own:?}");
            // It is the policy that computations ask the agent itself for.
            let position = Position::of_board(board);
            assert_eq!(agent.policy(position), build(spec).policy(position));
        }
    }
}
