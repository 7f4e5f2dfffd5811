//! What an interactive game prints: the moves of the policy, and the end.

use std::fmt::{self, Display};

use mdp2048_display::{capitalised, counted};
use mdp2048_model::ValueUnit;
use mdp2048_rules::{Afterstate, Board};
use serde::Serialize;

use crate::commands::query::Answer;
use crate::error::{Error, PositionError};
use crate::input::answers::AnswersInput;
use crate::output::board::BoardRows;

/// A move of the policy.
#[derive(Debug, Serialize)]
pub(super) struct Turn {
    #[serde(rename = "move")]
    pub(super) number: usize,
    #[serde(flatten)]
    answer: Answer,
    /// The score before the move, and the points of the move.
    score: u64,
    points: u32,
    /// The score and the value of the board, where the value is the expected points to come.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_final_score: Option<f64>,
    /// The board after the slide.
    #[serde(rename = "after")]
    after_text: String,
    #[serde(skip)]
    pub(super) after: Afterstate,
    /// Whether the move makes the target tile.
    #[serde(skip)]
    pub(super) wins: bool,
}

impl Turn {
    /// The move of the policy on a board on which an action is allowed.
    pub(super) fn play(
        input: &AnswersInput,
        number: usize,
        board: Board,
        score: u64,
    ) -> Result<Self, Error> {
        let answer = Answer::of(input, board)?;
        let valued_game = input.answers.valued_game();
        let game = valued_game.game();
        let moved = game.act(board, answer.advised);
        let moved = moved.ok_or_else(|| PositionError::NoEntry { board, game: Box::new(*game) })?;
        let is_score = answer.measure().unit() == ValueUnit::Points;
        let value = answer.value.filter(|_| is_score);
        Ok(Self {
            number,
            score,
            points: moved.points,
            expected_final_score: value.map(|value| score as f64 + value),
            answer,
            after_text: moved.after.board().to_string(),
            after: moved.after,
            wins: moved.wins,
        })
    }

    /// The score after the move.
    pub(super) fn new_score(&self) -> u64 {
        self.score + u64::from(self.points)
    }
}

impl Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number == 1 {
            writeln!(f, "{}", self.answer.game)?;
            self.answer.write_accuracy(f)?;
            writeln!(f)?;
        }
        let Self { number, score, points, .. } = self;
        writeln!(f, "Move {number}\n")?;
        self.answer.write_position(f)?;
        let new = self.new_score();
        writeln!(f, "\n{}: score {score} + {points} = {new}", self.answer.advised)?;
        if let Some(total) = self.expected_final_score {
            let [rest, total] =
                [total - new as f64, total].map(|number| self.answer.digits(number));
            writeln!(f, "expected final score {new} + {rest} = {total}")?;
        }
        writeln!(f, "\n{}", BoardRows(self.after.board()))
    }
}

/// The end of a game.
#[derive(Debug, Serialize)]
pub(super) struct Ending {
    /// `won`, `lost` or `stopped`.
    outcome: &'static str,
    moves: usize,
    score: u64,
    #[serde(rename = "final")]
    last: String,
}

impl Ending {
    /// The end after the last move.
    pub(super) fn new(outcome: &'static str, turn: &Turn, last: Board) -> Self {
        let (moves, score) = (turn.number, turn.new_score());
        Self { outcome, moves, score, last: last.to_string() }
    }
}

impl Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { outcome, moves, score, last } = self;
        let (outcome, moves) = (capitalised(outcome), counted(*moves as u64, "move"));
        writeln!(f, "{outcome} after {moves}, with score {score}: {last}")
    }
}
