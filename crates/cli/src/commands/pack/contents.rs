//! The contents of a policy file: values are packed, and written in a format.

use std::io;

use mdp2048_model::{ActionValues, Values};
use mdp2048_policy::{PackError, PackOptions, PackedPolicy, TextPolicy, ValuesHeld, pack};
use mdp2048_rules::CanonicalState;
use serde::Serialize;

use super::args::{PackArgs, PolicyFormat};
use crate::error::Error;
use crate::input::text::SizedTextPolicy;
use crate::output::file::OutputFile;
use crate::output::progress::ProgressReporter;
use crate::summary::packed::PackedSummary;
use crate::summary::text::TextSummary;

/// The contents of the file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum PackedContents {
    Packed(PackedSummary),
    Text(TextSummary),
}

/// The bytes of the packed policy. `visits` are the expected visits to all states. `action_values`
/// returns the action values of many states.
pub(super) fn pack_values(
    args: &PackArgs,
    threshold: f64,
    visits: f64,
    values: &impl Values,
    action_values: impl Fn(&[CanonicalState]) -> Vec<Option<ActionValues>>,
    reporter: &mut ProgressReporter,
) -> Result<Vec<u8>, Error> {
    // The values of a text policy are added later.
    let packed_values = match args.format {
        PolicyFormat::Mdp2048 => args.values_held(values.game()),
        PolicyFormat::Twenty48 => ValuesHeld::None,
    };
    let options = PackOptions::new(values.start_return()).values(packed_values);
    let options = options.threshold(threshold, visits);
    let options = args.value_error.map_or(options, |error| options.tolerance(error));
    reporter.note("packing");
    let bytes = pack(values.valued_game(), &options, action_values);
    bytes.map_err(|error| match error {
        PackError::NothingKept => Error::NothingKept(threshold),
        other => Error::Pack(other),
    })
}

/// Writes the packed policy in the format that is asked for. The contents are read back from the
/// bytes that are written.
pub(super) fn write(
    args: &PackArgs,
    out: &OutputFile,
    bytes: Vec<u8>,
    values: &impl Values,
) -> Result<PackedContents, Error> {
    let policy =
        PackedPolicy::from_bytes(&bytes).map_err(|source| Error::contents(&args.out, source))?;
    let (policy, bytes) = match args.format {
        PolicyFormat::Mdp2048 => (PackedContents::Packed(PackedSummary::of(&policy)), bytes),
        PolicyFormat::Twenty48 => {
            let text = text(args, &policy, values)?;
            let read = SizedTextPolicy::parse(&args.out, text.as_bytes(), values.game())?;
            let summary = TextSummary::of_packed(&read, policy.header());
            (PackedContents::Text(summary), text.into_bytes())
        }
    };
    out.write(|file| io::Write::write_all(file, &bytes))?;
    Ok(policy)
}

/// The text of a text policy.
fn text(args: &PackArgs, policy: &PackedPolicy, values: &impl Values) -> Result<String, Error> {
    let text = TextPolicy::of(policy).and_then(|text| match args.values_held(values.game()) {
        ValuesHeld::None => Ok(text),
        _ => text.with_values(|state| values.value(state)?.finite()),
    });
    let text = text.map_err(|source| Error::contents(&args.out, source))?;
    Ok(text.to_text())
}
