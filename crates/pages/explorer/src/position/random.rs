//! Positions of random games.

use mdp2048_model::{Game, Probability, Seed, SeededSpawns, Status};
use mdp2048_rules::{Action, Board, Exponent};

/// The probability that a move of a random game is the one that scores most.
const GREEDY: f64 = 0.8;

/// A position of a game that is played partly at random; each position of that game is equally
/// likely. `None` if the first board is already the last.
pub fn random_position(game: &Game, seed: Seed) -> Option<Board> {
    let mut spawns = SeededSpawns::new(seed);
    let mut coins = SeededSpawns::new(Seed::from(!seed.get()));
    let mut coin = |probability: f64| {
        let probability = Probability::new(probability).unwrap_or(Probability::SPAWN_FOUR);
        coins.tile(probability) == Exponent::FOUR
    };
    let mut board = spawns.start(game);
    let mut chosen = None;
    let mut positions = 0.0;
    while game.status(board) == Status::Playing {
        positions += 1.0;
        if coin(1.0 / positions) {
            chosen = Some(board);
        }
        let points = |action: &Action| game.act(board, *action).map(|result| result.points);
        let is_greedy = coin(GREEDY);
        let most = board.allowed().filter_map(|action| points(&action)).max();
        let mut action = None;
        let mut candidates = 0.0;
        for other in board.allowed().filter(|other| !is_greedy || points(other) == most) {
            candidates += 1.0;
            if coin(1.0 / candidates) {
                action = Some(other);
            }
        }
        let Some(result) = action.and_then(|action| game.act(board, action)) else { break };
        if result.wins {
            break;
        }
        board = spawns.spawn(game, result.after);
    }
    chosen
}
