//! A board and its tiles.

use mdp2048_player::{Player, Tile};
use mdp2048_rules::Board;
use yew::{Html, html};

/// Renders the board of a player, with its tiles in motion.
pub(crate) fn view(player: &Player) -> Html {
    let board = player.board();
    let shape = board.shape();
    let style = format!(
        "--rows: {}; --cols: {}; --slide: {}ms",
        shape.rows(),
        shape.cols(),
        player.slide_ms()
    );
    let label = format!("Board: {}", player.board_text());
    html! {
        <div class="board" role="img" aria-label={label} tabindex="0" {style}
            data-motion={player.navigation().name()}>
            <div class="cells" aria-hidden="true">
                { for (0..shape.cells()).map(|_| html! { <span class="cell" /> }) }
            </div>
            <div class="tiles" aria-hidden="true">
                { for player.tiles().iter().map(|tile| view_tile(player, tile)) }
            </div>
        </div>
    }
}

/// Renders a board without motion.
pub(crate) fn view_still(board: Board) -> Html {
    let shape = board.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    let tiles = board.tiles().enumerate().filter(|(_, tile)| !tile.is_empty());
    html! {
        <div class="board still" role="img" aria-label={format!("Board: {board}")}
            style={format!("--rows: {rows}; --cols: {cols}; --slide: 0ms")} data-motion="jump">
            <div class="cells" aria-hidden="true">
                { for (0..shape.cells()).map(|_| html! { <span class="cell" /> }) }
            </div>
            <div class="tiles" aria-hidden="true">
                { for tiles.map(|(cell, tile)| {
                    let face = tile.to_string();
                    html! {
                        <span class="tile" data-face={face.clone()}
                            style={format!("--row: {}; --col: {}", cell / cols, cell % cols)}>
                            <span class="face" data-digits={face.len().to_string()}>{ face }</span>
                        </span>
                    }
                }) }
            </div>
        </div>
    }
}

fn view_tile(player: &Player, tile: &Tile) -> Html {
    let (row, col) = tile.place(player.board().shape());
    let face = tile.exponent.to_string();
    html! {
        <span class="tile" key={tile.id} data-face={face.clone()} data-role={tile.change.name()}
            style={format!("--row: {row}; --col: {col}")}>
            <span class="face" data-digits={face.len().to_string()}>{ face }</span>
        </span>
    }
}
