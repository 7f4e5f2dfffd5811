//! How likely a game comes to a state without an entry.

use std::collections::BTreeMap;

use mdp2048_rules::Board;

use super::TextPolicy;
use crate::by_key::ByKey;
use crate::rules::Rules;

impl TextPolicy {
    /// The probability that a game under the policy ever comes to a state without an entry, 0 to
    /// 1, found by a walk through all of its states.
    pub fn leave_probability(&self) -> f64 {
        let rules = Rules::new(self.game);
        let mut left = 0.0;
        let mut layers: BTreeMap<u32, ByKey<f64>> = BTreeMap::new();
        for start in self.game.starts() {
            let board = start.state.board();
            come(&mut layers, board.tile_sum().get() / 2, board, start.probability);
        }
        while let Some((half_sum, coming)) = layers.pop_first() {
            let layer = self.table.layer(half_sum);
            let mut after: ByKey<f64> = ByKey::default();
            for (board, games) in self.ascending(coming) {
                let entry = layer.and_then(|layer| {
                    let at = layer.keys.binary_search(&board.key()).ok()?;
                    rules.act(board, layer.actions[at])
                });
                match entry {
                    Some(choice) if choice.wins => {}
                    Some(choice) => *after.entry(choice.after.key()).or_insert(0.0) += games,
                    None if rules.is_lost(board) => {}
                    None => left += games,
                }
            }
            for (board, games) in self.ascending(after) {
                rules.spawns(board, |board, up, probability| {
                    come(&mut layers, half_sum + up as u32, board, games * probability);
                });
            }
        }
        left
    }

    /// In one order, so that sums are the same every time.
    fn ascending(&self, boards: ByKey<f64>) -> impl Iterator<Item = (Board, f64)> {
        let mut boards: Vec<(u64, f64)> = boards.into_iter().collect();
        boards.sort_unstable_by_key(|&(key, _)| key);
        let shape = self.game.shape();
        // Keys were made from boards of this shape.
        boards
            .into_iter()
            .filter_map(move |(key, games)| Some((Board::from_key(shape, key)?, games)))
    }
}

fn come(layers: &mut BTreeMap<u32, ByKey<f64>>, half_sum: u32, board: Board, games: f64) {
    *layers.entry(half_sum).or_default().entry(board.key()).or_insert(0.0) += games;
}
