//! The workers, which the page starts in JavaScript (`web/elements/agents.js` and `solving.js`).

use js_sys::{Object, Reflect};
use mdp2048_arena_view::ArenaGame;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// What the page offers.
    #[derive(Clone, PartialEq)]
    pub type ArenaHost;

    #[wasm_bindgen(method, catch, js_name = startAgent)]
    pub(crate) fn start_agent(this: &ArenaHost) -> Result<AgentWorker, JsValue>;

    #[wasm_bindgen(method, catch, js_name = startSolver)]
    pub(crate) fn start_solver(this: &ArenaHost) -> Result<Solver, JsValue>;

    /// The number of bytes that a solution may use.
    #[wasm_bindgen(method, js_name = memoryLimit)]
    pub(crate) fn memory_limit(this: &ArenaHost) -> f64;

    /// A worker with an agent.
    #[derive(Clone)]
    pub(crate) type AgentWorker;

    #[wasm_bindgen(method, catch)]
    pub(crate) async fn open(
        this: &AgentWorker,
        board: &str,
        target: u32,
        agent: &str,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(crate) async fn start(this: &AgentWorker, seed: u32) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(crate) async fn play(
        this: &AgentWorker,
        most: u32,
        milliseconds: f64,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(crate) async fn race(
        this: &AgentWorker,
        seed: u32,
        milliseconds: f64,
        keeps_moves: bool,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// Stops the games of `race`; the promise that it returns has no use.
    #[wasm_bindgen(method)]
    pub(crate) fn stop(this: &AgentWorker) -> JsValue;

    #[wasm_bindgen(method)]
    pub(crate) fn end(this: &AgentWorker);

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

/// The reason of an error as the end of a sentence.
pub(crate) fn message(error: &JsValue) -> String {
    let text = Reflect::get(error, &"message".into()).ok().and_then(|it| it.as_string());
    text.unwrap_or_else(|| "its worker did not answer".to_owned())
}
