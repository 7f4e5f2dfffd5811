//! Estimates, solutions and values: what the page asks for, and what it does with the answers.

use mdp2048_display::{EffectOf, game_title};
use mdp2048_model::{Game, Values as _};
use mdp2048_rules::Board;

use super::request::{Effects, ask};
use super::unasked::UnaskedGames;
use super::{
    Device, Exploration, ExploreTask, GameNeed, HeldSolution, SolveNeed, SolveProgress, SolvedGame,
    SolverEvent, policy_file,
};

/// What is known of a game that is not solved yet, and the workers without a solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Solving {
    estimate: Option<Estimate>,
    device: Device,
    /// Whether the solver has been downloaded.
    has_solver: bool,
    /// The worker that estimates. It is the next to solve.
    spare: Option<u32>,
    job: Option<Job>,
    unasked: UnaskedGames,
    /// The game whose policy file could not be loaded.
    not_loaded: Option<Game>,
}

/// What the game that is shown needs.
#[derive(Clone, Debug, PartialEq)]
struct Estimate {
    game: Game,
    /// What it needs in double precision, while single precision is estimated.
    double: Option<SolveNeed>,
    need: GameNeed,
}

/// A solve or a load that is running.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The game.
    pub game: Game,
    /// The states to expect.
    pub expected: f64,
    /// How far it is.
    pub progress: SolveProgress,
    /// Whether its policy file is loaded, and it is not solved.
    pub is_file: bool,
    /// Whether nobody has asked for it.
    is_unasked: bool,
    worker: u32,
}

impl Exploration {
    /// What the game needs, as far as that is known.
    pub fn need(&self) -> &GameNeed {
        self.solving.estimate.as_ref().map_or(&GameNeed::Unknown, |it| &it.need)
    }

    /// Whether the solver has been downloaded.
    pub const fn has_solver(&self) -> bool {
        self.solving.has_solver
    }

    /// The solve or the load that is running, which may be that of another game.
    pub const fn job(&self) -> Option<&Job> {
        self.solving.job.as_ref()
    }

    /// Whether the policy file of the game could not be loaded, so that the reader may try again.
    pub fn is_not_loaded(&self) -> bool {
        self.solving.not_loaded == Some(*self.game())
    }

    /// Asks for what the page needs of the game and does not have.
    pub(super) fn ask_solvers(&mut self, effects: &mut Effects) {
        self.estimate(effects);
        self.work_unasked(effects);
        self.ask_values(effects);
    }

    /// Estimates what the game needs.
    fn estimate(&mut self, effects: &mut Effects) {
        let game = *self.game();
        if self.solving.estimate.as_ref().is_some_and(|it| it.game == game) {
            return;
        }
        self.solving.estimate = Some(Estimate { game, double: None, need: GameNeed::Unknown });
        if !self.is_estimated() {
            effects.push(ask(self.spare(), ExploreTask::Estimate { game, is_single: false }));
        }
    }

    pub(super) fn estimate_again(&mut self) {
        self.solving.estimate = None;
    }

    /// The number of a worker that has nothing to do.
    fn spare(&mut self) -> u32 {
        let number = self.solving.spare.unwrap_or_else(|| self.next_number());
        self.solving.spare = Some(number);
        number
    }

    /// Starts to solve the game, or to load its policy file.
    fn start(&mut self, expected: f64, is_unasked: bool, task: ExploreTask) -> EffectOf<Self> {
        let (game, worker) = (*self.game(), self.spare());
        self.solving.spare = None;
        let (progress, is_file) = (SolveProgress::default(), matches!(task, ExploreTask::Load(_)));
        let job = Job { game, expected, progress, is_file, is_unasked, worker };
        self.solving.job = Some(job);
        ask(worker, task)
    }

    /// Solves the game because the reader wants it.
    pub(super) fn solve(&mut self, effects: &mut Effects) {
        self.shown.note = None;
        let (states, is_single) = match self.need() {
            _ if self.solving.job.is_some() => return,
            GameNeed::Known(need) => (need.states(), false),
            GameNeed::OnlySingle(need, _) => (need.states(), true),
            _ => return,
        };
        let game = *self.game();
        // What the reader asks for is not freed unasked.
        self.solving.unasked.forget(&game);
        effects.push(self.start(states, false, ExploreTask::Solve { game, is_single }));
    }

    /// Solves a small game before the reader has pressed a button, or loads the policy file of a
    /// larger one.
    fn work_unasked(&mut self, effects: &mut Effects) {
        let game = *self.game();
        // A solve that nobody has asked for ends when another game is chosen.
        if let Some(job) = self.solving.job.take_if(|job| job.is_unasked && job.game != game) {
            self.solving.unasked.forget(&job.game);
            self.end_worker(job.worker, effects);
        }
        let is_left = self.solving.unasked.is_left(&game) || self.is_estimated();
        let is_done = self.solution().is_some() || self.solving.job.is_some();
        if !self.is_shown || is_left || is_done {
            return;
        }
        let (expected, task) = match self.need() {
            GameNeed::Unknown => return,
            GameNeed::Known(need) if need.is_solved_unasked(self.is_linked()) => {
                if !self.solving.device.works_unasked {
                    return;
                }
                (need.states(), ExploreTask::Solve { game, is_single: false })
            }
            _ => {
                let Some(name) = policy_file(&game) else { return };
                (0.0, ExploreTask::Load(name))
            }
        };
        effects.push(self.start(expected, true, task));
        self.free_unasked(effects);
        self.solving.unasked.add(game);
    }

    /// Frees solutions that nobody has asked for and that are not shown, but for a few bytes.
    pub(super) fn free_unasked(&mut self, effects: &mut Effects) {
        for game in self.solving.unasked.to_free(&self.solved) {
            self.solving.unasked.forget(&game);
            self.forget(&game, effects);
        }
    }

    /// Stops the solve.
    pub(super) fn cancel(&mut self, effects: &mut Effects) {
        let Some(job) = self.solving.job.take() else { return };
        self.solving.unasked.leave(job.game);
        self.solving.estimate = None;
        self.end_worker(job.worker, effects);
    }

    /// Loads the policy file of the game once more.
    pub(super) fn load_again(&mut self) {
        self.shown.note = None;
        self.solving.not_loaded = None;
        self.solving.unasked.allow(&self.shown.url.game);
    }

    /// Frees the solution of a game, which is not solved unasked again.
    pub(super) fn free(&mut self, game: Game, effects: &mut Effects) {
        self.solving.unasked.leave(game);
        self.forget(&game, effects);
    }

    /// Forgets all that a worker has found about a game.
    fn forget(&mut self, game: &Game, effects: &mut Effects) {
        self.maps.retain(|map| map.game() != game);
        self.end(game, effects);
    }

    /// Ends the worker with the solution of a game.
    fn end(&mut self, game: &Game, effects: &mut Effects) {
        self.mapping.take_if(|mapping| mapping.game == *game);
        let held = self.solved.iter().find(|it| it.known.game() == game);
        if let Some(worker) = held.map(|it| it.worker) {
            self.end_worker(worker, effects);
        }
    }

    /// Ends a worker. Its solution is forgotten, and its solve or load is over.
    fn end_worker(&mut self, worker: u32, effects: &mut Effects) {
        self.solved.retain(|it| it.worker != worker);
        self.solving.job.take_if(|job| job.worker == worker);
        effects.push(ask(worker, ExploreTask::End));
    }

    /// Asks for the values that the page needs, one request at a time.
    fn ask_values(&mut self, effects: &mut Effects) {
        let (boards, game) = (self.wanted(), &self.shown.url.game);
        let held = self.solved.iter_mut().find(|it| it.known.game() == game);
        if let Some(held) = held.filter(|it| it.asked.is_empty() && !boards.is_empty()) {
            held.asked.clone_from(&boards);
            effects.push(ask(held.worker, ExploreTask::Values(boards)));
        }
    }

    /// Takes what a worker answers. One that the page has ended changes nothing.
    pub(super) fn take_answer(&mut self, worker: u32, answer: SolverEvent, effects: &mut Effects) {
        match answer {
            // Of a worker that solves, no estimate is waited for.
            SolverEvent::Estimated { .. } if self.solving.spare != Some(worker) => {}
            SolverEvent::Estimated { game, is_single, need, device } => {
                self.solving.device = device;
                self.take_estimate(worker, game, is_single, need, effects);
            }
            SolverEvent::Solving(progress) => {
                if let Some(job) = self.solving.job.as_mut().filter(|job| job.worker == worker) {
                    job.progress = progress;
                }
            }
            SolverEvent::Valued(file) => {
                let mut job = self.solving.job.iter();
                if job.any(|it| it.worker == worker && it.game == *file.valued_game.game()) {
                    self.solved.push(HeldSolution::new(worker, file, true));
                }
            }
            SolverEvent::Solved(solved) => self.take_solution(worker, solved, effects),
            SolverEvent::Values(values) => self.take_values(worker, values, effects),
            SolverEvent::Mapping(number, done) => self.take_map_progress(number, done),
            SolverEvent::Mapped(number, layers) => self.take_map(number, layers),
        }
    }

    fn take_estimate(
        &mut self,
        worker: u32,
        game: Game,
        is_single: bool,
        need: Result<SolveNeed, GameNeed>,
        effects: &mut Effects,
    ) {
        let is_failed = matches!(need, Err(GameNeed::Failed(_)));
        if is_failed {
            // What else it was asked is not answered, either. Another attempt has another worker.
            self.solving.spare = None;
            effects.push(ask(worker, ExploreTask::End));
        } else {
            self.solving.has_solver = true;
        }
        let limit = self.solving.device.memory_limit;
        let estimate = self.solving.estimate.as_mut().filter(|it| it.game == game || is_failed);
        let Some(estimate) = estimate else { return };
        estimate.need = match (need, estimate.double) {
            (Err(need), _) => need,
            (Ok(double), _) if !is_single && !double.exceeds(limit) => GameNeed::Known(double),
            (Ok(double), _) if !is_single => {
                estimate.double = Some(double);
                effects.push(ask(worker, ExploreTask::Estimate { game, is_single: true }));
                GameNeed::Unknown
            }
            (Ok(single), Some(double)) => GameNeed::in_single(single, double, limit),
            // The game was left and chosen again, and is estimated once more.
            (Ok(_), None) => return,
        };
    }

    fn take_solution(
        &mut self,
        worker: u32,
        solved: Result<SolvedGame, String>,
        effects: &mut Effects,
    ) {
        let job = self.solving.job.take_if(|job| job.worker == worker);
        let Some(Job { game, is_file, .. }) = job else { return };
        let reason = match solved {
            Ok(solved) if *solved.valued_game.game() == game => {
                if let Some(held) = self.solved.iter_mut().find(|it| it.worker == worker) {
                    held.solved = solved;
                    return;
                }
                self.end(&game, effects);
                return self.solved.push(HeldSolution::new(worker, solved, is_file));
            }
            Ok(_) => "its file is of another game".to_owned(),
            Err(reason) => reason,
        };
        self.end_worker(worker, effects);
        self.solving.unasked.leave(game);
        if is_file {
            self.solving.not_loaded = Some(game);
        }
        let done = if is_file { "loaded" } else { "solved" };
        self.shown.note = Some(format!("{} could not be {done}: {reason}.", game_title(&game)));
    }

    fn take_values(
        &mut self,
        worker: u32,
        values: Result<Vec<(Board, [f64; 4])>, String>,
        effects: &mut Effects,
    ) {
        let held = self.solved.iter_mut().find(|it| it.worker == worker);
        let Some(held) = held else { return };
        held.asked.clear();
        match values {
            Ok(values) => held.insert(values),
            Err(reason) => {
                let game = *held.known.game();
                let name = game_title(&game);
                let note = format!("The solution of {name} is lost: {reason}. Solve it again.");
                self.shown.note = Some(note);
                self.free(game, effects);
            }
        }
    }
}
