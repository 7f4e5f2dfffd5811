//! The sizes of what readers of the page download, after brotli.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::run;
use crate::table::{Numbers, Table};

/// The sizes that a page may have.
pub(crate) const TABLE: Table = Table {
    file: "docs/sizes.csv",
    head: "file,brotli_bytes",
    unit: "bytes",
    record: "cargo xtask dist --record-sizes",
};

/// Prints the sizes of the files in the working folder as JSON: of each program, and of what a
/// player loads before the first move of a game. A release build needs node for `wasm-opt` as well.
const MEASURE: &str = "
    const zlib = require('node:zlib'), fs = require('node:fs');
    const size = (file) => zlib.brotliCompressSync(fs.readFileSync(file)).length;
    const programs = fs.readdirSync('.', { recursive: true }).filter((it) => it.endsWith('.wasm'));
    const sizes = Object.fromEntries(programs.map((it) => [it.replaceAll('\\\\', '/'), size(it)]));
    const player = size('embed/mdp2048-player.js') + size('embed/player.js')
        + sizes['embed/player_bg.wasm'];
    sizes['2x2 to 16 until the first move'] = player + size('embed/policies/2x2_to_16.policy');
    sizes['3x3 to 512 with its worker before the policy'] = player;
    console.log(JSON.stringify(sizes));";

/// Measures and prints the sizes of a built page.
pub(crate) fn measure(page: &Path) -> Result<Numbers> {
    let output = run::output(run::command("node").args(["-e", MEASURE]).current_dir(page));
    let output = output.context("node could not compress the files of the page")?;
    let sizes: Numbers = serde_json::from_str(&output).context("node printed something else")?;
    for (name, bytes) in &sizes {
        println!("{bytes:>10}  {name}");
    }
    Ok(sizes)
}

#[cfg(test)]
mod tests {
    use super::TABLE;

    #[test]
    fn the_table_can_be_read() {
        assert!(TABLE.read().unwrap().len() > 2);
    }
}
