//! A small picture of a game to share: its last board, what its moves kept, and its luck.

use std::fmt::Write as _;

use mdp2048_display::capitalised;
use mdp2048_display::svg::escape;
use mdp2048_rules::{Board, Exponent};

use crate::view::Report;
use mdp2048_review::RecordedGame;

/// The size of a picture, in the proportions in which most pages show pictures of links.
const SIZE: (u32, u32) = (600, 315);

/// The longer side of the board, and its distance from the edges of the picture.
const BOARD: f64 = 235.0;
const EDGE: f64 = 40.0;

/// The distance between tiles.
const GAP: f64 = 6.0;

/// The mean width of a letter, as a share of the size of the text. Long texts are smaller.
const LETTER: f64 = 0.56;

/// The colour of a locked cell, as on the page.
const LOCKED: &str = "#83776b";

/// The colours of tiles by their exponents, as on the page; the last one is that of all larger ones.
const COLOURS: [&str; 13] = [
    "#cdc1b4", "#eee4da", "#ede0c8", "#f2b179", "#f59563", "#f67c5f", "#f65e3b", "#edcf72",
    "#edcc61", "#edc850", "#edc53f", "#edc22e", "#3c3a32",
];

/// The picture of a game and its review, as an SVG file of 600 by 315 pixels. `source` says where
/// its random tiles came from, such as `seed 42`, `optimum` is the last board of the optimal policy
/// with the same random numbers, and `note` is the last line.
pub(crate) fn summary_picture(
    record: &RecordedGame,
    report: &Report,
    source: Option<&str>,
    optimum: Option<Board>,
    note: &str,
) -> String {
    let (width, height) = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, 'Segoe UI', Roboto, \
         'Helvetica Neue', Arial, sans-serif\"><title>{}</title>\
         <rect width=\"100%\" height=\"100%\" fill=\"#faf8ef\"/>",
        escape(&report.summary)
    );
    match optimum {
        None => draw_board(&mut svg, record.last(), EDGE, BOARD, ""),
        Some(optimum) => {
            let side = (BOARD - EDGE / 2.0) / 2.0;
            draw_board(&mut svg, record.last(), EDGE, side, "the game");
            draw_board(&mut svg, optimum, EDGE + BOARD - side, side, "the optimum");
        }
    }
    let left = 2.0 * EDGE + BOARD - 10.0;
    let line_width = f64::from(width) - left - EDGE / 2.0;
    let mut line = |y: u32, size: f64, style: &str, text: &str| {
        let size = size.min(line_width / (LETTER * text.chars().count().max(1) as f64));
        // Writing to a string does not fail.
        let _ = write!(
            svg,
            "<text x=\"{left}\" y=\"{y}\" font-size=\"{size:.1}\" {style}>{}</text>",
            escape(text)
        );
    };
    let game = match source {
        Some(source) => format!("{}, {source}", record.game()),
        None => record.game().to_string(),
    };
    let (ink, soft) = ("fill=\"#2f2b25\"", "fill=\"#6a6155\"");
    line(62, 15.0, soft, &game);
    line(125, 54.0, "font-weight=\"700\" fill=\"#2f2b25\"", &report.headline.text);
    line(150, 15.0, soft, report.headline.words);
    line(192, 14.0, ink, &capitalised(&report.luck));
    line(219, 14.0, ink, &capitalised(&report.outcome));
    line(275, 13.0, soft, note);
    svg += "</svg>\n";
    svg
}

/// Draws a board in a square that begins at `left`, halfway down, with a name below.
fn draw_board(svg: &mut String, board: Board, left: f64, side: f64, name: &str) {
    let (rows, cols) = (board.shape().rows(), board.shape().cols());
    let cell = (side - GAP) / rows.max(cols) as f64;
    let (width, height) = (cell * cols as f64 + GAP, cell * rows as f64 + GAP);
    let (left, top) = (left + (side - width) / 2.0, (f64::from(SIZE.1) - height) / 2.0);
    let _ = write!(
        svg,
        "<text x=\"{left:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"#6a6155\">{name}</text>",
        top + height + 18.0
    );
    let mut rectangle = |[x, y, width, height]: [f64; 4], colour: &str| {
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"6\" \
             fill=\"{colour}\"/>"
        );
    };
    rectangle([left, top, width, height], "#bbada0");
    let side = cell - GAP;
    let places: Vec<(f64, f64, Exponent, bool)> = board
        .tiles()
        .enumerate()
        .map(|(at, tile)| {
            let (row, col) = (at / cols, at % cols);
            let is_locked = board.shape().is_locked(at);
            (left + GAP + cell * col as f64, top + GAP + cell * row as f64, tile, is_locked)
        })
        .collect();
    for &(x, y, tile, is_locked) in &places {
        let colour = COLOURS[usize::from(tile.get()).min(COLOURS.len() - 1)];
        rectangle([x, y, side, side], if is_locked { LOCKED } else { colour });
    }
    for &(x, y, tile, is_locked) in places.iter().filter(|(.., tile, _)| !tile.is_empty()) {
        let face = if is_locked { "×".to_owned() } else { tile.to_string() };
        let size = side * if face.len() > 3 { 0.32 } else { 0.42 };
        let ink = if tile.get() > 11 { "#f9f6f2" } else { "#3b332a" };
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" font-weight=\"700\" \
             text-anchor=\"middle\" fill=\"{ink}\">{face}</text>",
            x + side / 2.0,
            y + side / 2.0 + 0.36 * size,
        );
    }
}
