//! The worker that holds the solution of a game, or a policy file.

use std::cell::RefCell;
use std::rc::Rc;

use mdp2048_model::Values as _;
use mdp2048_policy::Decoder;
use mdp2048_protocol::{SolvedGame, SolverAnswer, SolverRequest, SolverService};
use mdp2048_solve::Solution;
use web::browser::memory_bytes;

use super::answers;
use super::passes::Pass;
use crate::serving::{Asker, Server, Shared};

/// Why a request has no answer.
const NOT_SOLVED: &str = "its game is not solved";

/// The worker, which has at most one solution or policy file.
#[derive(Default)]
pub(crate) struct SolverServer {
    solution: Option<Rc<Solution>>,
    /// A policy file, as far as it is decoded.
    policy: Option<Rc<RefCell<Decoder>>>,
    decoding: Option<Pass>,
    count: Option<Pass>,
    mapping: Option<Pass>,
}

impl SolverServer {
    fn solution(&self) -> Result<&Rc<Solution>, String> {
        self.solution.as_ref().ok_or_else(|| NOT_SOLVED.to_owned())
    }

    fn hold(&mut self, solution: Solution) -> SolverAnswer {
        let solved = SolvedGame {
            valued_game: *solution.valued_game(),
            start_return: solution.start_return(),
            states: solution.states() as f64,
            bytes: memory_bytes(),
            value_error: solution.value_error(),
            all_actions: true,
        };
        self.solution = Some(Rc::new(solution));
        SolverAnswer::Solved(solved)
    }

    /// The answer to a request; `None` for one that is answered later, or not at all.
    fn answer(
        &mut self,
        request: SolverRequest,
        asker: &Asker<SolverAnswer>,
    ) -> Result<Option<SolverAnswer>, String> {
        Ok(Some(match request {
            SolverRequest::Estimate(stored) => answers::estimate(&stored),
            SolverRequest::Solve(stored, limit) => {
                self.free();
                self.hold(answers::solve(&stored, limit, asker)?)
            }
            SolverRequest::Decode(file) => {
                self.free();
                let decoder = Decoder::new(&file).map_err(|error| error.to_string())?;
                let decoder = self.policy.insert(Rc::new(RefCell::new(decoder)));
                self.decoding = Some(Pass::decode(decoder, asker.clone()));
                return Ok(None);
            }
            SolverRequest::Play { seed, tiles, board } => {
                answers::play(self.solution()?, seed, tiles, board)
            }
            SolverRequest::Values(boards) => match &self.policy {
                Some(decoder) => answers::held_values(decoder.borrow().policy(), &boards),
                None => answers::values(self.solution()?, &boards),
            },
            SolverRequest::Checksum => answers::checksum(self.solution()?),
            SolverRequest::CountMoves(board) => {
                self.stop_count();
                self.count = Some(Pass::count(self.solution()?, board, asker.clone()));
                return Ok(None);
            }
            SolverRequest::Difficulty { good, decisive } => {
                stop(&mut self.mapping);
                let (solution, asker) = (self.solution()?, asker.clone());
                self.mapping = Some(Pass::difficulty(solution, good, decisive, asker)?);
                return Ok(None);
            }
            SolverRequest::StopDifficulty => {
                stop(&mut self.mapping);
                return Ok(None);
            }
        }))
    }

    /// Frees the memory of what it holds, whose passes end.
    fn free(&mut self) {
        self.stop_count();
        stop(&mut self.mapping);
        stop(&mut self.decoding);
        self.solution = None;
        self.policy = None;
    }

    fn stop_count(&mut self) {
        if let Some(count) = self.count.take() {
            count.end(&SolverAnswer::Counted(None));
        }
    }
}

/// Ends a pass whose asker waits for its result.
fn stop(pass: &mut Option<Pass>) {
    if let Some(pass) = pass.take() {
        pass.end(&SolverAnswer::Failed("it was stopped".to_owned()));
    }
}

impl Server for SolverServer {
    type Service = SolverService;

    fn handle(server: &Shared<Self>, request: SolverRequest, asker: Asker<SolverAnswer>) {
        let answer = server.borrow_mut().answer(request, &asker);
        if let Some(answer) = answer.unwrap_or_else(|it| Some(SolverAnswer::Failed(it))) {
            asker.send(&answer);
        }
    }

    fn work(&mut self) -> bool {
        let passes = [&mut self.decoding, &mut self.count, &mut self.mapping];
        passes.into_iter().fold(false, |goes_on, pass| {
            *pass = pass.take().and_then(Pass::go_on);
            goes_on || pass.is_some()
        })
    }
}
