//! Playing along: the page makes the best move, and the reader enters the random tile.

use gloo::timers::callback::Timeout;
use mdp2048_display::{count, no_break};
use mdp2048_explorer::{
    EnteredTile, ExpectedNumber, Exploration, ExploreEvent, NumberField, Standing,
};
use mdp2048_rules::Exponent;
use web::browser::wants_less_motion;
use web::components::moves::view_arrow;
use web::components::still_board::{spoken, still_board};
use yew::{Callback, Html, function_component, hook, html, use_effect_with, use_state_eq};

use super::board;
use super::context::use_exploration;
use super::fields::number;
use super::play_panel::view_random_tile;

/// How long a random tile is seen before the page moves, in milliseconds.
const PAUSE: u32 = 400;

/// Shows the board with the move of the page, whose random tile the reader enters: a press puts a
/// 2 on a cell, unless a 4 is chosen.
#[function_component(AlongBoard)]
pub(crate) fn along_board() -> Html {
    let (view, on) = use_exploration();
    use_moves(&view, &on);
    let tile = use_state_eq(|| Exponent::TWO);
    let place = {
        let (tile, on, board) = (tile.clone(), on, view.board());
        Callback::from(move |cell| {
            on.emit(ExploreEvent::ChooseCell(cell));
            on.emit(ExploreEvent::PlaceSpawn(cell, *tile));
            // After a press on another cell, the reader tries again with the same tile.
            if board.tile(cell).is_empty() {
                tile.set(Exponent::TWO);
            }
        })
    };
    let (pending, sentence) = (view.pending(), view.along_sentence());
    html! {
        <>
            <div class="shown">
                { board::of_slid_buttons(view.line().board(), pending, view.cell(), &place) }
                { for pending.map(|it| view_arrow(it, "best")) }
            </div>
            if let Some(sentence) = sentence {
                <p role="status" data-move={pending.map(|it| it.name())}>{ sentence }</p>
            }
            if pending.is_some() {
                { view_random_tile(&tile, "The tile:") }
            }
            { for view.standing().as_ref().map(view_standing) }
            { for view.entered_tile().as_ref().map(view_entered) }
        </>
    }
}

/// Lets the page move once the reader has seen the board.
#[hook]
fn use_moves(view: &Exploration, on: &Callback<ExploreEvent>) {
    let on = on.clone();
    let due = view.due().map(|action| (action, view.line().board()));
    use_effect_with(due, move |due| {
        let pause = if wants_less_motion() { 0 } else { PAUSE };
        let moving = due.map(|_| Timeout::new(pause, move || on.emit(ExploreEvent::MoveAlong)));
        move || drop(moving)
    });
}

/// The score, what is still expected, and the final score.
fn view_standing(standing: &Standing) -> Html {
    let expected = [&standing.rest, &standing.total].into_iter().flatten();
    html! {
        <dl class="terms" data-standing="">
            <div><dt>{ "score" }</dt>
                <dd data-value={standing.score.to_string()}>{ count(standing.score) }</dd></div>
            { for expected.map(|ExpectedNumber { name, number, text }| html! {
                <div><dt>{ *name }</dt>
                    <dd data-value={number.to_string()}>{ no_break(text) }</dd></div>
            }) }
        </dl>
    }
}

/// What the random tile that the reader has entered has done, and the board of the one that hurts
/// most.
fn view_entered(entered: &EnteredTile) -> Html {
    let EnteredTile { sentence, full, worst } = entered;
    let text = html! {
        <p role="status" data-entered="" title={full.clone()}>{ no_break(sentence) }</p>
    };
    let Some(worst) = worst else { return text };
    html! {
        <div class="after">
            { still_board(worst.board, format!("What hurts most: {}", spoken(worst.board))) }
            { text }
        </div>
    }
}

/// Shows the field for the score with which the game is entered.
#[function_component(AlongTools)]
pub(crate) fn along_tools() -> Html {
    let (view, on) = use_exploration();
    let score = view.first_score().to_string();
    html! {
        <div class="tools">
            { number(&view, &on, NumberField::Score, "Score at the start", score) }
        </div>
    }
}
