//! Boards with the probability that games visit them.

use rayon::prelude::*;

use crate::rules::Rules;
use crate::value::Weight;

/// A canonical board, or an afterstate, with the probability that games visit it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WeightedBoard {
    pub(crate) key: u64,
    pub(crate) weight: Weight,
}

/// The bytes of a board with its weight.
pub(crate) const WEIGHTED_BYTES: u64 = size_of::<WeightedBoard>() as u64;

/// The afterstates of a unit of parallel work.
const CHUNK: usize = 1 << 15;

/// Sorts boards by their keys, and adds up the weights of equal ones.
pub(crate) fn merge(boards: &mut Vec<WeightedBoard>) {
    // Stable sorts merge the sorted parts of which a list consists.
    boards.par_sort_by_key(|board| board.key);
    add_up(boards);
}

/// Adds up the weights of equal boards of a sorted list.
fn add_up(boards: &mut Vec<WeightedBoard>) {
    boards.dedup_by(|next, kept| {
        let is_same = next.key == kept.key;
        if is_same {
            kept.weight += next.weight;
        }
        is_same
    });
}

/// The boards after a random 2 on afterstates, and those after a 4, each sorted. Visits of a board
/// after one afterstate count from the probability `least` on.
pub(crate) fn spawned(
    rules: &Rules,
    afters: &[WeightedBoard],
    least: Weight,
) -> [Vec<WeightedBoard>; 2] {
    let of_chunk = |chunk: &[WeightedBoard]| {
        let mut boards = [Vec::new(), Vec::new()];
        for &WeightedBoard { key, weight } in chunk {
            let after = rules.board(key);
            let weights = rules.fractions.on_cell(weight, after.empty_cells().count() as u64);
            for ((boards, keys), weight) in boards.iter_mut().zip(rules.spawns(after)).zip(weights)
            {
                if weight >= least {
                    boards.extend(keys.map(|key| WeightedBoard { key, weight }));
                }
            }
        }
        for boards in &mut boards {
            boards.sort_unstable_by_key(|board| board.key);
            add_up(boards);
        }
        boards
    };
    let chunks: Vec<_> = afters.par_chunks(CHUNK).map(of_chunk).collect();
    let mut all = [Vec::new(), Vec::new()];
    for chunk in chunks {
        for (all, boards) in all.iter_mut().zip(chunk) {
            all.extend(boards);
        }
    }
    all.iter_mut().for_each(merge);
    all
}
