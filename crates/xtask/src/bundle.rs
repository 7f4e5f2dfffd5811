//! One minified module for each that authors import.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::{run, tools, workspace};

/// The readable modules.
const SOURCES: &str = "web/elements";

/// Modules in this folder stay files of their own, which are loaded on demand.
const EXTRAS: &str = "extras";

/// The paths of these modules.
const ON_DEMAND: &[&str] = &["extras/*"];

/// Names of modules that authors import begin like this; the other modules are parts of them.
const PREFIX: &str = "mdp2048-";

/// Replaces the modules in `folder`, copies of those in `web/elements`, by minified ones that
/// contain the modules they import. Modules that are only parts of others are removed.
pub(crate) fn bundle(folder: &Path) -> Result<()> {
    tools::esbuild()?;
    let (entries, parts): (Vec<PathBuf>, Vec<PathBuf>) = modules(Path::new(""))?
        .into_iter()
        .partition(|file| file.to_str().is_some_and(|name| name.starts_with(PREFIX)));
    run::run(command(folder, ON_DEMAND).arg("--outdir=.").args(entries))?;
    // Each path is resolved from the working folder, so the modules that load on demand, which
    // import each other, are bundled in their own.
    let extras = modules(Path::new(EXTRAS))?;
    let names: Vec<&str> = extras.iter().filter_map(|file| file.file_name()?.to_str()).collect();
    run::run(command(&folder.join(EXTRAS), &names).arg("--outdir=.").args(&names))?;
    for part in parts {
        let path = folder.join(part);
        fs::remove_file(&path).with_context(|| format!("could not remove {}", path.display()))?;
    }
    Ok(())
}

/// Bundles the module `entry` in `folder` as the file `out`, with other contents of one module.
pub(crate) fn bundle_with(
    folder: &Path,
    (entry, out): (&str, &str),
    (module, contents): (&str, &str),
) -> Result<()> {
    tools::esbuild()?;
    let path = folder.join(module);
    let write = |text: &str| {
        fs::write(&path, text).with_context(|| format!("could not write {}", path.display()))
    };
    let original =
        fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))?;
    ensure!(original != contents, "{module} is already replaced");
    write(contents)?;
    let mut command = command(folder, ON_DEMAND);
    run::run(command.args([entry, &format!("--outfile={out}")]))?;
    write(&original)
}

/// Minifies a module in place. It must import no other.
pub(crate) fn minify(module: &Path) -> Result<()> {
    tools::esbuild()?;
    let folder = module.parent().context("a module is in a folder")?;
    let name = module.file_name().context("a module has a name")?;
    run::run(command(folder, ON_DEMAND).arg(name).arg("--outdir=."))
}

/// The bundler, run in a folder. The modules at `external`, paths from that folder, stay files.
fn command(folder: &Path, external: &[&str]) -> std::process::Command {
    let mut command = run::command("node");
    command
        .arg(workspace::npm("esbuild").join("bin/esbuild"))
        .args(["--bundle", "--minify", "--format=esm", "--allow-overwrite", "--log-level=warning"])
        .args(external.iter().map(|path| format!("--external:./{path}")))
        .arg("--legal-comments=none")
        .arg(format!(
            "--banner:js=/*! mdp2048 {} | MIT OR Apache-2.0 | minified from {SOURCES} */",
            env!("CARGO_PKG_VERSION"),
        ))
        .current_dir(folder);
    command
}

/// The paths of the modules in a folder of the sources, relative to the sources.
fn modules(folder: &Path) -> Result<Vec<PathBuf>> {
    let sources = workspace::root().join(SOURCES);
    let path = sources.join(folder);
    if !path.is_dir() {
        return Ok(Vec::new());
    }
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
