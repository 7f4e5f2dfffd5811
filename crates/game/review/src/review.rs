//! What each move costs and each random tile changes.

use mdp2048_model::{Status, Value, Values};
use mdp2048_rules::{Action, Board, CanonicalState};
use thiserror::Error;

use crate::chances::{Chances, ChancesSoFar};
use crate::{Grade, RecordedGame, RecordedMove};

/// A game compared with optimal play.
///
/// All numbers are in the unit of the objective, seen from the start of the game: what has been
/// gained so far, plus the discounted value of the board. `result` is better than `start_value` by
/// `start_luck` + `luck` - `loss`, up to rounding ([`Value::better_by`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The mean value over all first boards if the game starts from one of them; else the value of
    /// the first board.
    pub start_value: Value,
    /// By how much the first two random tiles make the value better; negative if worse.
    pub start_luck: f64,
    /// The moves in order.
    pub moves: Vec<MoveReview>,
    /// The sum of [`MoveReview::luck`].
    pub luck: f64,
    /// The sum of [`MoveReview::loss`].
    pub loss: f64,
    /// What the game has gained, and the discounted value of the last board.
    pub result: Value,
    /// The same as a product of chances of winning; `None` unless the objective counts wins.
    pub chances: Option<Chances>,
}

/// A move compared with the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveReview {
    /// The action.
    pub action: Action,
    /// The action of the policy; equal to `action` if both are best.
    pub best: Action,
    /// V of the board.
    pub value: Value,
    /// The regret of the action, as [`ActionValues::regret`](mdp2048_model::ActionValues::regret).
    pub regret: f64,
    /// The grade of the action.
    pub grade: Grade,
    /// The share Q(s, a) / V(s) of the chance of winning that the action keeps: 1 for a best
    /// action, and where nothing was left to keep. `None` unless the objective counts wins.
    pub kept: Option<f64>,
    /// The regret times the discount of the moves before.
    pub loss: f64,
    /// By how much the random tile after the move makes the value better than its expectation,
    /// discounted in the same way; negative if worse. 0 after a move that wins.
    pub luck: f64,
}

impl MoveReview {
    /// A number that is larger for a worse move of the same game: the kept share with its sign
    /// changed, or the regret where nothing counts wins. Shares that differ in the last digit
    /// differ here too.
    pub fn severity(&self) -> f64 {
        self.kept.map_or(self.regret, |kept| -kept)
    }
}

/// The reason why a game cannot be reviewed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The solution is of another game.
    #[error("the game is {found}, but the solution is of {expected}")]
    Game {
        /// The game that was played.
        found: String,
        /// The game that was solved.
        expected: String,
    },
    /// No game of the solution reaches a board. Boards are counted from 1.
    #[error("board {number}, {board}, has no value: no game reaches it")]
    Unreachable {
        /// The number of the board.
        number: usize,
        /// The board.
        board: Board,
    },
    /// A value is infinite, because reaching the target is not certain. Boards are counted from 1.
    #[error(
        "from board {number}, {board}, the target is not certain to be reached, so the fewest \
         moves have no value: review the game under another objective"
    )]
    Infinite {
        /// The number of the board.
        number: usize,
        /// The board.
        board: Board,
    },
}

/// What is known before a move: what was gained, how much the rest counts, and the chances.
struct SoFar<'a> {
    gained: f64,
    /// The discount of the moves so far.
    weight: f64,
    chances: Option<ChancesSoFar<'a>>,
}

impl Review {
    /// Reviews a game with the values of a solution.
    ///
    /// # Errors
    /// [`ReviewError`] if the solution is of another game, or a board of the game has no value.
    pub fn of(values: &(impl Values + ?Sized), record: &RecordedGame) -> Result<Self, ReviewError> {
        Self::within(values, 0.0, record)
    }

    /// Reviews a game with values that differ from the exact ones by at most `error`.
    ///
    /// # Errors
    /// As for [`Review::of`].
    pub fn within(
        values: &(impl Values + ?Sized),
        error: f64,
        record: &RecordedGame,
    ) -> Result<Self, ReviewError> {
        if values.game() != record.game() {
            return Err(ReviewError::Game {
                found: record.game().to_string(),
                expected: values.game().to_string(),
            });
        }
        let first_value = value_of(values, record.first(), 1)?;
        let start_value = start_value(values, record.first()).unwrap_or(first_value);
        let chances = ChancesSoFar::new(values, start_value, first_value);
        let mut so_far = SoFar { gained: 0.0, weight: 1.0, chances };
        let mut moves: Vec<MoveReview> = Vec::with_capacity(record.moves().len());
        for (number, played) in (1..).zip(record.moves()) {
            moves.push(review_move((values, error), played, number, &mut so_far)?);
        }
        let rest = match record.status() {
            // The last action has gained the win.
            Status::Won => 0.0,
            Status::Lost | Status::Playing => {
                let rest = value_of(values, record.last(), moves.len() + 1)?;
                so_far.weight * rest.expected_return()
            }
        };
        Ok(Self {
            start_value,
            start_luck: first_value.better_by(start_value),
            luck: moves.iter().map(|it| it.luck).sum(),
            loss: moves.iter().map(|it| it.loss).sum(),
            result: values.valued_game().value(so_far.gained + rest),
            chances: so_far.chances.map(ChancesSoFar::finish),
            moves,
        })
    }
}

/// Reviews a move.
fn review_move(
    (values, error): (&(impl Values + ?Sized), f64),
    played: &RecordedMove,
    number: usize,
    so_far: &mut SoFar<'_>,
) -> Result<MoveReview, ReviewError> {
    let RecordedMove { board, action, result, next } = *played;
    let value = value_of(values, board, number)?;
    let unreachable = || ReviewError::Unreachable { number, board };
    let (state, symmetry) = CanonicalState::of(board);
    let canonical = values.action_values(state).ok_or_else(unreachable)?;
    let in_frame = canonical.before(symmetry);
    let regret = in_frame.regret(action).ok_or_else(unreachable)?;
    let grade = Grade::within(&in_frame, error, action);
    let grade = grade.ok_or_else(unreachable)?;
    let choice = canonical.choice().map(|choice| symmetry.inverse().action(choice));
    let best = if grade == Grade::Best { action } else { choice.ok_or_else(unreachable)? };
    if !regret.is_finite() {
        return Err(ReviewError::Infinite { number: number + 1, board: next });
    }
    let rewards = values.rewards();
    let points = f64::from(result.points);
    let weight = so_far.weight;
    let expected = value.expected_return() - regret;
    let next_value = if result.wins { None } else { Some(value_of(values, next, number + 1)?) };
    let luck = match next_value {
        None => {
            so_far.gained += weight * rewards.winning(points);
            0.0
        }
        Some(next_value) => {
            so_far.gained += weight * rewards.going_on(points, 0.0);
            so_far.weight *= rewards.discount;
            weight * (rewards.going_on(points, next_value.expected_return()) - expected)
        }
    };
    let action_value = in_frame.get(action).ok_or_else(unreachable)?;
    let next = next_value.map(|next_value| (next, next_value));
    let is_best = grade == Grade::Best;
    let kept = so_far.chances.as_mut().map(|it| it.add(value, action_value, is_best, next));
    Ok(MoveReview { action, best, value, regret, grade, kept, loss: weight * regret, luck })
}

/// V of a board, lost boards included.
fn value_of(
    values: &(impl Values + ?Sized),
    board: Board,
    number: usize,
) -> Result<Value, ReviewError> {
    let value = match values.game().status(board) {
        Status::Lost => Some(values.valued_game().value(values.rewards().lost)),
        _ => values.value_at(board),
    };
    let value = value.ok_or(ReviewError::Unreachable { number, board })?;
    match value.finite() {
        Some(_) => Ok(value),
        None => Err(ReviewError::Infinite { number, board }),
    }
}

/// The mean value over the first boards, if `board` is one of them.
fn start_value(values: &(impl Values + ?Sized), board: Board) -> Option<Value> {
    let state = CanonicalState::of(board).0;
    let starts = values.game().starts();
    starts.iter().any(|start| start.state == state).then(|| values.start_value())
}

impl Review {
    /// The number of moves of a grade.
    pub fn count(&self, grade: Grade) -> usize {
        self.moves.iter().filter(|it| it.grade == grade).count()
    }
}
