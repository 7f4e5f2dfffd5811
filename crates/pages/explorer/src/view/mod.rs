//! What a page shows of a position: the values of its actions, and what can happen next.

mod action_rows;
mod missed;
mod next_moves;
mod picture;
mod report;
mod review_chart;
mod saved;

pub(crate) use action_rows::named_text;
pub use action_rows::{PositionValues, ValueRow};
pub use missed::MissedMove;
pub use next_moves::{NextBoard, NextMove};
pub(crate) use picture::summary_picture;
pub use report::{Headline, Report, ReportTerm};
pub use review_chart::ReviewChart;
pub use saved::saved_text;
