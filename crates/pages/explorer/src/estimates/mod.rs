//! The real board: estimates of the learned agent in the place of a solution.

mod calibration;
mod numbers;
mod position;
mod review;

pub use calibration::{calibration, indistinguishable};
pub use numbers::{AgentEstimates, NextTileGames, PositionEstimate, is_estimated};
pub(crate) use position::about_points;
pub use position::{EstimatedPosition, EstimatedRow, TileChance};
pub use review::EstimatedReview;
pub(crate) use review::missed;
