//! Verification accepts what the solver writes and finds every change.

use std::io::Cursor;
use std::ops::ControlFlow;

use mdp2048_model::{FrameError, Game, Objective, Policy as _, Replay, ValuedGame, Values as _};
use mdp2048_rules::{CanonicalState, Shape, TileSum};
use mdp2048_solve::{
    Fault, FileError, Phase, Solution, SolutionReader, Solver, Verification, Verifier, VerifyError,
};
use mdp2048_test_support::{LayerEntry, LayerParts, SolutionParts, reach, solution_bytes, solve};
use proptest::collection::vec;
use proptest::prelude::{any, proptest};
use proptest::sample::Index;

fn verified(bytes: &[u8]) -> Result<Verification, VerifyError> {
    let mut reader = SolutionReader::open(Cursor::new(bytes))?;
    Verifier::new().threads(2).verify(&mut reader)
}

/// The parts of the file of a solution.
fn parts_of(solution: &Solution) -> SolutionParts {
    SolutionParts::read(&solution_bytes(solution)).unwrap()
}

/// The file of these parts, with counts of states and checksums that match them.
fn file_of(mut parts: SolutionParts) -> Vec<u8> {
    for (record, layer) in parts.header.layers.iter_mut().zip(&parts.layers) {
        record.states = layer.values.len() as u64;
    }
    parts.header.states = parts.header.layers.iter().map(|layer| layer.states).sum();
    parts.bytes()
}

fn verified_parts(parts: SolutionParts) -> Verification {
    verified(&file_of(parts)).unwrap()
}

fn check_sound(game: &Game) {
    let solution = solve(game);
    let found = verified(&solution_bytes(&solution)).unwrap();
    assert!(found.is_sound(), "{game}: {:?}", found.faults);
    assert_eq!((found.states, found.lost), (solution.states(), solution.lost()), "{game}");
    assert_eq!(found.start_value, solution.start_value(), "{game}");
    assert!(found.max_relative_residual <= 1e-14, "{game}: {found:?}");
}

#[test]
fn solutions_of_every_objective_are_sound() {
    for shape in Shape::all().filter(|shape| shape.cells() <= 6) {
        for objective in Objective::ALL {
            for spawn_four in [0.0, 0.1, 0.37, 1.0] {
                for target in [None, Some(8), Some(16), Some(32), Some(64), Some(128)] {
                    let game = Game::new(shape, objective, target, 1.0, spawn_four);
                    game.iter().for_each(check_sound);
                }
            }
        }
    }
}

#[test]
fn solutions_of_larger_boards_are_sound() {
    for (shape, target) in [("2x4", 32), ("4x2", 32), ("3x3", 32), ("3x4", 8), ("4x3", 8)] {
        check_sound(&reach(shape, target));
    }
    for shape in ["x../.x.", "x../.../..x", ".x./.../...", "xx.x/x..x/...x/xx.x"] {
        check_sound(&reach(shape, 8));
    }
    let shape = Shape::THREE_BY_THREE;
    for objective in Objective::ALL {
        check_sound(&Game::new(shape, objective, Some(16), 1.0, 0.1).unwrap());
    }
    check_sound(&Game::new(shape, Objective::Win, Some(16), 0.99, 0.37).unwrap());
}

#[test]
fn the_parts_of_a_file_make_the_same_file() {
    let solution = solve(&reach("2x3", 32));
    assert!(file_of(parts_of(&solution)) == solution_bytes(&solution));
}

#[test]
fn every_changed_value_is_found_under_matching_checksums() {
    let solution = solve(&reach("2x2", 32));
    let whole = parts_of(&solution);
    for at in 0..whole.layers.len() {
        for rank in 0..whole.layers[at].values.len() {
            for change in [|value: f64| value * (1.0 + 1e-13) + 1e-13, |_| f64::NAN, |_| -1.0] {
                let mut parts = whole.clone();
                let value = &mut parts.layers[at].values[rank];
                let (before, after) = (*value, change(*value));
                *value = after;
                let found = verified_parts(parts);
                // The first fault is the changed value.
                let Some(Fault::Value { state, found: stored, expected }) = found.faults.first()
                else {
                    panic!("layer {at} value {rank}: {:?}", found.faults);
                };
                assert_eq!(stored.expected_return().to_bits(), after.to_bits());
                assert!((expected.expected_return() - before).abs() <= 1e-15 * before);
                assert_eq!(solution.expected_return(*state).unwrap(), before);
                assert!(!found.is_sound() && found.max_residual > 0.0);
            }
        }
    }
}

#[test]
fn every_missing_state_is_found() {
    let solution = solve(&reach("2x2", 16));
    let whole = parts_of(&solution);
    let mut missing = Vec::new();
    for at in 0..whole.layers.len() {
        for bit in (0..64 * whole.layers[at].words.len()).filter(|&bit| whole.layers[at].has(bit)) {
            let mut parts = whole.clone();
            parts.layers[at].flip(bit, 0.0);
            if parts.layers[at].values.is_empty() {
                parts.layers.remove(at);
                parts.header.layers.remove(at);
            }
            let faults = verified_parts(parts).faults;
            let first = faults.iter().find_map(|fault| match fault {
                Fault::Missing(state) => Some(*state),
                _ => None,
            });
            missing.push(first.unwrap_or_else(|| panic!("layer {at} bit {bit}: {faults:?}")));
        }
    }
    missing.sort();
    let mut states: Vec<CanonicalState> = Vec::new();
    solution.for_each(|board, _| states.push(CanonicalState::of(board).0));
    states.sort();
    assert_eq!(missing, states);
}

#[test]
fn every_added_board_is_found() {
    let mut kinds = [0; 3];
    for whole in [reach("2x2", 32), reach("2x3", 8)].map(|game| parts_of(&solve(&game))) {
        for at in 0..whole.layers.len() {
            let layer = &whole.layers[at];
            for bit in (0..64 * layer.words.len()).filter(|&bit| !layer.has(bit)) {
                let mut parts = whole.clone();
                parts.layers[at].flip(bit, 0.5);
                // A bit beyond the boards of the layer makes the file malformed.
                let Ok(found) = verified(&file_of(parts)) else { continue };
                let kind = found.faults.iter().find_map(|fault| match fault {
                    Fault::Unreachable(_) => Some(0),
                    Fault::Outcome(_) => Some(1),
                    Fault::Misplaced(_) => Some(2),
                    _ => None,
                });
                kinds[kind.unwrap_or_else(|| panic!("{at} {bit}: {:?}", found.faults))] += 1;
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

#[test]
fn a_wrong_header_is_found() {
    let whole = parts_of(&solve(&reach("2x2", 16)));
    let mut parts = whole.clone();
    parts.header.lost += 1;
    assert!(matches!(verified_parts(parts).faults[..], [Fault::Lost { .. }]));
    let mut parts = whole.clone();
    parts.header.start_return *= 1.0 + 1e-13;
    assert!(matches!(verified_parts(parts).faults[..], [Fault::StartValue { .. }]));
    // Another game with the same layers.
    let mut parts = whole;
    let other = Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(16), 1.0, 0.1 + 1e-12);
    parts.header.valued_game = other.unwrap().into();
    assert!(!verified_parts(parts).is_sound());
}

#[test]
fn only_nearly_certain_games_hold_probabilities_of_losing() {
    let check = |valued_game: &ValuedGame, is_right: bool| {
        let solution = Solver::valued(valued_game).solve();
        let found = verified(&solution_bytes(&solution.unwrap())).unwrap();
        assert_eq!(found.is_sound(), is_right, "{valued_game:?}");
        assert!(is_right || matches!(found.faults[..], [Fault::Valuation { .. }]));
    };
    // 2x3 to 32 is lost with probability 1e-4, 2x2 to 16 with 0.04.
    for (game, is_nearly_certain) in [(reach("2x3", 32), true), (reach("2x2", 16), false)] {
        check(&game.into(), !is_nearly_certain);
        check(&ValuedGame::losing(game).unwrap(), is_nearly_certain);
    }
}

#[test]
fn layers_beyond_the_largest_tile_sum_are_malformed() {
    let whole = parts_of(&solve(&reach("2x2", 16)));
    for half_sum in [100, u32::MAX] {
        let mut parts = whole.clone();
        parts.header.layers.push(LayerEntry { half_sum, states: 0, words: 0, checksum: 0 });
        parts.layers.push(LayerParts { words: Vec::new(), values: Vec::new() });
        let error = verified(&file_of(parts)).unwrap_err();
        assert!(
            matches!(error, VerifyError::File(FileError::Frame(FrameError::Malformed { .. }))),
            "{error}"
        );
    }
}

proptest! {
    /// A file of arbitrary contents under matching checksums may give wrong results, but no use of
    /// it panics.
    #[test]
    fn arbitrary_contents_never_panic(
        changes in vec((any::<Index>(), any::<Index>(), 0..6), 1..4),
        number in any::<u64>(),
        ends in any::<bool>(),
    ) {
        let endless = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
        let game = if ends { reach("2x2", 16) } else { endless };
        let mut parts = parts_of(&solve(&game));
        for (layer, place, what) in changes {
            let at = layer.index(parts.layers.len());
            let (layer, record) = (&mut parts.layers[at], &mut parts.header.layers[at]);
            let bit = place.index(layer.words.len() * 64);
            match what {
                0 => layer.flip(bit, 0.5),
                1 if !layer.values.is_empty() => {
                    let at = place.index(layer.values.len());
                    layer.values[at] = f64::from_bits(number);
                }
                2 => record.half_sum = number as u32,
                3 => record.words = number,
                4 => {
                    layer.words[bit / 64] = number;
                    let states = layer.words.iter().map(|word| word.count_ones() as usize).sum();
                    layer.values.resize(states, 0.5);
                }
                _ => parts.header.start_return = f64::from_bits(number),
            }
        }
        let bytes = file_of(parts);
        let _ = verified(&bytes);
        let Ok(mut reader) = SolutionReader::open(Cursor::new(&bytes)) else { return Ok(()) };
        let game = *reader.totals().game();
        let _ = reader.read_around(TileSum::new(12));
        if let Ok(solution) = reader.read_all() {
            let _ = solution.passes().kept_states(0.01);
            solution.for_each(|board, _| {
                let _ = solution.advise(board);
            });
            for seed in 0..5 {
                Replay::play(&game, &solution, seed.into());
            }
        }
    }
}

#[test]
fn a_damaged_file_is_an_error_and_not_a_fault() {
    let mut damaged = solution_bytes(&solve(&reach("2x2", 16)));
    *damaged.last_mut().unwrap() ^= 1;
    let error = verified(&damaged).unwrap_err();
    let is_sum = matches!(error, VerifyError::File(FileError::Frame(FrameError::Checksum { .. })));
    assert!(is_sum, "{error}");
}

#[test]
fn the_number_of_threads_does_not_change_the_result() {
    let bytes = solution_bytes(&solve(&reach("3x3", 32)));
    let found = |threads| {
        let mut reader = SolutionReader::open(Cursor::new(&bytes)).unwrap();
        Verifier::new().threads(threads).verify(&mut reader).unwrap()
    };
    assert_eq!(found(1), found(3));
}

#[test]
fn progress_covers_every_layer_and_the_callback_can_interrupt() {
    let bytes = solution_bytes(&solve(&reach("3x3", 16)));
    let mut reader = SolutionReader::open(Cursor::new(&bytes)).unwrap();
    let (layers, states) = (reader.totals().layers.len(), reader.totals().states);
    let mut seen = Vec::new();
    let verifier = Verifier::new().on_progress(|progress| {
        seen.push(progress);
        ControlFlow::Continue(())
    });
    verifier.verify(&mut reader).unwrap();
    assert_eq!((seen.len(), seen[layers - 1].states), (layers, states));
    assert!(seen.iter().all(|progress| progress.phase == Phase::Verifying));
    let verifier = Verifier::new().on_progress(|_| ControlFlow::Break(()));
    let stopped = verifier.verify(&mut reader);
    assert!(matches!(stopped, Err(VerifyError::Interrupted)));
}
