//! Buttons that open a board in the editor.

use mdp2048_display::no_break;
use mdp2048_explorer::ExploreEvent;
use mdp2048_rules::Board;
use web::still_board::still_board;
use web_sys::Element;
use yew::{Callback, Html, MouseEvent, TargetCast as _, html};

/// An item of a list: a board that opens in the editor, a text and a hint. `regret` is what the
/// text or the hint says that an action on the board costs.
pub(crate) fn board_choice(
    control: &'static str,
    board: Board,
    regret: f64,
    text: &str,
    hint: &str,
    on: &Callback<ExploreEvent>,
) -> Html {
    html! {
        <li key={board.hex()}>
            <button type="button" data-control={control} data-board={board.hex()}
                data-regret={regret.to_string()} onclick={open_board(board, on)}>
                { still_board(board, board.to_string()) }
                <span class="number">{ no_break(text) }</span>
                <span class="hint">{ no_break(hint) }</span>
            </button>
        </li>
    }
}

/// Shows a board in the editor, and scrolls to it.
fn open_board(board: Board, on: &Callback<ExploreEvent>) -> Callback<MouseEvent> {
    let on = on.clone();
    Callback::from(move |event: MouseEvent| {
        on.emit(ExploreEvent::ShowBoard(board));
        let page = event.target_dyn_into::<Element>();
        let page = page.and_then(|it| it.closest(".explorer").ok().flatten());
        let place = page.and_then(|it| it.query_selector(".columns").ok().flatten());
        if let Some(place) = place {
            place.scroll_into_view();
        }
    })
}
