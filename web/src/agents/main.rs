//! The program of a worker in which an agent plays, or thinks about a position.
//!
//! The worker calls its functions; the page gets the results as messages
//! (`web/elements/agents.js`).

mod analysis;
mod exact;
mod network;
mod player;

pub use analysis::{AgentAnalysis, grading_estimates};
pub use exact::AgentGames;
pub use network::AgentNetwork;
pub use player::AgentPlayer;

fn main() {}
