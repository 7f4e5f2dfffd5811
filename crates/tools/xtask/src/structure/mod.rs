//! Checks that dependencies point one way, between packages and between files.

mod files;
mod packages;
mod report;
mod source;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::run;

/// Checks the workspace as it is.
///
/// # Errors
/// One message for each fault, with what to do about it.
pub(crate) fn check() -> Result<()> {
    let metadata = run::output(&mut run::line("cargo metadata --format-version 1 --no-deps"))
        .context("`cargo metadata` failed: run it by hand to see why")?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let crates = source::read_crates(&metadata)?;
    let mut faults = Vec::new();
    for report in [packages::check(&metadata)?, files::check(&crates)] {
        println!("{}", report.summary);
        faults.extend(report.faults);
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n       "));
    }
    Ok(())
}
