//! The independent check of a certificate: one forward pass.
//!
//! It follows the stored policy from the start with the moves and random tiles of `model`. It uses
//! no table of moves and no value of a board from the backward induction, whose bound is compared
//! at the end. Games that come to the same afterstate go on together, and parts of a layer are
//! followed in parallel; whole numbers make the sums independent of their order.

use std::mem;

use mdp2048_model::{Game, SpawnWeights, start_weights};
use mdp2048_rules::{Action, Afterstate, Board, CanonicalState};
use rayon::prelude::*;

use crate::certificate::{Certificate, FIRST_HALF_SUM};
use crate::error::CertificateError;
use crate::file_kinds::CERTIFICATE;
use crate::value::{ALL_GAMES, CERTAIN, Weight, lower_quotient};

/// The probability of a 4 is a number of these parts. The check has its own, as it shares only
/// `start_weights` and the rules of the game with what computes the bound.
const MILLION: u64 = 1_000_000;

/// The boards or afterstates of a unit of parallel work.
const CHUNK: usize = 1 << 16;

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
}

/// Canonical boards or afterstates of one tile sum by their keys, with their weights.
#[derive(Default)]
struct Visits(Vec<(u64, Weight)>);

impl Visits {
    fn add(&mut self, board: Board, weight: Weight) {
        self.0.push((CanonicalState::of(board).0.board().key(), weight));
    }

    /// Adds visits whose keys ascend.
    fn extend(&mut self, sorted: Self) {
        self.0.extend(sorted.0);
    }

    /// The visits with ascending keys, each of which has one weight.
    fn merged(mut self) -> Self {
        self.0.par_sort_unstable_by_key(|&(key, _)| key);
        self.0.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 += next.1;
            }
            is_same
        });
        self
    }
}

/// Follows the policy of a certificate from the start. `done` is called with the tile sum of each
/// layer.
///
/// # Errors
/// [`CertificateError::Frame`] if the boards that games reach are not those that the file counts,
/// or an action is not allowed.
pub fn check(
    certificate: &Certificate,
    mut done: impl FnMut(u32),
) -> Result<Checked, CertificateError> {
    let game = &certificate.game;
    let four = (game.spawn_four().get() * MILLION as f64).round() as u64;
    let tiles = SpawnWeights::new(u128::from(MILLION - four), u128::from(four));
    let mut coming = [Visits::default(), Visits::default(), Visits::default()];
    let starts = start_weights(game, |after| tiles.spawns(after));
    let all: u128 = starts.iter().map(|&(_, weight)| weight).sum();
    for (state, weight) in starts {
        let half_sum = state.board().tile_sum().get() as usize / 2;
        let weight = (u128::from(ALL_GAMES) * weight / all) as Weight;
        coming[half_sum - FIRST_HALF_SUM].add(state.board(), weight);
    }
    let (mut won, mut lost, mut roundings): (Weight, Vec<_>, u64) = (0, Vec::new(), 0);
    let transitions = Transitions { game, tiles };
    for (layer, half_sum) in certificate.layers.iter().zip(FIRST_HALF_SUM..) {
        let Visits(boards) = mem::take(&mut coming[0]).merged();
        coming.rotate_left(1);
        if layer.reached != boards.len() as u64 {
            return Err(CERTIFICATE.malformed("games come to more or fewer boards").into());
        }
        let actions = layer.to_actions();
        let played: Vec<Played> = boards
            .par_chunks(CHUNK)
            .zip(actions.par_chunks(CHUNK))
            .map(|(boards, actions)| transitions.play(boards, actions))
            .collect::<Result<_, _>>()?;
        let (mut layer_lost, mut afters): (Weight, _) = (0, Visits::default());
        for part in played {
            won += part.won;
            layer_lost += part.lost;
            afters.extend(part.afters);
        }
        let Visits(afters) = afters.merged();
        let spawned: Vec<Spawned> = afters
            .par_chunks(CHUNK)
            .map(|afters| transitions.spawn(afters, half_sum))
            .collect::<Result<_, _>>()?;
        for part in spawned {
            roundings += part.roundings;
            for (coming, boards) in coming.iter_mut().zip(part.boards) {
                coming.extend(boards);
            }
        }
        let tile_sum = 2 * half_sum as u32;
        lost.push((tile_sum, layer_lost as f64 / ALL_GAMES as f64));
        done(tile_sum);
    }
    if coming.iter().any(|arrivals| !arrivals.0.is_empty()) {
        return Err(CERTIFICATE.malformed("games come to a layer that it has not").into());
    }
    lost.retain(|&(_, probability)| probability > 0.0);
    // Rounding takes less than a unit of 2^-63 away from each weight. It takes less than one of
    // 1/(2^32 - 1) away from the start value and from each value, of which a game has at most one
    // in each layer.
    let (won, bound) = (lower_quotient(won, ALL_GAMES), certificate.bound());
    let forward = (roundings + STARTS) as f64 / ALL_GAMES as f64 + ROUNDING;
    let backward = (certificate.layers.len() + 1) as f64 / f64::from(CERTAIN) + ROUNDING;
    let agrees = bound <= won + forward && won <= bound + backward;
    Ok(Checked { won, agrees, lost })
}

/// The moves and random tiles of a game.
struct Transitions<'a> {
    game: &'a Game,
    tiles: SpawnWeights<u128>,
}

/// What follows from the actions on some boards.
#[derive(Default)]
struct Played {
    won: Weight,
    lost: Weight,
    afters: Visits,
}

/// What follows from random tiles on some afterstates.
#[derive(Default)]
struct Spawned {
    /// The number of weights that were rounded.
    roundings: u64,
    /// The boards after a 2, and those after a 4.
    boards: [Visits; 2],
}

impl Transitions<'_> {
    /// The board of a key.
    fn board(&self, key: u64) -> Result<Board, CertificateError> {
        let board = Board::from_key(self.game.shape(), key);
        Ok(board.ok_or(CERTIFICATE.malformed("games come to a board that there is not"))?)
    }

    /// Plays the action on each board. A game is lost on a board without an action.
    fn play(
        &self,
        boards: &[(u64, Weight)],
        actions: &[Option<Action>],
    ) -> Result<Played, CertificateError> {
        let mut played = Played::default();
        for (&(key, weight), action) in boards.iter().zip(actions) {
            let Some(action) = *action else {
                played.lost += weight;
                continue;
            };
            let moved = self.game.act(self.board(key)?, action);
            let moved = moved.ok_or(CERTIFICATE.malformed("an action is not allowed"))?;
            if moved.wins {
                played.won += weight;
            } else {
                played.afters.add(moved.after.board(), weight);
            }
        }
        played.afters = played.afters.merged();
        Ok(played)
    }

    /// Places every random tile on afterstates whose tile sum is twice `half_sum`.
    fn spawn(
        &self,
        afters: &[(u64, Weight)],
        half_sum: usize,
    ) -> Result<Spawned, CertificateError> {
        let mut spawned = Spawned::default();
        for &(key, weight) in afters {
            let after = self.board(key)?;
            let all = u128::from(MILLION) * after.empty_cells().count() as u128;
            for (board, part) in self.tiles.spawns(Afterstate::new(after)) {
                let share = (u128::from(weight) * part / all) as Weight;
                let up = board.tile_sum().get() as usize / 2 - half_sum;
                spawned.roundings += 1;
                spawned.boards[up - 1].add(board, share);
            }
        }
        spawned.boards = spawned.boards.map(Visits::merged);
        Ok(spawned)
    }
}
