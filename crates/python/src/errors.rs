//! The exceptions of the package.

use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::{Bound, PyErr, PyModule, PyModuleMethods as _, PyResult};

pyo3::create_exception!(
    mdp2048,
    Mdp2048Error,
    PyException,
    "The base class of the exceptions of this package that are no `ValueError`."
);

/// Returns a `ValueError` with the text of an error.
#[allow(clippy::needless_pass_by_value, reason = "it is passed to map_err")]
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Adds the exceptions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Mdp2048Error", module.py().get_type::<Mdp2048Error>())
}
