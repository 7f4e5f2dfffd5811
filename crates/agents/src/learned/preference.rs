//! A choice among moves of nearly equal value, which makes games meet on fewer boards.
//!
//! Moves of nearly equal value lead to very different boards. With a tolerance, an agent takes
//! among these moves the one whose afterstate comes first in a fixed order of boards (a thresholded
//! lexicographic order: Z. Gábor, Z. Kalmár and C. Szepesvári, "Multi-criteria reinforcement
//! learning", 1998). Its games are spread over fewer boards, so that a proof on a set of boards
//! needs fewer of them.

use mdp2048_rules::Action;
use mdp2048_rules::nibbles::swapped;

use crate::agent::ActionEstimates;
use crate::slides::{Slides, images};

/// Among the moves of a board whose estimate falls short of the highest one by at most a share of
/// it, the tolerance, the action with the greatest afterstate in the order of [`corner_order`], and
/// of several the one with the highest estimate; `None` if no action is allowed. The tolerance is
/// in [0, 1].
pub(super) fn preferred(
    slides: &Slides,
    board: u64,
    estimates: &ActionEstimates,
    tolerance: f64,
) -> Option<Action> {
    let highest = estimates.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    // A move that makes the target has an infinite estimate. Near the end of a game the network may
    // expect less than 0 points.
    let least = if highest.is_finite() { highest - tolerance * highest.abs() } else { highest };
    let candidates = Action::ALL.into_iter().filter_map(|action| {
        let estimate = estimates[action.index()].filter(|&estimate| estimate >= least)?;
        Some((corner_order(slides.act(board, action.index()).0), estimate, action))
    });
    let first = candidates.reduce(|best, next| {
        let is_better = next.0 > best.0 || next.0 == best.0 && next.1 > best.1;
        if is_better { next } else { best }
    });
    first.map(|(.., action)| action)
}

/// The tiles of a board as a number, the same for all its symmetry images: the greatest over the
/// images of the tiles read block by block. The first block is the 2x2 corner, so the number is
/// great if large tiles are close to one corner.
fn corner_order(key: u64) -> u64 {
    images(key).into_iter().map(by_blocks).max().unwrap_or_default()
}

/// The nibbles of a key in the order of the cells 0 1 4 5, 2 6 3 7, 8 9 12 13, 10 11 14 15.
const fn by_blocks(key: u64) -> u64 {
    let blocks = swapped(key, 8, 0x0000_ff00_0000_ff00);
    // The second block is read by columns, which are closer to the corner than its second row.
    swapped(blocks, 4, 0x0000_00f0_0000_0000)
}

#[cfg(test)]
mod tests {
    use mdp2048_rules::Board;

    use super::*;

    #[test]
    fn blocks_are_read_from_the_corner() {
        assert_eq!(by_blocks(0x0123_4567_89ab_cdef), 0x0145_2637_89cd_abef);
        let key = |text: &str| text.parse::<Board>().unwrap().key();
        let board: Board = "2 0 0 4/0 0 0 0/0 16 0 8/0 0 32 64".parse().unwrap();
        for image in board.images().boards() {
            assert_eq!(corner_order(image.key()), corner_order(board.key()));
        }
        let [near, far] =
            ["64 32 0 0/16 8 0 0/0 0 0 0/0 0 0 0", "64 32 16 8/0 0 0 0/0 0 0 0/0 0 0 0"];
        assert!(corner_order(key(near)) > corner_order(key(far)));
    }

    #[test]
    fn the_order_chooses_among_moves_within_the_tolerance() {
        let slides = Slides::new();
        let board = "8 4 2 0/0 0 0 0/0 0 0 0/0 0 0 2".parse::<Board>().unwrap().key();
        let estimates = [Some(90.0), Some(100.0), Some(70.0), Some(95.0)];
        let chosen = |tolerance| preferred(&slides, board, &estimates, tolerance);
        assert_eq!(chosen(0.0), Some(Action::Right));
        assert_ne!(chosen(1.0), chosen(0.0));
        let winning = [Some(1e9), Some(f64::INFINITY), None, None];
        assert_eq!(preferred(&slides, board, &winning, 0.5), Some(Action::Right));
        let negative = [None, Some(-8.0), None, Some(-9.0)];
        assert_eq!(preferred(&slides, board, &negative, 0.1), Some(Action::Right));
        assert_eq!(preferred(&slides, board, &[None; 4], 0.5), None);
    }
}
