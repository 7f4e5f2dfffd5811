//! Expansion of a set along its own policy.

use std::{io, mem};

use mdp2048_rules::{Board, Exponent};
use rayon::prelude::*;

use crate::certificate::FIRST_HALF_SUM;
use crate::error::ProofError;
use crate::index::LayerIndex;
use crate::layer::SetLayer;
use crate::rounds::Round;
use crate::rules::{Moved, Rules, set_key};
use crate::set::BoardSet;
use crate::sums::{AfterSums, Following};
use crate::value::{CERTAIN, Weight, at_least};
use crate::weighted::{WEIGHTED_BYTES, WeightedBoard, merge, spawned};

/// Where an action is chosen for a board that joins, a board outside of the set counts with this
/// value at most, or as won if it already has the target of the values.
const UNKNOWN: f64 = 0.2;

/// The same where visits that come from that board alone are enough for it to join, too.
const JOINS: f64 = 0.9;

/// Visits that come from one afterstate are dropped if they are this many times rarer than those of
/// a board that stays: with such visits alone, hardly any board stays.
const RARER: Weight = 64;

/// The boards of a unit of parallel work.
const CHUNK: usize = 1 << 12;

/// Estimates for boards whose continuations are outside of the set.
pub trait Heuristic: Clone + Send + Sync {
    /// How good the actions are, by [`Action::index`](mdp2048_rules::Action::index): 1 for the
    /// best, less for others, at least 0. Actions that are not allowed have any number.
    fn estimates(&mut self, board: Board) -> [f64; 4];
}

/// What becomes of a board in a round.
#[derive(Clone, Copy, Debug)]
enum Fate {
    /// Its games are lost.
    Lost,
    /// Its games go on by the action with this index.
    Played(u8),
}

/// A pass from the start, which replaces a solved set by the boards that its games visit, with
/// boards that join them: the new set has no values yet.
pub(crate) struct ExpansionPass {
    rules: Rules,
    /// The layers below are those of the new set.
    pub(crate) half_sum: usize,
    /// The visits of boards of this layer and of the next two, in any order.
    pub(crate) pending: [Vec<WeightedBoard>; 3],
    /// The values of the old set in the next layer; `None` if they are to be read.
    next: Option<LayerIndex>,
}

impl ExpansionPass {
    /// A pass that begins.
    pub(crate) fn new(rules: Rules) -> Self {
        let mut pending = <[Vec<WeightedBoard>; 3]>::default();
        for (key, weight) in rules.starts() {
            let half_sum = rules.board(key).tile_sum().get() as usize / 2;
            pending[half_sum - FIRST_HALF_SUM].push(WeightedBoard { key, weight });
        }
        Self::resumed(rules, FIRST_HALF_SUM, pending)
    }

    /// A pass that goes on.
    pub(crate) fn resumed(rules: Rules, half_sum: usize, pending: [Vec<WeightedBoard>; 3]) -> Self {
        Self { rules, half_sum, pending, next: None }
    }

    /// Whether no game goes on.
    pub(crate) fn is_done(&self) -> bool {
        self.pending.iter().all(Vec::is_empty)
    }

    /// Replaces the next layer. `passed` is the target of the values, if it is lower than that of
    /// the rules. `most_bytes` is the most memory to use.
    ///
    /// # Errors
    /// [`ProofError`] if there is too little memory, or an error of the files.
    pub(crate) fn step<A: Heuristic>(
        &mut self,
        set: &mut BoardSet,
        heuristic: &A,
        round: Round,
        passed: Option<Exponent>,
        most_bytes: u64,
    ) -> Result<(), ProofError> {
        let Self { rules, half_sum, pending, next } = self;
        let mut index = |at| Ok::<_, io::Error>(LayerIndex::new(&set.valued_layer(at)?));
        let one = next.take().map_or_else(|| index(*half_sum + 1), Ok)?;
        let ahead = [one, index(*half_sum + 2)?];
        let layer = set.valued_layer(*half_sum)?;
        let mut boards = mem::take(&mut pending[0]);
        merge(&mut boards);
        let layer_round = LayerRound {
            rules,
            layer: &layer,
            next: &ahead,
            join: at_least(round.join),
            keep: at_least(round.keep),
            is_large: round.is_large(),
            passed,
        };
        let fates = layer_round.fates(heuristic, &boards);
        let (played, afters) = layer_round.played(&boards, &fates);
        let least = layer_round.keep / RARER;
        drop((layer, boards, fates));
        set.replace(*half_sum, &played);
        drop(played);
        pending.rotate_left(1);
        for (pending, boards) in pending.iter_mut().zip(spawned(rules, &afters, least)) {
            pending.extend(boards);
        }
        let visits: usize = pending.iter().map(Vec::len).sum();
        let index_bytes: u64 = ahead.iter().map(LayerIndex::bytes).sum();
        // The boards of a layer exist up to three times while they are added up and sorted.
        let bytes = set.store.bytes() + index_bytes + 3 * WEIGHTED_BYTES * visits as u64;
        if bytes > most_bytes {
            return Err(ProofError::Memory { tile_sum: 2 * *half_sum as u32 });
        }
        let [_, two] = ahead;
        *next = Some(two);
        *half_sum += 1;
        Ok(())
    }
}

/// One layer in a round.
struct LayerRound<'a> {
    rules: &'a Rules,
    /// The boards of the set, with values.
    layer: &'a SetLayer,
    /// The values of the layers after a random 2 and after a 4.
    next: &'a [LayerIndex; 2],
    join: Weight,
    keep: Weight,
    /// Whether the heuristic counts only where nothing is known of what follows.
    is_large: bool,
    /// The target of the values, if that of the rules is higher.
    passed: Option<Exponent>,
}

impl LayerRound<'_> {
    /// What becomes of the boards that games visit.
    fn fates<A: Heuristic>(&self, heuristic: &A, boards: &[WeightedBoard]) -> Vec<Fate> {
        let chunks = boards.par_chunks(CHUNK).map_init(
            || (heuristic.clone(), AfterSums::new(self.rules, self.next)),
            |(heuristic, afters), chunk| {
                let known = self.layer.positions(chunk.iter().map(|board| board.key));
                let fate = |(&board, known)| self.fate(heuristic, afters, board, known);
                chunk.iter().zip(known).map(fate).collect::<Vec<_>>()
            },
        );
        chunks.flatten_iter().collect()
    }

    /// What becomes of a board, which has the position `known` in the layer if it is in the set.
    fn fate<A: Heuristic>(
        &self,
        heuristic: &mut A,
        afters: &mut AfterSums<'_>,
        WeightedBoard { key, weight }: WeightedBoard,
        known: Option<usize>,
    ) -> Fate {
        if weight < self.keep {
            return Fate::Lost;
        }
        match known.filter(|&at| self.layer.values[at] > 0) {
            Some(at) => Fate::Played(self.layer.actions[at]),
            // A board of the set with the value 0 is treated as one outside.
            None if weight >= self.join => {
                let board = self.rules.board(key);
                let action = self.most_promising(heuristic, afters, board, weight);
                action.map_or(Fate::Lost, Fate::Played)
            }
            _ => Fate::Lost,
        }
    }

    /// The action with the highest expectation of known values, where a board outside of the set
    /// counts in proportion to the estimate of the action; `None` if no action is allowed.
    fn most_promising<A: Heuristic>(
        &self,
        heuristic: &mut A,
        afters: &mut AfterSums<'_>,
        board: Board,
        weight: Weight,
    ) -> Option<u8> {
        let fractions = self.rules.fractions;
        let moves = self.rules.moves(board);
        if let Some(action) = moves.iter().position(|moved| matches!(moved, Some(Moved::Won))) {
            return Some(action as u8);
        }
        let following = moves.map(|moved| match moved? {
            Moved::Won => None,
            Moved::After(after) => Some((after, afters.following(after))),
        });
        let is_known = |(_, found): &(Board, Following)| found.sums != [0, 0];
        let estimates = match self.is_large && following.iter().flatten().any(is_known) {
            true => [1.0; 4],
            false => heuristic.estimates(board),
        };
        let mut best: Option<(f64, u8)> = None;
        for ((following, estimate), action) in following.into_iter().zip(estimates).zip(0..) {
            let Some((after, Following { sums, outside })) = following else { continue };
            let cells = after.empty_cells().count() as u64;
            let has_passed = self.passed.is_some_and(|tile| after.largest() >= tile);
            let unknown = fractions.on_cell(weight, cells).map(|weight| match weight {
                _ if has_passed => 1.0,
                _ if weight >= self.join => JOINS,
                _ => UNKNOWN,
            });
            let of = |at: usize| {
                let unknown = unknown[at] * f64::from(CERTAIN) * estimate;
                sums[at] as f64 + unknown * f64::from(outside[at])
            };
            let promise =
                (fractions.two as f64 * of(0) + fractions.four as f64 * of(1)) / cells as f64;
            if best.is_none_or(|best| promise > best.0) {
                best = Some((promise, action));
            }
        }
        best.map(|best| best.1)
    }

    /// The boards that are played, and their afterstates.
    fn played(&self, boards: &[WeightedBoard], fates: &[Fate]) -> (SetLayer, Vec<WeightedBoard>) {
        let (mut keys, mut actions, mut afters) = (Vec::new(), Vec::new(), Vec::new());
        for (&WeightedBoard { key, weight }, &fate) in boards.iter().zip(fates) {
            let Fate::Played(action) = fate else { continue };
            keys.push(key);
            actions.push(action);
            if let Some(Moved::After(after)) = self.rules.act(self.rules.board(key), action) {
                afters.push(WeightedBoard { key: set_key(after), weight });
            }
        }
        merge(&mut afters);
        (SetLayer { keys, values: Vec::new(), actions }, afters)
    }
}
