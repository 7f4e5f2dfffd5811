//! `query`: prints the value of a position and of each action.

use std::fmt::{self, Display};
use std::path::PathBuf;

use clap::Args;
use mdp2048_display::{Measure, significant};
use mdp2048_model::{
    ActionValues, Advice, Game, Policy as _, ShortNumber, Status, ValuedGame, Values as _,
};
use mdp2048_policy::{Accuracy, PackedPolicy, TextPolicy};
use mdp2048_rules::{Action, Board, CanonicalState};
use serde::{Serialize, Serializer};

use crate::command_files::CommandFiles;
use crate::error::{Error, PositionError};
use crate::input::InputFile;
use crate::input::folder::FolderInput;
use crate::input::solution::SolutionFile;
use crate::input::text::TextGameArgs;
use crate::output::value::{all_digits, held_loss, single_precision};
use crate::parse;

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

    /// Also list every action whose value is within this of the best
    #[arg(long, value_name = "VALUE", value_parser = parse::tolerance)]
    tolerance: Option<f64>,

    #[command(flatten)]
    text_game: TextGameArgs,
}

impl QueryArgs {
    /// The files that the command reads and writes.
    pub(crate) fn files(&self) -> CommandFiles {
        CommandFiles::default().input(&self.file)
    }
}

/// The answer for a position; its actions are in the frame of the position as given.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    game: String,
    position: String,
    canonical: String,
    value: Option<f64>,
    /// Held where the game is nearly certain to be won.
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_probability: Option<f64>,
    #[serde(flatten)]
    errors: ErrorBounds,
    /// The action of the policy.
    action: &'static str,
    best: Vec<&'static str>,
    /// The actions within the tolerance, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<Vec<&'static str>>,
    actions: ActionAnswers,
    #[serde(skip)]
    query: Query,
    /// Whether the file holds a value; an infinite value is held, but `value` is `None`.
    #[serde(skip)]
    has_value: bool,
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
    /// The bounds of a solution, whose values have an error of at most `value_error`.
    fn of_solution(value_error: f64) -> Self {
        if value_error == 0.0 {
            return Self::default();
        }
        // A regret is the difference of two values, so its error is at most twice theirs. That is
        // an absolute bound; relative to a larger regret it is at most 1.
        Self { value_error, regret_error: 1.0, regret_floor: 2.0 * value_error }
    }

    /// The bounds that the header of a packed policy states.
    const fn of_packed(accuracy: &Accuracy) -> Self {
        let &Accuracy { value_error, regret_error, regret_floor, .. } = accuracy;
        Self { value_error, regret_error, regret_floor }
    }

    /// The bounds of a text policy, which holds no regrets.
    fn of_text(policy: &TextPolicy) -> Self {
        Self { value_error: policy.value_error().unwrap_or(0.0), ..Self::default() }
    }
}

/// The answer for an allowed action; both are `None` if the file holds no action values.
#[derive(Clone, Copy, Debug, Serialize)]
struct ActionAnswer {
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_probability: Option<f64>,
    regret: Option<f64>,
}

impl ActionAnswer {
    /// The number for people.
    fn number(&self) -> Option<f64> {
        self.lose_probability.or(self.value)
    }
}

/// An answer for each action, `None` if it is not allowed.
#[derive(Debug)]
struct ActionAnswers([Option<ActionAnswer>; 4]);

impl Serialize for ActionAnswers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Action::ALL.map(Action::name).into_iter().zip(&self.0))
    }
}

/// What was asked for, and where the answer comes from.
#[derive(Debug)]
struct Query {
    valued_game: ValuedGame,
    board: Board,
    tolerance: Option<f64>,
    source: ValueSource,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum ValueSource {
    Solution {
        /// A bound on the error of every value, relative to it.
        relative_error: f64,
    },
    Packed,
    Text,
    /// A work folder of which no values are known.
    Folder,
}

/// Answers for a position.
pub(crate) fn run(args: &QueryArgs) -> Result<Answer, Error> {
    let (board, tolerance) = (args.position, args.tolerance);
    if let Some(folder) = FolderInput::at(&args.file)? {
        args.text_game.expect_absent(folder.path(), folder.game())?;
        return query_folder(folder, board, tolerance);
    }
    match InputFile::open_with_game(&args.file, &args.text_game)? {
        InputFile::Solution(file) => query_solution(file, board, tolerance),
        InputFile::Packed(policy) => Ok(query_packed(&policy, board, tolerance)?),
        InputFile::Text(text) => {
            Ok(query_text(&text.read(&args.text_game)?.policy, board, tolerance)?)
        }
    }
}

fn query_solution(
    mut file: SolutionFile,
    board: Board,
    tolerance: Option<f64>,
) -> Result<Answer, Error> {
    let game = *file.game();
    check_position(&game, board)?;
    let solution = file.read_around(board.tile_sum())?;
    let (state, _) = CanonicalState::of(board);
    let advice = solution.advise(board).ok_or_else(|| match solution.check_state(state) {
        Err(source) if solution.value(state).is_some() => Error::contradiction(file.path(), source),
        _ => PositionError::Unreachable { board, game: Box::new(game) }.into(),
    })?;
    let best = advice.action_values.iter().flat_map(ActionValues::best).collect();
    let relative_error = file.relative_error();
    // An infinite value has no error.
    let value = advice.value.filter(|value| value.is_finite()).unwrap_or(0.0);
    let errors = ErrorBounds::of_solution(relative_error * value.abs());
    let source = ValueSource::Solution { relative_error };
    let query = Query { valued_game: *solution.valued_game(), board, tolerance, source };
    Ok(Answer::new(query, advice, best, errors))
}

fn query_folder(
    mut folder: FolderInput,
    board: Board,
    tolerance: Option<f64>,
) -> Result<Answer, Error> {
    let game = *folder.game();
    check_position(&game, board)?;
    let (state, symmetry) = CanonicalState::of(board);
    let action = folder.action(state)?;
    let action = action.ok_or(PositionError::Unreachable { board, game: Box::new(game) })?;
    let action = symmetry.inverse().action(action);
    let values = match folder.solve()? {
        // The digits are those of a query of the solution's file.
        Some(solution) => solution.action_values_of_states(&[state]).pop().flatten(),
        None => folder.values_of(&[state])?.and_then(|values| values.action_values(state)),
    };
    let valued_game = *folder.folder().valued_game();
    let query = |source| Query { valued_game, board, tolerance, source };
    let Some(values) = values else {
        if tolerance.is_some() {
            return Err(folder.values_error());
        }
        let advice = Advice { action, value: None, action_values: None };
        let (query, errors) = (query(ValueSource::Folder), ErrorBounds::default());
        return Ok(Answer::new(query, advice, vec![action], errors));
    };
    let (value, values) = (values.value(), values.before(symmetry));
    let relative_error = folder.folder().totals().value_error();
    let size = value.filter(|value| value.is_finite()).unwrap_or(0.0).abs();
    let errors = ErrorBounds::of_solution(relative_error * size);
    let advice = Advice { action, value, action_values: Some(values) };
    let query = query(ValueSource::Solution { relative_error });
    Ok(Answer::new(query, advice, values.best().collect(), errors))
}

fn query_packed(
    policy: &PackedPolicy,
    board: Board,
    tolerance: Option<f64>,
) -> Result<Answer, PositionError> {
    let game = *policy.game();
    check_position(&game, board)?;
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
    // Without regrets only the action of the policy is known to be best.
    let best = match &advice.action_values {
        None => vec![advice.action],
        Some(values) => values.best().collect(),
    };
    let errors = ErrorBounds::of_packed(&policy.header().accuracy);
    let valued_game = policy.header().valued_game;
    let query = Query { valued_game, board, tolerance, source: ValueSource::Packed };
    Ok(Answer::new(query, advice, best, errors))
}

fn query_text(
    policy: &TextPolicy,
    board: Board,
    tolerance: Option<f64>,
) -> Result<Answer, PositionError> {
    let game = *policy.game();
    check_position(&game, board)?;
    let advice = policy
        .advise(board)
        .ok_or_else(|| PositionError::NoEntry { board, game: Box::new(game) })?;
    if tolerance.is_some() {
        return Err(PositionError::NoActionValues);
    }
    let best = vec![advice.action];
    let query = Query { valued_game: game.into(), board, tolerance, source: ValueSource::Text };
    Ok(Answer::new(query, advice, best, ErrorBounds::of_text(policy)))
}

/// Checks that a board has the shape of the game and an action to choose.
fn check_position(game: &Game, board: Board) -> Result<(), PositionError> {
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
    fn new(query: Query, advice: Advice, best: Vec<Action>, errors: ErrorBounds) -> Self {
        let Query { valued_game, board, tolerance, .. } = query;
        let objective_value =
            |value: Option<f64>| value.and_then(|value| valued_game.objective_value(value));
        let names = |actions: Vec<Action>| actions.into_iter().map(Action::name).collect();
        let values = advice.action_values;
        let answer = |action| {
            let value = values.and_then(|values| values.get(action));
            board.slide(action).map(|_| ActionAnswer {
                value: objective_value(value),
                lose_probability: held_loss(&valued_game, value),
                regret: values.and_then(|values| values.regret(action)),
            })
        };
        Self {
            game: valued_game.game().to_string(),
            position: board.to_string(),
            canonical: CanonicalState::of(board).0.board().hex(),
            value: objective_value(advice.value),
            lose_probability: held_loss(&valued_game, advice.value),
            errors,
            action: advice.action.name(),
            best: names(best),
            within: tolerance
                .zip(values)
                .map(|(tolerance, values)| names(values.within(tolerance).collect())),
            actions: ActionAnswers(Action::ALL.map(answer)),
            query,
            has_value: advice.value.is_some(),
        }
    }

    fn measure(&self) -> Measure {
        Measure::of(&self.query.valued_game)
    }

    /// A value for people, with all its digits if they are exact.
    fn value_text(&self, value: Option<f64>) -> String {
        match self.query.source {
            ValueSource::Solution { .. } => all_digits(self.measure(), value),
            ValueSource::Packed | ValueSource::Folder => {
                self.measure().text_within(value, self.errors.value_error)
            }
            ValueSource::Text => self.measure().whole_percent(value),
        }
    }

    /// The cost of an action for people, with the digits of its regret that are known: all of a
    /// solution's, two of a packed policy's.
    fn cost_text(&self, regret: f64) -> String {
        let cost = self.measure().cost(regret);
        match self.query.source {
            _ if !regret.is_finite() => cost,
            ValueSource::Solution { .. } if self.measure() == Measure::Losing => {
                format!("{cost}  ({regret:e})")
            }
            ValueSource::Solution { .. } => format!("{cost}  ({})", ShortNumber(regret)),
            ValueSource::Packed | ValueSource::Folder => {
                format!("{cost}  ({})", significant(regret))
            }
            ValueSource::Text => cost,
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

    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.query.board;
        let width = board.largest().to_string().len();
        for (cell, tile) in board.tiles().enumerate() {
            let end = if (cell + 1) % board.shape().cols() == 0 { "\n" } else { "" };
            write!(f, "  {:>width$}{end}", tile.to_string())?;
        }
        Ok(())
    }

    fn write_actions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers = self.actions.0.iter().flatten();
        let with_value = answers.filter(|answer| answer.value.is_some());
        let width = with_value.map(|answer| self.value_text(answer.number()).len()).max();
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
            let value = answer.regret.map(|_| self.value_text(answer.number())).unwrap_or_default();
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
    fn write_accuracy(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.query.source, self.has_value) {
            (ValueSource::Solution { relative_error: 0.0 }, _) => writeln!(f, "Exact to rounding."),
            (ValueSource::Solution { relative_error }, _) => {
                writeln!(f, "Precision: {}.", single_precision(relative_error))
            }
            (ValueSource::Folder, _) => writeln!(
                f,
                "The work folder holds actions only, and too many boards follow for their values."
            ),
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
        writeln!(f, "{}\n", self.query.valued_game.game())?;
        self.write_board(f)?;
        writeln!(f)?;
        if self.has_value {
            writeln!(
                f,
                "{}  {}\n",
                self.measure().name(),
                self.value_text(self.lose_probability.or(self.value))
            )?;
        }
        self.write_actions(f)?;
        writeln!(f)?;
        if let (Some(within), Some(tolerance)) = (&self.within, self.query.tolerance) {
            writeln!(f, "within {} of the best: {}", ShortNumber(tolerance), within.join(", "))?;
        }
        self.write_accuracy(f)
    }
}
