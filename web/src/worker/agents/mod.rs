//! The workers in which an agent plays, or thinks about a position.

mod agent_server;
mod analysis;
mod analysis_server;
mod exact;
mod network;
mod player;
mod race;

pub(crate) use agent_server::AgentServer;
pub(crate) use analysis_server::AnalysisServer;
