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
    /// Whether the values of all moves are known, and not those of the best ones only.
    pub all_actions: bool,
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
    /// The values of all moves of boards that it has answered.
    pub known: KnownValues,
    /// The values of best moves that it answered while it knew no others.
    best_only: KnownValues,
    /// The boards whose values it was asked for and has not answered.
    pub asked: Vec<Board>,
}

impl HeldSolution {
    /// A solution, or a policy file, of which no values are known yet.
    pub(super) fn new(worker: u32, solved: SolvedGame, is_file: bool) -> Self {
        let SolvedGame { valued_game, start_return, value_error, .. } = solved;
        let known = match is_file {
            true => KnownValues::of_file(valued_game, start_return, value_error),
            false => KnownValues::new(valued_game, start_return),
        };
        Self { worker, solved, best_only: known.clone(), known, asked: Vec::new() }
    }

    /// The values that a board is shown with: those of all of its moves once they are known.
    pub(super) fn shown(&self, board: Board) -> &KnownValues {
        if self.known.knows(board) { &self.known } else { &self.best_only }
    }

    /// Whether the worker can tell more of a board.
    pub(super) fn lacks(&self, board: Board) -> bool {
        let answered = if self.solved.all_actions { &self.known } else { &self.best_only };
        !answered.knows(board)
    }

    /// Adds what the worker has answered.
    pub(super) fn insert(&mut self, values: Vec<(Board, [f64; 4])>) {
        let answered = match self.solved.all_actions {
            true => &mut self.known,
            false => &mut self.best_only,
        };
        answered.insert_all(values);
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
