//! The crates as they are published, in a project that knows nothing of this workspace.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

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
    unwanted: &'static [&'static str],
}

const DEPENDENTS: [Dependent; 3] = [
    Dependent {
        name: "least",
        dependencies: "mdp2048 = { version = \"*\", default-features = false }",
        examples_of: None,
        unwanted: &[
            "clap",
            "indicatif",
            "rayon",
            "serde_json",
            "parquet",
            "num-bigint",
            "tempfile",
            "zstd",
        ],
    },
    Dependent {
        name: "analyst",
        dependencies: "mdp2048 = { version = \"*\", default-features = false, \
                       features = [\"agents\", \"export\", \"files\"] }\n\
                       parquet = { version = \"*\", default-features = false }",
        examples_of: Some("mdp2048"),
        unwanted: &["clap", "indicatif", "rayon"],
    },
    Dependent {
        name: "player",
        dependencies: "mdp2048-policy = \"*\"",
        examples_of: Some("mdp2048-policy"),
        unwanted: &["mdp2048-solve", "rayon", "num-bigint"],
    },
];

/// Packages the published crates, and builds and runs their examples from the packages.
///
/// # Errors
/// If a crate cannot be packaged, or an example fails.
pub(super) fn check() -> Result<()> {
    let metadata = run::output(&mut run::line("cargo metadata --format-version 1 --no-deps"));
    let metadata: Value = serde_json::from_str(&metadata.context("`cargo metadata` failed")?)?;
    let published = published(&metadata)?;
    let faults = faults(&metadata, &published)?;
    if !faults.is_empty() {
        bail!("{}", faults.join("\n       "));
    }
    let target = run::target_folder()?;
    let packaged = |offline: &[&str]| {
        let mut package = run::line("cargo package --quiet --no-verify --allow-dirty");
        package.args(offline);
        published.iter().for_each(|(name, _)| _ = package.args(["--package", name]));
        package
    };
    // The index of the registry that the last build has loaded is enough, if there is one.
    if run::output(&mut packaged(&["--offline"])).is_none() {
        run::run(&mut packaged(&[]))?;
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
fn published(metadata: &Value) -> Result<Vec<(String, String)>> {
    let packages = metadata["packages"].as_array().context("cargo's metadata lists no packages")?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let published = packages.iter().filter(|package| package["publish"].is_null());
    published
        .map(|package| {
            let name = text(&package["name"]).context("a package without a name")?;
            Ok((name, text(&package["version"]).context("a package without a version")?))
        })
        .collect()
}

/// What published packages lack, each with what to do about it.
fn faults(metadata: &Value, published: &[(String, String)]) -> Result<Vec<String>> {
    let packages = metadata["packages"].as_array().context("cargo's metadata lists no packages")?;
    let mut faults = Vec::new();
    for (name, _) in published {
        let package = packages.iter().find(|package| package["name"] == **name);
        let package = package.context("a published package is one of the packages")?;
        for key in ["description", "license", "readme", "repository"] {
            if package[key].as_str().is_none_or(str::is_empty) {
                faults.push(format!("{name} is published and has no {key}"));
            }
        }
        for key in ["authors", "keywords", "categories"] {
            if package[key].as_array().is_none_or(Vec::is_empty) {
                faults.push(format!("{name} is published and has no {key}"));
            }
        }
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let other = dependency["name"].as_str().unwrap_or_default();
            let is_own = packages.iter().any(|package| package["name"] == *other);
            let is_published = published.iter().any(|(name, _)| name == other);
            if is_own && !is_published && dependency["kind"] != "dev" {
                faults.push(format!("{name} is published and depends on {other}, which is not"));
            }
        }
    }
    Ok(faults)
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
    let programs = programs(&project.join(dependent.name).join("src/bin"))?;
    run::run(&mut cargo(&[if programs.is_empty() { "check" } else { "build" }, "--quiet"]))?;
    for program in programs {
        println!("\n{program}");
        run::run(&mut cargo(&["run", "--quiet", "--bin", &program]))?;
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

/// The names of the programs in a folder, in their order.
fn programs(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

/// The crates among `unwanted` that a tree of dependencies names.
fn needed<'a>(tree: &str, unwanted: &[&'a str]) -> Vec<&'a str> {
    let names =
        |crate_name: &str| tree.lines().any(|line| line.split(' ').next() == Some(crate_name));
    unwanted.iter().copied().filter(|name| names(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_packages_are_complete_and_stand_alone() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "a", "version": "0.1.0", "publish": null, "description": "A",
              "license": "MIT", "readme": "README.md", "repository": "", "keywords": ["a"],
              "authors": ["A"], "categories": [], "dependencies": [
                  { "name": "b", "kind": null }, { "name": "c", "kind": "dev" },
                  { "name": "serde", "kind": null },
              ] },
            { "name": "b", "version": "0.1.0", "publish": [] },
            { "name": "c", "version": "0.1.0", "publish": [] },
        ]});
        let published = published(&metadata).unwrap();
        assert_eq!(published, [("a".to_owned(), "0.1.0".to_owned())]);
        let faults = faults(&metadata, &published).unwrap();
        assert_eq!(
            faults,
            [
                "a is published and has no repository",
                "a is published and has no categories",
                "a is published and depends on b, which is not",
            ]
        );
    }

    #[test]
    fn unwanted_crates_are_found_in_a_tree() {
        let tree = "outside-least v0.0.0\nmdp2048 v0.1.0 (/x)\nclap v4.6.0\nclap_lex v1.0.0";
        assert_eq!(needed(tree, &["clap", "rayon", "clap_lex"]), ["clap", "clap_lex"]);
    }
}
