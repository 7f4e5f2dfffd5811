//! The program that solves games in a worker of the page. It needs WebAssembly's SIMD.

mod program;

pub use program::{GameSolution, LayerPass, MoveCount, estimate, memory_bytes};

fn main() {}
