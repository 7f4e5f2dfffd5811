//! Reads the corpus, thousands of changed files and files with extreme claims.
//!
//! There is only one test, because allocations are counted for the whole process.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]
#![allow(clippy::print_stdout, reason = "`cargo xtask fuzz` shows what was read")]

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use mdp2048_fuzz::{InputKind, Mutator, Read, check, reframed, repaired};
use mdp2048_model::{Game, Objective};
use mdp2048_policy::{
    Accuracy, Coverage, FREE_STATES, PartLengths, PolicyHeader, STATES_PER_BYTE, ValuesHeld,
};
use mdp2048_rules::Shape;

#[test]
fn memory_and_steps_are_bounded_for_all_inputs() {
    for kind in InputKind::ALL {
        corpus(kind);
        changed(kind);
    }
    headers_with_the_largest_number_of_states();
    headers_with_too_many_states();
    headers_with_too_few_states();
    long_texts();
}

fn corpus(kind: InputKind) {
    for (path, bytes) in kind.corpus().unwrap() {
        let read = check(kind, &bytes);
        // Files that fuzzing found must be refused.
        let is_bad = path.file_name().unwrap().to_string_lossy().starts_with("bad_");
        assert_eq!(read.is_sound, !is_bad, "{}: pack it again, see lib.rs", path.display());
        if kind == InputKind::Decode {
            check(kind, &repaired(&bytes));
            assert_eq!(repaired(&bytes) == bytes, !is_bad, "{}", path.display());
        }
    }
}

/// Reads changed files, the same each time: as many as `MDP2048_FUZZ_RUNS` says.
fn changed(kind: InputKind) {
    let mutator = Mutator::new(kind).unwrap();
    // All verbs are run on a solution, and all pages are opened at a link.
    let few = match kind {
        InputKind::Solution | InputKind::Line => 1500,
        InputKind::Decode | InputKind::Text | InputKind::Certificate => 4000,
    };
    let runs = env::var("MDP2048_FUZZ_RUNS").map_or(few, |runs| runs.parse().unwrap());
    let began = Instant::now();
    let mut reads: Vec<Read> = Vec::new();
    for run in 0..runs {
        let bytes = mutator.file(0, run);
        // A failed check has printed its own message.
        let read = catch_unwind(AssertUnwindSafe(|| check(kind, &bytes)));
        reads.push(read.unwrap_or_else(|_| panic!("run {run} of {} failed", kind.name())));
    }
    let sound = reads.iter().filter(|read| read.is_sound).count();
    let most = reads.iter().map(|read| read.allocated).max().unwrap_or_default();
    println!(
        "{}: {runs} files in {:.0} s, {sound} of them sound; at most {most} bytes allocated",
        kind.name(),
        began.elapsed().as_secs_f64(),
    );
    // Changes must leave some files sound and make some unsound.
    assert!((reads.len() / 400..reads.len() / 2).contains(&sound), "{}: {sound}", kind.name());
}

/// A policy of the largest game with these states and these bytes as its actions.
fn largest_game(states: u64, threshold: f64, actions: &[u8]) -> Vec<u8> {
    let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Win, Some(32_768), 1.0, 0.1).unwrap();
    let header = PolicyHeader {
        valued_game: game.into(),
        states,
        values: ValuesHeld::Action,
        coverage: Coverage { threshold, occupancy_kept: 1.0, leave_probability: 0.0 },
        start_return: 1.0,
        accuracy: Accuracy { tolerance: 1e-4, regret_floor: 1e-5, ..Accuracy::default() },
        parts: PartLengths { actions: actions.len() as u32, values: 0, regrets: 0 },
    };
    let mut payload = postcard::to_allocvec(&header).unwrap();
    payload.extend(actions);
    reframed(&payload)
}

/// Reads headers with the largest number of states that the reader accepts.
///
/// The decoder runs, as the number of steps shows, and ends where the bytes of the actions end. It
/// allocates for the states that it has decoded and not for those of the header: [`check`] bounds
/// the memory.
fn headers_with_the_largest_number_of_states() {
    for (threshold, byte) in [(0.0, 0), (0.0, 255), (1e-300, 0), (1e-300, 85)] {
        for bytes in [0, 40, 400] {
            let states = FREE_STATES + STATES_PER_BYTE * bytes as u64;
            let policy = largest_game(states, threshold, &vec![byte; bytes]);
            let read = check(InputKind::Decode, &policy);
            assert!(!read.is_sound);
            assert!(read.steps > 0 && read.states > bytes, "{bytes} bytes of {byte}: {read:?}");
        }
    }
}

/// Reads headers with one state more than that. The reader refuses them before the decoder runs.
fn headers_with_too_many_states() {
    for bytes in [0, 40, 400, 4000] {
        let states = FREE_STATES + STATES_PER_BYTE * bytes as u64 + 1;
        let read = check(InputKind::Decode, &largest_game(states, 0.0, &vec![0; bytes]));
        assert!(!read.is_sound && read.steps == 0, "{bytes} bytes: {read:?}");
        // No table of the decoder is allocated.
        assert!(read.allocated < 10_000, "{bytes} bytes: {read:?}");
    }
}

/// Reads headers with fewer states than the walk finds. The decoder ends before it exceeds them.
fn headers_with_too_few_states() {
    for states in [1, 30, 3000] {
        let read = check(InputKind::Decode, &largest_game(states, 0.0, &[0; 4000]));
        assert!(!read.is_sound && read.states as u64 <= states, "{states} states: {read:?}");
    }
}

/// Reads texts of many short fields.
fn long_texts() {
    for choice in [b'P', b'T', b'8', 0xf8] {
        for field in [" ", " 1", " z", "0", "z", "\n0", "\n"] {
            for first in ["a\n0", "av 50\n0", "a\n0 4"] {
                let text = [first, &field.repeat(100_000)].concat();
                check(InputKind::Text, &[&[choice], text.as_bytes()].concat());
            }
        }
    }
}
