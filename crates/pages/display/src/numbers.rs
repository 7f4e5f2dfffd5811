//! Numbers without a relation to a game: counts, sizes, times.

use std::time::Duration;

use crate::chart::tick_text;

/// The most decimals of a mean.
const MOST_DECIMALS: usize = 6;

/// A whole number with a comma between thousands: `25,179,012`.
pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// The digits of a whole number with a comma between thousands.
pub(crate) fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things, with an `s` where they are not one: `1 layer`, `1,200 layers`.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", count(number), if number == 1 { "" } else { "s" })
}

/// The length of a file or a download in decimal units, as browsers show it: `188 bytes`,
/// `12.5 kB`, `3.1 MB`.
pub fn file_size(bytes: u64) -> String {
    in_units(bytes, 1000.0, ["kB", "MB", "GB", "TB"])
}

/// What is received of a download: `1.2 MB of 3.1 MB`. Not every server says how long a file is; the
/// length is 0 if it is not known.
pub fn received_size(received: f64, length: f64) -> String {
    let received = file_size(received as u64);
    if length > 0.0 { format!("{received} of {}", file_size(length as u64)) } else { received }
}

/// An amount of memory in binary units, as `--memory` reads it: `188 bytes`, `512.0 MiB`,
/// `2.5 GiB`.
pub fn memory_size(bytes: u64) -> String {
    in_units(bytes, 1024.0, ["KiB", "MiB", "GiB", "TiB"])
}

/// Bytes in the largest unit of which there is at least one, with one decimal.
fn in_units(bytes: u64, factor: f64, units: [&str; 4]) -> String {
    let mut number = bytes as f64;
    let mut unit = None;
    for larger in units {
        // 999.95 with one decimal is written as 1000.0 and belongs to the next unit.
        let is_small = if unit.is_none() { number < factor } else { number < factor - 0.05 };
        if is_small {
            break;
        }
        number /= factor;
        unit = Some(larger);
    }
    match unit {
        None => counted(bytes, "byte"),
        Some(unit) => format!("{number:.1} {unit}"),
    }
}

/// A time: `0.21 s`, `12 s`, `3 min 5 s`, `2 h 10 min`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let whole = seconds.round() as u64;
    match seconds {
        ..9.95 => format!("{seconds:.2} s"),
        ..119.5 => format!("{whole} s"),
        ..7199.5 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole / 60 % 60),
    }
}

/// A time to expect, in whole seconds and at least one: `3 s`, `2 min 5 s`.
pub fn expected_time(seconds: f64) -> String {
    duration(Duration::from_secs_f64(seconds.clamp(1.0, 1e6).ceil())).replace(".00 s", " s")
}

/// The time that a work still takes, of which a part from 0 to 1 took so many seconds: `12 s left`;
/// `None` while too little is done to tell.
pub fn time_left(seconds: f64, done: f64) -> Option<String> {
    if done < 0.02 || seconds < 0.3 {
        return None;
    }
    Some(match seconds * (1.0 / done - 1.0) {
        ..1.0 => "less than 1 s left".to_owned(),
        left => format!("{} left", expected_time(left)),
    })
}

/// The probability of a transition, short enough for the label of an edge: `0.45`, `0.0333`, `1`.
pub fn probability(probability: f64) -> String {
    let decimals = if probability >= 0.1 { 3 } else { 4 };
    without_zeros(&format!("{probability:.decimals$}")).to_owned()
}

/// An amount rounded to two significant digits, without zeros at the end: `0.033`, `0.4`, `12`, and
/// `1.1 × 10⁻¹⁴` where it is very small.
pub fn significant(amount: f64) -> String {
    match significant_decimals(amount) {
        Some(decimals) => without_zeros(&format!("{amount:.decimals$}")).to_owned(),
        None => scientific(amount),
    }
}

/// A mean with half of its interval, if that is finite: `31.994 ± 0.031`. Both have this many
/// decimals, or as many as the first two digits of the half need, up to 6.
pub fn mean_text(mean: f64, half: f64, least: usize) -> String {
    let decimals = significant_decimals(half).unwrap_or(MOST_DECIMALS).clamp(least, MOST_DECIMALS);
    let text = |number| tick_text(number, 0.1f64.powi(decimals as i32));
    if half.is_finite() { format!("{} ± {}", text(mean), text(half)) } else { text(mean) }
}

/// How many decimals an amount with two significant digits has; `None` if it is so small that it is
/// written with a power of ten.
pub(crate) fn significant_decimals(amount: f64) -> Option<usize> {
    if amount == 0.0 {
        return Some(0);
    }
    let decimals = 1.0 - amount.abs().log10().floor();
    (decimals <= 12.0).then_some(decimals.max(0.0) as usize)
}

/// A small probability as odds with two significant digits: `1 in 88`, `1 in 2,200,000`,
/// `1 in 1.4 × 10¹⁷`.
pub fn one_in(probability: f64) -> String {
    let games = 1.0 / probability;
    let rounded = if games < 1000.0 { games.round() } else { rounded_to_two_digits(games) };
    match rounded {
        ..1e9 => format!("1 in {}", count(rounded as u64)),
        _ => format!("1 in {}", scientific(games)),
    }
}

fn rounded_to_two_digits(number: f64) -> f64 {
    let unit = 10f64.powi(number.log10().floor() as i32 - 1);
    (number / unit).round() * unit
}

/// A number as a multiple of a power of ten, with two significant digits at most: `3 × 10¹⁶`.
pub fn scientific(number: f64) -> String {
    let text = format!("{number:.1e}");
    let (factor, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    times_power(factor, exponent)
}

/// A factor with one decimal times a power of ten.
pub(crate) fn times_power(factor: &str, exponent: &str) -> String {
    let power = power_of_ten(exponent);
    match without_zeros(factor) {
        "1" => power,
        factor => format!("{factor} × {power}"),
    }
}

/// A power of ten with a raised exponent: `10¹⁶`, `10⁻⁷`.
pub fn power_of_ten(exponent: &str) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |digit: char| digit.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize]);
    format!("10{}", exponent.chars().map(raise).collect::<String>())
}

/// A decimal number without the zeros at its end, and without a point that they leave.
pub(crate) fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// The text with a capital first letter, if that is an ASCII letter.
pub fn capitalised(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// The text with a no-break space after every digit, `<`, `>`, `×` and `in`, so that no line of a
/// page ends between a number and its sign or unit.
pub fn no_break(text: &str) -> String {
    let mut joined = String::with_capacity(text.len() + 4);
    for character in text.chars() {
        let joins = |joined: &str| {
            joined.ends_with(|last: char| last.is_ascii_digit() || matches!(last, '<' | '>' | '×'))
                || joined.ends_with("\u{a0}in")
        };
        let is_joined = character == ' ' && joins(&joined);
        joined.push(if is_joined { '\u{a0}' } else { character });
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_commas() {
        assert_eq!([0, 999, 1000, 25_179_012].map(count), ["0", "999", "1,000", "25,179,012"]);
        assert_eq!(
            [0, 1, 1200].map(|n| counted(n, "layer")),
            ["0 layers", "1 layer", "1,200 layers"]
        );
    }

    #[test]
    fn a_margin_has_two_digits() {
        let texts = [0.0, 12.0, 0.31, 0.0312, 0.00312].map(|half| mean_text(31.994, half, 2));
        let expected =
            ["31.99 ± 0.00", "31.99 ± 12.00", "31.99 ± 0.31", "31.994 ± 0.031", "31.9940 ± 0.0031"];
        assert_eq!(texts, expected);
        let texts = [f64::INFINITY, 412.4, 4.24, 0.42].map(|half| mean_text(1778.5, half, 0));
        assert_eq!(texts, ["1,778", "1,778 ± 412", "1,778.5 ± 4.2", "1,778.50 ± 0.42"]);
    }

    #[test]
    fn sizes_have_one_decimal() {
        let files =
            [1, 188, 1000, 999_949, 999_999, 3_140_000, 2_500_000_000, 7_000_000_000_000_000];
        let texts = [
            "1 byte",
            "188 bytes",
            "1.0 kB",
            "999.9 kB",
            "1.0 MB",
            "3.1 MB",
            "2.5 GB",
            "7000.0 TB",
        ];
        assert_eq!(files.map(file_size), texts);
        let memory = [5, 1000, 2048, 5 << 19, 3 << 39];
        let texts = ["5 bytes", "1,000 bytes", "2.0 KiB", "2.5 MiB", "1.5 TiB"];
        assert_eq!(memory.map(memory_size), texts);
    }

    #[test]
    fn durations_have_two_units_at_most() {
        let times = [0.214, 12.3, 185.0, 7800.0].map(|s| duration(Duration::from_secs_f64(s)));
        assert_eq!(times, ["0.21 s", "12 s", "3 min 5 s", "2 h 10 min"]);
    }

    #[test]
    fn probabilities_of_transitions_are_short() {
        let given = [1.0, 0.45, 0.9 / 3.0, 0.033, 0.05, 0.9, 0.1 / 3.0];
        let texts = ["1", "0.45", "0.3", "0.033", "0.05", "0.9", "0.0333"];
        assert_eq!(given.map(probability), texts);
    }

    #[test]
    fn significant_amounts_have_two_digits() {
        let given = [0.0, 0.0333, 0.4, 12.3, 1234.0, 7.6e-4, 1e-15, 100.0];
        let texts = ["0", "0.033", "0.4", "12", "1234", "0.00076", "10⁻¹⁵", "100"];
        assert_eq!(given.map(significant), texts);
    }

    #[test]
    fn small_probabilities_are_odds() {
        let check = |probability: f64, text: &str| assert_eq!(one_in(probability), text);
        check(0.0113, "1 in 88");
        check(1.0 / 999.6, "1 in 1,000");
        check(1.2e-4, "1 in 8,300");
        check(4.5e-7, "1 in 2,200,000");
        check(1.0 / 9.96e8, "1 in 10⁹");
        check(3.5e-17, "1 in 2.9 × 10¹⁶");
        check(7.011e-18, "1 in 1.4 × 10¹⁷");
        check(1e-300, "1 in 10³⁰⁰");
    }

    #[test]
    fn numbers_stay_with_their_units() {
        let check = |text: &str, joined: &str| {
            assert_eq!(no_break(text).replace('\u{a0}', "_"), joined);
        };
        check("73.68 %", "73.68_%");
        check("> 99.99 %", ">_99.99_%");
        check("keeps > 99.99 %", "keeps >_99.99_%");
        check("about 1 in 8,000", "about 1_in_8,000");
        check("1 in 1.4 × 10¹⁷", "1_in_1.4_×_10¹⁷");
        check("in the file", "in the file");
    }
}
