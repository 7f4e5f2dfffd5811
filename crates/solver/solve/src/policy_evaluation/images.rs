//! The images of a board, numbered by the symmetries that lead back to one of them.

use mdp2048_rules::{Shape, Symmetry};

/// The numbers of the images of boards.
///
/// The index of a solution holds one image of each board, its representative. Image `i` of a board
/// is the one that symmetry `i` (in the order of [`Symmetry::of`]) maps to the representative. If
/// several do, the first counts, so that every board has one number.
pub(super) struct ImageNumbers {
    symmetries: &'static [Symmetry],
    /// By symmetry: the number of its inverse.
    inverses: [u8; 8],
    /// By image of a board, and by mask of the symmetries from the board after a change of the
    /// representative to the representative of that: the image of the board after the same change
    /// of the first image.
    after: Vec<[u8; 256]>,
}

impl ImageNumbers {
    /// The numbers for boards of a shape.
    pub(super) fn new(shape: Shape) -> Self {
        let symmetries = Symmetry::of(shape);
        let number = |of_cell: &dyn Fn(usize) -> usize| {
            let is_same = |symmetry: &Symmetry| {
                (0..shape.cells()).all(|cell| symmetry.cell(shape, cell) == of_cell(cell))
            };
            // The symmetries of a shape are a group.
            symmetries.iter().position(is_same).unwrap_or(0)
        };
        let mut inverses = [0; 8];
        for (inverse, symmetry) in inverses.iter_mut().zip(symmetries) {
            *inverse = number(&|cell| symmetry.inverse().cell(shape, cell)) as u8;
        }
        let after = symmetries.iter().map(|image| {
            // The board after the change of the image is that of the representative under the
            // inverse of the symmetry. So a symmetry maps it as its product with the inverse maps
            // that of the representative.
            let products: Vec<usize> = symmetries
                .iter()
                .map(|to| number(&|cell| to.cell(shape, image.inverse().cell(shape, cell))))
                .collect();
            std::array::from_fn(|mask| {
                products.iter().position(|product| mask >> product & 1 == 1).unwrap_or(0) as u8
            })
        });
        Self { symmetries, inverses, after: after.collect() }
    }

    /// The number of images.
    pub(super) const fn len(&self) -> usize {
        self.symmetries.len()
    }

    /// The symmetry that maps an image to the representative.
    pub(super) fn symmetry(&self, image: usize) -> Symmetry {
        self.symmetries[image]
    }

    /// The number of the inverse of a symmetry.
    #[inline(always)]
    pub(super) fn inverse(&self, symmetry: usize) -> usize {
        usize::from(self.inverses[symmetry])
    }

    /// The image of a board after a change. The arguments are the image before it, and a mask of
    /// the symmetries from the board after the same change of the representative to its own
    /// representative.
    #[inline(always)]
    pub(super) fn after(&self, image: usize, mask: u8) -> usize {
        usize::from(self.after[image][usize::from(mask)])
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Game;
    use mdp2048_rules::{Action, Board, CanonicalState};

    use super::*;
    use crate::board_index::codes::BoardCodes;
    use crate::simd::least;

    #[test]
    fn images_after_an_action_are_those_of_the_boards() {
        for (shape, target) in [("2x2", 16), ("2x3", 32), ("3x3", 32), ("4x3", 16)] {
            let shape: Shape = shape.parse().expect("a shape");
            let game = Game::reach(shape, target).expect("a game");
            let (codes, _) = BoardCodes::new(&game).expect("small tables");
            let numbers = ImageNumbers::new(shape);
            // The mask of the symmetries to the representative.
            let mask = |board: Board| {
                let images = codes.images(board)?;
                let is_least = |lane: &usize| images.0[*lane] == least(&images);
                Some((0..numbers.len()).filter(is_least).fold(0, |mask, lane| mask | 1 << lane))
            };
            let mut random = 1u64;
            for _ in 0..500 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let digit = |cell: usize| (random >> 8 >> (3 * cell)) & 3;
                let key = (0..shape.cells()).fold(0, |key, cell| key << 4 | digit(cell));
                let board = Board::from_key(shape, key).expect("a board");
                let Some(of_board) = mask(board) else { continue };
                let image = numbers.after(0, of_board);
                assert_eq!(image, of_board.trailing_zeros() as usize);
                let symmetry = numbers.symmetry(image);
                let canonical = symmetry.board(board);
                assert_eq!(numbers.symmetry(numbers.inverse(image)).board(canonical), board);
                for action in Action::ALL {
                    let Some(slide) = board.slide(action) else { continue };
                    let (after, on_canonical) = (slide.after.board(), symmetry.action(action));
                    let moved = canonical.slide(on_canonical).expect("an action").after.board();
                    assert_eq!(CanonicalState::of(after).0, CanonicalState::of(moved).0);
                    if let (Some(of_after), Some(of_moved)) = (mask(after), mask(moved)) {
                        let found = numbers.after(image, of_moved);
                        assert_eq!(found, of_after.trailing_zeros() as usize, "{board} {action}");
                    }
                }
            }
        }
    }
}
