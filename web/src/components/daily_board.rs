//! The board of the puzzle of the day, which slides and comes back, and those of its game.

use mdp2048_display::Storage;
use mdp2048_explorer::{DailyEvent, DailyTab, DailyView};
use mdp2048_rules::{Action, Board};
use yew::{Callback, Html, Properties, function_component, html, use_node_ref};

use super::duel::view_duel;
use super::hands::{action_of_key, use_keys_without_focus, use_swipe};
use super::moves::view_arrow;
use super::page::use_page_context;
use crate::browser::keys::handler;
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
    use_keys_without_focus(&element, is_page && is_open, &on_key);
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

/// Reads what was tried and played before.
pub(super) fn read_kept(on: &Callback<DailyEvent>) {
    for tab in DailyTab::ALL {
        if let Some(kept) = kept_text(Storage::Local, tab.kept_name()) {
            on.emit(DailyEvent::Kept(tab, kept));
        }
    }
}

/// Shows the two boards of the game of the day, and how far the solver is.
#[function_component(GameBoards)]
pub(super) fn game_boards() -> Html {
    let page = use_page_context::<DailyView>();
    let (view, on_slide) = (page.state(), slide(&page.on()));
    let on_key = handler(&on_slide, action_of_key);
    let element = use_node_ref();
    let is_open = view.duel().is_some_and(|it| !it.has_ended());
    use_keys_without_focus(&element, is_open, &on_key);
    html! {
        <div class="daily-boards" onkeydown={is_open.then_some(on_key)}>
            { for view.duel().map(|it| view_duel(it, &on_slide, &element, Html::default())) }
            if let Some(done) = view.solving() {
                <p class="duel-solving" role="status">
                    { "Solving this game, for its values and for the optimal side … " }
                    <progress max="1" value={format!("{done:.3}")} aria-label="Solved" />
                </p>
            }
        </div>
    }
}
