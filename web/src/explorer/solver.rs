//! What the page offers this program in JavaScript.

use js_sys::{Array, Uint8Array};
use mdp2048_explorer::DailyPuzzle;
use mdp2048_rules::{Board, Shape};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use web::host::PageHost;
use web::worker::message;
use web_sys::Element;

#[wasm_bindgen]
extern "C" {
    /// What the page offers.
    #[derive(Clone, PartialEq)]
    #[wasm_bindgen(extends = PageHost)]
    pub type SolverHost;

    /// Whether games may be solved before the reader presses a button.
    #[wasm_bindgen(method, js_name = mayWorkUnasked)]
    pub(crate) fn may_work_unasked(this: &SolverHost) -> bool;

    /// Resolves to the bytes of a policy file.
    #[wasm_bindgen(method, catch, js_name = policyFile)]
    async fn policy_file(this: &SolverHost, name: &str) -> Result<JsValue, JsValue>;

    /// Resolves to the date of a puzzle, whether it is today, and the board, for a date or `today`.
    #[wasm_bindgen(method, catch)]
    async fn daily(this: &SolverHost, date: &str) -> Result<JsValue, JsValue>;

    /// Keeps that the best move of a puzzle was found. Resolves to the streak if that counts.
    #[wasm_bindgen(method, catch, js_name = dailyFound)]
    async fn daily_found(this: &SolverHost, date: &str, tries: usize) -> Result<JsValue, JsValue>;

    /// Opens the Share dialog beside an element, with a sentence, a link, and a picture as an SVG
    /// file, or an empty text.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn share(
        this: &SolverHost,
        beside: &Element,
        summary: &str,
        url: &str,
        picture: &str,
    ) -> Result<JsValue, JsValue>;
}

impl SolverHost {
    /// The bytes of a policy file.
    pub(crate) async fn policy(&self, name: &str) -> Result<Vec<u8>, String> {
        let file = self.policy_file(name).await.map_err(|error| message(&error))?;
        Ok(file.unchecked_into::<Uint8Array>().to_vec())
    }

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
}
