//! Which build a program is of. A page and its workers are programs of their own, and a browser may
//! have kept one of them from an earlier visit. Messages are read as they are written only between
//! programs of one build, so a page compares that of a worker with its own.

use wasm_bindgen::prelude::wasm_bindgen;

/// Identifies the sources of all programs (`web/build.rs`).
pub const BUILD: &str = env!("MDP2048_BUILD");

/// Returns the build of this program.
#[wasm_bindgen]
pub fn build() -> String {
    BUILD.to_owned()
}
