//! Events of a diagram view.

use mdp2048_display::Opened;
use mdp2048_rules::Action;

use crate::DrawingFormat;
use crate::page::{ArrowKey, DiagramView, PaneSize, Setting};

/// A command of the reader, or a fact reported by the page.
#[derive(Clone, Debug)]
pub enum DiagramEvent {
    /// The reader has come to an entry of the history.
    Open(Box<Opened<DiagramView>>),
    /// Change a setting of the drawing.
    Set(Setting),
    /// The pointer moved onto this node, or onto none.
    Hover(Option<usize>),
    /// Focus this node, or none.
    Focus(Option<usize>),
    /// Move the focus to a neighbour.
    MoveFocus(ArrowKey),
    /// Focus this node. In the drawing of one state, draw that state instead.
    Choose(usize),
    /// Restart the walk at the board of this node. In the drawing of one state, draw that state
    /// instead.
    StartAt(usize),
    /// Show the drawing with this many columns solved, from the right. The number after that of all
    /// columns also solves the start, which finishes it; a greater one does the same.
    Solve(usize),
    /// Solve the next column, or begin with none.
    SolveNext,
    /// Write the numbers of equations as fractions, or as decimals.
    ShowFractions(bool),
    /// Play an action on the board of the walk.
    Play(Action),
    /// Let the reader's policy choose the action of this port (second) of this node (first).
    SetPolicyAction(usize, usize),
    /// Return to the optimal policy.
    ResetPolicy,
    /// Let the reader's policy take the first action that is allowed, in every state.
    SimplestPolicy,
    /// Do a round of policy iteration.
    ImprovePolicy,
    /// Play one action and pause: the one that was taken back, else that of the policy.
    Step,
    /// Take one action back and pause.
    Back,
    /// Let the walk run, or pause it. A walk that has ended restarts.
    Toggle,
    /// The time for one action has passed.
    Tick,
    /// Return to the first board and pause.
    Restart,
    /// The reader changed the text of the seed field.
    TypeSeed(String),
    /// Change to the game of the seed in the seed field.
    SubmitSeed,
    /// Change to the game of a seed that is derived from this random number.
    RandomSeed(u32),
    /// The pane has another size.
    Resize(PaneSize),
    /// Zoom by a factor, in if above 1, around a point of the pane in pixels, or around its middle.
    Zoom(f64, Option<(f64, f64)>),
    /// Move the drawing by pixels, right and down if positive.
    Pan(f64, f64),
    /// Show the whole drawing.
    Fit,
    /// Save the drawing in this format.
    Save(DrawingFormat),
}

impl From<Opened<DiagramView>> for DiagramEvent {
    fn from(opened: Opened<DiagramView>) -> Self {
        Self::Open(Box::new(opened))
    }
}
