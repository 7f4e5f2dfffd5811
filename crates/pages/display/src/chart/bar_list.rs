//! Horizontal bars with labels.

use crate::chart::scale::LinearScale;
use crate::chart::shapes::{Chart, ChartShape, TextAnchor};

/// The height of a row: its label and number, and the bar below them.
const ROW: f64 = 34.0;

/// The distance from the top of a row to its bar, and the height of that.
const BAR_TOP: f64 = 18.0;
const BAR_HEIGHT: f64 = 8.0;

/// Horizontal bars below one another, each with a label and a number above it, so that long labels
/// fit on a narrow page.
#[derive(Clone, Debug, PartialEq)]
pub struct BarList {
    /// The title.
    pub title: String,
    /// A description for those who do not see the bars.
    pub description: String,
    /// The width in pixels.
    pub width: f64,
    /// The bars from top to bottom.
    pub bars: Vec<ListedBar>,
}

/// A bar and its texts.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedBar {
    /// The label.
    pub label: String,
    /// The number as text.
    pub number: String,
    /// The length; the longest bar has the width of the list.
    pub value: f64,
}

impl BarList {
    /// The drawing.
    pub fn draw(&self) -> Chart {
        let longest = self.bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
        let scale = LinearScale::new((0.0, longest), (0.0, self.width));
        let row = |(at, bar): (usize, &ListedBar)| {
            let top = at as f64 * ROW;
            let baseline = top + BAR_TOP - 5.0;
            let track = [0.0, top + BAR_TOP, self.width, BAR_HEIGHT];
            // A bar that is not 0 can be seen.
            let length = if bar.value > 0.0 { scale.at(bar.value).max(1.0) } else { 0.0 };
            [
                ChartShape::text("name", (0.0, baseline), TextAnchor::Start, bar.label.as_str()),
                ChartShape::text(
                    "number",
                    (self.width, baseline),
                    TextAnchor::End,
                    bar.number.as_str(),
                ),
                ChartShape::rectangle("track", track),
                ChartShape::rectangle("bar", [0.0, top + BAR_TOP, length, BAR_HEIGHT]),
            ]
        };
        Chart {
            title: self.title.clone(),
            description: self.description.clone(),
            width: self.width,
            height: self.bars.len() as f64 * ROW,
            shapes: self.bars.iter().enumerate().flat_map(row).collect(),
        }
    }
}
