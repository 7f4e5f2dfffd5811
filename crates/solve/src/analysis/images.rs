//! The image of a board that the index of a solution holds.

use mdp2048_model::Values as _;
use mdp2048_rules::Symmetry;

use crate::Solution;
use crate::lanes::Lanes;

/// Finds the canonical code of a board and the symmetry to the image that has it.
pub(super) struct ImageFinder {
    /// By cell from the last one, and by exponent: what the tile adds to the codes of the images.
    codes: Vec<[[u64; 8]; 16]>,
    symmetries: &'static [Symmetry],
}

impl ImageFinder {
    pub(super) fn new(solution: &Solution) -> Self {
        let of_cell = |weights: &Lanes<u64>| {
            std::array::from_fn(|exponent| weights.0.map(|weight| weight * exponent as u64))
        };
        Self {
            codes: solution.codes.weights().iter().rev().map(of_cell).collect(),
            symmetries: Symmetry::of(solution.game().shape()),
        }
    }

    /// The canonical code of the board with a key, and the symmetry to the image that has it.
    pub(super) fn find(&self, key: u64) -> (u64, Symmetry) {
        let (mut codes, mut left) = ([0; 8], key);
        for of_cell in &self.codes {
            for (code, more) in codes.iter_mut().zip(&of_cell[(left & 15) as usize]) {
                *code += more;
            }
            left >>= 4;
        }
        let (mut least, mut at) = (codes[0], 0);
        for (lane, &code) in codes.iter().enumerate().skip(1) {
            at = if code < least { lane } else { at };
            least = least.min(code);
        }
        (least, self.symmetries[at % self.symmetries.len()])
    }
}
