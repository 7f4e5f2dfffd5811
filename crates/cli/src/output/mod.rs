//! Results as text for people or as JSON for scripts, and numbers for people.

pub(crate) mod file;
pub(crate) mod progress;

use std::fmt::{self, Display};
use std::io::{self, BufWriter, Write as _};

use mdp2048_display::{Measure, count, counted};
use serde::Serialize;

use crate::errors::Error;

/// Prints a result.
pub(crate) fn print(json: bool, result: &(impl Serialize + Display)) -> Result<(), Error> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if json {
        serde_json::to_writer(&mut out, result)
            .map_err(io::Error::from)
            .and_then(|()| out.write_all(b"\n"))
    } else {
        write!(out, "{result}")
    };
    written.and_then(|()| out.flush()).map_err(Error::Print)
}

/// Lines of a name and what there is to say of it, aligned.
#[derive(Default)]
pub(crate) struct Lines(Vec<(&'static str, String)>);

impl Lines {
    pub(crate) fn add(&mut self, name: &'static str, text: impl Display) {
        self.0.push((name, text.to_string()));
    }
}

impl Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        self.0.iter().try_for_each(|(name, text)| writeln!(f, "{name:width$}  {text}"))
    }
}

/// How many states a solution has: `35 in 11 layers, the largest of 6; 6 lost boards`.
pub(crate) fn states(states: u64, layers: usize, largest_layer: u64, lost: u64) -> String {
    format!(
        "{} in {}, the largest of {}; {}",
        count(states),
        counted(layers as u64, "layer"),
        count(largest_layer),
        counted(lost, "lost board"),
    )
}

/// How exact values in single precision are, from the most by which they are off as a part of them.
pub(crate) fn single(relative_error: f64) -> String {
    format!("single; values are off by at most {relative_error:.1e} of them")
}

/// A measured value for people, with all its digits.
pub(crate) fn exact(measure: Measure, value: Option<f64>) -> String {
    let rounded = measure.text(value);
    match value {
        None => rounded,
        Some(value) if measure == Measure::Discounted => value.to_string(),
        Some(value) => format!("{rounded}  ({value})"),
    }
}

/// A value that is exact, for people.
pub(crate) fn exact_line(measure: Measure, value: Option<f64>) -> String {
    let exactness = if value.is_some() { ", exact to rounding" } else { "" };
    format!("{}{exactness}", exact(measure, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_aligned() {
        let mut lines = Lines::default();
        lines.add("states", 15);
        lines.add("value", "1");
        assert_eq!(lines.to_string(), "states  15\nvalue   1\n");
    }
}
