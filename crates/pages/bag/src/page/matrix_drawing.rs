//! Pictures of a transition matrix.

use mdp2048_display::chart::Chart;
use mdp2048_display::count;
use mdp2048_display::svg::{SvgShape, coordinate};

use crate::TransitionMatrix;

/// The side of a picture in pixels.
const SIDE: f64 = 360.0;

/// The space around it, and that to the right of it for the stroke of the frame.
const MARGIN: f64 = 1.0;

/// The states of the picture of the lower right corner.
const CORNER: u32 = 60;

/// The least side of a cell. Those of a whole matrix would be smaller than a pixel.
const LEAST_CELL: f64 = 1.5;

/// The probability from which on a cell is drawn full.
const LIKELY: f64 = 0.5;

impl TransitionMatrix {
    /// The picture of the whole matrix.
    pub fn draw(&self) -> Chart {
        self.draw_from(0)
    }

    /// The picture of the lower right corner, where the blocks Q, R, 0 and I of the canonical form
    /// meet; `None` if the whole matrix is as small.
    pub fn draw_corner(&self) -> Option<Chart> {
        let first = self.states.checked_sub(CORNER).filter(|&first| first > 0)?;
        Some(self.draw_from(first))
    }

    /// The picture of the rows and the columns from a state on.
    fn draw_from(&self, first: u32) -> Chart {
        let scale = SIDE / f64::from(self.states - first);
        let side = coordinate(scale.max(LEAST_CELL));
        let at = |state: u32| MARGIN + f64::from(state - first) * scale;
        // One path for each kind of cell: there are thousands.
        let mut paths = [const { String::new() }; 3];
        for &(row, column, probability) in &self.entries {
            if row < first || column < first {
                continue;
            }
            let path = match probability {
                _ if row >= self.transient => &mut paths[2],
                LIKELY.. => &mut paths[0],
                _ => &mut paths[1],
            };
            let [x, y] = [at(column), at(row)].map(coordinate);
            *path += &format!("M{x} {y}h{side}v{side}h-{side}z");
        }
        let classes = ["bar", "bar sample", "bar end"];
        let cells = classes.into_iter().zip(paths).map(|(class, path)| SvgShape::path(class, path));
        let (start, end) = (coordinate(MARGIN), coordinate(MARGIN + SIDE));
        let blocks = coordinate(at(self.transient.max(first)));
        let frame = format!("M{start} {start}H{end}V{end}H{start}z");
        let lines = format!("{frame}M{start} {blocks}H{end}M{blocks} {start}V{end}");
        let lines = [SvgShape::path("edge", lines)];
        let part = if first == 0 { "" } else { ", the lower right corner" };
        Chart {
            title: format!("The transition matrix{part}"),
            description: format!(
                "{} of {} states, the {} that absorb last; lines separate these. Each cell above 0 \
                 is filled: its row leads to its column.",
                count((self.states - first).into()),
                count(self.states.into()),
                self.states - self.transient
            ),
            width: SIDE + 2.0 * MARGIN,
            height: SIDE + 2.0 * MARGIN,
            shapes: lines.into_iter().chain(cells).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BagGame, Chain};

    /// The number of filled cells of each kind.
    fn cells(chart: &Chart) -> Vec<usize> {
        let cells = |shape: &SvgShape| match shape {
            SvgShape::Path { class, path, .. } if class.starts_with("bar") => {
                Some(path.matches('M').count())
            }
            _ => None,
        };
        chart.shapes.iter().filter_map(cells).collect()
    }

    #[test]
    fn every_entry_is_a_cell_of_its_kind() {
        let matrix = Chain::new(BagGame::new(2048, 0.1).unwrap()).transition_matrix();
        // A likely and an unlikely successor of 3,460 bags; of the empty bag one and two.
        assert_eq!(cells(&matrix.draw()), [3461, 3462, 26]);
        let corner = matrix.draw_corner().unwrap();
        assert_eq!(cells(&corner)[2], 26);
        assert!(corner.description.starts_with("60 of 3,487 states, the 26 that absorb last"));
        let small = Chain::new(BagGame::new(8, 0.1).unwrap()).transition_matrix();
        assert_eq!((cells(&small.draw()).len(), small.draw_corner()), (3, None));
    }
}
