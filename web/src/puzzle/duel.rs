//! A reader's own game beside that of the optimal policy, for a player.

use std::cell::OnceCell;
use std::rc::Rc;

use js_sys::Function;
use mdp2048_explorer::{Duel, DuelEvent};
use mdp2048_model::Game;
use mdp2048_rules::Board;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use web::browser::keys::handler;
use web::components::duel::view_duel;
use web::components::fields::{button, enabled_button};
use web::components::hands::action_of_key;
use web_sys::{Element, KeyboardEvent};
use yew::{AppHandle, Callback, Component, Context, Html, NodeRef, Properties, html};

use crate::solved_game::{SolvedGame, SolvedLater, discounted_game, no_values};

#[derive(PartialEq, Properties)]
pub(crate) struct DuelProps {
    pub(crate) duel: Duel,
    /// The game, when it is solved.
    pub(crate) solver: SolvedLater,
    /// Is called with the reader's actions as letters when they change, and, when the reader shares
    /// them, also with what they can send to others and a picture.
    pub(crate) tell: Callback<(String, Option<[String; 2]>)>,
}

/// The two boards and the reader's controls.
pub(crate) struct DuelView(Duel);

impl Component for DuelView {
    type Message = DuelEvent;
    type Properties = DuelProps;

    fn create(ctx: &Context<Self>) -> Self {
        Self(ctx.props().duel.clone())
    }

    fn update(&mut self, ctx: &Context<Self>, event: DuelEvent) -> bool {
        let before = self.0.actions();
        let asked = self.0.reduce(event);
        let actions = self.0.actions();
        if actions != before {
            ctx.props().tell.emit((actions, None));
        }
        if let Some((boards, solver)) = asked.zip(ctx.props().solver.get()) {
            let link = ctx.link().clone();
            solver.ask(boards, move |it| link.send_message(DuelEvent::Values(it)));
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let duel = &self.0;
        let on = ctx.link().callback(|event: DuelEvent| event);
        let (tell, actions) = (ctx.props().tell.clone(), duel.actions());
        let has_moves = !actions.is_empty();
        let summary = duel.summary().filter(|_| has_moves);
        let shared = summary.and_then(|summary| Some((actions, Some([summary, duel.picture()?]))));
        let tools = html! {
            <>
                { enabled_button("undo", "Undo", "Take your last move back (Z)", has_moves,
                    on.reform(|_| DuelEvent::Undo)) }
                { enabled_button("duel-restart", "Start again",
                    "Back to the first of these boards (R)", has_moves,
                    on.reform(|_| DuelEvent::Restart)) }
                if let Some(shared) = shared {
                    { button("duel-share", "Share", "A link to these moves, and what they kept",
                        tell.reform(move |_| shared.clone())) }
                }
            </>
        };
        html! {
            <div onkeydown={keys(&on)}>
                { view_duel(duel, &on.reform(DuelEvent::Act), &NodeRef::default(), tools) }
            </div>
        }
    }
}

/// Handles the keys of the duel.
fn keys(on: &Callback<DuelEvent>) -> Callback<KeyboardEvent> {
    handler(on, |key| match key {
        "z" | "Z" => Some(DuelEvent::Undo),
        "r" | "R" => Some(DuelEvent::Restart),
        _ => action_of_key(key).map(DuelEvent::Act),
    })
}

/// A duel in an element.
#[wasm_bindgen]
pub struct DuelHandle {
    view: AppHandle<DuelView>,
    game: Game,
    solver: SolvedLater,
    /// Is called when the reader plays, or shares the duel.
    listener: Rc<OnceCell<Function>>,
}

#[wasm_bindgen]
impl DuelHandle {
    /// Shows a duel in an empty element: of a game and a discount, from a board that is given by
    /// its hexadecimal exponents, before which there are `moves` moves and `tiles` random tiles of
    /// the seed are used.
    ///
    /// # Errors
    /// If there is no such game or board.
    #[wasm_bindgen(constructor)]
    pub fn new(
        root: Element,
        game: &str,
        discount: f64,
        seed: u32,
        tiles: usize,
        moves: usize,
        board: &str,
    ) -> Result<Self, JsError> {
        let error = || JsError::new("there is no such game or board");
        let game = discounted_game(game, discount).ok_or_else(error)?;
        let board = Board::from_hex(game.shape(), board).map_err(|_| error())?;
        let duel = Duel::new(game, seed.into(), tiles, moves, board);
        let listener: Rc<OnceCell<Function>> = Rc::default();
        let called = Rc::clone(&listener);
        let tell = Callback::from(move |(actions, shared): (String, Option<[String; 2]>)| {
            if let Some(listener) = called.get() {
                let [summary, picture] = match shared {
                    Some(shared) => shared.map(JsValue::from),
                    None => [JsValue::UNDEFINED; 2],
                };
                // What JavaScript throws there is reported by its own promise.
                let _ = listener.call3(&JsValue::NULL, &actions.into(), &summary, &picture);
            }
        });
        let solver = SolvedLater::default();
        let props = DuelProps { duel, solver: solver.clone(), tell };
        let view = yew::Renderer::<DuelView>::with_root_and_props(root, props).render();
        Ok(Self { view, game, solver, listener })
    }

    /// Sets what is called with the reader's actions, a letter for each, when they change; and when
    /// the reader shares the duel, also with what they can send to others, and a picture as an SVG
    /// file. It is set once.
    pub fn listen(&self, listener: Function) {
        // A second one is ignored.
        let _ = self.listener.set(listener);
    }

    /// Plays an action for the reader, by its name.
    pub fn act(&self, action: &str) {
        if let Ok(action) = action.parse() {
            self.view.send_message(DuelEvent::Act(action));
        }
    }

    /// The game is solved, and can be asked for values.
    pub fn solved(&self, solver: SolvedGame, is_losing: bool, start_return: f64) {
        // It is solved once.
        let _ = self.solver.set(solver);
        let known = no_values(self.game, is_losing, start_return);
        self.view.send_message(DuelEvent::Solved(known));
    }

    /// Removes the duel.
    pub fn end(self) {
        self.view.destroy();
    }
}

/// Returns the style sheet of a duel, which is added to that of a player.
#[wasm_bindgen(js_name = duelStyles)]
pub fn duel_styles() -> String {
    web::style_sheets!("duel")
}
