//! PRISM's explicit files: transitions, states, labels and rewards, each in a text file.

use std::io::Write;

use mdp2048_model::ValueUnit;
use mdp2048_solve::ProgressCallback;

use crate::error::ExportError;
use crate::number::ShortestNumber;
use crate::system_state::{SystemChoice, SystemCounts, SystemStateKind};
use crate::transition_system::TransitionSystem;

/// Writes the `.tra` file: one transition per line, with the probability as the nearest `f64`.
///
/// # Errors
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `progress` breaks.
pub fn write_prism_transitions(
    system: &TransitionSystem<'_>,
    out: &mut dyn Write,
    progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let counts = system.counts(progress)?;
    writeln!(out, "{} {} {}", counts.states, counts.choices, counts.transitions)?;
    system.for_each_state(progress, |state| {
        for (at, choice) in state.choices.iter().enumerate() {
            for (next, numerator, denominator) in choice.fractions() {
                let probability = ShortestNumber(numerator as f64 / denominator as f64);
                writeln!(out, "{} {at} {next} {probability} {}", state.number, choice.name)?;
            }
        }
        Ok(())
    })
}

/// Writes the `.sta` file: for each state whether the game is over (0 in play, 1 won, 2 lost,
/// 3 stopped), the tile sum, and the exponents, in variables named by row and column.
///
/// # Errors
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `progress` breaks.
pub fn write_prism_states(
    system: &TransitionSystem<'_>,
    out: &mut dyn Write,
    progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let shape = system.game().shape();
    write!(out, "(over,sum")?;
    for cell in 0..shape.cells() {
        write!(out, ",r{}c{}", cell / shape.cols() + 1, cell % shape.cols() + 1)?;
    }
    writeln!(out, ")")?;
    system.for_each_state(progress, |state| {
        let (over, board) = match state.kind {
            SystemStateKind::Start => (0, None),
            SystemStateKind::Board(board) => (0, Some(board.board())),
            SystemStateKind::End(end) => (1 + end as u8, None),
        };
        let sum = board.map_or(0, |board| board.tile_sum().get());
        write!(out, "{}:({over},{sum}", state.number)?;
        for cell in 0..shape.cells() {
            write!(out, ",{}", board.map_or(0, |board| board.tile(cell).get()))?;
        }
        Ok(writeln!(out, ")")?)
    })
}

/// Writes the `.lab` file: the labels `init`, `deadlock`, `won`, `lost` and, if the discount is
/// below 1, `stopped`. No state has the label `deadlock`.
///
/// The file has a few lines, so the progress callback is never called; the parameter gives all
/// PRISM writers one signature.
///
/// # Errors
/// [`ExportError::Io`] if writing fails.
pub fn write_prism_labels(
    system: &TransitionSystem<'_>,
    out: &mut dyn Write,
    _progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    write!(out, "0=\"init\" 1=\"deadlock\"")?;
    for (label, end) in (2..).zip(system.ends()) {
        write!(out, " {label}=\"{}\"", end.name())?;
    }
    writeln!(out, "\n0: 0")?;
    for (label, end) in (2..).zip(system.ends()) {
        writeln!(out, "{}: {label}", system.number_of(end))?;
    }
    Ok(())
}

/// Writes the `.trew` file: the reward of each transition, in moves if the objective counts moves,
/// else in points.
///
/// # Errors
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `progress` breaks.
pub fn write_prism_rewards(
    system: &TransitionSystem<'_>,
    out: &mut dyn Write,
    progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let counts_moves = system.game().objective().facts().unit == ValueUnit::Moves;
    let reward = |choice: &SystemChoice| match counts_moves {
        true => u32::from(choice.is_move),
        false => choice.points,
    };
    let (mut counts, mut rewarded) = (SystemCounts::default(), 0);
    system.for_each_state(progress, |state| {
        counts.states += 1;
        counts.choices += state.choices.len() as u64;
        let choices = state.choices.iter().filter(|choice| reward(choice) > 0);
        rewarded += choices.map(|choice| choice.successors.len()).sum::<usize>();
        Ok(())
    })?;
    let name = if counts_moves { "moves" } else { "points" };
    writeln!(out, "# Reward structure \"{name}\"\n# Transition rewards")?;
    writeln!(out, "{} {} {rewarded}", counts.states, counts.choices)?;
    system.for_each_state(progress, |state| {
        for (at, choice) in
            state.choices.iter().enumerate().filter(|(_, choice)| reward(choice) > 0)
        {
            for (next, _) in &choice.successors {
                writeln!(out, "{} {at} {next} {}", state.number, reward(choice))?;
            }
        }
        Ok(())
    })
}
