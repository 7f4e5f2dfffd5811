//! The sizes of the files of a built page, as they are and compressed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::size_table::SizeTable;

/// What a page has to load before the first move of a game: files in the folder of the page.
const FIRST_MOVES: [(&str, &[&str]); 2] = [
    (
        "2x2 to 16 until the first move",
        &[
            "embed/mdp2048-player.js",
            "embed/player.js",
            "embed/player_bg.wasm",
            "embed/policies/2x2_to_16.policy",
        ],
    ),
    (
        "3x3 to 512 with its worker before the policy",
        &["embed/mdp2048-player.js", "embed/player.js", "embed/player_bg.wasm"],
    ),
];

/// Prints the length after gzip and after brotli of each file that is named.
const COMPRESS: &str = "
    const zlib = require('node:zlib'), fs = require('node:fs');
    const quality = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 };
    for (const file of process.argv.slice(1)) {
        const bytes = fs.readFileSync(file);
        console.log(zlib.gzipSync(bytes, { level: 9 }).length,
            zlib.brotliCompressSync(bytes, { params: quality }).length);
    }";

/// A file and its lengths in bytes.
struct Sizes {
    file: PathBuf,
    raw: u64,
    gzip: u64,
    brotli: u64,
}

/// The paths of all files in the folder, in ascending order.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(folder, &mut files).with_context(|| format!("could not list {}", folder.display()))?;
    files.sort();
    Ok(files)
}

/// Prints the size of each of these files in the folder, and of what the first moves need. Returns
/// the sizes of the programs and of what the first moves need, after brotli.
pub(crate) fn report(folder: &Path, files: &[PathBuf]) -> Result<SizeTable> {
    let mut table = SizeTable::new();
    let sizes = measure(files)?;
    println!("\n{:>10} {:>10} {:>10}  file", "bytes", "gzip", "brotli");
    for it in &sizes {
        let name = it.file.strip_prefix(folder)?.display();
        println!("{:>10} {:>10} {:>10}  {name}", it.raw, it.gzip, it.brotli);
        if it.file.extension().is_some_and(|extension| extension == "wasm") {
            table.insert(name.to_string(), it.brotli);
        }
    }
    for (name, files) in FIRST_MOVES {
        let needed = |it: &&Sizes| files.iter().any(|file| folder.join(file) == it.file);
        let needed: Vec<&Sizes> = sizes.iter().filter(needed).collect();
        ensure!(needed.len() == files.len(), "a file is missing for: {name}");
        let sum = |of: fn(&Sizes) -> u64| needed.iter().map(|it| of(it)).sum::<u64>();
        let (raw, gzip, brotli) = (sum(|it| it.raw), sum(|it| it.gzip), sum(|it| it.brotli));
        println!("{raw:>10} {gzip:>10} {brotli:>10}  {name}");
        table.insert(name.to_owned(), brotli);
    }
    Ok(table)
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

/// Measures files. Node compresses them; a release build needs it for `wasm-opt` as well.
fn measure(files: &[PathBuf]) -> Result<Vec<Sizes>> {
    let output = Command::new("node")
        .args(["-e", COMPRESS])
        .args(files)
        .stderr(Stdio::inherit())
        .output()
        .context("could not start node, which compresses the files to measure them")?;
    ensure!(output.status.success(), "node could not compress the files");
    let text = String::from_utf8(output.stdout)?;
    let lines = files.iter().zip(text.lines());
    lines
        .map(|(file, line)| {
            let (gzip, brotli) = line.split_once(' ').context("node printed something else")?;
            let raw = fs::metadata(file)?.len();
            Ok(Sizes { file: file.clone(), raw, gzip: gzip.parse()?, brotli: brotli.parse()? })
        })
        .collect()
}
