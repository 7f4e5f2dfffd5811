//! The values that a solution holds, layer by layer.

use std::sync::Arc;

use mdp2048::{Solution, StoredValues};
use pyo3::prelude::{Bound, PyDictMethods as _, PyResult, Python, pyclass, pymethods};
use pyo3::types::PyDict;

/// The values of a layer, which NumPy reads where they are.
#[pyclass(module = "mdp2048._native", frozen)]
pub(crate) struct LayerValues {
    pub(crate) solution: Arc<Solution>,
    pub(crate) layer: usize,
}

#[pymethods]
impl LayerValues {
    /// What NumPy needs to read the values. The array keeps this object, which keeps the solution,
    /// whose values neither change nor move.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (address, count, kind) = match self.solution.stored_values(self.layer) {
            StoredValues::Double(values) => (values.as_ptr().addr(), values.len(), "f8"),
            StoredValues::Single(values) => (values.as_ptr().addr(), values.len(), "f4"),
        };
        let order = if cfg!(target_endian = "little") { '<' } else { '>' };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", (count,))?;
        interface.set_item("typestr", format!("{order}{kind}"))?;
        interface.set_item("data", (address, true))?;
        Ok(interface)
    }
}
