use std::fs;
use std::process::Command;

use mdp2048_test_support::repository_path;

use crate::TestFolder;

/// Runs the commands of docs/sources.md that stand with what they print.
#[test]
fn the_sources_are_reproduced_by_their_commands() {
    let folder = TestFolder::new();
    let text = fs::read_to_string(repository_path("docs/sources.md")).unwrap();
    let mut run = 0;
    for (before, after) in text.match_indices("` prints `").map(|(at, _)| text.split_at(at)) {
        let (_, command) = before.rsplit_once("`mdp2048 ").unwrap();
        let printed = after.strip_prefix("` prints `").unwrap().split('`').next().unwrap();
        let assets = repository_path("assets/").display().to_string();
        let mut binary = Command::new(env!("CARGO_BIN_EXE_mdp2048"));
        binary.args(command.replace("assets/", &assets).split(' ')).current_dir(folder.path());
        let output = binary.output().unwrap();
        let found = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{command}");
        assert!(found.contains(printed), "{command}: {found}");
        run += 1;
    }
    assert_eq!(run, 16);
}
