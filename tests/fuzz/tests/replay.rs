//! The corpus and some thousands of changed files, on any compiler.
//!
//! One test only, for what is allocated is counted for the whole process.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

use mdp2048_fuzz::{Kind, Mutator, Read, check, reframed, repaired};
use mdp2048_model::{Game, Objective};
use mdp2048_policy::{Accuracy, Coverage, PartLengths, PolicyHeader, ValuesHeld};
use mdp2048_rules::Shape;

#[test]
fn whatever_is_read_is_bounded() {
    for kind in Kind::ALL {
        corpus(kind);
        changed(kind);
    }
    large_claims();
    long_texts();
}

fn corpus(kind: Kind) {
    for (path, bytes) in kind.corpus().unwrap() {
        let read = check(kind, &bytes);
        // What was found by fuzzing is there to be refused.
        let is_bad = path.file_name().unwrap().to_string_lossy().starts_with("bad_");
        assert_eq!(read.is_sound, !is_bad, "{}: make it anew, see lib.rs", path.display());
        if kind == Kind::Decode {
            check(kind, &repaired(&bytes));
            assert_eq!(repaired(&bytes) == bytes, !is_bad, "{}", path.display());
        }
    }
}

fn changed(kind: Kind) {
    let mutator = Mutator::new(kind).unwrap();
    let reads: Vec<Read> = (0..4000).map(|run| check(kind, &mutator.file(0, run))).collect();
    // Changes that nothing survives would show nothing.
    let sound = reads.iter().filter(|read| read.is_sound).count();
    assert!((40..2000).contains(&sound), "{}: {sound}", kind.name());
}

/// Headers that claim as many states as their bytes justify, of the largest game.
fn large_claims() {
    let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Win, Some(32_768), 1.0, 0.1).unwrap();
    for (threshold, byte) in [(0.0, 0), (0.0, 255), (1e-300, 0), (1e-300, 85)] {
        for bytes in [0, 40, 400] {
            let header = PolicyHeader {
                game,
                states: (1 << 12) + 256 * bytes,
                values: ValuesHeld::Action,
                coverage: Coverage { threshold, occupancy_kept: 1.0, leave_probability: 0.0 },
                start_value: 1.0,
                accuracy: Accuracy { tolerance: 1e-4, regret_floor: 1e-5, ..Accuracy::default() },
                parts: PartLengths { actions: bytes as u32, values: 0, regrets: 0 },
            };
            let mut payload = postcard::to_allocvec(&header).unwrap();
            payload.extend(vec![byte; bytes as usize]);
            let read = check(Kind::Decode, &reframed(&payload));
            assert!(!read.is_sound);
        }
    }
}

/// Texts of many short words.
fn long_texts() {
    for choice in [b'P', b'T', b'8', 0xf8] {
        for word in [" ", " 1", " z", "0", "z", "\n0", "\n"] {
            for first in ["a\n0", "av 50\n0", "a\n0 4"] {
                let text = [first, &word.repeat(100_000)].concat();
                check(Kind::Text, &[&[choice], text.as_bytes()].concat());
            }
        }
    }
}
