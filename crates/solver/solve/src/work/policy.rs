//! The policy of a work folder at the states that games visit most, with its values.
//!
//! A folder has the action of each state, and no values. They are computed again from the actions,
//! which takes much less time than a backward pass: a state has one action instead of up to four,
//! and only the states that games visit under the actions are needed.
//!
//! The first pass finds these states, from the lowest tile sum up, and writes a bitmap for each
//! layer to files of its own; the folder is only read. On the way it finds the states to keep. The
//! second pass, from the highest tile sum down, computes the values in double precision.

use std::mem;

use mdp2048_model::{ActionValues, Rewards, StartState, ValuedGame, Values};
use mdp2048_rules::{Action, CanonicalState};

use crate::allocate;
use crate::half_sum::HalfSum;
use crate::options::{Precision, SolveOptions};
use crate::passes::{Goal, Passes, new_estimate};
use crate::policy_evaluation::backward::PolicyValues;
use crate::policy_evaluation::passes_over::PassesOver;
use crate::policy_evaluation::source::LayerSource;
use crate::progress::{Phase, Progress, ProgressCallback, SolveError};
use crate::solution::totals::SolutionTotals;
use crate::store::layers::{ForwardLayer, ReachedStore, StoredActions};

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
    /// `scratch` are other files, which no other call uses: they hold a bitmap of the visited
    /// states of each layer, and are of no use afterwards.
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
        let followed = self.follow(scratch, threshold, progress)?;
        let visited = followed.iter().map(|layer| layer.visited).sum();
        let solution = self.totals().clone();
        let mut policy =
            FolderPolicy { solution, entries: Vec::new(), start_return: 0.0, visits: 0.0, visited };
        let kept = followed.iter().map(|layer| layer.kept.len()).sum();
        policy.entries = mem::take(&mut *allocate::with_capacity(kept)?);
        self.evaluate_kept(scratch, &followed, &mut policy, progress)?;
        policy.entries.sort_unstable_by_key(|entry| entry.state);
        Ok(policy)
    }

    /// Finds the visited and the kept states of each layer, ascending: the forward pass of a solve,
    /// in which games take no other actions than those of the folder.
    fn follow(
        &mut self,
        scratch: &mut dyn WorkFiles,
        threshold: f64,
        progress: ProgressCallback<'_>,
    ) -> Result<Vec<FollowedLayer>, SolveError> {
        let game = *self.game();
        let all: Vec<_> = self.totals().layers.iter().map(|it| (it.sum, it.states)).collect();
        let report = &mut |reached: Progress| {
            let states = all.iter().filter(|&&(sum, _)| sum <= reached.layer).map(|&(_, it)| it);
            let done = Progress::new(Phase::Following, reached.layer, reached.layers, states.sum());
            let states_in_all = Some(all.iter().map(|&(_, states)| states).sum());
            progress(Progress { layers_in_all: Some(all.len()), states_in_all, ..done })
        };
        let kept_states = KeptStatesPass::new(self, threshold);
        let mut games = FollowedGames { folder: self, scratch, kept_states, layers: Vec::new() };
        let options = SolveOptions::default();
        let estimate = new_estimate(&game, &options)?.streamed(0, 0);
        let passes = Passes::on_disk(&game, &options, estimate);
        passes.run(Goal::States(&mut games), report)?;
        Ok(games.layers)
    }

    /// Computes the start value, the expected number of visited states, and the entries.
    fn evaluate_kept(
        &mut self,
        scratch: &mut dyn WorkFiles,
        followed: &[FollowedLayer],
        policy: &mut FolderPolicy,
        progress: ProgressCallback<'_>,
    ) -> Result<(), SolveError> {
        let (lost, starts): (Vec<_>, Vec<_>) =
            self.game().starts().into_iter().partition(StartState::is_lost);
        let lost: f64 = lost.iter().map(|start| start.probability).sum();
        if lost > 0.0 {
            policy.start_return += lost * self.valued_game().rewards().lost;
        }
        let mut values = PolicyValues::new(self, [self.valued_game().rewards(), EACH_STATE]);
        let mut states = 0;
        for (layers, layer) in followed.iter().rev().enumerate() {
            let &FollowedLayer { at, visited, words, checksum, .. } = layer;
            if visited > 0 {
                self.load(&[at])?;
                let words = read_words(scratch, &self.visited_name(at), words, checksum)?;
                values.value_layer(self, at, words)?;
            }
            for &(state, action) in &layer.kept {
                let [expected_return, _] = values.of(self, state)?;
                policy.entries.push(FolderEntry { state, action, expected_return });
            }
            let sum = self.totals().layers[at].sum;
            for start in starts.iter().filter(|start| start.state.board().tile_sum() == sum) {
                let [value, visits] = values.of(self, start.state)?;
                policy.start_return += start.probability * value;
                policy.visits += start.probability * visits;
            }
            states += visited;
            let done = Progress::new(Phase::Valuing, sum, layers + 1, states);
            let states_in_all = Some(policy.visited);
            Progress { layers_in_all: Some(followed.len()), states_in_all, ..done }
                .report(progress)?;
        }
        Ok(())
    }

    /// The name of the file of the visited states of a layer.
    fn visited_name(&self, at: usize) -> String {
        LayerFile::Visited.name(Span::of(self.totals().layers[at].half_sum()))
    }
}

/// What the first pass finds of a layer.
struct FollowedLayer {
    /// The position of the layer.
    at: usize,
    /// The kept states and their actions.
    kept: Vec<(CanonicalState, Action)>,
    /// The number of visited states.
    visited: u64,
    /// The length of the bitmap of the visited states in words, and its checksum.
    words: u64,
    checksum: u32,
}

/// The rewards whose expected sum is the number of states that a game visits: one for each action.
const EACH_STATE: Rewards =
    Rewards { each_move: 1.0, each_point: 0.0, win: 0.0, lost: 0.0, discount: 1.0 };

/// The games under the policy of a folder, as the forward pass follows them.
struct FollowedGames<'a> {
    folder: &'a mut SolvedFolder,
    scratch: &'a mut dyn WorkFiles,
    kept_states: KeptStatesPass,
    /// What the pass has found.
    layers: Vec<FollowedLayer>,
}

impl ReachedStore for FollowedGames<'_> {
    fn chosen(&mut self, half_sum: HalfSum) -> Result<Option<StoredActions<'_>>, SolveError> {
        let at = (&*self.folder as &dyn LayerSource).position(half_sum);
        self.folder.load(at.as_slice())?;
        let layer = at.map(|at| self.folder.layer(at));
        Ok(Some(StoredActions(layer.and_then(|layer| Some((layer.states, layer.actions?))))))
    }

    fn put_reached(&mut self, layer: ForwardLayer, _: u64) -> Result<(), SolveError> {
        let ForwardLayer { index, states, .. } = layer;
        let position = (&*self.folder as &dyn LayerSource).position(index.half_sum());
        let Some(at) = position else { return Ok(()) };
        let (kept, visited) = (self.kept_states.layer(self.folder, at), states.len());
        let words = states.words();
        let name = self.folder.visited_name(at);
        let checksum = write_numbers(self.scratch, &name, true, &[words])?;
        let words = words.len() as u64;
        self.layers.push(FollowedLayer { at, kept, visited, words, checksum });
        Ok(())
    }
}
