//! The game: choices, successors, starts and rewards.

use std::collections::BTreeMap;

use crate::board::Grid;

/// The fields of a game, as they are in the header.
#[derive(Clone, Debug, PartialEq)]
pub struct GameFields {
    /// Rows of the board, without the 128 of a game with locked cells or given start boards.
    pub rows: u8,
    /// Columns of the board.
    pub columns: u8,
    /// 0: win; 1: score; 2: moves; 3: fewest moves; 4: win, valued by the probability of losing.
    pub objective: u8,
    /// The target's face is 2 to this power; 0: no target.
    pub target_exponent: u8,
    /// The factor per move.
    pub discount: f64,
    /// The probability that a random tile is a 4.
    pub spawn_four: f64,
    /// The key of the empty board, which has only the locked tiles.
    pub empty: u64,
    /// The keys of the given start boards.
    pub starts: Vec<u64>,
}

/// A choice of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadChoice {
    /// The first action of the choice.
    pub(crate) action: u8,
    /// The afterstate as the slide leaves it.
    pub(crate) slid: u64,
    /// The canonical afterstate.
    pub(crate) after: u64,
    pub(crate) points: u32,
    pub(crate) wins: bool,
}

/// A successor of an afterstate.
pub(crate) struct ReadSuccessor {
    pub(crate) key: u64,
    /// The cell of the random tile.
    pub(crate) cell: usize,
    /// 1 for a 2, 2 for a 4: by how much the half sum rises.
    pub(crate) tile: u8,
    pub(crate) probability: f64,
}

/// A game with the rewards of its objective.
#[derive(Clone, Debug)]
pub(crate) struct ReadGame {
    pub(crate) grid: Grid,
    target: u8,
    spawn_four: f64,
    given_starts: Vec<u64>,
    each_move: f64,
    each_point: f64,
    win: f64,
    pub(crate) lost: f64,
    discount: f64,
    /// The least and the largest value, if the objective is to win.
    pub(crate) bounds: Option<(f64, f64)>,
    /// The largest regret, if the values are those of losing.
    pub(crate) largest_regret: Option<f64>,
}

impl ReadGame {
    pub(crate) fn new(fields: &GameFields) -> Self {
        let mut game = Self {
            grid: Grid::new(fields.rows.into(), fields.columns.into(), fields.empty),
            target: fields.target_exponent,
            spawn_four: fields.spawn_four,
            given_starts: fields.starts.clone(),
            each_move: 0.0,
            each_point: 0.0,
            win: 0.0,
            lost: 0.0,
            discount: 1.0,
            bounds: None,
            largest_regret: None,
        };
        match fields.objective {
            0 => {
                game.win = fields.discount;
                game.discount = fields.discount;
                game.bounds = Some((0.0, fields.discount));
            }
            1 => game.each_point = 1.0,
            2 => game.each_move = 1.0,
            4 => {
                game.lost = -1.0;
                game.bounds = Some((-1.0, 0.0));
                game.largest_regret = Some(1.0);
            }
            _ => {
                game.each_move = -1.0;
                game.lost = f64::NEG_INFINITY;
            }
        }
        game
    }

    /// The choices of a state.
    pub(crate) fn choices(&self, key: u64) -> Vec<ReadChoice> {
        let mut choices: Vec<ReadChoice> = Vec::with_capacity(4);
        for action in 0..4 {
            if let Some(choice) = self.choice(key, action)
                && choices.iter().all(|other| other.after != choice.after)
            {
                choices.push(choice);
            }
        }
        choices
    }

    /// The choice that an action is by itself; `None` if the action is not allowed.
    pub(crate) fn choice(&self, key: u64, action: u8) -> Option<ReadChoice> {
        let slid = self.grid.slide(key, action)?;
        Some(ReadChoice {
            action,
            slid: slid.key,
            after: self.grid.canonical(slid.key),
            points: slid.points,
            wins: self.target > 0 && slid.largest_merge >= self.target,
        })
    }

    pub(crate) fn is_lost(&self, key: u64) -> bool {
        (0..4).all(|action| self.grid.slide(key, action).is_none())
    }

    /// The boards after the random tile, not canonical yet.
    fn shown_successors(&self, after: u64) -> Vec<ReadSuccessor> {
        let empty = self.grid.empty_cells(after).count() as f64;
        let mut successors = Vec::with_capacity(2 * self.grid.cells());
        for cell in self.grid.empty_cells(after) {
            for (tile, chance) in [(1, 1.0 - self.spawn_four), (2, self.spawn_four)] {
                if chance > 0.0 {
                    let key = self.grid.with_tile(after, cell, tile);
                    successors.push(ReadSuccessor { key, cell, tile, probability: chance / empty });
                }
            }
        }
        successors
    }

    /// The successors of an afterstate, in order.
    pub(crate) fn successors(&self, after: u64) -> Vec<ReadSuccessor> {
        let mut successors = self.shown_successors(after);
        for successor in &mut successors {
            successor.key = self.grid.canonical(successor.key);
        }
        successors
    }

    /// The start probabilities of the start states by key.
    pub(crate) fn starts(&self) -> BTreeMap<u64, f64> {
        let mut starts = BTreeMap::new();
        for &start in &self.given_starts {
            let probability = 1.0 / self.given_starts.len() as f64;
            *starts.entry(self.grid.canonical(start)).or_insert(0.0) += probability;
        }
        if !starts.is_empty() {
            return starts;
        }
        for first in self.shown_successors(self.grid.empty) {
            for second in self.successors(first.key) {
                *starts.entry(second.key).or_insert(0.0) += first.probability * second.probability;
            }
        }
        starts
    }

    /// The action value of a choice.
    pub(crate) fn q(&self, choice: &ReadChoice, expected: f64) -> f64 {
        let points = f64::from(choice.points);
        if choice.wins {
            self.each_move + self.each_point * points + self.win
        } else {
            self.each_move + self.each_point * points + self.discount * expected
        }
    }

    /// The expected value that follows from an action value of a choice.
    pub(crate) fn e(&self, choice: &ReadChoice, action_value: f64) -> f64 {
        let points = f64::from(choice.points);
        let without = self.each_move + self.each_point * points + self.discount * 0.0;
        (action_value - without) / self.discount
    }
}
