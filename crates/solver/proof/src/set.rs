//! A set of boards by layers of the tile sum.

use std::mem;

use mdp2048_rules::Board;

use crate::rules::canonical;
use crate::value::WinBound;

/// The boards of one tile sum.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetLayer {
    /// The keys of canonical boards, ascending.
    pub(crate) keys: Vec<u64>,
    /// The value of each board in the restricted game.
    pub(crate) values: Vec<WinBound>,
    /// The index of the best action of each board; any number below 4 where the value is 0.
    pub(crate) actions: Vec<u8>,
}

/// An explicit set of canonical boards. A game that leaves it is lost.
#[derive(Clone, Debug, Default)]
pub struct BoardSet {
    /// By half of the tile sum.
    pub(crate) layers: Vec<SetLayer>,
}

impl SetLayer {
    /// A layer whose boards have no values yet.
    pub(crate) fn unsolved(keys: Vec<u64>) -> Self {
        let actions = vec![0; keys.len()];
        Self::played(keys, actions)
    }

    /// The same with the actions that games took, which are probably good.
    pub(crate) fn played(keys: Vec<u64>, actions: Vec<u8>) -> Self {
        Self { values: vec![0; keys.len()], actions, keys }
    }

    /// The positions of boards in the layer, for keys that ascend; `None` for those outside.
    pub(crate) fn positions(
        &self,
        boards: impl IntoIterator<Item = u64>,
    ) -> impl Iterator<Item = Option<usize>> {
        let mut boards = boards.into_iter().peekable();
        let mut at =
            boards.peek().map_or(0, |&first| self.keys.partition_point(|&key| key < first));
        boards.map(move |board| {
            at += self.keys[at..].iter().take_while(|&&key| key < board).count();
            (self.keys.get(at) == Some(&board)).then_some(at)
        })
    }
}

impl BoardSet {
    /// The number of boards.
    pub fn boards(&self) -> u64 {
        self.layers.iter().map(|layer| layer.keys.len() as u64).sum()
    }

    /// The memory in bytes.
    pub fn bytes(&self) -> u64 {
        let bytes = |layer: &SetLayer| {
            8 * layer.keys.capacity() + 4 * layer.values.capacity() + layer.actions.capacity()
        };
        self.layers.iter().map(|layer| bytes(layer) as u64).sum()
    }

    /// The set of these boards and their images.
    pub fn of(boards: impl IntoIterator<Item = Board>) -> Self {
        let mut set = Self::default();
        for board in boards {
            let half_sum = board.tile_sum().get() as usize / 2;
            set.layer_mut(half_sum).keys.push(canonical(board).key());
        }
        for layer in &mut set.layers {
            let mut keys = mem::take(&mut layer.keys);
            keys.sort_unstable();
            keys.dedup();
            *layer = SetLayer::unsolved(keys);
        }
        set
    }

    /// The action of a solved set on a board; `None` if the board is outside, or all that follows
    /// is.
    pub(crate) fn action(&self, half_sum: usize, key: u64) -> Option<u8> {
        let layer = self.layers.get(half_sum)?;
        let at = layer.keys.binary_search(&key).ok()?;
        (layer.values[at] > 0).then(|| layer.actions[at])
    }

    /// The layer of half a tile sum, which is added if there is none.
    pub(crate) fn layer_mut(&mut self, half_sum: usize) -> &mut SetLayer {
        if self.layers.len() <= half_sum {
            self.layers.resize_with(half_sum + 1, SetLayer::default);
        }
        &mut self.layers[half_sum]
    }
}
