//! Replays: seeded games under a policy.

use mdp2048_rules::{Afterstate, Board};

use crate::{Advice, Game, Policy, Seed, SeededSpawns, Status};

/// The outcome of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The target was made.
    Won,
    /// No action was allowed.
    Lost,
    /// The game was not over, but the policy has no entry for the board.
    OffPolicy,
}

impl Outcome {
    /// The name in JSON: `won`, `lost`, `off_policy`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::OffPolicy => "off_policy",
        }
    }
}

/// One move of a replay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The board as shown, before the action.
    pub board: Board,
    /// The policy's entry for the board; `advice.action` was played.
    pub advice: Advice,
    /// The board after the slide, before the random tile.
    pub after: Afterstate,
}

/// A seeded game that a policy played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The seed of the random tiles.
    pub seed: Seed,
    /// The moves in order.
    pub steps: Vec<Step>,
    /// The last board.
    pub last: Board,
    /// The outcome.
    pub outcome: Outcome,
}

impl Replay {
    /// Plays a game to its end. Every game ends, because each move increases the tile sum.
    ///
    /// An entry with an action that is not allowed counts as no entry.
    ///
    /// ```
    /// use mdp2048::{Game, Outcome, PlainSolution, Replay};
    ///
    /// let game = Game::builder().board(2, 2).target(16).build()?;
    /// let replay = Replay::play(&game, &PlainSolution::solve(&game), 20.into());
    /// assert_eq!(replay.outcome, Outcome::Lost);
    /// assert_eq!(replay.boards().count(), replay.steps.len() + 1);
    /// # Ok::<(), mdp2048::GameError>(())
    /// ```
    pub fn play(game: &Game, policy: &(impl Policy + ?Sized), seed: Seed) -> Self {
        let mut spawns = SeededSpawns::new(seed);
        let board = spawns.start(game);
        Self::play_on(game, policy, seed, spawns, board)
    }

    /// Plays a game from any board to its end. The random tiles after the moves are those of the
    /// seed, after the first `tiles` of them: 0 to begin a game on a chosen board, two more than
    /// the number of moves to continue the game of the seed.
    ///
    /// # Panics
    /// If the board has another shape than the game.
    pub fn play_from(
        game: &Game,
        policy: &(impl Policy + ?Sized),
        seed: Seed,
        tiles: usize,
        board: Board,
    ) -> Self {
        let mut spawns = SeededSpawns::new(seed);
        spawns.skip(tiles);
        Self::play_on(game, policy, seed, spawns, board)
    }

    fn play_on(
        game: &Game,
        policy: &(impl Policy + ?Sized),
        seed: Seed,
        mut spawns: SeededSpawns,
        mut board: Board,
    ) -> Self {
        let mut steps = Vec::new();
        loop {
            let outcome = match game.status(board) {
                Status::Won => Outcome::Won,
                Status::Lost => Outcome::Lost,
                Status::Playing => {
                    let allowed = policy.advise(board).and_then(|advice| {
                        game.act(board, advice.action).map(|moved| (advice, moved.after))
                    });
                    if let Some((advice, after)) = allowed {
                        steps.push(Step { board, advice, after });
                        board = spawns.spawn(game, after);
                        continue;
                    }
                    Outcome::OffPolicy
                }
            };
            return Self { seed, steps, last: board, outcome };
        }
    }

    /// The score: the sum of the faces of all tiles made by merging.
    pub fn points(&self) -> u32 {
        let slides = self.steps.iter().filter_map(|step| step.board.slide(step.advice.action));
        slides.map(|slide| slide.points).sum()
    }

    /// The boards of the replay: the board before each move, then the last board.
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        self.steps.iter().map(|step| step.board).chain([self.last])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Objective, PlainSolution};
    use mdp2048_rules::{Exponent, Shape};

    #[test]
    fn points_count_every_merge() {
        // Where every random tile is a 2, the merges that made a tile of exponent k score k - 1 times
        // its face.
        let made = |tile: Exponent| tile.face() * u32::from(tile.get().saturating_sub(1));
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(16), 1.0, 0.0).unwrap();
        let solution = PlainSolution::solve(&game);
        let mut outcomes = Vec::new();
        for seed in (0..20).map(Seed::from) {
            let replay = Replay::play(&game, &solution, seed);
            // The game ends with the random tile after the last move.
            let points: u32 = replay.last.tiles().map(made).sum();
            assert_eq!((replay.points(), replay.steps.is_empty()), (points, false));
            outcomes.push(replay.outcome.name());
        }
        assert!(outcomes.contains(&"won"), "{outcomes:?}");
        let names = [Outcome::Won, Outcome::Lost, Outcome::OffPolicy].map(Outcome::name);
        assert_eq!(names, ["won", "lost", "off_policy"]);
    }

    #[test]
    fn a_game_is_continued_with_its_own_random_tiles() {
        let game = Game::reach(Shape::TWO_BY_TWO, 32).unwrap();
        let solution = PlainSolution::solve(&game);
        for seed in (0..20).map(Seed::from) {
            let whole = Replay::play(&game, &solution, seed);
            for (moves, board) in whole.boards().enumerate() {
                let rest = Replay::play_from(&game, &solution, seed, 2 + moves, board);
                assert_eq!(rest.steps, whole.steps[moves..]);
                assert_eq!((rest.last, rest.outcome), (whole.last, whole.outcome));
            }
        }
    }
}
