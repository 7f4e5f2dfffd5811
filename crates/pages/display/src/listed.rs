//! Values beside the best one, with what each costs.
//!
//! A reader subtracts the numbers that they see. So the numbers have as many decimals as make their
//! difference, as it is shown, the cost that is shown: 73.7 % and 71.5 % beside a cost of 2.3 points
//! become 73.74 % and 71.46 %. All of them stay true to their last digit, which a cost computed from
//! rounded numbers would not be. Where a file does not hold these decimals, the cost is the
//! difference of the numbers shown.

use crate::{GameValue, decimal};

/// A value in a list, and its regret.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedValue {
    /// The value.
    pub value: GameValue,
    /// The value of the best action minus this one, at least 0; exactly 0 for a best action.
    pub regret: f64,
}

/// The texts of a value in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedText {
    /// The value.
    pub text: String,
    /// The regret of which the cost is to be written.
    pub regret: f64,
}

/// The texts of the values of actions. `least` is how many decimals they have at least, where that
/// is not as usual; `cost_decimals` is to how many decimals the cost of a regret is rounded, or
/// `None` where it is no decimal number.
pub fn listed<const N: usize>(
    values: [Option<ListedValue>; N],
    least: Option<usize>,
    cost_decimals: impl Fn(f64) -> Option<usize>,
) -> [Option<ListedText>; N] {
    let all = || values.iter().flatten();
    let fewest = |value: GameValue| value.distinct_decimals(least, &all().map(|it| it.value));
    let Some(best) = all().find(|it| it.regret == 0.0).copied() else {
        // The best value is no decimal number.
        return values.map(|listed| {
            let ListedValue { value, regret } = listed?;
            Some(ListedText { text: value.rounded(fewest(value)), regret })
        });
    };
    // The decimals of a value beside the best one, of which the shown difference is the cost.
    let decimals = |listed: &ListedValue, of_best: usize| {
        let most = of_best.min(listed.value.known_decimals()).max(fewest(listed.value));
        // All values get more decimals together.
        let least = if of_best > fewest(best.value) { most } else { fewest(listed.value) };
        if listed.value.is_equal(best.value) {
            return Some(most);
        }
        let best = best.value.rounded(of_best);
        let agrees = |&decimals: &usize| {
            let text = listed.value.rounded(decimals);
            let pair = difference(&best, &text).zip(cost_decimals(listed.regret));
            pair.is_none_or(|(shown, cost)| {
                let unit = 0.1f64.powi(cost as i32);
                match in_unit(listed.value, listed.regret) {
                    // The cost is less than its last decimal.
                    exact if exact < unit * (1.0 - 1e-9) => {
                        decimals == most && text != best && shown < unit * (1.0 - 1e-6)
                    }
                    exact => {
                        let cost = decimal(&format!("{exact:.cost$}")).unwrap_or(exact);
                        (shown - cost).abs() < 0.5 * unit * (1.0 - 1e-6)
                    }
                }
            })
        };
        (least..=most).find(agrees)
    };
    let most = best.value.known_decimals().max(fewest(best.value));
    let of_best = (fewest(best.value)..=most)
        .find(|&of_best| all().all(|it| decimals(it, of_best).is_some()))
        .unwrap_or(most);
    values.map(|listed| {
        let listed = listed?;
        if let Some(found) = decimals(&listed, of_best) {
            return Some(ListedText { text: listed.value.rounded(found), regret: listed.regret });
        }
        let text = listed.value.rounded(listed.value.known_decimals());
        let shown = difference(&best.value.rounded(of_best), &text);
        let regret = shown.map_or(listed.regret, |shown| shown / in_unit(listed.value, 1.0));
        Some(ListedText { text, regret })
    })
}

/// The difference of two numbers as they are shown, at least 0; `None` if one is a bound.
fn difference(one: &str, other: &str) -> Option<f64> {
    let number = |text: &str| decimal(text.trim_end_matches(" %"));
    Some((number(one)? - number(other)?).abs())
}

/// A difference of values in the unit in which the value is shown.
fn in_unit(value: GameValue, difference: f64) -> f64 {
    match value {
        GameValue::Percentage(_) => 100.0 * difference,
        GameValue::Number { .. } => difference,
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};
    use mdp2048_rules::Shape;
    use proptest::prelude::*;

    use super::*;
    use crate::Measure;

    fn game(objective: Objective) -> Game {
        Game::new(Shape::TWO_BY_TWO, objective, Some(16), 1.0, 0.1).unwrap()
    }

    /// The texts of values with an error, each with its cost.
    fn texts(game: Game, error: f64, values: [f64; 3]) -> [String; 3] {
        let (game, best) = (game.into(), values.into_iter().fold(0.0, f64::max));
        let measure = Measure::of(&game);
        let values = values.map(|it| {
            let value = GameValue::within(&game, it, error)?;
            Some(ListedValue { value, regret: best - it })
        });
        listed(values, None, |regret| measure.cost_decimals(regret)).map(|it| {
            let it = it.expect("a value");
            format!("{} {}", it.text, measure.cost(it.regret))
        })
    }

    #[test]
    fn the_numbers_shown_differ_by_the_cost_shown() {
        let none = "costs less than 0.01 points";
        let check = |error, values, expected: [&str; 3]| {
            let expected = expected.map(|it| it.replace("none", none));
            assert_eq!(texts(game(Objective::Win), error, values), expected);
        };
        // 73.68 % - 71.42 % would be 2.26 points.
        check(
            0.0,
            [0.73677, 0.71424, 0.5],
            ["73.677 % none", "71.424 % costs 2.25 points", "50.000 % costs 23.68 points"],
        );
        // Values that seem to differ by more than they cost.
        check(
            0.0,
            [0.736751, 0.736749, 0.5],
            ["73.6751 % none", "73.6749 % none", "50.0000 % costs 23.68 points"],
        );
        // A file with two decimals: the cost is the difference of the numbers shown.
        check(
            1e-4,
            [0.73677, 0.71424, 0.5],
            ["73.68 % none", "71.42 % costs 2.26 points", "50.00 % costs 23.68 points"],
        );
        let score = texts(game(Objective::Score), 0.0, [5468.46, 5467.94, 5000.0]);
        assert_eq!(score[1], "5467.94 costs 0.52 in score");
        assert_eq!(
            texts(game(Objective::Score), 0.1, [5468.46, 5467.94, 1.0])[1],
            "5467.9 costs 0.6 in score"
        );
    }

    #[test]
    fn other_decimals_may_be_shown() {
        let value = |held, regret| {
            Some(ListedValue {
                value: GameValue::Percentage(crate::Percentage::computed(held)),
                regret,
            })
        };
        // A cost has two digits.
        let measure = Measure::Probability;
        let values = [value(0.73682, 0.0), value(0.71454, 0.02228), None];
        let shown = listed(values, Some(1), |it| measure.difference_decimals(it));
        let texts = shown.map(|it| it.map(|it| it.text));
        assert_eq!(texts, [Some("73.7 %".to_owned()), Some("71.5 %".to_owned()), None]);
        // 73.7 % and 71.5 % would cost 2.3 points.
        let values = [value(0.73742, 0.0), value(0.71458, 0.02284), None];
        let shown = listed(values, Some(1), |it| measure.difference_decimals(it));
        let texts = shown.map(|it| it.map(|it| it.text));
        assert_eq!(texts, [Some("73.74 %".to_owned()), Some("71.46 %".to_owned()), None]);
    }

    proptest! {
        #[test]
        fn a_reader_who_subtracts_finds_the_cost(
            values in [0.0..1.0f64, 0.0..1.0, 0.0..1.0],
            error in prop_oneof![Just(0.0), Just(1e-12), Just(7.6e-6), Just(1e-4)],
        ) {
            let shown = texts(game(Objective::Win), error, values);
            let number = |text: &str| text.split(' ').next().and_then(|it| it.parse::<f64>().ok());
            let best = shown.iter().filter_map(|it| number(it)).fold(0.0, f64::max);
            for text in &shown {
                let cost = text.split("costs ").nth(1).and_then(number);
                if let (Some(value), Some(cost)) = (number(text), cost) {
                    prop_assert!((best - value - cost).abs() < 0.005001, "{shown:?}");
                }
            }
        }
    }
}
