//! Code that depends on the objective of a game names every objective, so that the compiler lists
//! what a new one must decide.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprBinary, ExprMatch, Macro, Pat};

use super::report::Report;
use super::source::{Crate, is_for_tests};
use crate::workspace;

/// The type of objectives.
const OBJECTIVE: &str = "Objective";

/// Finds comparisons with one objective, and matches with an arm for those that they do not name.
///
/// # Errors
/// If a source file cannot be read or parsed.
pub(crate) fn check(crates: &[Crate]) -> Result<Report> {
    let modules = crates.iter().flat_map(|parsed| parsed.modules.values());
    let files: BTreeSet<&PathBuf> = modules.map(|module| &module.file).collect();
    let (mut found, mut faults) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(workspace::root().join(file))
            .with_context(|| format!("could not read {}", file.display()))?;
        if text.contains(OBJECTIVE) {
            let uses = ObjectiveUses::of(&text)?;
            found += uses.matches;
            faults.extend(uses.faults.iter().map(|fault| format!("{}: {fault}", file.display())));
        }
    }
    let summary = format!("{found} matches of objectives, {} faults in them", faults.len());
    Ok(Report { summary, faults })
}

/// What a file does with objectives.
#[derive(Default)]
struct ObjectiveUses {
    matches: usize,
    faults: Vec<&'static str>,
}

impl ObjectiveUses {
    fn of(text: &str) -> Result<Self> {
        let mut uses = Self::default();
        uses.visit_file(&syn::parse_file(text)?);
        Ok(uses)
    }
}

impl<'a> Visit<'a> for ObjectiveUses {
    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_expr_match(&mut self, expression: &'a ExprMatch) {
        let mut patterns = Vec::new();
        expression.arms.iter().for_each(|arm| add_parts(&arm.pat, 0, &mut patterns));
        let named: BTreeSet<usize> = patterns
            .iter()
            .filter(|(_, pattern)| names_objective(pattern))
            .map(|&(place, _)| place)
            .collect();
        if !named.is_empty() {
            self.matches += 1;
            let is_for_any = |(place, pattern): &(usize, &Pat)| {
                is_for_any(pattern) && (*place == 0 || named.contains(place))
            };
            if patterns.iter().any(is_for_any) {
                self.faults.push("a match has an arm for any objective: name all of them");
            }
        }
        visit::visit_expr_match(self, expression);
    }

    fn visit_expr_binary(&mut self, expression: &'a ExprBinary) {
        let sides = [&expression.left, &expression.right];
        let compares = matches!(expression.op, BinOp::Eq(_) | BinOp::Ne(_));
        if compares && sides.into_iter().any(|side| is_objective(side)) {
            self.faults.push("an objective is compared with one: ask a method of Objective");
        }
        visit::visit_expr_binary(self, expression);
    }

    fn visit_macro(&mut self, invocation: &'a Macro) {
        let tokens = invocation.tokens.to_string();
        let mut words = tokens.split_whitespace();
        if invocation.path.is_ident("matches") && words.any(|word| word == OBJECTIVE) {
            self.faults.push("an objective is matched by matches!: ask a method of Objective");
        }
    }
}

/// Adds the alternatives of a pattern and the elements of tuples, each with its place: 0 for a
/// whole pattern, from 1 for an element.
fn add_parts<'a>(pattern: &'a Pat, place: usize, parts: &mut Vec<(usize, &'a Pat)>) {
    match pattern {
        Pat::Or(or) => or.cases.iter().for_each(|case| add_parts(case, place, parts)),
        Pat::Paren(paren) => add_parts(&paren.pat, place, parts),
        Pat::Tuple(tuple) if place == 0 => {
            (1..).zip(&tuple.elems).for_each(|(place, element)| add_parts(element, place, parts));
        }
        Pat::Ident(name) => match &name.subpat {
            Some((_, pattern)) => add_parts(pattern, place, parts),
            None => parts.push((place, pattern)),
        },
        _ => parts.push((place, pattern)),
    }
}

/// Whether a pattern without alternatives names an objective.
fn names_objective(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Path(path) if is_objective_path(&path.path))
}

/// Whether a pattern matches anything.
fn is_for_any(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Wild(_) | Pat::Ident(_))
}

fn is_objective(expression: &Expr) -> bool {
    matches!(expression, Expr::Path(path) if is_objective_path(&path.path))
}

/// Whether a path ends in `Objective::` and a name.
fn is_objective_path(path: &syn::Path) -> bool {
    path.segments.len() >= 2 && path.segments[path.segments.len() - 2].ident == OBJECTIVE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_for_any_objective_are_found() {
        let faults = |body: &str| {
            let text = format!("fn f() {{ {body} }} #[cfg(test)] mod t {{ fn g() {{ {body} }} }}");
            ObjectiveUses::of(&text).unwrap().faults.len()
        };
        for (body, expected) in [
            ("match o { Objective::Win => 1, Objective::Score | Objective::Moves => 2 }", 0),
            ("match o { Objective::Win => 1, _ => 2 }", 1),
            ("match o { m::Objective::Win => 1, other => 2 }", 1),
            ("match o { Objective::Win => 1, other @ Objective::Score => 2 }", 0),
            ("match (t, o) { (_, Objective::Win) => 1, (None, Objective::Score) => 2 }", 0),
            ("match (t, o) { (Some(_), Objective::Win) => 1, (None, _) => 2 }", 1),
            ("match t { Some(_) => Objective::Win, _ => Objective::Score }", 0),
            ("o == Objective::Win", 1),
            ("a && o != Objective::Win", 1),
            ("matches!(o, Objective::Win)", 1),
        ] {
            assert_eq!(faults(body), expected, "{body}");
        }
    }
}
