//! Files made of solutions, and solutions of files verified.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mdp2048::export::{ExportError, ToolFormat};
use mdp2048::files::OutputFile;
use mdp2048::solve::{FileError, VerifyError};
use mdp2048::{Pack as _, PackedPolicy, PackingError, SolutionReader, Values as _, ValuesHeld};
use pyo3::prelude::{
    Bound, Py, PyAny, PyDictMethods as _, PyErr, PyModule, PyModuleMethods as _, PyResult, Python,
    pyfunction, wrap_pyfunction,
};
use pyo3::types::PyDict;

use crate::answers::NativeAnswers;
use crate::background;
use crate::calls::check_threads;
use crate::errors::{file_error, io_error, output_error, own_error, solve_error, value_error};

/// Packs the policy of a solution into a file, and opens it. Without a name, `values` are those of
/// states if all are finite.
#[pyfunction]
fn pack(
    py: Python<'_>,
    solution: &NativeAnswers,
    path: PathBuf,
    threshold: f64,
    values: Option<&str>,
    tolerance: Option<f64>,
) -> PyResult<NativeAnswers> {
    let solution = Arc::clone(solution.solution()?);
    let held = match values {
        Some(name) => name.parse().map_err(value_error)?,
        None if solution.game().objective().needs_certainty() => ValuesHeld::None,
        None => ValuesHeld::State,
    };
    let out = OutputFile::check(&path).map_err(|error| output_error(&error))?;
    let packed = background::run(py, move |_| {
        let packer = solution.packer().threshold(threshold).values(held);
        tolerance.map_or(packer, |error| packer.tolerance(error)).to_bytes()
    })?;
    let bytes = packed.map_err(|error| match error {
        PackingError::Solution(error) => solve_error(error),
        error @ PackingError::Bytes(_) => own_error(error),
        PackingError::SinglePrecision => value_error(
            "the solution holds values in single precision, which are too inexact to pack: solve \
             the game again with precision='double'",
        ),
        error => value_error(error),
    })?;
    let policy = PackedPolicy::from_bytes(&bytes).map_err(|error| file_error(&path, error))?;
    out.write(|file| file.write_all(&bytes)).map_err(|error| output_error(&error))?;
    Ok(NativeAnswers::of_packed(policy))
}

/// Writes a solution in the format of another tool.
#[pyfunction]
fn export(
    py: Python<'_>,
    solution: &NativeAnswers,
    path: PathBuf,
    format: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let solution = Arc::clone(solution.solution()?);
    let found = ToolFormat::ALL.into_iter().find(|it| it.name == format).ok_or_else(|| {
        let names = ToolFormat::ALL.map(|format| format.name).join(", ");
        value_error(format!("'{format}' is no format: write one of {names}"))
    })?;
    let out = OutputFile::check(&path).map_err(|error| output_error(&error))?;
    let progress = progress.map(Arc::new);
    let (written, refused) = background::run(py, move |caller| {
        // `OutputFile::write` returns I/O errors only; another error is kept here on its way out.
        let mut refused = None;
        let written = out.write(|file| {
            let mut report = |it| caller.report(progress.as_ref(), it);
            (found.write)(&solution, file, &mut report).map_err(|error| match error {
                ExportError::Io(error) => error,
                other => io::Error::other(refused.insert(other).to_string()),
            })
        });
        (written, refused)
    })?;
    match refused {
        Some(ExportError::Stopped(error)) => Err(solve_error(error)),
        Some(error) => Err(own_error(error)),
        None => written.map(drop).map_err(|error| output_error(&error)),
    }
}

/// Verifies the file of a solution.
#[pyfunction]
fn verify<'py>(
    py: Python<'py>,
    path: PathBuf,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    threads.map(check_threads).transpose()?;
    let file = BufReader::new(File::open(&path).map_err(|error| io_error(&path, &error))?);
    let progress = progress.map(Arc::new);
    let found = background::run(py, move |caller| {
        let mut report = |it| caller.report(progress.as_ref(), it);
        SolutionReader::open(file)?.verify(threads, &mut report)
    })?;
    let found = found.map_err(|error| verify_error(&path, error))?;
    let dict = PyDict::new(py);
    dict.set_item("states", found.states)?;
    dict.set_item("lost", found.lost)?;
    dict.set_item("max_residual", found.max_residual)?;
    dict.set_item("max_relative_residual", found.max_relative_residual)?;
    dict.set_item("tolerance", found.tolerance)?;
    dict.set_item("fault_count", found.fault_count)?;
    dict.set_item("faults", found.faults.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    Ok(dict)
}

/// The exception of a verification.
fn verify_error(path: &Path, error: VerifyError) -> PyErr {
    match error {
        VerifyError::File(FileError::Io(source)) => io_error(path, &source),
        VerifyError::File(error) => file_error(path, error),
        error => own_error(error),
    }
}

/// Adds the functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(pack, module)?)?;
    module.add_function(wrap_pyfunction!(export, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)
}
