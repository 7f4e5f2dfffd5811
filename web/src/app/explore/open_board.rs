//! Buttons that open a board.

use mdp2048_display::no_break;
use mdp2048_explorer::{ExploreEvent, PuzzlePosition, Remedy};
use web::components::still_board::{spoken, still_board};
use web_sys::{Element, Event};
use yew::{Callback, Html, MouseEvent, TargetCast as _, html};

/// An item of a list: a board that opens as a puzzle, and a text.
pub(crate) fn puzzle_choice(
    control: &'static str,
    position: &PuzzlePosition,
    on: &Callback<ExploreEvent>,
) -> Html {
    let board = position.board;
    let on = on.clone();
    let on_click = move |event: MouseEvent| {
        on.emit(ExploreEvent::Puzzle(board));
        show_board(&event);
    };
    html! {
        <li key={board.hex()}>
            <button type="button" data-control={control} data-board={board.hex()}
                data-share={position.share.to_string()} onclick={on_click}>
                { still_board(board, spoken(board)) }
                <span class="hint">{ no_break(&position.text) }</span>
            </button>
        </li>
    }
}

/// A button that does what a remedy offers.
pub(crate) fn remedy_button(
    control: &'static str,
    class: Option<&'static str>,
    remedy: Remedy,
    on: &Callback<ExploreEvent>,
) -> Html {
    let label = remedy.label.clone();
    let press = on.reform(move |_: MouseEvent| ExploreEvent::Remedy(remedy.clone()));
    html! {
        <button type="button" {class} data-control={control} onclick={press}>{ label }</button>
    }
}

/// Scrolls from a control to the board and its values, unless the head of the board is in sight.
pub(crate) fn show_board(event: &Event) {
    let page = event.target_dyn_into::<Element>();
    let page = page.and_then(|it| it.closest(".explorer").ok().flatten());
    let head = page.and_then(|it| it.query_selector(".head").ok().flatten());
    if let Some(head) = head.filter(|it| it.get_bounding_client_rect().top() < 0.0) {
        head.scroll_into_view();
    }
}
