//! The program of all workers of the page: it solves games, lets agents play and think, and computes
//! the chain of the bag. Vector code needs WebAssembly's SIMD.
//!
//! A worker runs one of these functions, each of which answers the requests of a service
//! (`mdp2048_protocol::Service`). The program is loaded when the first worker is needed.

mod agents;
mod bag;
mod serving;
mod solver;

use wasm_bindgen::prelude::wasm_bindgen;

fn main() {}

/// Solves games, and answers about them.
#[wasm_bindgen(js_name = serveSolver)]
pub fn serve_solver(_script: &str) {
    serving::serve(solver::SolverServer::default());
}

/// Lets an agent play games. `script` is the URL of the bindings of this program.
#[wasm_bindgen(js_name = serveAgent)]
pub fn serve_agent(script: &str) {
    serving::serve(agents::AgentServer::new(script));
}

/// Lets the learned agent think about positions. `script` is the URL of the bindings of this
/// program.
#[wasm_bindgen(js_name = serveAnalysis)]
pub fn serve_analysis(script: &str) {
    serving::serve(agents::AnalysisServer::new(script));
}

/// Computes the numbers of 2048 in a bag.
#[wasm_bindgen(js_name = serveBag)]
pub fn serve_bag(_script: &str) {
    serving::serve(bag::BagServer::default());
}
