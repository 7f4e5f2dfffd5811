//! The parameters of agents: their names, what they may be, and reading them.

use thiserror::Error;

/// A text that names no agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// The name.
    #[error("there is no agent '{name}': choose {known}")]
    Name {
        /// The name.
        name: String,
        /// The names of the agents.
        known: String,
    },
    /// A parameter that the agent does not have.
    #[error("the agent {agent} has no parameter '{parameter}'; its parameters: {known}")]
    Parameter {
        /// The name of the agent.
        agent: &'static str,
        /// The parameter.
        parameter: String,
        /// The parameters of the agent.
        known: String,
    },
    /// A parameter that is given more than once.
    #[error("the parameter {0} is given more than once: leave all of them out but one")]
    Repeated(&'static str),
    /// `by-board` for an agent whose policy it does not change.
    #[error(
        "by-board is for agents that look at more than the board, and {0} does not: leave it out"
    )]
    ByBoard(String),
    /// A value that the parameter cannot have.
    #[error("'{value}' is not a value of {parameter}: {expected}")]
    Value {
        /// The parameter.
        parameter: &'static str,
        /// The value.
        value: String,
        /// What can be written.
        expected: String,
    },
}

/// A parameter of agents, whose values are of one type.
pub(super) struct Parameter<T> {
    pub(super) name: &'static str,
    /// What it is, with its unit, its range and what it is by default.
    pub(super) help: &'static str,
    /// Its value where it is left out.
    pub(super) default: fn() -> T,
    /// Reads a value, or says what to write.
    pub(super) read: fn(&str) -> Result<T, String>,
}

/// A parameter of any type.
pub(super) trait AnyParameter: Sync {
    fn name(&self) -> &'static str;

    fn help(&self) -> &'static str;

    /// Reads a value, or says what to write.
    fn check(&self, text: &str) -> Result<(), String>;

    /// Whether two texts, or the default value where there is none, are of the same value.
    fn is_same(&self, one: Option<&str>, other: Option<&str>) -> bool;
}

impl<T: PartialEq> AnyParameter for Parameter<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn help(&self) -> &'static str {
        self.help
    }

    fn check(&self, text: &str) -> Result<(), String> {
        (self.read)(text).map(|_| ())
    }

    fn is_same(&self, one: Option<&str>, other: Option<&str>) -> bool {
        let value = |text: Option<&str>| text.map_or_else(|| Ok((self.default)()), self.read);
        value(one) == value(other)
    }
}

/// The names of parameters, separated by commas.
pub(super) fn names(parameters: &[&dyn AnyParameter]) -> String {
    parameters.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ")
}

/// The parameters that are given, each with its text, which can be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Values(Vec<(&'static str, String)>);

impl Values {
    /// Reads `name=value` and `name` of some words.
    pub(super) fn read<'a>(
        words: impl Iterator<Item = &'a str>,
        find: impl Fn(&str) -> Result<&'static dyn AnyParameter, SpecError>,
    ) -> Result<Self, SpecError> {
        let mut values = Self::default();
        for word in words {
            let (name, text) = word.split_once('=').unwrap_or((word, ""));
            let (parameter, value) = (find(name)?, text.to_owned());
            let name = parameter.name();
            if values.has(name) {
                return Err(SpecError::Repeated(name));
            }
            if let Err(expected) = parameter.check(text) {
                return Err(SpecError::Value { parameter: name, value, expected });
            }
            values.0.push((name, value));
        }
        Ok(values)
    }

    /// Whether a parameter is given.
    pub(super) fn has(&self, name: &str) -> bool {
        self.text(name).is_some()
    }

    /// The text of a parameter, if it is given.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(given, _)| *given == name).map(|(_, text)| &**text)
    }

    /// The value of a parameter.
    pub(super) fn get<T>(&self, parameter: &Parameter<T>) -> T {
        let given = self.text(parameter.name).and_then(|text| (parameter.read)(text).ok());
        given.unwrap_or_else(parameter.default)
    }
}

/// Reads a number from 1 to the greatest one.
pub(super) fn whole(text: &str, most: u32) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("write a number from 1 to {most}"))
}

/// Reads any number that passes a test.
pub(super) fn real(text: &str, is_in: fn(f64) -> bool, expected: &str) -> Result<f64, String> {
    text.parse().ok().filter(|&it| is_in(it)).ok_or_else(|| expected.to_owned())
}

/// Reads a parameter without a value.
pub(super) fn flag(text: &str) -> Result<bool, String> {
    let error = || "it has no value, so write only its name".to_owned();
    text.is_empty().then_some(true).ok_or_else(error)
}

/// Reads the item with a name.
pub(super) fn named<T: Copy>(
    all: &[T],
    name: fn(T) -> &'static str,
    text: &str,
) -> Result<T, String> {
    all.iter().copied().find(|&item| name(item) == text).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|&item| name(item)).collect();
        format!("choose one of {}", names.join(", "))
    })
}
