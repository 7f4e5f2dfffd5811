//! The walk that both sides make: from the start states up the layers, under the policy.
//!
//! Only what the policy does has to be told. Which states it comes to, and how likely, follows, so
//! no state is ever written down. Occupancies are sums and products of `f64` in one fixed order,
//! which IEEE 754 defines to the bit: whoever walks, on whatever platform, keeps the same states.

use std::collections::VecDeque;

use mdp2048_rules::Board;

use crate::by_key::ByKey;
use crate::rules::{Choice, Rules};

/// A state that the walk keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    pub(crate) board: Board,
    pub(crate) occupancy: f64,
}

/// A walk up the layers.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// States of less occupancy are not kept; 0 keeps every reachable one.
    threshold: f64,
    /// Half the tile sum of the layer that is next.
    half_sum: u32,
    /// The games that come to each board: of the next layer first, and so on.
    coming: VecDeque<ByKey<f64>>,
    /// The probability that a game has left the kept states.
    pub(crate) leave_probability: f64,
    /// Expected visits to kept states.
    pub(crate) visits: f64,
}

/// The kept states of one layer, ascending.
#[derive(Clone, Debug)]
pub(crate) struct WalkedLayer {
    /// Half the tile sum.
    pub(crate) half_sum: u32,
    pub(crate) visits: Vec<Visit>,
}

impl Walk {
    pub(crate) fn new(rules: &Rules, threshold: f64) -> Self {
        let mut walk = Self {
            threshold,
            half_sum: 0,
            coming: VecDeque::from([ByKey::default()]),
            leave_probability: 0.0,
            visits: 0.0,
        };
        for start in rules.game.starts() {
            let board = start.state.board();
            walk.come(board, board.tile_sum().get() / 2, start.probability);
        }
        walk
    }

    fn come(&mut self, board: Board, half_sum: u32, games: f64) {
        let at = (half_sum - self.half_sum) as usize;
        while self.coming.len() <= at {
            self.coming.push_back(ByKey::default());
        }
        *self.coming[at].entry(board.key()).or_insert(0.0) += games;
    }

    /// The next layer that keeps any state; `None` at the end.
    pub(crate) fn next_layer(&mut self, rules: &Rules) -> Option<WalkedLayer> {
        loop {
            let coming = self.coming.pop_front()?;
            let half_sum = self.half_sum;
            self.half_sum += 1;
            let mut coming: Vec<(u64, f64)> = coming.into_iter().collect();
            coming.sort_unstable_by_key(|&(key, _)| key);
            let mut visits = Vec::new();
            for (key, occupancy) in coming {
                let Some(board) = Board::from_key(rules.game.shape(), key) else { continue };
                if rules.is_lost(board) {
                    continue;
                }
                if occupancy < self.threshold {
                    self.leave_probability += occupancy;
                } else {
                    self.visits += occupancy;
                    visits.push(Visit { board, occupancy });
                }
            }
            if !visits.is_empty() {
                return Some(WalkedLayer { half_sum, visits });
            }
        }
    }

    /// Goes on from a layer with the choice that was made on each of its states.
    pub(crate) fn advance(&mut self, rules: &Rules, layer: &WalkedLayer, chosen: &[Choice]) {
        let mut after: ByKey<f64> = ByKey::default();
        for (visit, choice) in layer.visits.iter().zip(chosen) {
            if self.threshold <= 0.0 {
                // Every reachable state is kept, whether the policy comes to it or not.
                for other in
                    rules.choices(visit.board).as_slice().iter().filter(|other| !other.wins)
                {
                    after.entry(other.after.key()).or_insert(0.0);
                }
            }
            if !choice.wins {
                *after.entry(choice.after.key()).or_insert(0.0) += visit.occupancy;
            }
        }
        let mut after: Vec<(u64, f64)> = after.into_iter().collect();
        after.sort_unstable_by_key(|&(key, _)| key);
        for (key, games) in after {
            let Some(board) = Board::from_key(rules.game.shape(), key) else { continue };
            rules.spawns(board, |board, up, probability| {
                self.come(board, layer.half_sum + up as u32, games * probability);
            });
        }
    }
}
