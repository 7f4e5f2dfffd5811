//! The program of the workers in which an agent plays, or thinks about a position.
//!
//! The requests and the answers are those of `mdp2048_protocol`.

mod analysis;
mod analysis_server;
mod exact;
mod network;
mod player;
mod player_server;
mod race;

use wasm_bindgen::prelude::wasm_bindgen;

fn main() {}

/// Answers requests for games. `script` is the URL of the bindings of this program.
#[wasm_bindgen(js_name = servePlayer)]
pub fn serve_player(script: &str) {
    web::serving::serve(player_server::PlayerServer::new(script));
}

/// Answers requests about positions. `script` is the URL of the bindings of this program.
#[wasm_bindgen(js_name = serveAnalysis)]
pub fn serve_analysis(script: &str) {
    web::serving::serve(analysis_server::AnalysisServer::new(script));
}
