//! `cargo xtask bench --instructions`: counts the instructions of inner loops by valgrind.
//!
//! A count does not depend on what else the machine does, and hardly on the machine: valgrind shows
//! every x86-64 processor as one with AVX2.

use anyhow::{Context as _, Result, bail};

use crate::table::{Numbers, Table};
use crate::{install, run};

const TABLE: Table = Table {
    file: "docs/instructions.csv",
    head: "case,instructions",
    unit: "instructions",
    // Compilers differ a little.
    margin: 1,
    record: "cargo xtask bench --instructions --record",
};

/// The cases of `tests/benches/instructions.rs`.
const CASES: [&str; 4] = ["action-values", "decode", "evaluate", "solve"];

/// Makes valgrind run the benchmark and print how many instructions that took.
const RUNNER: &str = "target.'cfg(all())'.runner = ['valgrind', '--tool=callgrind', \
                      '--callgrind-out-file=/dev/null']";

/// Counts the instructions of each case, and compares them with the table or records them there.
pub(crate) fn count(records: bool) -> Result<()> {
    install::debian("valgrind", "install valgrind", || run::find("valgrind").is_some())?;
    let mut counts = Numbers::new();
    for case in CASES {
        let mut bench = run::command("cargo");
        bench.args(["--config", RUNNER, "bench", "--package", "mdp2048-tests"]);
        bench.args(["--bench", "instructions", "--", case]);
        let output = bench.output().context("could not start cargo")?;
        let text = String::from_utf8_lossy(&output.stderr);
        let collected = text.lines().find_map(|line| line.split_once("Collected : "));
        let Some((_, number)) = collected.filter(|_| output.status.success()) else {
            bail!("{}: {text}", run::show(&bench));
        };
        let instructions = number.trim().parse()?;
        println!("{instructions:>15}  {case}");
        counts.insert(case.to_owned(), instructions);
    }
    TABLE.check(&counts, records)
}
