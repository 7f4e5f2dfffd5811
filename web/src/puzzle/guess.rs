//! Questions to a reader who watches a game on a player: what would you play?

use js_sys::Function;
use mdp2048_display::no_break;
use mdp2048_explorer::{GuessEvent, Guessing, Question, ValueRow};
use mdp2048_model::Game;
use mdp2048_review::Grade;
use mdp2048_rules::Board;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use web::browser::keys::handler;
use web::components::fields::button;
use web::components::hands::{arrow_key, slide_buttons};
use web::components::moves::{arrow, view_verdict};
use web::components::still_board::view_spawn;
use web_sys::Element;
use yew::{AppHandle, Callback, Component, Context, Html, Properties, html};

use crate::solved_game::{SolvedGame, SolvedLater, discounted_game, no_values};

#[derive(PartialEq, Properties)]
pub(crate) struct GuessProps {
    pub(crate) game: Game,
    /// The game, when it is solved.
    pub(crate) solver: SolvedLater,
    /// Called when the reader goes on.
    pub(crate) on_go_on: Callback<()>,
    /// Called with what all guesses have kept.
    pub(crate) on_total: Callback<String>,
}

/// The question, and its answer.
pub(crate) struct GuessView(Guessing);

impl Component for GuessView {
    type Message = GuessEvent;
    type Properties = GuessProps;

    fn create(ctx: &Context<Self>) -> Self {
        Self(Guessing::new(ctx.props().game))
    }

    fn update(&mut self, ctx: &Context<Self>, event: GuessEvent) -> bool {
        let asked = self.0.reduce(event);
        if let Some(total) = self.0.total() {
            ctx.props().on_total.emit(no_break(&total));
        }
        if let Some((boards, solver)) = asked.zip(ctx.props().solver.get()) {
            let link = ctx.link().clone();
            solver.ask(boards, move |it| link.send_message(GuessEvent::Values(it)));
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let guessing = &self.0;
        let on = ctx.link().callback(GuessEvent::Guess);
        let keys = handler(&on, arrow_key);
        html! {
            <div class={if guessing.is_open() { "guess asks" } else { "guess" }}>
                if let Some(question) = guessing.question() {
                    <p>{ no_break(&question) }</p>
                    <div class="tools" role="group" aria-label="What would you play?"
                        onkeydown={keys}>
                        { for slide_buttons(|it| guessing.may_guess(it), &on) }
                    </div>
                }
                <div class="answer" role="status">
                    if let Some(verdict) = guessing.verdict() {
                        <p>
                            <strong>{ no_break(&verdict) }</strong>
                            { button("go-on-guessing", "Go on",
                                "Watch on, to the next turning point",
                                ctx.props().on_go_on.reform(|_| ())) }
                        </p>
                    }
                    { view_answer(guessing) }
                    { view_spawns(guessing) }
                </div>
            </div>
        }
    }
}

/// What each move is worth.
fn view_answer(guessing: &Guessing) -> Html {
    let Some((guess, values)) = guessing.answer() else { return Html::default() };
    let row = |row: &ValueRow| {
        html! {
            <li data-standing={(row.grade == Grade::Best).then_some("best")}>
                <span aria-hidden="true">{ arrow(row.action) }</span>
                { " " }{ row.action.name() }
                if row.action == guess { { " (your guess)" } }
                { ": " }<strong>{ no_break(&row.text) }</strong>{ ", " }
                { view_verdict(row.grade, &row.cost, &row.difference) }
            </li>
        }
    };
    html! { <ul>{ for values.rows.iter().map(row) }</ul> }
}

/// The board with the tile that fell, and that with the other one.
fn view_spawns(guessing: &Guessing) -> Html {
    let Some(spawns) = guessing.possible_spawns() else { return Html::default() };
    let names = ["fell", "would have meant"];
    html! {
        <div class="spawns">
            { for spawns.into_iter().zip(names).map(|(spawn, name)| {
                view_spawn(&spawn, &format!("a {} {name}:", spawn.tile))
            }) }
        </div>
    }
}

/// The questions about a game in an element.
#[wasm_bindgen]
pub struct GuessHandle {
    view: AppHandle<GuessView>,
    game: Game,
    solver: SolvedLater,
}

#[wasm_bindgen]
impl GuessHandle {
    /// Shows the questions about a game with a discount in an empty element. `go_on` is called when
    /// the reader goes on, and `tell` with a sentence about all guesses.
    ///
    /// # Errors
    /// If there is no such game.
    #[wasm_bindgen(constructor)]
    pub fn new(
        root: Element,
        game: &str,
        discount: f64,
        go_on: Function,
        tell: Function,
    ) -> Result<Self, JsError> {
        let game = discounted_game(game, discount);
        let game = game.ok_or_else(|| JsError::new("there is no such game"))?;
        let on_go_on = Callback::from(move |()| {
            // A function that throws does not stop the questions.
            let _ = go_on.call0(&JsValue::NULL);
        });
        let on_total = Callback::from(move |total: String| {
            let _ = tell.call1(&JsValue::NULL, &total.into());
        });
        let solver = SolvedLater::default();
        let props = GuessProps { game, solver: solver.clone(), on_go_on, on_total };
        let view = yew::Renderer::<GuessView>::with_root_and_props(root, props).render();
        Ok(Self { view, game, solver })
    }

    /// Asks what the reader would play on a board of the game of a seed. The board is given by its
    /// hexadecimal exponents; there are `moves` moves before it, and its last random tile is on
    /// `cell`.
    pub fn ask(&self, seed: u32, moves: usize, board: &str, cell: usize) {
        if let Ok(board) = Board::from_hex(self.game.shape(), board)
            && cell < self.game.shape().cells()
        {
            let (seed, position) = (seed.into(), moves);
            let question = Question { seed, position, board, cell, guess: None };
            self.view.send_message(GuessEvent::Ask(question));
        }
    }

    /// The game goes on.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&self) {
        self.view.send_message(GuessEvent::GoOn);
    }

    /// The game is solved, and can be asked for values.
    pub fn solved(&self, solver: SolvedGame, is_losing: bool, start_return: f64) {
        // It is solved once.
        let _ = self.solver.set(solver);
        let known = no_values(self.game, is_losing, start_return);
        self.view.send_message(GuessEvent::Solved(known));
    }

    /// Removes the questions.
    pub fn end(self) {
        self.view.destroy();
    }
}
