//! Verification of a work folder: the checksums of its files, and the states and actions in them
//! against the rules.
//!
//! Boards are decoded with the solver's tables; actions and random tiles are those of `model`. So
//! it finds files that are damaged or incomplete, and not mistakes of the index.

use std::collections::VecDeque;

use mdp2048_model::{Game, Status};
use mdp2048_rules::{Action, Afterstate, Board};

use crate::board_index::codes::{BoardCodes, Numbering};
use crate::board_index::inner::AnyInnerRanks;
use crate::half_sum::HalfSum;
use crate::kernel::tables::BoardTables;
use crate::progress::{Phase, Progress, ProgressCallback, SolveError};
use crate::solution::totals::SolutionTotals;

use super::error::WorkError;
use super::files::WorkFiles;
use super::layer::{Layer, Layers};
use super::manifest::{Manifest, ReachedRecord};
use super::record::FoundRecord;
use super::samples::SampledRanks;
use super::solved_folder::SolvedFolder;

/// More than the relative error of rounding of the value of a policy, of the sums of either pass.
const VALUE_ROUNDING: f64 = 1e-10;

/// The most faults that are listed.
const MOST_LISTED: usize = 20;

/// The result of the verification of a work folder.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkVerification {
    /// What the manifest says.
    pub solution: SolutionTotals,
    /// Whether the manifest itself is intact; otherwise its copy was read, and a run that goes on
    /// replaces it.
    pub is_manifest_intact: bool,
    /// Whether both passes have finished.
    pub is_finished: bool,
    /// The layers whose actions were checked.
    pub layers_with_actions: usize,
    /// The states that were checked against the rules.
    pub checked: u64,
    /// The number of faults.
    pub fault_count: u64,
    /// The first faults.
    pub faults: Vec<String>,
}

impl WorkVerification {
    /// Returns the least share of wrong states of a layer that a check of this many random states
    /// finds with a confidence.
    pub fn share_found(samples: u64, confidence: f64) -> f64 {
        // All samples miss a share p with a probability of (1 - p)^samples.
        -((1.0 - confidence).ln() / samples.max(1) as f64).exp_m1()
    }
}

/// Verifies a work folder, by so many random states of each layer or by all.
///
/// # Errors
/// [`SolveError::Work`] if a file cannot be read or is damaged; [`SolveError::Interrupted`] if
/// `progress` breaks.
pub(crate) fn verify_folder(
    mut files: Box<dyn WorkFiles>,
    samples: Option<u64>,
    progress: ProgressCallback<'_>,
) -> Result<WorkVerification, SolveError> {
    let FoundRecord { record: manifest, is_of_copy } =
        Manifest::find(&mut *files)?.ok_or(WorkError::NoRun)?;
    let game = *manifest.valued_game.game();
    let (codes, ranks) = BoardCodes::new(&game)?;
    let solution = manifest.totals();
    let mut check = FolderCheck {
        game: &game,
        numbering: Numbering { codes: &codes, ranks: &ranks },
        tables: BoardTables::new(&game, &codes),
        above: VecDeque::new(),
        checked: 0,
        fault_count: 0,
        faults: Vec::new(),
    };
    let mut folder_layers = Layers::default();
    let in_all = manifest.reached.len();
    let mut states = 0;
    for (layers, record) in manifest.reached.iter().rev().enumerate() {
        let layer = folder_layers.read((&manifest, &codes), &mut *files, record)?;
        check.count(&layer, record);
        // The layers above the last one that was finished are not known.
        if manifest.lost.is_some() || layers >= 2 {
            check.layer(&layer, samples);
        }
        check.above.push_front(layer);
        check.above.truncate(2);
        states += record.states;
        let done = Progress::new(Phase::Verifying, record.half_sum.tile_sum(), layers + 1, states);
        let states_in_all = Some(solution.states);
        Progress { layers_in_all: Some(in_all), states_in_all, ..done }.report(progress)?;
    }
    let (is_finished, layers_with_actions) = (manifest.is_finished(), manifest.valued.len());
    if samples.is_none() && is_finished && check.fault_count == 0 {
        check.start_value(SolvedFolder::of(files, manifest)?, progress)?;
    }
    let FolderCheck { checked, fault_count, faults, .. } = check;
    Ok(WorkVerification {
        solution,
        is_manifest_intact: !is_of_copy,
        is_finished,
        layers_with_actions,
        checked,
        fault_count,
        faults,
    })
}

struct FolderCheck<'a> {
    game: &'a Game,
    numbering: Numbering<'a, AnyInnerRanks>,
    tables: BoardTables<u64>,
    /// The two layers that were read last, ascending.
    above: VecDeque<Layer>,
    checked: u64,
    fault_count: u64,
    faults: Vec<String>,
}

impl FolderCheck<'_> {
    /// Checks the number of states.
    fn count(&mut self, layer: &Layer, record: &ReachedRecord) {
        let (sum, found, expected) =
            (record.half_sum.tile_sum(), layer.states.len(), record.states);
        if found != expected {
            self.fault(|| format!("tile sum {sum} has {found} states, not {expected}"));
        }
    }

    fn fault(&mut self, fault: impl FnOnce() -> String) {
        self.fault_count += 1;
        if self.faults.len() < MOST_LISTED {
            self.faults.push(fault());
        }
    }

    /// Compares the start value of the manifest with the value of the policy of the folder.
    fn start_value(
        &mut self,
        mut folder: SolvedFolder,
        progress: ProgressCallback<'_>,
    ) -> Result<(), SolveError> {
        let (stored, error) = (folder.totals().start_value(), folder.totals().value_error());
        // Both are infinite where the target is not certain to be made.
        let (stored, found) = (stored.measured(), folder.value(progress)?);
        let number = |value: Option<f64>| value.unwrap_or(f64::INFINITY);
        let (stored, found) = (number(stored), number(found));
        let most = (VALUE_ROUNDING + error) * found;
        let is_close = found.is_finite() && (stored - found).abs() <= most;
        if !is_close && stored != found {
            self.fault(|| format!("the start value {stored} should be {found}"));
        }
        Ok(())
    }

    /// Checks states of a layer.
    fn layer(&mut self, layer: &Layer, samples: Option<u64>) {
        let numbering = self.numbering;
        let mut boards = layer.index.boards(numbering, &[], 0);
        let mut chosen =
            SampledRanks::new(layer.states.len(), samples, layer.index.half_sum().get() as u64);
        let mut rank = 0;
        for (at, &word) in layer.states.words().iter().enumerate() {
            let next = rank + u64::from(word.count_ones());
            while let Some(rank_of_state) = chosen.next_below(next) {
                let bit = nth_bit(word, (rank_of_state - rank) as u32);
                let bit = 64 * at as u64 + u64::from(bit);
                let board = self.tables.board(self.tables.lines(boards.parts(bit)));
                self.state(board, layer.action(bit));
            }
            rank = next;
        }
    }

    /// Checks a state, and its best action if that is known.
    fn state(&mut self, board: Board, chosen: Option<Action>) {
        self.checked += 1;
        if self.game.status(board) != Status::Playing {
            self.fault(|| format!("{} is not a state", board));
            return;
        }
        if let Some(action) = chosen.filter(|&action| self.game.act(board, action).is_none()) {
            self.fault(|| format!("the action {action} is not allowed on {board}"));
        }
        for action in Action::ALL {
            let Some(result) = self.game.act(board, action).filter(|result| !result.wins) else {
                continue;
            };
            self.successors(result.after);
        }
    }

    /// Checks that the boards after a random tile are known.
    fn successors(&mut self, after: Afterstate) {
        for (board, _) in self.game.spawns(after) {
            let half_sum = HalfSum::of(board);
            let layer = self.above.iter().find(|layer| layer.index.half_sum() == half_sum);
            let code = self.numbering.codes.code(board);
            let is_state = layer.zip(code).is_some_and(|(layer, code)| {
                layer.states.rank(layer.index.bit_index(self.numbering, code)).is_some()
            });
            if is_state != (self.game.status(board) == Status::Playing) {
                let what = if is_state { "is no state" } else { "is missing" };
                self.fault(|| format!("{board} {what}"));
            }
        }
    }
}

/// The position of the set bit of a word that has `n` set bits below it.
fn nth_bit(mut word: u64, n: u32) -> u32 {
    for _ in 0..n {
        word &= word.wrapping_sub(1);
    }
    word.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use mdp2048_model::{Objective, ValuedGame};

    use super::*;
    use crate::bits::ranked::RankedBits;
    use crate::options::{Precision, WorkOptions};
    use crate::progress::ignore_progress;
    use crate::store::actions::PackedActions;
    use crate::work::bytes::{read_words, write_numbers};
    use crate::work::names::{LayerFile, Span};
    use crate::work::solve::solve_in_files;

    type Files = BTreeMap<String, Vec<u8>>;

    /// Solves a game with a file for each layer, or with several layers in a file.
    fn solved(game: &Game, checkpoint: Option<u64>) -> (Files, SolutionTotals) {
        let mut files = Files::default();
        let options = WorkOptions { checkpoint, ..WorkOptions::default() };
        let solution = solve(&mut files, game, &options);
        (files, solution)
    }

    fn solve(files: &mut Files, game: &Game, options: &WorkOptions) -> SolutionTotals {
        solve_in_files(files, &ValuedGame::likely(*game), options, &mut ignore_progress)
            .expect("a solution")
    }

    fn verify(files: &Files, samples: Option<u64>) -> WorkVerification {
        let files = Box::new(files.clone());
        verify_folder(files, samples, &mut ignore_progress).expect("files with right checksums")
    }

    #[test]
    fn right_folders_have_no_faults() {
        for (shape, target) in [("2x2", 16), ("2x4", 32), ("3x3", 64)] {
            let game = Game::reach(shape.parse().expect("a shape"), target).expect("a game");
            for checkpoint in [None, Some(0), Some(300)] {
                let (files, solution) = solved(&game, checkpoint);
                let whole = verify(&files, None);
                assert_eq!((whole.fault_count, whole.checked), (0, solution.states), "{game}");
                assert!(whole.is_finished && whole.layers_with_actions == solution.layers.len());
                assert_eq!(whole.solution, solution);
                let some = verify(&files, Some(7));
                let expected: u64 = solution.layers.iter().map(|layer| layer.states.min(7)).sum();
                assert_eq!((some.fault_count, some.checked), (0, expected), "{game}");
            }
        }
        let share = WorkVerification::share_found(1000, 0.95);
        assert!((share - 0.002_991).abs() < 1e-6, "{share}");
    }

    #[test]
    fn a_changed_start_value_is_found() {
        let game = |objective, target, discount| {
            Game::new("2x3".parse().expect("a shape"), objective, target, discount, 0.1)
        };
        for (game, precision) in [
            (game(Objective::Win, Some(64), 1.0), Precision::Double),
            // Nearly certain to be won.
            (game(Objective::Win, Some(16), 1.0), Precision::Double),
            (game(Objective::Win, Some(32), 0.9), Precision::Single),
            (game(Objective::Score, None, 1.0), Precision::Single),
            (game(Objective::Fewest, Some(8), 1.0), Precision::Double),
            (game(Objective::Fewest, Some(64), 1.0), Precision::Double),
        ] {
            let game = game.expect("a game");
            let mut files = Files::default();
            let mut options = WorkOptions::default();
            options.solve.precision = precision;
            solve(&mut files, &game, &options);
            assert_eq!(verify(&files, None).faults, [""; 0], "{game}");
            let mut manifest = Manifest::read(&mut files).expect("a manifest");
            for value in manifest.start_values.iter_mut().flatten() {
                *value = if value.is_finite() { 1.5 * *value - 1e-9 } else { -7.0 };
            }
            manifest.write(&mut files).expect("files in memory");
            assert_eq!(verify(&files, Some(5)).fault_count, 0, "{game}");
            let found = verify(&files, None);
            assert_eq!(found.fault_count, 1, "{game}");
            assert!(found.faults[0].starts_with("the start value "), "{}", found.faults[0]);
        }
    }

    #[test]
    fn wrong_states_and_damaged_actions_are_found() {
        let game = Game::reach("3x3".parse().expect("a shape"), 32).expect("a game");
        let (files, _) = solved(&game, Some(0));
        let mut manifest = Manifest::read(&mut files.clone()).expect("a manifest");
        let at = manifest.reached.len() / 2;
        let record = manifest.reached[at];
        let name = LayerFile::Policy.name(Span::of(record.half_sum));
        let mut damaged = files.clone();
        damaged.get_mut(&name).expect("a file")[3] ^= 4;
        let error = verify_folder(Box::new(damaged), Some(1), &mut ignore_progress).unwrap_err();
        assert!(matches!(error, SolveError::Work(WorkError::Damaged(file)) if file == name));
        // The last state of a layer is missing, under a right checksum.
        let mut wrong = files;
        let name = LayerFile::States.name(Span::of(record.half_sum));
        let sets = manifest.sets.iter_mut().find(|file| file.span == Span::of(record.half_sum));
        let checksum = &mut sets.expect("a file").states_checksum;
        let words = read_words(&mut wrong, &name, record.words, *checksum);
        let mut words = words.expect("right words");
        let word = words.iter_mut().rev().find(|word| **word != 0).expect("a state");
        *word &= !(1 << (63 - word.leading_zeros()));
        manifest.reached[at].states -= 1;
        *checksum = write_numbers(&mut wrong, &name, true, &[&words]).expect("files in memory");
        let states = RankedBits::new(words).expect("few states");
        let name = LayerFile::Policy.name(Span::of(record.half_sum));
        let actions = wrong.get_mut(&name).expect("a file");
        actions.truncate(PackedActions::bytes_of(&states));
        let (bytes, checksum) = (actions.len() as u64, crc32fast::hash(actions));
        let valued = manifest.valued.iter_mut().find(|layer| layer.half_sum == record.half_sum);
        valued.expect("a layer").action_bytes = bytes;
        let span = Span::of(record.half_sum);
        let policy = manifest.policies.iter_mut().find(|file| file.span == span);
        policy.expect("a file").checksum = checksum;
        manifest.write(&mut wrong).expect("files in memory");
        let found = verify(&wrong, None);
        assert!(found.fault_count > 0);
        assert!(found.faults.iter().any(|fault| fault.ends_with("is missing")), "{found:?}");
    }
}
