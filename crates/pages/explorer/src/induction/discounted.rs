//! The optimal policy of a game with another discount, compared with the one without discount.

use mdp2048_display::{Measure, count, significant};
use mdp2048_model::Game;
use mdp2048_rules::{Action, Board};

use super::equations::SolvedEquations;
use super::layers::Induction;

/// The discounts of the curve of start values, in percent. The value changes most near 1.
const CURVE: [u32; 19] =
    [1, 20, 40, 60, 70, 80, 84, 88, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100];

/// A game with a discount, and how its optimal policy differs from that of discount 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Discounted {
    /// The discount in percent, from 1 to 100.
    pub percent: u32,
    /// The mean value over the states a game starts from.
    pub start_value: f64,
    /// The states in which no action is best with both discounts, those first in which the choice
    /// gives up most without discount.
    pub changed: Vec<ChangedBoard>,
}

/// A board on which no action is best with both discounts.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedBoard {
    /// The board.
    pub board: Board,
    /// The first of the best actions with the discount.
    pub action: Action,
    /// The first of the best actions without discount.
    pub usual: Action,
    /// The regret of `action` without discount.
    pub regret: f64,
    /// What that is in words: `0.4 points`.
    pub cost: String,
}

impl Induction {
    /// Whether the game may have a discount.
    pub fn has_discount(&self) -> bool {
        self.game().objective().may_have_discount()
    }

    /// The game with a discount in percent from 1 to 100; `None` if it may have no discount.
    pub fn discounted(&self, percent: u32) -> Option<Discounted> {
        let usual = self.equations.solve(&self.with_percent(100)?);
        let solved = self.equations.solve(&self.with_percent(percent)?);
        let states = self.equations.states().iter().enumerate();
        let changed = states.filter_map(|(at, state)| {
            let (now, before) = (&solved.action_values[at], &usual.action_values[at]);
            let is_kept = now.best().any(|it| before.best().any(|other| other == it));
            let action = now.choice().filter(|_| !is_kept)?;
            let regret = before.regret(action)?;
            Some(ChangedBoard {
                board: state.board(),
                action,
                usual: before.choice()?,
                regret,
                cost: Measure::of(&usual.valued_game).difference(regret),
            })
        });
        let mut changed: Vec<_> = changed.collect();
        changed.sort_by(|a, b| b.regret.total_cmp(&a.regret));
        Some(Discounted { percent, start_value: start_value(&solved), changed })
    }

    /// The start value for discounts up to 1: pairs of a discount and a value.
    pub fn discount_curve(&self) -> Vec<(f64, f64)> {
        let point = |percent: u32| {
            let solved = self.equations.solve(&self.with_percent(percent)?);
            Some((f64::from(percent) / 100.0, start_value(&solved)))
        };
        CURVE.into_iter().filter_map(point).collect()
    }

    fn with_percent(&self, percent: u32) -> Option<Game> {
        let discount = f64::from(percent.clamp(1, 100)) / 100.0;
        self.game().discounted(discount).ok().filter(|_| self.has_discount())
    }
}

/// The start value as the objective counts it, also where values are probabilities of losing.
fn start_value(solved: &SolvedEquations) -> f64 {
    solved.valued_game.objective_value(solved.start_value).unwrap_or_default()
}

impl Discounted {
    /// The start value in words, with two digits of a small one.
    pub fn value_text(&self) -> String {
        match self.start_value {
            value if value < 0.01 => significant(value),
            value => Measure::Discounted.text(Some(value)),
        }
    }

    /// How the policy differs, as a sentence.
    pub fn sentence(&self, states: usize) -> String {
        if self.percent == 100 {
            return "Discount 1 only counts whether a game is won. Below 1, early wins count more: \
                    move the slider to see which boards then have another best move."
                .to_owned();
        }
        let states = count(states as u64);
        let changed = match self.changed.len() {
            0 => "No state has another best move".to_owned(),
            1 => format!("1 of {states} states has another best move"),
            many => format!("{} of {states} states have another best move", count(many as u64)),
        };
        format!("{changed} than with discount 1.")
    }
}
