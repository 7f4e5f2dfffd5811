//! Decimal numbers as text, as `format!` writes and `str::parse` reads them.
//!
//! The standard library is fast for every number, with tables and a method for each kind. An
//! embedded player would have to load 15 kB to write numbers, for which this module has 3.5 kB; a
//! program that reads numbers would have to load a table of 10 kB that does not compress.

mod digits;
mod natural;
mod read;

use digits::{Digits, End};
pub use read::read;

/// A number in the fewest digits that read back as it, without an exponent: as `{}`.
///
/// ```
/// use mdp2048_model::number_text;
///
/// assert_eq!(number_text::shortest(0.1), "0.1");
/// assert_eq!(number_text::shortest(-5468.0), "-5468");
/// ```
pub fn shortest(number: f64) -> String {
    write(number, End::Shortest, false)
}

/// A number with this many decimals, rounded half to even: as `{:.decimals$}`.
///
/// ```
/// use mdp2048_model::number_text;
///
/// assert_eq!(number_text::fixed(2.0 / 3.0, 4), "0.6667");
/// assert_eq!(number_text::fixed(0.125, 2), "0.12");
/// ```
pub fn fixed(number: f64, decimals: usize) -> String {
    write(number, End::Decimals(decimals), false)
}

/// A number with a power of ten, in the fewest digits that read back as it: as `{:e}`.
///
/// ```
/// assert_eq!(mdp2048_model::number_text::exponential(7.0e-18), "7e-18");
/// ```
pub fn exponential(number: f64) -> String {
    write(number, End::Shortest, true)
}

/// A number with a power of ten and this many decimals, rounded half to even: as
/// `{:.decimals$e}`.
///
/// ```
/// assert_eq!(mdp2048_model::number_text::exponential_fixed(1234.0, 1), "1.2e3");
/// ```
pub fn exponential_fixed(number: f64, decimals: usize) -> String {
    write(number, End::Digits(decimals + 1), true)
}

fn write(number: f64, end: End, has_exponent: bool) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    let mut text = String::new();
    if number.is_sign_negative() {
        text.push('-');
    }
    if number.is_infinite() {
        text.push_str("inf");
        return text;
    }
    let digits = Digits::of(number.abs(), end);
    let decimals = match end {
        End::Shortest => 0,
        End::Decimals(decimals) => decimals,
        End::Digits(digits) => digits.saturating_sub(1),
    };
    // The exponent of the first digit, where it has the ones.
    let exponent = if digits.text.is_empty() { 0 } else { digits.point - 1 };
    let point = if has_exponent { 1 } else { digits.point };
    let mut all = digits.text.bytes();
    let mut next = || char::from(all.next().unwrap_or(b'0'));
    if point <= 0 {
        text.push('0');
    }
    for _ in 0..point {
        text.push(next());
    }
    let held = (digits.text.len() as i32 - point).max(0) as usize;
    let shown = if matches!(end, End::Shortest) { held } else { decimals };
    if shown > 0 {
        text.push('.');
    }
    let zeros = (-point).max(0) as usize;
    for at in 0..shown {
        text.push(if at < zeros { '0' } else { next() });
    }
    if has_exponent {
        text.push('e');
        text.push_str(&exponent.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    /// Compares all texts of a number with those of the standard library.
    fn check(number: f64) {
        assert_eq!(shortest(number), format!("{number}"));
        assert_eq!(exponential(number), format!("{number:e}"));
        for decimals in [0, 1, 2, 3, 8, 12, 17, 30] {
            assert_eq!(fixed(number, decimals), format!("{number:.decimals$}"));
            assert_eq!(exponential_fixed(number, decimals), format!("{number:.decimals$e}"));
        }
    }

    #[test]
    fn special_numbers_are_as_in_the_standard_library() {
        let numbers = [0.0, 1.0, 0.5, 1.5, 2.5, 0.125, 0.375, 9.5, 9.995, 99.5, 0.95, 0.05, 0.005];
        let limits = [f64::MAX, f64::MIN_POSITIVE, 5e-324, f64::EPSILON, f64::INFINITY, f64::NAN];
        let large = [1e15, 1e16, 1e21, 1e22, 1e23, 9_007_199_254_740_993.0, 123_456_789.0, 1e300];
        for number in numbers.into_iter().chain(limits).chain(large) {
            check(number);
            check(-number);
        }
    }

    #[test]
    fn powers_of_two_and_ten_and_their_neighbours_are_as_in_the_standard_library() {
        let two = (-1074..1024).map(|power| 2f64.powi(power));
        let ten = (-323..309).map(|power| format!("1e{power}").parse().unwrap());
        for number in two.chain(ten) {
            for number in [number.next_down(), number, number.next_up()] {
                check(number);
            }
        }
    }

    #[test]
    fn random_numbers_are_as_in_the_standard_library() {
        let mut random = SplitMix64::new(2048);
        for _ in 0..3_000 {
            let number = f64::from_bits(random.next_word());
            if number.is_finite() {
                check(number);
            }
            // Probabilities, and what ends in a five.
            check((random.next_word() >> 11) as f64 / (1_u64 << 53) as f64);
            check((random.next_word() % 100_000) as f64 / 1e3);
            check((random.next_word() % 100_000) as f64 / 1024.0);
        }
    }
}
