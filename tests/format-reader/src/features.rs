//! The features of choices.

use crate::game::{ReadChoice, ReadGame};

/// The number of features.
pub(crate) const FEATURES: usize = 132 + 4096;

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// What is remembered of earlier states.
pub(crate) struct FeatureMemory {
    /// By slot: check, row and action of a rest.
    rests: Vec<(u64, usize, u8)>,
    /// By slot: check, chosen and rejected.
    outcomes: Vec<(u64, usize, usize)>,
    /// By slot: check, and whether the larger key was chosen.
    pairs: Vec<(u64, bool)>,
    /// The key and the action of the state before in the layer.
    pub(crate) previous: Option<(u64, u8)>,
}

/// The rest of a board without the tile in a cell: its slots for a tile and for the next larger
/// one, `None` for small tiles, and its check.
struct Rest {
    tile: usize,
    slots: [Option<usize>; 2],
    check: u64,
}

fn rest(game: &ReadGame, key: u64, cell: usize) -> Rest {
    let place = game.grid.cells() - 1 - cell;
    let tile = usize::from(game.grid.tile(key, cell));
    let without = key - ((tile as u64) << (4 * place));
    let hash = without.wrapping_mul(FACTOR).wrapping_mul(2 * place as u64 + 1);
    let slot = |tile: usize| match tile {
        0..=4 => None,
        5..=6 => Some((1 << 21) + (hash >> 46) as usize),
        _ => Some((hash >> 43) as usize),
    };
    Rest { tile, slots: [slot(tile), slot(tile + 1)], check: hash >> 32 & 2047 }
}

/// The slot and the check of an afterstate.
fn outcome(choice: &ReadChoice) -> (usize, u64) {
    let hash = choice.after.wrapping_mul(FACTOR);
    ((hash >> 49) as usize, hash >> 36 & 4095)
}

/// The slot and the check of two afterstates.
fn pair(a: &ReadChoice, b: &ReadChoice) -> (usize, u64) {
    let (less, larger) = (a.after.min(b.after), a.after.max(b.after));
    let hash = (less.wrapping_mul(FACTOR) ^ larger).wrapping_mul(FACTOR);
    ((hash >> 49) as usize, hash >> 33 & 32767)
}

impl FeatureMemory {
    pub(crate) fn new() -> Self {
        Self {
            rests: vec![(0, 0, 0); (1 << 21) + (1 << 18)],
            outcomes: vec![(0, 0, 0); 1 << 15],
            pairs: vec![(0, false); 1 << 15],
            previous: None,
        }
    }

    /// The features of each choice of a state.
    pub(crate) fn of(&self, game: &ReadGame, key: u64, choices: &[ReadChoice]) -> Vec<Vec<usize>> {
        let n = choices.len();
        let mut features = Vec::with_capacity(n);
        for (i, choice) in choices.iter().enumerate() {
            let (slot, check) = outcome(choice);
            let (found, chosen, rejected) = self.outcomes[slot];
            let counts = if found == check { 4 * chosen + rejected } else { 0 };
            let is_worse = choices.iter().enumerate().any(|(j, other)| {
                let (slot, check) = pair(choice, other);
                let (found, larger_won) = self.pairs[slot];
                j != i && found == check && larger_won == (other.after > choice.after)
            });
            let action = usize::from(choice.action);
            features.push(vec![16 * n + 4 * i + action, 80 + counts, 96 + usize::from(is_worse)]);
        }
        let number = |action: u8| {
            let after = game.choice(key, action)?.after;
            choices.iter().position(|choice| choice.after == after)
        };
        let mut add = |feature: usize, number: Option<usize>| {
            for (i, features) in features.iter_mut().enumerate() {
                features.push(feature + usize::from(number == Some(i)));
            }
        };
        if let Some((previous, action)) = self.previous {
            let cells = game.grid.cells();
            let same = |cell: &usize| game.grid.tile(previous, *cell) == game.grid.tile(key, *cell);
            let common = (0..cells).take_while(same).count();
            add(98 + 2 * common, number(action));
        }
        for cell in (0..game.grid.cells()).rev().filter(|&cell| game.grid.is_free(cell)) {
            let rest = rest(game, key, cell);
            let Some(slot) = rest.slots[0] else { continue };
            let (check, row, action) = self.rests[slot];
            let found = number(action).filter(|_| row > 0 && check == rest.check);
            if found.is_some() {
                let place = game.grid.cells() - 1 - cell;
                add(132 + 2 * (8 * (16 * place + rest.tile) + row), found);
            }
        }
        features
    }

    /// Remembers the choice of a state with several ones.
    pub(crate) fn learn(&mut self, game: &ReadGame, key: u64, choices: &[ReadChoice], own: usize) {
        for cell in (0..game.grid.cells()).filter(|&cell| game.grid.is_free(cell)) {
            let rest = rest(game, key, cell);
            let Some(slot) = rest.slots[1] else { continue };
            let (check, row, action) = self.rests[slot];
            let same = check == rest.check && action == choices[own].action;
            let row = if same { (row + 1).min(7) } else { 1 };
            self.rests[slot] = (rest.check, row, choices[own].action);
        }
        for (i, choice) in choices.iter().enumerate() {
            let (slot, check) = outcome(choice);
            let (found, mut chosen, mut rejected) = self.outcomes[slot];
            if found != check {
                (chosen, rejected) = (0, 0);
            }
            if i == own {
                chosen = (chosen + 1).min(3);
            } else {
                rejected = (rejected + 1).min(3);
                let (slot, check) = pair(choice, &choices[own]);
                self.pairs[slot] = (check, choices[own].after > choice.after);
            }
            self.outcomes[slot] = (check, chosen, rejected);
        }
    }
}
