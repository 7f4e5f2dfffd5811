//! The puzzle of the day: one position a day, the same for everybody, whose best move is to be
//! found. Its second tab is *Beat perfection*: twenty moves a day beside the optimal policy.

mod day;
mod kept;
mod perfection;
mod puzzle;
mod reduce;
mod tab;
mod view;

pub use day::Day;
pub use puzzle::Difficulty;
pub use reduce::{DailyEvent, DailyRequest};
pub use tab::DailyTab;
pub use view::{DailyMove, DailyView, DayMark, DayState, is_daily_url};
