//! A board without motion.

use mdp2048_rules::Board;
use yew::{Html, html};

/// Renders a board without motion.
pub(crate) fn view(board: Board) -> Html {
    let shape = board.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    let tiles = board.tiles().enumerate().filter(|(_, tile)| !tile.is_empty());
    html! {
        <div class="board still" role="img" aria-label={format!("Board: {board}")}
            ~style={format!("--rows: {rows}; --cols: {cols}; --slide: 0ms")} data-motion="jump">
            <div class="cells" aria-hidden="true">
                { for (0..shape.cells()).map(|_| html! { <span class="cell" /> }) }
            </div>
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
        </div>
    }
}
