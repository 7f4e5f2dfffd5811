//! The browser APIs, the worker of an agent and the drawing of a board, which the programs of the
//! page share.
//!
//! The page consists of eight programs: `player` draws the `<mdp2048-player>` elements and decodes
//! their policies, `text-policy` reads text policies for it, `diagram` draws the page of diagrams,
//! `explorer` that of positions, `bag` that of the bag and `arena` that of the arena. In workers,
//! `solver` solves games and `agents` plays. Each is loaded when it is needed.

pub mod browser;
pub mod shared;
pub mod still_board;
pub mod width;
pub mod worker;
