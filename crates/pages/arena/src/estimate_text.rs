//! Estimates as text.

use mdp2048_display::{Measure, count, percent, significant};
use mdp2048_model::ValuedGame;

/// Estimates from here on have no decimals.
const LARGE: f64 = 100.0;

/// An estimate of the optimal policy: an exact expected return.
pub(crate) fn exact_text(valued_game: &ValuedGame, expected_return: f64) -> String {
    Measure::of(valued_game).text(valued_game.value(expected_return).measured())
}

/// What a game costs on average in percentage points, without the unit, with half of the 95 %
/// interval: `74 ± 21`.
pub(crate) fn loss_text(mean: f64, half: f64) -> String {
    let points = |share: f64| significant(100.0 * share);
    match half {
        0.0 | f64::INFINITY => points(mean),
        _ => format!("{} ± {}", points(mean), points(half)),
    }
}

/// An estimate without a unit, as a share of the best one: `99.72 %`; as [`estimate_text`] where
/// that is no share.
pub(crate) fn share_text(value: f64, all: impl Iterator<Item = f64>) -> String {
    let best = all.fold(f64::NEG_INFINITY, f64::max);
    if value.is_finite() && best.is_finite() && 0.0 < best && 0.0 <= value {
        percent(value / best)
    } else {
        estimate_text("", value)
    }
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
    fn a_loss_has_its_interval_where_one_is_known() {
        assert_eq!(loss_text(0.74, 0.21), "74 ± 21");
        assert_eq!(loss_text(0.5, f64::INFINITY), "50");
        assert_eq!(loss_text(7.6e-6, 0.0), "0.00076");
        assert_eq!(loss_text(0.0, 0.0), "0");
    }

    #[test]
    fn estimates_are_short() {
        let text = |value| estimate_text("expected points", value);
        assert_eq!(text(182_399.6), "182,400");
        assert_eq!(text(-1_234.0), "\u{2212}1,234");
        assert_eq!((text(4.0), text(0.0)), ("4".to_owned(), "0".to_owned()));
        assert_eq!(text(f64::INFINITY), "makes the target");
        assert_eq!(text(f64::NEG_INFINITY), "unknown");
        let shares = [1_370_755.0, 1_366_643.0, 0.0]
            .map(|value| share_text(value, [1_370_755.0, 1_366_643.0, 0.0].into_iter()));
        assert_eq!(shares, ["100 %", "99.70 %", "0 %"]);
        assert_eq!(share_text(f64::INFINITY, [f64::INFINITY, 3.0].into_iter()), "makes the target");
        assert_eq!(share_text(-5.0, [-5.0, -3.0].into_iter()), "-5");
        assert_eq!(estimate_text("probability of the move", 0.25), "25.00 %");
    }
}
