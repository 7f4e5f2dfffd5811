//! Positions of games, as the workers send them.

use mdp2048_agents::{ActionEstimates, SeededGame, Simulator};
use mdp2048_model::Seed;
use mdp2048_rules::{Action, Board};

use crate::arena_game::ArenaGame;

/// The numbers of a position in the answer of an agent's worker.
const NUMBERS: usize = 8;

/// The numbers of a move in the answer of the solver: the tile sum, the index of the action, the
/// value and the four action values.
const SOLVER_NUMBERS: usize = 7;

/// A position of an agent's game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentPosition {
    /// The tiles.
    pub board: Board,
    /// The points so far.
    pub points: f64,
    /// What the agent thinks each action is worth, by [`Action::index`].
    pub estimates: ActionEstimates,
    /// The action that it chooses; `None` if the game has ended.
    pub action: Option<Action>,
}

/// A board, and the action that was chosen on it.
pub type Decision = (Board, Action);

/// The positions in the answer of an agent's worker: eight numbers for each. `None` if the numbers
/// are not those of positions.
pub(crate) fn positions(game: &ArenaGame, numbers: &[f64]) -> Option<Vec<AgentPosition>> {
    let rows = numbers.chunks(NUMBERS).map(|row| {
        let [high, low, action, points, estimates @ ..] = row else { return None };
        let estimate = |index: usize| estimates.get(index).copied().filter(|it| !it.is_nan());
        Some(AgentPosition {
            board: board(game, *high, *low)?,
            points: *points,
            estimates: std::array::from_fn(estimate),
            action: action_at(*action),
        })
    });
    rows.collect()
}

/// The decisions of a finished game: three numbers for each.
pub(crate) fn decisions(game: &ArenaGame, numbers: &[f64]) -> Option<Vec<Decision>> {
    let rows = numbers.chunks(3).map(|row| {
        let &[high, low, action] = row else { return None };
        Some((board(game, high, low)?, action_at(action)?))
    });
    rows.collect()
}

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
        let (board, points) = (position.board, position.points as f64);
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

fn board(game: &ArenaGame, high: f64, low: f64) -> Option<Board> {
    // The halves are whole numbers of 32 bits.
    let key = (high as u64) << 32 | low as u64;
    Board::from_key(game.game().shape(), key)
}

fn action_at(index: f64) -> Option<Action> {
    Action::ALL.into_iter().find(|action| action.index() as f64 == index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_positions() {
        let game = ArenaGame::named("3x3_to_128").unwrap();
        let board: Board = "2 4 0/0 2 8/0 0 16".parse().unwrap();
        let key = board.key();
        let half = [(key >> 32) as f64, (key as u32).into()];
        let row = [half[0], half[1], 1.0, 40.0, 0.5, f64::NAN, 0.25, 1.0];
        let found = positions(&game, &row).unwrap();
        assert_eq!((found.len(), found[0].board, found[0].points), (1, board, 40.0));
        assert_eq!(found[0].estimates, [Some(0.5), None, Some(0.25), Some(1.0)]);
        assert_eq!(found[0].action.map(Action::index), Some(1));
        assert_eq!(positions(&game, &row[..3]), None);
        let found = decisions(&game, &row[..3]).unwrap();
        assert_eq!((found[0].0, found[0].1.index()), (board, 1));
        assert_eq!(decisions(&game, &[0.0]), None);
    }

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
        assert_eq!(last.points, seeded.position().points as f64);
        assert_eq!(found[0].estimates, [Some(0.5), None, Some(0.25), Some(0.0)]);
        numbers[1] = 9.0;
        assert_eq!(optimal_positions(&game, 7.into(), &numbers), None);
    }
}
