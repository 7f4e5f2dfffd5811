//! The table of the sizes that the files of the published page may have, `docs/sizes.csv`: a page
//! grows by decision only.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::workspace;

/// The file of the table, relative to the root.
const FILE: &str = "docs/sizes.csv";

/// The first line of the table.
const HEAD: &str = "file,brotli_bytes";

/// By how much a file may exceed its size in the table, in percent: compilers differ a little.
const MARGIN: u64 = 1;

/// The sizes of files in bytes after brotli, by their names.
pub(crate) type SizeTable = BTreeMap<String, u64>;

/// Compares the sizes of a built page with the table.
///
/// # Errors
/// If a file is larger than the table allows, or only one of both has it.
pub(crate) fn check(measured: &SizeTable) -> Result<()> {
    let path = workspace::root().join(FILE);
    let text = fs::read_to_string(&path).with_context(|| format!("no {}", path.display()))?;
    let faults = compare(measured, &parse(&text)?);
    if faults.is_empty() {
        return Ok(());
    }
    bail!(
        "{}\nif that is intended, run `cargo xtask dist --record-sizes` and commit {FILE}",
        faults.join("\n")
    )
}

/// Writes the table.
pub(crate) fn record(measured: &SizeTable) -> Result<()> {
    let mut text = format!("{HEAD}\n");
    for (file, bytes) in measured {
        writeln!(text, "{file},{bytes}")?;
    }
    fs::write(workspace::root().join(FILE), text).with_context(|| format!("could not write {FILE}"))
}

fn parse(text: &str) -> Result<SizeTable> {
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
fn compare(measured: &SizeTable, table: &SizeTable) -> Vec<String> {
    let files: BTreeMap<&String, ()> =
        measured.keys().chain(table.keys()).map(|it| (it, ())).collect();
    let fault = |file: &String| match (measured.get(file), table.get(file)) {
        (Some(found), Some(allowed)) => (100 * found > (100 + MARGIN) * allowed)
            .then(|| format!("{file} has grown from {allowed} to {found} bytes")),
        (Some(found), None) => Some(format!("{file} is new, with {found} bytes")),
        (None, _) => Some(format!("{file} is missing")),
    };
    files.into_keys().filter_map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[(&str, u64)]) -> SizeTable {
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
    fn the_table_lists_every_program() {
        let text = fs::read_to_string(workspace::root().join(FILE)).unwrap();
        let table = parse(&text).unwrap();
        for program in crate::programs::of_page().unwrap() {
            let is_of = |file: &String| file.ends_with(&format!("/{program}_bg.wasm"));
            assert!(table.keys().any(is_of), "{FILE} has no {program}");
        }
        assert!(parse("file\n").is_err());
        assert!(parse("file,brotli_bytes\na.wasm,x\n").is_err());
    }
}
