//! Coordinates as text.

/// Writes a coordinate or a width with at most one decimal: `12`, `1.2`.
pub(crate) fn coordinate(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_have_at_most_one_decimal() {
        assert_eq!([1.0, 1.25, -0.01, 10.55].map(coordinate), ["1", "1.2", "0", "10.6"]);
    }
}
