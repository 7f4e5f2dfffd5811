//! Values beside the best one, with what each costs.
//!
//! A reader subtracts the numbers that they see. So where a list says what actions cost, the
//! numbers have as many decimals as make their difference, as it is shown, the cost that is shown:
//! 20.5 and 20.2 beside a cost of 0.24 in score become 20.46 and 20.22. All of them stay true to
//! their last digit, which a cost computed from rounded numbers would not be. Where a file does not
//! hold these decimals, the cost is the difference of the numbers shown. Other lists have the
//! decimals that tell different values apart.

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

/// The texts of the values of actions. `cost_decimals` is to how many decimals costs are rounded,
/// or `None` where none are shown.
pub fn listed<const N: usize>(
    values: [Option<ListedValue>; N],
    cost_decimals: Option<usize>,
) -> [Option<ListedText>; N] {
    let all = || values.iter().flatten();
    let fewest = |value: GameValue| value.distinct_decimals(&all().map(|it| it.value));
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
            let pair = difference(&best, &text).zip(cost_decimals);
            pair.is_none_or(|(shown, cost)| {
                let unit = 0.1f64.powi(cost as i32);
                match listed.regret {
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
        Some(ListedText { text, regret: shown.unwrap_or(listed.regret) })
    })
}

/// The difference of two numbers as they are shown, at least 0; `None` if one is a bound.
fn difference(one: &str, other: &str) -> Option<f64> {
    Some((decimal(one)? - decimal(other)?).abs())
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective, ValuedGame};
    use mdp2048_rules::Shape;
    use proptest::prelude::*;

    use super::*;
    use crate::Measure;

    fn game(objective: Objective) -> Game {
        Game::new(Shape::TWO_BY_TWO, objective, Some(16), 1.0, 0.1).unwrap()
    }

    /// The texts of values with an error, each with its cost.
    fn texts(objective: Objective, error: f64, values: [f64; 3]) -> [String; 3] {
        let (game, best) =
            (ValuedGame::from(game(objective)), values.into_iter().fold(0.0, f64::max));
        let measure = Measure::of(&game);
        let values = values.map(|it| {
            let value = GameValue::within(game.value(it), error)?;
            Some(ListedValue { value, regret: best - it })
        });
        listed(values, measure.cost_decimals()).map(|it| {
            let it = it.expect("a value");
            format!("{} {}", it.text, measure.beside_best(best, it.regret))
        })
    }

    #[test]
    fn the_numbers_shown_differ_by_the_cost_shown() {
        let score = texts(Objective::Score, 0.0, [5468.46, 5467.94, 5000.0]);
        assert_eq!(score[1], "5467.94 costs 0.52 in score");
        // 20.46 - 20.22 is 0.24, and 20.5 - 20.2 would be 0.3.
        let score = texts(Objective::Score, 0.0, [20.46, 20.22, 10.0]);
        assert_eq!(score[1], "20.22 costs 0.24 in score");
        // A file with one decimal: the cost is the difference of the numbers shown.
        let score = texts(Objective::Score, 0.1, [5468.46, 5467.94, 1.0]);
        assert_eq!(score[1], "5467.9 costs 0.6 in score");
    }

    #[test]
    fn shares_need_no_more_decimals_than_tell_values_apart() {
        let check = |error, values, expected: [&str; 3]| {
            assert_eq!(texts(Objective::Win, error, values), expected);
        };
        check(
            0.0,
            [0.73677, 0.71424, 0.5],
            ["73.68 % keeps > 99.99 %", "71.42 % keeps 96.94 %", "50.00 % keeps 67.86 %"],
        );
        check(
            0.0,
            [0.736761, 0.736759, 0.5],
            ["73.6761 % keeps > 99.99 %", "73.6759 % keeps > 99.99 %", "50.00 % keeps 67.86 %"],
        );
    }

    proptest! {
        #[test]
        fn a_reader_who_subtracts_finds_the_cost(
            values in [0.0..100.0f64, 0.0..100.0, 0.0..100.0],
            error in prop_oneof![Just(0.0), Just(1e-12), Just(0.1)],
        ) {
            let shown = texts(Objective::Score, error, values);
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
