//! Expectimax over the values of a network.

use mdp2048_rules::nibbles::{empty_cells, has_tile};
use mdp2048_rules::{AfterstateCache, Exponent};

use super::network::Network;
use crate::agent::ActionEstimates;
use crate::slides::{Slides, twos};

/// The value of an afterstate with the target, for each ply that is left: more than the points of
/// any game, and more the sooner.
const WIN: f32 = 1e9;

/// The values of afterstates that were searched before, with the number of plies, from 1. The key is
/// that of the afterstate xor the plies. They stay valid for all games of one network.
pub(super) type SearchedValues = AfterstateCache<(u32, f32), 16>;

/// A search for the values of the moves of one board.
pub(super) struct NetworkSearch<'a> {
    pub(super) network: &'a Network,
    pub(super) slides: &'a Slides,
    pub(super) values: &'a mut SearchedValues,
    /// The probability of a 4.
    pub(super) four: f32,
    /// The tile that ends the game.
    pub(super) target: Option<Exponent>,
}

impl NetworkSearch<'_> {
    /// The points of each move and those expected after it, at a number of plies, from 1.
    pub(super) fn moves(&mut self, board: u64, plies: u32) -> ActionEstimates {
        let mut estimates = [None; 4];
        let slides = self.slides;
        slides.moves(board, |moved| {
            let value = moved.points as f32 + self.after(moved.after, plies);
            // A move that makes the target.
            let value = if value >= WIN * plies as f32 { f64::INFINITY } else { f64::from(value) };
            estimates[moved.action.index()] = Some(value);
        });
        estimates
    }

    /// The value of an afterstate: that of the network at one ply, else the expected value of the
    /// boards after the random tile at one ply less.
    fn after(&mut self, after: u64, plies: u32) -> f32 {
        if self.target.is_some_and(|target| has_tile(after, target)) {
            return WIN * plies as f32;
        }
        let key = after ^ u64::from(plies);
        if let Some((_, value)) = self.values.get(key).filter(|found| found.0 == plies) {
            return value;
        }
        let value =
            if plies == 1 { self.network.value(after) } else { self.expected(after, plies) };
        self.values.insert(key, (plies, value));
        value
    }

    /// The expected value of the boards after the random tile on an afterstate, at one ply less.
    fn expected(&mut self, after: u64, plies: u32) -> f32 {
        let (mut sum_twos, mut sum_fours) = (0.0, 0.0);
        for (two, four) in twos(after) {
            sum_twos += self.board(two, plies - 1);
            sum_fours += self.board(four, plies - 1);
        }
        let sum = (1.0 - self.four) * sum_twos + self.four * sum_fours;
        sum / empty_cells(after).count_ones() as f32
    }

    /// The value of a board: that of its best move, and 0 if there is none.
    fn board(&mut self, board: u64, plies: u32) -> f32 {
        let (mut best, slides) = (0.0_f32, self.slides);
        slides.moves(board, |moved| {
            best = best.max(moved.points as f32 + self.after(moved.after, plies));
        });
        best
    }
}
