//! The two boards of a duel.

use mdp2048_display::no_break;
use mdp2048_explorer::{Duel, DuelSide};
use mdp2048_model::Status;
use mdp2048_rules::Action;
use yew::{Callback, Html, NodeRef, html};

use super::hands::{Swiped, slide_buttons};
use super::still_board::{spoken, still_board};

/// Shows the board of a reader, which swipes slide, and that of the optimal policy; the buttons
/// that slide the first, beside others; and what the moves have kept. `person_side` becomes the
/// element of the reader's side.
pub fn view_duel(
    duel: &Duel,
    on_slide: &Callback<Action>,
    person_side: &NodeRef,
    others: Html,
) -> Html {
    let (person, optimum) = (duel.person(), duel.optimum());
    let is_allowed = |action| !duel.has_ended() && duel.game().act(person.board, action).is_some();
    let board = |side: &DuelSide, name: &str| {
        still_board(side.board, format!("{name}: {}", spoken(side.board)))
    };
    html! {
        <div class="duel" data-moves={person.moves.to_string()}
            data-solved={duel.is_solved().to_string()}>
            <div class="side" ref={person_side} data-side="person" data-board={person.board.hex()}>
                <p><strong>{ "You" }</strong></p>
                <Swiped label="Your board: arrow keys, W A S D or a swipe slide the tiles"
                    on={on_slide}>
                    { board(&person, "Your board") }
                </Swiped>
                { view_value(&person) }
            </div>
            <div class="side" data-side="optimum" data-board={optimum.board.hex()}>
                <p><strong>{ "Optimum" }</strong></p>
                { board(&optimum, "Board of the optimal policy") }
                { view_value(&optimum) }
            </div>
            <div class="tools" role="group" aria-label="Slide your tiles">
                { for slide_buttons(is_allowed, on_slide) }
                { others }
            </div>
            <div class="report" role="status">
                { for [duel.report(), duel.total(), duel.worst(), duel.verdict()].into_iter()
                    .flatten().map(|text| html! { <p>{ no_break(&text) }</p> }) }
            </div>
        </div>
    }
}

fn view_value(side: &DuelSide) -> Html {
    let state = match side.status {
        Status::Won => "won".to_owned(),
        Status::Lost => "lost".to_owned(),
        Status::Playing => side.value.map_or("…".to_owned(), |it| no_break(&it.text())),
    };
    let title = side.value.map(|it| it.full_text());
    html! {
        <p class="value" {title}>
            { format!("Move {}: ", side.moves) }<strong>{ state }</strong>
        </p>
    }
}
