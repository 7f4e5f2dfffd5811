//! Plots: two axes and what is drawn between them.

use std::fmt::Write as _;

use crate::chart::axis::Axis;
use crate::chart::drawing::Chart;
use crate::chart::scale::LinearScale;
use crate::svg::{Area, SvgShape, TextAnchor, coordinate};

/// The width of a character of a label, at most.
const CHARACTER: f64 = 7.0;

/// The space above the plot, where the label of the y axis is.
const TOP: f64 = 26.0;

/// The space below the plot for the ticks and the label of the x axis.
const BOTTOM: f64 = 42.0;

/// The space to the right of the plot.
const RIGHT: f64 = 14.0;

/// Half the width of the label of a rule, at most.
const LABEL: f64 = 50.0;

/// The distance between ticks, at least.
const TICK_X: f64 = 72.0;
const TICK_Y: f64 = 36.0;

/// The most ticks on the x axis of a narrow plot. With a lower limit, an axis of a few whole numbers
/// could have a single tick, because the steps between ticks are 1, 2 or 5.
const MOST_X_IF_NARROW: f64 = 5.0;

/// The radius of a dot.
const DOT: f64 = 4.5;

/// Two axes, and the marks between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// A description for those who do not see the plot.
    pub description: String,
    /// The width in pixels.
    pub width: f64,
    /// The height in pixels.
    pub height: f64,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is drawn, from back to front.
    pub marks: Vec<Mark>,
}

/// Something that is drawn in a plot, with its CSS class.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A line through points.
    Line {
        /// The class.
        class: String,
        /// The points in ascending order of x.
        points: Vec<(f64, f64)>,
    },
    /// The region between two lines.
    Area {
        /// The class.
        class: String,
        /// Each x with the lower and the upper y there.
        points: Vec<(f64, f64, f64)>,
    },
    /// Vertical bars.
    Bars {
        /// The class.
        class: String,
        /// The width of each bar in units of the x axis.
        width: f64,
        /// The middle, the lower and the upper end of each bar.
        bars: Vec<(f64, f64, f64)>,
    },
    /// A histogram as one region with steps.
    Histogram {
        /// The class.
        class: String,
        /// Where the first bin begins.
        from: f64,
        /// The width of each bin.
        width: f64,
        /// The height of each bin.
        heights: Vec<f64>,
    },
    /// Dots.
    Dots {
        /// The class.
        class: String,
        /// Their middles.
        points: Vec<(f64, f64)>,
    },
    /// The region between two numbers of the x axis.
    Band {
        /// The class.
        class: String,
        /// The first number.
        from: f64,
        /// The last number.
        to: f64,
    },
    /// A vertical line with a label above it.
    Rule {
        /// The class.
        class: String,
        /// Where the line is.
        x: f64,
        /// The label.
        label: String,
    },
}

impl Mark {
    /// A line through points, in ascending order of x.
    pub fn line(class: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self::Line { class: class.into(), points }
    }
}

/// Layers on top of one another: for each its class and its height at each x. They are areas, or
/// bars of the given width.
pub fn stacked(
    xs: &[f64],
    bar_width: Option<f64>,
    layers: impl IntoIterator<Item = (String, Vec<f64>)>,
) -> Vec<Mark> {
    let mut below = vec![0.0; xs.len()];
    let stack = layers.into_iter().map(|(class, heights)| {
        let points = xs.iter().zip(&mut below).zip(heights).map(|((&x, below), height)| {
            let lower = *below;
            *below += height;
            (x, lower, *below)
        });
        let points = points.collect();
        match bar_width {
            None => Mark::Area { class, points },
            Some(width) => Mark::Bars { class, width, bars: points },
        }
    });
    stack.collect()
}

/// Where the axes of a plot are, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotFrame {
    /// The left edge.
    pub left: f64,
    /// The right edge.
    pub right: f64,
    /// The top edge.
    pub top: f64,
    /// The bottom edge.
    pub bottom: f64,
    /// From numbers to x coordinates.
    pub x: LinearScale,
    /// From numbers to y coordinates.
    pub y: LinearScale,
}

impl Plot {
    /// Where the axes are.
    pub fn frame(&self) -> PlotFrame {
        let (top, bottom) = (TOP, (self.height - BOTTOM).max(TOP + 1.0));
        let labels = self.y_ticks();
        let longest = labels.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
        let left = longest as f64 * CHARACTER + 10.0;
        let right = (self.width - RIGHT).max(left + 1.0);
        PlotFrame {
            left,
            right,
            top,
            bottom,
            x: LinearScale::new((self.x.from, self.x.to), (left, right)),
            y: LinearScale::new((self.y.from, self.y.to), (bottom, top)),
        }
    }

    fn y_ticks(&self) -> Vec<(f64, String)> {
        self.y.labelled_ticks(((self.height - TOP - BOTTOM) / TICK_Y).max(2.0) as usize)
    }

    /// The drawing.
    pub fn draw(&self) -> Chart {
        let frame = self.frame();
        let mut shapes = Vec::new();
        let line = |class: &str, from: (f64, f64), to: (f64, f64)| {
            SvgShape::path(class, path_through([from, to]))
        };
        for (value, label) in self.y_ticks() {
            let y = frame.y.at(value);
            shapes.push(line("grid", (frame.left, y), (frame.right, y)));
            let at = (frame.left - 8.0, y + 4.0);
            shapes.push(SvgShape::text("tick", at, TextAnchor::End, label));
        }
        shapes.extend(self.marks.iter().flat_map(|mark| mark.shapes(&frame)));
        shapes.push(line("axis", (frame.left, frame.bottom), (frame.right, frame.bottom)));
        let most = ((frame.right - frame.left) / TICK_X).max(MOST_X_IF_NARROW) as usize;
        for (value, label) in self.x.labelled_ticks(most) {
            let x = frame.x.at(value);
            shapes.push(line("axis", (x, frame.bottom), (x, frame.bottom + 4.0)));
            let half = label.chars().count() as f64 * CHARACTER / 2.0;
            let (x, anchor) = match x + half > self.width {
                true => (self.width, TextAnchor::End),
                false => (x, TextAnchor::Middle),
            };
            shapes.push(SvgShape::text("tick", (x, frame.bottom + 18.0), anchor, label));
        }
        let labels = [
            ((frame.right, frame.bottom + 36.0), TextAnchor::End, &self.x.label),
            ((0.0, 12.0), TextAnchor::Start, &self.y.label),
        ];
        shapes.extend(
            labels.map(|(at, anchor, text)| SvgShape::text("label", at, anchor, text.as_str())),
        );
        Chart {
            title: self.title.clone(),
            description: self.description.clone(),
            width: self.width,
            height: self.height,
            shapes,
        }
    }
}

impl Mark {
    fn shapes(&self, frame: &PlotFrame) -> Vec<SvgShape> {
        let at = |x, y| (frame.x.at(x), frame.y.at(y));
        match self {
            Self::Line { class, points } => {
                let path = path_through(points.iter().map(|&(x, y)| at(x, y)));
                vec![SvgShape::path(format!("line {class}"), path)]
            }
            Self::Area { class, points } => {
                let upper = points.iter().map(|&(x, _, upper)| at(x, upper));
                let lower = points.iter().rev().map(|&(x, lower, _)| at(x, lower));
                let path = path_through(upper.chain(lower)) + "Z";
                vec![SvgShape::path(format!("area {class}"), path)]
            }
            Self::Bars { class, width, bars } => {
                let bar = |&(middle, lower, upper): &(f64, f64, f64)| {
                    let (left, top) = at(middle - width / 2.0, upper);
                    let (right, bottom) = at(middle + width / 2.0, lower);
                    let area = Area::new(left, top, right - left, bottom - top);
                    SvgShape::rectangle(format!("bar {class}"), area, 0.0)
                };
                bars.iter().map(bar).collect()
            }
            Self::Histogram { class, from, width, heights } => {
                let steps = heights.iter().enumerate().flat_map(|(bin, &height)| {
                    let left = from + bin as f64 * width;
                    [at(left, height), at(left + width, height)]
                });
                let ends = [from + heights.len() as f64 * width, *from].map(|x| at(x, 0.0));
                let path = path_through(steps.chain(ends)) + "Z";
                vec![SvgShape::path(format!("histogram {class}"), path)]
            }
            Self::Dots { class, points } => {
                let dot = |&(x, y): &(f64, f64)| {
                    let (x, y) = at(x, y);
                    let (left, y) = (coordinate(x - DOT), coordinate(y));
                    let half = |sign: &str| format!("a{DOT} {DOT} 0 0 1 {sign}{} 0", 2.0 * DOT);
                    let path = format!("M{left} {y}{}{}Z", half(""), half("-"));
                    SvgShape::path(format!("dot {class}"), path)
                };
                points.iter().map(dot).collect()
            }
            Self::Band { class, from, to } => {
                let (left, right) = (frame.x.at(*from), frame.x.at(*to));
                let (left, right) = (left.max(frame.left), right.min(frame.right));
                let (width, height) = ((right - left).max(0.0), frame.bottom - frame.top);
                let area = Area::new(left, frame.top, width, height);
                vec![SvgShape::rectangle(format!("band {class}"), area, 0.0)]
            }
            Self::Rule { class, x, label } => {
                let x = frame.x.at(*x);
                // The label is above the plot, and inside of it.
                let (anchor, offset) = if x - frame.left < LABEL {
                    (TextAnchor::Start, -4.0)
                } else if frame.right - x < LABEL {
                    (TextAnchor::End, 4.0)
                } else {
                    (TextAnchor::Middle, 0.0)
                };
                vec![
                    SvgShape::path(
                        format!("rule {class}"),
                        path_through([(x, frame.top), (x, frame.bottom)]),
                    ),
                    SvgShape::text(
                        "rule-label",
                        (x + offset, frame.top - 6.0),
                        anchor,
                        label.as_str(),
                    ),
                ]
            }
        }
    }
}

/// The path through points.
fn path_through(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let command = if path.is_empty() { 'M' } else { 'L' };
        // Writing to a string does not fail.
        let _ = write!(path, "{command}{} {}", coordinate(x), coordinate(y));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::axis::Notation;

    fn plot() -> Plot {
        Plot {
            title: String::new(),
            description: String::new(),
            // 60 to 360, and 26 to 226.
            width: 374.0,
            height: 268.0,
            x: Axis::new("x", 0.0, 3.0, Notation::Number),
            y: Axis::new("y", 0.0, 10_000.0, Notation::Number),
            marks: Vec::new(),
        }
    }

    #[test]
    fn the_frame_leaves_space_for_the_labels() {
        let frame = plot().frame();
        assert_eq!((frame.left, frame.right, frame.top, frame.bottom), (52.0, 360.0, 26.0, 226.0));
        // A plot that is too small has a frame all the same.
        let frame = Plot { width: 0.0, height: 0.0, ..plot() }.frame();
        assert!(frame.right > frame.left && frame.bottom > frame.top);
    }

    #[test]
    fn a_narrow_plot_has_several_labels_on_each_axis() {
        let x = Axis::new("moves", 10.5, 18.5, Notation::Number);
        let labels = Plot { width: 300.0, x, ..plot() }.draw().shapes.into_iter();
        let ticks =
            labels.filter(|it| matches!(it, SvgShape::Text { class, .. } if class == "tick"));
        assert!(ticks.count() >= 3 + 4);
    }

    #[test]
    fn dots_are_circles() {
        let dots = Mark::Dots { class: "bad".to_owned(), points: vec![(3.0, 10_000.0)] };
        let path = "M355.5 26a4.5 4.5 0 0 1 9 0a4.5 4.5 0 0 1 -9 0Z";
        assert_eq!(dots.shapes(&plot().frame()), [SvgShape::path("dot bad", path)]);
    }
}
