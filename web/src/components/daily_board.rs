//! The board of the puzzle of the day: it slides and comes back.

use mdp2048_display::Storage;
use mdp2048_explorer::{DailyEvent, DailyView, KEPT_TRIES};
use mdp2048_rules::{Action, Board};
use yew::{Callback, Html, Properties, function_component, html, use_effect_with, use_node_ref};

use super::hands::{action_of_key, use_swipe};
use super::moves::view_arrow;
use super::page::use_page_context;
use crate::browser::keys::{handler, listen_without_focus};
use crate::browser::{kept_text, wants_less_motion};
use crate::components::still_board::{cells, moving_tiles, spoken};

#[derive(Clone, PartialEq, Properties)]
pub(super) struct DailyBoardProps {
    pub(super) board: Board,
    /// Whether keys slide the board also while no element has the focus.
    pub(super) is_page: bool,
}

/// Shows the board, which swipes and keys slide, with arrows of the moves tried. A wrong move
/// shakes it.
#[function_component(DailyBoard)]
pub(super) fn daily_board(&DailyBoardProps { board, is_page }: &DailyBoardProps) -> Html {
    let page = use_page_context::<DailyView>();
    let (view, on_slide) = (page.state(), slide(&page.on()));
    let on_key = handler(&on_slide, action_of_key);
    let [down, up] = use_swipe(on_slide);
    let element = use_node_ref();
    // Arrow keys scroll the page again once the puzzle is solved.
    let is_open = !view.is_found();
    {
        let (element, on_key) = (element.clone(), on_key.clone());
        use_effect_with(is_page && is_open, move |&listens| {
            let listener = listens.then(|| listen_without_focus(move || element.cast(), on_key));
            move || drop(listener)
        });
    }
    let (best, slid) = (view.best(), view.slid().filter(|_| !wants_less_motion()));
    let wrong: Vec<_> = view.tried().into_iter().filter(|&it| Some(it) != best).collect();
    let shaken = view.last().filter(|last| wrong.last() == Some(last) && best.is_none());
    let (rows, cols) = (board.shape().rows(), board.shape().cols());
    html! {
        <div class="swiped" ref={element} data-board={board.hex()} tabindex="0"
            role="group" aria-label="The board: arrow keys, W A S D or a swipe slide the tiles"
            onpointerdown={down} onpointerup={up} onkeydown={is_open.then_some(on_key)}>
            // A new key makes a new element, whose animation begins again after each wrong try.
            <div key={wrong.len()} class="board" role="img" data-shaken={shaken.map(Action::name)}
                aria-label={format!("Board: {}", spoken(board))}
                data-motion={if slid.is_some() { "forward" } else { "back" }}
                ~style={format!("--rows: {rows}; --cols: {cols}; --slide: 160ms")}>
                { cells(board) }
                <div class="tiles" aria-hidden="true">{ moving_tiles(board, slid) }</div>
            </div>
            if slid.is_none() {
                { for wrong.iter().map(|&it| view_arrow(it, "played")) }
                { for best.map(|it| view_arrow(it, "best")) }
            }
        </div>
    }
}

/// Slides the board, after what was tried before, perhaps in another tab.
pub(super) fn slide(on: &Callback<DailyEvent>) -> Callback<Action> {
    let on = on.clone();
    Callback::from(move |action| {
        read_kept(&on);
        on.emit(DailyEvent::Slide(action));
    })
}

/// Reads what was tried before.
pub(super) fn read_kept(on: &Callback<DailyEvent>) {
    if let Some(kept) = kept_text(Storage::Local, KEPT_TRIES) {
        on.emit(DailyEvent::Kept(kept));
    }
}
