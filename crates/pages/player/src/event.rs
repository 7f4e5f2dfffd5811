//! Events of a player.

use mdp2048_model::Seed;
use mdp2048_rules::Board;

use crate::{Continuation, LoadState, Player, PlayerUrl, Speed};

/// A command of the reader, or a fact reported by the page.
#[derive(Clone, Debug)]
pub enum PlayerEvent {
    /// Loading the policy made progress, ended or failed.
    LoadChanged(LoadState),
    /// The rest of the game is known, because the game is solved.
    Continue(Continuation),
    /// Go on with the move that a search finds for the last board, where the policy file has none.
    SearchMove,
    /// Play from the position shown; if the game has ended, from that of `start-at` or the first
    /// board.
    Start,
    /// Stop playing.
    Pause,
    /// Start if paused, pause if playing.
    Toggle,
    /// The time for one move has passed.
    Tick,
    /// Go one move forward and pause.
    Step,
    /// Go one move back and pause.
    Back,
    /// Go to the last board and pause, as soon as the whole game is decoded.
    GoToEnd,
    /// Go to a position and pause, at most to the furthest position visited.
    GoTo(usize),
    /// Go by a number of moves, back if negative, and pause; at most to the furthest position
    /// visited.
    GoBy(isize),
    /// The text of the seed field changed.
    TypeSeed(String),
    /// Change to the game of the seed in the seed field, or report that the text is none.
    SubmitSeed,
    /// Change to the game of a seed.
    SetSeed(Seed),
    /// Change to the game of a seed that is derived from this random number, and play it if the
    /// player was playing.
    RandomSeed(u32),
    /// Play from this board, or from the board of the seed if `None`. The random tiles after the
    /// moves are those of the seed, from its first on. The board has the game's shape.
    SetStartBoard(Option<Board>),
    /// Play faster or slower.
    SetSpeed(Speed),
    /// Show the seed, the first board and the move of a URL.
    OpenUrl(PlayerUrl),
    /// Show what a URL asks for, because the reader has come back to it. A player that shows it, or
    /// plays on from there, stays as it is.
    Revisit(PlayerUrl),
    /// Show and do what the player did before, because the reader has come back to it. If it plays
    /// the same game now, it plays on.
    Return(Box<Player>),
    /// Show the position that the text of the attribute `start-at` names, as soon as the game is
    /// decoded that far.
    StartAt(String),
}
