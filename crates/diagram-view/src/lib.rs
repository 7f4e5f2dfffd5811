//! A drawing of a small game to look at and to walk through, as a pure reducer.
//!
//! [`DiagramView`] holds what a reader sees: which [`Settings`] the [`Drawing`] has, which node has
//! the focus, the [`Walk`] of the token and the part of the drawing in sight. It says what is lit
//! and every text beside the drawing; a page only draws it and forwards [`Event`]s.
//!
//! ```
//! use mdp2048_diagram_view::{Event, DiagramView};
//!
//! let view = DiagramView::at("#/diagram?game=2x2_to_8&seed=42");
//! assert_eq!(view.walk().board().to_string(), "0 2/2 0");
//! let view = view.after(Event::Step);
//! assert_eq!(view.link(), "#/diagram?game=2x2_to_8&seed=42&step=1");
//! ```

mod drawing;
mod event;
mod gallery;
mod lens;
mod link;
mod near;
mod panel;
mod settings;
mod trail;
mod view;
#[cfg(test)]
mod view_tests;
mod walk;

pub use drawing::Drawing;
pub use event::{Event, Way};
pub use gallery::{Exhibit, exhibits};
pub use lens::{Lens, Pane, Placement};
pub use link::{DiagramLinkError, Request, is_diagram};
pub use near::Near;
pub use panel::{ActionRow, NextRow, Panel};
pub use settings::{Settings, TARGETS, small_game};
pub use trail::{Token, Trail};
pub use view::DiagramView;
pub use walk::Walk;
