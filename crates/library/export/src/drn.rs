//! Storm's DRN format: one text file with probabilities as fractions.

use std::io::Write;

use mdp2048_solve::{ProgressCallback, Solution};

use crate::error::ExportError;
use crate::passes::Passes;
use crate::system_state::{SystemState, SystemStateKind};
use crate::transition_system::TransitionSystem;

/// Writes the transition system of a solved game as DRN.
pub(crate) fn write_drn(
    solution: &Solution,
    out: &mut (dyn Write + Send),
    progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let system = TransitionSystem::of(solution)?;
    let mut passes = Passes::new(progress, 2);
    let choices = system.choices(&mut passes.begin())?;
    writeln!(out, "// {}: states are boards row by row, 0 for an empty cell", system.game())?;
    writeln!(out, "@type: MDP\n@parameters\n\n@reward_models\nmoves points")?;
    writeln!(out, "@nr_states\n{}\n@nr_choices\n{choices}\n@model", system.states())?;
    system.visit_states(&mut passes.begin(), |state| write_state(state, out))
}

/// Writes a state with its choices and transitions.
fn write_state(state: &SystemState, out: &mut (dyn Write + Send)) -> Result<(), ExportError> {
    write!(out, "state {} [0, 0]", state.number)?;
    match state.kind {
        SystemStateKind::Start => writeln!(out, " init")?,
        SystemStateKind::Board(board) => writeln!(out, "\n//{board}")?,
        SystemStateKind::End(end) => writeln!(out, " {}", end.name())?,
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
