//! A board without motion.

use mdp2048_display::no_break;
use mdp2048_explorer::PossibleSpawn;
use mdp2048_rules::{Action, Board, Exponent};
use yew::{Html, html};

/// A board as a text to be read aloud, with a word for each locked cell.
pub fn spoken(board: Board) -> String {
    board.to_string().replace('x', "locked")
}

/// The classes of a cell.
pub fn cell_class(board: Board, cell: usize) -> &'static str {
    if board.shape().is_locked(cell) { "cell locked" } else { "cell" }
}

/// A board that only shows. `label` describes it.
pub fn still_board(board: Board, label: String) -> Html {
    let shape = board.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    html! {
        <div class="board still" role="img" aria-label={label}
            ~style={format!("--rows: {rows}; --cols: {cols}; --slide: 0ms")} data-motion="jump">
            { cells(board) }
            { tiles(board) }
        </div>
    }
}

/// The board with a random tile that could appear, and its value after a text.
pub fn view_spawn(spawn: &PossibleSpawn, text: &str) -> Html {
    html! {
        <figure>
            { still_board(spawn.board, spoken(spawn.board)) }
            <figcaption>
                { text }{ " " }
                <strong>{ spawn.value.map_or("…".to_owned(), |it| no_break(&it.text())) }</strong>
            </figcaption>
        </figure>
    }
}

/// The cells of a board, behind its tiles.
pub fn cells(board: Board) -> Html {
    html! {
        <div class="cells" aria-hidden="true">
            { for (0..board.shape().cells()).map(|cell| html! {
                <span class={cell_class(board, cell)} />
            }) }
        </div>
    }
}

/// The tiles on the free cells of a board, for an element that has its numbers of rows and columns.
pub fn tiles(board: Board) -> Html {
    html! { <div class="tiles" aria-hidden="true">{ moving_tiles(board, None) }</div> }
}

/// The tiles of a board, or where they are after a slide. A tile keeps its element.
pub fn moving_tiles(board: Board, slid: Option<Action>) -> Html {
    let is_free = |cell: usize| !board.shape().is_locked(cell);
    let Some(action) = slid else {
        let tiles = board.tiles().enumerate().filter(|&(at, tile)| !tile.is_empty() && is_free(at));
        return tiles.map(|(cell, face)| tile(board, cell, cell, face, None)).collect();
    };
    let after = board.slide(action).map_or(board, |it| it.after.board());
    let mut motions = board.motions(action);
    motions.retain(|it| is_free(it.from));
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

/// A tile on a cell. One that moves keeps its element by its key; its role is that of the styles.
pub fn tile(
    board: Board,
    key: usize,
    cell: usize,
    tile: Exponent,
    role: Option<&'static str>,
) -> Html {
    let cols = board.shape().cols();
    let face = tile.to_string();
    html! {
        <span {key} class="tile" data-face={face.clone()} data-role={role}
            ~style={format!("--row: {}; --col: {}", cell / cols, cell % cols)}>
            <span class="face" data-digits={face.len().to_string()}>{ face }</span>
        </span>
    }
}
