//! The puzzle of the day: one position a day, the same for everybody, whose best move is to be
//! found.

mod day;
mod kept;
mod puzzle;
mod reduce;
mod view;

pub use day::Day;
pub use kept::KEPT_TRIES;
pub use puzzle::Difficulty;
pub use reduce::{DailyEvent, DailyRequest};
pub use view::{DailyMove, DailyView, DayMark, DayState, is_daily_url};
