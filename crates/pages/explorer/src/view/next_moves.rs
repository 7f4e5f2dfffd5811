//! What can happen next: the afterstate of an action and the random tiles on it.

use mdp2048_model::{Game, Status, Value};
use mdp2048_rules::{Action, Board, CanonicalState, Exponent};

use crate::KnownValues;
use crate::view::action_rows::named_text;

/// An action and the boards that can follow it.
#[derive(Clone, Debug, PartialEq)]
pub struct NextMove {
    /// The action.
    pub action: Action,
    /// The board after the slide.
    pub after: Board,
    /// The points of the move.
    pub points: u32,
    /// Whether the move makes the target.
    pub wins: bool,
    /// The boards after the random tile, those that are equal by symmetry as one; the best first
    /// where values are known. Empty if the move wins.
    pub boards: Vec<NextBoard>,
}

/// A board after a random tile.
#[derive(Clone, Debug, PartialEq)]
pub struct NextBoard {
    /// The board. Of several that are equal by symmetry, the first.
    pub board: Board,
    /// The cell of the random tile.
    pub cell: usize,
    /// The random tile.
    pub tile: Exponent,
    /// The number of cells on which it makes this board, up to symmetry.
    pub cells: usize,
    /// The probability of all of them.
    pub probability: f64,
    /// V, if it is known.
    pub value: Option<Value>,
    /// V with its unit, `lost`, or a dash.
    pub text: String,
    /// V as the number that people read.
    pub number: Option<f64>,
    /// Whether the game is lost on it.
    pub is_lost: bool,
    /// Whether no board has a greater value, and some has a smaller one.
    pub is_best: bool,
    /// Whether no board has a smaller value, and some has a greater one.
    pub is_worst: bool,
}

impl NextMove {
    /// What can follow an action, or `None` if it is not allowed.
    pub fn of(
        game: &Game,
        known: Option<&KnownValues>,
        board: Board,
        action: Action,
    ) -> Option<Self> {
        let result = game.act(board, action)?;
        let after = result.after.board();
        let mut boards: Vec<NextBoard> = Vec::new();
        let spawns = if result.wins { None } else { Some(game.spawns(result.after)) };
        for (next, probability) in spawns.into_iter().flatten() {
            let state = CanonicalState::of(next).0;
            let found = boards.iter_mut().find(|it| CanonicalState::of(it.board).0 == state);
            if let Some(equal) = found {
                equal.cells += 1;
                equal.probability += probability;
                continue;
            }
            let cell = next.tiles().zip(after.tiles()).position(|(new, old)| new != old);
            let cell = cell.unwrap_or_default();
            let value = known.and_then(|known| known.value_of(next));
            boards.push(NextBoard {
                board: next,
                cell,
                tile: next.tile(cell),
                cells: 1,
                probability,
                value,
                text: match (game.status(next), known, value) {
                    (Status::Lost, ..) => "lost".to_owned(),
                    (_, Some(known), Some(value)) => named_text(known, value),
                    _ => "\u{2014}".to_owned(),
                },
                number: value.and_then(Value::measured),
                is_lost: game.status(next) == Status::Lost,
                is_best: false,
                is_worst: false,
            });
        }
        mark(&mut boards);
        Some(Self { action, after, points: result.points, wins: result.wins, boards })
    }
}

/// Marks the best and the worst boards, and sorts the boards by value.
fn mark(boards: &mut [NextBoard]) {
    let values: Option<Vec<Value>> = boards.iter().map(|it| it.value).collect();
    let Some(values) = values else { return };
    let best = values.iter().copied().max_by(|one, other| one.compare(*other));
    let worst = values.iter().copied().min_by(|one, other| one.compare(*other));
    if best != worst {
        for board in &mut *boards {
            board.is_best = board.value == best;
            board.is_worst = board.value == worst;
        }
    }
    boards.sort_by(|one, other| match (one.value, other.value) {
        (Some(one), Some(other)) => other.compare(one),
        _ => std::cmp::Ordering::Equal,
    });
}
