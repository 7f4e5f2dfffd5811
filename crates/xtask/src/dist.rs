//! `cargo xtask dist`: the release build of the page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use crate::{embed, run, tools, workspace};

/// Builds `dist/`, which works under any sub-path of any web server, and lists its files.
pub(crate) fn dist() -> Result<()> {
    tools::wasm_target()?;
    let trunk = tools::trunk()?;
    tools::wasm_bindgen()?;
    tools::wasm_opt()?;
    if let Some(trunk) = trunk {
        println!("waiting for Trunk");
        trunk.finish()?;
    }
    run::run(tools::trunk_command().args([
        "build",
        "--release",
        "--dist",
        workspace::PUBLISHED_PAGE,
    ]))?;
    let page = workspace::root().join(workspace::PUBLISHED_PAGE);
    embed::complete(&page)?;
    report(&page)
}

/// Prints the size of each file in the folder.
fn report(folder: &Path) -> Result<()> {
    let mut files = Vec::new();
    collect(folder, &mut files).with_context(|| format!("could not list {}", folder.display()))?;
    files.sort();
    println!("\n{:>12} {:>12}  file", "bytes", "gzip -9");
    for file in files {
        let bytes = fs::metadata(&file)?.len();
        let gzip = gzip(&file).map_or_else(|| "-".to_owned(), |bytes| bytes.to_string());
        println!("{bytes:>12} {gzip:>12}  {}", file.strip_prefix(folder)?.display());
    }
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The file's size in bytes after `gzip -9`; `None` where there is no gzip.
fn gzip(file: &Path) -> Option<usize> {
    let output = Command::new("gzip").arg("-9c").arg(file).stderr(Stdio::null()).output().ok()?;
    output.status.success().then_some(output.stdout.len())
}
