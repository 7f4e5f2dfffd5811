//! The policy of a work folder at the states that games visit most, with its values.
//!
//! A folder has the action of each state, and no values. They are computed again, by the two passes
//! of a solve in which games take no other actions, so that they visit fewer states.
//!
//! The forward pass writes bitmaps for each layer to files of its own; the folder is only read. On
//! the way it finds the states to keep. The backward pass computes the values in double precision.
//! It runs twice, the second time for the number of states that a game visits.

use std::mem;

use mdp2048_model::{ActionValues, Rewards, ValuedGame, Values};
use mdp2048_rules::{Action, CanonicalState};

use crate::allocate::{self, Array};
use crate::bits::ranked::RankedBits;
use crate::board_index::codes::BoardCodes;
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::options::{Precision, SolveOptions};
use crate::passes::{Goal, Passes, new_estimate};
use crate::policy_evaluation::passes_over::PassesOver;
use crate::policy_evaluation::source::LayerSource;
use crate::progress::{Phase, Progress, ProgressCallback, SolveError};
use crate::solution::contradiction::Contradiction;
use crate::solution::totals::SolutionTotals;
use crate::store::layers::{
    BackwardLayer, ForwardCheckpoint, ForwardLayer, ReachTotals, ReachedStore, StoredActions,
    ValuedStore,
};

use super::bytes::{read_words, write_numbers};
use super::files::WorkFiles;
use super::kept::KeptStatesPass;
use super::names::{LayerFile, Span};
use super::solved_folder::SolvedFolder;

/// A kept state of a [`FolderPolicy`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FolderEntry {
    /// The state.
    pub state: CanonicalState,
    /// Its action, on the canonical board.
    pub action: Action,
    /// The expected return of the state under the policy, exact to the rounding of double
    /// precision.
    pub expected_return: f64,
}

/// The policy of a work folder at its kept states.
#[derive(Clone, Debug, PartialEq)]
pub struct FolderPolicy {
    /// What the solve found.
    pub solution: SolutionTotals,
    /// The kept states, ascending.
    pub entries: Vec<FolderEntry>,
    /// The mean expected return of the start boards under the policy, in double precision.
    pub start_return: f64,
    /// The expected number of states that a game visits, kept or not.
    pub visits: f64,
    /// The number of states that some game visits under the policy.
    pub visited: u64,
}

impl FolderPolicy {
    /// A bound of how far the start value is from that of an optimal policy. The values of the
    /// solve have the relative error [`SolutionTotals::value_error`]. The rounding of double
    /// precision is left out.
    pub fn start_loss(&self) -> f64 {
        let solved = self.solution.start_return;
        let largest = solved + solved.abs() * self.solution.value_error();
        match self.solution.precision {
            Precision::Double => 0.0,
            Precision::Single => (largest - self.start_return).max(0.0),
        }
    }
}

/// The values of the policy. Only kept states have one.
impl Values for FolderPolicy {
    fn valued_game(&self) -> &ValuedGame {
        &self.solution.valued_game
    }

    fn expected_return(&self, state: CanonicalState) -> Option<f64> {
        let at = self.entries.binary_search_by_key(&state, |entry| entry.state).ok()?;
        Some(self.entries[at].expected_return)
    }

    /// Q of the action of the policy alone, which is V.
    fn action_values(&self, state: CanonicalState) -> Option<ActionValues> {
        let at = self.entries.binary_search_by_key(&state, |entry| entry.state).ok()?;
        let FolderEntry { action, expected_return, .. } = self.entries[at];
        let mut values = [None; 4];
        values[action.index()] = Some(expected_return);
        Some(self.solution.valued_game.action_values(values))
    }

    fn start_return(&self) -> f64 {
        self.start_return
    }
}

impl PassesOver<'_, &mut SolvedFolder> {
    /// Returns the policy of the folder at the states of at least a threshold of occupancy, where
    /// the occupancy counts games that reach the state through kept states only.
    ///
    /// `scratch` are other files, which no other call uses: they hold the visited states of each
    /// layer and their afterstates, and are of no use afterwards. The layers of the folder are read
    /// three times.
    ///
    /// # Errors
    /// [`SolveError::Work`] if a file is damaged or cannot be read or written;
    /// [`SolveError::Contradiction`] if a state is missing; [`SolveError::Interrupted`] if the
    /// function that is called on progress breaks.
    pub fn policy(
        self,
        scratch: &mut dyn WorkFiles,
        threshold: f64,
    ) -> Result<FolderPolicy, SolveError> {
        self.progress.run(|progress| self.solved.policy(scratch, threshold, progress))
    }
}

impl SolvedFolder {
    fn policy(
        &mut self,
        scratch: &mut dyn WorkFiles,
        threshold: f64,
        progress: ProgressCallback<'_>,
    ) -> Result<FolderPolicy, SolveError> {
        let mut games = FollowedGames {
            kept_states: KeptStatesPass::new(self, threshold),
            folder: self,
            scratch,
            layers: Vec::new(),
            totals: None,
            left: 0,
            entries: Vec::new(),
            start_return: 0.0,
        };
        games.run(&games.folder.valued_game().rewards(), progress)?;
        let mut entries = mem::take(&mut games.entries);
        let start_return = games.start_return;
        games.run(&EACH_STATE, progress)?;
        let visits = games.start_return;
        let visited = games.layers.iter().map(|layer| layer.visited).sum();
        entries.sort_unstable_by_key(|entry| entry.state);
        Ok(FolderPolicy { solution: self.totals().clone(), entries, start_return, visits, visited })
    }

    /// The name of the file of the visited states of a layer.
    fn visited_name(&self, at: usize) -> String {
        LayerFile::Visited.name(Span::of(self.totals().layers[at].half_sum()))
    }
}

/// What the forward pass finds of a layer.
struct FollowedLayer {
    /// The position of the layer.
    at: usize,
    /// The kept states and their actions, ascending.
    kept: Vec<(CanonicalState, Action)>,
    /// The number of visited states.
    visited: u64,
    /// The length in words of the bitmap of the visited states, and of that of their afterstates.
    words: u64,
    /// The checksum of the file of both.
    checksum: u32,
}

/// The rewards whose expected sum is the number of states that a game visits: one for each action.
const EACH_STATE: Rewards =
    Rewards { each_move: 1.0, each_point: 0.0, win: 0.0, lost: 0.0, discount: 1.0 };

/// The games under the policy of a folder. The passes of a solve follow them, and take no other
/// actions than those of the folder.
struct FollowedGames<'a> {
    folder: &'a mut SolvedFolder,
    scratch: &'a mut dyn WorkFiles,
    kept_states: KeptStatesPass,
    /// What the forward pass has found, ascending.
    layers: Vec<FollowedLayer>,
    /// Its totals, once it has finished.
    totals: Option<ReachTotals>,
    /// How many layers the backward pass has not taken.
    left: usize,
    /// The kept states whose values that pass has found.
    entries: Vec<FolderEntry>,
    /// The mean value of the start boards, as far as it has found them.
    start_return: f64,
}

impl FollowedGames<'_> {
    /// Finds the visited states, unless they are found, and the values of the kept states and of
    /// the start boards.
    fn run(&mut self, rewards: &Rewards, progress: ProgressCallback<'_>) -> Result<(), SolveError> {
        let game = *self.folder.game();
        let lost: f64 =
            game.starts().iter().filter(|it| it.is_lost()).map(|it| it.probability).sum();
        self.start_return = if lost > 0.0 { lost * rewards.lost } else { 0.0 };
        (self.left, self.entries) = (self.layers.len(), Vec::new());
        let all: Vec<_> =
            self.folder.totals().layers.iter().map(|it| (it.sum, it.states)).collect();
        // The values are computed twice.
        let is_second = self.totals.is_some();
        let report = &mut |pass: Progress| match pass.phase {
            Phase::Reaching => {
                let done = all.iter().filter(|&&(sum, _)| sum <= pass.layer);
                let states = done.map(|&(_, states)| states).sum();
                progress(Progress {
                    layers_in_all: Some(all.len()),
                    states_in_all: Some(all.iter().map(|&(_, states)| states).sum()),
                    ..Progress::new(Phase::Following, pass.layer, pass.layers, states)
                })
            }
            _ => {
                let layers = pass.layers_in_all.unwrap_or(0);
                let states = pass.states_in_all.unwrap_or(0);
                progress(Progress {
                    layers: pass.layers + if is_second { layers } else { 0 },
                    layers_in_all: Some(2 * layers),
                    states: pass.states + if is_second { states } else { 0 },
                    states_in_all: Some(2 * states),
                    ..pass
                })
            }
        };
        let options = SolveOptions::default();
        let estimate = new_estimate(&game, &options)?.streamed(0, 0);
        let passes = Passes::on_disk(&game, &options, estimate);
        passes.run(Goal::Values(self, rewards), report)?;
        Ok(())
    }
}

impl ReachedStore for FollowedGames<'_> {
    fn forward_checkpoint(&mut self, _: &BoardCodes) -> Result<ForwardCheckpoint, SolveError> {
        let (is_complete, totals) = (self.totals.is_some(), self.totals.unwrap_or_default());
        Ok(ForwardCheckpoint { totals, is_complete, ..ForwardCheckpoint::default() })
    }

    fn chosen(&mut self, half_sum: HalfSum) -> Result<Option<StoredActions<'_>>, SolveError> {
        let at = (&*self.folder as &dyn LayerSource).position(half_sum);
        self.folder.load(at.as_slice())?;
        let layer = at.map(|at| self.folder.layer(at));
        Ok(Some(StoredActions(layer.and_then(|layer| Some((layer.states, layer.actions?))))))
    }

    fn put_reached(&mut self, layer: ForwardLayer, _: u64) -> Result<(), SolveError> {
        let ForwardLayer { index, states, afterstates, .. } = layer;
        let position = (&*self.folder as &dyn LayerSource).position(index.half_sum());
        let Some(at) = position else { return Ok(()) };
        let (kept, visited) = (self.kept_states.layer(self.folder, at), states.len());
        let words = states.words();
        let name = self.folder.visited_name(at);
        let checksum = write_numbers(self.scratch, &name, true, &[words, &afterstates])?;
        let words = words.len() as u64;
        self.layers.push(FollowedLayer { at, kept, visited, words, checksum });
        Ok(())
    }

    fn end_reached(&mut self, totals: ReachTotals) -> Result<(), SolveError> {
        (self.totals, self.left) = (Some(totals), self.layers.len());
        Ok(())
    }
}

impl ValuedStore for FollowedGames<'_> {
    fn take_reached(&mut self, codes: &BoardCodes) -> Result<Option<ForwardLayer>, SolveError> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        let &FollowedLayer { at, words, checksum, .. } = &self.layers[left];
        let name = self.folder.visited_name(at);
        let mut states = read_words(self.scratch, &name, 2 * words, checksum)?;
        let afterstates = allocate::collect(states[words as usize..].iter().copied())?;
        states.truncate(words as usize);
        let index = LayerIndex::new(codes, self.folder.totals().layers[at].half_sum());
        let states = RankedBits::new(states)?;
        Ok(Some(ForwardLayer { index, states, afterstates, successors: None }))
    }

    fn record_valued(
        &mut self,
        _: &[&BackwardLayer],
        _: Array<u8>,
        value_of: &dyn Fn(u64) -> Option<f64>,
        codes: &BoardCodes,
    ) -> Result<(), SolveError> {
        let FollowedLayer { at, kept, .. } = &self.layers[self.left];
        let value = |state: CanonicalState| {
            let value = codes.code(state.board()).and_then(value_of);
            value.ok_or(Contradiction::Missing(state))
        };
        for &(state, action) in kept {
            self.entries.push(FolderEntry { state, action, expected_return: value(state)? });
        }
        let sum = self.folder.totals().layers[*at].sum;
        let starts = self.folder.game().starts();
        let starts = starts.iter().filter(|start| !start.is_lost());
        for start in starts.filter(|start| start.state.board().tile_sum() == sum) {
            self.start_return += start.probability * value(start.state)?;
        }
        Ok(())
    }

    fn put_valued(&mut self, _: BackwardLayer) -> Result<(), SolveError> {
        Ok(())
    }
}
