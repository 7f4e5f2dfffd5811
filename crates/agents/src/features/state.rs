//! The features of a board.

use mdp2048_rules::{Action, Board};

use crate::simulator::Simulator;

/// The number of feature states: 2^8 directions, 15 numbers of empty cells and 9 of merges.
pub(super) const STATES: usize = 256 * EMPTY * MERGES;

/// The numbers of empty cells, 0 to 14.
const EMPTY: usize = 15;

/// The numbers of merges, 0 to 8.
const MERGES: usize = 9;

/// The number of the feature state of a 4x4 board, below [`STATES`].
pub(super) fn of_board(simulator: &Simulator, board: Board) -> usize {
    let mut directions = 0;
    let turned = board.transposed().key();
    for line in 0..4 {
        // The first row is the highest 16 bits.
        let shift = 48 - 16 * line;
        let (row, column) = ((board.key() >> shift) as u16, (turned >> shift) as u16);
        directions = directions << 2
            | usize::from(is_ordered(row, line % 2 == 0)) << 1
            | usize::from(is_ordered(column, line % 2 == 0));
    }
    let empty = board.empty_cells().len().min(EMPTY - 1);
    let merges = [Action::Left, Action::Up].map(|action| {
        let after = simulator.act(board, action).map(|moved| moved.after.board());
        after.map_or(0, |after| after.empty_cells().len() - board.empty_cells().len())
    });
    let merges = merges[0].max(merges[1]).min(MERGES - 1);
    (directions * EMPTY + empty) * MERGES + merges
}

/// Whether no tile of a line is larger than the one before it, or none smaller. An empty cell is
/// smaller than all tiles.
fn is_ordered(line: u16, falls: bool) -> bool {
    let tile = |cell: u16| line >> (12 - 4 * cell) & 15;
    (1..4)
        .all(|cell| if falls { tile(cell - 1) >= tile(cell) } else { tile(cell - 1) <= tile(cell) })
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};
    use mdp2048_rules::Shape;

    use super::*;

    #[test]
    fn features_of_boards() {
        let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1).unwrap();
        let simulator = Simulator::new(game);
        let state = |text: &str| of_board(&simulator, text.parse().unwrap());
        // Every line is ordered in both directions; no merge.
        let empty = state("0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0");
        assert_eq!(empty, (255 * EMPTY + 14) * MERGES);
        // Eight merges along the rows, and the lines are ordered in both directions.
        let full = state("2 2 2 2/2 2 2 2/2 2 2 2/2 2 2 2");
        assert_eq!(full, (255 * EMPTY) * MERGES + 8);
        // Row 1 falls and row 3 does not; rows 2 and 4 rise; of the columns only column 2 is
        // ordered as wanted: it rises. Rows 1 and 3 have a merge each.
        let board = "4 2 0 2/0 4 8 16/2 8 2 2/0 16 32 64";
        let rows = [false, true, false, true];
        let columns = [false, true, false, false];
        let expected = (0..4).fold(0, |bits, line| {
            bits << 2 | usize::from(rows[line]) << 1 | usize::from(columns[line])
        });
        assert_eq!(state(board), (expected * EMPTY + 3) * MERGES + 2);
    }
}
