//! A drawing of a small game to look at and to walk through, as a pure reducer.
//!
//! [`Explorer`] holds what a reader sees: which [`Settings`] the [`Drawing`] has, which node has
//! the focus, the [`Walk`] of the token and the part of the drawing in sight. It says what is lit
//! and every text beside the drawing; a page only draws it and forwards [`Event`]s.
//!
//! ```
//! use mdp2048_player::diagram::{Event, Explorer};
//!
//! let explorer = Explorer::at("#/diagram?game=2x2_to_8&seed=42");
//! assert_eq!(explorer.walk().board().to_string(), "0 2/2 0");
//! let explorer = explorer.after(Event::Step);
//! assert_eq!(explorer.link(), "#/diagram?game=2x2_to_8&seed=42&step=1");
//! ```

mod drawing;
mod event;
mod explorer;
#[cfg(test)]
mod explorer_tests;
mod gallery;
mod lens;
mod link;
mod near;
mod panel;
mod settings;
mod trail;
mod walk;

pub use drawing::Drawing;
pub use event::{Event, Way};
pub use explorer::Explorer;
pub use gallery::{Exhibit, exhibits};
pub use lens::{Lens, Pane, Placement};
pub use link::{DiagramLinkError, Request, is_diagram};
pub use near::Near;
pub use panel::{ActionRow, NextRow, Panel};
pub use settings::{Settings, TARGETS, small_game};
pub use trail::{Token, Trail};
pub use walk::Walk;
