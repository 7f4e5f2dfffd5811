//! The columns of a UMB archive hold the transition system.

use std::collections::HashMap;
use std::io::Read as _;

use mdp2048_export::{ExportError, Exporter, SystemStateKind, ToolFormat, TransitionSystem};
use mdp2048_model::Objective;
use mdp2048_solve::Solution;
use tar::Archive;

use crate::solved::solve;

/// The files of an archive by name.
fn files(solution: &Solution) -> HashMap<String, Vec<u8>> {
    let mut written = Vec::new();
    Exporter::new(solution).write(ToolFormat::Umb, &mut written).unwrap();
    let mut archive = Archive::new(written.as_slice());
    let files = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().to_str().unwrap().to_owned();
        let mut contents = Vec::new();
        entry.read_to_end(&mut contents).unwrap();
        (name, contents)
    });
    files.collect()
}

/// Checks each column against the states.
fn check(solution: &Solution) {
    let files = files(solution);
    let words = |name: &str| -> Vec<u64> {
        let chunks = files[name].chunks(8).map(|chunk| chunk.try_into().unwrap());
        chunks.map(u64::from_le_bytes).collect()
    };
    let state_offsets = words("state-to-choices.bin");
    let choice_offsets = words("choice-to-branches.bin");
    let (targets, probabilities) =
        (words("branch-to-target.bin"), words("branch-to-probability.bin"));
    let moves = words("annotations/rewards/moves/choices/values.bin");
    let points = words("annotations/rewards/points/choices/values.bin");
    let boards = words("valuations/states/valuations.bin");
    let names = files["actions/choices/values.bin"].chunks(4).map(|bytes| usize::from(bytes[0]));
    let names: Vec<usize> = names.collect();
    let ends = words("actions/choices/string-mapping.bin");
    let strings = std::str::from_utf8(&files["actions/choices/strings.bin"]).unwrap();

    let system = TransitionSystem::of(solution).unwrap();
    let (mut choice_at, mut branch_at) = (0, 0);
    let visited = system.for_each_state(|state| {
        let number = state.number as usize;
        assert_eq!(state_offsets[number] as usize, choice_at);
        for choice in &state.choices {
            assert_eq!(choice_offsets[choice_at] as usize, branch_at);
            let name = ends[names[choice_at]] as usize..ends[names[choice_at] + 1] as usize;
            assert_eq!(&strings[name], choice.name);
            assert_eq!(moves[2 * choice_at..][..2], [u64::from(choice.is_move), 1]);
            assert_eq!(points[2 * choice_at..][..2], [u64::from(choice.points), 1]);
            for (target, numerator, denominator) in choice.fractions() {
                assert_eq!(targets[branch_at], target);
                let [above, below] =
                    [probabilities[2 * branch_at], probabilities[2 * branch_at + 1]];
                assert_eq!((u128::from(above), u128::from(below)), (numerator, denominator));
                branch_at += 1;
            }
            choice_at += 1;
        }
        let key = match state.kind {
            SystemStateKind::Board(state) => state.board().key(),
            _ => 0,
        };
        assert_eq!(boards[number], key);
        if let SystemStateKind::End(end) = state.kind {
            let label = words(&format!("annotations/aps/{}/states/values.bin", end.name()));
            let marked: Vec<usize> = (0..64 * label.len())
                .filter(|state| label[state / 64] >> (state % 64) & 1 == 1)
                .collect();
            assert_eq!(marked, [number]);
        }
        Ok(())
    });
    visited.unwrap();
    assert_eq!(
        (state_offsets.last(), choice_offsets.last()),
        (Some(&(choice_at as u64)), Some(&(branch_at as u64)))
    );
    assert_eq!(words("state-is-initial.bin")[0], 1);
    let index: serde_json::Value = serde_json::from_slice(&files["index.json"]).unwrap();
    let system_index = &index["transition-system"];
    assert_eq!(system_index["#states"], system.states());
    assert_eq!(system_index["#choices"], choice_at);
    assert_eq!(system_index["#branches"], branch_at);
    assert_eq!(index["model-data"]["name"], system.game().to_string());
}

#[test]
fn the_columns_hold_the_transition_system() {
    check(&solve("2x2", Objective::Win, Some(16), 1.0, 0.1));
    check(&solve("2x3", Objective::Win, Some(32), 0.95, 0.25));
    check(&solve("..x/.x.", Objective::Score, None, 1.0, 0.1));
}

#[test]
fn fractions_of_more_than_64_bits_are_errors() {
    let solution = solve("2x2", Objective::Win, Some(8), 1.0, 0.123456789012345);
    let written = Exporter::new(&solution).write(ToolFormat::Umb, &mut std::io::sink());
    assert!(matches!(written, Err(ExportError::Digits)));
    let solution = solve("2x2", Objective::Win, Some(8), 1.0, 0.1);
    let written = Exporter::new(&solution).write(ToolFormat::Umb, &mut [0; 600].as_mut_slice());
    assert!(matches!(written, Err(ExportError::Io(_))));
}
