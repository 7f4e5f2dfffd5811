//! The growth of a set in rounds, one after the other.

use mdp2048_model::Game;
use mdp2048_rules::Exponent;

use crate::error::ProofError;
use crate::growth::{Advice, grow};
use crate::proof::RestrictedGame;
use crate::rounds::{Growth, Round};
use crate::rules::Rules;
use crate::set::BoardSet;
use crate::value::{WinBound, bound_of};

/// How far a growth is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProofProgress {
    /// The round, from 1.
    pub round: usize,
    /// The number of rounds.
    pub rounds: usize,
    /// The target of the round, up to that of the game.
    pub target: u32,
    /// Whether values are being computed, after boards have joined.
    pub is_solving: bool,
    /// The tile sum of the layer that is done.
    pub tile_sum: u32,
    /// The boards of the set.
    pub boards: u64,
    /// The bound after the round before, for the target of that round; 0 in the first round.
    pub bound: f64,
}

/// A set that grows from nothing, in rounds.
///
/// In a round, a forward pass follows the policy of the restricted game. Where it leaves the set,
/// boards that games visit with at least the probability of joining join, and the games go on there
/// by the action with the best expectation; boards that games visit with less than the probability
/// of keeping go. Then the values of the new set are computed.
///
/// The first rounds are of lower targets: games that make the tile go on in the rounds after them.
#[derive(Clone, Debug)]
pub struct GrowingSet {
    rules: Rules,
    rounds: Vec<Round>,
    /// The number of rounds that are done.
    pub(crate) done: usize,
    pub(crate) set: BoardSet,
    /// The target of the values: that of the last round, unless no game makes it in the set.
    /// `None` before the first round, and after a resumption until values are needed.
    valued: Option<Exponent>,
    value: WinBound,
}

impl GrowingSet {
    /// No boards yet.
    ///
    /// # Errors
    /// [`ProofError`] if the objective is not to win without discount, a 4 has a probability of
    /// more than six decimals, the probability of joining is not above 0, or that of staying is
    /// above it.
    pub fn new(game: Game, growth: Growth) -> Result<Self, ProofError> {
        let rules = Rules::new(game)?;
        let Growth { join, keep, .. } = growth;
        if join.is_nan() || join <= 0.0 {
            return Err(ProofError::Join(join));
        }
        if keep.is_nan() || keep > join {
            return Err(ProofError::Keep { keep, join });
        }
        let rounds = game.target().map(|target| growth.rounds(target)).unwrap_or_default();
        Ok(Self { rules, rounds, done: 0, set: BoardSet::default(), valued: None, value: 0 })
    }

    /// Grows a set from nothing by all rounds. `most_bytes` is the most memory to use.
    ///
    /// # Errors
    /// [`ProofError`] as [`GrowingSet::new`] and [`GrowingSet::advance`].
    pub fn grow<A: Advice>(
        game: Game,
        advice: &A,
        growth: Growth,
        most_bytes: u64,
        progress: &mut dyn FnMut(ProofProgress),
    ) -> Result<RestrictedGame, ProofError> {
        let mut growing = Self::new(game, growth)?;
        while !growing.is_done() {
            growing.advance(advice, most_bytes, progress)?;
        }
        Ok(growing.finish())
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        self.rules.game()
    }

    /// The number of rounds.
    pub const fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// The number of rounds that are done.
    pub const fn rounds_done(&self) -> usize {
        self.done
    }

    /// Whether all rounds are done.
    pub const fn is_done(&self) -> bool {
        self.done >= self.rounds.len()
    }

    /// The number of boards.
    pub fn boards(&self) -> u64 {
        self.set.boards()
    }

    /// Does the next round, if there is one. `most_bytes` is the most memory to use.
    ///
    /// # Errors
    /// [`ProofError::Memory`] if the set needs more memory. The set is then no longer of use.
    pub fn advance<A: Advice>(
        &mut self,
        advice: &A,
        most_bytes: u64,
        progress: &mut dyn FnMut(ProofProgress),
    ) -> Result<(), ProofError> {
        let Some(&round) = self.rounds.get(self.done) else { return Ok(()) };
        if self.valued.is_none() {
            // Of a checkpoint, which has no values.
            self.solve(|_, _| {});
        }
        let (number, rounds, bound) = (self.done + 1, self.rounds.len(), bound_of(self.value));
        let mut report = |is_solving, set: &BoardSet, half_sum: usize| {
            progress(ProofProgress {
                round: number,
                rounds,
                target: round.target.face(),
                is_solving,
                tile_sum: 2 * half_sum as u32,
                boards: set.boards(),
                bound,
            });
        };
        let rules = self.rules.with_target(round.target);
        let passed = self.valued.filter(|&valued| valued < round.target);
        grow(&mut self.set, &rules, advice, round, passed, most_bytes, |set, half_sum| {
            report(false, set, half_sum);
        })?;
        self.done += 1;
        self.solve(|set, half_sum| report(true, set, half_sum));
        Ok(())
    }

    /// Computes the values for the target of the last round that is done. If no game makes it in
    /// the set, the values are for the highest lower target that some game makes: growth then goes
    /// on along that policy.
    fn solve(&mut self, mut done: impl FnMut(&BoardSet, usize)) {
        let Some(round) = self.done.checked_sub(1).and_then(|last| self.rounds.get(last)) else {
            return;
        };
        let first = self.rounds.first().map_or(round.target, |round| round.target);
        for target in (first.get()..=round.target.get()).rev().filter_map(Exponent::new) {
            self.value = self.set.solve(&self.rules.with_target(target), &mut done);
            self.valued = Some(target);
            if self.value > 0 {
                return;
            }
        }
    }

    /// The restricted game of the set.
    pub fn finish(mut self) -> RestrictedGame {
        if self.valued != self.game().target() {
            self.value = self.set.solve(&self.rules, |_, _| {});
        }
        RestrictedGame::of_solved(self.rules, self.set, self.value)
    }
}
