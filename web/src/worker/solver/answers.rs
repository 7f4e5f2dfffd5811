//! The answers that are ready at once.

use std::ops::ControlFlow;

use js_sys::Date;
use mdp2048_model::{Advice, Policy as _, Replay, Seed, Value};
use mdp2048_player::with_certainty;
use mdp2048_policy::{PackedPolicy, ValuesHeld};
use mdp2048_protocol::{
    BoardValues, OptimalMove, SolvedGame, SolvedLayer, SolverAnswer, StoredGame,
};
use mdp2048_rules::{Action, Board};
use mdp2048_solve::{Phase, Precision, Solution, Solver};
use web::browser::memory_bytes;

use crate::serving::Asker;

/// The least time between two reports of a solve, in milliseconds.
const REPORTS: f64 = 50.0;

/// How the values of a game are stored.
pub(crate) const fn precision(stored: &StoredGame) -> Precision {
    if stored.is_single { Precision::Single } else { Precision::Double }
}

/// What a game needs.
pub(crate) fn estimate(stored: &StoredGame) -> SolverAnswer {
    match Solver::new(&stored.game).precision(precision(stored)).estimate() {
        Ok(estimate) => SolverAnswer::Estimated {
            bytes: [estimate.memory.least, estimate.memory.most].map(|it| it as f64),
            states: [estimate.least_states, estimate.most_states].map(|it| it as f64),
        },
        Err(error) => SolverAnswer::TooLarge(error.to_string()),
    }
}

/// Solves a game within this many bytes of memory. The asker gets reports.
///
/// # Errors
/// A sentence about the memory.
pub(crate) fn solve(
    stored: &StoredGame,
    limit: f64,
    asker: &Asker<SolverAnswer>,
) -> Result<Solution, String> {
    let solver = Solver::new(&stored.game).precision(precision(stored)).memory_limit(limit as u64);
    let (mut reported, mut is_second) = (0.0, false);
    let solver = solver.on_progress(|progress| {
        let now = Date::now();
        is_second |= progress.phase == Phase::ReachingAgain;
        let is_reaching = matches!(progress.phase, Phase::Reaching | Phase::ReachingAgain);
        if now - reported >= REPORTS {
            reported = now;
            asker.send(&SolverAnswer::Solving(SolvedLayer {
                pass: 2 * u32::from(is_second) + u32::from(!is_reaching),
                sum: progress.layer,
                states: progress.states as f64,
                states_in_all: progress.states_in_all.unwrap_or_default() as f64,
            }));
        }
        ControlFlow::Continue(())
    });
    solver.solve().map_err(|error| error.to_string())
}

/// Plays the rest of a seeded game from a board on; `tiles` random tiles of the seed are used
/// before.
pub(crate) fn play(solution: &Solution, seed: Seed, tiles: u32, board: Board) -> SolverAnswer {
    let replay = Replay::play_from(solution.game(), solution, seed, tiles as usize, board);
    let steps = replay.steps.iter();
    SolverAnswer::Played(
        steps
            .map(|step| OptimalMove {
                sum: step.board.tile_sum(),
                action: step.advice.action,
                values: board_values(solution, step.board, Some(step.advice)),
            })
            .collect(),
    )
}

/// The values of boards.
pub(crate) fn values(solution: &Solution, boards: &[Board]) -> SolverAnswer {
    let values = |&board: &Board| board_values(solution, board, solution.advise(board));
    SolverAnswer::Values(boards.iter().map(values).collect())
}

/// What there is to tell of a policy file, which is decoded to its end or but for the values of
/// actions that are not the best.
pub(crate) fn decoded(policy: &PackedPolicy, is_at_end: bool) -> SolvedGame {
    let header = policy.header();
    SolvedGame {
        valued_game: header.valued_game,
        start_return: header.start_return,
        states: header.states as f64,
        bytes: memory_bytes(),
        value_error: policy.value_error().unwrap_or_default(),
        all_actions: is_at_end && header.values == ValuesHeld::Action,
    }
}

/// The values of boards in a policy file.
pub(crate) fn held_values(policy: &PackedPolicy, boards: &[Board]) -> SolverAnswer {
    let values = |&board: &Board| values_of(policy.advise(board));
    SolverAnswer::Values(boards.iter().map(values).collect())
}

/// The CRC-32 of the board and the value of every state, in the solver's order, to compare
/// solutions.
pub(crate) fn checksum(solution: &Solution) -> SolverAnswer {
    let mut checksum = crc32fast::Hasher::new();
    solution.for_each(|board, value| {
        checksum.update(&board.key().to_le_bytes());
        checksum.update(&value.expected_return().to_bits().to_le_bytes());
    });
    SolverAnswer::Checksum(checksum.finalize())
}

fn board_values(solution: &Solution, board: Board, advice: Option<Advice>) -> BoardValues {
    values_of(advice.map(|advice| with_certainty(solution, board, advice)))
}

/// The values of an entry: where those of all actions are not known, V and Q of the best one.
fn values_of(advice: Option<Advice>) -> BoardValues {
    let value = advice.and_then(|it| it.value).map(Value::expected_return);
    let actions = match advice {
        Some(Advice { action_values: Some(values), .. }) => values.expected_returns(),
        Some(advice) => Action::ALL.map(|it| value.filter(|_| it == advice.action)),
        None => [None; 4],
    };
    BoardValues { value, actions }
}
