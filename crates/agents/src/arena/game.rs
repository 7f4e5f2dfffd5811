//! One game of an agent.

use mdp2048_model::{Seed, SeededSpawns, Status};
use mdp2048_rules::{Action, Board, Exponent};

use crate::agent::{Agent, Position};
use crate::simulator::Simulator;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The seed of the random tiles.
    pub seed: Seed,
    /// The score: the sum of the faces of all tiles made by merging.
    pub points: u64,
    /// The number of moves.
    pub moves: u32,
    /// The largest tile.
    pub largest: Exponent,
    /// Whether the target of the game was made; false where there is none.
    pub won: bool,
    /// The sum of the faces of the last board. A move that makes the target ends the game before
    /// the next random tile.
    pub tile_sum: u32,
}

/// A seeded game, move by move.
///
/// The n-th random tile uses the n-th two numbers of the seed, whatever the actions are (see
/// [`SeededSpawns`]), so all agents meet the same luck as far as their boards allow.
#[derive(Clone, Debug)]
pub struct SeededGame {
    simulator: Simulator,
    seed: Seed,
    spawns: SeededSpawns,
    position: Position,
    moves: u32,
}

impl SeededGame {
    /// The game of a seed before the first move.
    pub fn new(simulator: Simulator, seed: Seed) -> Self {
        let mut spawns = SeededSpawns::new(seed);
        let position = Position { board: spawns.start(simulator.game()), points: 0 };
        Self { simulator, seed, spawns, position, moves: 0 }
    }

    /// The current position.
    pub const fn position(&self) -> Position {
        self.position
    }

    /// Whether the game goes on, is won or is lost.
    pub fn status(&self) -> Status {
        self.simulator.game().status(self.position.board)
    }

    /// Plays an action and places the next random tile, unless the action wins. Returns false if
    /// the action is not allowed, or if the game has ended.
    pub fn play(&mut self, action: Action) -> bool {
        let Self { simulator, spawns, position, .. } = self;
        if simulator.game().status(position.board) != Status::Playing {
            return false;
        }
        let Some(moved) = simulator.act(position.board, action) else { return false };
        self.moves += 1;
        position.points += u64::from(moved.points);
        position.board = if moved.wins {
            moved.after.board()
        } else {
            spawns.spawn(simulator.game(), moved.after)
        };
        true
    }

    /// The result so far.
    pub fn result(&self) -> GameResult {
        let Self { seed, position: Position { board, points }, moves, .. } = *self;
        let won = self.status() == Status::Won;
        let (largest, tile_sum) = (board.largest(), board.tile_sum().get());
        GameResult { seed, points, moves, largest, won, tile_sum }
    }
}

/// Plays the game of a seed to its end.
pub fn play(simulator: &Simulator, agent: &mut dyn Agent, seed: Seed) -> GameResult {
    let mut game = SeededGame::new(simulator.clone(), seed);
    play_to_end(&mut game, agent, || true, |_, _| {});
    game.result()
}

/// Plays the game of a seed as long as `goes_on`, which is asked before each move; `None` if the
/// game was stopped before its end. `on_move` gets each board and the action on it.
pub fn play_while(
    simulator: &Simulator,
    agent: &mut dyn Agent,
    seed: Seed,
    goes_on: impl FnMut() -> bool,
    on_move: impl FnMut(Board, Action),
) -> Option<GameResult> {
    let mut game = SeededGame::new(simulator.clone(), seed);
    play_to_end(&mut game, agent, goes_on, on_move).then(|| game.result())
}

/// Plays a game as long as `goes_on`. Returns whether it has ended.
fn play_to_end(
    game: &mut SeededGame,
    agent: &mut dyn Agent,
    mut goes_on: impl FnMut() -> bool,
    mut on_move: impl FnMut(Board, Action),
) -> bool {
    agent.reset(game.seed);
    while game.status() == Status::Playing {
        if !goes_on() {
            return false;
        }
        let Some(action) = agent.choose(game.position()) else { break };
        on_move(game.position().board, action);
        if !game.play(action) {
            break;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective, PlainSolution, Policy, Replay};
    use mdp2048_rules::Shape;

    use super::*;
    use crate::agent::ActionEstimates;

    /// Plays the optimal policy of a game.
    #[derive(Clone)]
    struct Optimal(PlainSolution);

    impl Agent for Optimal {
        fn estimates(&mut self, position: Position) -> ActionEstimates {
            let mut estimates = [None; 4];
            if let Some(advice) = self.0.advise(position.board) {
                estimates[advice.action.index()] = Some(1.0);
            }
            estimates
        }
    }

    #[test]
    fn a_game_of_the_optimal_policy_is_its_replay() {
        for game in [
            Game::reach(Shape::TWO_BY_TWO, 16).unwrap(),
            Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap(),
        ] {
            let mut agent = Optimal(PlainSolution::solve(&game));
            for seed in 0..30 {
                let replay = Replay::play(&game, &agent.0, seed.into());
                let result = play(&Simulator::new(game), &mut agent, seed.into());
                let mut moves = 0..result.moves;
                let mut stopped = |mut moves: std::ops::Range<u32>| {
                    let goes_on = || moves.next().is_some();
                    play_while(&Simulator::new(game), &mut agent, seed.into(), goes_on, |_, _| {})
                };
                assert_eq!(stopped(moves.clone()), Some(result));
                moves.next_back();
                assert_eq!(stopped(moves), None);
                assert_eq!(result.moves as usize, replay.steps.len());
                assert_eq!(result.points, u64::from(replay.points()));
                assert_eq!(result.won, replay.outcome == mdp2048_model::Outcome::Won);
                // The random tiles are two, and one after each move but the one that wins.
                assert!(result.tile_sum >= 2 * (result.moves + 1), "{result:?}");
            }
        }
    }
}
