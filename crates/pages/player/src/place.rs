//! Positions of a game, as authors write them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A position of a game: a number of moves, a percentage of the game, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The position after this many moves.
    Move(usize),
    /// This percentage of the moves of the game.
    Percentage(u32),
    /// The last board.
    End,
}

/// The text is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a position: write a number of moves, a whole percentage such as 50%, or end")]
pub struct PlaceError(String);

impl Place {
    /// Whether a game of this many moves ends before the position.
    pub const fn is_past(self, last: usize) -> bool {
        match self {
            Self::Move(moves) => moves > last,
            Self::Percentage(percent) => percent > 100,
            Self::End => false,
        }
    }

    /// The number of moves to the position in a game of this many moves; all of them if the game
    /// ends before.
    pub fn position(self, last: usize) -> usize {
        match self {
            Self::Move(moves) => moves.min(last),
            Self::Percentage(percent) => (last * percent.min(100) as usize + 50) / 100,
            Self::End => last,
        }
    }
}

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Self, PlaceError> {
        let number = text.strip_suffix('%').unwrap_or(text).trim();
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        match text.trim() {
            "end" => Ok(Self::End),
            // A number of more digits than an integer has is as far past the end as the largest.
            _ if is_number && text.ends_with('%') => {
                Ok(Self::Percentage(number.parse().unwrap_or(u32::MAX)))
            }
            _ if is_number => Ok(Self::Move(number.parse().unwrap_or(usize::MAX))),
            _ => Err(PlaceError(text.to_owned())),
        }
    }
}

impl fmt::Display for Place {
    /// Writes the position as a part of a sentence: `move 17`, `50 % of the game`, `the end`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(moves) => write!(f, "move {moves}"),
            Self::Percentage(percent) => write!(f, "{percent} % of the game"),
            Self::End => f.write_str("the end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_moves_percentages_or_the_end() {
        for (text, position, is_past) in [
            ("0", 0, false),
            (" 17 ", 17, false),
            ("98", 98, false),
            ("99", 98, true),
            ("99999999999999999999999", 98, true),
            ("0%", 0, false),
            ("50%", 49, false),
            ("51 %", 50, false),
            ("100%", 98, false),
            ("101%", 98, true),
            ("99999999999999999999999%", 98, true),
            ("end", 98, false),
        ] {
            let place: Place = text.parse().unwrap();
            assert_eq!((place.position(98), place.is_past(98)), (position, is_past), "{text}");
        }
        for text in ["", " ", "-1", "+1", "1.5", "x", "%", "50%%", "1e3", "End", "12,5%"] {
            let error = text.parse::<Place>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{text}' is not a position")), "{error}");
        }
    }
}
