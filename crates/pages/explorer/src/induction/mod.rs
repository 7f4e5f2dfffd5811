//! Backward induction, layer by layer, for a game that is small enough to solve at once; and how
//! its optimal policy depends on the discount.

mod chart;
mod discounted;
mod equations;
mod layers;

pub use chart::{discount_chart, layers_chart, values_chart};
pub use discounted::{ChangedBoard, Discounted};
pub use layers::{InducedLayer, Induction, LayerRegret};
