//! Which room may depend on which.
//!
//! The table is the picture of ARCHITECTURE.md. Dependencies for tests may go anywhere but up to
//! the page and the command line.

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::run;

/// Each room by its package's name, and the rooms it may depend on.
const ROOMS: [(&str, &[&str]); 16] = [
    (RULES, &[]),
    (MODEL, &[RULES]),
    (DISPLAY, &[MODEL, RULES]),
    (SOLVE, &[MODEL, RULES]),
    (POLICY, &[MODEL, RULES]),
    (DIAGRAM, &[DISPLAY, MODEL, RULES]),
    (EXPORT, &[SOLVE, MODEL, RULES]),
    (PLAYER, &[POLICY, DISPLAY, MODEL, RULES]),
    (DIAGRAM_VIEW, &[PLAYER, DIAGRAM, DISPLAY, MODEL, RULES]),
    (CLI, &[EXPORT, SOLVE, POLICY, DIAGRAM, DISPLAY, MODEL, RULES]),
    (WEB, &[DIAGRAM_VIEW, PLAYER, SOLVE, POLICY, DIAGRAM, DISPLAY, MODEL, RULES]),
    (SOLVING, &[SOLVE, MODEL, RULES]),
    ("mdp2048-tests", &[SOLVING, PLAYER, SOLVE, POLICY, MODEL, RULES]),
    ("mdp2048-fuzz", &[POLICY, MODEL, RULES]),
    ("mdp2048-bindgen", &[]),
    ("xtask", &[]),
];

const RULES: &str = "mdp2048-rules";
const MODEL: &str = "mdp2048-model";
const DISPLAY: &str = "mdp2048-display";
const SOLVE: &str = "mdp2048-solve";
const POLICY: &str = "mdp2048-policy";
const DIAGRAM: &str = "mdp2048-diagram";
const DIAGRAM_VIEW: &str = "mdp2048-diagram-view";
const PLAYER: &str = "mdp2048-player";
const EXPORT: &str = "mdp2048-export";
const CLI: &str = "mdp2048";
const WEB: &str = "web";
const SOLVING: &str = "mdp2048-solving";

/// Rooms that nothing may depend on, not even a test.
const TOP: [&str; 2] = [CLI, WEB];

/// One dependency between two packages of the workspace.
#[derive(Debug, PartialEq, Eq)]
struct Arrow {
    from: String,
    to: String,
    /// Whether only tests and examples see it.
    is_for_tests: bool,
}

/// Checks the workspace as it is.
pub(crate) fn check() -> Result<()> {
    let metadata = run::output(&mut run::line("cargo metadata --format-version 1 --no-deps"))
        .context("`cargo metadata` failed: run it by hand to see why")?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let rooms = rooms(&metadata)?;
    let arrows = arrows(&metadata, &rooms)?;
    let faults = faults(&rooms, &arrows);
    if !faults.is_empty() {
        bail!("{}", faults.join("\n       "));
    }
    println!("{} rooms, {} arrows, none points back", rooms.len(), arrows.len());
    Ok(())
}

/// The packages of the workspace.
fn rooms(metadata: &Value) -> Result<Vec<String>> {
    packages(metadata)?.iter().map(name).collect()
}

/// The dependencies between packages of the workspace.
fn arrows(metadata: &Value, rooms: &[String]) -> Result<Vec<Arrow>> {
    let mut arrows = Vec::new();
    for package in packages(metadata)? {
        let from = name(package)?;
        let dependencies = package["dependencies"].as_array();
        for dependency in dependencies.context("a package without dependencies")? {
            let to = name(dependency)?;
            let is_for_tests = dependency["kind"] == "dev";
            if rooms.contains(&to) {
                arrows.push(Arrow { from: from.clone(), to, is_for_tests });
            }
        }
    }
    Ok(arrows)
}

/// What is wrong, each with what to do about it.
fn faults(rooms: &[String], arrows: &[Arrow]) -> Vec<String> {
    let mut faults = Vec::new();
    for room in rooms.iter().filter(|room| allowed(room).is_none()) {
        faults.push(format!(
            "{room} has no row in crates/xtask/src/arrows.rs: add one that says what it may depend on"
        ));
    }
    for (room, _) in ROOMS.iter().filter(|(room, _)| !rooms.iter().any(|it| it == room)) {
        faults.push(format!(
            "crates/xtask/src/arrows.rs has a row for {room}, which is gone: remove it"
        ));
    }
    for Arrow { from, to, is_for_tests } in arrows {
        let is_allowed = if *is_for_tests {
            !TOP.contains(&to.as_str())
        } else {
            // A room without a row has had its say above.
            allowed(from).is_none_or(|allowed| allowed.contains(&to.as_str()))
        };
        if !is_allowed {
            faults.push(format!(
                "{from} -> {to} points back: move what {from} needs to a room below both, \
                 or change the plan in ARCHITECTURE.md and in crates/xtask/src/arrows.rs"
            ));
        }
    }
    faults
}

/// The rooms that `room` may depend on; `None` when the table does not know it.
fn allowed(room: &str) -> Option<&'static [&'static str]> {
    ROOMS.iter().find(|(name, _)| *name == room).map(|(_, allowed)| *allowed)
}

fn packages(metadata: &Value) -> Result<&Vec<Value>> {
    metadata["packages"].as_array().context("cargo's metadata lists no packages")
}

fn name(package: &Value) -> Result<String> {
    Ok(package["name"].as_str().context("a package without a name")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of a workspace with all rooms and the given arrows.
    fn faults_of(arrows: &[(&str, &str, bool)]) -> Vec<String> {
        let rooms: Vec<_> = ROOMS.iter().map(|(room, _)| (*room).to_owned()).collect();
        let arrows: Vec<_> = arrows
            .iter()
            .map(|&(from, to, is_for_tests)| Arrow {
                from: from.to_owned(),
                to: to.to_owned(),
                is_for_tests,
            })
            .collect();
        faults(&rooms, &arrows)
    }

    #[test]
    fn lets_the_plan_pass() {
        assert!(faults_of(&[(WEB, PLAYER, false), (MODEL, RULES, false)]).is_empty());
    }

    #[test]
    fn names_the_arrow_that_points_back() {
        let faults = faults_of(&[(MODEL, RULES, false), (RULES, MODEL, false)]);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("mdp2048-rules -> mdp2048-model points back"));
    }

    #[test]
    fn lets_tests_reach_anywhere_but_to_the_top() {
        assert!(faults_of(&[(RULES, SOLVE, true)]).is_empty());
        assert_eq!(faults_of(&[(RULES, WEB, true), (POLICY, CLI, true)]).len(), 2);
    }

    #[test]
    fn wants_the_table_to_match_the_workspace() {
        let faults = faults(&["attic".to_owned()], &[]);
        assert_eq!(faults.len(), 1 + ROOMS.len());
        assert!(faults[0].starts_with("attic has no row"));
    }

    #[test]
    fn the_table_has_no_circle() {
        for (at, (room, _)) in ROOMS.iter().enumerate() {
            for (_, allowed) in &ROOMS[..=at] {
                assert!(!allowed.contains(room) || TOP.contains(room), "{room}");
            }
        }
    }

    #[test]
    fn reads_what_cargo_says() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "a", "dependencies": [
                { "name": "b", "kind": null }, { "name": "b", "kind": "dev" },
                { "name": "serde", "kind": null },
            ]},
            { "name": "b", "dependencies": [] },
        ]});
        let rooms = rooms(&metadata).unwrap();
        let arrow = |is_for_tests| Arrow { from: "a".into(), to: "b".into(), is_for_tests };
        assert_eq!(arrows(&metadata, &rooms).unwrap(), [arrow(false), arrow(true)]);
    }
}
