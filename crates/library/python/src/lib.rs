//! The native part of the Python package `mdp2048`: it converts arguments and results.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes arguments by value")]

mod answers;
mod background;
mod boards;
mod calls;
mod environment;
mod errors;
mod evaluate;
mod exact;
mod game;
mod games;
mod given_board;
mod outcomes;
mod policy_evaluator;
mod sampled;
mod slides;
mod solution;
mod units;
mod verify;
mod written;

use pyo3::prelude::{Bound, PyModule, PyModuleMethods as _, PyResult, pymodule};

/// The native part of the package `mdp2048`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::add_to(module)?;
    calls::add_to(module)?;
    boards::add_to(module)?;
    game::add_to(module)?;
    solution::add_to(module)?;
    answers::add_to(module)?;
    evaluate::add_to(module)?;
    outcomes::add_to(module)?;
    sampled::add_to(module)?;
    written::add_to(module)?;
    verify::add_to(module)?;
    exact::add_to(module)?;
    environment::add_to(module)?;
    slides::add_to(module)?;
    Ok(())
}
