//! Which package may depend on which.
//!
//! The table agrees with the picture in ARCHITECTURE.md, as a test checks. Development dependencies
//! may point to any package but the page and the Python package: examples in the documentation of a
//! crate use the library that exports it.

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::report::Report;
use crate::workspace;

/// Each package by its name, and the packages it may depend on.
const ALLOWED: [(&str, &[&str]); 23] = [
    (RULES, &[]),
    (MODEL, &[RULES]),
    (DISPLAY, &[MODEL, RULES]),
    (SOLVE, &[MODEL, RULES]),
    (POLICY, &[MODEL, RULES]),
    (DIAGRAM, &[DISPLAY, MODEL, RULES]),
    (AGENTS, &[MODEL, RULES]),
    (BAG, &[DISPLAY, MODEL, RULES]),
    (PROOF, &[MODEL, RULES]),
    (PROTOCOL, &[MODEL, RULES]),
    (ARENA, &[AGENTS, DISPLAY, PROTOCOL, MODEL, RULES]),
    (EXPORT, &[SOLVE, MODEL, RULES]),
    (PLAYER, &[POLICY, DISPLAY, MODEL, RULES]),
    (EXPLORER, &[DISPLAY, MODEL, RULES]),
    (CLI, &[EXPORT, SOLVE, EXPLORER, POLICY, AGENTS, BAG, PROOF, DIAGRAM, DISPLAY, MODEL, RULES]),
    (
        WEB,
        &[
            SOLVE, EXPLORER, AGENTS, ARENA, BAG, PLAYER, POLICY, DIAGRAM, DISPLAY, PROTOCOL, MODEL,
            RULES,
        ],
    ),
    (PYTHON, &[CLI]),
    (TEST_SUPPORT, &[SOLVE, MODEL, RULES]),
    ("mdp2048-tests", &[PLAYER, SOLVE, POLICY, PROTOCOL, MODEL, RULES]),
    ("mdp2048-fuzz", &[EXPORT, TEST_SUPPORT, SOLVE, DIAGRAM, POLICY, MODEL, RULES]),
    ("mdp2048-format-reader", &[]),
    ("mdp2048-bindgen", &[]),
    ("xtask", &[]),
];

const RULES: &str = "mdp2048-rules";
const MODEL: &str = "mdp2048-model";
const DISPLAY: &str = "mdp2048-display";
const SOLVE: &str = "mdp2048-solve";
const POLICY: &str = "mdp2048-policy";
const DIAGRAM: &str = "mdp2048-diagram";
const AGENTS: &str = "mdp2048-agents";
const BAG: &str = "mdp2048-bag";
const ARENA: &str = "mdp2048-arena";
const PROOF: &str = "mdp2048-proof";
const PROTOCOL: &str = "mdp2048-protocol";
const PLAYER: &str = "mdp2048-player";
const EXPLORER: &str = "mdp2048-explorer";
const EXPORT: &str = "mdp2048-export";
const CLI: &str = "mdp2048";
const WEB: &str = "web";
const PYTHON: &str = "mdp2048-python";
const TEST_SUPPORT: &str = "mdp2048-test-support";

/// Packages that nothing may depend on, not even a test.
const TOP: [&str; 2] = [PYTHON, WEB];

/// One dependency between two packages of the workspace.
#[derive(Debug, PartialEq, Eq)]
struct Dependency {
    from: String,
    to: String,
    /// Whether only tests and examples see it.
    is_for_tests: bool,
}

/// Compares the dependencies between the workspace's packages with the table.
///
/// # Errors
/// If cargo's metadata is not as expected.
pub(crate) fn check(metadata: &Value) -> Result<Report> {
    let packages = package_names(metadata)?;
    let dependencies = dependencies(metadata, &packages)?;
    let mut faults = faults(&packages, &dependencies);
    faults.extend(without_minimum(metadata)?);
    let summary = format!(
        "{} packages, {} dependencies between packages, {} against the plan",
        packages.len(),
        dependencies.len(),
        faults.len()
    );
    Ok(Report { summary, faults })
}

/// The packages that do not state the workspace's minimum version of Rust, which the lint
/// `clippy::incompatible_msrv` needs.
fn without_minimum(metadata: &Value) -> Result<Vec<String>> {
    let minimum = workspace::rust_version()?;
    let mut faults = Vec::new();
    for package in packages(metadata)? {
        if package["rust_version"].as_str() != Some(&minimum) {
            let name = name(package)?;
            faults.push(format!("{name} needs `rust-version.workspace = true` in its Cargo.toml"));
        }
    }
    Ok(faults)
}

/// The packages of the workspace.
fn package_names(metadata: &Value) -> Result<Vec<String>> {
    packages(metadata)?.iter().map(name).collect()
}

/// The dependencies between packages of the workspace.
fn dependencies(metadata: &Value, names: &[String]) -> Result<Vec<Dependency>> {
    let mut found = Vec::new();
    for package in packages(metadata)? {
        let from = name(package)?;
        let dependencies = package["dependencies"].as_array();
        for dependency in dependencies.context("a package without dependencies")? {
            let to = name(dependency)?;
            let is_for_tests = dependency["kind"] == "dev";
            if names.contains(&to) {
                found.push(Dependency { from: from.clone(), to, is_for_tests });
            }
        }
    }
    Ok(found)
}

/// The faults, each with what to do about it.
fn faults(packages: &[String], dependencies: &[Dependency]) -> Vec<String> {
    let mut faults = Vec::new();
    for package in packages.iter().filter(|package| allowed(package).is_none()) {
        faults.push(format!(
            "{package} has no row in crates/tools/xtask/src/structure/packages.rs: add one that lists \
             what it may depend on"
        ));
    }
    for (package, _) in
        ALLOWED.iter().filter(|(package, _)| !packages.iter().any(|it| it == package))
    {
        faults.push(format!(
            "crates/tools/xtask/src/structure/packages.rs has a row for {package}, which is gone: remove \
             the row"
        ));
    }
    for Dependency { from, to, is_for_tests } in dependencies {
        let is_allowed = if *is_for_tests {
            !TOP.contains(&to.as_str())
        } else {
            // A package without a row is a fault of its own, reported above.
            allowed(from).is_none_or(|allowed| allowed.contains(&to.as_str()))
        };
        if !is_allowed {
            faults.push(format!(
                "{from} -> {to} points back: move what {from} needs to a package below both, \
                 or change the plan in ARCHITECTURE.md and in \
                 crates/tools/xtask/src/structure/packages.rs"
            ));
        }
    }
    faults
}

/// The packages that `package` may depend on; `None` if the table has no row for it.
fn allowed(package: &str) -> Option<&'static [&'static str]> {
    ALLOWED.iter().find(|(name, _)| *name == package).map(|(_, allowed)| *allowed)
}

fn packages(metadata: &Value) -> Result<&Vec<Value>> {
    metadata["packages"].as_array().context("cargo's metadata lists no packages")
}

fn name(package: &Value) -> Result<String> {
    Ok(package["name"].as_str().context("a package without a name")?.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The faults of a workspace with all packages and the given dependencies.
    fn faults_of(dependencies: &[(&str, &str, bool)]) -> Vec<String> {
        let names: Vec<_> = ALLOWED.iter().map(|(package, _)| (*package).to_owned()).collect();
        let dependencies: Vec<_> = dependencies
            .iter()
            .map(|&(from, to, is_for_tests)| Dependency {
                from: from.to_owned(),
                to: to.to_owned(),
                is_for_tests,
            })
            .collect();
        faults(&names, &dependencies)
    }

    #[test]
    fn names_the_dependencies_that_point_back() {
        assert!(faults_of(&[(WEB, PLAYER, false), (MODEL, RULES, false)]).is_empty());
        let faults = faults_of(&[(MODEL, RULES, false), (RULES, MODEL, false)]);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("mdp2048-rules -> mdp2048-model points back"));
        // Tests may depend on all but the top.
        assert!(faults_of(&[(RULES, SOLVE, true)]).is_empty());
        assert_eq!(faults_of(&[(RULES, WEB, true), (POLICY, PYTHON, true)]).len(), 2);
    }

    #[test]
    fn the_table_matches_the_workspace() {
        let faults = faults(&["extra".to_owned()], &[]);
        assert_eq!(faults.len(), 1 + ALLOWED.len());
        assert!(faults[0].starts_with("extra has no row"));
    }

    #[test]
    fn the_table_has_no_circle() {
        for (at, (package, _)) in ALLOWED.iter().enumerate() {
            for (_, allowed) in &ALLOWED[..=at] {
                assert!(!allowed.contains(package), "{package}");
            }
        }
    }

    /// All pairs (a, c) such that `pairs` lead from a to c, in one step or several.
    fn closure(mut pairs: BTreeSet<(String, String)>) -> BTreeSet<(String, String)> {
        loop {
            let mut more = BTreeSet::new();
            for (from, middle) in &pairs {
                let next = pairs.iter().filter(|(start, _)| start == middle);
                more.extend(next.map(|(_, to)| (from.clone(), to.clone())));
            }
            if more.is_subset(&pairs) {
                return pairs;
            }
            pairs.extend(more);
        }
    }

    /// The arrows `a ---> b, c ---> d` of the picture.
    fn picture() -> BTreeSet<(String, String)> {
        let text = std::fs::read_to_string(workspace::root().join("ARCHITECTURE.md")).unwrap();
        let mut pairs = BTreeSet::new();
        for line in text.lines().filter(|line| line.contains(" ---> ")) {
            let groups: Vec<Vec<&str>> =
                line.split("--->").map(|group| group.split(',').map(str::trim).collect()).collect();
            for step in groups.windows(2) {
                for (from, to) in step[0].iter().flat_map(|a| step[1].iter().map(move |b| (a, b))) {
                    pairs.insert(((*from).to_owned(), (*to).to_owned()));
                }
            }
        }
        pairs
    }

    #[test]
    fn the_table_agrees_with_the_picture() {
        let short = |package: &str| package.trim_start_matches("mdp2048-").to_owned();
        let drawn = picture();
        let names: BTreeSet<_> = drawn.iter().flat_map(|(a, b)| [a.clone(), b.clone()]).collect();
        let mut planned = BTreeSet::new();
        for (from, allowed) in ALLOWED.iter().filter(|(from, _)| names.contains(&short(from))) {
            planned.extend(allowed.iter().map(|to| (short(from), short(to))));
        }
        assert_eq!(closure(drawn), closure(planned));
    }

    #[test]
    fn every_package_states_the_minimum_version_of_rust() {
        let minimum = workspace::rust_version().unwrap();
        let metadata = serde_json::json!({ "packages": [
            { "name": "a", "rust_version": minimum }, { "name": "b", "rust_version": null },
        ]});
        let faults = without_minimum(&metadata).unwrap();
        assert_eq!(faults, ["b needs `rust-version.workspace = true` in its Cargo.toml"]);
    }

    #[test]
    fn reads_the_metadata_of_cargo() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "a", "dependencies": [
                { "name": "b", "kind": null }, { "name": "b", "kind": "dev" },
                { "name": "serde", "kind": null },
            ]},
            { "name": "b", "dependencies": [] },
        ]});
        let names = package_names(&metadata).unwrap();
        let arrow = |is_for_tests| Dependency { from: "a".into(), to: "b".into(), is_for_tests };
        assert_eq!(dependencies(&metadata, &names).unwrap(), [arrow(false), arrow(true)]);
    }
}
