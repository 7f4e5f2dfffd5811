//! The native part of the Python package `mdp2048`: it converts arguments and results.

mod errors;
mod game;

use pyo3::prelude::{Bound, PyModule, PyResult, pymodule};

/// The native part of the package `mdp2048`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::add_to(module)?;
    game::add_to(module)?;
    Ok(())
}
