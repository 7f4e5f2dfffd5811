//! A solved game in the memory of the worker.

use std::ops::ControlFlow;

use js_sys::Function;
use mdp2048_model::{ActionValues, Advice, Policy as _, Replay, Seed, Valuation, Values as _};
use mdp2048_player::certain_outcome;
use mdp2048_rules::{Action, Board};
use mdp2048_solve::{
    FileError, Phase, Progress, Solution, SolutionReader, SolutionWriter, SolveOptions,
};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use super::difficulty::LayerPass;
use super::files::{self, FileWindow, WrittenBy};
use super::move_count::MoveCount;
use super::options;

/// The solution of a game.
#[wasm_bindgen]
pub struct GameSolution {
    solution: Solution,
    writer: SolutionWriter,
}

#[wasm_bindgen]
impl GameSolution {
    /// Solves a game within this many bytes of memory. Calls `on_progress` after each layer with
    /// the number of the pass (from 0 on), the tile sum of the layer, the states finished in the
    /// pass, and those of the whole pass (0 if they are not known).
    ///
    /// # Errors
    /// A sentence about an option that cannot be used, or about the memory.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue, limit: f64, on_progress: &Function) -> Result<Self, JsError> {
        let (game, precision) = options::read(options)?;
        let memory_limit = Some(limit as u64);
        let solve_options = SolveOptions { threads: Some(1), memory_limit, precision };
        let mut report = |progress: Progress| {
            let pass = match progress.phase {
                Phase::Reaching => 0,
                Phase::Valuing => 1,
                Phase::ReachingAgain => 2,
                _ => 3,
            };
            // A listener that throws does not stop the solve.
            let _ = on_progress.call4(
                &JsValue::NULL,
                &pass.into(),
                &progress.layer.get().into(),
                &(progress.states as f64).into(),
                &(progress.states_in_all.unwrap_or_default() as f64).into(),
            );
            ControlFlow::Continue(())
        };
        Ok(Self::new_of(Solution::solve(&game, &solve_options, &mut report)?))
    }

    /// Reads the file of a solution of this many bytes, and checks all of it. `read` returns the
    /// bytes of a range.
    ///
    /// # Errors
    /// A sentence about the file, or about the memory. Its name is `DamagedSolution` if nothing can
    /// read the file, or if it is that of another game.
    pub fn read(options: &JsValue, length: f64, read: &Function) -> Result<Self, JsValue> {
        let (game, precision) = options::read(options)?;
        let read = || {
            let mut reader = SolutionReader::open(FileWindow::new(read, length as u64))?;
            let header = reader.header();
            let is_asked = *header.game() == game && header.precision == precision;
            if is_asked { reader.read_all().map(Some) } else { Ok(None) }
        };
        match read() {
            Ok(Some(solution)) => Ok(Self::new_of(solution)),
            Ok(None) => Err(files::damaged("it is the solution of another game")),
            Err(error) if error.is_of_file() => Err(files::damaged(match error {
                FileError::Version(_) => "another version of this page wrote it",
                FileError::Length { .. } => "it is cut short",
                _ => "it is damaged",
            })),
            Err(error) => Err(JsError::from(error).into()),
        }
    }

    /// Begins to write the file of the solution; returns about how many bytes it has.
    #[wasm_bindgen(js_name = beginFile)]
    pub fn begin_file(&mut self) -> f64 {
        self.writer = SolutionWriter::default();
        self.file_bytes()
    }

    /// Writes the next part of the file by calls of `write` with bytes, which takes a few
    /// milliseconds. Returns false after the last part.
    ///
    /// # Errors
    /// What `write` throws.
    #[wasm_bindgen(js_name = writeFile)]
    pub fn write_file(&mut self, write: &Function) -> Result<bool, JsValue> {
        let mut out = WrittenBy::new(write);
        let step = self.writer.step(&self.solution, &mut out);
        out.finish()?;
        Ok(step.map_err(JsError::from)?)
    }

    /// About how many bytes the file of the solution has.
    #[wasm_bindgen(getter, js_name = fileBytes)]
    pub fn file_bytes(&self) -> f64 {
        self.solution.layer_bytes() as f64
    }

    /// The largest relative error of a value, beyond the rounding of double precision.
    #[wasm_bindgen(getter, js_name = valueError)]
    pub fn value_error(&self) -> f64 {
        self.solution.value_error()
    }

    /// The number of states.
    #[wasm_bindgen(getter)]
    pub fn states(&self) -> f64 {
        self.solution.states() as f64
    }

    /// The start value, in the unit of [`GameSolution::losing`].
    #[wasm_bindgen(getter, js_name = startValue)]
    pub fn start_value(&self) -> f64 {
        self.solution.start_value()
    }

    /// Whether the values are minus the probabilities of losing.
    #[wasm_bindgen(getter)]
    pub fn losing(&self) -> bool {
        self.solution.valued_game().valuation() == Valuation::Losing
    }

    /// Plays the rest of a seeded game from a board on; `tiles` random tiles of the seed are used
    /// before. The board is given as the exponents in hexadecimal digits.
    ///
    /// Returns for each move the tile sum of its board, the index of the action in left, right, up,
    /// down, the value of the board and those of the four actions, NaN where one is not allowed.
    ///
    /// # Errors
    /// If the text is not a board of the game.
    pub fn play(&self, seed: u32, tiles: usize, board: &str) -> Result<Vec<f64>, JsError> {
        let game = self.solution.game();
        let board = Board::from_hex(game.shape(), board)?;
        let replay = Replay::play_from(game, &self.solution, Seed::from(seed), tiles, board);
        let mut numbers = Vec::new();
        for step in &replay.steps {
            let Advice { action, value, action_values } = step.advice;
            numbers.push(step.board.tile_sum().get().into());
            numbers.push(action.index() as f64);
            numbers.push(self.shown(step.board, value.unwrap_or(f64::NAN)));
            numbers.extend(of_actions(action_values));
        }
        Ok(numbers)
    }

    /// The values of boards, which are given as hexadecimal exponents with a space between two of
    /// them: for each the value of the board and those of the four actions. All five are NaN for a
    /// board that is won, lost or not reachable.
    ///
    /// # Errors
    /// If a text is not a board of the game.
    pub fn values(&self, boards: &str) -> Result<Vec<f64>, JsError> {
        let mut numbers = Vec::new();
        for text in boards.split_whitespace() {
            let board = Board::from_hex(self.solution.game().shape(), text)?;
            let advice = self.solution.advise(board);
            let value = advice.and_then(|advice| advice.value);
            numbers.push(self.shown(board, value.unwrap_or(f64::NAN)));
            numbers.extend(of_actions(advice.and_then(|advice| advice.action_values)));
        }
        Ok(numbers)
    }

    /// Begins to count the expected moves from a board on. Nothing if no game reaches the board.
    ///
    /// # Errors
    /// If the text is not a board of the game.
    #[wasm_bindgen(js_name = countMoves)]
    pub fn count_moves(&self, board: &str) -> Result<Option<MoveCount>, JsError> {
        let board = Board::from_hex(self.solution.game().shape(), board)?;
        MoveCount::new(&self.solution, board)
    }

    /// Counts on, see [`GameSolution::count_moves`]: visits the next layer. Returns the share of
    /// the solution's states that is visited, which is 1 at the end.
    ///
    /// # Errors
    /// If the solution contradicts itself.
    #[wasm_bindgen(js_name = countOn)]
    pub fn count_on(&self, count: &mut MoveCount) -> Result<f64, JsError> {
        count.visit_layer(&self.solution)
    }

    /// Begins to compute where the game is hard. A good action costs less than `good`; for each
    /// tile sum at most `decisive` boards are listed.
    ///
    /// # Errors
    /// A sentence, if the solution contradicts itself.
    pub fn difficulty(&self, good: f64, decisive: usize) -> Result<LayerPass, JsError> {
        LayerPass::new(&self.solution, good, decisive)
    }

    /// The next `LayerDifficulty` of a pass as bytes, or nothing after the last.
    ///
    /// # Errors
    /// A sentence, if the solution contradicts itself.
    #[wasm_bindgen(js_name = nextLayer)]
    pub fn next_layer(&self, pass: &mut LayerPass) -> Result<Option<Vec<u8>>, JsError> {
        pass.next_layer(&self.solution)
    }

    /// The CRC-32 of the board and the value of every state, in the solver's order, to compare
    /// solutions.
    pub fn checksum(&self) -> u32 {
        let mut checksum = crc32fast::Hasher::new();
        self.solution.for_each(|board, value| {
            checksum.update(&board.key().to_le_bytes());
            checksum.update(&value.to_bits().to_le_bytes());
        });
        checksum.finalize()
    }
}

impl GameSolution {
    fn new_of(solution: Solution) -> Self {
        Self { solution, writer: SolutionWriter::default() }
    }

    /// The value of a board to show. A win probability that rounds to 1 is 1 only if the win is
    /// certain; else it is [`NEARLY_ONE`] at most.
    fn shown(&self, board: Board, value: f64) -> f64 {
        let game = self.solution.game();
        let is_win_probability = !self.losing() && game.objective().counts_wins();
        if is_win_probability && value > NEARLY_ONE && value <= ROUNDED_ONE {
            let is_certain = certain_outcome(game, &self.solution, board) == Some(true);
            return if is_certain { 1.0 } else { NEARLY_ONE };
        }
        value
    }
}

/// A probability that is not shown as 100 %, and differs from 1 by less than values are exact.
const NEARLY_ONE: f64 = 1.0 - 2e-14;

/// The most that rounding makes of a probability of 1.
const ROUNDED_ONE: f64 = 1.0 + 1e-12;

/// The values of the four actions; NaN for those that are not allowed.
fn of_actions(values: Option<ActionValues>) -> [f64; 4] {
    let value = |action| values.and_then(|values| values.get(action));
    Action::ALL.map(|action| value(action).unwrap_or(f64::NAN))
}
