//! Every use of a solution that the program offers, on a solution file of any contents.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};

use mdp2048_diagram::{Figure, FigureOptions, Frame, Graph, Grouping, dot};
use mdp2048_export::{Exporter, ToolFormat};
use mdp2048_model::{Game, Objective, Outcome, Policy as _, Replay, Value, ValueUnit, Values};
use mdp2048_policy::{PackOptions, PackedPolicy, TextPolicy, ValuesHeld, pack};
use mdp2048_rules::{Board, Exponent};
use mdp2048_solve::{Precision, Solution, SolutionReader, SolutionTotals, Solver, Verifier};

use crate::bounds::{allocated, check_message, solution_bound};
use crate::read::Read;

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
    let mut memory =
        MemoryBound { bound: solution_bound(bytes.len()), before: allocated(), most: 0 };
    let mut reader = match SolutionReader::open(Cursor::new(bytes)) {
        Ok(reader) => reader,
        Err(error) => {
            check_message(&error.to_string());
            return read;
        }
    };
    let totals = reader.totals().clone();
    let _ = (totals.largest_layer(), totals.value_error());
    let is_sound = match Verifier::new().threads(1).verify(&mut reader) {
        Ok(verification) => {
            verification.faults.iter().for_each(|fault| check_message(&fault.to_string()));
            verification.is_sound()
        }
        Err(error) => {
            check_message(&error.to_string());
            false
        }
    };
    // Before each layer, it reserves and frees what the threads may need at most.
    memory.skip();
    let solution = match reader.read_all() {
        Ok(solution) => solution,
        Err(error) => {
            check_message(&error.to_string());
            assert!(!is_sound, "{error}, but the verification finds no fault");
            return read;
        }
    };
    memory.check("reading");
    read.states = solution.states() as usize;
    let boards = some_boards(&solution);
    let mut answers = answers(&solution, &boards, &mut memory);
    for &board in &boards {
        // As `query` reads it.
        if let Ok(window) = reader.read_around(board.tile_sum()) {
            answers.push(query(&window, board));
        }
    }
    for answer in answers.iter().flatten() {
        assert!(answer.0.iter().all(|number| !number.is_nan()), "{answer:?}");
    }
    read.allocated = memory.most;
    read.is_sound = is_sound;
    if is_sound {
        let expected = expected(&totals, &boards);
        assert_eq!(answers.len(), expected.answers.len());
        // Values that differ by rounding may have another of the optimal policies, which wins as
        // often, but has other scores, for example.
        let has_same_values = values(&solution) == expected.values;
        let queries = answers.len() - boards.len();
        for (at, (found, expected)) in answers.iter().zip(&expected.answers).enumerate() {
            if has_same_values || at == 0 || at >= queries {
                assert!(agree(found, expected, totals.precision), "{found:?} is not {expected:?}");
            }
        }
    }
    read
}

/// The answers of a correct solution, and its values.
struct Expected {
    answers: Vec<Answer>,
    values: Vec<f64>,
}

/// The expected return of each state.
fn values(solution: &Solution) -> Vec<f64> {
    let mut values = Vec::new();
    solution.for_each(|_, value| values.push(value.expected_return()));
    values
}

/// The answers of the solution of a game, which are computed once for each game.
fn expected(totals: &SolutionTotals, boards: &[Board]) -> Arc<Expected> {
    static KNOWN: Mutex<BTreeMap<String, Arc<Expected>>> = Mutex::new(BTreeMap::new());
    let SolutionTotals { precision, states, lost, .. } = *totals;
    let game = *totals.game();
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let answers = known.entry(format!("{game:?} {precision}")).or_insert_with(|| {
        assert!(states <= MOST_SOLVED);
        let Ok(solved) = Solver::new(&game).precision(precision).solve() else {
            panic!("{game} is not solved")
        };
        assert_eq!((solved.states(), solved.lost()), (states, lost));
        let mut memory = MemoryBound { bound: usize::MAX, before: 0, most: 0 };
        let mut answers = answers(&solved, boards, &mut memory);
        answers.extend(boards.iter().map(|&board| query(&solved, board)));
        Arc::new(Expected { answers, values: values(&solved) })
    });
    Arc::clone(answers)
}

/// Checks the memory of each use of a solution.
struct MemoryBound {
    bound: usize,
    before: usize,
    most: usize,
}

impl MemoryBound {
    /// Checks what was allocated since the last call.
    fn check(&mut self, verb: &str) {
        let now = allocated();
        self.most = self.most.max(now - self.before);
        assert!(now - self.before <= self.bound, "{verb} allocated {} bytes", now - self.before);
        self.before = now;
    }

    /// Starts again.
    fn skip(&mut self) {
        self.before = allocated();
    }
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
fn answers(solution: &Solution, boards: &[Board], memory: &mut MemoryBound) -> Vec<Answer> {
    let game = *solution.game();
    let mut answers = vec![Ok((vec![solution.start_return()], String::new()))];
    let own_target = game.target().map(Exponent::face);
    for objective in Objective::ALL {
        // The policy is also judged by another target, under one objective.
        let other = (objective.facts().unit == ValueUnit::Points).then_some(Some(16));
        for target in [own_target].into_iter().chain(other) {
            let value = solution.passes().evaluate(objective, target, 1.0);
            answers.push(numbers(value.map(|found| vec![found.get()])));
            memory.check("evaluate");
        }
    }
    let outcomes = |distribution: &mdp2048_model::Distribution| {
        let outcomes = distribution.outcomes();
        let mut numbers = vec![distribution.mean(), distribution.total()];
        numbers.extend(outcomes.flat_map(|(outcome, each)| [f64::from(outcome), each]));
        numbers
    };
    let statistics = solution.passes().game_statistics();
    answers.push(numbers(statistics.map(|statistics| outcomes(&statistics.score))));
    let largest = solution.passes().largest_tiles();
    answers.push(numbers(largest.map(|largest| outcomes(&largest))));
    for threshold in [0.0, 0.0123] {
        let kept = solution.passes().kept_states(threshold);
        answers.push(numbers(
            kept.map(|kept| vec![kept.states.len() as f64, kept.leave_probability, kept.visits]),
        ));
    }
    memory.check("an occupancy");
    if solution.states().is_multiple_of(8) {
        // A hundred passes like the one before; so not for every file.
        let threshold = solution.passes().largest_threshold(0.1);
        answers.push(numbers(threshold.map(|threshold| vec![threshold])));
        memory.skip();
    }
    for (held, threshold) in [(ValuesHeld::State, 0.0123), (ValuesHeld::Action, 0.0)] {
        answers.push(packed(solution, held, threshold));
        memory.check("pack");
    }
    answers.extend(exported(solution));
    memory.check("export");
    for seed in 0..4 {
        let replay = Replay::play(&game, solution, seed.into());
        answers.push(match replay.outcome {
            Outcome::OffPolicy => Err(NO_ENTRY.to_owned()),
            _ => Ok((vec![replay.steps.len() as f64], replay.last.to_string())),
        });
    }
    answers.push(drawn(solution, &game, boards));
    memory.check("a drawing");
    answers
}

/// The message about a board without an entry.
const NO_ENTRY: &str = "the board has no entry";

/// The answer of `query` for a board.
fn query(values: &impl Values, board: Board) -> Answer {
    let advice = values.advise(board).ok_or(NO_ENTRY)?;
    Ok((advice.value.map(Value::get).into_iter().collect(), String::new()))
}

/// The packed policy, read back, and its text.
fn packed(solution: &Solution, held: ValuesHeld, threshold: f64) -> Answer {
    let game = solution.game();
    let visits = solution.passes().visits().map_err(message)?;
    let options = PackOptions::new(solution.start_return()).values(held);
    let options = options.threshold(threshold, visits);
    let bytes = pack(solution.valued_game(), &options, |states| {
        states.iter().map(|&state| solution.action_values(state)).collect()
    });
    let bytes = bytes.map_err(message)?;
    let policy = PackedPolicy::from_bytes(&bytes).map_err(message)?;
    let coverage = policy.header().coverage;
    let mut text = policy.boards().map(|board| format!("{board:?}")).collect::<String>();
    if game.objective().counts_wins() {
        let held = TextPolicy::of(&policy).map_err(message)?;
        text += &held.to_text();
        let held = held.with_values(|state| solution.value(state)?.finite());
        let held = held.map_err(message)?;
        let _ = held.to_text();
    }
    Ok((vec![coverage.leave_probability, coverage.occupancy_kept], text))
}

/// The solution in every format for other tools.
fn exported(solution: &Solution) -> Vec<Answer> {
    let mut answers = Vec::new();
    let mut table = Vec::new();
    let written = Exporter::new(solution).write(ToolFormat::Csv, &mut table);
    let lines = || table.iter().filter(|&&byte| byte == b'\n').count() as f64;
    answers.push(written.map(|()| (vec![lines()], String::new())).map_err(message));
    let written = Exporter::new(solution).write(ToolFormat::Parquet, &mut std::io::sink());
    answers.push(numbers(written.map(|()| Vec::new())));
    let mut text = Vec::new();
    let written = Exporter::new(solution).write(ToolFormat::Drn, &mut text);
    let text = || String::from_utf8(text).unwrap_or_default();
    answers.push(written.map(|()| (Vec::new(), text())).map_err(message));
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
        let graph = graph.with_values(solution);
        text += &dot(&Figure::of_graph(&graph, FigureOptions::default()));
    }
    assert!(text.len() < 1 << 24);
    // Numbers in it may differ in the last digit, so the text is not compared.
    Ok((Vec::new(), String::new()))
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
