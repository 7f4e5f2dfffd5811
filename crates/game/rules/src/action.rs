//! The four actions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A direction in which to slide the tiles. An action is allowed where it changes the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
}

impl Action {
    /// The four actions. Of several best actions, a policy chooses the first in this order.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// The index in [`Action::ALL`], 0..=3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in lower case: `left`, `right`, `up`, `down`.
    ///
    /// ```
    /// use mdp2048::Action;
    ///
    /// assert_eq!(Action::Left.name(), "left");
    /// assert_eq!("U".parse(), Ok(Action::Up));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is not an action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not an action: write left, right, up or down")]
pub struct ActionError(pub String);

impl FromStr for Action {
    type Err = ActionError;

    /// Reads a name or its first letter, in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ActionError> {
        let lower = text.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|action| lower == action.name() || lower == action.name()[..1])
            .ok_or_else(|| ActionError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_parse_from_a_name_or_its_first_letter() {
        for action in Action::ALL {
            assert_eq!(action.name().parse(), Ok(action));
            assert_eq!(action.name()[..1].to_uppercase().parse(), Ok(action));
        }
        assert!("sideways".parse::<Action>().is_err());
    }
}
