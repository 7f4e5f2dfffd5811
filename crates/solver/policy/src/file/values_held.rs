//! Which values a policy holds.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which values a policy holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ValuesHeld {
    /// No values: the policy holds actions only.
    None,
    /// The value of every state.
    State,
    /// The value of every state and the regret of every allowed action.
    Action,
}

/// The text names no [`ValuesHeld`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is none of the values that a policy can hold: choose none, state or action")]
pub struct ValuesHeldError(String);

impl ValuesHeld {
    /// Every choice, from the fewest values to the most.
    pub const ALL: [Self; 3] = [Self::None, Self::State, Self::Action];

    /// The name on the command line and in JSON: `none`, `state` or `action`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::State => "state",
            Self::Action => "action",
        }
    }
}

impl fmt::Display for ValuesHeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ValuesHeld {
    type Err = ValuesHeldError;

    fn from_str(text: &str) -> Result<Self, ValuesHeldError> {
        let named = Self::ALL.into_iter().find(|values| values.name() == text);
        named.ok_or_else(|| ValuesHeldError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for values in ValuesHeld::ALL {
            assert_eq!(values.to_string().parse(), Ok(values));
        }
        let error = "states".parse::<ValuesHeld>().unwrap_err();
        assert!(error.to_string().starts_with("'states' is none of the values"), "{error}");
    }
}
