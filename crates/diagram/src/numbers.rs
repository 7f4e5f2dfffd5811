//! Numbers for people.

use mdp2048_model::{Discount, Game, Objective};

/// A probability of a edge: `0.45`, `0.0333`, `1`.
pub fn probability(probability: f64) -> String {
    let digits = if probability >= 0.1 { 3 } else { 4 };
    let text = format!("{probability:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A share in percent with at least two significant digits of what it lacks to 0 or 100 %, so that
/// only certainty, up to rounding noise, is called 100 %: `97.6 %`, `99.953 %`, `0.0012 %`.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let margin = percent.min(100.0 - percent);
    if margin < 1e-8 {
        return match (margin < 1e-12, share < 0.5) {
            (true, _) => format!("{percent:.0} %"),
            (false, true) => "< 0.00000001 %".to_owned(),
            (false, false) => "> 99.99999999 %".to_owned(),
        };
    }
    let mut decimals = 1;
    let mut scaled = margin;
    while scaled < 1.0 && decimals < 8 {
        scaled *= 10.0;
        decimals += 1;
    }
    let text = format!("{percent:.decimals$}");
    // Exact tenths and wholes need no zeros.
    format!("{} %", text.strip_suffix(".0").unwrap_or(&text))
}

/// A value of a game as a reader measures it: a probability in percent, points or moves.
pub fn value(game: &Game, value: f64) -> String {
    match (game.objective(), game.objective().measured(value)) {
        (_, None) => "\u{2014}".to_owned(),
        (Objective::Win, Some(value)) if game.discount() == Discount::NONE => percent(value),
        (Objective::Win, Some(value)) => format!("{value:.4}"),
        (_, Some(value)) => format!("{value:.1}"),
    }
}

/// What the value of a game is called.
pub fn value_name(game: &Game) -> &'static str {
    match game.objective() {
        Objective::Win if game.discount() == Discount::NONE => "win probability",
        Objective::Score => "expected score to come",
        Objective::Moves | Objective::Fewest => "expected moves to come",
        _ => "value",
    }
}

/// A coordinate: at most two decimals and none for nothing.
pub(crate) fn coordinate(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mdp2048_rules::Shape;

    #[test]
    fn probabilities_are_short() {
        let texts = ["1", "0.45", "0.3", "0.033", "0.05", "0.9", "0.0333"];
        let given = [1.0, 0.45, 0.9 / 3.0, 0.033, 0.05, 0.9, 0.1 / 3.0];
        assert_eq!(given.map(probability), texts);
    }

    #[test]
    fn only_certainty_is_a_hundred_percent() {
        let texts = ["100 %", "0 %", "97.6 %", "99.953 %", "5 %", "0.0012 %", "50 %", "96.3 %"];
        let given = [1.0, 0.0, 0.97612, 0.99953, 0.05, 0.0000123, 0.5, 0.962511];
        assert_eq!(given.map(percent), texts);
        assert_eq!(percent(1.0 - 1e-16), "100 %");
        assert_eq!(percent(1.0 - 1e-12), "> 99.99999999 %");
        assert_eq!(percent(1e-12), "< 0.00000001 %");
    }

    #[test]
    fn discounted_values_are_no_percentages() {
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(8), 0.99, 0.1).unwrap();
        assert_eq!(value(&game, 0.958384), "0.9584");
        assert_eq!(value_name(&game), "value");
        let fewest = Game::new(Shape::TWO_BY_TWO, Objective::Fewest, Some(8), 1.0, 0.1).unwrap();
        assert_eq!([-4.25, f64::NEG_INFINITY].map(|it| value(&fewest, it)), ["4.2", "\u{2014}"]);
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!([1.0, 1.25, -0.01, 10.55].map(coordinate), ["1", "1.2", "0", "10.6"]);
    }
}
