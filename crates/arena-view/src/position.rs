//! Positions of optimal games, as the solver sends them.

use mdp2048_agents::{SeededGame, Simulator};
use mdp2048_model::Seed;
use mdp2048_protocol::AgentPosition;
use mdp2048_rules::Action;

use crate::arena_game::ArenaGame;

/// The numbers of a move in the answer of the solver: the tile sum, the index of the action, the
/// value and the four action values.
const SOLVER_NUMBERS: usize = 7;

/// The positions of the optimal policy's game of a seed, from the moves that the solver found.
/// `None` if they are not moves of this game.
pub(crate) fn optimal_positions(
    game: &ArenaGame,
    seed: Seed,
    numbers: &[f64],
) -> Option<Vec<AgentPosition>> {
    let mut seeded = SeededGame::new(Simulator::new(*game.game()), seed);
    let mut positions = Vec::new();
    let mut push = |seeded: &SeededGame, estimates, action| {
        let position = seeded.position();
        let (board, points) = (position.board, position.points);
        positions.push(AgentPosition { board, points, estimates, action });
    };
    for row in numbers.chunks(SOLVER_NUMBERS) {
        let [_, action, _, values @ ..] = row else { return None };
        let action = action_at(*action)?;
        let value = |index: usize| values.get(index).copied().filter(|it| !it.is_nan());
        push(&seeded, std::array::from_fn(value), Some(action));
        if !seeded.play(action) {
            return None;
        }
    }
    push(&seeded, [None; 4], None);
    Some(positions)
}

fn action_at(index: f64) -> Option<Action> {
    Action::ALL.into_iter().find(|action| action.index() as f64 == index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_the_solver_are_a_game() {
        let game = ArenaGame::named("3x3_to_128").unwrap();
        let mut seeded = SeededGame::new(Simulator::new(*game.game()), 7.into());
        let mut numbers = Vec::new();
        // Any allowed move serves for one of the policy.
        while let Some(action) = Action::ALL.into_iter().find(|&action| seeded.play(action)) {
            numbers.extend([0.0, action.index() as f64, 0.5, 0.5, f64::NAN, 0.25, 0.0]);
        }
        let found = optimal_positions(&game, 7.into(), &numbers).unwrap();
        assert_eq!(found.len(), numbers.len() / SOLVER_NUMBERS + 1);
        let last = found.last().unwrap();
        assert_eq!((last.board, last.action), (seeded.position().board, None));
        assert_eq!(last.points, seeded.position().points);
        assert_eq!(found[0].estimates, [Some(0.5), None, Some(0.25), Some(0.0)]);
        numbers[1] = 9.0;
        assert_eq!(optimal_positions(&game, 7.into(), &numbers), None);
    }
}
