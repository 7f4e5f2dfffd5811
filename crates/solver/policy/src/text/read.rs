//! Reading a text policy.

use std::sync::{Arc, OnceLock};

use mdp2048_model::{Game, Objective};
use mdp2048_rules::{Action, Board, CanonicalState, Shape};

use super::error::{TextError, TextFault};
use super::leave::TextWalk;
use super::text_policy::{TextPolicy, board};
use crate::file::ValuesHeld;
use crate::table::{PolicyLayer, PolicyTable};

/// The number of characters of a wrong field that a message shows.
const SHOWN: usize = 20;

/// A state with its action and value, and its position in the text.
struct TextEntry {
    half_sum: u32,
    key: u64,
    action: Action,
    /// 0 if no values are held.
    percent: u8,
    line: usize,
    at: usize,
}

impl TextPolicy {
    /// Whether bytes begin like a text policy.
    pub fn is_text(bytes: &[u8]) -> bool {
        first_line(bytes).is_some()
    }

    /// Reads a text policy of a game. The text does not name the game.
    ///
    /// Lines may be in any order, and the line of an action that no state has may be missing.
    /// Memory and time are bounded by the length of the text.
    ///
    /// # Errors
    /// [`TextError`] names the line and the entry of the first fault. [`TextError::OtherGame`] if
    /// the states are not those of the game: games under the policy leave them, and not only for
    /// states of less occupancy.
    pub fn read(bytes: &[u8], game: &Game) -> Result<Self, TextError> {
        let policy = Self::parse(bytes, game)?;
        let walk = TextWalk::new(game, &policy.table);
        if walk.fits() {
            return Ok(Self { leave_probability: walk.leave_probability.into(), ..policy });
        }
        let others = games_like(game).filter(|other| {
            Self::parse(bytes, other).is_ok_and(|policy| TextWalk::new(other, &policy.table).fits())
        });
        Err(TextError::OtherGame {
            game: Box::new(*game),
            leave_probability: walk.leave_probability,
            fitting: others.collect(),
        })
    }

    /// Reads a text whose states may be those of another game.
    fn parse(bytes: &[u8], game: &Game) -> Result<Self, TextError> {
        Self::check_game(game)?;
        let (common, mut rest) = first_line(bytes).ok_or(TextError::NotAText)?;
        let common = match common {
            None => None,
            Some(word) => Some(
                percentage(word)
                    .ok_or_else(|| TextFault::NotAPercentage(shown(word)))
                    .map_err(|fault| TextError::Line { line: 1, fault })?,
            ),
        };
        // The last line may end without a line feed.
        while let Some((b'\n' | b'\r', before)) = rest.split_last() {
            rest = before;
        }
        if rest.is_empty() {
            return Err(TextError::Empty);
        }
        let mut entries = Vec::new();
        let mut seen = [false; 4];
        for (line, words) in rest.split(|&byte| byte == b'\n').enumerate() {
            let line = line + 2;
            let mut words = without_return(words).split(|&byte| byte == b' ');
            let fault = |fault| TextError::Line { line, fault };
            let word = words.next().unwrap_or_default();
            let action = match word {
                [digit @ b'0'..=b'3'] => Action::ALL[usize::from(digit - b'0')],
                _ => return Err(fault(TextFault::NotAnAction(shown(word)))),
            };
            if std::mem::replace(&mut seen[action.index()], true) {
                return Err(fault(TextFault::SecondLine(action)));
            }
            let mut number = 0u64;
            let mut at = 0;
            while let Some(word) = words.next() {
                at += 1;
                let fault = |fault| TextError::Entry { line, entry: at, fault };
                number = difference(word)
                    .ok_or_else(|| fault(TextFault::NotADifference(shown(word))))?
                    .and_then(|difference| number.checked_add(difference))
                    .ok_or_else(|| fault(TextFault::OutOfRange(Box::new(*game))))?;
                let board = state(game, number, action).map_err(fault)?;
                let percent = match common {
                    None => 0,
                    Some(common) => match words.next() {
                        None => return Err(fault(TextFault::NoValue)),
                        Some([]) => common,
                        Some(word) => percentage(word)
                            .ok_or_else(|| fault(TextFault::NotAPercentage(shown(word))))?,
                    },
                };
                let (half_sum, key) = (board.tile_sum().get() / 2, board.key());
                entries.push(TextEntry { half_sum, key, action, percent, line, at });
            }
        }
        let values = if common.is_some() { ValuesHeld::State } else { ValuesHeld::None };
        Ok(Self {
            game: *game,
            table: table(game, entries, values)?,
            values,
            leave_probability: OnceLock::new(),
        })
    }
}

/// The games of every board and target with the discount and the random tiles of a game.
fn games_like(game: &Game) -> impl Iterator<Item = Game> {
    let (discount, spawn_four) = (game.discount().get(), game.spawn_four().get());
    Shape::all().flat_map(move |shape| {
        let targets = (3..16).map(|exponent| Some(1 << exponent));
        targets.filter_map(move |target| {
            Game::new(shape, Objective::Win, target, discount, spawn_four).ok()
        })
    })
}

/// The field after `av` on the first line (`None` after `a`) and the rest of the text; `None` if
/// the first line is not that of a text policy.
fn first_line(bytes: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (line, rest) = end.map_or((bytes, &[][..]), |end| (&bytes[..end], &bytes[end + 1..]));
    let line = without_return(line);
    if line == b"a" { Some((None, rest)) } else { Some((Some(line.strip_prefix(b"av ")?), rest)) }
}

/// A line without a carriage return at its end.
fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// A percentage in decimal.
fn percentage(word: &[u8]) -> Option<u8> {
    let is_number = (1..=3).contains(&word.len()) && word.iter().all(u8::is_ascii_digit);
    let number = is_number.then(|| str::from_utf8(word).ok()?.parse().ok()).flatten()?;
    (number <= 100).then_some(number)
}

/// A difference in base 36, 1 if the field is empty; `Some(None)` if it overflows; `None` if it is
/// not a number.
fn difference(word: &[u8]) -> Option<Option<u64>> {
    if word.is_empty() {
        return Some(Some(1));
    }
    let mut number = Some(0u64);
    for &byte in word {
        let digit = char::from(byte).to_digit(36)?;
        number = number.and_then(|number| number.checked_mul(36)?.checked_add(digit.into()));
    }
    Some(number)
}

/// The canonical board of a number, if the action is allowed on it.
fn state(game: &Game, number: u64, action: Action) -> Result<Board, TextFault> {
    let boxed = || Box::new(*game);
    let board = board(game, number).ok_or_else(|| TextFault::OutOfRange(boxed()))?;
    if CanonicalState::least_of(&board.images()).board() != board {
        return Err(TextFault::NotCanonical { board, game: boxed() });
    }
    // Not with a slide table, which is slower to build than most texts are to read.
    if board.slide(action).is_none() {
        return Err(TextFault::NotAllowed { board, action, game: boxed() });
    }
    Ok(board)
}

/// The entries by layer.
fn table(
    game: &Game,
    mut entries: Vec<TextEntry>,
    values: ValuesHeld,
) -> Result<PolicyTable, TextError> {
    if entries.is_empty() {
        return Err(TextError::Empty);
    }
    entries.sort_unstable_by_key(|entry| (entry.half_sum, entry.key, entry.line, entry.at));
    let mut table = PolicyTable::default();
    for same in entries.chunk_by(|a, b| a.half_sum == b.half_sum) {
        if let Some(pair) = same.windows(2).find(|pair| pair[0].key == pair[1].key) {
            let TextEntry { key, line, at, .. } = pair[1];
            // Every key is that of a board of this shape.
            let board = Board::from_key(game.shape(), key).unwrap_or(Board::empty(game.shape()));
            let fault = TextFault::Repeated(board);
            return Err(TextError::Entry { line, entry: at, fault });
        }
        let mut layer = PolicyLayer { half_sum: same[0].half_sum, ..PolicyLayer::default() };
        layer.keys.extend(same.iter().map(|entry| entry.key));
        layer.actions.extend(same.iter().map(|entry| entry.action));
        if values == ValuesHeld::State {
            layer.values.extend(same.iter().map(|entry| f64::from(entry.percent) / 100.0));
        }
        table.layers.push(Arc::new(layer));
    }
    Ok(table)
}

/// The beginning of a field, escaped for a message on one line.
fn shown(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(&word[..word.len().min(4 * SHOWN)]).into_owned();
    let mut short: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().count() > SHOWN {
        short.push_str("...");
    }
    short
}
