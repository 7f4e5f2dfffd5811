//! Components and parts of components that several programs show.

pub mod daily;
mod daily_board;
pub mod duel;
pub mod fields;
pub mod focus;
pub mod hands;
pub mod interval;
pub mod moves;
pub mod page;
pub mod share;
mod shared_prop;
pub mod shown;
pub mod still_board;
pub mod width;

pub use shared_prop::SharedProp;
