//! A solution, or a policy file, that a worker holds.

use mdp2048_display::{Measure, one_in};
use mdp2048_model::{ValuedGame, Values as _};
use mdp2048_rules::Board;

use crate::known_values::KnownValues;

/// What a worker says of a game that it has solved, or whose policy file it has loaded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolvedGame {
    /// The game, and what expected returns are.
    pub valued_game: ValuedGame,
    /// The mean expected return of the start boards.
    pub start_return: f64,
    /// The number of states.
    pub states: f64,
    /// The memory of the solution in bytes.
    pub bytes: f64,
    /// The largest relative error of a value beyond rounding; 0 in double precision. Of a policy
    /// file, the largest error of a value.
    pub value_error: f64,
    /// The time that solving or loading took.
    pub seconds: f64,
}

/// A game whose solution or policy file is in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldSolution {
    /// The number of its worker.
    pub worker: u32,
    /// What the worker has said of it.
    pub solved: SolvedGame,
    /// The values that it has answered.
    pub known: KnownValues,
    /// The values of boards and of their best moves that it answered before its policy file was
    /// loaded to the end.
    early: KnownValues,
    /// Whether the values of all moves are there, and not those of the best moves only.
    is_whole: bool,
    /// The boards whose values it was asked for and has not answered.
    pub asked: Vec<Board>,
}

impl HeldSolution {
    /// A solution of which no values are known yet.
    pub(super) fn new(worker: u32, solved: SolvedGame) -> Self {
        let known = KnownValues::new(solved.valued_game, solved.start_return);
        Self { worker, solved, early: known.clone(), known, is_whole: true, asked: Vec::new() }
    }

    /// A policy file that is loaded to its end, or as far as the values of the best moves.
    pub(super) fn of_file(worker: u32, solved: SolvedGame, is_whole: bool) -> Self {
        let SolvedGame { valued_game, start_return, value_error, .. } = solved;
        let known = KnownValues::of_file(valued_game, start_return, value_error);
        Self { worker, solved, early: known.clone(), known, is_whole, asked: Vec::new() }
    }

    /// The policy file is loaded to its end.
    pub(super) fn end(&mut self, solved: SolvedGame) {
        (self.solved, self.is_whole) = (solved, true);
    }

    /// The values that a board is shown with: those of all of its moves once they are known.
    pub(super) fn shown(&self, board: Board) -> &KnownValues {
        if self.known.knows(board) { &self.known } else { &self.early }
    }

    /// Whether more values of a board can be asked for.
    pub(super) fn lacks(&self, board: Board) -> bool {
        !if self.is_whole { &self.known } else { &self.early }.knows(board)
    }

    /// Adds what the worker has answered.
    pub(super) fn insert(&mut self, values: Vec<(Board, [f64; 4])>) {
        if self.is_whole { &mut self.known } else { &mut self.early }.insert_all(values);
    }

    /// A sentence about the accuracy of values in single precision or of a policy file.
    pub fn accuracy(&self) -> Option<String> {
        if let Some(error) = self.known.file_error() {
            let within = Measure::of(self.known.valued_game()).within(error);
            return Some(format!(
                "From a file of the boards that the best moves usually reach; values are {within}."
            ));
        }
        let error = self.solved.value_error;
        (error > 0.0).then(|| {
            format!(
                "Single precision: the relative error of each value is at most {}, and moves \
                 that differ by less may be ranked wrongly.",
                one_in(error)
            )
        })
    }
}
