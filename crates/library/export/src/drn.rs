//! Storm's DRN format: one text file with probabilities as fractions.

use std::io::Write;

use mdp2048_solve::ProgressCallback;

use crate::error::ExportError;
use crate::system_state::{EndState, SystemState, SystemStateKind};
use crate::transition_system::TransitionSystem;

/// Writes the transition system as DRN, with the rewards `moves` and `points` and the labels
/// `init`, `won`, `lost` and, if the discount is below 1, `stopped`.
///
/// # Errors
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `progress` breaks.
pub fn write_drn(
    system: &TransitionSystem<'_>,
    out: &mut dyn Write,
    progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let counts = system.counts(progress)?;
    writeln!(out, "// {}: states are boards row by row, 0 for an empty cell", system.game())?;
    writeln!(out, "@type: MDP\n@parameters\n\n@reward_models\nmoves points")?;
    writeln!(out, "@nr_states\n{}\n@nr_choices\n{}\n@model", counts.states, counts.choices)?;
    system.for_each_state(progress, |state| write_state(state, out))
}

/// Writes a state with its choices and transitions.
fn write_state(state: &SystemState, out: &mut dyn Write) -> Result<(), ExportError> {
    let label = match state.kind {
        SystemStateKind::Start => " init",
        SystemStateKind::Board(_) => "",
        SystemStateKind::End(EndState::Won) => " won",
        SystemStateKind::End(EndState::Lost) => " lost",
        SystemStateKind::End(EndState::Stopped) => " stopped",
    };
    writeln!(out, "state {} [0, 0]{label}", state.number)?;
    if let SystemStateKind::Board(board) = state.kind {
        writeln!(out, "//{board}")?;
    }
    for choice in &state.choices {
        let moves = u8::from(choice.is_move);
        writeln!(out, "\taction {} [{moves}, {}]", choice.name, choice.points)?;
        for (next, numerator, denominator) in choice.fractions() {
            match denominator {
                1 => writeln!(out, "\t\t{next} : {numerator}")?,
                _ => writeln!(out, "\t\t{next} : {numerator}/{denominator}")?,
            }
        }
    }
    Ok(())
}
