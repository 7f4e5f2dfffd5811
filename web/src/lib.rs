//! The browser APIs and the drawing of a board that the programs of the page share.
//!
//! The page consists of six programs: `player` draws the `<mdp2048-player>` elements and decodes
//! their policies, `text-policy` reads text policies for it, `diagram` draws the page of diagrams,
//! `explorer` that of positions, `bag` that of the bag, and `solver` solves games in a worker. Each
//! is loaded when it is needed.

pub mod browser;
pub mod still_board;
pub mod width;
