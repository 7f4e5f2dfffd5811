//! The modules of the workspace's crates, parsed: which names each defines and which paths it uses.
//!
//! Code for tests (`#[cfg(test)]`) is left out: a test may use whatever it needs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

use crate::workspace;

/// A crate: one library or program of a package.
pub(crate) struct Crate {
    /// By module path, `[]` for the root.
    pub(crate) modules: BTreeMap<Vec<String>, Module>,
}

/// One module: the names that it defines and the paths that it uses.
pub(crate) struct Module {
    /// The file, relative to the workspace's root. A module written within a file has that file.
    pub(crate) file: PathBuf,
    /// Names of all items that are defined here.
    pub(crate) items: Vec<String>,
    /// What `use` declarations bring into scope: the name here and the path it is an alias of.
    pub(crate) imports: Vec<Import>,
    /// Every path in the code, `use` declarations left out.
    pub(crate) paths: Vec<Vec<String>>,
}

/// A name that a `use` declaration brings into scope.
pub(crate) struct Import {
    pub(crate) name: String,
    pub(crate) path: Vec<String>,
    /// Whether the name is exported from here, which is not a use of it.
    pub(crate) is_exported: bool,
}

/// Parses every library and program of the workspace.
///
/// # Errors
/// If a source file cannot be read or parsed.
pub(crate) fn read_crates(metadata: &Value) -> Result<Vec<Crate>> {
    let mut crates = Vec::new();
    for package in metadata["packages"].as_array().context("cargo's metadata lists no packages")? {
        for target in package["targets"].as_array().context("a package without targets")? {
            let is_program = |kind: &Value| kind == "lib" || kind == "bin" || kind == "cdylib";
            if !target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(is_program)) {
                continue;
            }
            let root = target["src_path"].as_str().context("a target without a source")?;
            let mut parsed = Crate { modules: BTreeMap::new() };
            let root = Path::new(root);
            let folder = root.parent().context("a source file without a folder")?;
            parsed.read_file(root, folder, Vec::new())?;
            crates.push(parsed);
        }
    }
    Ok(crates)
}

impl Crate {
    /// Reads a file and the files of its submodules, which are in `folder`.
    fn read_file(&mut self, file: &Path, folder: &Path, path: Vec<String>) -> Result<()> {
        let text = fs::read_to_string(file)
            .with_context(|| format!("could not read {}", file.display()))?;
        let syntax = syn::parse_file(&text)
            .with_context(|| format!("could not parse {}", file.display()))?;
        self.read_items(&syntax.items, file, folder, path)
    }

    fn read_items(
        &mut self,
        items: &[Item],
        file: &Path,
        folder: &Path,
        path: Vec<String>,
    ) -> Result<()> {
        let mut module = Module {
            file: file.strip_prefix(workspace::root()).unwrap_or(file).to_owned(),
            items: Vec::new(),
            imports: Vec::new(),
            paths: Vec::new(),
        };
        for item in items {
            match item {
                _ if is_for_tests(attributes(item)) => {}
                Item::Mod(child) => {
                    let name = child.ident.to_string();
                    let child_path = [&path[..], std::slice::from_ref(&name)].concat();
                    let child_folder = folder.join(&name);
                    if let Some((_, items)) = &child.content {
                        self.read_items(items, file, &child_folder, child_path)?;
                    } else {
                        let beside = folder.join(format!("{name}.rs"));
                        let within = child_folder.join("mod.rs");
                        let child_file = if beside.is_file() { beside } else { within };
                        self.read_file(&child_file, &child_folder, child_path)?;
                    }
                }
                Item::Use(item) => {
                    let is_exported = !matches!(item.vis, syn::Visibility::Inherited);
                    read_imports(&item.tree, &mut Vec::new(), is_exported, &mut module.imports);
                }
                _ => module.read_item(item),
            }
        }
        self.modules.insert(path, module);
        Ok(())
    }
}

impl Module {
    fn read_item(&mut self, item: &Item) {
        let name = match item {
            Item::Struct(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            Item::Type(item) => Some(&item.ident),
            Item::Union(item) => Some(&item.ident),
            Item::Const(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            Item::Static(item) => Some(&item.ident),
            Item::Macro(item) => item.ident.as_ref(),
            _ => None,
        };
        self.items.extend(name.map(ToString::to_string));
        self.visit_item(item);
    }
}

impl<'a> Visit<'a> for Module {
    fn visit_path(&mut self, path: &'a syn::Path) {
        self.paths.push(path.segments.iter().map(|part| part.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_impl_item_fn(&mut self, function: &'a syn::ImplItemFn) {
        if !is_for_tests(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    /// Reads the paths among the arguments of a macro, which are tokens and not syntax: names that
    /// are joined by `::`.
    fn visit_macro(&mut self, invocation: &'a syn::Macro) {
        self.visit_path(&invocation.path);
        let tokens = invocation.tokens.to_string().replace(" :: ", "::");
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        for word in tokens.split(|c| !is_part(c)).filter(|word| !word.is_empty()) {
            self.paths.push(word.split("::").map(ToOwned::to_owned).collect());
        }
    }
}

fn read_imports(
    tree: &UseTree,
    path: &mut Vec<String>,
    is_exported: bool,
    imports: &mut Vec<Import>,
) {
    let mut add = |path: &[String], last: String, name: String| {
        let mut path = path.to_vec();
        if last != "self" {
            path.push(last);
        }
        imports.push(Import { name, path, is_exported });
    };
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            read_imports(&tree.tree, path, is_exported, imports);
            path.pop();
        }
        UseTree::Name(tree) => {
            let name = tree.ident.to_string();
            let shown = if name == "self" { path.last().cloned() } else { None };
            add(path, name.clone(), shown.unwrap_or(name));
        }
        UseTree::Rename(tree) => add(path, tree.ident.to_string(), tree.rename.to_string()),
        UseTree::Group(tree) => {
            for tree in &tree.items {
                read_imports(tree, path, is_exported, imports);
            }
        }
        // The workspace's lints refuse wildcards.
        UseTree::Glob(_) => {}
    }
}

/// Whether an item is compiled for tests only.
pub(super) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A crate of modules in files of their own, from their paths (`""` for the root) and texts.
    pub(crate) fn parse(modules: &[(&str, &str)]) -> Crate {
        let mut parsed = Crate { modules: BTreeMap::new() };
        for (path, text) in modules {
            let items = syn::parse_file(text).unwrap().items;
            let file = PathBuf::from(format!("{}.rs", if path.is_empty() { "lib" } else { path }));
            let path = path.split("::").filter(|part| !part.is_empty()).map(ToOwned::to_owned);
            parsed.read_items(&items, &file, Path::new(""), path.collect()).unwrap();
        }
        parsed
    }

    #[test]
    fn reads_items_imports_and_paths() {
        let parsed = parse(&[(
            "a",
            "use crate::b::{self, C as D, e::{self}}; pub use super::F;
             struct G { h: b::H } #[cfg(test)] struct T; fn i() { j!(crate::k::L, 1) }",
        )]);
        let module = &parsed.modules[&vec!["a".to_owned()]];
        assert_eq!(module.items, ["G", "i"]);
        let imports = module.imports.iter();
        let imports: Vec<_> =
            imports.map(|it| (it.name.as_str(), it.path.join("::"), it.is_exported)).collect();
        let expected = [
            ("b", "crate::b", false),
            ("D", "crate::b::C", false),
            ("e", "crate::b::e", false),
            ("F", "super::F", true),
        ];
        assert_eq!(imports, expected.map(|(name, path, is)| (name, path.to_owned(), is)));
        assert!(module.paths.contains(&vec!["b".to_owned(), "H".to_owned()]));
        assert!(module.paths.contains(&["crate", "k", "L"].map(ToOwned::to_owned).to_vec()));
    }
}
