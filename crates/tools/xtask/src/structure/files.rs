//! No circles between the files of a crate.
//!
//! File A depends on file B where A's code names an item that B defines. Declaring a submodule and
//! exporting its items is not a dependency.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::report::Report;
use super::source::{Crate, Module};

/// For each file the files that it depends on, each with the names that it uses.
type Dependencies<'a> = BTreeMap<&'a Path, BTreeMap<&'a Path, BTreeSet<String>>>;

/// Finds the circles in every crate.
pub(crate) fn check(crates: &[Crate]) -> Report {
    let (mut files, mut arrows, mut circles) = (BTreeSet::<PathBuf>::new(), 0, 0);
    let mut faults = Vec::new();
    for parsed in crates {
        files.extend(parsed.modules.values().map(|module| module.file.clone()));
        let dependencies = dependencies(parsed);
        arrows += dependencies.values().map(BTreeMap::len).sum::<usize>();
        for circle in find_circles(&dependencies) {
            circles += 1;
            faults.push(describe(&circle, &dependencies));
        }
    }
    let summary =
        format!("{} files, {arrows} arrows between files, {circles} circles", files.len());
    Report { summary, faults }
}

fn describe(circle: &BTreeSet<&Path>, dependencies: &Dependencies<'_>) -> String {
    let mut lines = format!(
        "{} files depend on each other in a circle: move what they share to a file of its own",
        circle.len()
    );
    for from in circle {
        for (to, names) in &dependencies[from] {
            if circle.contains(to) {
                let names: Vec<_> = names.iter().map(String::as_str).collect();
                let (from, to) = (from.display(), to.display());
                lines += &format!("\n         {from} -> {to}: {}", names.join(", "));
            }
        }
    }
    lines
}

fn dependencies(parsed: &Crate) -> Dependencies<'_> {
    let mut dependencies = Dependencies::new();
    for (path, module) in &parsed.modules {
        let used = dependencies.entry(&module.file).or_default();
        let imports = module.imports.iter().filter(|import| !import.is_exported);
        for used_path in imports.map(|import| &import.path).chain(&module.paths) {
            let Some((definer, name)) = parsed.resolve(path, used_path, 0) else { continue };
            if definer.file != module.file {
                used.entry(&definer.file).or_default().insert(name);
            }
        }
    }
    dependencies
}

impl Crate {
    /// The module that defines what a path within module `from` names, and the name there; `None`
    /// if it is of another crate, or names a module only.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<(&Module, String)> {
        // The limit ends the search among exports that name each other.
        let (first, mut rest) = path.split_first().filter(|_| depth < 16)?;
        let mut at = from.to_vec();
        match first.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => {
                at.pop()?;
                while let Some((_, left)) = rest.split_first().filter(|(it, _)| *it == "super") {
                    at.pop()?;
                    rest = left;
                }
            }
            _ => {
                // A name in scope: a submodule, an item, or what a `use` declaration names.
                rest = path;
            }
        }
        // Follow the path through the modules as far as it names modules.
        while let Some((next, left)) = rest.split_first() {
            let child = [&at[..], std::slice::from_ref(next)].concat();
            if !self.modules.contains_key(&child) {
                break;
            }
            (at, rest) = (child, left);
        }
        let module = self.modules.get(&at)?;
        let (name, left) = rest.split_first()?;
        if module.items.contains(name) {
            return Some((module, name.clone()));
        }
        let import = module.imports.iter().find(|import| import.name == *name)?;
        let target = [&import.path[..], left].concat();
        // `use a;` where `a` is another crate names itself.
        if target == rest { None } else { self.resolve(&at, &target, depth + 1) }
    }
}

/// The strongly connected components of more than one file (Tarjan's algorithm).
fn find_circles<'a>(dependencies: &Dependencies<'a>) -> Vec<BTreeSet<&'a Path>> {
    let mut search =
        Search { dependencies, numbers: BTreeMap::new(), stack: Vec::new(), circles: Vec::new() };
    for &file in dependencies.keys() {
        if !search.numbers.contains_key(file) {
            search.visit(file);
        }
    }
    search.circles
}

struct Search<'a, 'b> {
    dependencies: &'b Dependencies<'a>,
    // In the order of the visits.
    numbers: BTreeMap<&'a Path, usize>,
    stack: Vec<&'a Path>,
    circles: Vec<BTreeSet<&'a Path>>,
}

impl<'a> Search<'a, '_> {
    /// Visits a file and all files that it leads to. Returns the least number of a file on the
    /// stack that is reachable from it.
    fn visit(&mut self, file: &'a Path) -> usize {
        let number = self.numbers.len();
        self.numbers.insert(file, number);
        self.stack.push(file);
        let mut least = number;
        let dependencies = self.dependencies;
        for &next in dependencies.get(file).into_iter().flat_map(BTreeMap::keys) {
            match self.numbers.get(next) {
                None => least = least.min(self.visit(next)),
                Some(&other) if self.stack.contains(&next) => least = least.min(other),
                Some(_) => {}
            }
        }
        if least == number {
            let at = self.stack.iter().position(|&it| it == file).unwrap_or(0);
            let component: BTreeSet<_> = self.stack.drain(at..).collect();
            if component.len() > 1 {
                self.circles.push(component);
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::tests::parse;
    use super::*;

    #[test]
    fn finds_a_circle_through_an_export_and_names_it() {
        let parsed = parse(&[
            ("", "pub use c::C;"),
            ("a", "use crate::b; pub struct A { b: b::B }"),
            ("b", "use crate::C; pub struct B { c: C }"),
            ("c", "pub struct C; impl C { fn a(&self) -> crate::a::A { loop {} } }"),
        ]);
        let Report { summary, faults } = check(&[parsed]);
        assert_eq!(summary, "4 files, 3 arrows between files, 1 circles");
        assert_eq!(faults.len(), 1);
        assert!(faults[0].contains("c.rs -> a.rs: A"), "{}", faults[0]);
    }

    #[test]
    fn declaring_and_exporting_is_no_dependency() {
        let parsed = parse(&[
            ("", "pub use a::A; pub struct Shared;"),
            ("a", "use crate::Shared; pub struct A { shared: Shared }"),
        ]);
        assert_eq!(check(&[parsed]).summary, "2 files, 1 arrows between files, 0 circles");
        let parsed = parse(&[
            ("", "use a::A; pub struct Shared { a: A }"),
            ("a", "use super::Shared; pub struct A { shared: Shared }"),
        ]);
        assert_eq!(check(&[parsed]).faults.len(), 1);
    }

    #[test]
    fn code_for_tests_may_use_what_it_needs() {
        let parsed = parse(&[
            ("", ""),
            ("a", "use crate::b::B; pub struct A(B);"),
            ("b", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }"),
        ]);
        assert!(check(&[parsed]).faults.is_empty());
    }
}
