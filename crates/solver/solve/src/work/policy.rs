//! The policy of a work folder at the states that games visit most, with its values.
//!
//! A folder has the action of each state, and no values. They are computed again from the actions,
//! which takes much less time than a backward pass: a state has one action instead of up to four,
//! and only the states that games visit under the actions are needed.
//!
//! The first pass finds these states, from the lowest tile sum up, and writes a bitmap for each
//! layer to files of its own; the folder is only read. On the way it finds the states to keep. The
//! second pass, from the highest tile sum down, computes the values in double precision.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use mdp2048_model::{ActionValues, ValuedGame, Values};
use mdp2048_rules::{Action, CanonicalState};

use crate::bits::ranked::RankedBits;
use crate::half_sum::HalfSum;
use crate::index::codes::{BoardCodes, Numbering};
use crate::index::inner::AnyInnerRanks;
use crate::kernel::tables::BoardTables;
use crate::options::Precision;
use crate::parallel::with_threads;
use crate::progress::{Phase, Progress, ProgressCallback, SolveError};
use crate::shards::peers::Alone;
use crate::solution::contradiction::Contradiction;
use crate::solution::totals::SolutionTotals;

use super::bytes::{read_words, write_numbers};
use super::error::WorkError;
use super::evaluated::{EvaluateActions, Evaluated};
use super::files::WorkFiles;
use super::kept::KeptWalk;
use super::layer::Layers;
use super::manifest::Manifest;
use super::names::{LayerFile, Span};
use super::visited::VisitedStates;

/// A kept state of a [`FolderPolicy`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FolderEntry {
    /// The state.
    pub state: CanonicalState,
    /// Its action, on the canonical board.
    pub action: Action,
    /// The value of the state under the policy, exact to the rounding of double precision.
    pub value: f64,
}

/// The policy of a work folder at its kept states.
#[derive(Clone, Debug, PartialEq)]
pub struct FolderPolicy {
    /// What the solve found.
    pub solution: SolutionTotals,
    /// The kept states, ascending.
    pub entries: Vec<FolderEntry>,
    /// The mean of the values of the start states under the policy, in double precision.
    pub start_value: f64,
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
        let solved = self.solution.start_value;
        let largest = solved + solved.abs() * self.solution.value_error();
        match self.solution.precision {
            Precision::Double => 0.0,
            Precision::Single => (largest - self.start_value).max(0.0),
        }
    }
}

/// The values of the policy. Only kept states have one.
impl Values for FolderPolicy {
    fn valued_game(&self) -> &ValuedGame {
        &self.solution.valued_game
    }

    fn value(&self, state: CanonicalState) -> Option<f64> {
        let at = self.entries.binary_search_by_key(&state, |entry| entry.state).ok()?;
        Some(self.entries[at].value)
    }

    /// Q of the action of the policy alone, which is V.
    fn action_values(&self, state: CanonicalState) -> Option<ActionValues> {
        let at = self.entries.binary_search_by_key(&state, |entry| entry.state).ok()?;
        let FolderEntry { action, value, .. } = self.entries[at];
        let mut values = [None; 4];
        values[action.index()] = Some(value);
        Some(ActionValues::new(values))
    }

    fn start_value(&self) -> f64 {
        self.start_value
    }
}

/// Returns the policy of a finished solve in a folder at the states of at least a threshold of
/// occupancy, where the occupancy counts games that reach the state through kept states only.
///
/// The folder is only read. `scratch` are other files, which no other call uses: they hold a bitmap
/// of the visited states of each layer, and are of no use afterwards.
///
/// # Errors
/// [`SolveError::Work`] if the solve has not ended, or if a file is damaged or cannot be read or
/// written; [`SolveError::Contradiction`] if a state is missing; [`SolveError::Interrupted`] if
/// `progress` returns [`ControlFlow::Break`].
pub fn folder_policy(
    files: &mut dyn WorkFiles,
    scratch: &mut dyn WorkFiles,
    threshold: f64,
    threads: Option<usize>,
    progress: ProgressCallback<'_>,
) -> Result<FolderPolicy, SolveError> {
    with_threads(threads, || find(files, scratch, threshold, progress))?
}

fn find(
    files: &mut dyn WorkFiles,
    scratch: &mut dyn WorkFiles,
    threshold: f64,
    progress: ProgressCallback<'_>,
) -> Result<FolderPolicy, SolveError> {
    let manifest = Manifest::read(files)?;
    if manifest.lost.is_none() || manifest.valued.len() != manifest.reached.len() {
        return Err(WorkError::Unfinished.into());
    }
    let game = *manifest.valued_game.game();
    let (codes, ranks) = BoardCodes::new(&game)?;
    let tables = BoardTables::new(&game, &codes);
    let mut passes = PolicyPasses {
        manifest: &manifest,
        numbering: Numbering { codes: &codes, ranks: &ranks },
        tables: &tables,
        kept: Vec::new(),
        bitmaps: Vec::new(),
        visited: 0,
    };
    passes.follow(files, scratch, threshold, progress)?;
    let (start_value, visits, mut entries) = passes.evaluate(files, scratch, progress)?;
    entries.sort_unstable_by_key(|entry| entry.state);
    let (solution, visited) = (manifest.totals(), passes.visited);
    Ok(FolderPolicy { solution, entries, start_value, visits, visited })
}

/// The two passes, and what the first one finds.
struct PolicyPasses<'a> {
    manifest: &'a Manifest,
    numbering: Numbering<'a, AnyInnerRanks>,
    tables: &'a BoardTables<u64>,
    /// By layer: the kept states and their actions.
    kept: Vec<Vec<(CanonicalState, Action)>>,
    /// By layer: the checksum of the bitmap of the visited states, and their number.
    bitmaps: Vec<(u32, u64)>,
    visited: u64,
}

impl PolicyPasses<'_> {
    /// Finds the visited and the kept states.
    fn follow(
        &mut self,
        files: &mut dyn WorkFiles,
        scratch: &mut dyn WorkFiles,
        threshold: f64,
        progress: ProgressCallback<'_>,
    ) -> Result<(), SolveError> {
        let valued_game = &self.manifest.valued_game;
        let mut visited = VisitedStates::new(valued_game.game(), self.numbering, self.tables)?;
        let mut walk = KeptWalk::new(valued_game, self.numbering, self.tables, threshold);
        let mut layers = Layers::default();
        let mut states = 0;
        for (at, record) in self.manifest.reached.iter().enumerate() {
            let layer = layers.read((self.manifest, self.numbering.codes), files, record)?;
            self.kept.push(walk.layer(&layer));
            let words = visited.layer(&layer)?;
            let name = LayerFile::Visited.name(Span::of(record.half_sum));
            let checksum = write_numbers(scratch, &mut Alone, &name, true, &[&words])?;
            let count = words.iter().map(|word| u64::from(word.count_ones())).sum();
            self.bitmaps.push((checksum, count));
            self.visited += count;
            states += record.states;
            let states_in_all = self.manifest.reached.iter().map(|layer| layer.states).sum();
            self.report(Phase::Following, record.half_sum, at, [states, states_in_all], progress)?;
        }
        Ok(())
    }

    /// Computes the start value, the expected number of visited states, and the entries.
    fn evaluate(
        &self,
        files: &mut dyn WorkFiles,
        scratch: &mut dyn WorkFiles,
        progress: ProgressCallback<'_>,
    ) -> Result<(f64, f64, Vec<FolderEntry>), SolveError> {
        let rewards = self.manifest.valued_game.rewards();
        let starts = self.manifest.valued_game.game().starts();
        let (mut start_value, mut visits, mut entries) = (0.0, 0.0, Vec::new());
        let mut above: VecDeque<Evaluated> = VecDeque::new();
        let mut layers = Layers::default();
        let mut states = 0;
        for (at, record) in self.manifest.reached.iter().enumerate().rev() {
            let (checksum, count) = self.bitmaps[at];
            if count > 0 {
                let layer = layers.read((self.manifest, self.numbering.codes), files, record)?;
                let name = LayerFile::Visited.name(Span::of(record.half_sum));
                let words = read_words(scratch, &name, record.words, checksum)?;
                let visited = RankedBits::new(words)?;
                let evaluate = EvaluateActions::new(
                    &rewards,
                    self.numbering,
                    self.tables,
                    &layer,
                    &visited,
                    &above,
                );
                let prospects = evaluate.prospects()?;
                above.truncate(1);
                above.push_front(Evaluated::new(layer.index, visited, prospects));
            }
            let prospect = |state: CanonicalState| {
                let layer = above.iter().find(|layer| layer.half_sum() == record.half_sum);
                let prospect =
                    layer.and_then(|layer| layer.prospect(self.numbering, state.board()));
                prospect.ok_or(Contradiction::Missing(state))
            };
            for &(state, action) in &self.kept[at] {
                entries.push(FolderEntry { state, action, value: prospect(state)?[0] });
            }
            for start in &starts {
                if HalfSum::of(start.state.board()) == record.half_sum {
                    let [value, states] = prospect(start.state)?;
                    start_value += start.probability * value;
                    visits += start.probability * states;
                }
            }
            states += count;
            let done = self.bitmaps.len() - 1 - at;
            let states = [states, self.visited];
            self.report(Phase::Valuing, record.half_sum, done, states, progress)?;
        }
        Ok((start_value, visits, entries))
    }

    /// Reports that a layer is finished; `at` others were before.
    fn report(
        &self,
        phase: Phase,
        half_sum: HalfSum,
        at: usize,
        [states, states_in_all]: [u64; 2],
        progress: ProgressCallback<'_>,
    ) -> Result<(), SolveError> {
        let report = Progress {
            phase,
            layer: half_sum.tile_sum(),
            layers: at + 1,
            layers_in_all: Some(self.manifest.reached.len()),
            states,
            states_in_all: Some(states_in_all),
            states_left: None,
            memory: None,
        };
        match progress(report) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(SolveError::Interrupted),
        }
    }
}
