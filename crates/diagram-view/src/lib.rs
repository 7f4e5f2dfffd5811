//! A drawing of a small game to look at and to walk through, as a pure reducer.
//!
//! [`DiagramView`] holds what a reader sees: which [`Settings`] the [`Drawing`] has, which node has
//! the focus, the [`Walk`] of the token and the part of the drawing in sight. It says what is lit
//! and every text beside the drawing; a page only draws it and forwards [`DiagramEvent`]s.
//!
//! ```
//! use mdp2048_diagram_view::{DiagramEvent, DiagramView};
//!
//! let view = DiagramView::open("#/diagram?game=2x2_to_8&seed=42");
//! assert_eq!(view.walk().board().to_string(), "0 2/2 0");
//! let view = view.after(DiagramEvent::Step);
//! assert_eq!(view.url(), "#/diagram?game=2x2_to_8&seed=42&step=1");
//! ```

mod drawing;
mod event;
mod gallery;
mod neighbourhood;
mod node_details;
mod settings;
mod token_path;
mod url;
mod view;
#[cfg(test)]
mod view_tests;
mod viewport;
mod walk;

pub use drawing::Drawing;
pub use event::{ArrowKey, DiagramEvent};
pub use gallery::{GalleryEntry, gallery_entries};
pub use neighbourhood::Neighbourhood;
pub use node_details::{ActionRow, NodeDetails, SuccessorRow};
pub use settings::{Settings, TARGETS, small_game};
pub use token_path::{TokenPath, TokenPosition};
pub use url::{DiagramUrl, DiagramUrlError, is_diagram_url};
pub use view::DiagramView;
pub use viewport::{PaneSize, Placement, Viewport};
pub use walk::Walk;
