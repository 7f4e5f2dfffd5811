//! Parsers of argument values. Their messages say what to write instead.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use mdp2048_agents::{AgentSpec, SpecError};
use mdp2048_model::{Objective, Seed};
use mdp2048_policy::ValuesHeld;
use mdp2048_rules::TileSum;
use mdp2048_solve::Precision;

/// A parser of one of several names, each with its help text.
fn name<T>(names: &[(&'static str, &'static str)]) -> impl TypedValueParser<Value = T> + use<T>
where
    T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>
        + Clone
        + Send
        + Sync
        + 'static,
{
    let values = names.iter().map(|&(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).try_map(|name| name.parse::<T>())
}

/// Parses the name of an objective.
pub(crate) fn objective() -> impl TypedValueParser<Value = Objective> {
    name(&[
        ("win", "The probability of reaching the target"),
        ("score", "The expected score"),
        ("moves", "The expected number of moves"),
        ("fewest", "The smallest expected number of moves to a target that is reached for certain"),
    ])
}

/// Parses the name of a precision.
pub(crate) fn precision() -> impl TypedValueParser<Value = Precision> {
    name(&[
        ("double", "Eight bytes for a value, exact to rounding"),
        ("single", "Four bytes for a value, rounded to 24 bits"),
    ])
}

/// Parses the name of the values that a policy holds.
pub(crate) fn values_held() -> impl TypedValueParser<Value = ValuesHeld> {
    name(&[
        ("none", "No values, only actions"),
        ("state", "The value of every state"),
        ("action", "The value of every allowed action of every state"),
    ])
}

/// Parses the face of a target tile; the game checks that it is a power of two.
pub(crate) fn tile(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "choose a power of two from 8, for example 512".to_owned())
}

/// Parses a tile sum.
pub(crate) fn tile_sum(text: &str) -> Result<TileSum, String> {
    let sum = text.parse().ok().filter(|sum| (4..=1 << 20).contains(sum));
    sum.map(TileSum::new).ok_or_else(|| "write a tile sum from 4 to 1048576".to_owned())
}

/// Parses any number.
pub(crate) fn number(text: &str) -> Result<f64, String> {
    // Adding 0 makes 0 of -0.
    let number = text.parse::<f64>().map(|number| number + 0.0);
    number.map_err(|_| "write a number, for example 0.1".to_owned())
}

/// Parses a probability or an occupancy.
pub(crate) fn probability(text: &str) -> Result<f64, String> {
    let probability = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    let probability = probability.map(|probability: f64| probability + 0.0);
    probability.ok_or_else(|| "write a number from 0 to 1, for example 1e-7".to_owned())
}

/// Parses a bound on the probability that a game leaves a policy.
pub(crate) fn max_leave(text: &str) -> Result<f64, String> {
    let probability = text.parse().ok().filter(|number| (0.0..1.0).contains(number));
    probability.ok_or_else(|| {
        "choose a number from 0 to below 1, for example 0.01; a bound of 1 would allow an empty \
         policy"
            .to_owned()
    })
}

/// Parses a tolerance of values.
pub(crate) fn tolerance(text: &str) -> Result<f64, String> {
    let tolerance = text.parse().ok().filter(|number: &f64| *number >= 0.0);
    let tolerance = tolerance.map(|tolerance| tolerance + 0.0);
    tolerance.ok_or_else(|| "write a number from 0, for example 0.001".to_owned())
}

/// Parses the error that packed values may have.
pub(crate) fn value_error(text: &str) -> Result<f64, String> {
    let error = text.parse().ok().filter(|number| (1e-30..=1e6).contains(number));
    error.ok_or_else(|| "write a number from 1e-30 to 1e6, for example 1e-4".to_owned())
}

/// Parses a number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|&number| number >= 1);
    threads.ok_or_else(|| "write a whole number from 1".to_owned())
}

/// Parses a number of processes.
#[cfg(feature = "distributed")]
pub(crate) fn processes(text: &str) -> Result<usize, String> {
    let processes = text.parse().ok().filter(|number| (1..=64).contains(number));
    processes.ok_or_else(|| "write a whole number from 1 to 64".to_owned())
}

/// Parses an amount of memory in bytes: `512MiB`, `2GiB`; `2G` means the same as `2GiB`.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let (number, unit) = (digits.trim_end().parse::<f64>(), &text[digits.len()..]);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "b" => Some(0),
        "k" | "kib" => Some(10),
        "m" | "mib" => Some(20),
        "g" | "gib" => Some(30),
        "t" | "tib" => Some(40),
        _ => None,
    };
    let bytes = number.ok().zip(shift).map(|(number, shift)| number * (1u64 << shift) as f64);
    let bytes = bytes.filter(|bytes| *bytes >= 1.0 && *bytes < 1e18);
    bytes.map(|bytes| bytes as u64).ok_or_else(|| "write a size, for example 512MiB or 2GiB".into())
}

/// Parses the seed of a game.
pub(crate) fn seed(text: &str) -> Result<Seed, String> {
    text.parse().map_err(|_| "a seed is a whole number from 0 to 4294967295".to_owned())
}

/// Parses a number of moves to train for, which may be written as `1e9`.
pub(crate) fn moves(text: &str) -> Result<u64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (1.0..=1e15).contains(number));
    number.map(|number| number as u64).ok_or_else(|| "write a number, for example 1e9".to_owned())
}

/// Parses the unit of the weights of a network.
pub(crate) fn step(text: &str) -> Result<f32, String> {
    let step = text.parse().ok().filter(|step| (0.01..=1024.0).contains(step));
    step.ok_or_else(|| "write a number from 0.01 to 1024, for example 16".to_owned())
}

/// Parses a number from 0 to 1.
pub(crate) fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a number from 0 to 1, for example 0.5".to_owned())
}

/// Parses the value of a board.
pub(crate) fn points(text: &str) -> Result<f32, String> {
    let points = text.parse().ok().filter(|points| (0.0..=1e6).contains(points));
    points.ok_or_else(|| "write a number of points from 0 to 1000000".to_owned())
}

/// Parses an agent and its parameters.
pub(crate) fn agent(text: &str) -> Result<AgentSpec, SpecError> {
    text.parse()
}

/// Parses a number of games; there are no more games than seeds.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|number| (1..=1 << 32).contains(number));
    games.ok_or_else(|| "write a whole number from 1 to 4294967296".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minus_zero_is_zero() {
        for text in ["-0", "0", "+0.0", "1e-400", "-1e-400"] {
            for parse in [number, probability, tolerance] {
                assert_eq!(parse(text).map(f64::to_bits), Ok(0), "{text}");
            }
        }
        assert_eq!(number("+0.1"), Ok(0.1));
    }

    #[test]
    fn memory_has_binary_units() {
        let sizes = ["512MiB", "2g", "1.5 KiB", "7b"].map(|text| memory(text).unwrap());
        assert_eq!(sizes, [512 << 20, 2 << 30, 1536, 7]);
        for bad in ["2", "MiB", "2GB", "-1g", "0b", "1e99t"] {
            assert!(memory(bad).is_err(), "{bad}");
        }
    }
}
