//! Writing a policy.

use mdp2048_model::{ActionValues, Game};
use mdp2048_rules::{Action, CanonicalState};
use serde::{Deserialize, Serialize};

use crate::header::frame;
use crate::{Coverage, Header, PackError, ValuesHeld, keys, quantised};

/// One kept state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The state.
    pub state: CanonicalState,
    /// The action to take, in the canonical frame.
    pub action: Action,
    /// Q of every allowed action, in the canonical frame; the largest is the state's value.
    pub values: ActionValues,
}

/// What follows the header: one column for each kind of thing.
#[derive(Serialize, Deserialize)]
pub(crate) struct Columns<'a> {
    /// Ascending differences, see [`keys`].
    pub(crate) keys: &'a [u8],
    /// Two bits a state, the first state in the low bits: 0 left, 1 right, 2 up, 3 down.
    pub(crate) actions: &'a [u8],
    /// Sixteen bits a state, or a state and allowed action, see [`quantised`].
    pub(crate) values: &'a [u8],
}

/// The bytes of a policy with these entries, in ascending order of their states.
///
/// `start_value` is kept in the header as it is.
///
/// # Errors
/// [`PackError`] if the entries are out of order, not of the game, or lack values to be held.
pub fn pack(
    game: &Game,
    held: ValuesHeld,
    coverage: Coverage,
    start_value: f64,
    entries: &[Entry],
) -> Result<Vec<u8>, PackError> {
    for pair in entries.windows(2) {
        if pair[0].state >= pair[1].state {
            return Err(PackError::Order { first: pair[0].state, second: pair[1].state });
        }
    }
    let mut numbers = Vec::with_capacity(entries.len());
    for entry in entries {
        let board = entry.state.board();
        let number = keys::number(game, board).filter(|_| board.shape() == game.shape());
        numbers.push(
            number
                .ok_or_else(|| PackError::Foreign { state: entry.state, game: Box::new(*game) })?,
        );
    }
    let mut actions = vec![0; entries.len().div_ceil(4)];
    for (index, entry) in entries.iter().enumerate() {
        actions[index / 4] |= (entry.action.index() as u8) << (2 * (index % 4));
    }
    let mut steps = Vec::new();
    for entry in entries {
        let error = || PackError::Value { state: entry.state };
        let step = |value: Option<f64>| value.and_then(quantised::quantise).ok_or_else(error);
        match held {
            ValuesHeld::None => {}
            ValuesHeld::State => steps.push(step(entry.values.value())?),
            ValuesHeld::Action => {
                for action in entry.state.board().allowed() {
                    steps.push(step(entry.values.get(action))?);
                }
            }
        }
    }
    let header =
        Header { game: *game, states: entries.len() as u64, values: held, coverage, start_value };
    let columns = Columns {
        keys: &keys::write(numbers.into_iter()),
        actions: &actions,
        values: &quantised::write(&steps),
    };
    let payload = postcard::to_allocvec(&(header, columns)).map_err(|_| PackError::TooLarge)?;
    frame(&payload).ok_or(PackError::TooLarge)
}
