//! What happens to a drawing.

use mdp2048_model::Seed;
use mdp2048_rules::Action;

use crate::{PaneSize, Settings};

/// The way of an arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKey {
    /// Along a link to a predecessor.
    Left,
    /// Along a link to a successor.
    Right,
    /// Up in the column.
    Up,
    /// Down in the column.
    Down,
}

/// What a reader or the clock did.
#[derive(Clone, Debug, PartialEq)]
pub enum DiagramEvent {
    /// Another address, from `#` on.
    OpenUrl(String),
    /// Other settings.
    SetSettings(Settings),
    /// The pointer is over an item, or over none.
    Hover(Option<usize>),
    /// An item gets the focus, or none has it.
    Focus(Option<usize>),
    /// An arrow key while an item has the focus.
    MoveFocus(ArrowKey),
    /// The token is to start at an item.
    StartAt(usize),
    /// The reader plays an action on the board as it is shown.
    Act(Action),
    /// The reader's own policy takes a port of an item.
    SetPolicyAction(usize, usize),
    /// The optimal policy again.
    ResetPolicy,
    /// One action ahead.
    Step,
    /// One action back.
    Back,
    /// Go on by itself, or stop.
    Toggle,
    /// The time for an action has passed.
    Tick,
    /// To the first board.
    Restart,
    /// The text in the seed box changed.
    TypeSeed(String),
    /// The seed box's text is to be played.
    SubmitSeed,
    /// This seed is to be played.
    SetSeed(Seed),
    /// A seed made of this random word is to be played.
    RandomSeed(u32),
    /// The room for the drawing has another size.
    Resize(PaneSize),
    /// Nearer or farther by a factor, around a point of the pane or its middle.
    Zoom(f64, Option<(f64, f64)>),
    /// The drawing is moved by pixels.
    Pan(f64, f64),
    /// The whole drawing.
    Fit,
}
