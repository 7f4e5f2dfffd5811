//! What is printed of the program itself: help, completions and manual pages.

use crate::{RunResult, TestFolder};

/// Every command.
const COMMANDS: [&str; 15] = [
    "solve",
    "pack",
    "query",
    "play",
    "review",
    "inspect",
    "verify",
    "evaluate",
    "count",
    "export",
    "bag",
    "arena",
    "certify",
    "completions",
    "man",
];

#[test]
fn help_and_version_are_printed() {
    let folder = TestFolder::new();
    let mut bare = std::process::Command::new(env!("CARGO_BIN_EXE_mdp2048"));
    let message = "choose a command: solve, pack, query, play, review, inspect, verify, evaluate, \
                   count, export, bag, arena, certify, completions or man; see mdp2048 --help";
    RunResult::of(bare.output().unwrap()).assert_refused("no command", 2, message);
    folder.refuse("--json", message);
    assert!(folder.text("--version").starts_with("mdp2048 "));
    let help = folder.text("--help");
    assert_eq!(folder.text("help"), help);
    let can_distribute = folder.text("solve --help").contains("--process");
    assert_eq!(can_distribute, cfg!(feature = "distributed"));
    for command in COMMANDS {
        assert!(help.contains(command), "{command}");
        let help = folder.text(&format!("{command} --help"));
        assert!(help.contains("--json"), "{command}");
        assert_eq!(folder.text(&format!("help {command}")), help);
    }
}

#[test]
fn completions_contain_every_command_and_option() {
    let folder = TestFolder::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = folder.text(&format!("completions {shell}"));
        let options = ["spawn-four", "max-leave", "fewest", "double", "twenty48", "json"];
        for word in COMMANDS.into_iter().chain(options) {
            assert!(script.contains(word), "{word} in {shell}");
        }
        folder.write(shell, &script);
        let json = folder.json(&format!("completions {shell}"));
        assert_eq!((&json["shell"], &json["script"]), (&shell.into(), &script.into()));
    }
    #[cfg(unix)]
    {
        let mut bash = std::process::Command::new("bash");
        let status = bash.args(["-n", "bash"]).current_dir(folder.path()).status().unwrap();
        assert!(status.success());
    }
}

#[test]
fn every_command_has_a_page() {
    let folder = TestFolder::new();
    let page = folder.text("man");
    assert!(page.contains(".TH mdp2048 1") && page.contains(".SH NAME\nmdp2048 "), "{page}");
    assert_eq!(folder.json("man")["page"], page.as_str());
    let files = folder.json("man --out pages/man1")["files"].as_array().unwrap().clone();
    assert_eq!(files.len(), 1 + COMMANDS.len());
    for command in COMMANDS {
        assert!(page.contains(&format!("mdp2048\\-{command}(1)")), "{command}: {page}");
        let file = format!("pages/man1/mdp2048-{command}.1");
        assert!(files.contains(&file.as_str().into()), "{file}");
        let text = folder.read_text(&file);
        assert!(text.contains(&format!(".TH mdp2048-{command} 1")), "{command}: {text}");
    }
    assert!(folder.read_text("pages/man1/mdp2048-solve.1").contains("spawn"));
    assert!(folder.text("man --out pages/man1").starts_with("written  pages/man1/mdp2048.1\n"));
}
