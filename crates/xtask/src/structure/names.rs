//! Unique type names: no type name is defined twice in a package, and none in two packages unless
//! both mean the same.

use std::collections::{BTreeMap, BTreeSet};

use super::report::Report;
use super::source::Crate;

/// Type names that several packages define on purpose, and what they mean everywhere.
const SHARED: [(&str, &str); 0] = [];

/// Packages that no other depends on. Their names may repeat names of other packages.
const SEPARATE: [&str; 4] = ["xtask", "mdp2048-bindgen", "mdp2048-tests", "mdp2048-fuzz"];

/// Finds type names with several definitions.
pub(crate) fn check(crates: &[Crate]) -> Report {
    let mut definitions: BTreeMap<&str, BTreeMap<&str, Vec<String>>> = BTreeMap::new();
    // Two programs may share a file.
    let mut seen = BTreeSet::new();
    for parsed in crates {
        let modules = parsed.modules.values();
        let new: Vec<_> = modules.filter(|module| !seen.contains(&module.file)).collect();
        seen.extend(new.iter().map(|module| &module.file));
        for module in new {
            for name in &module.types {
                let packages = definitions.entry(name).or_default();
                let files = packages.entry(&parsed.package).or_default();
                files.push(module.file.display().to_string());
            }
        }
    }
    let mut faults = Vec::new();
    for (name, packages) in &definitions {
        for files in packages.values().filter(|files| files.len() > 1) {
            let files = files.join(", ");
            faults.push(format!("`{name}` is defined more than once ({files}): rename one"));
        }
        let shared: BTreeSet<_> =
            packages.keys().filter(|package| !SEPARATE.contains(package)).collect();
        if shared.len() > 1 && !SHARED.iter().any(|(it, _)| it == name) {
            let files: Vec<_> = packages.values().flatten().map(String::as_str).collect();
            let files = files.join(", ");
            faults.push(format!(
                "`{name}` is defined in several packages ({files}): rename one, or say in \
                 crates/xtask/src/structure/names.rs what it means in all of them"
            ));
        }
    }
    let summary = format!("{} type names, {} with two meanings", definitions.len(), faults.len());
    Report { summary, faults }
}

#[cfg(test)]
mod tests {
    use super::super::source::tests::parse;
    use super::*;

    #[test]
    fn names_are_unique_in_a_package_and_across() {
        let twice = parse(&[("a", "struct A; enum B {}"), ("b", "trait A {}")]);
        let Report { summary, faults } = check(&[twice]);
        assert_eq!(summary, "2 type names, 1 with two meanings");
        assert_eq!(faults, ["`A` is defined more than once (a.rs, b.rs): rename one"]);
        let shared = || parse(&[("a", "struct A;")]);
        assert!(check(&[shared(), shared()]).faults.is_empty());
        let one = parse(&[("a", "struct A;")]);
        let mut other = parse(&[("b", "struct A;")]);
        other.package = "another".into();
        assert!(check(&[one, other]).faults[0].contains("several packages"));
    }
}
