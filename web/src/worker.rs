//! The worker of an agent, which the page starts in JavaScript (`web/elements/agents.js`), and the
//! errors of workers.

use js_sys::Reflect;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// A worker with at most one agent.
    #[derive(Clone, PartialEq)]
    pub type AgentWorker;

    /// Makes an agent for games on a board, with a target or without one (0).
    #[wasm_bindgen(method, catch)]
    pub async fn open(
        this: &AgentWorker,
        board: &str,
        target: u32,
        agent: &str,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// Begins the game of a seed.
    #[wasm_bindgen(method, catch)]
    pub async fn start(this: &AgentWorker, seed: u32) -> Result<JsValue, JsValue>;

    /// Plays at most so many moves; resolves to numbers for each position.
    #[wasm_bindgen(method, catch)]
    pub async fn play(this: &AgentWorker, most: u32, milliseconds: f64)
    -> Result<JsValue, JsValue>;

    /// Plays whole games of the seeds from one on, and begins none after so many milliseconds of
    /// work.
    #[wasm_bindgen(method, catch)]
    pub async fn race(
        this: &AgentWorker,
        seed: u32,
        milliseconds: f64,
        keeps_moves: bool,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// Goes on computing the exact results of the agent's games; resolves to four numbers.
    #[wasm_bindgen(method, catch)]
    pub async fn follow(this: &AgentWorker, milliseconds: f64) -> Result<JsValue, JsValue>;

    /// Lets the games of `race` wait, or go on; the promise that it returns has no use.
    #[wasm_bindgen(method)]
    pub fn hold(this: &AgentWorker, is_held: bool) -> JsValue;

    /// Stops the games of `race`; the promise that it returns has no use.
    #[wasm_bindgen(method)]
    pub fn stop(this: &AgentWorker) -> JsValue;

    /// Downloads and decodes the network of the learned agent.
    #[wasm_bindgen(method, catch, js_name = openNetwork)]
    pub async fn open_network(
        this: &AgentWorker,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// Thinks about a board; resolves to whether nothing is left to find.
    #[wasm_bindgen(method, catch)]
    pub async fn consider(
        this: &AgentWorker,
        board: &str,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// Ends the thinking about a board.
    #[wasm_bindgen(method, js_name = stopConsidering)]
    pub fn stop_considering(this: &AgentWorker);

    /// Resolves to the estimates that grade the moves of boards.
    #[wasm_bindgen(method, catch, js_name = gradingEstimates)]
    pub async fn grading_estimates(this: &AgentWorker, boards: &str) -> Result<JsValue, JsValue>;

    /// Stops the worker at once and frees its memory.
    #[wasm_bindgen(method)]
    pub fn end(this: &AgentWorker);
}

/// Whether an error says that a worker has ended, or was stopped.
pub fn has_ended(error: &JsValue) -> bool {
    has_name(error, "WorkerEnded")
}

/// Whether an error has this name.
pub fn has_name(error: &JsValue, name: &str) -> bool {
    Reflect::get(error, &"name".into()).is_ok_and(|it| it == name)
}

/// The message of an error of a worker, as the end of a sentence.
pub fn message(error: &JsValue) -> String {
    let text = Reflect::get(error, &"message".into()).ok().and_then(|it| it.as_string());
    text.unwrap_or_else(|| "its worker did not answer".to_owned())
}
