//! Every use of a solution that the program offers, on a solution file of any contents.

use std::io::Cursor;
use std::ops::ControlFlow;

use mdp2048_diagram::{Figure, FigureOptions, Frame, Graph, Grouping, dot};
use mdp2048_export::{
    TransitionSystem, write_csv, write_drn, write_npz, write_parquet, write_prism_labels,
    write_prism_rewards, write_prism_states, write_prism_transitions,
};
use mdp2048_model::{Game, Objective, Outcome, Policy as _, Replay, Values as _};
use mdp2048_policy::{PackOptions, PackedPolicy, TextPolicy, ValuesHeld, pack};
use mdp2048_rules::{Board, CanonicalState, Exponent};
use mdp2048_solve::{Precision, Solution, SolutionReader, SolveOptions, ignore_progress, verify};

use crate::Read;
use crate::check::check_message;

/// The answer of a verb: numbers and a text, or an error message.
type Answer = Result<(Vec<f64>, String), String>;

/// The most states of a game that is solved to compare the answers.
const MOST_SOLVED: u64 = 20_000;

/// Uses a solution in every way.
///
/// # Panics
/// If an answer is wrong although the verification finds no fault.
pub(crate) fn use_solution(bytes: &[u8]) -> Read {
    let mut read = Read::default();
    let mut reader = match SolutionReader::open(Cursor::new(bytes)) {
        Ok(reader) => reader,
        Err(error) => {
            check_message(&error.to_string());
            return read;
        }
    };
    let header = reader.header().clone();
    let _ = (header.layers(), header.largest_layer(), header.value_error());
    let game = *header.game();
    let is_sound = match verify(&mut reader, Some(1), &mut ignore_progress) {
        Ok(verification) => {
            verification.faults.iter().for_each(|fault| check_message(&fault.to_string()));
            verification.is_sound()
        }
        Err(error) => {
            check_message(&error.to_string());
            false
        }
    };
    let solution = match reader.read_all() {
        Ok(solution) => solution,
        Err(error) => {
            check_message(&error.to_string());
            assert!(!is_sound, "{error}, but the verification finds no fault");
            return read;
        }
    };
    read.states = solution.states() as usize;
    let boards = some_boards(&solution);
    let mut answers = answers(&solution, &boards);
    for &board in &boards {
        // As `query` reads it.
        if let Ok(part) = reader.read_around(board.tile_sum()) {
            answers.push(query(&part, board));
        }
    }
    for answer in answers.iter().flatten() {
        assert!(answer.0.iter().all(|number| !number.is_nan()), "{answer:?}");
    }
    read.is_sound = is_sound;
    read.answers = answers.iter().filter(|answer| answer.is_ok()).count();
    if is_sound {
        let options = SolveOptions { precision: header.precision, ..SolveOptions::default() };
        assert!(header.states <= MOST_SOLVED);
        let Ok(solved) = Solution::solve(&game, &options, &mut ignore_progress) else {
            panic!("{game} is not solved")
        };
        assert_eq!((solved.states(), solved.lost()), (header.states, header.lost));
        let mut expected = self::answers(&solved, &boards);
        expected.extend(boards.iter().map(|&board| query(&solved, board)));
        assert_eq!(answers.len(), expected.len());
        for (found, expected) in answers.iter().zip(&expected) {
            assert!(agree(found, expected, header.precision), "{found:?} is not {expected:?}");
        }
    }
    read
}

/// Whether two answers are equal up to rounding.
fn agree(found: &Answer, expected: &Answer, precision: Precision) -> bool {
    let (Ok((found, text)), Ok((expected, expected_text))) = (found, expected) else {
        return found == expected;
    };
    let tolerance = if precision == Precision::Double { 1e-10 } else { 1e-4 };
    let close = |(found, expected): (&f64, &f64)| {
        found == expected || (found - expected).abs() <= tolerance * expected.abs().max(1e-3)
    };
    text == expected_text && found.len() == expected.len() && found.iter().zip(expected).all(close)
}

/// Some boards of a solution, from its first, its middle and its last layers.
fn some_boards(solution: &Solution) -> Vec<Board> {
    let layers = solution.layers().len();
    let positions = [0, 1, layers / 2, layers.saturating_sub(2), layers.saturating_sub(1)];
    let boards = positions.into_iter().filter(|&at| at < layers).flat_map(|at| {
        let states = solution.states_of(at);
        [states.first(), states.last()].map(|state| state.map(|state| state.board()))
    });
    boards.flatten().collect()
}

/// The answers of all verbs that read the whole solution.
fn answers(solution: &Solution, boards: &[Board]) -> Vec<Answer> {
    let game = *solution.game();
    let mut answers = vec![Ok((vec![solution.start_value()], String::new()))];
    let own_target = game.target().map(Exponent::face);
    for objective in Objective::ALL {
        for target in [own_target, Some(16)] {
            let value = solution.evaluate(objective, target, 1.0, &mut ignore_progress);
            answers.push(numbers(value.map(|found| vec![found.value])));
        }
    }
    let outcomes = |distribution: &mdp2048_model::Distribution| {
        let outcomes = distribution.outcomes();
        let mut numbers = vec![distribution.mean(), distribution.total()];
        numbers.extend(outcomes.flat_map(|(outcome, each)| [f64::from(outcome), each]));
        numbers
    };
    let statistics = solution.game_statistics(&mut ignore_progress);
    answers.push(numbers(statistics.map(|statistics| outcomes(&statistics.score))));
    let largest = solution.largest_tiles(&mut ignore_progress);
    answers.push(numbers(largest.map(|largest| outcomes(&largest))));
    for threshold in [0.0, 0.0123] {
        let kept = solution.kept_states(threshold);
        answers.push(numbers(
            kept.map(|kept| vec![kept.states.len() as f64, kept.leave_probability, kept.visits]),
        ));
    }
    let threshold = solution.largest_threshold(0.1, &mut |_| ControlFlow::Continue(()));
    answers.push(numbers(threshold.map(|threshold| vec![threshold])));
    for held in [ValuesHeld::None, ValuesHeld::State, ValuesHeld::Action] {
        answers.push(packed(solution, held, if held == ValuesHeld::State { 0.0123 } else { 0.0 }));
    }
    answers.extend(exported(solution));
    for seed in 0..4 {
        let replay = Replay::play(&game, solution, seed.into());
        let checked = solution.check_state(CanonicalState::of(replay.last).0);
        answers.push(match replay.outcome {
            Outcome::OffPolicy => Err(message(checked.expect_err("the board has an entry"))),
            _ => Ok((vec![replay.steps.len() as f64], replay.last.to_string())),
        });
    }
    answers.push(drawn(solution, &game, boards));
    answers
}

/// The answer of `query` for a board that the solution has.
fn query(solution: &Solution, board: Board) -> Answer {
    let (state, _) = CanonicalState::of(board);
    let checked = solution.check_state(state);
    match solution.advise(board) {
        Some(advice) => {
            assert_eq!(checked, Ok(()));
            Ok((advice.value.into_iter().collect(), String::new()))
        }
        None => Err(message(checked.expect_err("the board has an entry"))),
    }
}

/// The packed policy, read back, and its text.
fn packed(solution: &Solution, held: ValuesHeld, threshold: f64) -> Answer {
    let game = solution.game();
    let visits = solution.visits().map_err(message)?;
    let options =
        PackOptions { threshold, visits, ..PackOptions::all(held, solution.start_value()) };
    let bytes = pack(solution.valued_game(), &options, |states| {
        states.iter().map(|&state| solution.action_values(state)).collect()
    });
    let bytes = bytes.map_err(message)?;
    let policy = PackedPolicy::from_bytes(&bytes).map_err(message)?;
    let coverage = policy.header().coverage;
    let mut text = policy.boards().map(|board| format!("{board:?}")).collect::<String>();
    if game.objective() == Objective::Win {
        let held = TextPolicy::of(&policy).map_err(message)?;
        text += &held.to_text();
        let held = held
            .with_values(|state| solution.valued_game().objective_value(solution.value(state)?));
        let held = held.map_err(message)?;
        let _ = held.to_text();
    }
    Ok((vec![coverage.leave_probability, coverage.occupancy_kept], text))
}

/// The solution in every format for other tools.
fn exported(solution: &Solution) -> Vec<Answer> {
    let mut answers = Vec::new();
    let mut table = Vec::new();
    let written = write_csv(solution, &mut table, &mut ignore_progress);
    let lines = || table.iter().filter(|&&byte| byte == b'\n').count() as f64;
    answers.push(written.map(|()| (vec![lines()], String::new())).map_err(message));
    let written = write_npz(solution, &mut std::io::sink(), &mut ignore_progress);
    answers.push(numbers(written.map(|()| Vec::new())));
    let written = write_parquet(solution, &mut std::io::sink(), &mut ignore_progress);
    answers.push(numbers(written.map(|()| Vec::new())));
    let system = match TransitionSystem::of(solution) {
        Ok(system) => system,
        Err(error) => {
            answers.push(Err(message(error)));
            return answers;
        }
    };
    let writers = [
        write_drn,
        write_prism_states,
        write_prism_labels,
        write_prism_rewards,
        write_prism_transitions,
    ];
    for write in writers {
        let mut text = Vec::new();
        let written = write(&system, &mut text, &mut ignore_progress);
        let text = || String::from_utf8(text).unwrap_or_default();
        answers.push(written.map(|()| (Vec::new(), text())).map_err(message));
    }
    answers
}

/// The drawing of a small game, and of one of its states.
fn drawn(solution: &Solution, game: &Game, boards: &[Board]) -> Answer {
    const MOST_STATES: usize = 120;
    let mut text = String::new();
    for &board in boards {
        let figure = Figure::of_state(game, board, Frame::Canonical, Grouping::Equivalent);
        if let Ok(figure) = figure {
            text += &dot(&figure.with_values(solution));
        }
    }
    let graph = Graph::of(game, Frame::Canonical, Grouping::Equivalent, MOST_STATES);
    if let Ok(graph) = graph {
        for state in graph.states() {
            solution.check_state(CanonicalState::of(state.board).0).map_err(message)?;
        }
        let graph = graph.with_values(solution);
        text += &dot(&Figure::of_graph(&graph, FigureOptions::default()));
    }
    // Its values are rounded, so they may differ in the last digit.
    Ok((vec![text.len() as f64 / 1e12], String::new()))
}

fn numbers<E: std::error::Error>(result: Result<Vec<f64>, E>) -> Answer {
    result.map(|numbers| (numbers, String::new())).map_err(message)
}

/// The message of an error, which must be one line.
fn message(error: impl std::error::Error) -> String {
    let message = error.to_string();
    check_message(&message);
    message
}
