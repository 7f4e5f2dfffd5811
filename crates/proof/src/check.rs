//! The independent check of a certificate: one forward pass.
//!
//! It follows the stored policy from the start with the moves and random tiles of `model`. It uses
//! no table of moves and no value of a board from the backward induction, whose bound is compared
//! at the end. Sampled games are played beside it, because the boards of a layer are in memory only
//! while the pass is at that layer.

use std::mem;

use mdp2048_model::{Game, Proportion, SpawnWeights, start_weights};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::certificate::{Certificate, FIRST_HALF_SUM};
use crate::error::CertificateError;
use crate::sample::SampledGames;
use crate::value::{ALL_GAMES, CERTAIN, Weight, lower_quotient};

/// The parts of the probability of a 4: the check shares no rules with the solver.
const MILLION: u64 = 1_000_000;

/// The boards that are added to a layer before they are merged, at least.
const UNMERGED: usize = 1 << 20;

/// An upper bound of the number of start states, whose weights are rounded once each.
const STARTS: u64 = 1000;

/// The largest error of a whole number that becomes a floating-point number.
const ROUNDING: f64 = 1e-15;

/// The result of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The probability of winning, rounded down.
    pub won: f64,
    /// Whether it agrees with the bound of the certificate: both are rounded down, and differ by
    /// what rounding can take away at most.
    pub agrees: bool,
    /// The probability of the games that come to a board without an action, by tile sum.
    pub lost: Vec<(u32, f64)>,
    /// How many sampled games of the policy were won.
    pub sampled: Proportion,
}

/// Boards of one layer with their weights, as they come.
#[derive(Default)]
struct Arrivals {
    boards: Vec<(u64, Weight)>,
    /// The number of boards after the last merge.
    merged: usize,
}

impl Arrivals {
    fn add(&mut self, board: Board, weight: Weight) {
        self.boards.push((CanonicalState::of(board).0.board().key(), weight));
        if self.boards.len() > UNMERGED + 2 * self.merged {
            self.merge();
        }
    }

    fn merge(&mut self) {
        self.boards.sort_unstable_by_key(|&(key, _)| key);
        self.boards.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 += next.1;
            }
            is_same
        });
        self.merged = self.boards.len();
    }
}

/// Follows the policy of a certificate from the start, and plays `games` sampled games of it, which
/// may be none. `done` is called with the tile sum of each layer.
///
/// # Errors
/// [`CertificateError::Damaged`] if the boards that games reach are not those that the file counts,
/// or an action is not allowed.
pub fn check(
    certificate: &Certificate,
    games: u32,
    mut done: impl FnMut(u32),
) -> Result<Checked, CertificateError> {
    let game = &certificate.game;
    let four = (game.spawn_four().get() * MILLION as f64).round() as u64;
    let tiles = SpawnWeights::new(u128::from(MILLION - four), u128::from(four));
    let mut coming = [Arrivals::default(), Arrivals::default(), Arrivals::default()];
    let starts = start_weights(game.shape(), |after| tiles.spawns(after));
    let all: u128 = starts.iter().map(|&(_, weight)| weight).sum();
    for (state, weight) in starts {
        let half_sum = state.board().tile_sum().get() as usize / 2;
        let weight = (u128::from(ALL_GAMES) * weight / all) as Weight;
        coming[half_sum - FIRST_HALF_SUM].add(state.board(), weight);
    }
    let mut sampled = SampledGames::new(game, games);
    let (mut won, mut lost, mut roundings): (Weight, Vec<_>, u64) = (0, Vec::new(), 0);
    for (layer, half_sum) in certificate.layers.iter().zip(FIRST_HALF_SUM..) {
        coming[0].merge();
        let boards = mem::take(&mut coming[0]).boards;
        coming.rotate_left(1);
        if layer.reached != boards.len() as u64 {
            return Err(CertificateError::Damaged);
        }
        let actions = layer.to_actions();
        let mut pass = LayerPass { game, tiles, won: 0, lost: 0, roundings: 0 };
        pass.follow(&actions, &boards, &mut coming)?;
        sampled.play(half_sum, |key| {
            let at = boards.binary_search_by_key(&key, |board| board.0).ok()?;
            actions[at]
        });
        won += pass.won;
        roundings += pass.roundings;
        let tile_sum = 2 * half_sum as u32;
        lost.push((tile_sum, pass.lost as f64 / ALL_GAMES as f64));
        done(tile_sum);
    }
    if coming.iter().any(|arrivals| !arrivals.boards.is_empty()) {
        return Err(CertificateError::Damaged);
    }
    lost.retain(|&(_, probability)| probability > 0.0);
    // Rounding takes less than a unit of 2^-63 away from each weight. It takes less than one of
    // 1/(2^32 - 1) away from the start value and from each value, of which a game has at most one
    // in each layer.
    let (won, bound) = (lower_quotient(won, ALL_GAMES), certificate.bound());
    let forward = (roundings + STARTS) as f64 / ALL_GAMES as f64 + ROUNDING;
    let backward = (certificate.layers.len() + 1) as f64 / f64::from(CERTAIN) + ROUNDING;
    let agrees = bound <= won + forward && won <= bound + backward;
    Ok(Checked { won, agrees, lost, sampled: sampled.won() })
}

/// The forward pass over one layer.
struct LayerPass<'a> {
    game: &'a Game,
    tiles: SpawnWeights<u128>,
    won: Weight,
    lost: Weight,
    /// The number of weights that were rounded.
    roundings: u64,
}

impl LayerPass<'_> {
    /// Plays one move on each board, and adds the boards after it to the next layers.
    fn follow(
        &mut self,
        actions: &[Option<Action>],
        boards: &[(u64, Weight)],
        next: &mut [Arrivals; 3],
    ) -> Result<(), CertificateError> {
        for (&(key, weight), action) in boards.iter().zip(actions) {
            let Some(action) = *action else {
                self.lost += weight;
                continue;
            };
            let board = Board::from_key(self.game.shape(), key).ok_or(CertificateError::Damaged)?;
            let moved = self.game.act(board, action).ok_or(CertificateError::Damaged)?;
            if moved.wins {
                self.won += weight;
                continue;
            }
            let cells = moved.after.board().empty_cells().count() as u128;
            for (spawned, part) in self.tiles.spawns(moved.after) {
                let all = u128::from(MILLION) * cells;
                let share = (u128::from(weight) * part / all) as Weight;
                let up = (spawned.tile_sum().get() - board.tile_sum().get()) as usize / 2;
                self.roundings += 1;
                next[up - 1].add(spawned, share);
            }
        }
        Ok(())
    }
}
