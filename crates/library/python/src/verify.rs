//! Files and work folders verified.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mdp2048::proof::{CERTIFICATE, Certificate, CertificateError, check};
use mdp2048::solve::{FileError, VerifyError};
use mdp2048::{
    EvaluateError, PolicyVerifier, PolicyVerifyError, SolutionReader, Verification, Verifier,
};
use pyo3::prelude::{IntoPyObject, Py, PyAny, PyErr, PyRef, PyResult, Python, pyfunction};

use crate::answers::{NativeAnswers, is_policy, read_policy, start_of, work_folder};
use crate::background;
use crate::calls::check_threads;
use crate::errors::{file_error, io_error, own_error, solve_error, value_error};

/// What a verification finds: a dictionary in Python.
#[derive(Default, IntoPyObject)]
pub(crate) struct Found {
    kind: &'static str,
    states: u64,
    fault_count: u64,
    faults: Vec<String>,
    lost: Option<u64>,
    max_residual: Option<f64>,
    max_relative_residual: Option<f64>,
    tolerance: Option<f64>,
    finished: Option<bool>,
    win_probability: Option<f64>,
    max_error: Option<f64>,
}

/// Verifies a file or a work folder. A policy is compared with the solution `against`, if there is
/// one. Of a folder, `samples` states of each layer are checked, or all.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    path: PathBuf,
    against: Option<PyRef<'_, NativeAnswers>>,
    samples: Option<u64>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Found> {
    threads.map(check_threads).transpose()?;
    let progress = progress.map(Arc::new);
    let is_folder = path.is_dir();
    let start = if is_folder { Vec::new() } else { start_of(&path)? };
    if against.is_some() && (is_folder || !is_policy(&start)) {
        let name = path.display();
        return Err(value_error(format!("{name} is no packed policy: leave against=... out")));
    }
    if is_folder {
        let files = Box::new(work_folder(&path)?);
        let found = background::run(py, move |caller| {
            let verifier = samples.into_iter().fold(Verifier::new(), Verifier::samples);
            let verifier = verifier.on_progress(|it| caller.report(progress.as_ref(), it));
            verifier.verify_folder(files)
        })?;
        let found = found.map_err(solve_error)?;
        let finished = Some(found.is_finished);
        let (kind, states) = ("work folder", found.checked);
        let (fault_count, faults) = (found.fault_count, found.faults);
        return Ok(Found { kind, states, fault_count, faults, finished, ..Found::default() });
    }
    if is_policy(&start) {
        return of_policy(py, &path, against.as_deref(), progress);
    }
    let file = BufReader::new(File::open(&path).map_err(|error| io_error(&path, &error))?);
    if start.starts_with(&CERTIFICATE.magic) {
        return of_certificate(py, &path, file);
    }
    let found = background::run(py, move |caller| {
        let verifier = threads.into_iter().fold(Verifier::new(), Verifier::threads);
        let verifier = verifier.on_progress(|it| caller.report(progress.as_ref(), it));
        verifier.verify(&mut SolutionReader::open(file)?)
    })?;
    let found = found.map_err(|error| verify_error(&path, error))?;
    let Verification { states, lost, max_residual, max_relative_residual, tolerance, .. } = found;
    Ok(Found {
        kind: "solution",
        states,
        fault_count: found.fault_count,
        faults: found.faults.iter().map(ToString::to_string).collect(),
        lost: Some(lost),
        max_residual: Some(max_residual),
        max_relative_residual: Some(max_relative_residual),
        tolerance: Some(tolerance),
        ..Found::default()
    })
}

/// Reads a policy, and compares it with a solution, if there is one.
fn of_policy(
    py: Python<'_>,
    path: &Path,
    against: Option<&NativeAnswers>,
    progress: Option<Arc<Py<PyAny>>>,
) -> PyResult<Found> {
    let policy = read_policy(py, path)?;
    let found = Found { kind: "policy", states: policy.known_states(), ..Found::default() };
    let Some(against) = against else { return Ok(found) };
    let solution = Arc::clone(against.solution()?);
    let compared = background::run(py, move |caller| {
        let verifier = PolicyVerifier::new(&policy, &solution)?;
        verifier.on_progress(|it| caller.report(progress.as_ref(), it)).verify()
    })?;
    let compared = compared.map_err(|error| match error {
        PolicyVerifyError::Evaluate(EvaluateError::Stopped(error)) => solve_error(error),
        PolicyVerifyError::SinglePrecision => value_error(
            "the solution holds values in single precision, which are too inexact to compare: \
             solve the game again with precision='double'",
        ),
        error => file_error(path, error),
    })?;
    let (fault_count, faults) = (compared.fault_count, compared.faults);
    Ok(Found { fault_count, faults, max_error: compared.max_error, ..found })
}

/// Follows the policy of a certificate.
fn of_certificate(py: Python<'_>, path: &Path, mut file: BufReader<File>) -> PyResult<Found> {
    let checked = background::run(py, move |_| {
        let certificate = Certificate::read(&mut file)?;
        let checked = check(&certificate, |_| {})?;
        Ok::<_, CertificateError>((certificate.bound(), certificate.boards(), checked))
    })?;
    let (bound, states, checked) = checked.map_err(|error| match error {
        CertificateError::Io(source) => io_error(path, &source),
        error => file_error(path, error),
    })?;
    let won = checked.won;
    let fault = || format!("the policy wins with probability {won}, not {bound}");
    let faults: Vec<String> = (!checked.agrees).then(fault).into_iter().collect();
    let fault_count = faults.len() as u64;
    let (kind, win_probability) = ("certificate", Some(won));
    Ok(Found { kind, states, fault_count, faults, win_probability, ..Found::default() })
}

/// The exception of a verification.
fn verify_error(path: &Path, error: VerifyError) -> PyErr {
    match error {
        VerifyError::File(FileError::Io(source)) => io_error(path, &source),
        VerifyError::File(error) => file_error(path, error),
        error => own_error(error),
    }
}
