//! Layers as the numbers that a worker sends.

use mdp2048_model::{DecisiveState, LayerDifficulty, UnluckyState};
use mdp2048_rules::{Board, Shape, TileSum};

/// The numbers of a layer: its tile sum, its seven sums in the order of [`LayerDifficulty`], the
/// number of decisive states, four numbers for each of them, and three for each unlucky state. The
/// first two are the upper and the lower half of the key of the board; then come the occupancy and
/// the regret, or the games that bad luck loses.
pub fn difficulty_numbers(layer: &LayerDifficulty) -> Vec<f64> {
    let mut numbers = vec![f64::from(layer.sum.get())];
    numbers.extend([layer.visited, layer.with_choice, layer.weighted_regret]);
    numbers.extend([layer.only_one_good, layer.lost, layer.won, layer.left_out]);
    numbers.push(layer.decisive.len() as f64);
    for state in &layer.decisive {
        numbers.extend(halves(state.board));
        numbers.extend([state.occupancy, state.regret]);
    }
    for state in &layer.unlucky {
        numbers.extend(halves(state.board));
        numbers.push(state.lost);
    }
    numbers
}

/// The halves of a key. A number of JavaScript holds 53 bits of a whole number, and a key has 64.
fn halves(board: Board) -> [f64; 2] {
    let key = board.key();
    [key >> 32, key & 0xffff_ffff].map(|half| half as f64)
}

/// The layer of [`difficulty_numbers`]; `None` if the numbers are not of this form.
pub(super) fn layer_of(shape: Shape, numbers: &[f64]) -> Option<LayerDifficulty> {
    let (sums, states) = numbers.split_first_chunk::<9>()?;
    let [sum, visited, with_choice, weighted_regret, only_one_good, lost, won, left_out, count] =
        *sums;
    let board =
        |upper: f64, lower: f64| Board::from_key(shape, (upper as u64) << 32 | lower as u64);
    let state = |&[upper, lower, occupancy, regret]: &[f64; 4]| {
        Some(DecisiveState { board: board(upper, lower)?, occupancy, regret })
    };
    let unlucky_state =
        |&[upper, lower, lost]: &[f64; 3]| Some(UnluckyState { board: board(upper, lower)?, lost });
    let (states, unlucky) = states.split_at_checked((count as usize).checked_mul(4)?)?;
    let decisive = states.as_chunks::<4>().0.iter().map(state).collect::<Option<Vec<_>>>()?;
    let unlucky =
        unlucky.as_chunks::<3>().0.iter().map(unlucky_state).collect::<Option<Vec<_>>>()?;
    Some(LayerDifficulty {
        sum: TileSum::new(sum as u32),
        visited,
        with_choice,
        weighted_regret,
        only_one_good,
        lost,
        won,
        left_out,
        decisive,
        unlucky,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_survives_as_numbers() {
        let board = Board::from_hex(Shape::FOUR_BY_FOUR, "f123456789abcde1").expect("a board");
        let decisive = vec![DecisiveState { board, occupancy: 1e-9, regret: 0.25 }; 2];
        let layer = LayerDifficulty {
            visited: 0.75,
            with_choice: 0.5,
            weighted_regret: 0.25,
            only_one_good: 0.125,
            lost: 0.0625,
            won: 1e-17,
            left_out: 1e-9,
            decisive,
            unlucky: vec![UnluckyState { board, lost: 1e-3 }; 3],
            ..LayerDifficulty::new(TileSum::new(40))
        };
        let numbers = difficulty_numbers(&layer);
        assert_eq!(layer_of(Shape::FOUR_BY_FOUR, &numbers), Some(layer));
        assert_eq!(layer_of(Shape::TWO_BY_TWO, &numbers), None);
        assert_eq!(layer_of(Shape::FOUR_BY_FOUR, &numbers[..7]), None);
    }
}
