//! The first bytes of each kind of file: one each, and those of the table in FORMAT.md.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use mdp2048_test_support::repository_path;

/// The magic bytes that the sources in a folder define, each with the files that do.
fn defined(folder: &Path, found: &mut BTreeMap<String, Vec<String>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            defined(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            for literal in text.split("b\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                if literal.len() == 8 && literal.to_ascii_lowercase().starts_with("mdp2048") {
                    let file = path.display().to_string();
                    found.entry(literal.to_owned()).or_default().push(file);
                }
            }
        }
    }
}

#[test]
fn each_kind_of_file_has_first_bytes_of_its_own() {
    let format = fs::read_to_string(repository_path("FORMAT.md")).expect("FORMAT.md");
    let row = |line: &str| {
        let bytes = line.strip_prefix("| `")?.split('`').next()?;
        bytes.to_ascii_lowercase().starts_with("mdp2048").then(|| bytes.to_owned())
    };
    let mut documented: Vec<String> = format.lines().filter_map(row).collect();
    documented.sort();
    let mut found = BTreeMap::new();
    for group in ["agents", "game", "library", "solver"] {
        let crates = repository_path("crates").join(group);
        let folders = fs::read_dir(crates).expect("a folder of crates");
        // `agents` is a crate itself.
        for folder in folders.map(|folder| folder.expect("a folder").path()) {
            let is_source = folder.file_name().is_some_and(|name| name == "src");
            let source = if is_source { folder } else { folder.join("src") };
            if source.is_dir() {
                defined(&source, &mut found);
            }
        }
    }
    for (bytes, files) in &found {
        assert_eq!(files.len(), 1, "{bytes} begins several kinds of files: {files:?}");
    }
    assert!(found.keys().eq(&documented), "{found:?} are not the {documented:?} of FORMAT.md");
    assert!(documented.len() >= 7, "{documented:?}");
}
