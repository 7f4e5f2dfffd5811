//! The picture that other sites show beside a link to the page, 1200 x 630 pixels.
//!
//! [`draw`] makes it as SVG from a committed policy: the board of a game at its turning point, and
//! the win probability after each move. Sites that show previews read PNG only, so a browser draws
//! the SVG; [`marked`] writes the checksum of the SVG into the PNG, and [`mark`] reads it.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use mdp2048_model::{Replay, Step};
use mdp2048_policy::PackedPolicy;
use mdp2048_rules::Board;

/// The policy and the seed of the game on the picture: those of the first player of the page.
const POLICY: &str = "assets/policies/3x3_to_512.policy";
const SEED: u32 = 42;

/// The width and the height that sites ask for.
pub const SIZE: [u32; 2] = [1200, 630];

/// The corner of the board.
const CORNER: [usize; 2] = [70, 65];

/// The size of a cell.
const CELL: usize = 145;

/// The space between two cells.
const GAP: usize = 15;

/// The corner and the size of the chart.
const CHART: [f64; 4] = [640.0, 400.0, 490.0, 130.0];

/// The key of the checksum in the PNG.
const KEY: &[u8] = b"SVG CRC-32\0";

/// The colours of a tile and of its digits, as in `web/styles/board.css`.
const fn colours(face: u32) -> [&'static str; 2] {
    match face {
        2 => ["#eee4da", "#4f463c"],
        4 => ["#ede0c8", "#4f463c"],
        8 => ["#f2b179", "#2c1008"],
        16 => ["#f59563", "#2c1008"],
        32 => ["#f67c5f", "#2c1008"],
        64 => ["#f65e3b", "#2c1008"],
        128 => ["#edcf72", "#3b2f12"],
        256 => ["#edcc61", "#3b2f12"],
        _ => ["#edc850", "#3b2f12"],
    }
}

/// A page that shows the picture alone.
pub fn page(svg: &str) -> String {
    format!("<!doctype html><link rel=icon href=data:,><style>body {{ margin: 0 }}</style>{svg}")
}

/// A PNG with the checksum of its SVG in a text chunk before its last chunk.
///
/// # Errors
///
/// If the bytes are no PNG.
pub fn marked(png: &[u8], svg: &str) -> Result<Vec<u8>> {
    /// The length of the last chunk, which is empty.
    const END: usize = 12;
    let last = png.len().checked_sub(END).context("the picture is empty")?;
    ensure!(png[last..].get(4..8) == Some(b"IEND"), "the picture is no PNG");
    let checksum = checksum(svg);
    let contents = [b"tEXt", KEY, checksum.as_bytes()].concat();
    let length = (contents.len() as u32 - 4).to_be_bytes();
    let crc = crc32fast::hash(&contents).to_be_bytes();
    Ok([&png[..last], &length, &contents, &crc, &png[last..]].concat())
}

/// The checksum of the SVG that a PNG was made from.
pub fn mark(png: &[u8]) -> Option<&[u8]> {
    let at = png.windows(KEY.len()).position(|it| it == KEY)? + KEY.len();
    png.get(at..at + 8)
}

/// The checksum of an SVG.
pub fn checksum(svg: &str) -> String {
    format!("{:08x}", crc32fast::hash(svg.as_bytes()))
}

/// The file of the picture.
pub fn picture() -> PathBuf {
    in_repository("assets/images/preview.png")
}

fn in_repository(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(file)
}

/// Draws the picture.
///
/// # Errors
///
/// If the policy cannot be read.
pub fn draw() -> Result<String> {
    let bytes = fs::read(in_repository(POLICY)).context(POLICY)?;
    let policy = PackedPolicy::from_bytes(&bytes)?;
    let replay = Replay::play(policy.game(), &policy, SEED.into());
    let header = policy.header();
    let percentage = |value: f64| header.valued_game.objective_value(value).unwrap_or_default();
    let value = |step: &Step| percentage(step.advice.value.unwrap_or_default());
    let values: Vec<f64> = replay.steps.iter().map(value).collect();
    // The move before the largest fall within a few moves.
    const FEW: usize = 5;
    let fall = |at: &usize| values[*at] - values[*at + FEW];
    let last = values.len().saturating_sub(FEW);
    let at = (0..last).max_by(|a, b| fall(a).total_cmp(&fall(b))).context("the game is short")?;
    let shown = at + FEW;

    let [width, height] = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, sans-serif\" \
         style=\"display: block\">\n<rect width=\"{width}\" height=\"{height}\" \
         fill=\"#faf8ef\"/>\n"
    );
    draw_board(&mut svg, replay.steps[shown].board)?;
    let text = |svg: &mut String, y: u32, size: u32, style: &str, text: &str| {
        let x = CHART[0];
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" {style}>{text}</text>")
    };
    let (bold, soft) = ("font-weight=\"700\" fill=\"#2f2b25\"", "fill=\"#6a6155\"");
    text(&mut svg, 125, 43, bold, "Perfect play in")?;
    text(&mut svg, 180, 43, bold, "small games of 2048")?;
    let start = 100.0 * percentage(header.start_value);
    text(&mut svg, 252, 26, soft, &format!("Solved exactly: {} is won", policy.game()))?;
    text(&mut svg, 290, 26, soft, &format!("with probability {start:.2} %"))?;
    draw_chart(&mut svg, &values, shown)?;
    let caption = format!("The chance of winning after each move, seed {SEED}");
    text(&mut svg, 575, 19, soft, &caption)?;
    svg.push_str("</svg>\n");
    Ok(svg)
}

fn draw_board(svg: &mut String, board: Board) -> Result<()> {
    let cols = board.shape().cols();
    let [left, top] = CORNER;
    let side = cols * CELL + (cols + 1) * GAP;
    writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"16\" \
         fill=\"#bbada0\"/>"
    )?;
    for (cell, tile) in board.tiles().enumerate() {
        let place = |at: usize, from: usize| from + GAP + at * (CELL + GAP);
        let (x, y) = (place(cell % cols, left), place(cell / cols, top));
        let [fill, digits] = if tile.is_empty() { ["#cdc1b4", ""] } else { colours(tile.face()) };
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" rx=\"9\" \
             fill=\"{fill}\"/>"
        )?;
        if !tile.is_empty() {
            let (x, y) = (x + CELL / 2, y + CELL / 2);
            writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" dy=\"0.36em\" text-anchor=\"middle\" \
                 font-size=\"56\" font-weight=\"700\" fill=\"{digits}\">{tile}</text>"
            )?;
        }
    }
    Ok(())
}

fn draw_chart(svg: &mut String, values: &[f64], shown: usize) -> Result<()> {
    let [left, top, width, height] = CHART;
    let x = |at: usize| left + width * at as f64 / (values.len() - 1) as f64;
    let y = |value: f64| top + height * (1.0 - value);
    let points: Vec<String> =
        (0..values.len()).map(|at| format!("{:.1},{:.1}", x(at), y(values[at]))).collect();
    for value in [0.0, 1.0] {
        let y = y(value);
        writeln!(svg, "<path d=\"M{left} {y}h{width}\" stroke=\"#ddd4c3\" stroke-width=\"2\"/>")?;
    }
    writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#8a5a1c\" stroke-width=\"4\" \
         stroke-linejoin=\"round\"/>\n<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"9\" \
         fill=\"#8a5a1c\" stroke=\"#faf8ef\" stroke-width=\"3\"/>",
        points.join(" "),
        x(shown),
        y(values[shown]),
    )?;
    Ok(())
}
