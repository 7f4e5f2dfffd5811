//! A seeded game under a policy.

use mdp2048_rules::{Afterstate, Board};

use crate::{Advice, Game, Policy, Seed, SeededSpawns, Status};

/// How a replay ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The target was made.
    Won,
    /// No action was left.
    Lost,
    /// The board has no entry in the policy, and the game is not over.
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

/// One action of a replay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The board as shown, before the action.
    pub board: Board,
    /// What the policy said of it; `advice.action` was played.
    pub advice: Advice,
    /// The board after the slide, before the random tile.
    pub after: Afterstate,
}

/// A seeded game played to its end by a policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The seed of the random tiles.
    pub seed: Seed,
    /// The actions played, in order.
    pub steps: Vec<Step>,
    /// The last board.
    pub last: Board,
    /// How it ended.
    pub outcome: Outcome,
}

impl Replay {
    /// Plays a game to its end. A game has finitely many moves: each adds to the tile sum.
    ///
    /// An action that the policy advises but the rules do not allow counts as off the policy.
    pub fn play(game: &Game, policy: &(impl Policy + ?Sized), seed: Seed) -> Self {
        let mut spawns = SeededSpawns::new(seed);
        let mut board = spawns.start(game);
        let mut steps = Vec::new();
        loop {
            let outcome = match game.status(board) {
                Status::Won => Outcome::Won,
                Status::Lost => Outcome::Lost,
                Status::Playing => {
                    let advised = policy.advise(board).and_then(|advice| {
                        game.act(board, advice.action).map(|acted| (advice, acted.after))
                    });
                    if let Some((advice, after)) = advised {
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

    /// The boards of the replay: that before each action, then the last one.
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        self.steps.iter().map(|step| step.board).chain([self.last])
    }
}
