//! `query`: what a position is worth, and what each action is.

use std::fmt::{self, Display};

use mdp2048_model::{ActionValues, Advice, Game, Policy as _, Status};
use mdp2048_policy::{Accuracy, PackedPolicy, TextPolicy};
use mdp2048_rules::{Action, Board, CanonicalState};
use serde::{Serialize, Serializer};

use crate::args::QueryArgs;
use crate::errors::{Error, PositionError};
use crate::input::{OpenSolution, Opened};
use crate::output::{exact, single};
use mdp2048_display::Measure;

/// What there is to say of a position; actions are in its own frame.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    game: String,
    position: String,
    canonical: String,
    value: Option<f64>,
    #[serde(skip)]
    has_value: bool,
    /// Exact values are so to rounding; others to within this.
    value_error: f64,
    /// Regrets are exact to within this part of them, if they are not below the floor.
    regret_error: f64,
    regret_floor: f64,
    /// The action that the policy takes.
    action: &'static str,
    best: Vec<&'static str>,
    /// Actions within the tolerance asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<Vec<&'static str>>,
    actions: Actions,
    #[serde(skip)]
    facts: Facts,
}

/// What there is to say of an allowed action; nothing where the policy holds no action values.
#[derive(Clone, Copy, Debug, Serialize)]
struct ActionAnswer {
    value: Option<f64>,
    regret: Option<f64>,
}

/// An answer for each action, `None` if it is not allowed.
#[derive(Debug)]
struct Actions([Option<ActionAnswer>; 4]);

impl Serialize for Actions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Action::ALL.map(Action::name).into_iter().zip(&self.0))
    }
}

/// What the text needs and the JSON does not.
#[derive(Debug)]
struct Facts {
    game: Game,
    board: Board,
    tolerance: Option<f64>,
    source: Source,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    /// Values are off by no larger part of them.
    Solution {
        error: f64,
    },
    Policy,
    Text,
}

/// Answers for a position.
pub(crate) fn run(args: &QueryArgs) -> Result<Answer, Error> {
    let board = args.position;
    if let Some(text) = args.text.open(&args.file)? {
        return Ok(from_text(&text.policy, board, args.tolerance)?);
    }
    let opened = Opened::open(&args.file)?;
    args.text.expect_none(&args.file, opened.game())?;
    match opened {
        Opened::Solution(solution) => from_solution(solution, board, args.tolerance),
        Opened::Policy(policy) => Ok(from_policy(&policy, board, args.tolerance)?),
    }
}

fn from_solution(
    mut file: OpenSolution,
    board: Board,
    tolerance: Option<f64>,
) -> Result<Answer, Error> {
    let game = *file.game();
    check(&game, board)?;
    let solution = file.read(|reader| reader.read_around(board.tile_sum()))?;
    let advice = solution
        .advise(board)
        .ok_or_else(|| PositionError::Unreachable { board, game: Box::new(game) })?;
    let best = advice.action_values.iter().flat_map(ActionValues::best).collect();
    let error = file.error();
    let facts = Facts { game, board, tolerance, source: Source::Solution { error } };
    // An infinite value is as it is.
    let value = advice.value.filter(|value| value.is_finite()).unwrap_or(0.0);
    let value_error = error * value.abs();
    let precision = match value_error {
        0.0 => Accuracy::default(),
        // A regret is a difference of two such values.
        _ => Accuracy {
            value_error,
            regret_error: 1.0,
            regret_floor: 2.0 * value_error,
            ..Accuracy::default()
        },
    };
    Ok(Answer::new(facts, advice, best, precision))
}

fn from_policy(
    policy: &PackedPolicy,
    board: Board,
    tolerance: Option<f64>,
) -> Result<Answer, PositionError> {
    let game = *policy.game();
    check(&game, board)?;
    let advice = policy.advise(board).ok_or_else(|| {
        let game = Box::new(game);
        match policy.header().coverage.threshold {
            threshold if threshold > 0.0 => PositionError::OffPolicy { board, threshold, game },
            _ => PositionError::Unreachable { board, game },
        }
    })?;
    if tolerance.is_some() && advice.action_values.is_none() {
        return Err(PositionError::NoActionValues);
    }
    // Of rounded values that are equal only the policy knows which is best.
    let best = vec![advice.action];
    let facts = Facts { game, board, tolerance, source: Source::Policy };
    Ok(Answer::new(facts, advice, best, policy.header().accuracy))
}

fn from_text(
    policy: &TextPolicy,
    board: Board,
    tolerance: Option<f64>,
) -> Result<Answer, PositionError> {
    let game = *policy.game();
    check(&game, board)?;
    let advice = policy
        .advise(board)
        .ok_or_else(|| PositionError::NoEntry { board, game: Box::new(game) })?;
    if tolerance.is_some() {
        return Err(PositionError::NoActionValues);
    }
    let facts = Facts { game, board, tolerance, source: Source::Text };
    let value_error = policy.value_error().unwrap_or(0.0);
    let precision = Accuracy { value_error, ..Accuracy::default() };
    Ok(Answer::new(facts, advice, vec![advice.action], precision))
}

/// Checks that there is something to decide on a board.
fn check(game: &Game, board: Board) -> Result<(), PositionError> {
    if board.shape() != game.shape() {
        return Err(PositionError::Shape { found: board.shape(), game: Box::new(*game) });
    }
    match game.status(board) {
        Status::Playing => Ok(()),
        Status::Won => Err(PositionError::Won(board.largest())),
        Status::Lost if board.largest().is_empty() => {
            Err(PositionError::Unreachable { board, game: Box::new(*game) })
        }
        Status::Lost => Err(PositionError::Lost),
    }
}

impl Answer {
    fn new(facts: Facts, advice: Advice, best: Vec<Action>, precision: Accuracy) -> Self {
        let Facts { game, board, tolerance, .. } = facts;
        let names = |actions: Vec<Action>| actions.into_iter().map(Action::name).collect();
        let values = advice.action_values;
        let answer = |action| {
            board.slide(action).map(|_| ActionAnswer {
                value: values.and_then(|values| game.objective().measured(values.get(action)?)),
                regret: values.and_then(|values| values.regret(action)),
            })
        };
        Self {
            game: game.to_string(),
            position: board.to_string(),
            canonical: CanonicalState::of(board).0.board().hex(),
            value: advice.value.and_then(|value| game.objective().measured(value)),
            has_value: advice.value.is_some(),
            value_error: precision.value_error,
            regret_error: precision.regret_error,
            regret_floor: precision.regret_floor,
            action: advice.action.name(),
            best: names(best),
            within: tolerance
                .zip(values)
                .map(|(tolerance, values)| names(values.within(tolerance).collect())),
            actions: Actions(Action::ALL.map(answer)),
            facts,
        }
    }

    fn measure(&self) -> Measure {
        Measure::of(&self.facts.game)
    }

    /// A value of the game for people, with all its digits where they mean something.
    fn show(&self, value: Option<f64>) -> String {
        match self.facts.source {
            Source::Solution { .. } => exact(self.measure(), value),
            Source::Policy => self.measure().text(value),
            Source::Text => self.measure().whole_percent(value),
        }
    }

    /// What an action costs, with all digits of its regret where they mean something.
    fn cost(&self, regret: f64) -> String {
        let cost = self.measure().cost(regret);
        match self.facts.source {
            Source::Solution { .. } if regret.is_finite() => format!("{cost}  ({regret})"),
            _ => cost,
        }
    }

    /// The allowed actions, the best first, then those that are not.
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
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.facts.game)?;
        writeln!(f)?;
        let board = self.facts.board;
        let width = board.largest().to_string().len();
        for (cell, tile) in board.tiles().enumerate() {
            let end = if (cell + 1) % board.shape().cols() == 0 { "\n" } else { "" };
            write!(f, "  {:>width$}{end}", tile.to_string())?;
        }
        writeln!(f)?;
        if self.has_value {
            writeln!(f, "{}  {}", self.measure().name(), self.show(self.value))?;
            writeln!(f)?;
        }
        let answers = self.actions.0.iter().flatten();
        let shown = answers.filter(|answer| answer.value.is_some());
        let width = shown.map(|answer| self.show(answer.value).len()).max().unwrap_or(0);
        for (name, answer) in self.ranked() {
            let Some(answer) = answer else {
                writeln!(f, "{name:5}  not allowed")?;
                continue;
            };
            if answer.regret.is_some() && answer.value.is_none() {
                writeln!(f, "{name:5}  may lose")?;
                continue;
            }
            let value = answer.regret.map(|_| self.show(answer.value)).unwrap_or_default();
            let remark = if self.best.contains(&name) {
                "best".to_owned()
            } else {
                answer.regret.map_or("allowed".to_owned(), |regret| self.cost(regret))
            };
            let taken = if self.best.len() > 1 && name == self.action { ", taken" } else { "" };
            writeln!(
                f,
                "{name:5}  {value:width$}{}{remark}{taken}",
                if width > 0 { "  " } else { "" }
            )?;
        }
        writeln!(f)?;
        if let (Some(within), Some(tolerance)) = (&self.within, self.facts.tolerance) {
            writeln!(f, "within {tolerance} of the best: {}", within.join(", "))?;
        }
        match (self.facts.source, self.has_value) {
            (Source::Solution { error: 0.0 }, _) => writeln!(f, "Exact to rounding."),
            (Source::Solution { error }, _) => writeln!(f, "Precision: {}.", single(error)),
            (_, false) => writeln!(f, "This policy holds actions only."),
            (_, true) => {
                write!(f, "Values {}", self.measure().within(self.value_error))?;
                // Regrets that follow from exact values are as exact.
                if self.regret_error > 1e-9 {
                    let part = 100.0 * self.regret_error;
                    let floor = self.measure().difference(self.regret_floor);
                    write!(f, "; costs to within {part:.1} % of them, or {floor} if small")?;
                }
                writeln!(f, " (as the policy holds them).")
            }
        }
    }
}
