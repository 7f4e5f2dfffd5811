//! The program that solves games in a worker of the page. It needs WebAssembly's SIMD.
//!
//! It is loaded only when a reader asks for exact values that no packed policy holds. The requests
//! and the answers are those of `mdp2048_protocol`.

mod answers;
mod files;
mod kept;
mod passes;
mod plain;
mod server;

use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;

fn main() {}

/// Answers requests. `script` is the URL of the bindings of this program, and `load` imports the
/// module at a URL.
#[wasm_bindgen(js_name = serveSolver)]
pub fn serve_solver(script: String, load: Function) {
    let kept = kept::KeptFiles::new(script, load);
    web::serving::serve(server::SolverServer::new(kept));
}
