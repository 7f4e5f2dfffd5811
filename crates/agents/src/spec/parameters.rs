//! The parameters of agents as people write them: `name=value`, or only the name.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use mdp2048_model::alternatives;
use thiserror::Error;

/// A text that names no agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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
    /// A parameter that has no effect without another one.
    #[error("{parameter} has no effect without {needed}: add {needed}, or leave {parameter} out")]
    Without {
        /// The parameter.
        parameter: &'static str,
        /// The parameter that is missing.
        needed: &'static str,
    },
    /// `by-board` for an agent whose policy it does not change.
    #[error(
        "by-board is for agents that look at more than the board, and {0} does not: leave it out"
    )]
    ByBoard(String),
    /// A value that the parameter cannot have.
    #[error("'{value}' is not a value of {parameter}: use {allowed}")]
    Value {
        /// The parameter.
        parameter: &'static str,
        /// The value.
        value: String,
        /// What can be written.
        allowed: String,
    },
}

/// A parameter of an agent, and the field of its options that it sets.
pub(super) struct Parameter<'a> {
    pub(super) name: &'static str,
    /// What it is, with its unit.
    what: &'static str,
    value: Value<'a>,
    /// The parameter without which it has no effect.
    needed: Option<&'static str>,
    is_given: bool,
}

/// What can be written for a field, and how it is read.
pub(super) struct Value<'a> {
    /// What can be written, such as "1 to 6".
    allowed: String,
    /// What the field is where the parameter is left out, if that can be written.
    default: Option<String>,
    /// Reads a text into the field. Returns whether it is allowed.
    read: Box<dyn FnMut(&str) -> bool + 'a>,
}

impl<'a> Parameter<'a> {
    pub(super) const fn new(name: &'static str, what: &'static str, value: Value<'a>) -> Self {
        Self { name, what, value, needed: None, is_given: false }
    }

    /// The parameter, which has no effect without another one.
    pub(super) fn with(self, needed: &'static str) -> Self {
        Self { needed: Some(needed), ..self }
    }

    /// The name, and the rest of its line of the help.
    pub(super) fn help(&self) -> (&'static str, String) {
        let Self { name, what, value: Value { allowed, default, .. }, .. } = self;
        let default = default.as_ref().map_or(String::new(), |default| format!(" [{default}]"));
        (name, format!("{what} ({allowed}){default}"))
    }

    /// Reads a value into the field.
    fn read(&mut self, value: &str) -> Result<(), SpecError> {
        if std::mem::replace(&mut self.is_given, true) {
            return Err(SpecError::Repeated(self.name));
        }
        if (self.value.read)(value) {
            return Ok(());
        }
        let allowed = self.value.allowed.clone();
        Err(SpecError::Value { parameter: self.name, value: value.to_owned(), allowed })
    }
}

/// Reads the words of an agent into the fields of its parameters.
pub(super) fn read<'a>(
    agent: &'static str,
    parameters: &mut [Parameter<'_>],
    words: impl Iterator<Item = &'a str>,
) -> Result<(), SpecError> {
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let Some(parameter) = parameters.iter_mut().find(|it| it.name == name) else {
            let known: Vec<_> = parameters.iter().map(|it| it.name).collect();
            let (parameter, known) = (name.to_owned(), known.join(", "));
            return Err(SpecError::Parameter { agent, parameter, known });
        };
        parameter.read(value)?;
    }
    let is_given = |name| parameters.iter().any(|it| it.is_given && it.name == name);
    for &Parameter { name: parameter, needed, is_given: is_set, .. } in &*parameters {
        if let Some(needed) = needed.filter(|&needed| is_set && !is_given(needed)) {
            return Err(SpecError::Without { parameter, needed });
        }
    }
    Ok(())
}

/// A field whose values are read by a function.
pub(super) fn value<'a, T>(
    field: &'a mut T,
    allowed: &str,
    read: impl Fn(&str) -> Option<T> + 'a,
) -> Value<'a> {
    let read = move |text: &str| read(text).map(|found| *field = found).is_some();
    Value { allowed: allowed.to_owned(), default: None, read: Box::new(read) }
}

impl Value<'_> {
    /// The value of a field that is this one by default.
    pub(super) fn or(self, default: impl Display) -> Self {
        Self { default: Some(default.to_string()), ..self }
    }
}

/// Reads a number of a range.
pub(super) fn number_in<T: FromStr + PartialOrd>(
    text: &str,
    range: &RangeInclusive<T>,
) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

/// A field with a number of a range.
pub(super) fn number<T: FromStr + PartialOrd + Display>(
    field: &mut T,
    range: RangeInclusive<T>,
) -> Value<'_> {
    let (allowed, default) = (format!("{} to {}", range.start(), range.end()), field.to_string());
    value(field, &allowed, move |text| number_in(text, &range)).or(default)
}

/// A field that is set by the name of the parameter alone.
pub(super) fn flag(field: &mut bool) -> Value<'_> {
    value(field, "only its name", |text| text.is_empty().then_some(true))
}

/// A field with one of some items, which have names.
pub(super) fn named<'a, T: Copy + PartialEq + 'static>(
    field: &'a mut T,
    all: &'static [(&'static str, T)],
) -> Value<'a> {
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let default = all.iter().find(|(_, item)| item == field).map_or("", |(name, _)| name);
    let read = |text: &str| all.iter().find(|(name, _)| *name == text).map(|&(_, item)| item);
    value(field, &alternatives(&names), read).or(default)
}
