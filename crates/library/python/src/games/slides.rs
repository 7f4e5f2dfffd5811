//! The afterstates of many boards.

use mdp2048::{Action, Shape};

use super::lines::{self, Lines};

/// Slides many boards of a shape by every action.
#[derive(Clone, Debug)]
pub(crate) struct Slides {
    shape: Shape,
    lines: Lines,
}

/// What every action does to many boards. The entries of a board follow each other, in the order of
/// [`Action::ALL`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Afterstates {
    /// The exponents after each slide: those before it if the action is not allowed.
    pub(crate) exponents: Vec<u8>,
    /// The points of each slide.
    pub(crate) points: Vec<u32>,
    /// Whether each action is allowed.
    pub(crate) allowed: Vec<bool>,
}

impl Slides {
    /// The slides of a shape.
    pub(crate) fn new(shape: Shape) -> Self {
        Self { shape, lines: Lines::new(shape) }
    }

    /// The rows and columns.
    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// The afterstates of boards given as exponents in row-major order; `None` if an exponent is
    /// above 15, or if a board has other locked cells.
    pub(crate) fn afterstates(&self, exponents: &[u8]) -> Option<Afterstates> {
        let (cells, cols) = (self.shape.cells(), self.shape.cols());
        let shifts: Vec<usize> = (0..cells).map(|at| 16 * (at / cols) + 4 * (at % cols)).collect();
        let boards = exponents.len() / cells;
        let mut found = Afterstates {
            exponents: Vec::with_capacity(4 * exponents.len()),
            points: Vec::with_capacity(4 * boards),
            allowed: Vec::with_capacity(4 * boards),
        };
        if exponents.iter().any(|&exponent| exponent > 15) {
            return None;
        }
        for board in exponents.chunks_exact(cells) {
            let tiles = board.iter().zip(&shifts);
            let board = tiles.fold(0, |all, (&tile, shift)| all | u64::from(tile) << shift);
            if self.shape.has_locked() {
                lines::board_of(self.shape, board)?;
            }
            let allowed = self.lines.allowed(board);
            for action in Action::ALL {
                let is_allowed = allowed >> action.index() & 1 == 1;
                let slid = is_allowed.then(|| self.lines.slide(board, action.index()));
                let (after, points) = slid.unwrap_or((board, 0));
                found.exponents.extend(shifts.iter().map(|shift| (after >> shift & 15) as u8));
                found.points.push(points);
                found.allowed.push(is_allowed);
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use mdp2048::Board;

    use super::*;

    #[test]
    fn afterstates_are_those_of_boards() {
        for texts in [["2 2 4/0 8 8", "0 0 0/0 0 2"], ["2 2 x/0 8 8", "2 0 x/0 2 4"]] {
            check(texts.map(|text| text.parse().unwrap()));
        }
        let slides = Slides::new(Shape::new(2, 3).unwrap());
        assert_eq!(slides.afterstates(&[16; 6]), None);
        let slides = Slides::new("..x/...".parse().unwrap());
        assert_eq!(slides.afterstates(&[0, 0, 0, 0, 0, 1]), None, "a locked cell is empty");
        assert_eq!(slides.afterstates(&[0, 0, 15, 0, 0, 15]), None, "a free cell is locked");
    }

    /// Compares the afterstates of boards of one shape with the rules.
    fn check(boards: [Board; 2]) {
        let exponents = boards.iter().flat_map(|board| board.tiles().map(|tile| tile.get()));
        let exponents: Vec<u8> = exponents.collect();
        let found = Slides::new(boards[0].shape()).afterstates(&exponents).unwrap();
        let mut expected = Afterstates::default();
        for board in boards {
            for action in Action::ALL {
                let slide = board.slide(action);
                let after = slide.map_or(board, |slide| slide.after.board());
                expected.exponents.extend(after.tiles().map(|tile| tile.get()));
                expected.points.push(slide.map_or(0, |slide| slide.points));
                expected.allowed.push(slide.is_some());
            }
        }
        assert_eq!(found, expected);
    }
}
