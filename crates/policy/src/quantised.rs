//! Values in [0, 1] as sixteen bits.

/// The largest difference between a value and what the file holds of it.
pub const VALUE_ERROR: f64 = 0.5 / STEPS;

const STEPS: f64 = u16::MAX as f64;

/// The nearest step, or `None` outside 0..=1.
pub(crate) fn quantise(value: f64) -> Option<u16> {
    // Near-certain values may come out of the solver one rounding error above 1.
    let value = if value > 1.0 && value < 1.0 + 1e-9 { 1.0 } else { value };
    (0.0..=1.0).contains(&value).then(|| (value * STEPS).round() as u16)
}

/// The value of a step.
pub(crate) fn value(step: u16) -> f64 {
    f64::from(step) / STEPS
}

/// Steps as little-endian bytes.
pub(crate) fn write(steps: &[u16]) -> Vec<u8> {
    steps.iter().flat_map(|step| step.to_le_bytes()).collect()
}

/// Steps from little-endian bytes; `None` if a byte is left over.
pub(crate) fn read(bytes: &[u8]) -> Option<Vec<u16>> {
    let (pairs, rest) = bytes.as_chunks();
    rest.is_empty().then(|| pairs.iter().map(|&pair| u16::from_le_bytes(pair)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_within_the_bound() {
        for i in 0..=100_000 {
            let exact = f64::from(i) / 100_000.0;
            let held = value(quantise(exact).unwrap());
            assert!((held - exact).abs() <= VALUE_ERROR * (1.0 + 1e-9), "{exact}");
        }
        assert_eq!(quantise(1.0 + 1e-15), Some(u16::MAX));
        for bad in [-1e-9, 1.1, f64::NAN] {
            assert_eq!(quantise(bad), None);
        }
    }
}
