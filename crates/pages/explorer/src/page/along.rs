//! Playing along with a game elsewhere: the page makes the best move, and the reader enters the
//! random tile that came.

use mdp2048_display::Measure;
use mdp2048_model::{Status, ValueUnit, Values as _};
use mdp2048_rules::Action;

use super::{AgentState, Exploration};
use crate::estimates::about_points;
use crate::line::LineMove;
use crate::url::Mode;
use crate::view::named_text;

/// The least plies of the estimates by which the page moves.
const PLIES: u32 = 2;

/// What a game has come to, and what is expected of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The score, with the points of a move whose random tile is not entered yet.
    pub score: u64,
    /// What is still expected in points or moves, if that is known.
    pub rest: Option<ExpectedNumber>,
    /// The expected final score, if the game is played for points.
    pub total: Option<ExpectedNumber>,
}

/// A number that is expected.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedNumber {
    /// What it is: `still to come`, `expected final score`.
    pub name: &'static str,
    /// The number.
    pub number: f64,
    /// The number as a text.
    pub text: String,
}

impl Exploration {
    /// The score on the board that is shown.
    pub fn score(&self) -> u32 {
        self.shown.url.score.saturating_add(self.line().points(self.game()))
    }

    /// The score on the first board of the line.
    pub const fn first_score(&self) -> u32 {
        self.shown.url.score
    }

    /// The move that the page makes next, once it has shown the board.
    pub fn due(&self) -> Option<Action> {
        let is_due = self.mode() == Mode::Along
            && self.is_shown
            && self.shown.pending.is_none()
            && self.obstacle().is_none();
        let is_settled = || {
            let has_thought = |found: &crate::EstimatedPosition| found.plies >= PLIES;
            matches!(self.agent(), AgentState::Finished | AgentState::Stopped)
                || self.estimates().as_ref().is_some_and(has_thought)
        };
        let is_known = is_due && (!self.is_estimated() || is_settled());
        is_known.then(|| self.best_action()).flatten()
    }

    /// What the reader does next while playing along.
    pub fn along_sentence(&self) -> Option<String> {
        if self.mode() != Mode::Along || self.obstacle().is_some() {
            return None;
        }
        let Some(action) = self.pending() else {
            return Some(match self.due() {
                Some(_) => "The page moves.".to_owned(),
                None if self.is_left_out() => {
                    "The best move is not known here: choose a move that is allowed.".to_owned()
                }
                None if matches!(self.agent(), AgentState::Failed(_)) => {
                    "There is no estimate: choose a move.".to_owned()
                }
                None => "The page moves once it knows the best move.".to_owned(),
            });
        };
        // The board that is shown beside this has slid already.
        let slides = match self.shown.is_own {
            false if self.is_estimated() => {
                format!("The page slides {action}, the best move by the estimate.")
            }
            false => format!("The page slides {action}, a best move."),
            true => format!("You slide {action}."),
        };
        Some(format!("{slides} You place the random tile: on which cell?"))
    }

    /// What the game has come to, while playing along.
    pub fn standing(&self) -> Option<Standing> {
        if self.mode() != Mode::Along {
            return None;
        }
        let board = self.line().board();
        let before = self.score();
        let result = self.pending().and_then(|action| self.game().act(board, action));
        let points = result.map_or(0, |it| it.points);
        let score = u64::from(before) + u64::from(points);
        let none = Standing { score, rest: None, total: None };
        if self.game().status(board) != Status::Playing {
            return Some(none);
        }
        if let Some(found) = self.estimates() {
            // The estimates of an action count its own points.
            let action = self.pending().or_else(|| self.best_action());
            let of_action = found.rows.iter().find(|it| Some(it.action) == action);
            let of_action = of_action.map_or(found.points, |it| it.points);
            let [rest, total] = [of_action - f64::from(points), of_action + f64::from(before)];
            let expected =
                |name, number| Some(ExpectedNumber { name, number, text: about_points(number) });
            return Some(Standing {
                rest: expected("still to come, estimated", rest),
                total: expected("final score, estimated", total),
                ..none
            });
        }
        let Some(known) = self.known() else { return Some(none) };
        let values = known.action_values_at(board);
        let of_action = self.pending().and_then(|action| values.as_ref()?.get(action));
        let Some(value) = of_action.or_else(|| values?.value()) else { return Some(none) };
        let measure = Measure::of(known.valued_game());
        let expected = |name, more: f64| {
            let value = known.valued_game().value(value.expected_return() + more);
            let number = value.measured()?;
            Some(ExpectedNumber { name, number, text: named_text(known, value) })
        };
        Some(match measure.unit() {
            ValueUnit::Points => Standing {
                rest: expected("still to come", -f64::from(points)),
                total: expected("expected final score", f64::from(before)),
                ..none
            },
            ValueUnit::Moves => {
                // The values count a move that is made and whose tile is not entered yet.
                let made = f64::from(u8::from(self.pending().is_some()));
                let made = -made * known.rewards().each_move;
                Standing { rest: expected(measure.name_in_state(), made), ..none }
            }
            // The panel of the values has it.
            ValueUnit::Probability => none,
        })
    }

    /// Makes the move that is due.
    pub(super) fn move_along(&mut self) {
        if let Some(action) = self.due() {
            self.shown.is_own = false;
            self.play_along(action);
        }
    }

    /// Makes a move, whose random tile the reader enters next; none follows a win.
    pub(super) fn play_along(&mut self, action: Action) {
        let (game, board) = (*self.game(), self.line().board());
        let result = game.act(board, action).filter(|_| game.status(board) == Status::Playing);
        match result {
            Some(result) if result.wins => {
                self.follow(LineMove { action, next: result.after.board() });
            }
            Some(_) => self.shown.pending = Some(action),
            None => {}
        }
    }
}
