//! The number that a text writes.

/// Numbers of more digits are not read.
const LIMIT: u128 = 10_u128.pow(38);

/// The bits of a quotient, more than an `f64` has.
const BITS: i32 = 64;

/// Reads a decimal number of at least 0, such as `0.1`, `1` or `5e-3`: the nearest `f64`, half to
/// even, as `str::parse`. `None` if the text is no such number, or if its numerator or its
/// denominator has more than 38 digits.
///
/// ```
/// use mdp2048_model::number_text;
///
/// assert_eq!(number_text::read("0.1"), Some(0.1));
/// assert_eq!(number_text::read("one"), None);
/// ```
pub fn read(text: &str) -> Option<f64> {
    let (decimal, exponent) = match text.split_once(['e', 'E']) {
        Some((decimal, exponent)) => (decimal, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, part) = decimal.split_once('.').unwrap_or((decimal, ""));
    if whole.is_empty() && part.is_empty() {
        return None;
    }
    let kept = part.trim_end_matches('0');
    let mut numerator = 0_u128;
    for digit in whole.chars().chain(kept.chars()) {
        numerator = ten_times(numerator)? + u128::from(digit.to_digit(10)?);
    }
    let (mut denominator, power) = (1_u128, exponent.checked_sub(kept.len() as i32)?);
    for _ in 0..power.unsigned_abs() {
        if numerator == 0 {
            break;
        }
        let scaled = if power > 0 { &mut numerator } else { &mut denominator };
        *scaled = ten_times(*scaled)?;
    }
    Some(quotient(numerator, denominator))
}

fn ten_times(number: u128) -> Option<u128> {
    (number < LIMIT / 10).then(|| 10 * number)
}

/// The `f64` nearest to the quotient of two numbers, of which the second is not 0.
fn quotient(mut numerator: u128, mut denominator: u128) -> f64 {
    if numerator == 0 {
        return 0.0;
    }
    // The quotient becomes at least 1 and less than 2.
    let mut exponent = 0;
    while numerator < denominator {
        numerator *= 2;
        exponent -= 1;
    }
    while numerator / 2 >= denominator {
        denominator *= 2;
        exponent += 1;
    }
    let mut bits = 0_u64;
    for _ in 0..BITS {
        bits *= 2;
        if numerator >= denominator {
            numerator -= denominator;
            bits += 1;
        }
        numerator *= 2;
    }
    // What is left out decides between two `f64` only if the quotient is half way between them.
    bits |= u64::from(numerator > 0);
    bits as f64 * 2_f64.powi(exponent + 1 - BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SplitMix64, number_text};

    #[test]
    fn numbers_are_as_in_the_standard_library() {
        let half_way = ["9007199254740993", "9007199254740995", "0.50000000000000005551115123125"];
        let others =
            ["0", "0.0", "1.", ".5", "007", "1e3", "25e-1", "1E-37", "0e99", "1e37", "0.10000000"];
        for text in half_way.into_iter().chain(others) {
            assert_eq!(read(text), text.parse().ok(), "{text}");
        }
        let mut random = SplitMix64::new(2048);
        for _ in 0..20_000 {
            let digits = random.next_word() >> (random.next_word() % 64);
            let power = (random.next_word() % 37) as i32 - 18;
            let text = format!("{digits}e{power}");
            assert_eq!(read(&text), text.parse().ok(), "{text}");
            let shortest =
                number_text::shortest((random.next_word() >> 11) as f64 / 2_f64.powi(53));
            assert_eq!(read(&shortest), shortest.parse().ok(), "{shortest}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let long = "1".repeat(39);
        let others =
            ["", ".", "x", "-1", "1e", "e1", "0.1.2", "1/2", "inf", "NaN", "1e39", "1e-39"];
        for text in others.into_iter().chain([&*long, " 1"]) {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
