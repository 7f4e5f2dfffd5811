//! The value of a position and of each of its actions.

use mdp2048_display::{GameValue, ListedText, ListedValue, Measure, Percentage, listed};
use mdp2048_model::{ActionValues, Game, Value, ValueUnit, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::KnownValues;
use crate::position::free_tiles;
use mdp2048_review::Grade;

/// The largest error of a value that counts as rounding.
const ROUNDING: f64 = 1e-12;

/// The least probability of losing that is written in percent.
const LEAST_IN_PERCENT: f64 = 1e-9;

/// The text of a value that is infinite.
const NEVER: &str = "not certain to win";

/// The remark on a position whose value is infinite.
const NONE_IS_CERTAIN: &str = "No move is certain to win, so none is better than another.";

/// The values of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionValues {
    /// What the values are: `win probability`.
    pub name: &'static str,
    /// V as the number that people read; `None` if it is infinite.
    pub value: Option<f64>,
    /// V with its unit.
    pub text: String,
    /// A sentence about the final score, or about a value that is infinite.
    pub remark: Option<String>,
    /// The allowed actions in the order left, right, up, down; none if V is infinite.
    pub rows: Vec<ValueRow>,
}

/// The value of an action.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRow {
    /// The action.
    pub action: Action,
    /// Q as the number that people read; `None` if it is infinite.
    pub value: Option<f64>,
    /// Q with its unit.
    pub text: String,
    /// The length of its bar: the share of V that it keeps, from 0 to 1, which is that of a best
    /// action.
    pub bar: f64,
    /// The regret.
    pub regret: f64,
    /// How good it is.
    pub grade: Grade,
    /// What it is beside the best one: `keeps 96.94 %`, or `same as left` if an earlier action
    /// leads to the same afterstate up to symmetry; empty for another best action.
    pub cost: String,
    /// The difference from the best value: `costs 2.26 points`; empty for a best action.
    pub difference: String,
}

impl PositionValues {
    /// The values of a board, if they are known.
    pub fn of(known: &KnownValues, board: Board) -> Option<Self> {
        let measure = Measure::of(known.valued_game());
        let values = known.action_values_at(board)?;
        let best_value = values.value()?;
        let value = best_value.measured();
        let error = known.file_error().unwrap_or(0.0);
        let pairs = Action::ALL.map(|action| values.get(action).zip(values.regret(action)));
        let texts = value_texts(measure, known.file_error(), pairs);
        let row = |action: Action| -> Option<ValueRow> {
            let number = values.get(action)?.measured();
            let regret = values.regret(action)?;
            let grade = Grade::within(&values, error, action)?;
            let ListedText { text, regret: shown } = texts[action.index()].clone()?;
            Some(ValueRow {
                action,
                value: number,
                text: measure.with_name(&text),
                bar: match grade {
                    Grade::Best => 1.0,
                    _ => (1.0 - best_value.share(regret)).max(0.0),
                },
                regret,
                grade,
                cost: match (equal_action(known.game(), board, &values, action), grade) {
                    (Some(equal), _) => format!("same as {equal}"),
                    (None, Grade::Best) => String::new(),
                    _ => measure.beside_best(best_value.get(), shown),
                },
                difference: match grade {
                    Grade::Best => String::new(),
                    _ => measure.cost(shown),
                },
            })
        };
        let best = values.choice().and_then(|it| texts[it.index()].clone());
        let is_score = measure.unit() == ValueUnit::Points;
        let (remark, rows) = match value {
            Some(value) => (
                is_score.then(|| final_score(board, value)),
                Action::ALL.into_iter().filter_map(row).collect(),
            ),
            None => (Some(NONE_IS_CERTAIN.to_owned()), Vec::new()),
        };
        Some(Self {
            name: match measure {
                Measure::Expected(_) => measure.name_in_state(),
                other => other.name(),
            },
            value,
            text: best.map_or_else(|| NEVER.to_owned(), |it| it.text),
            remark,
            rows,
        })
    }
}

/// A value with its unit.
fn text(known: &KnownValues, value: Value) -> String {
    let pair = [Some((value, 0.0))];
    let [text] = value_texts(Measure::of(known.valued_game()), known.file_error(), pair);
    text.map_or_else(|| NEVER.to_owned(), |it| it.text)
}

/// As [`text`], with what the value is where nothing beside it says that.
pub(crate) fn named_text(known: &KnownValues, value: Value) -> String {
    Measure::of(known.valued_game()).with_name(&text(known, value))
}

/// The texts of values and regrets beside each other, which are exact but for the error of a file.
pub(super) fn value_texts<const N: usize>(
    measure: Measure,
    file_error: Option<f64>,
    values: [Option<(Value, f64)>; N],
) -> [Option<ListedText>; N] {
    let shown = |(value, regret): (Value, f64)| {
        let number = value.measured()?;
        let error = file_error.unwrap_or(ROUNDING);
        let value = match measure {
            // It is written as odds.
            Measure::Losing if number < LEAST_IN_PERCENT => return None,
            Measure::Losing => GameValue::Percentage(Percentage::within(number, error)),
            _ => GameValue::within(value, error)?,
        };
        Some(ListedValue { value, regret })
    };
    let texts = listed(values.map(|it| it.and_then(shown)), measure.cost_decimals());
    let mut texts = texts.into_iter();
    values.map(|pair| {
        let listed = texts.next().flatten();
        let (value, regret) = pair?;
        listed.or_else(|| {
            let number = value.measured();
            let error = file_error.unwrap_or(0.0);
            let text = |it| measure.text_within(Some(it), error);
            let text = number.map_or_else(|| NEVER.to_owned(), text);
            Some(ListedText { text, regret })
        })
    })
}

/// The first earlier action with the same afterstate up to symmetry and the same points.
fn equal_action(
    game: &Game,
    board: Board,
    values: &ActionValues,
    action: Action,
) -> Option<Action> {
    let after = |action| {
        let result = game.act(board, action)?;
        Some((CanonicalState::of(result.after.board()).0, result.points))
    };
    let own = after(action)?;
    let earlier = Action::ALL.into_iter().take(action.index());
    earlier.filter(|&it| values.get(it).is_some()).find(|&it| after(it) == Some(own))
}

/// The expected final score. The tiles of a board determine the score up to the number of 4s that
/// have appeared: a tile 2^k that was made of 2s only has scored (k - 1) 2^k points.
fn final_score(board: Board, to_come: f64) -> String {
    let made = free_tiles(board).map(|(_, tile)| tile).filter(|tile| tile.get() > 1);
    let points: f64 = made.map(|it| f64::from(it.get() - 1) * f64::from(it.face())).sum();
    format!(
        "Expected final score: {:.1}, less 4 for each random 4 that has appeared so far.",
        points + to_come
    )
}
