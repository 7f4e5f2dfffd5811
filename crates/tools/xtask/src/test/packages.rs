//! The crates as they are published, in a project that knows nothing of this workspace.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use crate::metadata::{self, packages, text};
use crate::run;
use crate::workspace;

/// The texts of the licences, which every package contains.
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// A package that depends on published crates.
struct Dependent {
    name: &'static str,
    /// The lines of its table of dependencies.
    dependencies: &'static str,
    /// The published crate whose examples are its programs.
    examples_of: Option<&'static str>,
    /// Crates that it must not need.
    unwanted: &'static str,
}

const DEPENDENTS: [Dependent; 3] = [
    Dependent {
        name: "least",
        dependencies: "mdp2048 = { version = \"*\", default-features = false }",
        examples_of: None,
        unwanted: "clap indicatif rayon serde_json parquet num-bigint tempfile zstd",
    },
    Dependent {
        name: "analyst",
        dependencies: "mdp2048 = { version = \"*\", default-features = false, \
                       features = [\"agents\", \"exact\", \"export\", \"files\", \"review\"] }\n\
                       parquet = { version = \"*\", default-features = false }",
        examples_of: Some("mdp2048"),
        unwanted: "clap indicatif rayon signal-hook mdp2048-bag mdp2048-diagram mdp2048-display",
    },
    Dependent {
        name: "player",
        dependencies: "mdp2048-policy = \"*\"",
        examples_of: Some("mdp2048-policy"),
        unwanted: "mdp2048-solve rayon num-bigint",
    },
];

/// Packages the published crates, and builds and runs their examples from the packages.
///
/// # Errors
/// If a crate cannot be packaged, or an example fails.
pub(super) fn check() -> Result<()> {
    let published = published(&metadata::read()?)?;
    let target = metadata::target_folder()?;
    let packaged = |options: &str| {
        let mut package = run::words(&format!("cargo package --no-verify --allow-dirty {options}"));
        published.iter().for_each(|(name, _)| _ = package.args(["--package", name]));
        package
    };
    // The index of the registry that the last build has loaded is enough, if there is one.
    if run::output(&mut packaged("--quiet --offline")).is_none() {
        run::run(&mut packaged("--quiet"))?;
    }
    let project = target.join("outside");
    // An error means that there is none from an earlier run.
    let _ = fs::remove_dir_all(&project);
    let crates = project.join("crates");
    fs::create_dir_all(&crates)?;
    for (name, version) in &published {
        let file = target.join("package").join(format!("{name}-{version}.crate"));
        let mut unpack = run::command("tar");
        // The files get the present time: cargo compares times, and packages have no real ones.
        run::run(unpack.arg("-xmzf").arg(file).arg("-C").arg(&crates))?;
        for licence in LICENCES {
            if !crates.join(format!("{name}-{version}")).join(licence).is_file() {
                bail!("{name} is packaged without {licence}: link it beside its Cargo.toml");
            }
        }
    }
    write_project(&project, &published)?;
    for dependent in &DEPENDENTS {
        try_dependent(dependent, &project, &target)?;
    }
    println!("{} crates are packaged, and their examples run", published.len());
    Ok(())
}

/// The packages that are published, each with its version.
///
/// # Errors
/// If one lacks what its page in a registry shows.
fn published(metadata: &Value) -> Result<Vec<(String, String)>> {
    let mut published = Vec::new();
    for package in packages(metadata)?.iter().filter(|package| package["publish"].is_null()) {
        let name = text(package, "name")?;
        let texts = ["description", "license", "readme", "repository"];
        for key in texts.into_iter().chain(["authors", "keywords", "categories"]) {
            let is_missing = [Value::Null, json!(""), json!([])].contains(&package[key]);
            ensure!(!is_missing, "{name} is published and has no {key}");
        }
        published.push((name.to_owned(), text(package, "version")?.to_owned()));
    }
    Ok(published)
}

/// Writes the dependents, with the unpacked crates in the place of those of the registry.
fn write_project(project: &Path, published: &[(String, String)]) -> Result<()> {
    let members: Vec<_> = DEPENDENTS.iter().map(|it| format!("\"{}\"", it.name)).collect();
    let patches: Vec<_> = published
        .iter()
        .map(|(name, version)| format!("{name} = {{ path = \"crates/{name}-{version}\" }}"))
        .collect();
    // Other crates are built as they are in this workspace, so that they are not built again.
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[patch.crates-io]\n{}\n\n\
         [profile.dev]\ndebug = \"line-tables-only\"\n",
        members.join(", "),
        patches.join("\n")
    );
    fs::write(project.join("Cargo.toml"), manifest)?;
    fs::copy(workspace::root().join("Cargo.lock"), project.join("Cargo.lock"))?;
    for Dependent { name, dependencies, examples_of, .. } in &DEPENDENTS {
        let sources = project.join(name).join("src");
        fs::create_dir_all(sources.join("bin"))?;
        let manifest = format!(
            "[package]\nname = \"outside-{name}\"\nedition = \"2024\"\n\n\
             [dependencies]\n{dependencies}\n"
        );
        fs::write(project.join(name).join("Cargo.toml"), manifest)?;
        fs::write(sources.join("lib.rs"), "")?;
        let examples = published.iter().find(|(name, _)| Some(name.as_str()) == *examples_of);
        if let Some((name, version)) = examples {
            let folder = project.join("crates").join(format!("{name}-{version}/examples"));
            for file in fs::read_dir(folder)? {
                let file = file?;
                fs::copy(file.path(), sources.join("bin").join(file.file_name()))?;
            }
        }
    }
    Ok(())
}

/// Builds a dependent, runs its examples, and looks for crates that it must not need.
fn try_dependent(dependent: &Dependent, project: &Path, target: &Path) -> Result<()> {
    let package = format!("outside-{}", dependent.name);
    let cargo = |task: &[&str]| -> Command {
        let mut cargo = run::command("cargo");
        cargo.current_dir(project).env("CARGO_TARGET_DIR", target);
        cargo.args(task).args(["--package", &package]);
        cargo
    };
    run::run(&mut cargo(&["build", "--quiet"]))?;
    for file in fs::read_dir(project.join(dependent.name).join("src/bin"))? {
        let path = file?.path();
        // Some examples read files beside them.
        if path.extension().is_some_and(|ending| ending == "rs") {
            let program = path.file_stem().context("a file has a name")?;
            println!("\n{}", program.display());
            run::run(cargo(&["run", "--quiet"]).arg("--bin").arg(program))?;
        }
    }
    let tree = cargo(&["tree", "--edges", "normal", "--prefix", "none", "--quiet"]).output()?;
    if !tree.status.success() {
        bail!("`cargo tree` failed: {}", String::from_utf8_lossy(&tree.stderr));
    }
    let tree = String::from_utf8(tree.stdout)?;
    let needed = needed(&tree, dependent.unwanted);
    if !needed.is_empty() {
        bail!("{} needs {}: make that optional", dependent.dependencies, needed.join(", "));
    }
    Ok(())
}

/// The crates among `unwanted` that a tree of dependencies names.
fn needed<'a>(tree: &str, unwanted: &'a str) -> Vec<&'a str> {
    let names =
        |crate_name: &str| tree.lines().any(|line| line.split(' ').next() == Some(crate_name));
    unwanted.split(' ').filter(|name| names(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_packages_are_complete() {
        let mut a = serde_json::json!({
            "name": "a", "version": "0.1.0", "publish": null, "description": "A",
            "license": "MIT", "readme": "README.md", "repository": "https://a.org",
            "keywords": ["a"], "authors": ["A"], "categories": ["games"],
        });
        let published = |a: &Value| {
            published(&serde_json::json!({ "packages": [a, { "name": "b", "publish": [] }] }))
        };
        assert_eq!(published(&a).unwrap(), [("a".to_owned(), "0.1.0".to_owned())]);
        a["categories"] = serde_json::json!([]);
        let error = published(&a).unwrap_err().to_string();
        assert_eq!(error, "a is published and has no categories");
    }

    #[test]
    fn unwanted_crates_are_found_in_a_tree() {
        let tree = "outside-least v0.0.0\nmdp2048 v0.1.0 (/x)\nclap v4.6.0\nclap_lex v1.0.0";
        assert_eq!(needed(tree, "clap rayon clap_lex"), ["clap", "clap_lex"]);
    }
}
