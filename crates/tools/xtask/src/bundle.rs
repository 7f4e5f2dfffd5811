//! One minified module for each that authors or the page import.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{install, run, workspace};

/// The readable modules of the elements, which the folder `embed` of a built page has copies of.
const ELEMENTS: &str = "web/elements";

/// The readable modules of the pages, of which the folder `pages` of a built page has copies.
const PAGES: &str = "web/pages";

/// Modules in this folder stay files of their own, which are loaded on demand.
const EXTRAS: &str = "extras";

/// Names of modules that authors import begin like this; the other modules are parts of them.
const PREFIX: &str = "mdp2048-";

/// Replaces the modules of a built page by minified ones that contain the modules they import.
/// Modules that are only parts of others are removed.
pub(crate) fn bundle(page: &Path) -> Result<()> {
    // The pages contain modules of the elements.
    let folder = page.join("pages");
    run::run(bundler(&folder, &[])?.arg("--outdir=.").args(modules(PAGES, Path::new(""))?))?;

    let folder = page.join("embed");
    let (entries, parts): (Vec<PathBuf>, Vec<PathBuf>) = modules(ELEMENTS, Path::new(""))?
        .into_iter()
        .partition(|file| file.to_str().is_some_and(|name| name.starts_with(PREFIX)));
    run::run(bundler(&folder, &[])?.arg("--outdir=.").args(&entries))?;
    entries.iter().try_for_each(|entry| leave_imports(&folder.join(entry)))?;
    // Each path is resolved from the working folder, so the modules that load on demand, which
    // import each other, are bundled in their own.
    let extras = modules(ELEMENTS, Path::new(EXTRAS))?;
    let names: Vec<&str> = extras.iter().filter_map(|file| file.file_name()?.to_str()).collect();
    run::run(bundler(&folder.join(EXTRAS), &names)?.arg("--outdir=.").args(&names))?;
    parts.iter().try_for_each(|part| {
        let path = folder.join(part);
        fs::remove_file(&path).with_context(|| format!("could not remove {}", path.display()))
    })
}

/// Tells the bundlers of authors to leave the imports of a module alone whose URLs are computed.
/// The minifier removes such comments.
fn leave_imports(module: &Path) -> Result<()> {
    let marked = "import(/* @vite-ignore */ /* webpackIgnore: true */ ";
    let rewrite = || -> std::io::Result<()> {
        fs::write(module, fs::read_to_string(module)?.replace("import(", marked))
    };
    rewrite().with_context(|| format!("could not rewrite {}", module.display()))
}

/// Minifies a module in place. The modules that it imports stay files of their own.
pub(crate) fn minify(module: &Path) -> Result<()> {
    let folder = module.parent().context("a module is in a folder")?;
    let name = module.file_name().context("a module has a name")?;
    run::run(minifier(folder)?.arg(name).arg("--outdir=."))
}

/// The minifier, run in a folder. It bundles nothing.
fn minifier(folder: &Path) -> Result<Command> {
    let mut command = run::command("node");
    command
        .arg(install::npm("esbuild")?.join("bin/esbuild"))
        .args(["--minify", "--format=esm", "--allow-overwrite", "--log-level=warning"])
        .arg("--legal-comments=none")
        .arg(format!("--target={}", workspace::browsers()?.join(",")))
        .arg(format!(
            "--banner:js=/*! mdp2048 {} | MIT OR Apache-2.0 | minified */",
            env!("CARGO_PKG_VERSION"),
        ))
        .current_dir(folder);
    Ok(command)
}

/// The bundler, run in a folder. The modules at `external`, paths from that folder, stay files.
fn bundler(folder: &Path, external: &[&str]) -> Result<Command> {
    let mut command = minifier(folder)?;
    command.arg("--bundle").args(external.iter().map(|path| format!("--external:./{path}")));
    Ok(command)
}

/// The paths of the modules in a folder of the sources, relative to the sources.
fn modules(sources: &str, folder: &Path) -> Result<Vec<PathBuf>> {
    let path = workspace::root().join(sources).join(folder);
    let list = || -> std::io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&path)? {
            let file = folder.join(entry?.file_name());
            if file.extension().is_some_and(|extension| extension == "js") {
                files.push(file);
            }
        }
        files.sort();
        Ok(files)
    };
    list().with_context(|| format!("could not list {}", path.display()))
}
