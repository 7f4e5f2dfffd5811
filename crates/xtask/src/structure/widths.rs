//! Lines of at most 100 columns in everything that people read.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::report::Report;
use crate::workspace;

/// The widest line, in characters.
const COLUMNS: usize = 100;

/// File name endings that are checked.
const ENDINGS: [&str; 7] = ["rs", "md", "css", "html", "toml", "js", "py"];

/// Folders that hold nothing written by hand.
const GENERATED: [&str; 6] =
    ["target", "dist", ".tools", ".git", "node_modules", "proptest-regressions"];

/// Finds wide lines in the workspace.
///
/// # Errors
/// If a file or folder cannot be read.
pub(crate) fn check() -> Result<Report> {
    let mut files = 0;
    let mut faults = Vec::new();
    let root = workspace::root();
    read_folder(&root, &mut |path, text| {
        files += 1;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| is_too_wide(line)) {
            let (columns, number) = (line.chars().count(), number + 1);
            let path = path.strip_prefix(&root).unwrap_or(path).display();
            faults.push(format!("{path}:{number} has {columns} columns: wrap it at {COLUMNS}"));
        }
    })?;
    let wide = faults.len();
    let summary = format!("{files} files, {wide} lines of more than {COLUMNS} columns");
    Ok(Report { summary, faults })
}

/// Whether a line could be wrapped. The rows of a table and long addresses cannot.
fn is_too_wide(line: &str) -> bool {
    line.chars().count() > COLUMNS && !line.starts_with('|') && !line.contains("://")
}

fn read_folder(folder: &Path, read: &mut impl FnMut(&Path, &str)) -> Result<()> {
    let entries = fs::read_dir(folder)
        .with_context(|| format!("could not read the folder {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !GENERATED.contains(&&*name) {
                read_folder(&path, read)?;
            }
        } else if path.extension().is_some_and(|it| ENDINGS.iter().any(|ending| it == *ending)) {
            let text = fs::read_to_string(&path)
                .with_context(|| format!("could not read {}", path.display()))?;
            read(&path, &text);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_lines_are_those_that_could_be_wrapped() {
        let long = "x ".repeat(51);
        assert!(is_too_wide(&long));
        assert!(!is_too_wide(&long[..100]));
        assert!(!is_too_wide(&format!("| {long}")));
        assert!(!is_too_wide(&format!("https://{long}")));
        // Characters count, not bytes.
        assert!(!is_too_wide(&"é".repeat(100)));
    }
}
