//! What the page offers its programs in JavaScript (`web/pages/program.js`).

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Worker;

use crate::build::BUILD;
use crate::solving::Solver;

#[wasm_bindgen]
extern "C" {
    /// What the page offers.
    #[derive(Clone, PartialEq)]
    pub type PageHost;

    #[wasm_bindgen(method, catch, js_name = startProgram)]
    fn start_worker(
        this: &PageHost,
        program: &str,
        serve: &str,
        build: &str,
    ) -> Result<Worker, JsValue>;

    #[wasm_bindgen(method, catch, js_name = startSolver)]
    fn start_solver_worker(this: &PageHost, build: &str) -> Result<Worker, JsValue>;

    /// The number of bytes that a solution may use.
    #[wasm_bindgen(method, js_name = memoryLimit)]
    pub fn memory_limit(this: &PageHost) -> f64;
}

impl PageHost {
    /// Starts a worker that runs a function of a program, such as `arena/agents`.
    ///
    /// # Errors
    /// If no worker can run.
    pub fn start_program(&self, program: &str, serve: &str) -> Result<Worker, JsValue> {
        self.start_worker(program, serve, BUILD)
    }

    /// Starts a worker that solves games.
    ///
    /// # Errors
    /// If no worker can run.
    pub fn start_solver(&self) -> Result<Solver, JsValue> {
        self.start_solver_worker(BUILD).map(Solver::new)
    }
}

/// The names and the texts of the fields of an object.
pub fn entries(object: &Object) -> Vec<(String, String)> {
    let text = |entry: &Array, at| entry.get(at).as_string().unwrap_or_default();
    let entries =
        Object::entries(object).iter().map(|entry| Array::from(&entry)).collect::<Vec<_>>();
    entries.iter().map(|it| (text(it, 0), text(it, 1))).collect()
}

/// An object with fields of these names.
pub fn object<'a>(fields: impl IntoIterator<Item = (&'a str, JsValue)>) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        // Fails for objects that cannot be changed only.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object
}

/// The program of the workers of agents.
pub const AGENTS: &str = "arena/agents";
