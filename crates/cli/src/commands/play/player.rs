//! A policy that plays games.

use std::path::Path;

use mdp2048::answers::Accuracy;
use mdp2048_display::Measure;
use mdp2048_model::{Outcome, Replay, Seed, ValuedGame};
use mdp2048_rules::Board;

use crate::error::Error;
use crate::input::answers::AnswersInput;
use crate::input::text::TextGameArgs;

/// A policy that plays games.
pub(super) struct PolicyPlayer {
    pub(super) input: AnswersInput,
    pub(super) valued_game: ValuedGame,
    /// A bound on the error of the values; 0 where they are exact to rounding.
    pub(super) value_error: f64,
    /// Whether the values are held in whole percent.
    pub(super) has_whole_percent: bool,
}

impl PolicyPlayer {
    pub(super) fn open(path: &Path, options: &TextGameArgs) -> Result<Self, Error> {
        let input = AnswersInput::open(path, options, None)?;
        let (value_error, has_whole_percent) = match input.answers.accuracy() {
            Accuracy::Relative(_) => (0.0, false),
            Accuracy::Packed(accuracy) => (accuracy.value_error, false),
            Accuracy::WholePercent(error) => (error, true),
        };
        let valued_game = input.answers.valued_game();
        Ok(Self { input, valued_game, value_error, has_whole_percent })
    }

    /// Plays the game of a seed.
    pub(super) fn play(&self, seed: Seed) -> Result<Replay, Error> {
        let replay = Replay::play(self.valued_game.game(), &*self.input.answers, seed);
        if replay.outcome == Outcome::OffPolicy {
            self.input.check_end(replay.last)?;
        }
        Ok(replay)
    }

    /// Plays the game of a seed, with values also where they are computed from actions.
    pub(super) fn play_with_values(&self, seed: Seed) -> Result<Replay, Error> {
        let mut replay = self.play(seed)?;
        let boards: Vec<Board> = replay.steps.iter().map(|step| step.board).collect();
        if replay.steps.iter().any(|step| step.advice.value.is_none()) {
            let all = self.input.answers.advise_all(&boards)?;
            for (step, advice) in replay.steps.iter_mut().zip(all) {
                step.advice.value = advice.and_then(|advice| advice.value);
            }
        }
        Ok(replay)
    }

    pub(super) fn measure(&self) -> Measure {
        Measure::of(&self.valued_game)
    }
}
