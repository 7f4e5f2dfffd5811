//! The sizes of what readers of the page download, after brotli.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::run;
use crate::table::{Numbers, Table};

/// The sizes that a page had when they were last recorded. More growth than the margin is a decision.
const TABLE: Table = Table {
    file: "docs/sizes.csv",
    head: "file,brotli_bytes",
    unit: "bytes",
    margin: 5,
    record: "cargo xtask dist --record-sizes",
};

/// What an embedded game of 2x2 loads before its first move.
const EMBEDDED: &str = "2x2 to 16 until the first move";

/// The most bytes of that.
const MOST_EMBEDDED: u64 = 150_000;

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

/// Compares measured sizes with the limit of embedded games and with the table, or records them in
/// the table.
///
/// # Errors
/// If a limit is exceeded; that of embedded games also if the sizes are recorded.
pub(crate) fn check(sizes: &Numbers, records: bool) -> Result<()> {
    let embedded = *sizes.get(EMBEDDED).context("the embedded game is not measured")?;
    ensure!(
        embedded <= MOST_EMBEDDED,
        "an embedded game loads {embedded} bytes until its first move, but at most {MOST_EMBEDDED} \
         are allowed"
    );
    TABLE.check(sizes, records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read() {
        assert!(TABLE.read().unwrap().len() > 2);
    }

    #[test]
    fn an_embedded_game_has_a_limit_that_no_record_changes() {
        check(&TABLE.read().unwrap(), false).unwrap();
        let sizes = Numbers::from([(EMBEDDED.to_owned(), MOST_EMBEDDED + 1)]);
        for records in [false, true] {
            let error = check(&sizes, records).unwrap_err().to_string();
            assert!(error.contains("loads 150001 bytes"), "{error}");
        }
    }
}
