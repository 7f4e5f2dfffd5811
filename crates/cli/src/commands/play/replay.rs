//! One game, move by move.

use std::fmt::{self, Display};

use mdp2048_display::{Measure, counted};
use mdp2048_model::{Outcome, Replay, Seed, Value};
use serde::Serialize;

use super::player::PolicyPlayer;
use crate::error::Error;

/// A game that was played to its end.
#[derive(Debug, Serialize)]
pub(crate) struct PlayedGame {
    game: String,
    seed: u32,
    outcome: &'static str,
    moves: usize,
    points: u32,
    #[serde(rename = "final")]
    last: String,
    steps: Vec<PlayedStep>,
    #[serde(skip)]
    replay: Replay,
    #[serde(skip)]
    has_whole_percent: bool,
    #[serde(skip)]
    value_error: f64,
    #[serde(skip)]
    measure: Measure,
}

/// A move of a game.
#[derive(Debug, Serialize)]
struct PlayedStep {
    board: String,
    action: &'static str,
    value: Option<f64>,
    /// `None` unless the objective is the win objective without discount.
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_probability: Option<f64>,
}

impl PlayedGame {
    /// Plays the game of a seed.
    pub(super) fn play(player: &PolicyPlayer, seed: Seed) -> Result<Self, Error> {
        let (replay, valued_game) = (player.play_with_values(seed)?, &player.valued_game);
        let steps = replay.steps.iter().map(|step| PlayedStep {
            board: step.board.hex(),
            action: step.advice.action.name(),
            value: step.advice.value.and_then(Value::finite),
            lose_probability: step.advice.value.and_then(Value::loss),
        });
        Ok(Self {
            game: valued_game.game().to_string(),
            seed: replay.seed.get(),
            outcome: replay.outcome.name(),
            moves: replay.steps.len(),
            points: replay.points(),
            last: replay.last.hex(),
            steps: steps.collect(),
            replay,
            has_whole_percent: player.has_whole_percent,
            value_error: player.value_error,
            measure: player.measure(),
        })
    }
}

impl Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Replay { steps, last, outcome, .. } = &self.replay;
        writeln!(f, "{}, seed {}\n", self.game, self.seed)?;
        let number_width = steps.len().to_string().len();
        let board_width =
            self.replay.boards().map(|board| board.to_string().len()).max().unwrap_or_default();
        for ((step, played), number) in steps.iter().zip(&self.steps).zip(1..) {
            let board = step.board.to_string();
            let action = step.advice.action;
            let line = format!("{number:number_width$}  {board:board_width$}  {action:5}");
            match step.advice.value {
                None => writeln!(f, "{}", line.trim_end())?,
                Some(_) if self.has_whole_percent => {
                    writeln!(f, "{line}  {:>5}", self.measure.whole_percent(played.value))?;
                }
                Some(value) => {
                    let loses = if self.measure == Measure::Losing { "loses " } else { "" };
                    let value = self.measure.text_within(value.measured(), self.value_error);
                    writeln!(f, "{line}  {:>9}", format!("{loses}{value}"))?;
                }
            }
        }
        writeln!(f, "{:number_width$}  {last}\n", "")?;
        let moves = counted(steps.len() as u64, "move");
        match outcome {
            Outcome::Won => writeln!(f, "Won in {moves}."),
            Outcome::Lost => writeln!(f, "Lost after {moves}."),
            Outcome::OffPolicy => {
                writeln!(f, "Left the policy after {moves}: it has no entry for the last board.")
            }
        }
    }
}
