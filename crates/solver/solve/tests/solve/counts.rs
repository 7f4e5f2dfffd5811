//! Counts of layers, compared with the rules of `model` and with the table of known counts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use mdp2048_model::{Game, Objective, ReachableLayers, StartState, Status};
use mdp2048_rules::{Action, CanonicalState, TileSum};
use mdp2048_solve::{LayerCount, SolveError, Solver, WorkError};
use mdp2048_test_support::{MemoryFiles, game, oracle_rows, reach, repository_path};

fn count(
    files: &mut MemoryFiles,
    game: &Game,
    up_to: Option<u32>,
    resume: bool,
) -> Result<Vec<LayerCount>, SolveError> {
    Solver::new(game).threads(2).resume(resume).count_in(files, up_to.map(TileSum::new))
}

/// The counts by the rules.
fn plain_counts(game: &Game, up_to: Option<u32>) -> Vec<LayerCount> {
    let mut counts = BTreeMap::<TileSum, u64>::new();
    let mut lost = BTreeSet::new();
    let canonical = |board| CanonicalState::of(board).0;
    for start in game.starts().into_iter().filter(StartState::is_lost) {
        lost.insert((start.state.board().tile_sum(), start.state));
    }
    for (sum, states) in ReachableLayers::new(game, canonical) {
        counts.insert(sum, states.len() as u64);
        for &state in &states {
            for action in Action::ALL {
                let moved = game.act(state.into(), action).filter(|moved| !moved.wins);
                for (board, _) in moved.into_iter().flat_map(|moved| game.spawns(moved.after)) {
                    if game.status(board) == Status::Lost {
                        lost.insert((board.tile_sum(), canonical(board)));
                        counts.entry(board.tile_sum()).or_default();
                    }
                }
            }
        }
        if up_to.is_some_and(|up_to| sum.get() > up_to) {
            break;
        }
    }
    let count = |(sum, states)| {
        let lost = lost.iter().filter(|(lost_sum, _)| *lost_sum == sum).count() as u64;
        LayerCount { sum, states, lost }
    };
    let counts = counts.into_iter().map(count);
    counts.filter(|layer| up_to.is_none_or(|up_to| layer.sum.get() <= up_to)).collect()
}

#[test]
fn counts_are_those_of_the_rules() {
    let free = |board, spawn_four| game(board, Objective::Score, None, 1.0, spawn_four);
    for (game, up_to) in [
        (free("2x2", 0.1), None),
        (free("2x2", 1.0), None),
        (free("2x2", 0.0), Some(20)),
        (free("2x3", 0.1), Some(124)),
        (free("2x3", 0.1), Some(126)),
        (free("4x3", 0.1), Some(26)),
        (reach("3x3", 32), None),
        (reach("2x3", 32), Some(1000)),
        (reach("x../.x.", 16), None),
        (reach("x../.../...", 32), Some(40)),
    ] {
        let found = count(&mut MemoryFiles::default(), &game, up_to, false).expect("counts");
        assert_eq!(found, plain_counts(&game, up_to), "{game} up to {up_to:?}");
        assert!(found.iter().any(|layer| layer.lost > 0) || game.shape().cells() > 9, "{game}");
    }
}

#[test]
fn counts_are_those_of_the_table() {
    let mut expected = BTreeMap::<u32, u64>::new();
    for row in oracle_rows("state_counts.csv") {
        if row[0] == "3x3" && row[1] == "64" {
            let states: u64 = row[4].parse().expect("a number");
            *expected.entry(row[2].parse().expect("a number")).or_default() += states;
        }
    }
    let found = count(&mut MemoryFiles::default(), &reach("3x3", 64), None, false).expect("counts");
    let states = found.iter().filter(|layer| layer.states > 0);
    assert!(states.map(|layer| (layer.sum.get(), layer.states)).eq(expected));
}

/// A tile sum, and the known number of positions of 4x3 up to it, lost ones included.
const KNOWN: (u32, u64) = (1022, 28_587_732_445);

/// The tile sum up to which the test counts again; the whole takes 20 minutes.
const COUNTED_AGAIN: u32 = 60;

/// The committed counts of 4x3.
fn counts_of_4x3() -> Vec<LayerCount> {
    let path = repository_path("docs/runs/4x3_layers.csv");
    let text = fs::read_to_string(path).expect("the table");
    let row = |line: &str| {
        let numbers: Vec<u64> = line.split(',').map(|it| it.parse().expect("a number")).collect();
        let [sum, states, lost] = numbers[..] else { panic!("three columns: {line}") };
        LayerCount { sum: TileSum::new(sum as u32), states, lost }
    };
    text.lines().skip(1).map(row).collect()
}

/// The runs of 3x4 by their targets.
const RUNS_OF_3X4: [u32; 3] = [256, 512, 1024];

#[test]
fn the_runs_of_3x4_find_the_counted_states() {
    for target in RUNS_OF_3X4 {
        let log = repository_path(&format!("docs/runs/3x4_{target}.csv"));
        let log = fs::read_to_string(log).expect("a log");
        let rows = log.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let mut before = 0;
        let states = rows.filter(|row| row[0] == "forward").map(|row| {
            let so_far: u64 = row[2].parse().expect("a number");
            (
                row[1].parse::<u32>().expect("a tile sum"),
                so_far - std::mem::replace(&mut before, so_far),
            )
        });
        // Up to its target, the game has the states of the game without one.
        let states = states.take_while(|&(sum, _)| sum < target);
        let counts = counts_of_4x3().into_iter().filter(|layer| layer.states > 0);
        let counts = counts.map(|layer| (layer.sum.get(), layer.states));
        assert!(states.eq(counts.take_while(|&(sum, _)| sum < target)), "{target}");
    }
}

#[test]
fn the_committed_counts_of_4x3_are_the_known_ones() {
    let layers = counts_of_4x3();
    assert_eq!(layers.last().map(|layer| layer.sum.get()), Some(KNOWN.0));
    assert_eq!(layers.iter().map(|layer| layer.states + layer.lost).sum::<u64>(), KNOWN.1);
    let game = game("4x3", Objective::Score, None, 1.0, 0.1);
    let again =
        count(&mut MemoryFiles::default(), &game, Some(COUNTED_AGAIN), false).expect("counts");
    assert_eq!(layers[..again.len()], again);
    assert_eq!(again.last().map(|layer| layer.sum.get()), Some(COUNTED_AGAIN));
}

#[test]
fn a_finished_count_goes_on_to_a_larger_tile_sum() {
    let game = game("2x3", Objective::Score, None, 1.0, 0.1);
    let mut whole = MemoryFiles::default();
    let expected = count(&mut whole, &game, Some(200), false).expect("counts");
    // A finished count goes on to a larger tile sum, and gives the same again.
    let further = count(&mut whole, &game, Some(254), true).expect("counts");
    assert_eq!(further[..expected.len()], expected);
    assert_eq!(
        further,
        count(&mut MemoryFiles::default(), &game, Some(254), false).expect("counts")
    );
    assert_eq!(count(&mut whole, &game, Some(200), true), Ok(expected.clone()));
    // Without a file of afterstates it begins again.
    let is_afterstates = |name: &&String| name.ends_with(".counted");
    let name = whole.files.keys().find(is_afterstates).cloned().expect("a file of afterstates");
    whole.files.remove(&name);
    assert_eq!(count(&mut whole, &game, Some(200), true), Ok(expected));
}

#[test]
fn folders_of_other_counts_are_refused() {
    let game = reach("2x2", 16);
    let mut files = MemoryFiles::default();
    assert_eq!(count(&mut files, &game, None, true), Err(WorkError::NoRun.into()));
    count(&mut files, &game, None, false).expect("counts");
    assert_eq!(count(&mut files, &game, None, false), Err(WorkError::HoldsRun.into()));
    let other = count(&mut files, &reach("2x2", 32), None, true).expect_err("another game");
    assert_eq!(
        other.to_string(),
        "the work folder is that of a count of 2x2 to 16: resume that one, or give another folder \
         for this game"
    );
}

#[test]
fn afterstates_beyond_their_layer_are_damage_whatever_their_checksum_says() {
    let game = game("2x3", Objective::Score, None, 1.0, 0.1);
    let mut whole = MemoryFiles::default();
    let expected = count(&mut whole, &game, Some(60), false).expect("counts");
    let is_afterstates = |name: &&String| name.ends_with(".counted");
    for name in whole.files.keys().filter(is_afterstates) {
        let mut files = whole.clone();
        let bitmap = files.files.get_mut(name).expect("the bitmap");
        let before = crc32fast::hash(bitmap).to_le_bytes();
        *bitmap.last_mut().expect("a word") |= 0x80;
        let after = crc32fast::hash(bitmap).to_le_bytes();
        for manifest in ["manifest_of_counts", "manifest_of_counts_copy"] {
            replace_number(files.files.get_mut(manifest).expect("a manifest"), [before, after]);
        }
        let error = count(&mut files, &game, Some(60), true).expect_err("a bit too many");
        assert_eq!(error, WorkError::Damaged(name.clone()).into());
        // As the message says.
        files.files.remove(name);
        assert_eq!(count(&mut files, &game, Some(60), true), Ok(expected.clone()));
    }
}

/// Replaces the only occurrence of a number of a manifest, in postcard, and mends its checksum.
fn replace_number(manifest: &mut Vec<u8>, [before, after]: [[u8; 4]; 2]) {
    const FRAME_BYTES: usize = 18;
    let coded =
        |number: [u8; 4]| postcard::to_allocvec(&u32::from_le_bytes(number)).expect("bytes");
    let (before, contents) = (coded(before), &manifest[FRAME_BYTES..]);
    let places: Vec<usize> =
        (0..contents.len()).filter(|&at| contents[at..].starts_with(&before)).collect();
    let [at] = places[..] else { panic!("{} occurrences", places.len()) };
    manifest.splice(FRAME_BYTES + at..FRAME_BYTES + at + before.len(), coded(after));
    let contents = &manifest[FRAME_BYTES..];
    let numbers = [contents.len() as u32, crc32fast::hash(contents)].map(u32::to_le_bytes);
    manifest[10..FRAME_BYTES].copy_from_slice(numbers.as_flattened());
}
