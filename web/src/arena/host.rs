//! The solver, which the page offers in JavaScript (`web/elements/solving.js`).

use js_sys::{Object, Reflect};
use mdp2048_arena_view::ArenaGame;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web::host::PageHost;

#[wasm_bindgen]
extern "C" {
    /// What the page offers.
    #[derive(Clone, PartialEq)]
    #[wasm_bindgen(extends = PageHost)]
    pub type ArenaHost;

    #[wasm_bindgen(method, catch, js_name = startSolver)]
    pub(crate) fn start_solver(this: &ArenaHost) -> Result<Solver, JsValue>;

    /// A worker with the solution of a game.
    #[derive(Clone)]
    pub(crate) type Solver;

    #[wasm_bindgen(method, catch)]
    pub(crate) async fn solve(
        this: &Solver,
        game: &JsValue,
        limit: f64,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(crate) async fn values(this: &Solver, boards: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = play)]
    pub(crate) async fn play_on(
        this: &Solver,
        seed: u32,
        tiles: u32,
        board: &str,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method)]
    pub(crate) fn end(this: &Solver);
}

/// The game as the solver reads it.
pub(crate) fn options(game: &ArenaGame) -> JsValue {
    let options = Object::new();
    // Setting a field of a new object does not fail.
    let _ = Reflect::set(&options, &"board".into(), &game.game().shape().to_string().into());
    let _ = Reflect::set(&options, &"target".into(), &game.target().into());
    options.into()
}
