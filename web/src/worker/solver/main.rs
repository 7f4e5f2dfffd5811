//! The program that solves games in a worker of the page. It needs WebAssembly's SIMD.
//!
//! It is loaded only when a reader asks for exact values that no packed policy holds. The requests
//! and the answers are those of `mdp2048_protocol`.

mod answers;
mod passes;
mod plain;
mod server;

use wasm_bindgen::prelude::wasm_bindgen;

fn main() {}

/// Answers requests.
#[wasm_bindgen(js_name = serveSolver)]
pub fn serve_solver() {
    web::serving::serve(server::SolverServer::default());
}
