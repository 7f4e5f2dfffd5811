//! A policy that plays games.

use std::path::{Path, PathBuf};

use mdp2048_display::Measure;
use mdp2048_model::{Game, Outcome, Replay, Seed, ValuedGame, Values as _};
use mdp2048_policy::{PackedPolicy, TextPolicy};
use mdp2048_rules::CanonicalState;
use mdp2048_solve::Solution;

use crate::error::Error;
use crate::input::InputFile;
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
}

impl PolicyPlayer {
    pub(super) fn open(path: &Path, options: &TextGameArgs) -> Result<Self, Error> {
        Ok(match InputFile::open_with_game(path, options)? {
            InputFile::Solution(mut file) => {
                let solution = file.read_all()?;
                Self {
                    valued_game: *solution.valued_game(),
                    start_value: Some(solution.start_value()),
                    policy: AnyPolicy::Solution {
                        path: path.to_owned(),
                        solution: Box::new(solution),
                    },
                    value_error: 0.0,
                    leave_probability: Some(0.0),
                }
            }
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
