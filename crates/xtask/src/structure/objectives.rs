//! Code treats the objectives of games alike, by their rows, so that a new one is one row.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprBinary, Macro, Pat};

use super::report::Report;
use super::source::{Crate, is_for_tests};
use crate::workspace;

/// The type of objectives.
const OBJECTIVE: &str = "Objective";

/// The files of the rows, and of their numbers in files.
const ROWS: [&str; 2] = ["model/src/objective.rs", "model/src/game_record.rs"];

const FAULT: &str = "code depends on one objective: ask `Objective::facts`, or a method of it";

/// Finds patterns and comparisons with an objective outside the files of their rows.
///
/// # Errors
/// If a source file cannot be read or parsed.
pub(crate) fn check(crates: &[Crate]) -> Result<Report> {
    let modules = crates.iter().flat_map(|parsed| parsed.modules.values());
    let is_row = |file: &PathBuf| ROWS.iter().any(|rows| file.ends_with(rows));
    let files: BTreeSet<&PathBuf> =
        modules.map(|module| &module.file).filter(|file| !is_row(file)).collect();
    let (mut naming, mut faults) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(workspace::root().join(file))
            .with_context(|| format!("could not read {}", file.display()))?;
        if text.contains(OBJECTIVE) {
            naming += 1;
            let found = ObjectiveTests::of(&text)?.found;
            faults.extend((0..found).map(|_| format!("{}: {FAULT}", file.display())));
        }
    }
    let summary = format!("{naming} files name objectives, {} of them as cases", faults.len());
    Ok(Report { summary, faults })
}

/// How often a file tests for an objective.
#[derive(Default)]
struct ObjectiveTests {
    found: usize,
}

impl ObjectiveTests {
    fn of(text: &str) -> Result<Self> {
        let mut tests = Self::default();
        tests.visit_file(&syn::parse_file(text)?);
        Ok(tests)
    }
}

impl<'a> Visit<'a> for ObjectiveTests {
    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_pat(&mut self, pattern: &'a Pat) {
        match pattern {
            Pat::Path(path) if is_objective_path(&path.path) => self.found += 1,
            _ => visit::visit_pat(self, pattern),
        }
    }

    fn visit_expr_binary(&mut self, expression: &'a ExprBinary) {
        let compares = matches!(expression.op, BinOp::Eq(_) | BinOp::Ne(_));
        let is_objective =
            |side: &Expr| matches!(side, Expr::Path(path) if is_objective_path(&path.path));
        if compares && (is_objective(&expression.left) || is_objective(&expression.right)) {
            self.found += 1;
        }
        visit::visit_expr_binary(self, expression);
    }

    fn visit_macro(&mut self, invocation: &'a Macro) {
        let tokens = invocation.tokens.to_string();
        let mut words = tokens.split_whitespace();
        if invocation.path.is_ident("matches") && words.any(|word| word == OBJECTIVE) {
            self.found += 1;
        }
    }
}

/// Whether a path ends in `Objective::` and a name.
fn is_objective_path(path: &syn::Path) -> bool {
    path.segments.iter().rev().nth(1).is_some_and(|segment| segment.ident == OBJECTIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_for_an_objective_are_found() {
        let found = |body: &str| {
            let text = format!("fn f() {{ {body} }} #[cfg(test)] mod t {{ fn g() {{ {body} }} }}");
            ObjectiveTests::of(&text).unwrap().found
        };
        for (body, expected) in [
            ("match o { Objective::Win => 1, _ => 2 }", 1),
            ("match o { m::Objective::Win => 1, other => 2 }", 1),
            ("match o { x @ (Objective::Win | Objective::Score) => 1, other => 2 }", 2),
            ("match (t, o) { (Some(_), Objective::Win) => 1, (None, _) => 2 }", 1),
            ("match t { Some(_) => Objective::Win, _ => Objective::Score }", 0),
            ("o == Objective::Win", 1),
            ("a && o != Objective::Win", 1),
            ("matches!(o, Objective::Win)", 1),
            ("match o.facts().unit { ValueUnit::Moves => 1, _ => 2 }", 0),
        ] {
            assert_eq!(found(body), expected, "{body}");
        }
    }
}
