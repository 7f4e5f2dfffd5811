//! The board, whose cells are buttons, and arrows on it.

use mdp2048_explorer::MissedMove;
use mdp2048_rules::{Action, Board, Exponent};
use web::components::moves::view_arrow;
use web::components::still_board::{cell_class, moving_tiles, spoken, tiles};
use yew::{Callback, Html, html};

/// A board of buttons without motion.
pub(crate) fn of_buttons(board: Board, chosen: Option<usize>, on_press: &Callback<usize>) -> Html {
    with_buttons(board, ("jump", "0ms"), tiles(board), chosen, on_press)
}

/// A board of buttons for the random tile after a move, to which its tiles slide; without a move, the
/// board before it.
pub(crate) fn of_slid_buttons(
    before: Board,
    slid: Option<Action>,
    chosen: usize,
    on_press: &Callback<usize>,
) -> Html {
    let after = slid.and_then(|action| before.slide(action));
    let shown = after.map_or(before, |it| it.after.board());
    let motion = if slid.is_some() { ("forward", "160ms") } else { ("jump", "0ms") };
    let tiles =
        html! { <div class="tiles" aria-hidden="true">{ moving_tiles(before, slid) }</div> };
    with_buttons(shown, motion, tiles, Some(chosen), on_press)
}

/// A board of buttons with these tiles, which move in this way and time. The chosen cell is the one
/// that the Tab key reaches.
fn with_buttons(
    board: Board,
    (motion, time): (&'static str, &'static str),
    tiles: Html,
    chosen: Option<usize>,
    on_press: &Callback<usize>,
) -> Html {
    let shape = board.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    html! {
        <div class="board still editable" role="group" aria-label={format!("Board: {}", spoken(board))}
            ~style={format!("--rows: {rows}; --cols: {cols}; --slide: {time}")} data-motion={motion}>
            <div class="cells">
                { for board.tiles().enumerate().map(|(cell, tile)| {
                    let is_chosen = chosen == Some(cell);
                    let is_locked = shape.is_locked(cell);
                    let face = if is_locked { "locked".to_owned() } else { tile_name(tile) };
                    let (row, col) = (cell / cols + 1, cell % cols + 1);
                    let label = format!("Row {row}, column {col}: {face}");
                    let press = on_press.reform(move |_| cell);
                    html! {
                        <button type="button" class={cell_class(board, cell)}
                            data-cell={cell.to_string()} aria-disabled={is_locked.then_some("true")}
                            aria-label={label} aria-pressed={is_chosen.to_string()}
                            tabindex={if is_chosen || chosen.is_none() { "0" } else { "-1" }}
                            onclick={press} />
                    }
                }) }
            </div>
            { tiles }
        </div>
    }
}

/// The arrows of a move that was played and of the best one, at the edges to which they slide.
pub(crate) fn view_arrows(missed: Option<&MissedMove>) -> Html {
    missed.map_or_else(Html::default, |it| {
        html! { <>{ view_arrow(it.played, "played") }{ view_arrow(it.best, "best") }</> }
    })
}

/// The name of a tile on a button: a dash for an empty cell.
pub(crate) fn tile_name(tile: Exponent) -> String {
    if tile.is_empty() { "empty".to_owned() } else { tile.to_string() }
}
