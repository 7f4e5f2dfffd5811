//! What happens to a player.

use mdp2048_model::Seed;

use crate::{Load, PlayerUrl, Speed};

/// What a reader, the clock or the network did.
#[derive(Clone, Debug)]
pub enum Event {
    /// The policy's loading went on, ended or failed.
    Load(Load),
    /// Play on from here; from the start again if the game has ended.
    Start,
    /// Stop playing.
    Pause,
    /// Start or pause.
    Toggle,
    /// A running player's time for a move has passed.
    Tick,
    /// One move ahead, and pause.
    Step,
    /// One move back, and pause.
    Back,
    /// To the first board, and pause.
    Restart,
    /// To the last board, and pause.
    End,
    /// To a board that was visited already (or the nearest to it), and pause.
    GoTo(usize),
    /// This many boards ahead, or back if negative, as far as was visited already, and pause.
    GoBy(isize),
    /// The text in the seed box changed.
    TypeSeed(String),
    /// The seed box's text is to be played.
    SubmitSeed,
    /// This seed is to be played.
    SetSeed(Seed),
    /// A seed made of this random word is to be played.
    RandomSeed(u32),
    /// Play faster or slower.
    SetSpeed(Speed),
    /// A link asks for a seed and a move.
    OpenUrl(PlayerUrl),
}
