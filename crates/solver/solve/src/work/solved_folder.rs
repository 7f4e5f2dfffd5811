//! Answers from the work folder of a finished solve: its states, their best actions, and values.
//!
//! A folder has the action of each state, and no values. Those of a few states are computed from
//! the games that follow the actions from these states, if there are few enough boards.

use std::collections::{BTreeMap, HashMap};

use mdp2048_model::{ActionValues, Game, Rewards, ValuedGame, Values, action_values};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::board_index::codes::BoardCodes;
use crate::board_index::inner::AnyInnerRanks;
use crate::half_sum::HalfSum;
use crate::kernel::tables::BoardTables;
use crate::options::Precision;
use crate::policy_evaluation::source::{LayerSource, LayerView};
use crate::progress::SolveError;
use crate::solution::contradiction::Contradiction;
use crate::solution::totals::SolutionTotals;

use super::error::WorkError;
use super::files::WorkFiles;
use super::layer::{Layer, Layers};
use super::manifest::Manifest;

/// The work folder of a finished solve, which is only read.
///
/// It holds the layers of the last question, up to three, and the other layers of the file that was
/// read last. So questions about ascending tile sums, such as those of one game, read each file
/// once.
pub struct SolvedFolder {
    files: Box<dyn WorkFiles>,
    manifest: Manifest,
    totals: SolutionTotals,
    codes: BoardCodes,
    ranks: AnyInnerRanks,
    pub(super) tables: BoardTables<u64>,
    reader: Layers,
    /// The layers that are loaded, by position.
    layers: BTreeMap<usize, Layer>,
}

impl SolvedFolder {
    /// Opens a folder.
    ///
    /// # Errors
    /// [`SolveError::Work`] if the folder holds no solve or one that has not ended, or if its
    /// manifest cannot be read.
    pub fn open(mut files: Box<dyn WorkFiles>) -> Result<Self, SolveError> {
        let manifest = Manifest::read(&mut *files)?;
        Self::of(files, manifest)
    }

    /// The folder of a manifest.
    ///
    /// # Errors
    /// [`WorkError::Unfinished`] if the solve has not ended.
    pub(super) fn of(files: Box<dyn WorkFiles>, manifest: Manifest) -> Result<Self, SolveError> {
        if !manifest.is_finished() {
            return Err(WorkError::Unfinished.into());
        }
        let (codes, ranks) = BoardCodes::new(manifest.valued_game.game())?;
        let tables = BoardTables::new(manifest.valued_game.game(), &codes);
        let (totals, reader, layers) = (manifest.totals(), Layers::default(), BTreeMap::new());
        Ok(Self { files, manifest, totals, codes, ranks, tables, reader, layers })
    }

    /// What the solve found.
    pub const fn totals(&self) -> &SolutionTotals {
        &self.totals
    }

    /// The game that was solved, and what expected returns are.
    pub const fn valued_game(&self) -> &ValuedGame {
        &self.totals.valued_game
    }

    /// The game that was solved.
    pub const fn game(&self) -> &Game {
        self.totals.valued_game.game()
    }

    /// The precision of the values from which the actions were chosen.
    pub const fn precision(&self) -> Precision {
        self.totals.precision
    }

    /// Returns the best action on a board; `None` if no game reaches the board, or if it is lost or
    /// won.
    ///
    /// # Errors
    /// [`SolveError::Work`] if a file is damaged or cannot be read.
    pub fn best_at(&mut self, board: Board) -> Result<Option<Action>, SolveError> {
        let (state, symmetry) = CanonicalState::of(board);
        Ok(self.action(state)?.map(|action| symmetry.inverse().action(action)))
    }

    /// Returns the action of a state under the optimal policy, on the canonical board; `None` if no
    /// game reaches the state. It is the choice of a solution in memory.
    ///
    /// # Errors
    /// [`SolveError::Work`] if a file is damaged or cannot be read.
    pub fn action(&mut self, state: CanonicalState) -> Result<Option<Action>, SolveError> {
        let board = state.board();
        if board.shape() != self.game().shape() {
            return Ok(None);
        }
        let at = (self as &dyn LayerSource).position(HalfSum::of(board));
        // At most one layer is held, the one of the board.
        self.load(at.as_slice())?;
        Ok(at.and_then(|at| self.choice(at, board)))
    }

    /// Computes the values of some states and of each of their actions, by following the actions of
    /// the folder from there on. Returns `None` if games reach more than `most` boards on the way.
    ///
    /// The values are those of the policy in the folder, which is optimal to the precision of the
    /// solve. Those of a solution in double precision differ from them by rounding only.
    ///
    /// # Errors
    /// [`SolveError::Work`] if a file is damaged or cannot be read; [`SolveError::Contradiction`]
    /// if a state is missing.
    pub fn values_of(
        &mut self,
        states: &[CanonicalState],
        most: usize,
    ) -> Result<Option<FolderValues>, SolveError> {
        let game = *self.game();
        // By half sum: the boards that games reach, and whether all their actions are followed.
        let mut open: BTreeMap<HalfSum, HashMap<CanonicalState, bool>> = BTreeMap::new();
        for &state in states {
            open.entry(HalfSum::of(state.board())).or_default().insert(state, true);
        }
        let (mut followed, mut boards) = (Vec::new(), 0);
        while let Some((_, layer)) = open.pop_first() {
            boards += layer.len();
            if boards + open.values().map(HashMap::len).sum::<usize>() > most {
                return Ok(None);
            }
            for (state, is_asked) in layer {
                let board = state.board();
                if !board.can_move() {
                    continue;
                }
                let Some(chosen) = self.action(state)? else {
                    if is_asked {
                        continue;
                    }
                    return Err(Contradiction::Missing(state).into());
                };
                for action in Action::ALL {
                    if action != chosen && !is_asked {
                        continue;
                    }
                    let result = game.act(board, action).filter(|result| !result.wins);
                    let Some(result) = result else { continue };
                    for (board, _) in game.spawns(result.after) {
                        let next = open.entry(HalfSum::of(board)).or_default();
                        next.entry(CanonicalState::of(board).0).or_insert(false);
                    }
                }
                followed.push((state, chosen));
            }
        }
        let totals = self.totals.clone();
        let mut found = FolderValues { totals, values: HashMap::with_capacity(followed.len()) };
        let rewards = found.rewards();
        // States of higher tile sums come first.
        for &(state, action) in followed.iter().rev() {
            let value = found.value_of_action(&game, &rewards, state.board(), action)?;
            found.values.insert(state, value);
        }
        Ok(Some(found))
    }
}

impl LayerSource for SolvedFolder {
    fn totals(&self) -> &SolutionTotals {
        &self.totals
    }

    fn codes(&self) -> &BoardCodes {
        &self.codes
    }

    fn ranks(&self) -> &AnyInnerRanks {
        &self.ranks
    }

    fn load(&mut self, layers: &[usize]) -> Result<(), SolveError> {
        self.layers.retain(|at, _| layers.contains(at));
        for &at in layers {
            if !self.layers.contains_key(&at) {
                let (tables, record) = ((&self.manifest, &self.codes), &self.manifest.reached[at]);
                let layer = self.reader.read(tables, &mut *self.files, record)?;
                self.layers.insert(at, layer);
            }
        }
        Ok(())
    }

    fn layer(&self, at: usize) -> LayerView<'_> {
        self.layers[&at].view()
    }

    fn error(&self, contradiction: Contradiction) -> SolveError {
        let Contradiction::NoState(state) = contradiction else { return contradiction.into() };
        // The stored action of the state is not allowed.
        let position = (self as &dyn LayerSource).position(HalfSum::of(state.board()));
        match position.and_then(|at| self.layers.get(&at)) {
            Some(layer) => WorkError::Damaged(layer.actions_file.clone()).into(),
            None => contradiction.into(),
        }
    }
}

/// The values of some states of a work folder, and of those that games reach from them.
#[derive(Clone, Debug)]
pub struct FolderValues {
    totals: SolutionTotals,
    values: HashMap<CanonicalState, f64>,
}

impl FolderValues {
    fn value_of_action(
        &self,
        game: &Game,
        rewards: &Rewards,
        board: Board,
        action: Action,
    ) -> Result<f64, Contradiction> {
        let not_allowed = || Contradiction::NoState(CanonicalState::of(board).0);
        let result = game.act(board, action).ok_or_else(not_allowed)?;
        let points = f64::from(result.points);
        if result.wins {
            return Ok(rewards.winning(points));
        }
        let mut expected = 0.0;
        for (board, probability) in game.spawns(result.after) {
            let value = self.values.get(&CanonicalState::of(board).0).copied();
            expected += probability * value.unwrap_or(rewards.lost);
        }
        Ok(rewards.going_on(points, expected))
    }
}

impl Values for FolderValues {
    fn valued_game(&self) -> &ValuedGame {
        &self.totals.valued_game
    }

    fn expected_return(&self, state: CanonicalState) -> Option<f64> {
        self.values.get(&state).copied()
    }

    /// The values of all actions, of states that were asked for; of others it is `None`, unless
    /// games reach all that follows.
    fn action_values(&self, state: CanonicalState) -> Option<ActionValues> {
        action_values(self, state)
    }

    fn start_return(&self) -> f64 {
        self.totals.start_return
    }
}
