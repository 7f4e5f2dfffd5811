//! `query`: prints the value of a position and of each action.

use std::fmt::{self, Display};
use std::path::PathBuf;

use clap::Args;
use mdp2048::answers::Accuracy;
use mdp2048_display::{Measure, significant};
use mdp2048_model::{ShortNumber, Value, ValuedGame};
use mdp2048_rules::{Action, Board, CanonicalState};
use serde::{Serialize, Serializer};

use crate::error::Error;
use crate::input::answers::AnswersInput;
use crate::input::text::TextGameArgs;
use crate::output::board::BoardRows;
use crate::output::value::{all_digits, relative_error, single_precision, within};

/// Relative errors of regrets up to this come from rounding alone.
const ROUNDING: f64 = 1e-9;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 query 512.solution --position \"0 2 0/0 64 4/0 8 8\"")]
pub(crate) struct QueryArgs {
    /// A solution, a policy or a work folder; - is standard input
    file: PathBuf,

    /// The tiles row by row, 0 for an empty cell: "0 2 0/0 64 4/0 8 8"
    #[arg(long, value_name = "TILES")]
    position: Board,

    #[command(flatten)]
    text_game: TextGameArgs,
}

/// The answer for a position; its actions are in the frame of the position as given.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    pub(crate) game: String,
    position: String,
    canonical: String,
    /// In the unit of the objective.
    pub(crate) value: Option<f64>,
    /// `None` unless the objective is the win objective without discount.
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_probability: Option<f64>,
    #[serde(flatten)]
    errors: ErrorBounds,
    /// A bound of the relative error of every value, rounding included; `None` where the bounds are
    /// absolute.
    relative_bound: Option<f64>,
    /// The action of the policy.
    action: &'static str,
    best: Vec<&'static str>,
    actions: ActionAnswers,
    #[serde(skip)]
    valued_game: ValuedGame,
    #[serde(skip)]
    accuracy: Accuracy,
    #[serde(skip)]
    board: Board,
    /// The action of the policy.
    #[serde(skip)]
    pub(crate) advised: Action,
    /// The value, if the file holds it; if it is infinite, `value` is `None`.
    #[serde(skip)]
    held: Option<Value>,
}

/// Bounds on the errors of the values and the regrets, beyond rounding.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct ErrorBounds {
    /// Absolute, for every value.
    value_error: f64,
    /// Relative, for regrets of at least the floor.
    regret_error: f64,
    /// The absolute error of smaller regrets.
    regret_floor: f64,
}

impl ErrorBounds {
    /// The bounds of a value and of the regrets beside it.
    fn of(accuracy: Accuracy, value: Option<Value>) -> Self {
        match accuracy {
            Accuracy::Relative(error) => {
                // An infinite value has no error.
                let value_error = error * value.and_then(Value::measured).unwrap_or(0.0);
                // A regret is the difference of two values, so its error is at most twice theirs.
                // That is an absolute bound; relative to a larger regret it is at most 1.
                let regret_error = f64::from(value_error > 0.0);
                Self { value_error, regret_error, regret_floor: 2.0 * value_error }
            }
            Accuracy::Packed(bounds) => Self {
                value_error: bounds.value_error,
                regret_error: bounds.regret_error,
                regret_floor: bounds.regret_floor,
            },
            // A text policy holds no regrets.
            Accuracy::WholePercent(value_error) => Self { value_error, ..Self::default() },
        }
    }
}

/// The answer for an allowed action; both are `None` if the file holds no action values.
#[derive(Clone, Copy, Debug, Serialize)]
struct ActionAnswer {
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_probability: Option<f64>,
    regret: Option<f64>,
    #[serde(skip)]
    held: Option<Value>,
}

/// An answer for each action, `None` if it is not allowed.
#[derive(Debug)]
struct ActionAnswers([Option<ActionAnswer>; 4]);

impl Serialize for ActionAnswers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Action::ALL.map(Action::name).into_iter().zip(&self.0))
    }
}

/// Answers for a position.
pub(crate) fn run(args: &QueryArgs) -> Result<Answer, Error> {
    let input = AnswersInput::open(&args.file, &args.text_game, Some(args.position))?;
    Answer::of(&input, args.position)
}

impl Answer {
    /// The answer of a file for a position.
    pub(crate) fn of(input: &AnswersInput, board: Board) -> Result<Self, Error> {
        let (advice, accuracy) = (input.advise(board)?, input.answers.accuracy());
        let (valued_game, values) = (input.answers.valued_game(), advice.action_values);
        let answer = |action| {
            let held = values.and_then(|values| values.get(action));
            board.slide(action).map(|_| ActionAnswer {
                value: held.and_then(Value::finite),
                lose_probability: held.and_then(Value::loss),
                regret: values.and_then(|values| values.regret(action)),
                held,
            })
        };
        // Without values only the action of the policy is known to be best.
        let best = match &values {
            None => vec![advice.action.name()],
            Some(values) => values.best().map(Action::name).collect(),
        };
        Ok(Self {
            game: valued_game.game().to_string(),
            position: board.to_string(),
            canonical: CanonicalState::of(board).0.board().hex(),
            value: advice.value.and_then(Value::finite),
            lose_probability: advice.value.and_then(Value::loss),
            errors: ErrorBounds::of(accuracy, advice.value),
            relative_bound: accuracy.relative().map(|held| valued_game.game().relative_bound(held)),
            action: advice.action.name(),
            best,
            actions: ActionAnswers(Action::ALL.map(answer)),
            valued_game,
            accuracy,
            board,
            advised: advice.action,
            held: advice.value,
        })
    }

    pub(crate) fn measure(&self) -> Measure {
        Measure::of(&self.valued_game)
    }

    /// A number that is the value but for a whole number, with the digits that are known.
    pub(crate) fn digits(&self, number: f64) -> String {
        let size = self.value.unwrap_or(0.0);
        match self.accuracy {
            Accuracy::Relative(_) => ShortNumber(within(number, self.bound() * size)).to_string(),
            Accuracy::Packed(_) | Accuracy::WholePercent(_) => self.measure().text(Some(number)),
        }
    }

    /// A bound of the relative error of values; 0 where the bounds are absolute.
    fn bound(&self) -> f64 {
        self.relative_bound.unwrap_or(0.0)
    }

    /// A value for people, with all digits that its error leaves if that is relative.
    fn value_text(&self, value: Option<Value>) -> String {
        let value = value.and_then(Value::measured);
        match self.accuracy {
            Accuracy::Relative(_) => all_digits(self.measure(), value, self.bound()),
            Accuracy::Packed(bounds) => self.measure().text_within(value, bounds.value_error),
            Accuracy::WholePercent(_) => self.measure().whole_percent(value),
        }
    }

    /// What an action is beside the best one for people, with the digits of its regret that are
    /// known: two of a packed policy's.
    fn cost_text(&self, regret: f64) -> String {
        let cost = self.measure().beside_best(self.value.unwrap_or(0.0), regret);
        // A regret beside a share says what it is.
        let name = if let Measure::Expected(_) = self.measure() { "" } else { "costs " };
        // A regret is a difference of two values.
        let size = self.held.and_then(Value::measured).unwrap_or(0.0) + regret;
        let digits = within(regret, 2.0 * self.bound() * size);
        match self.accuracy {
            _ if !regret.is_finite() => cost,
            Accuracy::Relative(_) if self.measure() == Measure::Losing => {
                format!("{cost}  ({name}{digits:e})")
            }
            Accuracy::Relative(_) => format!("{cost}  ({name}{})", ShortNumber(digits)),
            Accuracy::Packed(_) => format!("{cost}  ({name}{})", significant(regret)),
            Accuracy::WholePercent(_) => cost,
        }
    }

    /// The allowed actions, the policy's own first and then by regret; then the other actions.
    fn ranked(&self) -> Vec<(&'static str, Option<ActionAnswer>)> {
        let mut ranked: Vec<_> =
            Action::ALL.map(|action| (action.name(), self.actions.0[action.index()])).into();
        ranked.sort_by(|(a_name, a), (b_name, b)| {
            let key = |name: &str, answer: &Option<ActionAnswer>| match answer {
                None => f64::INFINITY,
                Some(_) if name == self.action => -1.0,
                Some(answer) => answer.regret.unwrap_or(0.0),
            };
            key(a_name, a).total_cmp(&key(b_name, b))
        });
        ranked
    }

    /// Writes the board, its value and each action.
    pub(crate) fn write_position(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", BoardRows(self.board))?;
        if self.held.is_some() {
            let value = self.value_text(self.held);
            writeln!(f, "{}  {value}\n", self.measure().name())?;
        }
        self.write_actions(f)
    }

    fn write_actions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers = self.actions.0.iter().flatten();
        let with_value = answers.filter(|answer| answer.value.is_some());
        let width = with_value.map(|answer| self.value_text(answer.held).len()).max();
        let width = width.unwrap_or(0);
        let gap = if width > 0 { "  " } else { "" };
        for (name, answer) in self.ranked() {
            let Some(answer) = answer else {
                writeln!(f, "{name:5}  not allowed")?;
                continue;
            };
            if answer.regret.is_some() && answer.value.is_none() {
                writeln!(f, "{name:5}  may lose")?;
                continue;
            }
            let value = answer.regret.map(|_| self.value_text(answer.held)).unwrap_or_default();
            let remark = if self.best.contains(&name) {
                "best".to_owned()
            } else {
                answer.regret.map_or("allowed".to_owned(), |regret| self.cost_text(regret))
            };
            let is_tie = self.best.len() > 1 && name == self.action;
            let chosen = if is_tie { ", chosen by the policy" } else { "" };
            writeln!(f, "{name:5}  {value:width$}{gap}{remark}{chosen}")?;
        }
        Ok(())
    }

    /// Writes how exact the values are.
    pub(crate) fn write_accuracy(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.accuracy, self.held.is_some()) {
            (Accuracy::Relative(_), false) => writeln!(
                f,
                "The work folder holds actions only, and too many boards follow for their values."
            ),
            (Accuracy::Relative(0.0), true) => {
                writeln!(
                    f,
                    "Exact to rounding: every value has a {}.",
                    relative_error(self.bound())
                )
            }
            (Accuracy::Relative(error), true) => {
                writeln!(f, "Precision: {}.", single_precision(error))
            }
            (_, false) => writeln!(f, "This policy holds actions only."),
            (_, true) => {
                let ErrorBounds { value_error, regret_error, regret_floor } = self.errors;
                write!(
                    f,
                    "Values as the policy holds them, {}",
                    self.measure().within(value_error)
                )?;
                if regret_error > ROUNDING {
                    let relative = 100.0 * regret_error;
                    let floor = self.measure().difference(regret_floor);
                    write!(f, "; costs to within {relative:.1} % of them, or {floor} if small")?;
                }
                writeln!(f, ".")
            }
        }
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.valued_game.game())?;
        self.write_position(f)?;
        writeln!(f)?;
        self.write_accuracy(f)
    }
}
