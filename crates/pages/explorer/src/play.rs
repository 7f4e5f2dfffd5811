//! How somebody plays: where random tiles come from, and when values are shown.

use mdp2048_model::{Game, Seed, SeededSpawns};
use mdp2048_rules::{Action, Board};

use crate::line::{LineMove, LineOfPlay};

/// Where random tiles come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpawnRule {
    /// The random tiles of a seed.
    Seed,
    /// The player places them.
    ByHand,
}

impl SpawnRule {
    /// All rules.
    pub const ALL: [Self; 2] = [Self::Seed, Self::ByHand];

    /// The name in URLs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seed => "seed",
            Self::ByHand => "hand",
        }
    }

    /// The name in a menu.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Seed => "by seed",
            Self::ByHand => "placed by hand",
        }
    }
}

/// When a player sees values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hints {
    /// Before each move.
    Always,
    /// After each move, for the move that was played.
    After,
    /// When the game is over.
    AtEnd,
    /// Not at all.
    Never,
}

impl Hints {
    /// All choices.
    pub const ALL: [Self; 4] = [Self::Always, Self::After, Self::AtEnd, Self::Never];

    /// The name in URLs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::After => "after",
            Self::AtEnd => "end",
            Self::Never => "never",
        }
    }

    /// The name in a menu.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::After => "after each move",
            Self::AtEnd => "at the end",
            Self::Never => "never",
        }
    }
}

/// The first board of a seed.
pub(crate) fn seeded_start(game: &Game, seed: Seed) -> Board {
    SeededSpawns::new(seed).start(game)
}

/// The move of an action from the board of a line, with the next random tile of a seed. The first
/// two tiles of the seed are those of its first board, if the line begins there.
pub(crate) fn seeded_move(
    game: &Game,
    line: &LineOfPlay,
    seed: Seed,
    action: Action,
) -> Option<LineMove> {
    let result = game.act(line.board(), action)?;
    let before = if line.first() == seeded_start(game, seed) { 2 } else { 0 };
    let mut spawns = SeededSpawns::new(seed);
    spawns.skip(before + line.at());
    Some(LineMove { action, next: spawns.spawn(game, result.after) })
}
