//! A layer of a set: the boards of one tile sum, with their values and actions.

use crate::value::WinBound;

/// The boards of one tile sum.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SetLayer {
    /// The keys of canonical boards in sets, ascending.
    pub(crate) keys: Vec<u64>,
    /// The value of each board in the restricted game; none before they are computed.
    pub(crate) values: Vec<WinBound>,
    /// The index of the best action of each board; any number below 4 where the value is 0. Before
    /// the values are computed, an action that is probably good.
    pub(crate) actions: Vec<u8>,
}

impl SetLayer {
    /// Whether every board has a value.
    pub(crate) const fn has_values(&self) -> bool {
        self.values.len() == self.keys.len()
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

    /// The value of a board; 0 if it is outside.
    pub(crate) fn value(&self, key: u64) -> WinBound {
        self.keys.binary_search(&key).map_or(0, |at| self.values[at])
    }

    /// The actions on boards of a solved layer, for keys that ascend; `None` if a board is outside,
    /// or all that follows is.
    pub(crate) fn actions(&self, boards: &[u64]) -> Vec<Option<u8>> {
        let action = |at: Option<usize>| Some(self.actions[at.filter(|&at| self.values[at] > 0)?]);
        self.positions(boards.iter().copied()).map(action).collect()
    }
}
