//! The decimal digits of a number.

use std::cmp::Ordering;

use super::natural::Natural;

/// Where digits end.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// At the fewest digits that read back as the number; of these, those nearest to it.
    Shortest,
    /// After this many decimals, rounded half to even.
    Decimals(usize),
    /// After this many digits, rounded half to even.
    Digits(usize),
}

/// The number 0.d₁d₂d₃... × 10^`point`.
pub(super) struct Digits {
    /// Digits in ASCII. All that are left out are 0; there are none for 0.
    pub(super) text: String,
    pub(super) point: i32,
}

impl Digits {
    /// The digits of a finite number that is not negative.
    pub(super) fn of(number: f64, end: End) -> Self {
        let bits = number.to_bits();
        let (biased, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
        let mantissa = if biased == 0 { fraction } else { fraction | 1 << 52 };
        if mantissa == 0 {
            return Self { text: String::new(), point: 0 };
        }
        // The number is the mantissa times 2^exponent.
        let exponent = biased.max(1) - 1075;
        if let End::Decimals(decimals @ ..=3) = end
            && (-63..0).contains(&exponent)
        {
            return Self::of_few_decimals(mantissa, -exponent, decimals as u32);
        }
        // The number is the quotient of `rest` and `unit`. All is multiplied by 4, so that the
        // numbers that read back as this one end at whole distances, `above` and `below`.
        let (up, down) = (exponent.max(0) as usize, (-exponent).max(0) as usize);
        let mut rest = Natural::scaled(4 * mantissa, up);
        let mut unit = Natural::scaled(4, down);
        let mut above = Natural::scaled(2, up);
        // Below a power of two, numbers are half as far apart.
        let mut below = Natural::scaled(if fraction == 0 && biased > 1 { 1 } else { 2 }, up);
        let reads_back = |order: Ordering| match order {
            Ordering::Less => true,
            Ordering::Equal => mantissa % 2 == 0,
            Ordering::Greater => false,
        };
        let is_shortest = matches!(end, End::Shortest);

        // The number is below 10^point or 10^(point + 1).
        let log2 = exponent + 63 - mantissa.leading_zeros() as i32;
        let mut point = (f64::from(log2) * std::f64::consts::LOG10_2).floor() as i32 + 1;
        for _ in 0..point {
            unit.multiply(10);
        }
        for _ in point..0 {
            for number in [&mut rest, &mut above, &mut below] {
                number.multiply(10);
            }
        }
        let is_larger = match is_shortest {
            true => reads_back(unit.compare(&rest.plus(&above))),
            false => rest.compare(&unit) != Ordering::Less,
        };
        if is_larger {
            point += 1;
            unit.multiply(10);
        }

        let length = match end {
            End::Shortest => i32::MAX,
            End::Decimals(decimals) => point.saturating_add(decimals as i32),
            End::Digits(digits) => digits as i32,
        };
        if length < 0 {
            return Self { text: String::new(), point };
        }
        let mut digits = Self { text: String::new(), point };
        let mut last = 0;
        let is_rounded_up = loop {
            if !is_shortest && digits.text.len() as i32 >= length {
                break match rest.plus(&rest).compare(&unit) {
                    Ordering::Less => false,
                    Ordering::Equal => last % 2 == 1,
                    Ordering::Greater => true,
                };
            }
            rest.multiply(10);
            last = rest.divide(&unit);
            digits.text.push(char::from(b'0' + last));
            if is_shortest {
                above.multiply(10);
                below.multiply(10);
                let (down, up) = (
                    reads_back(rest.compare(&below)),
                    reads_back(unit.compare(&rest.plus(&above))),
                );
                if down || up {
                    let is_nearer = rest.plus(&rest).compare(&unit) != Ordering::Less;
                    break up && (!down || is_nearer);
                }
            }
        };
        if is_rounded_up {
            digits.increment();
        }
        digits
    }

    /// The digits of `mantissa` / 2^`power` with up to three decimals. A chart has hundreds of such
    /// numbers, which this makes 6 times as fast.
    fn of_few_decimals(mantissa: u64, power: i32, decimals: u32) -> Self {
        // Below 2^63, as the mantissa has 53 bits.
        let scaled = mantissa * 10_u64.pow(decimals);
        let (whole, rest) = (scaled >> power, scaled & ((1 << power) - 1));
        let half = 1 << (power - 1);
        let is_rounded_up = rest > half || (rest == half && whole % 2 == 1);
        let rounded = whole + u64::from(is_rounded_up);
        let text = if rounded == 0 { String::new() } else { rounded.to_string() };
        let point = text.len() as i32 - decimals as i32;
        Self { text, point }
    }

    /// Adds 1 to the last digit.
    fn increment(&mut self) {
        let kept = self.text.trim_end_matches('9').len();
        self.text.truncate(kept);
        let last = self.text.pop().map(|digit| char::from(digit as u8 + 1));
        self.text.push(last.unwrap_or('1'));
        if last.is_none() {
            self.point += 1;
        }
    }
}
