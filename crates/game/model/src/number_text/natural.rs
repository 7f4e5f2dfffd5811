//! Natural numbers of up to 1,280 bits.

use std::cmp::Ordering;

/// How many words a number has at most. The largest number that the digits of an `f64` need has
/// 1,140 bits.
const WORDS: usize = 40;

/// A natural number, as 32-bit words from the least significant one.
#[derive(Clone, Copy)]
pub(super) struct Natural {
    words: [u32; WORDS],
    // How many words are in use: those beyond are 0.
    len: usize,
}

impl Natural {
    /// `factor` times 2^`power`, for powers up to 1,100.
    pub(super) fn scaled(factor: u64, power: usize) -> Self {
        let mut words = [0; WORDS];
        let (first, shift) = (power / 32, power % 32);
        let factor = u128::from(factor) << shift;
        for (at, word) in words[first..first + 3].iter_mut().enumerate() {
            *word = (factor >> (32 * at)) as u32;
        }
        Self { words, len: first + 3 }
    }

    /// Multiplies the number by `factor`.
    pub(super) fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for word in &mut self.words[..self.len] {
            let product = u64::from(*word) * u64::from(factor) + carry;
            *word = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.words[self.len] = carry as u32;
            self.len += 1;
        }
    }

    /// The sum of two numbers.
    pub(super) fn plus(mut self, other: &Self) -> Self {
        // One word more, for the carry.
        self.len = (self.len.max(other.len) + 1).min(WORDS);
        let mut carry = 0;
        for (word, added) in self.words[..self.len].iter_mut().zip(&other.words) {
            let sum = u64::from(*word) + u64::from(*added) + carry;
            *word = sum as u32;
            carry = sum >> 32;
        }
        self
    }

    /// Subtracts a number that is not larger.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = 0;
        for (word, taken) in self.words[..self.len].iter_mut().zip(&other.words) {
            let difference = i64::from(*word) - i64::from(*taken) + borrow;
            *word = difference as u32;
            borrow = difference >> 32;
        }
    }

    /// Divides the number by one of which it is a small multiple: returns the quotient and keeps
    /// the remainder.
    pub(super) fn divide(&mut self, divisor: &Self) -> u8 {
        let mut quotient = 0;
        while self.compare(divisor) != Ordering::Less {
            self.subtract(divisor);
            quotient += 1;
        }
        quotient
    }

    /// The order of two numbers.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let len = self.len.max(other.len);
        self.words[..len].iter().rev().cmp(other.words[..len].iter().rev())
    }
}
