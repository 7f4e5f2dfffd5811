//! The policy of an agent on canonical boards.

use mdp2048_model::Seed;
use mdp2048_rules::{Action, Board, CanonicalState, Symmetry};

use crate::agent::{ActionEstimates, Agent, Position};

/// Asks another agent for the canonical board, and maps its action back. So the images of a board
/// are treated alike, which an agent with unequal weights or with ties does not do by itself.
#[derive(Clone)]
pub(crate) struct Canonical(pub(crate) Box<dyn Agent>);

impl Agent for Canonical {
    fn reset(&mut self, seed: Seed) {
        self.0.reset(seed);
    }

    fn estimates(&mut self, position: Position) -> ActionEstimates {
        self.consider(position).0
    }

    fn shown(&self, board: Board, estimates: ActionEstimates) -> ActionEstimates {
        self.0.shown(board, estimates)
    }

    fn consider(&mut self, position: Position) -> (ActionEstimates, Option<Action>) {
        let (state, symmetry) = CanonicalState::of(position.board);
        let of_state = self.0.consider(Position { board: state.board(), ..position });
        let action = of_state.1.map(|action| symmetry.inverse().action(action));
        (before(symmetry, of_state.0), action)
    }

    fn policy(&mut self, position: Position) -> [f64; 4] {
        let (state, symmetry) = CanonicalState::of(position.board);
        before(symmetry, self.0.policy(Position { board: state.board(), ..position }))
    }
}

/// What belongs to each action of a board, from what belongs to those of its image.
fn before<T: Copy>(symmetry: Symmetry, of_image: [T; 4]) -> [T; 4] {
    Action::ALL.map(|action| of_image[symmetry.action(action).index()])
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};
    use mdp2048_rules::Shape;

    use super::*;
    use crate::{Simulator, built};

    #[test]
    fn images_of_a_board_are_played_alike() {
        let game = Game::new(Shape::THREE_BY_THREE, Objective::Score, None, 1.0, 0.1).unwrap();
        let simulator = Simulator::new(game);
        let [mut own, mut canonical] =
            ["greedy", "greedy:canonical"].map(|spec| built(&simulator, spec));
        let board: Board = "2 2 4/8 16 0/0 0 0".parse().unwrap();
        let after = |agent: &mut Box<dyn Agent>, board: Board| {
            let action = agent.choose(Position::of_board(board)).unwrap();
            let probabilities = agent.policy(Position::of_board(board));
            assert_eq!(probabilities[action.index()], 1.0);
            CanonicalState::of(simulator.act(board, action).unwrap().after.board()).0
        };
        let images: Vec<Board> = board.images().boards().collect();
        let of_own: Vec<_> = images.iter().map(|&image| after(&mut own, image)).collect();
        assert!(of_own.iter().any(|&it| it != of_own[0]), "{of_own:?}");
        let least = CanonicalState::of(board).0.board();
        for &image in &images {
            assert_eq!(after(&mut canonical, image), after(&mut own, least));
        }
    }
}
