//! Parsers of argument values, one for each kind. Their messages say what to write instead.

use std::ops::{RangeBounds, RangeInclusive};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use mdp2048_model::{Formation, Objective, Seed};
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
    name(&Objective::ALL.map(|objective| (objective.facts().name, objective.facts().help)))
}

/// Parses the name of a formation.
pub(crate) fn formation() -> impl TypedValueParser<Value = Formation> {
    let names = Formation::ALL.map(|formation| PossibleValue::new(formation.name()));
    PossibleValuesParser::new(names)
        .try_map(|name| Formation::named(&name).ok_or("no such formation"))
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

/// The number that a text writes as `10000` or `1e4`; `None` unless it is a whole number in the
/// range.
fn whole(text: &str, range: RangeInclusive<u64>) -> Option<u64> {
    // The largest number of the second notation up to which doubles are whole numbers one by one.
    const MOST_EXACT: f64 = (1u64 << f64::MANTISSA_DIGITS) as f64;
    let from_exponent = || {
        let number = text.parse::<f64>().ok()?;
        let is_whole = (0.0..=MOST_EXACT).contains(&number) && number.fract() == 0.0;
        (text.contains(['e', 'E']) && is_whole).then_some(number as u64)
    };
    text.parse().ok().or_else(from_exponent).filter(|number| range.contains(number))
}

/// Parses a number of things, in a range.
fn count(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let (least, most) = (*range.start(), *range.end());
    whole(text, range).ok_or_else(|| match most {
        u64::MAX => format!("write a whole number from {least}, for example 1e4"),
        _ => format!("write a whole number from {least} to {most}"),
    })
}

/// Parses a number of rounds.
pub(crate) fn rounds(text: &str) -> Result<u16, String> {
    count(text, 0..=u16::MAX.into()).map(|rounds| rounds as u16)
}

/// Parses the face of a target tile; the game checks that it is a power of two.
pub(crate) fn tile(text: &str) -> Result<u32, String> {
    let tile = whole(text, 0..=u32::MAX.into()).map(|tile| tile as u32);
    tile.ok_or_else(|| "choose a power of two from 8, for example 512".to_owned())
}

/// Parses a tile sum.
pub(crate) fn tile_sum(text: &str) -> Result<TileSum, String> {
    let sum = whole(text, 4..=1 << 20);
    sum.map(|sum| TileSum::new(sum as u32))
        .ok_or_else(|| "write a tile sum from 4 to 1048576".to_owned())
}

/// Parses the probability of a 4; the game checks its range.
pub(crate) fn spawn_four(text: &str) -> Result<f64, String> {
    number(text).ok_or_else(|| "write a number from 0 to 1, for example 0.1".to_owned())
}

/// Parses a discount; the game checks its range.
pub(crate) fn discount(text: &str) -> Result<f64, String> {
    let discount = number(text);
    discount.ok_or_else(|| "write a number above 0 and at most 1, for example 0.99".to_owned())
}

/// Reads any number.
fn number(text: &str) -> Option<f64> {
    // Adding 0 makes 0 of -0.
    text.parse::<f64>().ok().map(|number| number + 0.0)
}

/// Reads a number in a range; `advice` is what to write instead of others.
fn number_in(text: &str, range: impl RangeBounds<f64>, advice: &str) -> Result<f64, String> {
    number(text).filter(|number| range.contains(number)).ok_or_else(|| advice.to_owned())
}

/// Parses a probability or an occupancy.
pub(crate) fn probability(text: &str) -> Result<f64, String> {
    number_in(text, 0.0..=1.0, "write a number from 0 to 1, for example 1e-7")
}

/// Parses a bound on the probability that a game leaves a policy.
pub(crate) fn max_leave(text: &str) -> Result<f64, String> {
    number_in(
        text,
        0.0..1.0,
        "choose a number from 0 to below 1, for example 0.01; a bound of 1 would allow an empty \
         policy",
    )
}

/// Parses the error that packed values may have.
pub(crate) fn value_error(text: &str) -> Result<f64, String> {
    number_in(text, 1e-30..=1e6, "write a number from 1e-30 to 1e6, for example 1e-4")
}

/// Parses a number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let threads = whole(text, 1..=1 << 20).map(|threads| threads as usize);
    threads.ok_or_else(|| "write a whole number from 1".to_owned())
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
    let seed = whole(text, 0..=u32::MAX.into()).map(|seed| Seed::from(seed as u32));
    seed.ok_or_else(|| "a seed is a whole number from 0 to 4294967295".to_owned())
}

/// Parses a number of states that are solved from one checkpoint to the next.
pub(crate) fn checkpoint_states(text: &str) -> Result<u64, String> {
    count(text, 0..=u64::MAX)
}

/// Parses a number of states to check.
pub(crate) fn samples(text: &str) -> Result<u64, String> {
    count(text, 1..=u64::MAX)
}

/// Parses the points of a game so far.
pub(crate) fn score(text: &str) -> Result<u32, String> {
    count(text, 0..=u32::MAX.into()).map(|score| score as u32)
}

/// Parses a number of games; there are no more games than seeds.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    count(text, 1..=1 << 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minus_zero_is_zero() {
        for text in ["-0", "0", "+0.0", "1e-400", "-1e-400"] {
            for parse in [spawn_four, discount, probability] {
                assert_eq!(parse(text).map(f64::to_bits), Ok(0), "{text}");
            }
        }
        assert_eq!(spawn_four("+0.1"), Ok(0.1));
    }

    #[test]
    fn whole_numbers_have_two_notations() {
        let all = 0..=u64::MAX;
        for (text, number) in [
            ("0", 0),
            ("10000", 10_000),
            ("1e4", 10_000),
            ("1.5E3", 1500),
            ("18446744073709551615", u64::MAX),
            ("9007199254740993", 9_007_199_254_740_993),
        ] {
            assert_eq!(whole(text, all.clone()), Some(number), "{text}");
        }
        for bad in ["", "-1", "-0e1x", "1.5", "2.0", "1e-1", "1e30", "inf", "nan", "1e", "x", "1 0"]
        {
            assert_eq!(whole(bad, all.clone()), None, "{bad}");
        }
        assert_eq!([whole("1e3", 1..=999), whole("0", 1..=999)], [None; 2]);
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
