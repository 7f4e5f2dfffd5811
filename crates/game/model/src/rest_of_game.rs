//! How games under a policy go on from a board.

use mdp2048_rules::{Board, CanonicalState};

use crate::game::Game;
use crate::policy::Policy;
use crate::process::{ForwardPass, OccupancyMap};

/// The rest of the games under a policy from one board on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestOfGame {
    /// The expected number of moves until the game is won or lost.
    pub moves: f64,
    /// The probability that the game is won.
    pub win: f64,
    /// Whether a game can be lost, however small the probability is.
    pub can_lose: bool,
}

impl RestOfGame {
    /// Follows all games under a policy from a board on. No game visits a state twice, so the
    /// expected number of moves is the sum of the probabilities of the states.
    ///
    /// Returns `None` if the policy has no action for a board that a game reaches and on which an
    /// action is allowed. The numbers are then unknown.
    pub fn of<P: Policy + ?Sized>(game: &Game, policy: &P, board: Board) -> Option<Self> {
        let mut pass = ForwardPass::from_state(game, CanonicalState::of(board).0);
        let (mut moves, mut win, mut can_lose) = (0.0, 0.0, false);
        while let Some(layer) = pass.next_layer() {
            let mut afterstates = OccupancyMap::default();
            for state in layer.states {
                if !state.board.can_move() {
                    can_lose |= state.occupancy > 0.0;
                    continue;
                }
                let moved = game.act(state.board, policy.advise(state.board)?.action)?;
                moves += state.occupancy;
                if moved.wins {
                    win += state.occupancy;
                } else {
                    let after = CanonicalState::of(moved.after.board()).0.board();
                    afterstates.add(after, state.occupancy);
                }
            }
            pass.advance(afterstates);
        }
        Some(Self { moves, win, can_lose })
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_rules::Shape;

    use super::*;
    use crate::{Advice, Objective, PlainSolution, Value, Values as _};

    #[test]
    fn the_fewest_moves_and_the_win_probability_of_every_state_are_found() {
        let shape = Shape::TWO_BY_TWO;
        let to_win = PlainSolution::solve(&Game::reach(shape, 16).unwrap());
        let fewest = Game::new(shape, Objective::Fewest, Some(16), 1.0, 0.1).unwrap();
        let fewest = PlainSolution::solve(&fewest);
        let mut certain = 0;
        for hex in ["0011", "0012", "0022", "0013", "0123", "1230", "0033", "0133"] {
            let board = Board::from_hex(shape, hex).unwrap();
            let state = CanonicalState::of(board).0;
            let Some(value) = to_win.value(state).map(Value::get) else { continue };
            let found = RestOfGame::of(to_win.game(), &to_win, board).unwrap();
            assert!((found.win - value).abs() < 1e-14, "{hex}: {found:?}, {value}");
            assert_eq!(found.can_lose, value < 1.0, "{hex}");
            if let Some(moves) = fewest.value(state).and_then(Value::finite) {
                let found = RestOfGame::of(fewest.game(), &fewest, board).unwrap();
                assert!((found.moves - moves).abs() < 1e-13, "{hex}: {found:?}, {moves}");
                assert!((found.win - 1.0).abs() < 1e-14, "{hex}: {found:?}");
                certain += 1;
            }
        }
        assert!(certain > 0);
    }

    #[test]
    fn a_policy_without_an_action_has_no_known_continuation() {
        struct Empty;
        impl Policy for Empty {
            fn advise(&self, _: Board) -> Option<Advice> {
                None
            }
        }
        let game = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
        let board = |hex| Board::from_hex(Shape::TWO_BY_TWO, hex).unwrap();
        assert_eq!(RestOfGame::of(&game, &Empty, board("0011")), None);
        // No action is allowed here.
        let lost = RestOfGame { moves: 0.0, win: 0.0, can_lose: true };
        assert_eq!(RestOfGame::of(&game, &Empty, board("1221")), Some(lost));
    }
}
