//! Storm's DRN: one text file, with probabilities as fractions.

use std::io::Write;

use mdp2048_solve::ProgressCallback;

use crate::{Chain, End, ExportError, Node, Place};

/// Writes the chain as DRN, with the rewards `moves` and `points` and the labels `init`, `won`,
/// `lost` and, if there is a discount, `stopped`.
///
/// # Errors
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `watch` breaks.
pub fn write_drn(
    chain: &Chain<'_>,
    out: &mut dyn Write,
    watch: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let counts = chain.counts(watch)?;
    writeln!(out, "// {}: states are boards row by row, 0 for an empty cell", chain.game())?;
    writeln!(out, "@type: MDP\n@parameters\n\n@reward_models\nmoves points")?;
    writeln!(out, "@nr_states\n{}\n@nr_choices\n{}\n@model", counts.states, counts.choices)?;
    chain.for_each(watch, |node| write_node(node, out))
}

fn write_node(node: &Node, out: &mut dyn Write) -> Result<(), ExportError> {
    let label = match node.place {
        Place::Start => " init",
        Place::State(_) => "",
        Place::End(End::Won) => " won",
        Place::End(End::Lost) => " lost",
        Place::End(End::Stopped) => " stopped",
    };
    writeln!(out, "state {} [0, 0]{label}", node.number)?;
    if let Place::State(state) = node.place {
        writeln!(out, "//{state}")?;
    }
    for choice in &node.choices {
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
