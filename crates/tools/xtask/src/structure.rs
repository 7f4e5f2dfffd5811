//! Which package may depend on which: the picture in ARCHITECTURE.md has the arrows.
//!
//! A package may depend on all that its arrows lead to. Development dependencies may point to any
//! package but the page and the Python package: examples in the documentation of a crate use the
//! library that exports it.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use serde_json::Value;

use crate::metadata::{self, packages, text};
use crate::workspace;

/// Packages that nothing may depend on, not even a test.
const TOP: [&str; 2] = ["python", "web"];

/// Packages of tests, which may depend on all others. The picture leaves them out.
const TESTS: [&str; 3] = ["tests", "fuzz", "test-support"];

/// Pairs of packages of which the first may depend on the second, without `mdp2048-`.
type Arrows = BTreeSet<(String, String)>;

/// Checks the dependencies between the workspace's packages.
///
/// # Errors
/// One message for each fault, with what to do about it.
pub(crate) fn check() -> Result<()> {
    let metadata = metadata::read()?;
    let allowed = closure(picture(&workspace::read("ARCHITECTURE.md")?));
    let mut faults = faults(&metadata, &allowed)?;
    faults.extend(without_minimum(&metadata, &workspace::setting("Cargo.toml", "rust-version")?)?);
    ensure!(faults.is_empty(), "{}", faults.join("\n       "));
    println!("{} packages depend on each other as planned", packages(&metadata)?.len());
    Ok(())
}

/// The arrows `a, b ---> c, d ---> e` of the picture.
fn picture(text: &str) -> Arrows {
    let mut arrows = Arrows::new();
    for line in text.lines().filter(|line| line.contains(" ---> ")) {
        let names = |group: &str| -> Vec<String> {
            group.split(',').map(|name| name.trim().to_owned()).collect()
        };
        let groups: Vec<Vec<String>> = line.split("--->").map(names).collect();
        for step in groups.windows(2) {
            for from in &step[0] {
                arrows.extend(step[1].iter().map(|to| (from.clone(), to.clone())));
            }
        }
    }
    arrows
}

/// All pairs (a, c) such that arrows lead from a to c, in one step or several.
fn closure(mut arrows: Arrows) -> Arrows {
    loop {
        let mut more = Arrows::new();
        for (from, middle) in &arrows {
            let next = arrows.iter().filter(|(start, _)| start == middle);
            more.extend(next.map(|(_, to)| (from.clone(), to.clone())));
        }
        if more.is_subset(&arrows) {
            return arrows;
        }
        arrows.extend(more);
    }
}

/// The name of a package in the picture.
fn short(name: &str) -> &str {
    name.strip_prefix("mdp2048-").unwrap_or(name)
}

/// The faults of the picture and of the dependencies, each with what to do about it.
fn faults(metadata: &Value, allowed: &Arrows) -> Result<Vec<String>> {
    let packages = packages(metadata)?;
    let names: Vec<&str> =
        packages.iter().map(|package| Ok(short(text(package, "name")?))).collect::<Result<_>>()?;
    let mut faults = Vec::new();
    for (from, to) in allowed {
        if from == to {
            faults.push(format!("the picture in ARCHITECTURE.md has a circle through {from}"));
        }
    }
    let drawn: BTreeSet<&String> = allowed.iter().flat_map(|(from, to)| [from, to]).collect();
    for name in drawn.into_iter().filter(|name| !names.contains(&name.as_str())) {
        faults.push(format!("the picture in ARCHITECTURE.md has {name}, which is gone"));
    }
    for (from, package) in names.iter().zip(packages) {
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let to = short(text(dependency, "name")?);
            let is_allowed = if dependency["kind"] == "dev" || TESTS.contains(from) {
                !TOP.contains(&to)
            } else {
                allowed.contains(&((*from).to_owned(), to.to_owned()))
            };
            if names.contains(&to) && !is_allowed {
                faults.push(format!(
                    "{from} -> {to} is no arrow: move what {from} needs to a package below both, \
                     or change the picture in ARCHITECTURE.md"
                ));
            }
        }
    }
    Ok(faults)
}

/// The packages that do not state the workspace's minimum version of Rust, which the lint
/// `clippy::incompatible_msrv` needs.
fn without_minimum(metadata: &Value, minimum: &str) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for package in packages(metadata)? {
        if package["rust_version"] != minimum {
            let name = text(package, "name")?;
            faults.push(format!("{name} needs `rust-version.workspace = true` in its Cargo.toml"));
        }
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The faults of packages with one dependency each, of a kind.
    fn faults_of(picture_lines: &str, packages: &[(&str, &str, Option<&str>)]) -> Vec<String> {
        let packages: Vec<_> = packages
            .iter()
            .map(|(name, to, kind)| {
                json!({ "name": name, "rust_version": "1.95",
                "dependencies": [{ "name": to, "kind": kind }, { "name": "serde", "kind": null }] })
            })
            .collect();
        let metadata = json!({ "packages": packages });
        assert!(without_minimum(&metadata, "1.95").unwrap().is_empty());
        assert_eq!(without_minimum(&metadata, "1.96").unwrap().len(), packages.len());
        faults(&metadata, &closure(picture(picture_lines))).unwrap()
    }

    #[test]
    fn names_the_dependencies_that_are_no_arrows() {
        let picture = "  web, mdp2048 ---> solve ---> rules";
        let packages = |solve: &'static str, kind| {
            [
                ("web", "mdp2048-rules", None),
                ("mdp2048", "mdp2048-solve", None),
                ("mdp2048-solve", solve, kind),
                ("mdp2048-rules", "mdp2048-solve", Some("dev")),
                ("mdp2048-tests", "mdp2048", None),
                ("mdp2048-reader", "serde_json", None),
            ]
        };
        assert!(faults_of(picture, &packages("mdp2048-rules", None)).is_empty());
        for (to, kind) in [("mdp2048", None), ("web", Some("dev")), ("mdp2048-reader", None)] {
            let faults = faults_of(picture, &packages(to, kind));
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(faults[0].contains(&format!("solve -> {} is no arrow", short(to))));
        }
    }

    #[test]
    fn names_circles_and_packages_that_are_gone() {
        let faults = faults_of("a ---> b ---> a", &[("a", "serde", None), ("b", "serde", None)]);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].contains("circle through a"));
        let faults = faults_of("a ---> b", &[("a", "serde", None)]);
        assert!(faults[0].ends_with("has b, which is gone"), "{faults:?}");
    }
}
