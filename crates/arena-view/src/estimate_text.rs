//! Estimates as text.

use mdp2048_display::{Measure, count, percent, significant};
use mdp2048_model::ValuedGame;

/// Estimates from here on have no decimals.
const LARGE: f64 = 100.0;

/// An estimate of the optimal policy: an exact value.
pub(crate) fn exact_text(valued_game: &ValuedGame, value: f64) -> String {
    Measure::of(valued_game).text(valued_game.measured(value))
}

/// An estimate of another agent: `182,400`, `0.25`, `makes the target`.
pub(crate) fn estimate_text(unit: &str, value: f64) -> String {
    if value == f64::INFINITY {
        "makes the target".to_owned()
    } else if value == f64::NEG_INFINITY {
        "unknown".to_owned()
    } else if unit.starts_with("probability") {
        percent(value)
    } else if value.abs() >= LARGE {
        let text = count(value.abs().round() as u64);
        if value < 0.0 { format!("\u{2212}{text}") } else { text }
    } else if value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        significant(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_short() {
        let text = |value| estimate_text("expected points", value);
        assert_eq!(text(182_399.6), "182,400");
        assert_eq!(text(-1_234.0), "\u{2212}1,234");
        assert_eq!((text(4.0), text(0.0)), ("4".to_owned(), "0".to_owned()));
        assert_eq!(text(f64::INFINITY), "makes the target");
        assert_eq!(text(f64::NEG_INFINITY), "unknown");
        assert_eq!(estimate_text("probability of the move", 0.25), "25.00 %");
    }
}
