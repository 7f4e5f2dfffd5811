//! The program that solves games in a worker of a browser without WebAssembly's SIMD.

mod program;

pub use program::{DecodedPolicy, GameSolution, LayerPass, MoveCount, estimate, memory_bytes};

fn main() {}
