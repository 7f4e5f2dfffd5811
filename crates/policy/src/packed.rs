//! Reading a policy.

use mdp2048_model::{ActionValues, Advice, Game, Objective, Policy};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::header::unframe;
use crate::pack::Columns;
use crate::{Header, PolicyError, VALUE_ERROR, ValuesHeld, keys, quantised};

/// A policy read from its bytes, ready to be asked.
#[derive(Clone, Debug)]
pub struct PackedPolicy {
    header: Header,
    bytes: usize,
    // Strictly ascending.
    keys: Vec<u64>,
    // Two bits a state, the first in the low bits.
    actions: Vec<u8>,
    // A step a state or a state and allowed action, as `header.values` says.
    steps: Vec<u16>,
    // With action values: where the steps of each state begin.
    offsets: Vec<u32>,
}

impl PackedPolicy {
    /// Reads a policy, checking its mark, version, length, checksum and structure.
    ///
    /// # Errors
    /// [`PolicyError`] says what is wrong and what to do; nothing panics, and no more is allocated
    /// than a small multiple of the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PolicyError> {
        let payload = unframe(bytes)?;
        let malformed = PolicyError::Malformed;
        let (header, rest): (Header, _) = postcard::take_from_bytes(payload)
            .map_err(|_| malformed("its header does not describe a possible game"))?;
        let (columns, rest): (Columns<'_>, _) = postcard::take_from_bytes(rest)
            .map_err(|_| malformed("its columns cannot be told apart"))?;
        if !rest.is_empty() {
            return Err(malformed("something follows its columns"));
        }
        let coverage = header.coverage;
        let shares = [coverage.threshold, coverage.occupancy_kept, coverage.leave_probability];
        let start_value = header.start_value;
        // Only the win objective has probabilities for values.
        let start_share = if header.game.objective() == Objective::Win { start_value } else { 0.0 };
        let is_share = |share: &f64| (0.0..=1.0 + 1e-9).contains(share);
        if !shares.iter().chain([&start_share]).all(is_share) || start_value.is_nan() {
            return Err(malformed("a probability in its header is not from 0 to 1"));
        }
        if header.states == 0 {
            return Err(malformed("it has no states"));
        }
        let keys = keys::read(&header.game, header.states, columns.keys)?;
        if columns.actions.len() != keys.len().div_ceil(4) {
            return Err(malformed("it has not one action a state"));
        }
        let steps = quantised::read(columns.values).ok_or(malformed("a value is cut short"))?;
        let mut offsets = Vec::new();
        let expected = match header.values {
            ValuesHeld::None => 0,
            ValuesHeld::State => keys.len(),
            ValuesHeld::Action => {
                let mut total = 0;
                for &key in &keys {
                    offsets.push(total as u32);
                    total += board(&header.game, key).allowed().count();
                }
                total
            }
        };
        if steps.len() != expected {
            return Err(malformed("it has not the values it says it has"));
        }
        let actions = columns.actions.to_vec();
        Ok(Self { header, bytes: bytes.len(), keys, actions, steps, offsets })
    }

    /// What the file says of itself.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.header.game
    }

    /// How many bytes the file has.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The largest difference between a value and what the file holds of it; `None` if it holds no
    /// values.
    pub fn value_error(&self) -> Option<f64> {
        (self.header.values != ValuesHeld::None).then_some(VALUE_ERROR)
    }

    /// Checks that the policy is of this game.
    ///
    /// # Errors
    /// [`PolicyError::OtherGame`] names both games.
    pub fn expect_game(&self, game: &Game) -> Result<(), PolicyError> {
        if self.game() == game {
            Ok(())
        } else {
            Err(PolicyError::OtherGame { found: Box::new(*self.game()), expected: Box::new(*game) })
        }
    }

    /// The boards of the kept states, ascending.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = Board> {
        self.keys.iter().map(|&key| board(self.game(), key))
    }

    /// What the policy says of the state with this index, in the canonical frame.
    fn entry(&self, index: usize) -> Advice {
        let action = Action::ALL[usize::from(self.actions[index / 4] >> (2 * (index % 4)) & 3)];
        let (value, action_values) = match self.header.values {
            ValuesHeld::None => (None, None),
            ValuesHeld::State => (Some(quantised::value(self.steps[index])), None),
            ValuesHeld::Action => {
                let mut steps = self.steps[self.offsets[index] as usize..].iter();
                let board = board(self.game(), self.keys[index]);
                let mut values = [None; 4];
                for action in board.allowed() {
                    values[action.index()] = steps.next().map(|&step| quantised::value(step));
                }
                let values = ActionValues::new(values);
                (values.value(), Some(values))
            }
        };
        Advice { action, value, action_values }
    }
}

fn board(game: &Game, key: u64) -> Board {
    // Keys were made below the number of boards when they were read.
    Board::from_key(game.shape(), key).unwrap_or(Board::empty(game.shape()))
}

impl Policy for PackedPolicy {
    fn advise(&self, board: Board) -> Option<Advice> {
        if board.shape() != self.game().shape() {
            return None;
        }
        let (state, symmetry) = CanonicalState::of(board);
        let index = self.keys.binary_search(&state.board().key()).ok()?;
        let entry = self.entry(index);
        Some(Advice {
            action: symmetry.inverse().action(entry.action),
            value: entry.value,
            action_values: entry.action_values.map(|values| values.before(symmetry)),
        })
    }
}
