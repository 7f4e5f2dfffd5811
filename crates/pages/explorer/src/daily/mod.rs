//! The puzzle of the day: one position a day, the same for everybody, whose best move is to be
//! found.

mod day;
mod kept;
mod puzzle;
mod view;

pub use day::Day;
pub use puzzle::Difficulty;
pub use view::{DailyEvent, DailyMove, DailyView, DayMark, DayState, is_daily_url};
