//! The values of a layer by the keys of its boards.

use crate::set::SetLayer;
use crate::value::WinBound;

/// A table of the values of one layer, which exists while its boards are asked for: the layers
/// themselves are sorted arrays, in which a question takes several times as long.
#[derive(Debug)]
pub(crate) struct LayerIndex {
    /// At most half are used.
    slots: Vec<Slot>,
    /// The bits of a hash that are not used.
    shift: u32,
}

/// A board with its value.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// 0 where the slot is empty: no board of a game is empty.
    key: u64,
    value: WinBound,
}

impl LayerIndex {
    /// The table of no boards.
    pub(crate) fn empty() -> Self {
        Self::new(&SetLayer::default())
    }

    /// The table of the boards of a layer that have a positive value.
    pub(crate) fn new(layer: &SetLayer) -> Self {
        let slots = (2 * layer.keys.len()).next_power_of_two().max(2);
        let shift = 64 - slots.trailing_zeros();
        let mut index = Self { slots: vec![Slot::default(); slots], shift };
        let boards = layer.keys.iter().zip(&layer.values);
        for (&key, &value) in boards.filter(|&(_, &value)| value > 0) {
            let slot = index.slot(key);
            index.slots[slot] = Slot { key, value };
        }
        index
    }

    /// The value of a board; 0 if it is not in the table.
    #[inline]
    pub(crate) fn value(&self, key: u64) -> WinBound {
        let slot = self.slot(key);
        self.slots[slot].value
    }

    /// The slot of a key: where it is, or the empty one where it would be.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        // The golden ratio times 2^64.
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        while self.slots[slot].key != key && self.slots[slot].key != 0 {
            slot = (slot + 1) & mask;
        }
        slot
    }
}
