use crate::TestFolder;

/// Every command.
const COMMANDS: [&str; 11] = [
    "solve",
    "pack",
    "query",
    "play",
    "inspect",
    "verify",
    "evaluate",
    "export",
    "bag",
    "completions",
    "man",
];

#[test]
fn scripts_contain_every_command_and_option() {
    let folder = TestFolder::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = folder.text(&format!("completions {shell}"));
        for command in COMMANDS {
            assert!(script.contains(command), "{command} in {shell}");
        }
        for word in ["spawn-four", "max-leave", "fewest", "double", "twenty48", "json"] {
            assert!(script.contains(word), "{word} in {shell}");
        }
        let json = folder.json(&format!("completions {shell}"));
        assert_eq!((&json["shell"], &json["script"]), (&shell.into(), &script.into()));
    }
}

#[cfg(unix)]
#[test]
fn the_script_for_bash_is_valid() {
    let folder = TestFolder::new();
    std::fs::write(folder.path().join("script"), folder.text("completions bash")).unwrap();
    let mut bash = std::process::Command::new("bash");
    let status = bash.args(["-n", "script"]).current_dir(folder.path()).status().unwrap();
    assert!(status.success());
}
