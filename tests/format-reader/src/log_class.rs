//! Classes of numbers by their logarithm.

/// The class of a number, below n: two classes for each power of two.
pub(crate) fn log_class(x: f64, n: u64) -> usize {
    if x < 1.0 { 0 } else { (1 + (x.to_bits() >> 51) - 2046).min(n - 1) as usize }
}

/// The class of a positive or negative number, below 2 * n - 1.
pub(crate) fn signed_class(x: f64, n: u64) -> usize {
    let class = log_class(x.abs() * 4.0, n);
    if x < 0.0 { n as usize - 1 - class } else { n as usize - 1 + class }
}
