//! The board of the puzzle of the day: it slides and comes back.

use mdp2048_rules::{Action, Board};
use web_sys::KeyboardEvent;
use yew::{Callback, Html, NodeRef, Properties, function_component, html};

use super::hands::use_swipe;
use super::moves::view_arrow;
use crate::components::still_board::{cells, spoken, tile};

#[derive(Clone, PartialEq, Properties)]
pub(super) struct DailyBoardProps {
    pub(super) board: Board,
    /// The move after which the board is shown.
    pub(super) slid: Option<Action>,
    /// The best move, once it is found.
    pub(super) best: Option<Action>,
    /// The moves tried that are not the best.
    pub(super) wrong: Vec<Action>,
    /// The move tried last, since the board is shown.
    pub(super) last: Option<Action>,
    pub(super) on_slide: Callback<Action>,
    /// Handles the keys of the board, until the best move is found.
    pub(super) on_key: Option<Callback<KeyboardEvent>>,
    /// Is set to the element of the board.
    pub(super) element: NodeRef,
}

/// Shows the board, which swipes slide, with arrows of the moves tried. A wrong move shakes it.
#[function_component(DailyBoard)]
pub(super) fn daily_board(props: &DailyBoardProps) -> Html {
    let DailyBoardProps { board, slid, best, wrong, last, on_slide, on_key, element } = props;
    let [down, up] = use_swipe(on_slide.clone());
    let (rows, cols) = (board.shape().rows(), board.shape().cols());
    let shaken = last.filter(|last| wrong.last() == Some(last) && best.is_none());
    html! {
        <div class="swiped" ref={element.clone()} data-board={board.hex()} tabindex="0"
            role="group" aria-label="The board: arrow keys, W A S D or a swipe slide the tiles"
            onpointerdown={down} onpointerup={up} onkeydown={on_key.clone()}>
            // A new key makes a new element, whose animation begins again after each wrong try.
            <div key={wrong.len()} class="board" role="img" data-shaken={shaken.map(Action::name)}
                aria-label={format!("Board: {}", spoken(*board))}
                data-motion={if slid.is_some() { "forward" } else { "back" }}
                ~style={format!("--rows: {rows}; --cols: {cols}; --slide: 160ms")}>
                { cells(*board) }
                <div class="tiles" aria-hidden="true">{ view_tiles(*board, *slid) }</div>
            </div>
            if slid.is_none() {
                { for wrong.iter().map(|&it| view_arrow(it, "played")) }
                { for best.map(|it| view_arrow(it, "best")) }
            }
        </div>
    }
}

/// The tiles of a board, or where they are after a slide. A tile keeps its element.
fn view_tiles(board: Board, slid: Option<Action>) -> Html {
    let Some(action) = slid else {
        let tiles = board.tiles().enumerate().filter(|(_, tile)| !tile.is_empty());
        return tiles.map(|(cell, face)| tile(board, cell, cell, face, None)).collect();
    };
    let after = board.slide(action).map_or(board, |it| it.after.board());
    let mut motions = board.motions(action);
    motions.sort_by_key(|it| it.from);
    let cells = board.shape().cells();
    let moved = motions.iter().map(|it| {
        let role = if it.merges { "absorbed" } else { "slid" };
        tile(board, it.from, it.to, board.tile(it.from), Some(role))
    });
    let mut merged: Vec<_> = motions.iter().filter(|it| it.merges).map(|it| it.to).collect();
    merged.sort_unstable();
    merged.dedup();
    let merged = merged.into_iter();
    let merged =
        merged.map(|cell| tile(board, cells + cell, cell, after.tile(cell), Some("merged")));
    moved.chain(merged).collect()
}
