//! Small charts as plain shapes, drawn as SVG.
//!
//! | component | what it is |
//! | --- | --- |
//! | [`LinearScale`] | from numbers to coordinates and back |
//! | [`Axis`], [`ticks`], [`round_up`] | a range of numbers, its round ticks, labels and end |
//! | [`Plot`], [`Mark`] | two axes, and lines, areas, bars, histograms, dots, bands and rules |
//! | [`stacked`] | areas on top of one another |
//! | [`Chart`] | the drawing: a title, a size, and shapes with coordinates |
//! | [`svg`], [`page_svg`] | the drawing as an SVG file, or as an element of a page |
//!
//! A [`Plot`] is data; `draw` makes a [`Chart`] of shapes, which a test or a program can inspect.
//! Every platform gets the same text.
//!
//! Why no library: poloto, plotters, charts-rs and kuva were compared with such components on a
//! histogram, stacked areas and a line. They add 30, 35, 221 and 363 kB (gzip) to a page, and the
//! components 7. They write files; here the shapes and scales are data, so that a page can show the
//! number under the pointer, and one style sheet makes a chart light or dark.
//!
//! This module knows numbers and names, and nothing of games.
//!
//! ```
//! use mdp2048_display::chart::{Axis, Mark, Notation, Plot, svg};
//!
//! let plot = Plot {
//!     title: "Squares".to_owned(),
//!     description: "The squares of 0 to 3.".to_owned(),
//!     width: 320.0,
//!     height: 200.0,
//!     x: Axis::new("number", 0.0, 3.0, Notation::Number),
//!     y: Axis::new("square", 0.0, 9.0, Notation::Number),
//!     marks: vec![Mark::line("exact", vec![(0.0, 0.0), (1.0, 1.0), (2.0, 4.0), (3.0, 9.0)])],
//! };
//! assert_eq!(plot.frame().x.value_at(plot.frame().x.at(2.5)), 2.5);
//! assert!(svg(&plot.draw()).contains("<title>Squares</title>"));
//! ```

mod axis;
mod drawing;
mod plot;
mod scale;

pub use axis::{Axis, Notation, round_up, tick_text, ticks};
pub use drawing::{Chart, page_style, page_svg, svg};
pub use plot::{Mark, Plot, PlotFrame, stacked};
pub use scale::LinearScale;
