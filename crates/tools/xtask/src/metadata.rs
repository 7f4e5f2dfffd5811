//! What cargo knows of this workspace.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::run;

/// What cargo knows of the packages of the workspace.
pub(crate) fn read() -> Result<Value> {
    let metadata = run::output(&mut run::words("cargo metadata --format-version 1 --no-deps"))
        .context("`cargo metadata` failed: run it by hand to see why")?;
    Ok(serde_json::from_str(&metadata)?)
}

/// The packages in the metadata.
pub(crate) fn packages(metadata: &Value) -> Result<&Vec<Value>> {
    metadata["packages"].as_array().context("cargo's metadata lists no packages")
}

/// A text in the metadata.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    value[key].as_str().with_context(|| format!("cargo's metadata has a part without {key}"))
}

/// Cargo's target folder, which users can move.
pub(crate) fn target_folder() -> Result<PathBuf> {
    Ok(text(&read()?, "target_directory")?.into())
}
