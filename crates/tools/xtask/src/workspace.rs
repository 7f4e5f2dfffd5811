//! The folders of this workspace, and the versions of tools that it names.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The workspace's root folder.
pub(crate) fn root() -> PathBuf {
    // Cargo sets the variable for `cargo run`; the compiled-in value is for a binary run by hand.
    let own = env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").into());
    let root = Path::new(&own).ancestors().nth(3);
    root.expect("this package is three folders below the root").to_owned()
}

/// The folder of tools that only this project uses. `cargo clean` does not remove it.
pub(crate) fn tools() -> PathBuf {
    root().join(".tools")
}

/// The page built for the browser tests. The tested, the published and the served page, whose folder
/// is in Trunk.toml, have folders of their own, so that no build overwrites another.
pub(crate) const TESTED_PAGE: &str = "target/tested-page";

/// The page that `dist` builds.
pub(crate) const PUBLISHED_PAGE: &str = "dist";

/// The version of Binaryen (`wasm-opt`) that Trunk.toml asks for, as npm writes it.
pub(crate) fn binaryen_version() -> Result<String> {
    let version = setting("Trunk.toml", "wasm_opt")?;
    Ok(format!("{}.0.0", version.trim_start_matches("version_")))
}

/// The oldest browsers that .browserslistrc names, as esbuild names them: `safari17.5`.
pub(crate) fn browsers() -> Result<Vec<String>> {
    let list = read(".browserslistrc")?;
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    Ok(lines.map(|line| line.replace(" >= ", "")).collect())
}

/// The first `key = "value"` of a TOML file, in any table.
pub(crate) fn setting(file: &str, key: &str) -> Result<String> {
    let toml = read(file)?;
    let value = toml.lines().find_map(|line| {
        let value = line.strip_prefix(key)?.trim_start().strip_prefix('=')?;
        Some(value.trim().trim_matches('"').to_owned())
    });
    value.with_context(|| format!("{file} names no {key}"))
}

/// The text of a file of the workspace.
pub(crate) fn read(file: &str) -> Result<String> {
    let path = root().join(file);
    fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_build_of_the_page_has_a_folder_of_its_own() {
        let served = setting("Trunk.toml", "dist").unwrap();
        let folders = [served.as_str(), TESTED_PAGE, PUBLISHED_PAGE];
        let different: BTreeSet<&str> = folders.into_iter().collect();
        assert_eq!(different.len(), 3, "{folders:?}");
    }

    #[test]
    fn finds_the_versions() {
        for version in
            [setting("Trunk.toml", "trunk-version"), binaryen_version()].map(Result::unwrap)
        {
            let numbers: Vec<u32> =
                version.split('.').map(|number| number.parse().unwrap()).collect();
            assert_eq!(numbers.len(), 3, "{version}");
        }
    }
}
