//! Positions of optimal games, from the moves that the solver sends.

use mdp2048_agents::{SeededGame, Simulator};
use mdp2048_model::Seed;
use mdp2048_protocol::{AgentPosition, OptimalMove};

use crate::arena_game::ArenaGame;

/// The positions of the optimal policy's game of a seed, from the moves that the solver found.
/// `None` if they are not moves of this game.
pub(crate) fn optimal_positions(
    game: &ArenaGame,
    seed: Seed,
    moves: &[OptimalMove],
) -> Option<Vec<AgentPosition>> {
    let mut seeded = SeededGame::new(Simulator::new(*game.game()), seed);
    let mut positions = Vec::new();
    let mut push = |seeded: &SeededGame, estimates, action| {
        let position = seeded.position();
        let (board, points) = (position.board, position.points);
        positions.push(AgentPosition { board, points, estimates, action });
    };
    for OptimalMove { action, values, .. } in moves {
        push(&seeded, values.actions, Some(*action));
        if !seeded.play(*action) {
            return None;
        }
    }
    push(&seeded, [None; 4], None);
    Some(positions)
}

#[cfg(test)]
mod tests {
    use mdp2048_protocol::BoardValues;
    use mdp2048_rules::Action;

    use super::*;

    #[test]
    fn moves_of_the_solver_are_a_game() {
        let game = ArenaGame::named("3x3_to_128").unwrap();
        let mut seeded = SeededGame::new(Simulator::new(*game.game()), 7.into());
        let actions = [Some(0.5), None, Some(0.25), Some(0.0)];
        let values = BoardValues { value: Some(0.5), actions };
        let mut moves = Vec::new();
        // Any allowed move serves for one of the policy.
        while let Some(action) = Action::ALL.into_iter().find(|&action| seeded.play(action)) {
            moves.push(OptimalMove { sum: seeded.position().board.tile_sum(), action, values });
        }
        let found = optimal_positions(&game, 7.into(), &moves).unwrap();
        assert_eq!(found.len(), moves.len() + 1);
        let last = found.last().unwrap();
        assert_eq!((last.board, last.action), (seeded.position().board, None));
        assert_eq!(last.points, seeded.position().points);
        assert_eq!(found[0].estimates, actions);
        moves.push(moves[0]);
        assert_eq!(optimal_positions(&game, 7.into(), &moves), None);
    }
}
