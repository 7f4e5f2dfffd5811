//! Verification: every Bellman equation of a solution file, checked anew.
//!
//! Moves, random tiles, canonical forms and rewards are those of `mdp2048-model`; values are looked
//! up by canonical board in tables made here. Of the solver's own code only the reading of bytes is
//! used, and not its index: which board a bit stands for is worked out from FORMAT.md. So a mistake
//! in the solver's tables would be found, and so is a value that was changed with its checksum.

mod fault;
mod layer;
mod places;
mod tables;
mod work;

use std::io::{Read, Seek};
use std::mem;
use std::ops::ControlFlow;

use mdp2048_model::Game;
use mdp2048_rules::TileSum;
use thiserror::Error;

use crate::options::Precision;
use crate::parallel::with_threads;
use crate::progress::{Phase, Progress, ProgressCallback, SolveError};
use crate::{FileError, SolutionReader};
use fault::Faults;
use layer::{Layer, Residual};
use places::Places;

pub use fault::Fault;

/// What a verification found.
#[derive(Clone, Debug, PartialEq)]
pub struct Verification {
    /// How many states were checked.
    pub states: u64,
    /// How many lost boards games come to.
    pub lost: u64,
    /// The mean of the start states' values.
    pub start_value: f64,
    /// The largest difference between a state's value and the best of its actions' values.
    pub max_residual: f64,
    /// The largest such difference as a part of the value.
    pub max_relative_residual: f64,
    /// The largest part of a value that rounding explains; more is a fault.
    pub tolerance: f64,
    /// How many faults there are.
    pub fault_count: u64,
    /// The first faults, from the highest layer down: a wrong value makes others below it wrong.
    pub faults: Vec<Fault>,
}

impl Verification {
    /// Whether nothing is wrong.
    pub const fn is_sound(&self) -> bool {
        self.fault_count == 0
    }
}

/// Why a solution could not be verified.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The file is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// The watcher stopped the verification.
    #[error("the verification was interrupted")]
    Interrupted,
    /// The threads could not be started.
    #[error("the threads could not be started ({0}): ask for fewer")]
    Threads(String),
}

/// The largest relative difference that rounding explains between two ways to add up an action's
/// value.
///
/// Both ways round each of at most 2 (cells - 1) products, their sum, and a handful of operations
/// more, each by half of [`f64::EPSILON`] at most; all terms have one sign, so nothing cancels. In
/// single precision the value was rounded once more.
fn tolerance(game: &Game, precision: Precision) -> f64 {
    (2 * game.shape().cells() + 4) as f64 * f64::EPSILON + precision.rounding()
}

/// Reads a solution file from the first byte to the last and checks that it is the solution of its
/// game: that its states are just those that games come to, and that the value of each is the best
/// of its actions' values, which follow from the values of their successors.
///
/// Takes memory for the three largest layers that follow each other. Calls `watch` after each layer.
///
/// # Errors
/// [`VerifyError`] if the file is damaged, or `watch` breaks. What is wrong in a sound file is no
/// error but in [`Verification::faults`].
pub fn verify<R: Read + Seek + Send>(
    reader: &mut SolutionReader<R>,
    threads: Option<usize>,
    watch: ProgressCallback<'_>,
) -> Result<Verification, VerifyError> {
    with_threads(threads, || pass(reader, watch)).map_err(|error| match error {
        SolveError::Threads(reason) => VerifyError::Threads(reason),
        _ => VerifyError::Interrupted,
    })?
}

fn pass<R: Read + Seek>(
    reader: &mut SolutionReader<R>,
    watch: ProgressCallback<'_>,
) -> Result<Verification, VerifyError> {
    reader.check_size()?;
    let header = reader.header().clone();
    let game = header.game;
    let tolerance = tolerance(&game, header.precision);
    let places = Places::new(&game);
    let starts = game.starts();
    let mut start_values = vec![game.rewards().lost; starts.len()];
    let mut residual = Residual::default();
    let mut faults = Faults::default();
    let (mut states, mut lost, mut layers) = (0, 0, 0);
    let mut records: Vec<usize> = reader.half_sums().collect();
    let of_starts = starts.iter().map(|start| start.state.board().tile_sum().get() as usize / 2);
    let top = of_starts.chain(records.last().copied()).max().unwrap_or(0);
    if top > places.highest() {
        return Err(FileError::Malformed("a layer is beyond every board").into());
    }
    // The layers that random tiles lead to from the present one: 2 and 4 higher.
    let mut above = [Layer::default(), Layer::default()];
    for half_sum in (0..=top).rev() {
        let sum = TileSum::new(2 * half_sum as u32);
        let is_there = records.pop_if(|record| *record == half_sum).is_some();
        let mut layer = match is_there {
            true => Layer::new(&places.boards(&reader.read_raw(records.len())?)?),
            false => Layer::default(),
        };
        for (start, value) in starts.iter().zip(&mut start_values) {
            if start.state.board().tile_sum() == sum {
                *value = layer.start(start.state).unwrap_or(*value);
            }
        }
        residual = residual.max(layer.check(&game, sum, &mut above, (tolerance, header.precision)));
        states += layer.len() as u64;
        let [next, last] = &mut above;
        lost += last.finish(&game);
        faults.append(mem::take(&mut last.faults));
        *last = mem::replace(next, layer);
        if is_there {
            layers += 1;
            let progress = Progress {
                phase: Phase::Verifying,
                layer: sum,
                layers,
                layers_in_all: Some(header.layers()),
                bytes_in_all: None,
                states,
                states_in_all: Some(header.states),
            };
            if watch(progress) == ControlFlow::Break(()) {
                return Err(VerifyError::Interrupted);
            }
        }
    }
    for layer in above.iter_mut().rev() {
        lost += layer.finish(&game);
        faults.append(mem::take(&mut layer.faults));
    }
    if lost != header.lost {
        faults.add(Fault::Lost { found: header.lost, expected: lost });
    }
    let products = starts.iter().zip(start_values).map(|(start, value)| start.probability * value);
    let start_value = products.sum();
    let of_start = Residual::between(header.start_value, start_value, Precision::Double);
    if of_start.relative > starts.len() as f64 * f64::EPSILON {
        faults.add(Fault::StartValue { found: header.start_value, expected: start_value });
    }
    Ok(Verification {
        states,
        lost,
        start_value,
        max_residual: residual.absolute,
        max_relative_residual: residual.relative,
        tolerance,
        fault_count: faults.count,
        faults: faults.kept,
    })
}
