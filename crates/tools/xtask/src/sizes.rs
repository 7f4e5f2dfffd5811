//! The sizes of what readers of the page download, after brotli, and the table of those that they
//! may have, `docs/sizes.csv`: a page grows by decision only.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::{run, workspace};

/// The file of the table, relative to the root.
const FILE: &str = "docs/sizes.csv";

/// The first line of the table.
const HEAD: &str = "file,brotli_bytes";

/// By how much a file may exceed its size in the table, in percent: compilers differ a little.
const MARGIN: u64 = 1;

/// Sizes in bytes after brotli, by the names of files or of what is measured.
pub(crate) type Sizes = BTreeMap<String, u64>;

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
pub(crate) fn measure(page: &Path) -> Result<Sizes> {
    let output = run::output(run::command("node").args(["-e", MEASURE]).current_dir(page));
    let output = output.context("node could not compress the files of the page")?;
    let sizes: Sizes = serde_json::from_str(&output).context("node printed something else")?;
    for (name, bytes) in &sizes {
        println!("{bytes:>10}  {name}");
    }
    Ok(sizes)
}

/// Compares the sizes of a built page with the table.
///
/// # Errors
/// If a file is larger than the table allows, or only one of both has it.
pub(crate) fn check(measured: &Sizes) -> Result<()> {
    let faults = compare(measured, &parse(&workspace::read(FILE)?)?);
    ensure!(
        faults.is_empty(),
        "{}\nif that is intended, run `cargo xtask dist --record-sizes` and commit {FILE}",
        faults.join("\n")
    );
    Ok(())
}

/// Writes the table.
pub(crate) fn record(measured: &Sizes) -> Result<()> {
    let mut text = format!("{HEAD}\n");
    for (file, bytes) in measured {
        writeln!(text, "{file},{bytes}")?;
    }
    fs::write(workspace::root().join(FILE), text).with_context(|| format!("could not write {FILE}"))
}

fn parse(text: &str) -> Result<Sizes> {
    let rows =
        text.strip_prefix(HEAD).with_context(|| format!("{FILE} begins with another line"))?;
    let row = |line: &str| {
        let (file, bytes) = line.rsplit_once(',')?;
        Some((file.to_owned(), bytes.parse().ok()?))
    };
    let read = |line| row(line).with_context(|| format!("{FILE} has the line '{line}'"));
    rows.lines().skip(1).map(read).collect()
}

/// What is wrong with the sizes, a line for each file.
fn compare(measured: &Sizes, table: &Sizes) -> Vec<String> {
    let files: BTreeSet<&String> = measured.keys().chain(table.keys()).collect();
    let fault = |file: &String| match (measured.get(file), table.get(file)) {
        (Some(found), Some(allowed)) => (100 * found > (100 + MARGIN) * allowed)
            .then(|| format!("{file} has grown from {allowed} to {found} bytes")),
        (Some(found), None) => Some(format!("{file} is new, with {found} bytes")),
        (None, _) => Some(format!("{file} is missing")),
    };
    files.into_iter().filter_map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[(&str, u64)]) -> Sizes {
        rows.iter().map(|&(file, bytes)| (file.to_owned(), bytes)).collect()
    }

    #[test]
    fn growth_new_files_and_missing_files_are_faults() {
        let allowed = table(&[("a.wasm", 1000), ("b.wasm", 1000), ("c.wasm", 1000)]);
        let found = table(&[("a.wasm", 1010), ("b.wasm", 1011), ("d.wasm", 5)]);
        let faults = [
            "b.wasm has grown from 1000 to 1011 bytes",
            "c.wasm is missing",
            "d.wasm is new, with 5 bytes",
        ];
        assert_eq!(compare(&found, &allowed), faults);
        assert!(compare(&allowed, &allowed).is_empty());
    }

    #[test]
    fn the_table_can_be_read() {
        assert!(parse(&workspace::read(FILE).unwrap()).unwrap().len() > 2);
        assert!(parse("file\n").is_err());
        assert!(parse("file,brotli_bytes\na.wasm,x\n").is_err());
    }
}
