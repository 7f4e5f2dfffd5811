//! Classes of numbers by their logarithm.

/// The class of a number by its logarithm, 0 to `count - 1`: class 0 below 1, then two classes for
/// each power of two, which begin at 1, 1.5, 2, 3, 4, 6 and so on.
///
/// The class is read from the exponent and the first bit of the fraction, because logarithms from
/// mathematical libraries differ between platforms.
pub(crate) fn log_class(number: f64, count: usize) -> usize {
    if number < 1.0 {
        return 0;
    }
    let bits = number.to_bits() >> 51;
    (1 + (bits - (1023 << 1)) as usize).min(count - 1)
}

/// The class of a positive or negative number, 0 to `2 * count - 2`: the class of four times its
/// absolute value, counted from `count - 1` downwards for negative numbers and upwards for others.
pub(crate) fn signed_log_class(number: f64, count: usize) -> usize {
    let class = log_class(number.abs() * 4.0, count);
    if number < 0.0 { count - 1 - class } else { count - 1 + class }
}
