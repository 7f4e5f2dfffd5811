//! A diagram of a small game on a page as a reducer: state + event -> state + effects.
//!
//! [`DiagramView`] is the state: the [`Drawing`] and its [`Settings`], the node with the focus, the
//! [`Viewport`], and the [`Walk`]: a seeded game that the reader or a policy plays. A marker on the
//! drawing, the token, shows the board of the walk. A [`DiagramEvent`] is a command of the reader
//! ("zoom") or a fact reported by the page ("a tick of the clock"). The methods of the view return
//! what a page shows: the drawing, the highlighted nodes and edges, and every text beside the
//! drawing. A URL holds the whole state that a reader can see.
//!
//! The parts of a drawing are those of a [`Figure`](crate::Figure). A node is a state, an
//! afterstate, a win or a loss. A port is the small square at a node where the edges of an action,
//! or of several equivalent actions, begin. A stub is an edge without a target node: a label beside
//! the port gives the probability that the action ends the game.
//!
//! This module contains no DOM, no clock and no random device; the modules beside it compute
//! figures and coordinates.
//!
//! ```
//! use mdp2048_diagram::page::{DiagramEvent, DiagramView};
//! use mdp2048_display::Reducer as _;
//!
//! let view = DiagramView::open("#/diagram?game=2x2_to_8&seed=42");
//! assert_eq!(view.walk().board().to_string(), "0 2/2 0");
//! let view = view.after(DiagramEvent::Step);
//! assert_eq!(view.url(), "#/diagram?game=2x2_to_8&seed=42&step=1");
//! ```

mod drawing;
mod equation;
mod event;
mod exact;
mod focus;
mod gallery;
mod neighbourhood;
mod node_details;
mod policy_iteration;
mod reader_policy;
mod settings;
mod text;
mod token_path;
mod url;
mod view;
mod viewport;
mod walk;

pub use drawing::Drawing;
pub use equation::SuccessorRow;
pub use event::DiagramEvent;
pub use focus::ArrowKey;
pub use gallery::{GALLERY, GalleryEntry, GalleryGroup};
pub use neighbourhood::Neighbourhood;
pub use node_details::{ActionRow, NodeDetails};
pub use settings::{Setting, Settings, TARGETS, small_game};
pub use token_path::{TokenPath, TokenPosition};
pub use url::is_diagram_url;
pub use view::{DiagramView, SolveProgress};
pub use viewport::{PaneSize, Placement, Viewport};
pub use walk::Walk;
