//! What the page asks of its workers: estimates, solutions and values.

use std::rc::Rc;

use mdp2048_explorer::{
    DifficultyMap, GameNeed, Grade, HeldSolution, KnownValues, SolveNeed, SolveProgress,
};
use mdp2048_model::{Game, ValuedGame, Values as _};
use mdp2048_protocol::{
    BoardValues, SolvedGame, SolvedLayer, SolverAnswer, SolverRequest, StoredGame, WorkerError,
    reason,
};
use mdp2048_rules::Board;
use wasm_bindgen_futures::spawn_local;
use web::host::PageHost;
use yew::Callback;

use super::job::{Job, Mapping, Solver};
use super::message::Msg;

/// The number of decisive positions to list for each tile sum.
const DECISIVE: u32 = 8;

/// The workers of the page: one for each solution, one that solves, and one that estimates.
pub(crate) struct Workers {
    host: PageHost,
    spare: Option<Solver>,
    solving: Option<Solver>,
    solved: Vec<(Game, Solver)>,
    jobs: u32,
}

impl Workers {
    pub(crate) const fn new(host: PageHost) -> Self {
        Self { host, spare: None, solving: None, solved: Vec::new(), jobs: 0 }
    }

    /// A worker that has nothing to do.
    fn spare(&mut self) -> Result<Solver, String> {
        if let Some(solver) = &self.spare {
            return Ok(solver.clone());
        }
        let solver: Solver = self.host.start().map_err(|error| error.to_string())?;
        self.spare = Some(solver.clone());
        Ok(solver)
    }

    /// Estimates a game; returns the number of the estimate.
    pub(crate) fn estimate(&mut self, on: &Callback<Msg>, game: Game) -> u32 {
        self.jobs += 1;
        let (id, limit) = (self.jobs, self.host.memory_limit());
        let known = on.reform(move |need| Msg::Estimated(id, need));
        match self.spare() {
            Ok(solver) => estimate(&solver, game, limit, on, known),
            Err(reason) => known.emit(GameNeed::Failed(reason)),
        }
        id
    }

    /// Forgets a worker that has ended, if it had nothing to do.
    pub(crate) fn forget(&mut self, ended: &Solver) {
        self.spare.take_if(|spare| *spare == *ended);
    }

    /// Starts to solve a game.
    pub(crate) fn solve(
        &mut self,
        on: &Callback<Msg>,
        game: Game,
        is_single: bool,
        expected: f64,
    ) -> Option<Job> {
        let solver = self.spare().ok()?;
        self.spare = None;
        self.solving = Some(solver.clone());
        self.jobs += 1;
        let (id, limit, on) = (self.jobs, self.host.memory_limit(), on.clone());
        let begin = js_sys::Date::now();
        let seconds = move || (js_sys::Date::now() - begin) / 1000.0;
        let request = SolverRequest::Solve(StoredGame { game, is_single }, limit);
        solver.ask(&request, move |answer| {
            let solved = match answer {
                Ok(SolverAnswer::Solving(SolvedLayer { pass, sum, states, states_in_all })) => {
                    let (tile_sum, seconds) = (sum.get(), seconds());
                    let progress = SolveProgress { pass, tile_sum, states, states_in_all, seconds };
                    return on.emit(Msg::Progress(id, progress));
                }
                Ok(SolverAnswer::Solved(solved)) => {
                    let known = KnownValues::new(solved.valued_game, solved.start_value);
                    Ok(held(&solved, known, id, seconds()))
                }
                other => Err(reason(other)),
            };
            on.emit(Msg::Solved(id, Rc::new(solved)));
        });
        let (progress, is_file) = (SolveProgress::default(), false);
        Some(Job { game, expected, progress, is_file, is_unasked: false, id })
    }

    /// Starts to load the policy file of a game.
    pub(crate) fn load(
        &mut self,
        on: &Callback<Msg>,
        game: Game,
        name: &'static str,
    ) -> Option<Job> {
        let solver = self.spare().ok()?;
        self.spare = None;
        self.solving = Some(solver.clone());
        self.jobs += 1;
        let (id, host, on) = (self.jobs, self.host.clone(), on.clone());
        let begin = js_sys::Date::now();
        spawn_local(async move {
            let on_progress = on.reform(move |progress| Msg::Progress(id, progress));
            let loaded = move |loaded| on.emit(Msg::Solved(id, Rc::new(loaded)));
            let file = match host.file(&format!("embed/policies/{name}.policy")).await {
                Ok(file) => file,
                Err(reason) => return loaded(Err(reason)),
            };
            solver.ask(&SolverRequest::Decode(file), move |answer| {
                loaded(match answer {
                    Ok(SolverAnswer::Part(states)) => {
                        let progress = SolveProgress { states, ..SolveProgress::default() };
                        return on_progress.emit(progress);
                    }
                    Ok(SolverAnswer::Solved(it)) if *it.valued_game.game() == game => {
                        let (valued_game, error) = (it.valued_game, it.value_error);
                        let known = KnownValues::of_file(valued_game, it.start_value, error);
                        Ok(held(&it, known, id, (js_sys::Date::now() - begin) / 1000.0))
                    }
                    Ok(SolverAnswer::Solved(_)) => Err("its file is of another game".to_owned()),
                    other => Err(reason(other)),
                });
            });
        });
        let (progress, expected) = (SolveProgress::default(), 0.0);
        Some(Job { game, expected, progress, is_file: true, is_unasked: true, id })
    }

    /// Keeps the worker of the solve that has ended with a solution, in the place of another one of
    /// the game.
    pub(crate) fn keep(&mut self, game: Game) {
        self.free(&game);
        if let Some(solver) = self.solving.take() {
            self.solved.push((game, solver));
        }
    }

    /// Stops the solve.
    pub(crate) fn cancel(&mut self) {
        if let Some(solver) = self.solving.take() {
            solver.end();
        }
    }

    /// Frees the solution of a game.
    pub(crate) fn free(&mut self, game: &Game) {
        self.solved.extract_if(.., |it| it.0 == *game).for_each(|(_, solver)| solver.end());
    }

    /// The worker with the solution of a game.
    pub(crate) fn of(&self, game: &Game) -> Option<Solver> {
        self.solved.iter().find(|(solved, _)| solved == game).map(|(_, solver)| solver.clone())
    }

    /// Starts to compute where a solved game is hard.
    pub(crate) fn map(&mut self, on: &Callback<Msg>, valued_game: ValuedGame) -> Option<Mapping> {
        let game = *valued_game.game();
        let solver = self.of(&game)?;
        self.jobs += 1;
        let (id, on) = (self.jobs, on.clone());
        let request = SolverRequest::Difficulty { good: Grade::GOOD, decisive: DECISIVE };
        solver.ask(&request, move |answer| {
            on.emit(match answer {
                Ok(SolverAnswer::Part(done)) => Msg::MapProgress(id, done),
                Ok(SolverAnswer::Mapped(layers)) => {
                    Msg::Mapped(id, Ok(DifficultyMap::new(valued_game, layers)))
                }
                other => Msg::Mapped(id, Err(reason(other))),
            });
        });
        Some(Mapping { game, done: 0.0, id })
    }

    /// Stops the computation of a map.
    pub(crate) fn stop_map(&self, mapping: &Mapping) {
        if let Some(solver) = self.of(&mapping.game) {
            solver.tell(&SolverRequest::StopDifficulty);
        }
    }

    /// Asks the worker of a solved game for values of boards. Returns whether there is one.
    pub(crate) fn ask(&self, on: &Callback<Msg>, held: &HeldSolution, boards: Vec<Board>) -> bool {
        let Some(solver) = self.of(held.known.game()) else { return false };
        let (on, worker) = (on.clone(), held.worker);
        ask_values(&solver, boards, move |values| on.emit(Msg::Answered(worker, values)));
        true
    }
}

/// Asks what a game needs: in single precision if double precision needs more than the limit.
fn estimate(
    solver: &Solver,
    game: Game,
    limit: f64,
    on: &Callback<Msg>,
    known: Callback<GameNeed>,
) {
    let (asked, on) = (solver.clone(), on.clone());
    let estimate = |is_single| SolverRequest::Estimate(StoredGame { game, is_single });
    let (double, single) = (estimate(false), estimate(true));
    solver.ask(&double, move |answer| {
        if answer.is_err() {
            on.emit(Msg::Ended(asked.clone()));
        }
        let double = match need_of(answer) {
            Ok(need) => need,
            Err(need) => return known.emit(need),
        };
        if let Some(need) = GameNeed::in_double(double, limit) {
            return known.emit(need);
        }
        let known = known.clone();
        asked.ask(&single, move |answer| {
            let need = need_of(answer).map(|it| GameNeed::in_single(it, double, limit));
            known.emit(need.unwrap_or_else(|need| need));
        });
    });
}

/// What an estimate says; else what is known without it.
fn need_of(answer: Result<SolverAnswer, WorkerError>) -> Result<SolveNeed, GameNeed> {
    match answer {
        Ok(SolverAnswer::Estimated { bytes, states }) => Ok(SolveNeed {
            least_bytes: bytes[0],
            most_bytes: bytes[1],
            least_states: states[0],
            most_states: states[1],
        }),
        Ok(SolverAnswer::TooLarge(reason)) => Err(GameNeed::TooLarge(reason)),
        other => Err(GameNeed::Failed(reason(other))),
    }
}

/// Asks for the action values of boards, NaN for actions that are not allowed.
fn ask_values(
    solver: &Solver,
    boards: Vec<Board>,
    on_answer: impl Fn(Result<Vec<(Board, [f64; 4])>, String>) + 'static,
) {
    let request = SolverRequest::Values(boards.clone());
    let of_board = |(board, values): (&Board, BoardValues)| {
        (*board, values.actions.map(|it| it.unwrap_or(f64::NAN)))
    };
    solver.ask(&request, move |answer| {
        on_answer(match answer {
            Ok(SolverAnswer::Values(values)) => {
                Ok(boards.iter().zip(values).map(of_board).collect())
            }
            other => Err(reason(other)),
        });
    });
}

/// What the worker of a job has.
const fn held(solved: &SolvedGame, known: KnownValues, worker: u32, seconds: f64) -> HeldSolution {
    HeldSolution {
        worker,
        known,
        states: solved.states,
        bytes: solved.bytes,
        value_error: solved.value_error,
        seconds,
    }
}
