//! What is remembered of the states whose choices were coded before, as features of the choices of
//! a state.
//!
//! The features of a choice are numbers. Each of them has a learnt weight, as a pattern's number
//! has. Boards are remembered in tables of fixed size, in which a later board replaces an earlier
//! one with the same slot, so the memory does not grow with the number of states.

use mdp2048_rules::{Action, Board};

use crate::rules::{Choice, Choices};

/// The least exponent of a tile whose rest is used. States that differ in a smaller tile are seldom
/// of the same kind, and most boards have several of them.
const LEAST_EXPONENT: u64 = 5;

/// Multiplicative hashing: the high bits of the product (Knuth, volume 3, section 6.4).
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The logarithm to the base 2 of the number of slots for rests of boards without a large tile,
/// which recur after many layers.
const LARGE_SLOT_BITS: u32 = 21;
/// The same for other rests, which recur within a few layers.
const SMALL_SLOT_BITS: u32 = 18;
/// The least exponent of a large tile.
const LARGE_EXPONENT: u64 = 7;
/// The logarithm to the base 2 of the number of slots for afterstates, and for pairs of them.
const AFTERSTATE_SLOT_BITS: u32 = 15;

/// The largest number of states in a row with the same rest and the same action that is counted.
const MAX_ROW: u16 = 7;
/// The largest number of states that is counted for an afterstate.
const MAX_COUNT: u16 = 3;

/// The first feature of each kind. The first kind, from 0, has the number of choices, the number of
/// the choice and its action.
const OUTCOMES: u32 = 80;
const WORSE: u32 = OUTCOMES + 16;
const PREVIOUS: u32 = WORSE + 2;
const RESTS: u32 = PREVIOUS + 2 * 17;

/// The features of the choices of one state after another.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceFeatures {
    /// By the rest of a board: the action of the last state with this rest, in two bits; in three
    /// bits, the number of states in a row that had it; and a check of the rest. A *rest* is a
    /// board without one of its tiles, with the place of the tile.
    rests: Vec<u16>,
    /// By afterstate: the number of states that did not choose it and that of states that did, in
    /// two bits each, and a check of the afterstate.
    outcomes: Vec<u16>,
    /// By pair of afterstates: whether the one with the larger key was chosen, and a check.
    pairs: Vec<u16>,
    /// The key and the action of the state before, in the same layer.
    previous: Option<(u64, Action)>,
    /// The hashes of the rests of the state, by the place of the tile in the key.
    hashes: [u64; 16],
    /// The features of the state that all its choices have, without their lowest bit, each with the
    /// number of the choice whose lowest bit is set.
    shared: Vec<(u32, Option<usize>)>,
    /// Whether a choice of the state was rejected in favour of another one of its choices before.
    worse: [bool; 4],
}

impl ChoiceFeatures {
    /// The number of features.
    pub(crate) const COUNT: usize = RESTS as usize + 16 * 16 * 8 * 2;

    /// Features before the first state.
    pub(crate) fn new() -> Self {
        Self {
            rests: vec![0; (1 << LARGE_SLOT_BITS) + (1 << SMALL_SLOT_BITS)],
            outcomes: vec![0; 1 << AFTERSTATE_SLOT_BITS],
            pairs: vec![0; 1 << AFTERSTATE_SLOT_BITS],
            previous: None,
            hashes: [0; 16],
            shared: Vec::new(),
            worse: [false; 4],
        }
    }

    /// Begins a layer.
    pub(crate) const fn begin_layer(&mut self) {
        self.previous = None;
    }

    /// Goes to a state with several choices.
    pub(crate) fn begin_state(&mut self, board: Board, choices: &Choices) {
        self.shared.clear();
        let (key, cells) = (board.key(), board.shape().cells());
        if let Some((previous, action)) = self.previous {
            let common = (previous ^ key).leading_zeros() / 4 + cells as u32 - 16;
            self.shared.push((PREVIOUS + 2 * common, choices.number(action)));
        }
        // All entries are read before any of them is used: the processor waits for them together.
        let mut entries = [0; 16];
        for (place, entry) in entries[..cells].iter_mut().enumerate() {
            let rest = key & !(15 << (4 * place));
            let hash = rest.wrapping_mul(FACTOR).wrapping_mul(2 * place as u64 + 1);
            self.hashes[place] = hash;
            // Locked cells hold no tile that counts.
            let tile = board.free_key() >> (4 * place) & 15;
            if tile >= LEAST_EXPONENT {
                *entry = self.rests[rest_slot(hash, tile)];
            }
        }
        for (place, &entry) in entries[..cells].iter().enumerate() {
            let tile = key >> (4 * place) & 15;
            let in_row = entry >> 2 & 7;
            if in_row == 0 || entry >> 5 != rest_check(self.hashes[place]) {
                continue;
            }
            if let Some(number) = choices.number(Action::ALL[usize::from(entry & 3)]) {
                let feature = (place as u32 * 16 + tile as u32) * 8 + u32::from(in_row);
                self.shared.push((RESTS + 2 * feature, Some(number)));
            }
        }
        self.worse = [false; 4];
        let choices = choices.as_slice();
        for (second, other) in choices.iter().enumerate() {
            for (first, choice) in choices[..second].iter().enumerate() {
                let (slot, check, is_larger) = pair(choice, other);
                let entry = self.pairs[slot];
                if entry & !1 == check {
                    let first_is_better = (entry & 1 == 1) == is_larger;
                    self.worse[if first_is_better { second } else { first }] = true;
                }
            }
        }
    }

    /// Appends the features of a choice of the state, each added to `offset`. All choices of the
    /// state have the same number of features.
    pub(crate) fn add_indices(
        &self,
        choices: &[Choice],
        number: usize,
        offset: u32,
        indices: &mut Vec<u32>,
    ) {
        let choice = &choices[number];
        let position = (choices.len() * 4 + number) * 4 + choice.action.index();
        let (slot, check) = outcome(choice);
        let entry = self.outcomes[slot];
        let counts = if entry & !15 == check { u32::from(entry & 15) } else { 0 };
        indices.extend([
            offset + position as u32,
            offset + OUTCOMES + counts,
            offset + WORSE + u32::from(self.worse[number]),
        ]);
        let shared = self.shared.iter();
        indices
            .extend(shared.map(|&(feature, of)| offset + feature + u32::from(of == Some(number))));
    }

    /// Remembers which of its choices the state made.
    pub(crate) fn learn(&mut self, board: Board, choices: &[Choice], coded: usize) {
        let (key, action) = (board.free_key(), choices[coded].action.index() as u16);
        for (place, &hash) in self.hashes[..board.shape().cells()].iter().enumerate() {
            // The states that this one predicts have a larger tile.
            let tile = (key >> (4 * place) & 15) + 1;
            if tile < LEAST_EXPONENT {
                continue;
            }
            let entry = &mut self.rests[rest_slot(hash, tile)];
            let check = rest_check(hash);
            let is_same = *entry >> 5 == check && *entry & 3 == action;
            let in_row = if is_same { (*entry >> 2 & 7) + 1 } else { 1 };
            *entry = check << 5 | in_row.min(MAX_ROW) << 2 | action;
        }
        let own = &choices[coded];
        for (number, choice) in choices.iter().enumerate() {
            let (slot, check) = outcome(choice);
            let entry = &mut self.outcomes[slot];
            if *entry & !15 != check {
                *entry = check;
            }
            let (chosen, rejected) = (*entry >> 2 & 3, *entry & 3);
            if number == coded {
                *entry = check | (chosen + 1).min(MAX_COUNT) << 2 | rejected;
            } else {
                *entry = check | chosen << 2 | (rejected + 1).min(MAX_COUNT);
                let (slot, check, is_larger) = pair(own, choice);
                self.pairs[slot] = check | u16::from(is_larger);
            }
        }
    }

    /// Remembers the action of a state, which is then the state before the next one.
    pub(crate) const fn end_state(&mut self, board: Board, action: Action) {
        self.previous = Some((board.key(), action));
    }
}

/// The slot of a rest, given the tile that is not in it.
const fn rest_slot(hash: u64, tile: u64) -> usize {
    if tile >= LARGE_EXPONENT {
        (hash >> (64 - LARGE_SLOT_BITS)) as usize
    } else {
        (1 << LARGE_SLOT_BITS) + (hash >> (64 - SMALL_SLOT_BITS)) as usize
    }
}

/// The check of a rest: 11 bits of its hash.
const fn rest_check(hash: u64) -> u16 {
    (hash >> 32) as u16 & 0x7ff
}

/// The slot of an afterstate and its check, whose four lowest bits are clear.
const fn outcome(choice: &Choice) -> (usize, u16) {
    let hash = choice.after.key().wrapping_mul(FACTOR);
    ((hash >> (64 - AFTERSTATE_SLOT_BITS)) as usize, (hash >> 32) as u16 & !15)
}

/// The slot of a pair of afterstates; its check, whose lowest bit is clear; and whether the first
/// one has the larger key.
const fn pair(first: &Choice, second: &Choice) -> (usize, u16, bool) {
    let (first, second) = (first.after.key(), second.after.key());
    let (less, larger) = if first < second { (first, second) } else { (second, first) };
    let hash = (less.wrapping_mul(FACTOR) ^ larger).wrapping_mul(FACTOR);
    let slot = (hash >> (64 - AFTERSTATE_SLOT_BITS)) as usize;
    (slot, (hash >> 32) as u16 & !1, first > second)
}
