//! The public interface: the pages as reducers.

mod addresses;
mod agent;
mod along;
mod daily;
mod difficulty;
mod estimates;
mod exploring;
mod formations;
mod perfection;
mod positions;
mod reporting;
mod solving;

use mdp2048_display::{Effect, EffectOf, Reducer as _};
use mdp2048_explorer::{
    Device, Exploration, ExploreEvent, ExploreRequest, ExploreTask, GameNeed, NumberField,
    SolveNeed, SolvedGame, SolverEvent,
};
use mdp2048_model::{Game, ValuedGame};
use mdp2048_rules::Board;

/// What a worker says of a solution.
const fn solved_game(valued_game: ValuedGame, start_return: f64) -> SolvedGame {
    SolvedGame {
        valued_game,
        start_return,
        states: 1.0,
        bytes: 1.0,
        value_error: 0.0,
        all_actions: true,
        seconds: 1.0,
    }
}

/// The event of a typed seed.
fn new_game(seed: u32) -> ExploreEvent {
    ExploreEvent::TypeNumber(NumberField::Seed, seed.to_string())
}

/// A request to the worker of a number.
fn ask(worker: u32, task: ExploreTask) -> EffectOf<Exploration> {
    Effect::Ask(ExploreRequest { worker, task })
}

/// What a game of so many states needs.
const fn need(states: f64) -> SolveNeed {
    SolveNeed { bytes: [16.0 * states; 2], states: [states; 2] }
}

/// The answer of a worker to the question what a game needs, on a device with 1 GB.
fn estimated(
    worker: u32,
    game: Game,
    is_single: bool,
    need: Result<SolveNeed, GameNeed>,
) -> ExploreEvent {
    let device = Device { memory_limit: 1e9, works_unasked: true };
    ExploreEvent::Solver(worker, SolverEvent::Estimated { game, is_single, need, device })
}

/// The page after a worker has solved its game unasked.
fn solved(mut view: Exploration, of: SolvedGame) -> Exploration {
    let begun = view.begin();
    let [Effect::Ask(ExploreRequest { worker, .. })] = begun[..] else { panic!("{begun:?}") };
    let (game, is_single) = (*view.game(), false);
    let effects = view.reduce(estimated(worker, game, is_single, Ok(need(1.0))));
    assert_eq!(effects, [ask(worker, ExploreTask::Solve { game, is_single })]);
    view.after(ExploreEvent::Solver(worker, SolverEvent::Solved(Ok(of))))
}

/// The page after the worker of its game has answered action values of boards.
fn with_values(view: Exploration, values: Vec<(Board, [f64; 4])>) -> Exploration {
    let worker = view.solution().expect("a solution").worker;
    view.after(ExploreEvent::Solver(worker, SolverEvent::Values(Ok(values))))
}

/// The page after the worker of its game has answered all that it was asked.
fn answered(mut view: Exploration, answer: impl Fn(Board) -> [f64; 4]) -> Exploration {
    while let Some(held) = view.solution().filter(|it| !it.asked.is_empty()) {
        let values = held.asked.iter().map(|&board| (board, answer(board))).collect();
        view = with_values(view, values);
    }
    view
}
