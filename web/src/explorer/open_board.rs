//! Buttons that open a board in the editor.

use mdp2048_explorer::ExploreEvent;
use mdp2048_rules::Board;
use web_sys::Element;
use yew::{Callback, MouseEvent, TargetCast as _};

/// Shows a board in the editor, and scrolls to it.
pub(crate) fn open_board(board: Board, on: &Callback<ExploreEvent>) -> Callback<MouseEvent> {
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
