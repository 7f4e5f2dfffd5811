//! Packed policies: the bytes are those of FORMAT.md, decoding returns what was packed, and
//! damaged bytes are refused.

use mdp2048_model::{Objective, PlainSolution, Policy, Replay, Values};
use mdp2048_policy::{
    DecodedLayer, Decoder, FREE_STATES, POLICY, PackError, PackOptions, PackedPolicy, PolicyError,
    STATES_PER_BYTE, ValuesHeld, pack,
};
use mdp2048_rules::{Action, Board, CanonicalState, Symmetry};
use mdp2048_test_support::{game, reach};
use proptest::collection::vec;
use proptest::prelude::{any, prop_assert, proptest};
use proptest::sample::Index;

use crate::packing::{pack_solution, packed_above, solve};

/// The worked example of FORMAT.md.
#[test]
fn the_bytes_of_2x2_to_8_are_those_of_the_worked_example() {
    let solution = solve("2x2", 8);
    let options = PackOptions::new(solution.start_return()).values(ValuesHeld::State);
    let bytes = pack_solution(&solution, &options).unwrap();
    let (frame, payload) = bytes.split_at(18);
    assert_eq!(&frame[..8], b"MDP2048P");
    assert_eq!(frame[8..10], [3, 0]);
    assert_eq!(frame[10..14], (payload.len() as u32).to_le_bytes());
    assert_eq!(frame[14..18], crc32fast::hash(payload).to_le_bytes());
    let expected: Vec<u8> = [
        &[2u8, 2, 4, 3][..],
        &1f64.to_le_bytes(),
        &0.1f64.to_le_bytes(),
        &[15, 1],
        &0f64.to_le_bytes(),
        &1f64.to_le_bytes(),
        &0f64.to_le_bytes(),
        &0f64.to_le_bytes(),
        &1e-24f64.to_le_bytes(),
        &0f64.to_le_bytes(),
        &0f64.to_le_bytes(),
        &0f64.to_le_bytes(),
        &[1, 1, 0],
        &[0x30, 0xc0],
    ]
    .concat();
    assert_eq!(payload, &expected[..]);
}

#[test]
fn decoding_returns_what_was_packed() {
    let games = [("2x2", 8), ("2x2", 32), ("2x3", 64), ("3x2", 32), ("3x3", 16)];
    for (board, target) in games.into_iter().chain([("x../.../...", 8), ("x../.x.", 8)]) {
        let solution = solve(board, target);
        let states: usize = solution.layers().values().map(|layer| layer.len()).sum();
        for held in [ValuesHeld::None, ValuesHeld::State, ValuesHeld::Action] {
            for threshold in [0.0, 1e-4] {
                let policy =
                    PackedPolicy::from_bytes(&packed_above(&solution, held, threshold)).unwrap();
                assert_eq!(policy.game(), solution.game());
                assert_eq!(policy.header().states, policy.boards().count() as u64);
                assert_eq!(policy.header().start_value(), solution.start_value());
                if threshold == 0.0 {
                    assert_eq!(policy.boards().count(), states);
                    assert_eq!(policy.header().coverage.leave_probability, 0.0);
                }
                let mut last = None;
                for board in policy.boards() {
                    assert_eq!(CanonicalState::of(board).0.board(), board);
                    let order = Some((board.tile_sum(), board));
                    assert!(last < order);
                    last = order;
                    for &symmetry in Symmetry::of(policy.game().shape()) {
                        check_advice(&policy, &solution, symmetry.board(board));
                    }
                }
            }
        }
    }
}

/// Checks the entry of a board against the solution, with the error bounds of the header.
fn check_advice(policy: &PackedPolicy, solution: &PlainSolution, board: Board) {
    let (held, accuracy) = (policy.header().values, policy.header().accuracy);
    let is_losing = policy.header().valued_game.is_losing();
    let (found, known) = (policy.advise(board).unwrap(), solution.advise(board).unwrap());
    assert_eq!(found.action, known.action, "{board}");
    assert_eq!(found.value.is_some(), held != ValuesHeld::None);
    if let Some(value) = found.value {
        let error = value.better_by(known.value.unwrap()).abs();
        // The error of a probability of losing leaves out rounding relative to itself.
        let size = if is_losing { known.value.unwrap().loss().unwrap() } else { 1.0 };
        let rounding = 1e-12 * size;
        assert!(error <= accuracy.value_error + rounding, "{board}: off by {error}");
        assert!(accuracy.value_error <= accuracy.tolerance * (1.0 + 1e-9));
    }
    assert_eq!(found.action_values.is_some(), held == ValuesHeld::Action);
    let Some(values) = found.action_values else { return };
    let known = known.action_values.unwrap();
    for action in Action::ALL {
        assert_eq!(values.get(action).is_some(), known.get(action).is_some());
        if let Some((found, known)) = values.regret(action).zip(known.regret(action)) {
            let allowed = accuracy.regret_floor.max(accuracy.regret_error * known);
            let error = (found - known).abs();
            assert!(error <= allowed * (1.0 + 1e-9) + 1e-12, "{board} {action}: {found} {known}");
            let most = if is_losing { 0.2 } else { 0.05 };
            assert!(accuracy.regret_error <= most * (1.0 + 1e-9), "{}", accuracy.regret_error);
        }
    }
}

#[test]
fn zeros_may_follow_the_last_symbol_and_other_bytes_may_not() {
    let bytes = packed_above(&solve("2x3", 64), ValuesHeld::None, 0.0);
    let policy = PackedPolicy::from_bytes(&bytes).unwrap();
    let padded = |zeros: usize, last: u8| {
        let mut header = policy.header().clone();
        header.parts.actions += zeros as u32 + 1;
        let mut payload = postcard::to_allocvec(&header).unwrap();
        payload.extend(&bytes[bytes.len() - policy.header().parts.actions as usize..]);
        payload.resize(payload.len() + zeros, 0);
        payload.push(last);
        PackedPolicy::from_bytes(&POLICY.frame(&payload).unwrap())
    };
    assert!(padded(100, 0).unwrap().boards().eq(policy.boards()));
    let error = padded(100, 1).unwrap_err();
    assert_eq!(error, PolicyError::Frame(POLICY.malformed("bytes follow its last symbol")));
}

#[test]
fn values_are_exact_if_every_state_is_kept() {
    for (board, target) in [("2x2", 32), ("2x3", 64), ("3x3", 16)] {
        let solution = solve(board, target);
        let policy =
            PackedPolicy::from_bytes(&packed_above(&solution, ValuesHeld::Action, 0.0)).unwrap();
        let header = policy.header();
        assert!(header.accuracy.value_error < 1e-13, "{:?}", header.accuracy);
        assert!(header.parts.values <= 4, "{:?}", header.parts);
        assert_eq!(header.parts.regrets, 0);
    }
}

#[test]
fn kept_states_and_leave_probability_match_an_independent_forward_pass() {
    // A state is kept if a game that visits only kept states visits it with at least the threshold
    // as probability. All other visits are games that leave the kept states.
    let solution = solve("2x3", 64);
    let policy =
        PackedPolicy::from_bytes(&packed_above(&solution, ValuesHeld::None, 0.01)).unwrap();
    let mut reached: std::collections::BTreeMap<(u32, CanonicalState), f64> = solution
        .game()
        .starts()
        .iter()
        .map(|start| ((start.state.board().tile_sum().get(), start.state), start.probability))
        .collect();
    let (mut kept, mut leaving) = (Vec::new(), 0.0);
    while let Some(((_, state), occupancy)) = reached.pop_first() {
        if occupancy < 0.01 {
            leaving += occupancy;
            continue;
        }
        kept.push(state.board());
        let action = solution.action_values(state).unwrap().choice().unwrap();
        let acted = solution.game().act(state.board(), action).unwrap();
        if acted.wins {
            continue;
        }
        for (board, probability) in solution.game().spawns(acted.after) {
            if board.can_move() {
                let next = (board.tile_sum().get(), CanonicalState::of(board).0);
                *reached.entry(next).or_insert(0.0) += occupancy * probability;
            }
        }
    }
    assert!(policy.boards().eq(kept));
    let stated = policy.header().coverage.leave_probability;
    assert!((stated - leaving).abs() < 1e-12, "{stated} {leaving}");
    assert!(stated > 0.01);
}

#[test]
fn values_of_other_objectives_are_packed() {
    for (objective, target) in
        [(Objective::Score, None), (Objective::Moves, None), (Objective::Fewest, Some(16))]
    {
        let game = game("2x2", objective, target, 1.0, 0.1);
        let solution = PlainSolution::solve(&game);
        let options = PackOptions::new(0.0).values(ValuesHeld::Action);
        let bytes = pack_solution(&solution, &options.threshold(1e-3, 0.0));
        if objective == Objective::Fewest {
            // The number of moves is infinite where a game may miss the target.
            assert!(matches!(bytes, Err(PackError::Value { .. })), "{bytes:?}");
            continue;
        }
        let policy = PackedPolicy::from_bytes(&bytes.unwrap()).unwrap();
        for board in policy.boards() {
            check_advice(&policy, &solution, board);
        }
    }
}

#[test]
fn decoded_layers_complete_a_policy_step_by_step() {
    let solution = solve("2x2", 32);
    let bytes = packed_above(&solution, ValuesHeld::Action, 1e-3);
    let whole = PackedPolicy::from_bytes(&bytes).unwrap();
    let mut decoder = Decoder::new(&bytes).unwrap();
    let mut policy = decoder.empty();
    let start = solution.game().starts()[0].state.board();
    let later: Board = "16 8/2 0".parse().unwrap();
    assert!(policy.awaits(start) && policy.awaits(later));
    let mut progress = 0.0;
    while let Some(decoded) = decoder.step().unwrap() {
        let first = matches!(decoded, DecodedLayer::Actions { half_sum: 2, .. });
        policy.add(decoded);
        if first {
            assert_eq!(policy.advise(start).unwrap().action, whole.advise(start).unwrap().action);
            assert!(!policy.awaits(start) && policy.awaits(later));
            assert!(!policy.has_all_actions());
        }
        assert!(decoder.progress() > progress, "{progress}");
        progress = decoder.progress();
    }
    assert!((progress - 1.0).abs() < 1e-12, "{progress}");
    assert!(policy.has_all_actions() && !policy.awaits(later));
    for board in whole.boards() {
        assert_eq!(policy.advise(board), whole.advise(board));
    }
    assert_eq!(decoder.into_policy().known_states(), whole.header().states);
}

#[test]
fn boards_without_an_entry_have_no_advice() {
    let policy =
        PackedPolicy::from_bytes(&packed_above(&solve("2x2", 8), ValuesHeld::None, 0.0)).unwrap();
    for board in ["0 8/0 0", "2 4/4 2", "0 2 0/0 0 2", "32768 2/0 0"] {
        assert_eq!(policy.advise(board.parse().unwrap()), None, "{board}");
    }
}

#[test]
fn solutions_that_cannot_be_packed_are_refused() {
    let solution = solve("2x2", 8);
    let game = solution.valued_game();
    let options = PackOptions::new(1.0).values(ValuesHeld::State);
    let nothing = options.threshold(1.0, 0.0);
    let values = |states: &[CanonicalState]| -> Vec<_> {
        states.iter().map(|&state| solution.action_values(state)).collect()
    };
    assert_eq!(pack(game, &nothing, values), Err(PackError::NothingKept));
    let without = pack(game, &options, |states| vec![None; states.len()]);
    assert!(matches!(without, Err(PackError::Missing { .. })), "{without:?}");
    let too_few = pack(game, &options, |_| Vec::new());
    assert!(matches!(too_few, Err(PackError::Missing { .. })), "{too_few:?}");
}

#[test]
fn each_fault_has_its_own_message() {
    let bytes = packed_above(&solve("2x2", 16), ValuesHeld::State, 0.0);
    let error = |bytes: &[u8]| PackedPolicy::from_bytes(bytes).unwrap_err().to_string();
    for (changed, message) in [
        (&b"<!doctype html><title>404"[..], "this is not a policy file: check its address"),
        (&bytes[..5], "the policy is cut short (missing bytes: at least 13): load or copy"),
        (
            &bytes[..bytes.len() - 1],
            "the policy is cut short (missing bytes: at least 1): load or copy",
        ),
        (&[&bytes[..], &[0]].concat(), "the policy has bytes after its end: load or copy it again"),
        (&[&bytes[..8], &[1], &bytes[9..]].concat(), "this policy is version 1, this build reads"),
        (&[&bytes[..40], &[!bytes[40]], &bytes[41..]].concat(), "the policy is damaged: the check"),
    ] {
        assert!(error(changed).starts_with(message), "{}", error(changed));
    }
    let policy = PackedPolicy::from_bytes(&bytes).unwrap();
    let wanted = reach("3x3", 512);
    let message = policy.expect_game(&wanted).unwrap_err().to_string();
    assert!(message.starts_with("this policy is for 2x2 to 16, but 3x3 to 512 was asked for"));
    assert_eq!(policy.expect_game(policy.game()), Ok(()));
}

#[test]
fn contents_that_contradict_the_header_are_refused() {
    let bytes = packed_above(&solve("2x2", 16), ValuesHeld::State, 0.01);
    let check = |at: usize, byte: u8, message| {
        let mut changed = bytes.clone();
        changed[at] = byte;
        let error = PackedPolicy::from_bytes(&reframed(&changed)).unwrap_err();
        assert_eq!(error, PolicyError::Frame(POLICY.malformed(message)));
    };
    // The number of states follows the frame and the game.
    let states = bytes[18 + 20];
    check(18 + 20, states - 1, "it has more states than its header states");
    check(18 + 20, states + 1, "it has fewer states than its header states");
    check(18 + 20, 0, "it has no states");
    // The leave probability follows the states, values held, threshold and occupancy kept.
    check(18 + 22 + 16, bytes[18 + 22 + 16] ^ 1, "its leave probability is not that of its header");
    check(18 + 22 + 16 + 7, 0x40, "a probability in its header is not from 0 to 1");
    // The tolerance follows the leave probability and the start value.
    check(18 + 22 + 32 + 7, 0xbf, "its header states an impossible accuracy");
    // The length of the first part follows the accuracy.
    let part = 18 + 22 + 64;
    check(part, bytes[part] + 1, "the lengths of its parts do not add up to its length");
}

/// The bytes with the length and the checksum corrected.
fn reframed(bytes: &[u8]) -> Vec<u8> {
    bytes.get(18..).map_or_else(|| bytes.to_vec(), |payload| POLICY.frame(payload).unwrap())
}

/// Reads bytes, and if they are a policy, looks up boards and plays games: nothing panics.
fn use_bytes(bytes: &[u8]) {
    if let Ok(policy) = PackedPolicy::from_bytes(bytes) {
        assert!(
            policy.boards().count()
                <= (FREE_STATES + STATES_PER_BYTE * bytes.len() as u64) as usize
        );
        for board in policy.boards().take(50) {
            policy.advise(board);
        }
        for seed in 0..5 {
            Replay::play(policy.game(), &policy, seed.into());
        }
    }
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(500))]

    #[test]
    fn mutated_policies_never_panic(
        held in 0usize..3,
        all in any::<bool>(),
        changes in vec((any::<Index>(), any::<u8>()), 1..6),
        cut in any::<Index>(),
        cuts in any::<bool>(),
    ) {
        let held = [ValuesHeld::None, ValuesHeld::State, ValuesHeld::Action][held];
        let mut bytes = packed_above(&solve("2x2", 16), held, if all { 0.0 } else { 1e-3 });
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if cuts {
            bytes.truncate(cut.index(bytes.len()));
        }
        use_bytes(&bytes);
        use_bytes(&reframed(&bytes));
    }

    #[test]
    fn arbitrary_bytes_are_refused(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert!(PackedPolicy::from_bytes(&bytes).is_err());
        use_bytes(&POLICY.frame(&bytes).unwrap());
    }
}
