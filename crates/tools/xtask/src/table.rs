//! Tables of measured numbers in docs/: a number grows by decision only.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result, ensure};

use crate::workspace;

/// The measured numbers, by the names of what was measured.
pub(crate) type Numbers = BTreeMap<String, u64>;

/// A table of numbers that are not to grow.
pub(crate) struct Table {
    /// The file, relative to the root.
    pub(crate) file: &'static str,
    /// Its first line.
    pub(crate) head: &'static str,
    /// What the numbers count.
    pub(crate) unit: &'static str,
    /// By how much a number may exceed that of the table, in percent.
    pub(crate) margin: u64,
    /// The command that writes the table.
    pub(crate) record: &'static str,
}

impl Table {
    /// Compares what was measured with the table, or writes it there if `records`.
    ///
    /// # Errors
    /// If a number is larger than the table allows, or only one of both has its name.
    pub(crate) fn check(&self, measured: &Numbers, records: bool) -> Result<()> {
        if records {
            return self.write(measured);
        }
        let faults = self.compare(measured, &self.read()?);
        let Self { file, record, .. } = self;
        ensure!(
            faults.is_empty(),
            "{}\nif that is intended, run `{record}` and commit {file}",
            faults.join("\n")
        );
        Ok(())
    }

    fn write(&self, measured: &Numbers) -> Result<()> {
        let mut text = format!("{}\n", self.head);
        for (name, number) in measured {
            writeln!(text, "{name},{number}")?;
        }
        fs::write(workspace::root().join(self.file), text)
            .with_context(|| format!("could not write {}", self.file))
    }

    pub(crate) fn read(&self) -> Result<Numbers> {
        self.parse(&workspace::read(self.file)?)
    }

    fn parse(&self, text: &str) -> Result<Numbers> {
        let Self { file, head, .. } = self;
        let rows =
            text.strip_prefix(head).with_context(|| format!("{file} begins with another line"))?;
        let row = |line: &str| {
            let (name, number) = line.rsplit_once(',')?;
            Some((name.to_owned(), number.parse().ok()?))
        };
        let read = |line| row(line).with_context(|| format!("{file} has the line '{line}'"));
        rows.lines().skip(1).map(read).collect()
    }

    /// What is wrong with the numbers, a line for each name.
    fn compare(&self, measured: &Numbers, table: &Numbers) -> Vec<String> {
        let Self { unit, margin, .. } = self;
        let names: BTreeSet<&String> = measured.keys().chain(table.keys()).collect();
        let fault = |name: &String| match (measured.get(name), table.get(name)) {
            (Some(found), Some(allowed)) => (100 * found > (100 + margin) * allowed)
                .then(|| format!("{name} has grown from {allowed} to {found} {unit}")),
            (Some(found), None) => Some(format!("{name} is new, with {found} {unit}")),
            (None, _) => Some(format!("{name} is missing")),
        };
        names.into_iter().filter_map(fault).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: Table =
        Table { file: "sizes.csv", head: "file,bytes", unit: "bytes", margin: 5, record: "record" };

    fn numbers(rows: &[(&str, u64)]) -> Numbers {
        rows.iter().map(|&(name, number)| (name.to_owned(), number)).collect()
    }

    #[test]
    fn growth_and_new_and_missing_names_are_faults() {
        let allowed = numbers(&[("a.wasm", 1000), ("b.wasm", 1000), ("c.wasm", 1000)]);
        let found = numbers(&[("a.wasm", 1050), ("b.wasm", 1051), ("d.wasm", 5)]);
        let faults = [
            "b.wasm has grown from 1000 to 1051 bytes",
            "c.wasm is missing",
            "d.wasm is new, with 5 bytes",
        ];
        assert_eq!(SIZES.compare(&found, &allowed), faults);
        assert!(SIZES.compare(&allowed, &allowed).is_empty());
    }

    #[test]
    fn a_table_is_read_line_by_line() {
        let read = SIZES.parse("file,bytes\na.wasm,5\n").unwrap();
        assert_eq!(read, numbers(&[("a.wasm", 5)]));
        assert!(SIZES.parse("file\n").is_err());
        assert!(SIZES.parse("file,bytes\na.wasm,x\n").is_err());
    }
}
