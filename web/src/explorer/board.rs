//! The board, whose cells are buttons, and small boards without.

use mdp2048_rules::Board;
use yew::{Callback, Html, html};

/// A board of buttons. The chosen cell is the one that the Tab key reaches.
pub(crate) fn of_buttons(board: Board, chosen: Option<usize>, on_press: &Callback<usize>) -> Html {
    let shape = board.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    html! {
        <div class="board still editable" role="group" aria-label={format!("Board: {board}")}
            ~style={format!("--rows: {rows}; --cols: {cols}; --slide: 0ms")} data-motion="jump">
            <div class="cells">
                { for board.tiles().enumerate().map(|(cell, tile)| {
                    let is_chosen = chosen == Some(cell);
                    let face = if tile.is_empty() { "empty".to_owned() } else { tile.to_string() };
                    let (row, col) = (cell / cols + 1, cell % cols + 1);
                    let label = format!("Row {row}, column {col}: {face}");
                    let press = on_press.reform(move |_| cell);
                    html! {
                        <button type="button" class="cell" data-cell={cell.to_string()}
                            aria-label={label} aria-pressed={is_chosen.to_string()}
                            tabindex={if is_chosen || chosen.is_none() { "0" } else { "-1" }}
                            onclick={press} />
                    }
                }) }
            </div>
            { tiles(board) }
        </div>
    }
}

/// A board that only shows. `label` describes it.
pub(crate) fn still(board: Board, label: String) -> Html {
    let shape = board.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    html! {
        <div class="board still" role="img" aria-label={label}
            ~style={format!("--rows: {rows}; --cols: {cols}; --slide: 0ms")} data-motion="jump">
            <div class="cells" aria-hidden="true">
                { for (0..shape.cells()).map(|_| html! { <span class="cell" /> }) }
            </div>
            { tiles(board) }
        </div>
    }
}

fn tiles(board: Board) -> Html {
    let cols = board.shape().cols();
    let tiles = board.tiles().enumerate().filter(|(_, tile)| !tile.is_empty());
    html! {
        <div class="tiles" aria-hidden="true">
            { for tiles.map(|(cell, tile)| {
                let face = tile.to_string();
                html! {
                    <span class="tile" data-face={face.clone()}
                        ~style={format!("--row: {}; --col: {}", cell / cols, cell % cols)}>
                        <span class="face" data-digits={face.len().to_string()}>{ face }</span>
                    </span>
                }
            }) }
        </div>
    }
}
