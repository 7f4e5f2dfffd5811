//! The value of a position and of each of its actions.

use mdp2048_display::{GameValue, Measure};
use mdp2048_model::{ActionValues, Game, ValueUnit, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::position::free_tiles;
use crate::{Grade, KnownValues};

/// A regret whose digits mean nothing to a reader.
const NEARLY_NOTHING: f64 = 1e-6;

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
    /// The length of its bar: the share of V that it costs, from 0 to 1.
    pub bar: f64,
    /// The regret.
    pub regret: f64,
    /// How good it is.
    pub grade: Grade,
    /// What it costs: `costs 0.4 points`, or `same as left` if an earlier action leads to the same
    /// afterstate up to symmetry; empty for another best action.
    pub cost: String,
}

impl PositionValues {
    /// The values of a board, if they are known.
    pub fn of(known: &KnownValues, board: Board) -> Option<Self> {
        let valued_game = known.valued_game();
        let measure = Measure::of(valued_game);
        let values = known.of_board(board)?;
        let measured = |value| valued_game.measured(value);
        let value = measured(values.value()?);
        // Without a chance of winning there is nothing to lose.
        let whole = valued_game.maximised(values.value()?).abs().max(f64::MIN_POSITIVE);
        let row = |action| -> Option<ValueRow> {
            let number = measured(values.get(action)?);
            let regret = values.regret(action)?;
            let grade = Grade::of(valued_game, &values, action)?;
            Some(ValueRow {
                action,
                value: number,
                text: text(known, values.get(action)?),
                bar: if grade == Grade::Best { 0.0 } else { (regret / whole).min(1.0) },
                regret,
                grade,
                cost: match (equal_action(known.game(), board, &values, action), grade) {
                    (Some(equal), _) => format!("same as {equal}"),
                    (None, Grade::Best) => String::new(),
                    _ => cost(measure, regret, grade),
                },
            })
        };
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
            text: text(known, values.value()?),
            remark,
            rows,
        })
    }
}

/// A value with its unit, and with more digits than a player shows, as far as they are exact.
pub(super) fn text(known: &KnownValues, value: f64) -> String {
    let valued_game = known.valued_game();
    if let Some(error) = known.file_error() {
        let within = GameValue::within(valued_game, value, error);
        return within.map_or_else(|| NEVER.to_owned(), GameValue::text);
    }
    let measure = Measure::of(valued_game);
    let value = valued_game.measured(value);
    match (measure, value) {
        (_, None) => NEVER.to_owned(),
        (Measure::Probability, Some(value)) if (0.0001..0.9999).contains(&value) => {
            format!("{:.3} %", 100.0 * value)
        }
        (Measure::Expected(_), Some(value)) => format!("{value:.2}"),
        _ => measure.text(value),
    }
}

/// What an action costs; two significant digits where the usual text has none.
pub(crate) fn cost(measure: Measure, regret: f64, grade: Grade) -> String {
    if grade == Grade::AsGood && regret < NEARLY_NOTHING {
        return "costs nearly nothing".to_owned();
    }
    let text = measure.cost(regret);
    if text.contains("less than") { format!("costs {}", measure.difference(regret)) } else { text }
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
