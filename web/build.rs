//! Computes a number that identifies the sources of the programs of the page.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::path::Path;
use std::{fs, io};

/// What the programs are made of.
const SOURCES: [&str; 6] = [
    "../Cargo.lock",
    "../crates/agents",
    "../crates/game",
    "../crates/pages",
    "../crates/solver",
    "src",
];

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
        add(Path::new(source), &mut hasher)?;
    }
    println!("cargo:rustc-env=MDP2048_BUILD={:016x}", hasher.finish());
    Ok(())
}

/// Adds a file, or the files of a folder in the order of their names.
fn add(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    path.hash(hasher);
    if !path.is_dir() {
        fs::read(path)?.hash(hasher);
        return Ok(());
    }
    let mut entries =
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    entries.iter().try_for_each(|entry| add(entry, hasher))
}
