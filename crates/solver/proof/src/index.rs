//! The values of a layer by the keys of its boards.

use crate::layer::SetLayer;
use crate::value::WinBound;

/// A table of the values of one layer, which exists while its boards are asked for: the layers
/// themselves are sorted arrays, in which a question takes several times as long.
///
/// Boards whose keys have the same upper half have a table of their own, so a slot needs only the
/// lower half: 8 bytes with the value instead of 16.
#[derive(Debug)]
pub(crate) struct LayerIndex {
    /// At most half are used.
    groups: Vec<Group>,
    /// The bits of a hash that are not used.
    shift: u32,
    /// At most two thirds of those of each group are used.
    slots: Vec<Slot>,
}

/// The boards whose keys have the same upper half.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    upper: u32,
    /// The bits of a hash that are not used; 0 where there is no group.
    shift: u32,
    /// Where its slots begin.
    start: usize,
}

/// A board with its value, by the lower half of its key.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    lower: u32,
    /// 0 where the slot is empty.
    value: WinBound,
}

/// The bits of a hash of 64 bits that a table with this number of places does not use.
const fn unused_bits(places: usize) -> u32 {
    64 - places.trailing_zeros()
}

/// The first place of a number in a table, and the mask of places.
#[inline]
const fn first_place(number: u32, unused_bits: u32) -> (usize, usize) {
    // The golden ratio times 2^64.
    let hash = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((hash >> unused_bits) as usize, (u64::MAX >> unused_bits) as usize)
}

impl LayerIndex {
    /// The table of the boards of a layer that have a positive value.
    pub(crate) fn new(layer: &SetLayer) -> Self {
        let mut values = &layer.values[..];
        let groups = || layer.keys[..values.len()].chunk_by(|&one, &next| one >> 32 == next >> 32);
        let places = (2 * groups().count()).next_power_of_two().max(2);
        let mut index = Self {
            groups: vec![Group::default(); places],
            shift: unused_bits(places),
            slots: Vec::new(),
        };
        for keys in groups() {
            let (start, places) = (index.slots.len(), (keys.len() * 3 / 2 + 1).next_power_of_two());
            let group = Group { upper: (keys[0] >> 32) as u32, shift: unused_bits(places), start };
            index.slots.resize(start + places, Slot::default());
            let of_group = values.split_off(..keys.len()).unwrap_or_default();
            for (&key, &value) in keys.iter().zip(of_group).filter(|&(_, &value)| value > 0) {
                let slot = index.slot(&group, key as u32);
                index.slots[slot] = Slot { lower: key as u32, value };
            }
            let at = index.group(group.upper);
            index.groups[at] = group;
        }
        index
    }

    /// The bytes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&self.groups[..]) + size_of_val(&self.slots[..])) as u64
    }

    /// The value of a board; 0 if it is not in the table.
    #[inline]
    pub(crate) fn value(&self, key: u64) -> WinBound {
        let group = &self.groups[self.group((key >> 32) as u32)];
        if group.shift == 0 { 0 } else { self.slots[self.slot(group, key as u32)].value }
    }

    /// The place of a group: where it is, or the empty one where it would be.
    #[inline]
    fn group(&self, upper: u32) -> usize {
        let (mut at, mask) = first_place(upper, self.shift);
        while self.groups[at].upper != upper && self.groups[at].shift != 0 {
            at = (at + 1) & mask;
        }
        at
    }

    /// The slot of a board of a group: where it is, or the empty one where it would be.
    #[inline]
    fn slot(&self, group: &Group, lower: u32) -> usize {
        let (mut at, mask) = first_place(lower, group.shift);
        let slots = &self.slots[group.start..];
        while slots[at].lower != lower && slots[at].value != 0 {
            at = (at + 1) & mask;
        }
        group.start + at
    }
}
