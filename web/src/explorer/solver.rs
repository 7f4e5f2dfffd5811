//! The workers that solve games, which the page starts in JavaScript.

use js_sys::{Array, Float64Array, Object, Reflect, Uint8Array};
use mdp2048_explorer::{
    DailyPuzzle, DifficultyMap, HeldSolution, KeptSolution, KnownValues, SolveNeed,
};
use mdp2048_model::{Game, ValuedGame};
use mdp2048_protocol::from_bytes;
use mdp2048_rules::{Board, Exponent, Shape};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use web::host::PageHost;
use web::worker::{has_name, message};

#[wasm_bindgen]
extern "C" {
    /// What the page offers.
    #[derive(Clone, PartialEq)]
    #[wasm_bindgen(extends = PageHost)]
    pub type SolverHost;

    /// Starts a worker.
    #[wasm_bindgen(method, catch, js_name = startSolver)]
    pub(crate) fn start_solver(this: &SolverHost) -> Result<Solver, JsValue>;

    /// Whether games may be solved before the reader presses a button.
    #[wasm_bindgen(method, js_name = mayWorkUnasked)]
    pub(crate) fn may_work_unasked(this: &SolverHost) -> bool;

    /// Resolves to the files of kept solutions: objects with the fields `name` and `size`.
    #[wasm_bindgen(method, catch)]
    async fn list(this: &SolverHost) -> Result<JsValue, JsValue>;

    /// Calls a function whenever a page of this site has kept or removed a solution.
    #[wasm_bindgen(method)]
    fn watch(this: &SolverHost, changed: &JsValue);

    /// Removes the files of kept solutions.
    #[wasm_bindgen(method, catch)]
    async fn remove(this: &SolverHost, names: &JsValue) -> Result<JsValue, JsValue>;

    /// Resolves to the date of a puzzle, whether it is today, and the board, for a date or `today`.
    #[wasm_bindgen(method, catch)]
    async fn daily(this: &SolverHost, date: &str) -> Result<JsValue, JsValue>;

    /// Keeps that the best move of a puzzle was found. Resolves to the streak if that counts.
    #[wasm_bindgen(method, catch, js_name = dailyFound)]
    async fn daily_found(this: &SolverHost, date: &str, tries: usize) -> Result<JsValue, JsValue>;

    /// Saves an SVG file as a PNG file.
    #[wasm_bindgen(method, catch, js_name = savePicture)]
    pub(crate) async fn save_picture(
        this: &SolverHost,
        svg: &str,
        name: &str,
    ) -> Result<JsValue, JsValue>;

    /// Copies an SVG file as a PNG file to the clipboard.
    #[wasm_bindgen(method, catch, js_name = copyPicture)]
    pub(crate) async fn copy_picture(this: &SolverHost, svg: &str) -> Result<JsValue, JsValue>;

    /// A worker with the solution of at most one game (`web/elements/solving.js`).
    #[derive(Clone, PartialEq)]
    pub type Solver;

    #[wasm_bindgen(method, catch)]
    async fn estimate(this: &Solver, game: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn solve(
        this: &Solver,
        game: &JsValue,
        limit: f64,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn read(
        this: &Solver,
        game: &JsValue,
        name: &str,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn keep(this: &Solver, name: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn values(this: &Solver, boards: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = countMoves)]
    async fn count_moves(
        this: &Solver,
        board: &str,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn difficulty(
        this: &Solver,
        good: f64,
        decisive: usize,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// Ends the computation of a map of difficulty.
    #[wasm_bindgen(method, js_name = stopPass)]
    pub(crate) fn stop_pass(this: &Solver);

    /// Stops the worker at once and frees its memory.
    #[wasm_bindgen(method)]
    pub(crate) fn end(this: &Solver);
}

impl SolverHost {
    /// The puzzle of a date or of `today`.
    pub(crate) async fn puzzle(&self, date: &str) -> Result<DailyPuzzle, String> {
        let found = self.daily(date).await.map_err(|error| message(&error))?;
        let found: Array = found.unchecked_into();
        let text = |index| found.get(index).as_string();
        let board = text(2).and_then(|hex| Board::from_hex(Shape::THREE_BY_THREE, &hex).ok());
        let puzzle = text(0).zip(board).map(|(date, board)| DailyPuzzle {
            date,
            is_today: found.get(1).is_truthy(),
            board,
        });
        puzzle.ok_or_else(|| "the list of positions is damaged: load the page again".to_owned())
    }

    /// Keeps that the best move of a puzzle was found. Returns the streak if that counts.
    pub(crate) async fn puzzle_found(&self, date: &str, tries: usize) -> Option<u32> {
        let streak = self.daily_found(date, tries).await.ok()?.as_f64()?;
        Some(streak as u32)
    }

    /// The kept solutions, by name.
    pub(crate) async fn kept(&self) -> Result<Vec<KeptSolution>, String> {
        let files = self.list().await.map_err(|error| message(&error))?;
        let field = |file: &JsValue, name: &str| Reflect::get(file, &name.into()).ok();
        let solution = |file: JsValue| {
            let name = field(&file, "name")?.as_string()?;
            KeptSolution::named(&name, field(&file, "size")?.as_f64()?)
        };
        let mut kept: Vec<_> = Array::from(&files).iter().filter_map(solution).collect();
        kept.sort_by_key(KeptSolution::name);
        Ok(kept)
    }

    /// Calls a function, while the page exists, whenever there may be other kept solutions.
    pub(crate) fn watch_kept(&self, changed: impl Fn() + 'static) {
        let changed = Closure::<dyn Fn()>::new(changed);
        self.watch(changed.as_ref().unchecked_ref());
        changed.forget();
    }

    /// Removes kept solutions.
    pub(crate) async fn remove_kept(&self, kept: &[KeptSolution]) -> Result<(), String> {
        let names: Array = kept.iter().map(|it| JsValue::from(it.name())).collect();
        self.remove(&names).await.map(drop).map_err(|error| message(&error))
    }
}

impl Solver {
    /// The number of decisive positions to list for each tile sum.
    const DECISIVE: usize = 8;

    /// Estimates what a game needs.
    pub(crate) async fn need(&self, game: &Game, is_single: bool) -> Result<SolveNeed, JsValue> {
        let options = options(game, is_single);
        let answer = self.estimate(&options).await?;
        let number = |index| Reflect::get_u32(&answer, index).ok().and_then(|it| it.as_f64());
        let number = |index| number(index).unwrap_or_default();
        Ok(SolveNeed {
            least_bytes: number(0),
            most_bytes: number(1),
            least_states: number(2),
            most_states: number(3),
        })
    }

    /// Solves a game; it is the caller's to measure the time.
    pub(crate) async fn solved(
        &self,
        game: &Game,
        is_single: bool,
        limit: f64,
        on_progress: &JsValue,
    ) -> Result<HeldSolution, String> {
        let options = options(game, is_single);
        let answer = self.solve(&options, limit, on_progress).await;
        answer.map(|it| held(game, &it, false)).map_err(|error| message(&error))
    }

    /// Opens a kept solution; it is the caller's to measure the time.
    pub(crate) async fn opened(
        &self,
        kept: &KeptSolution,
        on_progress: &JsValue,
    ) -> Result<HeldSolution, String> {
        let KeptSolution { game, is_single, .. } = kept;
        let read = self.read(&options(game, *is_single), &kept.name(), on_progress).await;
        read.map(|it| held(game, &it, true)).map_err(|error| {
            let reason = message(&error);
            if has_name(&error, "DamagedSolution") {
                let game = kept.text();
                format!("The kept solution of {game} is removed: {reason}. Solve the game again.")
            } else {
                format!("The kept solution of {} could not be opened: {reason}.", kept.text())
            }
        })
    }

    /// Keeps the solution for the next visit.
    pub(crate) async fn write(&self, kept: &KeptSolution) -> Result<KeptSolution, String> {
        let length = self.keep(&kept.name()).await.map_err(|error| message(&error))?;
        Ok(KeptSolution { bytes: length.as_f64().unwrap_or(kept.bytes), ..*kept })
    }

    /// The action values of boards.
    pub(crate) async fn action_values(
        &self,
        boards: Vec<Board>,
    ) -> Result<Vec<(Board, [f64; 4])>, String> {
        let texts: Vec<String> = boards.iter().map(|board| board.hex()).collect();
        let answer = self.values(&texts.join(" ")).await.map_err(|error| message(&error))?;
        let numbers = answer.unchecked_into::<Float64Array>().to_vec();
        let rows = boards.into_iter().zip(numbers.chunks_exact(5));
        Ok(rows.map(|(board, row)| (board, [row[1], row[2], row[3], row[4]])).collect())
    }

    /// The expected number of moves from a board on, and a sentence about it; `None` if another
    /// count has begun.
    pub(crate) async fn moves(
        &self,
        board: Board,
        on_progress: &JsValue,
    ) -> Result<Option<(f64, String)>, String> {
        let answer = self.count_moves(&board.hex(), on_progress).await;
        let answer = answer.map_err(|error| message(&error))?;
        if answer.is_null() {
            return Ok(None);
        }
        let field = |name: &str| Reflect::get(&answer, &name.into()).unwrap_or_default();
        let moves = field("moves").as_f64().unwrap_or_default();
        Ok(Some((moves, field("text").as_string().unwrap_or_default())))
    }

    /// Computes where the solved game is hard.
    pub(crate) async fn map(
        &self,
        valued_game: ValuedGame,
        good: f64,
        on_progress: &JsValue,
    ) -> Result<DifficultyMap, String> {
        let answer = self.difficulty(good, Self::DECISIVE, on_progress).await;
        let answer = answer.map_err(|error| message(&error))?;
        let layers = answer.unchecked_into::<Array>();
        let layer = |it: JsValue| from_bytes(&it.unchecked_into::<Uint8Array>().to_vec());
        let layers = layers.iter().filter_map(layer).map(|(_, layer)| layer).collect();
        Ok(DifficultyMap::new(valued_game, good, layers))
    }
}

/// The solution that a worker has.
fn held(game: &Game, answer: &JsValue, is_kept: bool) -> HeldSolution {
    let field = |name: &str| Reflect::get(answer, &name.into()).unwrap_or_default();
    let number = |name| field(name).as_f64().unwrap_or_default();
    HeldSolution {
        worker: 0,
        known: KnownValues::new(valued_game(game, answer), number("startValue")),
        states: number("states"),
        bytes: number("bytes"),
        file_bytes: number("fileBytes"),
        value_error: number("valueError"),
        is_kept,
        seconds: 0.0,
    }
}

/// The game, and what its values are by an answer of a worker.
fn valued_game(game: &Game, answer: &JsValue) -> ValuedGame {
    let is_losing = Reflect::get(answer, &"losing".into()).is_ok_and(|it| it.is_truthy());
    ValuedGame::losing(*game).filter(|_| is_losing).unwrap_or((*game).into())
}

/// The game as the worker reads it.
fn options(game: &Game, is_single: bool) -> JsValue {
    let options = Object::new();
    let set = |name: &str, value: JsValue| {
        // Setting a field of a new object does not fail.
        let _ = Reflect::set(&options, &name.into(), &value);
    };
    set("board", game.shape().to_string().into());
    set("objective", game.objective().to_string().into());
    if let Some(target) = game.target() {
        set("target", Exponent::face(target).into());
    }
    set("discount", game.discount().get().into());
    if is_single {
        set("precision", "single".into());
    }
    set("spawnFour", game.spawn_four().get().into());
    options.into()
}
