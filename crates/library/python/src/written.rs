//! Files made of solutions.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use mdp2048::export::{ExportError, Exporter, ToolFormat};
use mdp2048::files::OutputFile;
use mdp2048::{PackedPolicy, Packer, PackingError, ValuesHeld};
use pyo3::prelude::{Py, PyAny, PyResult, Python, pyfunction};

use crate::answers::NativeAnswers;
use crate::background;
use crate::errors::{file_error, output_error, own_error, solve_error, value_error};

/// Packs the policy of a solution into a file, and opens it. Without a name, `values` are those of
/// states if all are finite.
#[pyfunction]
pub(crate) fn pack(
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
        let packer = Packer::new(&solution).threshold(threshold).values(held);
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
pub(crate) fn export(
    py: Python<'_>,
    solution: &NativeAnswers,
    path: PathBuf,
    format: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let solution = Arc::clone(solution.solution()?);
    let found = ToolFormat::ALL.into_iter().find(|it| it.name() == format).ok_or_else(|| {
        let names = ToolFormat::ALL.map(ToolFormat::name).join(", ");
        value_error(format!("'{format}' is no format: write one of {names}"))
    })?;
    let out = OutputFile::check(&path).map_err(|error| output_error(&error))?;
    let progress = progress.map(Arc::new);
    let (written, refused) = background::run(py, move |caller| {
        // `OutputFile::write` returns I/O errors only; another error is kept here on its way out.
        let mut refused = None;
        let written = out.write(|file| {
            let exporter = Exporter::new(&solution);
            let exporter = exporter.on_progress(|it| caller.report(progress.as_ref(), it));
            exporter.write(found, file).map_err(|error| match error {
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
