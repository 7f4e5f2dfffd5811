//! The stochastic process of a game: random tiles, start states, reachable states and the
//! propagation of probability from layer to layer.
//!
//! The fast solver repeats parts of it in its own data structures for speed, and says so there.

mod forward_pass;
mod kept_pass;
mod reachable;
mod spawns;
mod starts;

pub use forward_pass::{ForwardLayer, ForwardPass, OccupancyMap, VisitedState};
pub use kept_pass::KeptPass;
pub use reachable::ReachableLayers;
pub use spawns::SpawnWeights;
pub use starts::{StartState, start_weights};
