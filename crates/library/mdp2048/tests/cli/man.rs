use std::fs;

use crate::TestFolder;

#[test]
fn the_page_has_a_name_and_every_command() {
    let folder = TestFolder::new();
    let page = folder.text("man");
    assert!(page.contains(".TH mdp2048 1"), "{page}");
    assert!(page.contains(".SH NAME\nmdp2048 "), "{page}");
    let commands = [
        "solve", "pack", "query", "play", "review", "inspect", "verify", "evaluate", "export",
        "bag", "count",
    ];
    for command in commands {
        assert!(page.contains(&format!("mdp2048\\-{command}(1)")), "{command}: {page}");
    }
    assert_eq!(folder.json("man")["page"], page.as_str());
}

#[test]
fn every_command_has_a_page() {
    let folder = TestFolder::new();
    let files = folder.json("man --out pages/man1")["files"].as_array().unwrap().clone();
    assert_eq!(files.len(), 16);
    for file in &files {
        let text = fs::read_to_string(folder.path().join(file.as_str().unwrap())).unwrap();
        let name = file.as_str().unwrap().strip_prefix("pages/man1/").unwrap();
        let name = name.strip_suffix(".1").unwrap();
        assert!(text.contains(&format!(".TH {name} 1")), "{name}: {text}");
    }
    let solve = fs::read_to_string(folder.path().join("pages/man1/mdp2048-solve.1")).unwrap();
    assert!(solve.contains("spawn"), "{solve}");
    assert!(folder.text("man --out pages/man1").starts_with("written  pages/man1/mdp2048.1\n"));
}
