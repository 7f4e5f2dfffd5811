//! The expansion of a set in rounds, one after the other.

use mdp2048_model::Game;
use mdp2048_rules::Exponent;
use mdp2048_solve::WorkFiles;

use crate::error::ProofError;
use crate::expansion::{ExpansionPass, Heuristic};
use crate::proof::RestrictedGame;
use crate::rounds::{Round, Schedule};
use crate::rules::Rules;
use crate::set::BoardSet;
use crate::solve::ValuePass;
use crate::store::LayerStore;
use crate::value::{WinBound, bound_of};

/// How far an expansion is.
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
    /// The bound after the round before, for the highest target that some game made in it; 0 in the
    /// first round.
    pub bound: f64,
}

/// A partial process: the set of boards that is expanded and pruned in rounds, from nothing.
///
/// In a round, a forward pass follows the policy of the restricted game. Where it leaves the set,
/// boards that games visit with at least the probability of joining join, and the games go on there
/// by the action with the best expectation; boards that games visit with less than the probability
/// of keeping go. Then the values of the new set are computed.
///
/// The first rounds are of lower targets: games that make the tile go on in the rounds after them.
pub struct PartialProcess {
    pub(crate) rules: Rules,
    pub(crate) rounds: Vec<Round>,
    /// The number of rounds whose boards have joined.
    pub(crate) done: usize,
    pub(crate) set: BoardSet,
    pub(crate) pass: Pass,
    /// The target of the values: that of the last round, unless no game makes it in the set.
    /// `None` before the first round.
    pub(crate) valued: Option<Exponent>,
    pub(crate) value: WinBound,
}

/// The pass over the layers that is under way.
pub(crate) enum Pass {
    None,
    /// No pass. The last one kept the values of the start boards, and of the others only whether
    /// they are positive.
    NoValues,
    Expansion(ExpansionPass),
    Value(ValuePass),
}

impl PartialProcess {
    /// No boards yet. The layers will be in files, or in memory if there are none.
    ///
    /// # Errors
    /// [`ProofError`] if the objective is not to win without discount, a 4 has a probability of
    /// more than six decimals, the probability of joining is not above 0, or that of staying is
    /// above it.
    pub fn new(
        game: Game,
        schedule: Schedule,
        files: Option<Box<dyn WorkFiles>>,
    ) -> Result<Self, ProofError> {
        let rules = Rules::new(game)?;
        let Schedule { join, keep, .. } = schedule;
        if join.is_nan() || join <= 0.0 {
            return Err(ProofError::Join(join));
        }
        if keep.is_nan() || keep > join {
            return Err(ProofError::Keep { keep, join });
        }
        let rounds = game.target().map(|target| schedule.rounds(target)).unwrap_or_default();
        let set = BoardSet { store: LayerStore::of_files(files), ..BoardSet::default() };
        Ok(Self { rules, rounds, done: 0, set, pass: Pass::None, valued: None, value: 0 })
    }

    /// Grows a set from nothing by all rounds, in memory. `most_bytes` is the most memory to use.
    ///
    /// # Errors
    /// [`ProofError`] as [`PartialProcess::new`] and [`PartialProcess::advance`].
    pub fn grow<A: Heuristic>(
        game: Game,
        heuristic: &A,
        schedule: Schedule,
        most_bytes: u64,
        progress: &mut dyn FnMut(ProofProgress),
    ) -> Result<RestrictedGame, ProofError> {
        let mut partial = Self::new(game, schedule, None)?;
        while !partial.is_done() {
            partial.advance(heuristic, most_bytes, progress)?;
        }
        partial.finish()
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        self.rules.game()
    }

    /// The number of rounds.
    pub const fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// The number of rounds that have begun, which may be more than a resumed set is to grow in.
    pub fn rounds_begun(&self) -> usize {
        self.done + usize::from(matches!(self.pass, Pass::Expansion(_)))
    }

    /// The round with a number, from 0. Further rounds are as the last one.
    pub(crate) fn round(&self, number: usize) -> Option<Round> {
        self.rounds.get(number).or(self.rounds.last()).copied()
    }

    /// Whether all rounds are done.
    pub const fn is_done(&self) -> bool {
        self.done >= self.rounds.len() && matches!(self.pass, Pass::None | Pass::NoValues)
    }

    /// The number of boards.
    pub fn boards(&self) -> u64 {
        self.set.boards()
    }

    /// The bytes of the layers in memory, which [`PartialProcess::save`] writes.
    pub fn unsaved_bytes(&self) -> u64 {
        self.set.store.bytes()
    }

    /// Does the next layer of a round, if there is one. `most_bytes` is the most memory to use.
    ///
    /// # Errors
    /// [`ProofError::Memory`] if the set needs more memory, and [`ProofError::Files`] if its files
    /// cannot be read. The set is then no longer of use; what was saved is.
    pub fn advance<A: Heuristic>(
        &mut self,
        heuristic: &A,
        most_bytes: u64,
        progress: &mut dyn FnMut(ProofProgress),
    ) -> Result<(), ProofError> {
        if self.is_done() {
            return Ok(());
        }
        let is_solving = matches!(self.pass, Pass::Value(_));
        let number = self.done + usize::from(!is_solving);
        let Some(round) = self.round(number - 1) else { return Ok(()) };
        let mut report = |set: &BoardSet, half_sum: usize, bound| {
            progress(ProofProgress {
                round: number,
                rounds: self.rounds.len(),
                target: round.target.face(),
                is_solving,
                tile_sum: 2 * half_sum as u32,
                boards: set.boards(),
                bound: bound_of(bound),
            });
        };
        match &mut self.pass {
            Pass::NoValues => {
                // Further rounds were asked for after the last one, and they need the values.
                self.begin_values(self.valued.unwrap_or(round.target), true);
            }
            Pass::None => {
                self.set.pass += 1;
                self.pass =
                    Pass::Expansion(ExpansionPass::new(self.rules.with_target(round.target)));
            }
            Pass::Expansion(pass) => {
                let passed = self.valued.filter(|&valued| valued < round.target);
                pass.step(&mut self.set, heuristic, round, passed, most_bytes)?;
                report(&self.set, pass.half_sum - 1, self.value);
                if pass.is_done() {
                    // Games end before the layers above.
                    self.set.truncate(pass.half_sum);
                    self.done += 1;
                    self.begin_values(round.target, self.done < self.rounds.len());
                }
            }
            Pass::Value(pass) => {
                pass.step(&mut self.set)?;
                report(&self.set, pass.half_sum, self.value);
                if let (0, Some(target)) = (pass.half_sum, pass.target()) {
                    let keeps_values = pass.keeps_values;
                    self.end_values(target, keeps_values)?;
                }
            }
        }
        Ok(())
    }

    /// Begins to compute the values for a target.
    fn begin_values(&mut self, target: Exponent, keeps_values: bool) {
        self.set.pass += 1;
        let (rules, above) = (self.rules.with_target(target), self.set.layers.len());
        self.pass = Pass::Value(ValuePass::new(rules, above, Default::default(), keeps_values));
    }

    /// Takes the values for a target. If no game makes it in the set, those for the next lower
    /// target are computed: expansion goes on along the policy of one that some game makes.
    fn end_values(&mut self, target: Exponent, keeps_values: bool) -> Result<(), ProofError> {
        self.value = self.set.start_value(&self.rules)?;
        self.valued = Some(target);
        self.pass = if keeps_values { Pass::None } else { Pass::NoValues };
        let first = self.rounds.first().map_or(target, |round| round.target);
        if self.value == 0
            && target > first
            && let Some(lower) = Exponent::new(target.get() - 1)
        {
            self.begin_values(lower, keeps_values);
        }
        Ok(())
    }

    /// The restricted game of the set, whether it has grown in all rounds or not.
    ///
    /// # Errors
    /// [`ProofError::Files`] if the files of the set cannot be read.
    pub fn finish(mut self) -> Result<RestrictedGame, ProofError> {
        let has_values = matches!(self.pass, Pass::None | Pass::NoValues);
        if !has_values || self.valued != self.game().target() {
            self.value = self.set.solve(&self.rules)?;
        }
        Ok(RestrictedGame { rules: self.rules, set: self.set, value: self.value })
    }
}
