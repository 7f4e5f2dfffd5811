//! Compares the public items of the library and of the crates that it exports with the lists in
//! `docs/api`, one file for each crate. `UPDATE_GOLDEN=1 cargo run --package mdp2048-api` writes
//! the lists.
//!
//! rustdoc describes a crate as JSON, a format that is not stable: each version of Rust may have
//! another one. Where this one is not that which the library reads, nothing is compared, and the
//! program says so.

#![allow(clippy::print_stdout, reason = "a developer tool prints its result")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, Result, bail, ensure};
use public_api::Builder;
use serde_json::Value;

/// The crates, in the order in which one builds on another.
const CRATES: [&str; 9] = [
    "mdp2048-rules",
    "mdp2048-model",
    "mdp2048-solve",
    "mdp2048-policy",
    "mdp2048-review",
    "mdp2048-agents",
    "mdp2048-export",
    "mdp2048-proof",
    "mdp2048",
];

/// The format of rustdoc's JSON that the library reads: that of Rust 1.95.
const FORMAT: u64 = 57;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let records = env::var_os("UPDATE_GOLDEN").is_some();
    let mut others = Vec::new();
    for name in CRATES {
        let json = describe(&root, name)?;
        let description: Value = serde_json::from_slice(&fs::read(&json)?)?;
        if description["format_version"] != FORMAT {
            ensure!(!records, "the lists are written with a version of Rust of format {FORMAT}");
            println!(
                "the public items are not compared with docs/api: this version of Rust describes \
                 crates in format {}, and the lists are made from format {FORMAT}",
                description["format_version"]
            );
            return Ok(());
        }
        let items = list(&json).with_context(|| format!("{name} cannot be listed"))?;
        let file = root.join(format!("docs/api/{name}.txt"));
        if records {
            fs::write(file, items)?;
        } else if fs::read_to_string(file).ok().as_ref() != Some(&items) {
            others.push(name);
        }
    }
    if !others.is_empty() {
        bail!(
            "the public items of {} are others than in docs/api: if that is meant, write the lists \
             with `UPDATE_GOLDEN=1 cargo run --package mdp2048-api`, and look at the difference",
            others.join(", ")
        );
    }
    println!("the public items of {} crates are those in docs/api", CRATES.len());
    Ok(())
}

/// Lets rustdoc describe a crate with all its features. Returns the file.
///
/// The build has a target folder of its own: build scripts see that unstable features are allowed,
/// and what they built for other commands would be built again.
fn describe(root: &Path, name: &str) -> Result<PathBuf> {
    let target = root.join("target/api");
    let status = Command::new(env!("CARGO"))
        .args(["rustdoc", "--quiet", "--lib", "--all-features", "--package", name])
        .args(["--", "-Zunstable-options", "--output-format", "json"])
        .current_dir(root)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTC_BOOTSTRAP", "1")
        .status();
    ensure!(status.context("cargo cannot be started")?.success(), "rustdoc failed for {name}");
    Ok(target.join(format!("doc/{}.json", name.replace('-', "_"))))
}

/// The public items of a crate, one in each line, without the traits that the compiler or every type
/// implements.
fn list(json: &Path) -> Result<String> {
    let api = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    Ok(api.items().map(|item| format!("{item}\n")).collect())
}
