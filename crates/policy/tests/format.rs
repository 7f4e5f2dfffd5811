//! The bytes are as FORMAT.md says, come back as they went in, and bad ones are refused.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

use mdp2048_model::{Game, PlainSolution, Policy, Replay, Values};
use mdp2048_policy::{
    Coverage, Entry, PackError, PackedPolicy, PolicyError, VALUE_ERROR, ValuesHeld, pack,
};
use mdp2048_rules::{Action, Board, CanonicalState, Shape, Symmetry};
use proptest::collection::vec;
use proptest::prelude::{any, prop_assert, proptest};
use proptest::sample::Index;

const ALL: Coverage = Coverage { threshold: 0.0, occupancy_kept: 1.0, leave_probability: 0.0 };

fn solve(board: &str, target: u32) -> PlainSolution {
    PlainSolution::solve(&Game::reach(board.parse().unwrap(), target).unwrap())
}

fn entries(solution: &PlainSolution) -> Vec<Entry> {
    let mut states: Vec<CanonicalState> = solution.layers().values().flatten().copied().collect();
    states.sort_unstable();
    let entry = |state| {
        let values = solution.action_values(state).unwrap();
        Entry { state, action: values.choice().unwrap(), values }
    };
    states.into_iter().map(entry).collect()
}

fn packed(solution: &PlainSolution, held: ValuesHeld) -> Vec<u8> {
    pack(solution.game(), held, ALL, solution.start_value(), &entries(solution)).unwrap()
}

/// The worked example of FORMAT.md.
#[test]
fn the_bytes_of_2x2_to_8() {
    let solution = solve("2x2", 8);
    let bytes = pack(solution.game(), ValuesHeld::None, ALL, 1.0, &entries(&solution)).unwrap();
    let (frame, payload) = bytes.split_at(18);
    assert_eq!(&frame[..8], b"MDP2048P");
    assert_eq!(frame[8..10], [1, 0]);
    assert_eq!(frame[10..14], (payload.len() as u32).to_le_bytes());
    assert_eq!(frame[14..18], crc32fast::hash(payload).to_le_bytes());
    let (header, columns) = payload.split_at(46);
    let expected: Vec<u8> = [
        &[2u8, 2, 0, 3][..],
        &1f64.to_le_bytes(),
        &0.1f64.to_le_bytes(),
        &[15, 0],
        &0f64.to_le_bytes(),
        &1f64.to_le_bytes(),
        &0f64.to_le_bytes(),
    ]
    .concat();
    assert_eq!(header, &expected[..]);
    assert_eq!(columns[..8], 1f64.to_le_bytes());
    let keys = [15, 4, 1, 3, 4, 1, 1, 1, 1, 1, 7, 1, 1, 15, 3, 9];
    assert_eq!(columns[8..24], keys);
    assert_eq!(columns[24..], [4, 0x08, 0x80, 0x00, 0x01, 0]);
}

#[test]
fn what_goes_in_comes_out() {
    for (board, target) in [("2x2", 8), ("2x2", 32), ("2x3", 64), ("3x2", 32), ("3x3", 16)] {
        let solution = solve(board, target);
        for held in [ValuesHeld::None, ValuesHeld::State, ValuesHeld::Action] {
            let bytes = packed(&solution, held);
            let policy = PackedPolicy::from_bytes(&bytes).unwrap();
            assert_eq!(policy.game(), solution.game());
            assert_eq!(policy.header().states, entries(&solution).len() as u64);
            assert_eq!(policy.header().start_value, solution.start_value());
            assert!(policy.boards().eq(entries(&solution).iter().map(|entry| entry.state.board())));
            for entry in entries(&solution) {
                for &symmetry in Symmetry::of(policy.game().shape()) {
                    check_advice(&policy, &solution, symmetry.board(entry.state.board()), held);
                }
            }
        }
    }
}

fn check_advice(policy: &PackedPolicy, solution: &PlainSolution, board: Board, held: ValuesHeld) {
    let (found, known) = (policy.advise(board).unwrap(), solution.advise(board).unwrap());
    assert_eq!(found.action, known.action, "{board}");
    let close = |found: f64, known: f64| assert!((found - known).abs() <= VALUE_ERROR * 1.000_001);
    assert_eq!(found.value.is_some(), held != ValuesHeld::None);
    if let Some(value) = found.value {
        close(value, known.value.unwrap());
    }
    assert_eq!(found.action_values.is_some(), held == ValuesHeld::Action);
    if let Some(values) = found.action_values {
        let known = known.action_values.unwrap();
        for action in Action::ALL {
            assert_eq!(values.get(action).is_some(), known.get(action).is_some());
            if let (Some(found), Some(known)) = (values.get(action), known.get(action)) {
                close(found, known);
            }
        }
    }
}

#[test]
fn boards_without_an_entry_have_no_advice() {
    let policy = PackedPolicy::from_bytes(&packed(&solve("2x2", 8), ValuesHeld::None)).unwrap();
    for board in ["0 8/0 0", "2 4/4 2", "0 2 0/0 0 2", "32768 2/0 0"] {
        assert_eq!(policy.advise(board.parse().unwrap()), None, "{board}");
    }
}

#[test]
fn entries_that_cannot_be_packed_are_named() {
    let solution = solve("2x2", 8);
    let game = solution.game();
    let mut swapped = entries(&solution);
    swapped.swap(3, 4);
    let error = pack(game, ValuesHeld::None, ALL, 1.0, &swapped).unwrap_err();
    assert_eq!(error, PackError::Order { first: swapped[3].state, second: swapped[4].state });
    let other = entries(&solve("2x2", 32));
    let error = pack(game, ValuesHeld::None, ALL, 1.0, &other).unwrap_err();
    assert!(matches!(error, PackError::Foreign { .. }), "{error}");
    let mut empty = entries(&solution);
    empty[2].values = mdp2048_model::ActionValues::default();
    let error = pack(game, ValuesHeld::Action, ALL, 1.0, &empty).unwrap_err();
    assert_eq!(error, PackError::Value { state: empty[2].state });
}

#[test]
fn each_fault_has_its_own_message() {
    let bytes = packed(&solve("2x2", 16), ValuesHeld::State);
    let error = |bytes: &[u8]| PackedPolicy::from_bytes(bytes).unwrap_err();
    assert_eq!(error(b"<!doctype html><title>404"), PolicyError::NotAPolicy);
    assert_eq!(error(b""), PolicyError::NotAPolicy);
    assert!(matches!(error(&bytes[..5]), PolicyError::Truncated { found: 5, .. }));
    let cut = error(&bytes[..bytes.len() - 1]);
    let (expected, found) = (bytes.len() as u64, bytes.len() as u64 - 1);
    assert_eq!(cut, PolicyError::Truncated { expected, found });
    assert!(matches!(error(&[&bytes[..], &[0]].concat()), PolicyError::Trailing { .. }));
    let mut version = bytes.clone();
    version[8] = 7;
    let message = error(&version).to_string();
    assert!(message.starts_with("this policy is version 7, this build reads version 1:"));
    let mut damaged = bytes.clone();
    damaged[40] ^= 1;
    assert_eq!(error(&damaged), PolicyError::Checksum);
    let policy = PackedPolicy::from_bytes(&bytes).unwrap();
    let wanted = Game::reach(Shape::THREE_BY_THREE, 512).unwrap();
    let message = policy.expect_game(&wanted).unwrap_err().to_string();
    assert!(message.starts_with("this policy is for 2x2 to 16, but 3x3 to 512 was asked for"));
    assert_eq!(policy.expect_game(policy.game()), Ok(()));
}

/// The bytes with the length and the checksum made right again.
fn reframed(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= 18 {
        let length = (bytes.len() - 18) as u32;
        bytes[10..14].copy_from_slice(&length.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[18..]);
        bytes[14..18].copy_from_slice(&checksum.to_le_bytes());
    }
    bytes
}

/// Reads bytes and, if they are a policy, plays with it: whatever they hold, nothing panics.
fn use_bytes(bytes: &[u8]) {
    if let Ok(policy) = PackedPolicy::from_bytes(bytes) {
        assert!(policy.boards().len() <= bytes.len());
        for board in policy.boards().take(50) {
            policy.advise(board);
        }
        for seed in 0..5 {
            Replay::play(policy.game(), &policy, seed.into());
        }
    }
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2000))]

    #[test]
    fn mutated_policies_never_panic(
        held in 0usize..3,
        changes in vec((any::<Index>(), any::<u8>()), 1..6),
        cut in any::<Index>(),
        cuts in any::<bool>(),
    ) {
        let held = [ValuesHeld::None, ValuesHeld::State, ValuesHeld::Action][held];
        let mut bytes = packed(&solve("2x2", 16), held);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if cuts {
            bytes.truncate(cut.index(bytes.len()));
        }
        use_bytes(&bytes);
        use_bytes(&reframed(bytes));
    }

    #[test]
    fn other_bytes_are_no_policy(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert!(PackedPolicy::from_bytes(&bytes).is_err());
        let framed = [&b"MDP2048P\x01\x00\0\0\0\0\0\0\0\0"[..], &bytes].concat();
        use_bytes(&reframed(framed));
    }
}
