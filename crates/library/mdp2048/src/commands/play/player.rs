//! A policy that plays games.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use mdp2048_display::Measure;
use mdp2048_model::{Advice, Game, Outcome, Policy, Replay, Seed, ValuedGame, Values as _};
use mdp2048_policy::{PackedPolicy, TextPolicy};
use mdp2048_rules::{Board, CanonicalState};
use mdp2048_solve::{Contradiction, Solution, SolveError};

use crate::error::Error;
use crate::input::InputFile;
use crate::input::folder::FolderInput;
use crate::input::text::TextGameArgs;

/// A policy that plays games.
pub(super) struct PolicyPlayer {
    pub(super) valued_game: ValuedGame,
    policy: AnyPolicy,
    /// The value of the game under optimal play; `None` for a text policy, which does not hold it.
    pub(super) start_value: Option<f64>,
    /// A bound on the error of the values; 0 where they are exact to rounding.
    pub(super) value_error: f64,
    /// The probability that a game leaves the policy; `None` if it is not computed.
    pub(super) leave_probability: Option<f64>,
}

enum AnyPolicy {
    Solution { path: PathBuf, solution: Box<Solution> },
    Packed(Box<PackedPolicy>),
    Text(TextPolicy),
    Folder(Box<Mutex<FolderInput>>),
}

/// Asks a folder for the actions of a game, and keeps the first error.
struct FolderPlayer<'a> {
    folder: RefCell<&'a mut FolderInput>,
    error: Cell<Option<Error>>,
}

impl Policy for FolderPlayer<'_> {
    fn advise(&self, board: Board) -> Option<Advice> {
        let (state, symmetry) = CanonicalState::of(board);
        match self.folder.borrow_mut().action(state) {
            Ok(action) => {
                let action = symmetry.inverse().action(action?);
                Some(Advice { action, value: None, action_values: None })
            }
            Err(error) => {
                self.error.set(Some(error));
                None
            }
        }
    }
}

/// Plays the game of a seed by the actions of a folder, with values where they can be computed.
fn play_folder(folder: &mut FolderInput, seed: Seed) -> Result<Replay, Error> {
    let game = *folder.game();
    let player = FolderPlayer { folder: RefCell::new(folder), error: Cell::new(None) };
    let mut replay = Replay::play(&game, &player, seed);
    let FolderPlayer { folder, error } = player;
    if let Some(error) = error.into_inner() {
        return Err(error);
    }
    let state = |board| CanonicalState::of(board).0;
    let states: Vec<_> = replay.steps.iter().map(|step| state(step.board)).collect();
    if replay.outcome == Outcome::OffPolicy {
        let missing = Contradiction::Missing(state(replay.last));
        return Err(SolveError::Contradiction(missing).into());
    }
    if let Some(values) = folder.into_inner().values_of(&states)? {
        for (step, state) in replay.steps.iter_mut().zip(states) {
            step.advice.value = values.value(state);
        }
    }
    Ok(replay)
}

impl PolicyPlayer {
    pub(super) fn open(path: &Path, options: &TextGameArgs) -> Result<Self, Error> {
        if let Some(folder) = FolderInput::at(path)? {
            options.expect_absent(path, folder.game())?;
            return Self::of_folder(folder);
        }
        Ok(match InputFile::open_with_game(path, options)? {
            InputFile::Solution(mut file) => Self::of_solution(path, file.read_all()?),
            InputFile::Packed(policy) => {
                let header = policy.header();
                Self {
                    valued_game: header.valued_game,
                    start_value: Some(header.start_value),
                    value_error: policy.value_error().unwrap_or(0.0),
                    leave_probability: Some(header.coverage.leave_probability),
                    policy: AnyPolicy::Packed(policy),
                }
            }
            InputFile::Text(text) => {
                let policy = text.read(options)?.policy;
                Self {
                    valued_game: (*policy.game()).into(),
                    value_error: policy.value_error().unwrap_or(0.0),
                    policy: AnyPolicy::Text(policy),
                    start_value: None,
                    leave_probability: None,
                }
            }
        })
    }

    fn of_solution(path: &Path, solution: Solution) -> Self {
        Self {
            valued_game: *solution.valued_game(),
            start_value: Some(solution.start_value()),
            policy: AnyPolicy::Solution { path: path.to_owned(), solution: Box::new(solution) },
            value_error: 0.0,
            leave_probability: Some(0.0),
        }
    }

    /// A folder plays with the values of its game, or with its actions if there are too many.
    fn of_folder(folder: FolderInput) -> Result<Self, Error> {
        if let Some(solution) = folder.solve()? {
            return Ok(Self::of_solution(folder.path(), solution));
        }
        Ok(Self {
            valued_game: *folder.folder().valued_game(),
            start_value: Some(folder.folder().totals().start_value),
            policy: AnyPolicy::Folder(Box::new(Mutex::new(folder))),
            value_error: 0.0,
            leave_probability: Some(0.0),
        })
    }

    /// Checks that many games can be played: each would read the layers of a large folder.
    pub(super) fn check_games(&self) -> Result<(), Error> {
        match &self.policy {
            AnyPolicy::Folder(folder) => {
                let folder = folder.lock().unwrap_or_else(PoisonError::into_inner);
                Err(Error::FolderGames(folder.path().to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Computes the leave probability of a text policy, by a forward pass through the game.
    pub(super) fn with_leave_probability(mut self) -> Self {
        if let AnyPolicy::Text(policy) = &self.policy {
            self.leave_probability = Some(policy.leave_probability());
        }
        self
    }

    pub(super) const fn game(&self) -> &Game {
        self.valued_game.game()
    }

    /// Plays the game of a seed. A solution that has no entry for a board of the game contradicts
    /// itself.
    pub(super) fn play(&self, seed: Seed) -> Result<Replay, Error> {
        Ok(match &self.policy {
            AnyPolicy::Solution { path, solution } => {
                let replay = Replay::play(self.game(), &**solution, seed);
                if replay.outcome == Outcome::OffPolicy {
                    solution
                        .check_state(CanonicalState::of(replay.last).0)
                        .map_err(|source| Error::contradiction(path, source))?;
                }
                replay
            }
            AnyPolicy::Packed(policy) => Replay::play(self.game(), &**policy, seed),
            AnyPolicy::Text(policy) => Replay::play(self.game(), policy, seed),
            AnyPolicy::Folder(folder) => {
                play_folder(&mut folder.lock().unwrap_or_else(PoisonError::into_inner), seed)?
            }
        })
    }

    pub(super) fn measure(&self) -> Measure {
        Measure::of(&self.valued_game)
    }

    /// Whether the values are held in whole percent.
    pub(super) fn has_whole_percent(&self) -> bool {
        matches!(self.policy, AnyPolicy::Text(_))
    }
}
