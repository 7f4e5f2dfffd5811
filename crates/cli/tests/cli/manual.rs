//! What is printed of the program itself: help and completions.

use crate::{RunResult, TestFolder};

/// Every command.
const COMMANDS: [&str; 14] = [
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
];

#[test]
fn help_and_version_are_printed() {
    let folder = TestFolder::new();
    let mut bare = std::process::Command::new(env!("CARGO_BIN_EXE_mdp2048"));
    let message = "choose a command: solve, pack, query, play, review, inspect, verify, evaluate, \
                   count, export, bag, arena, certify or completions; see mdp2048 --help";
    RunResult::of(bare.output().unwrap()).assert_refused("no command", 2, message);
    folder.refuse("--json", message);
    assert!(folder.text("--version").starts_with("mdp2048 "));
    let help = folder.text("--help");
    assert_eq!(folder.text("help"), help);
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
