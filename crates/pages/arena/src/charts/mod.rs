//! Charts of the games that agents have played.

mod scores;
mod tiles;
mod time;

pub use scores::score_chart;
pub use tiles::largest_tile_chart;
pub use time::{pareto_set, trade_off_chart};
