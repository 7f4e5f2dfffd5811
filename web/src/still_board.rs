//! A board without motion.

use mdp2048_rules::Board;
use yew::{Html, html};

/// A board that only shows. `label` describes it.
pub fn still_board(board: Board, label: String) -> Html {
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

/// The tiles of a board, for an element that has its numbers of rows and columns.
pub fn tiles(board: Board) -> Html {
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
