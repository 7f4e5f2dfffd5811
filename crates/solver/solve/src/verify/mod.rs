//! Verification: checks every Bellman equation of a solution file, independently of the solver.
//!
//! Slides and canonical boards are those of `mdp2048-rules`, random tiles and rewards those of
//! `mdp2048-model`. Values are looked up by canonical board in hash tables of this module. Of the
//! solver, only the reading of the file's bytes is used, and not its index: the board that a bit
//! represents is computed from FORMAT.md. So the verification finds mistakes in the solver's
//! tables, and also a changed value whose checksum was changed to match.

mod fault;
mod layer_check;
mod positions;
mod tables;
mod tasks;

use std::io::{Read, Seek};
use std::mem;

use mdp2048_model::{Value, ValuedGame};
use mdp2048_rules::TileSum;
use thiserror::Error;

use crate::allocate;
use crate::half_sum::HalfSum;
use crate::options::Precision;
use crate::progress::{Phase, Progress, ProgressCallback};
use crate::residual::Residual;
use crate::solution::file::error::malformed;
use crate::{FileError, SolutionReader, SolutionTotals};
use fault::FirstFaults;
use layer_check::{CheckedGame, LayerCheck};
use positions::BoardPositions;

pub use fault::Fault;

/// The result of a verification.
#[derive(Clone, Debug, PartialEq)]
pub struct Verification {
    /// The number of states checked.
    pub states: u64,
    /// The number of reachable lost boards.
    pub lost: u64,
    /// The value of the game: the mean over the start states.
    pub start_value: Value,
    /// The largest difference between a state's value and the best of its action values.
    pub max_residual: f64,
    /// The largest such difference relative to the value.
    pub max_relative_residual: f64,
    /// The largest relative difference that rounding explains; a larger one is a fault.
    pub tolerance: f64,
    /// The number of faults.
    pub fault_count: u64,
    /// The first faults, from the highest layer down, because a wrong value makes values of lower
    /// layers wrong.
    pub faults: Vec<Fault>,
}

impl Verification {
    /// Whether there are no faults.
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
    /// The progress callback stopped the verification.
    #[error("the verification was interrupted")]
    Interrupted,
    /// The threads could not be started.
    #[error("the threads could not be started ({0}): ask for fewer")]
    Threads(String),
}

/// The sums over the layers whose checks are complete.
#[derive(Default)]
struct LayerTotals {
    states: u64,
    lost: u64,
    residual: Residual,
    faults: FirstFaults,
}

/// Bytes that the check of a layer allocates for each state, beside what the file holds: its board,
/// its key, two slots in a [`StateTable`](tables::StateTable) and two in a
/// [`MeanTable`](tables::MeanTable), rounded up.
const BYTES_PER_STATE: u64 = 128;

/// Checks the layers from the highest tile sum down.
pub(crate) fn check_layers<R: Read + Seek>(
    reader: &mut SolutionReader<R>,
    progress: ProgressCallback<'_>,
) -> Result<Verification, VerifyError> {
    reader.check_size()?;
    let solution = reader.totals().clone();
    let checked = CheckedGame::new(&solution.valued_game, solution.precision);
    let game = &checked.game;
    let positions = BoardPositions::new(game);
    let starts = game.starts();
    let mut start_values = vec![checked.rewards.lost; starts.len()];
    let mut totals = LayerTotals::default();
    let mut half_sums: Vec<usize> = reader.half_sums().map(HalfSum::get).collect();
    let start_half_sums = starts.iter().map(|start| start.state.board().tile_sum().get() / 2);
    let top = start_half_sums.map(|half_sum| half_sum as usize).chain(half_sums.last().copied());
    let top = top.max().unwrap_or(0);
    if top > positions.largest_half_sum() {
        return Err(malformed("a layer has a tile sum that no board has").into());
    }
    let mut layers = 0;
    // The layers 2 and 4 above the current one.
    let mut above = [LayerCheck::default(), LayerCheck::default()];
    for half_sum in (0..=top).rev() {
        let sum = TileSum::new(2 * half_sum as u32);
        let is_stored = half_sums.pop_if(|stored| *stored == half_sum).is_some();
        let mut layer = match is_stored {
            true => {
                let raw = reader.read_raw(half_sums.len())?;
                let bytes = BYTES_PER_STATE * raw.values.len() as u64;
                allocate::check(bytes).map_err(FileError::from)?;
                LayerCheck::new(&positions.boards(&raw)?)
            }
            false => LayerCheck::default(),
        };
        for (start, value) in starts.iter().zip(&mut start_values) {
            if start.state.board().tile_sum() == sum {
                *value = layer.start(start).unwrap_or(*value);
            }
        }
        totals.residual = totals.residual.max(layer.check(&checked, &mut above));
        totals.states += layer.len() as u64;
        let [next, last] = &mut above;
        totals.add(mem::replace(last, mem::replace(next, layer)).finish(game));
        if is_stored {
            layers += 1;
            let report = Progress {
                layers_in_all: Some(solution.layers.len()),
                states_in_all: Some(solution.states),
                ..Progress::new(Phase::Verifying, sum, layers, totals.states)
            };
            report.report(progress).map_err(|_| VerifyError::Interrupted)?;
        }
    }
    for layer in above.into_iter().rev() {
        totals.add(layer.finish(game));
    }
    let LayerTotals { states, lost, residual, mut faults } = totals;
    if lost != solution.lost {
        faults.add(Fault::Lost { found: solution.lost, expected: lost });
    }
    let products = starts.iter().zip(start_values).map(|(start, value)| start.probability * value);
    let start_return = products.sum();
    let start_value = solution.valued_game.value(start_return);
    let start_residual = Residual::between(solution.start_return, start_return, Precision::Double);
    if start_residual.relative > starts.len() as f64 * f64::EPSILON {
        faults.add(Fault::StartValue { found: solution.start_value(), expected: start_value });
    }
    if !has_right_valuation(&solution, start_value) {
        faults.add(Fault::Valuation { start_value });
    }
    Ok(Verification {
        states,
        lost,
        start_value,
        max_residual: residual.absolute,
        max_relative_residual: residual.relative,
        tolerance: checked.tolerance,
        fault_count: faults.count,
        faults: faults.first,
    })
}

/// Whether the values of a solution with this mean of the start states are those that solving the
/// game gives.
fn has_right_valuation(solution: &SolutionTotals, start_value: Value) -> bool {
    let Some(lose) = start_value.loss() else { return true };
    let distance = lose - ValuedGame::NEARLY_CERTAIN;
    // The two valuations of a game round the probability of losing differently.
    let rounding = 1e-12 + solution.value_error();
    distance.abs() < rounding || (distance < 0.0) == solution.valued_game.is_losing()
}

impl LayerTotals {
    /// Adds the faults and the number of lost boards of the next layer down.
    fn add(&mut self, (faults, lost): (FirstFaults, u64)) {
        self.faults.extend(faults);
        self.lost += lost;
    }
}
