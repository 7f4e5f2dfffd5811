//! PRISM's explicit files: states, transitions, labels and rewards, each in a text file of its own.

use std::io::Write;

use mdp2048_model::Objective;

use mdp2048_solve::ProgressCallback;

use crate::number::Shortest;
use crate::{Chain, Choice, Counts, ExportError, Place};

/// Writes the `.tra` file: a transition a line, probabilities as the nearest doubles.
///
/// # Errors
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `watch` breaks.
pub fn write_prism_transitions(
    chain: &Chain<'_>,
    out: &mut dyn Write,
    watch: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let counts = chain.counts(watch)?;
    writeln!(out, "{} {} {}", counts.states, counts.choices, counts.transitions)?;
    chain.for_each(watch, |node| {
        for (at, choice) in node.choices.iter().enumerate() {
            for (next, numerator, denominator) in choice.fractions() {
                let probability = Shortest(numerator as f64 / denominator as f64);
                writeln!(out, "{} {at} {next} {probability} {}", node.number, choice.name)?;
            }
        }
        Ok(())
    })
}

/// Writes the `.sta` file: for each state whether the game is over (0 in play, 1 won, 2 lost,
/// 3 stopped), its tile sum, and its exponents, which are called by row and column.
///
/// # Errors
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `watch` breaks.
pub fn write_prism_states(
    chain: &Chain<'_>,
    out: &mut dyn Write,
    watch: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let shape = chain.game().shape();
    write!(out, "(over,sum")?;
    for cell in 0..shape.cells() {
        write!(out, ",r{}c{}", cell / shape.cols() + 1, cell % shape.cols() + 1)?;
    }
    writeln!(out, ")")?;
    chain.for_each(watch, |node| {
        let (over, board) = match node.place {
            Place::Start => (0, None),
            Place::State(state) => (0, Some(state.board())),
            Place::End(end) => (1 + end as u8, None),
        };
        let sum = board.map_or(0, |board| board.tile_sum().get());
        write!(out, "{}:({over},{sum}", node.number)?;
        for cell in 0..shape.cells() {
            write!(out, ",{}", board.map_or(0, |board| board.tile(cell).get()))?;
        }
        Ok(writeln!(out, ")")?)
    })
}

/// Writes the `.lab` file: the labels `init`, `deadlock`, `won`, `lost` and `stopped`, of which no
/// state has the second, and the last only with a discount. These few lines are not watched.
///
/// # Errors
/// [`ExportError::Io`] if writing fails.
pub fn write_prism_labels(
    chain: &Chain<'_>,
    out: &mut dyn Write,
    _watch: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    write!(out, "0=\"init\" 1=\"deadlock\"")?;
    for (label, end) in (2..).zip(chain.ends()) {
        write!(out, " {label}=\"{}\"", end.name())?;
    }
    writeln!(out, "\n0: 0")?;
    for (label, end) in (2..).zip(chain.ends()) {
        writeln!(out, "{}: {label}", chain.number_of(end))?;
    }
    Ok(())
}

/// Writes the `.trew` file: what each transition brings, in moves if the game is about moves, else in
/// points.
///
/// # Errors
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `watch` breaks.
pub fn write_prism_rewards(
    chain: &Chain<'_>,
    out: &mut dyn Write,
    watch: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let counts_moves = matches!(chain.game().objective(), Objective::Moves | Objective::Fewest);
    let reward = |choice: &Choice| match counts_moves {
        true => u32::from(choice.is_move),
        false => choice.points,
    };
    let (mut counts, mut rewarded) = (Counts::default(), 0);
    chain.for_each(watch, |node| {
        counts.states += 1;
        counts.choices += node.choices.len() as u64;
        let choices = node.choices.iter().filter(|choice| reward(choice) > 0);
        rewarded += choices.map(|choice| choice.successors.len()).sum::<usize>();
        Ok(())
    })?;
    let name = if counts_moves { "moves" } else { "points" };
    writeln!(out, "# Reward structure \"{name}\"\n# Transition rewards")?;
    writeln!(out, "{} {} {rewarded}", counts.states, counts.choices)?;
    chain.for_each(watch, |node| {
        for (at, choice) in node.choices.iter().enumerate().filter(|(_, it)| reward(it) > 0) {
            for (next, _) in &choice.successors {
                writeln!(out, "{} {at} {next} {}", node.number, reward(choice))?;
            }
        }
        Ok(())
    })
}
