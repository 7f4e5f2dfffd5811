//! Solution files give back the solution, and damaged files are refused.

use std::io::Cursor;

use mdp2048_model::{FrameError, Values};
use mdp2048_rules::{CanonicalState, TileSum};
use mdp2048_solve::{FileError, Solution, SolutionReader};
use mdp2048_test_support::{reach, solution_bytes, solve};

fn read(bytes: &[u8]) -> Result<Solution, FileError> {
    SolutionReader::open(Cursor::new(bytes))?.read_all()
}

fn states(solution: &Solution) -> Vec<(u64, u64)> {
    let mut states = Vec::new();
    solution.for_each(|board, value| states.push((board.key(), value.expected_return().to_bits())));
    states
}

#[test]
fn a_written_solution_reads_back_unchanged() {
    // Some start boards of the last game are lost.
    for (shape, target) in [("2x2", 8), ("2x2", 32), ("2x3", 64), ("3x3", 16), (".x./...", 16)] {
        let solution = solve(&reach(shape, target));
        let bytes = solution_bytes(&solution);
        let back = read(&bytes).unwrap();
        assert_eq!(states(&back), states(&solution));
        assert_eq!(back.game(), solution.game());
        assert_eq!((back.states(), back.lost()), (solution.states(), solution.lost()));
        assert_eq!(back.start_value(), solution.start_value());
        assert_eq!(solution_bytes(&back), bytes);
        let reader = SolutionReader::open(Cursor::new(&bytes)).unwrap();
        assert_eq!(reader.totals(), solution.totals());
    }
}

#[test]
fn three_layers_suffice_for_the_action_values_of_one() {
    let solution = solve(&reach("3x3", 16));
    let bytes = solution_bytes(&solution);
    let sum = TileSum::new(24);
    let part = SolutionReader::open(Cursor::new(&bytes)).unwrap().read_around(sum).unwrap();
    let mut compared = 0;
    solution.for_each(|board, _| {
        if board.tile_sum() == sum {
            let state = CanonicalState::of(board).0;
            assert_eq!(part.action_values(state), solution.action_values(state));
            compared += 1;
        }
    });
    assert!(compared > 1000);
    assert_eq!(part.start_value(), solution.start_value());
    // No other layer was read. Where boards that follow are missing, they do not count as lost.
    solution.for_each(|board, _| {
        let is_read = (sum.get()..=sum.get() + 4).contains(&board.tile_sum().get());
        assert_eq!(part.value(CanonicalState::of(board).0).is_some(), is_read, "{board}");
        let values = part.action_values_at(board);
        assert!(values.is_none() || values == solution.action_values_at(board), "{board}");
    });
}

#[test]
fn a_file_of_any_other_length_is_refused() {
    let bytes = solution_bytes(&solve(&reach("2x2", 16)));
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "{length} bytes");
    }
    let long = [&bytes[..], &[0]].concat();
    assert!(matches!(read(&long), Err(FileError::Frame(FrameError::TooLong(_)))));
}

#[test]
fn a_file_with_any_bit_changed_is_refused() {
    let bytes = solution_bytes(&solve(&reach("2x2", 16)));
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(read(&changed).is_err(), "byte {at} bit {bit}");
        }
    }
}

#[test]
fn errors_name_the_next_step() {
    let bytes = solution_bytes(&solve(&reach("2x2", 16)));
    let message = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert!(message(b"hello, this is no solution").starts_with("this is not a solution file"));
    let mut version = bytes.clone();
    version[8] = 9;
    assert!(
        message(&version).starts_with("this solution is version 9, this build reads version 2")
    );
    assert!(message(&bytes[..bytes.len() - 8]).contains("cut short"));
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(
        message(&damaged).contains("checksum of layer 24 does not match"),
        "{}",
        message(&damaged)
    );
}
