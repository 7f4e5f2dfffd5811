//! The tables of all states read back as the values of the solution.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use mdp2048_export::{ExportError, Exporter, ToolFormat};
use mdp2048_model::{Objective, Value, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState};
use mdp2048_solve::Solution;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;

use crate::solved::solve;

/// The row of a state as it was read back, without the state.
#[derive(Clone, Debug, PartialEq)]
struct ReadRow {
    value: f64,
    action_values: [Option<f64>; 4],
    best: u8,
    action: Action,
    occupancy: f64,
    /// The probabilities of losing from the state and after each action.
    losses: Option<(f64, [Option<f64>; 4])>,
}

type ReadTable = BTreeMap<CanonicalState, ReadRow>;

fn games() -> Vec<Solution> {
    vec![
        solve("2x2", Objective::Win, Some(16), 1.0, 0.1),
        solve("2x3", Objective::Win, Some(32), 0.9, 0.37),
        solve("3x2", Objective::Score, None, 1.0, 0.1),
        solve("2x2", Objective::Fewest, Some(16), 1.0, 0.1),
        solve("3x3", Objective::Win, Some(16), 1.0, 0.1),
        solve("2x3", Objective::Win, Some(32), 1.0, 0.1),
    ]
}

/// Checks a table against the solution it was written from.
fn check(solution: &Solution, table: &ReadTable) {
    assert_eq!(table.len() as u64, solution.states());
    let occupancies: BTreeMap<_, _> = solution
        .passes()
        .kept_states(0.0)
        .unwrap()
        .states
        .into_iter()
        .map(|kept| (kept.state, kept.occupancy))
        .collect();
    let counts_losses =
        solution.game().objective() == Objective::Win && solution.game().discount().get() == 1.0;
    for (&state, row) in table {
        let values = solution.action_values(state).unwrap();
        let value = solution.value(state).unwrap();
        assert_eq!((row.value, row.losses.map(|losses| losses.0)), (value.get(), value.loss()));
        assert_eq!(row.losses.is_some(), counts_losses);
        let check = |found: Option<f64>, expected: Option<f64>, least: f64| {
            assert_eq!(found.is_some(), expected.is_some());
            let (found, expected) = (found.unwrap_or(0.0), expected.unwrap_or(0.0));
            assert!(found >= 0.0, "{state}: {found}");
            let is_close = (found - expected).abs() <= 1e-13 * expected.max(least);
            assert!(is_close || found == expected, "{state}: {found} {expected}");
        };
        // Where the game is nearly certain to be won, losses have all their digits.
        let least = if solution.valued_game().is_losing() { 0.0 } else { 1.0 };
        for action in Action::ALL {
            let expected = values.get(action);
            check(row.action_values[action.index()], expected.map(Value::get), 1.0);
            if let Some((_, actions)) = row.losses {
                check(actions[action.index()], expected.and_then(Value::loss), least);
            }
        }
        assert_eq!(row.action, values.choice().unwrap());
        assert_eq!(row.best, values.best().map(|action| 1 << action.index()).sum::<u8>());
        // The two passes add up the same terms in other orders.
        let expected = occupancies[&state];
        let error = (row.occupancy - expected).abs();
        assert!(error <= 1e-14 * expected, "{state}: {error:e}");
    }
}

fn action(name: &str) -> Action {
    Action::ALL.into_iter().find(|action| action.name() == name).unwrap()
}

#[test]
fn csv() {
    for solution in games() {
        let mut bytes = Vec::new();
        Exporter::new(&solution).write(ToolFormat::Csv, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let table = text.lines().skip(1).map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let board = Board::from_hex(solution.game().shape(), fields[0]).unwrap();
            assert_eq!(fields[1], board.tile_sum().to_string());
            let number = |at: usize| fields[at].parse().ok();
            let row = ReadRow {
                value: number(2).unwrap(),
                action_values: [3, 4, 5, 6].map(number),
                best: fields[7].parse().unwrap(),
                action: action(fields[8]),
                occupancy: number(9).unwrap(),
                losses: fields.get(10).map(|_| (number(10).unwrap(), [11, 12, 13, 14].map(number))),
            };
            (canonical(board), row)
        });
        check(&solution, &table.collect());
    }
}

fn canonical(board: Board) -> CanonicalState {
    let state = CanonicalState::of(board).0;
    assert_eq!(state.board(), board);
    state
}

#[test]
fn parquet() {
    for solution in games() {
        let mut bytes = Vec::new();
        Exporter::new(&solution).write(ToolFormat::Parquet, &mut bytes).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let metadata = reader.metadata().file_metadata();
        let game = &metadata.key_value_metadata().unwrap()[0];
        assert_eq!(game.value.as_deref(), Some(solution.game().to_string().as_str()));
        let table = reader.get_row_iter(None).unwrap().map(|row| {
            let fields: Vec<Field> =
                row.unwrap().get_column_iter().map(|(_, field)| field.clone()).collect();
            let text = |at: usize| match &fields[at] {
                Field::Str(text) => text.clone(),
                other => panic!("{other} is not a text"),
            };
            let number = |at: usize| match fields[at] {
                Field::Double(number) => Some(number),
                _ => None,
            };
            let board = Board::from_hex(solution.game().shape(), &text(0)).unwrap();
            assert_eq!(fields[1], Field::Int(board.tile_sum().get() as i32));
            let row = ReadRow {
                value: number(2).unwrap(),
                action_values: [3, 4, 5, 6].map(number),
                best: match fields[7] {
                    Field::UByte(best) => best,
                    ref other => panic!("{other} is not an unsigned byte"),
                },
                action: action(&text(8)),
                occupancy: number(9).unwrap(),
                losses: fields.get(10).map(|_| (number(10).unwrap(), [11, 12, 13, 14].map(number))),
            };
            (canonical(board), row)
        });
        check(&solution, &table.collect());
    }
}

#[test]
fn failures_are_errors() {
    let solution = solve("2x2", Objective::Win, Some(32), 1.0, 0.1);
    let mut buffer = [0; 100];
    let written = Exporter::new(&solution).write(ToolFormat::Csv, &mut buffer.as_mut_slice());
    assert!(matches!(written, Err(ExportError::Io(_))));
    let written = Exporter::new(&solution).write(ToolFormat::Parquet, &mut buffer.as_mut_slice());
    assert!(matches!(written, Err(ExportError::Io(_))), "{written:?}");
    let exporter = Exporter::new(&solution).on_progress(|_| ControlFlow::Break(()));
    let stopped = exporter.write(ToolFormat::Csv, &mut Vec::new());
    assert!(matches!(stopped, Err(ExportError::Stopped(_))));
}
