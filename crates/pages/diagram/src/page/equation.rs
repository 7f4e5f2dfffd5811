//! The sums of Bellman equations as texts: decimals that add up as they are written, or fractions.

use crate::Ending;
use crate::page::Drawing;
use crate::page::exact::{Fraction, probability_fraction};
use mdp2048_display::{Measure, Percentage, decimal, probability};
use mdp2048_model::{Discount, Value};
use mdp2048_rules::Board;

/// What is written for a value that is not solved.
pub(crate) const UNKNOWN: &str = "?";

/// How many decimals the terms of a sum may have more than the drawing shows.
const MOST_MORE_DECIMALS: usize = 6;

/// The decimals of the values of a game with a discount.
const DECIMALS: usize = 4;

/// One term of a sum over the random tile.
pub(crate) struct Term {
    /// The index of the successor's node, if the drawing has one.
    pub(crate) node: Option<usize>,
    /// How the game ends there, if it does.
    pub(crate) ending: Option<Ending>,
    pub(crate) probability: f64,
    /// Whether only a 4 as the random tile leads there.
    pub(crate) only_four: bool,
}

/// The text about one result of an action and a random tile: a term of the equation.
#[derive(Clone, Debug, PartialEq)]
pub struct SuccessorRow {
    /// The index of the node, if the drawing has one for the result.
    pub node: Option<usize>,
    /// The board, if it is known.
    pub board: Option<Board>,
    /// The probability: `0.9`, `1/30`.
    pub probability: String,
    /// The value: `97.5 %`, `39/40`, or a question mark while it is not solved.
    pub value: String,
    /// Whether only a 4 as the random tile has this result.
    pub only_four: bool,
    /// How the game ends there, if it does.
    pub ending: Option<Ending>,
}

/// How equations are written.
pub(crate) struct Writing<'a> {
    pub(crate) drawing: &'a Drawing,
    /// Whether numbers are fractions, where they fit.
    pub(crate) fractions: bool,
    /// The first column of the drawing whose values are solved.
    pub(crate) solved_from: usize,
}

impl Writing<'_> {
    /// Whether the value of a node is known.
    pub(crate) fn is_solved(&self, node: usize) -> bool {
        self.drawing.figure.nodes[node].is_solved(self.solved_from)
    }

    /// The discount as a factor of equations; `None` without discount.
    pub(crate) fn discount(&self) -> Option<String> {
        let discount = self.drawing.figure.game().discount();
        let text = || match self.fractions {
            true => self.drawing.exact.discount().to_string(),
            false => discount.get().to_string(),
        };
        (discount != Discount::NONE).then(text)
    }

    /// Writes the mean over some successors, times the discount if the game has one, and each
    /// term. A value that is not solved yet is written as a question mark.
    pub(crate) fn mean(
        &self,
        terms: &[Term],
        has_discount: bool,
        text: impl Fn(f64) -> String,
    ) -> (String, Vec<SuccessorRow>) {
        let values: Vec<Option<f64>> = terms.iter().map(|term| self.value(term)).collect();
        let known: Option<Vec<f64>> = values.iter().copied().collect();
        let fractions = self.fractions.then(|| self.fractions_of(terms, has_discount)).flatten();
        let (mean, texts) = match (known, fractions) {
            (Some(_), Some((mean, fractions))) => {
                (mean.to_string(), fractions.iter().map(Fraction::to_string).collect())
            }
            (Some(known), None) => {
                let discount = self.drawing.figure.game().discount().get();
                let factor = if has_discount { discount } else { 1.0 };
                let weights = terms.iter().map(|term| term.probability);
                let summands: Vec<_> = weights.zip(known).collect();
                let mean = factor * summands.iter().map(|(weight, it)| weight * it).sum::<f64>();
                let mean = text(mean);
                let texts = self.adding_up(&summands, factor, &mean);
                (mean, texts)
            }
            (None, _) => {
                let text =
                    |value: Option<f64>| value.map_or(UNKNOWN.to_owned(), |it| self.number(it, 0));
                (UNKNOWN.to_owned(), values.into_iter().map(text).collect())
            }
        };
        let is_short = |it: &Term| probability_fraction(it.probability).is_short();
        let has_decimals = !self.fractions && terms.iter().all(is_short);
        let rows = terms.iter().zip(texts).map(|(term, value)| SuccessorRow {
            node: term.node,
            board: term.node.and_then(|node| self.drawing.figure.nodes[node].board),
            probability: match has_decimals {
                true => probability(term.probability),
                false => probability_fraction(term.probability).to_string(),
            },
            value,
            only_four: term.only_four,
            ending: term.ending,
        });
        (mean, rows.collect())
    }

    /// The value of a successor: a probability of winning, or the same with a discount.
    fn value(&self, term: &Term) -> Option<f64> {
        if let Some(ending) = term.ending {
            return Some(f64::from(ending == Ending::Win));
        }
        let (figure, node) = (&self.drawing.figure, term.node?);
        figure.nodes[node].value.filter(|_| self.is_solved(node)).map(Value::get)
    }

    /// The mean over some successors and their values as fractions, if these fit.
    fn fractions_of(
        &self,
        terms: &[Term],
        has_discount: bool,
    ) -> Option<(Fraction, Vec<Fraction>)> {
        let (exact, nodes) = (&self.drawing.exact, &self.drawing.figure.nodes);
        let value = |term: &Term| match term.ending {
            Some(Ending::Win) => Some(Fraction::ONE),
            Some(Ending::Lose) => Some(Fraction::ZERO),
            None => exact.value(nodes[term.node?].board?),
        };
        let values = terms.iter().map(value).collect::<Option<Vec<_>>>()?;
        let summands = terms.iter().zip(&values);
        let summands =
            summands.map(|(it, &value)| probability_fraction(it.probability).checked_mul(value));
        let mean = summands.into_iter().try_fold(Fraction::ZERO, |sum, it| sum.checked_add(it?))?;
        let mean = if has_discount { mean.checked_mul(exact.discount())? } else { mean };
        Some((mean, values))
    }

    /// The values of the terms with as few decimals as possible, so that a reader who adds up the
    /// written numbers and rounds the sum gets the written mean.
    fn adding_up(&self, summands: &[(f64, f64)], factor: f64, mean: &str) -> Vec<String> {
        let written = |text: &str| decimal(text.trim_end_matches(" %"));
        let texts = |more| summands.iter().map(|it| self.number(it.1, more)).collect::<Vec<_>>();
        let decimals = mean.trim_end_matches(" %").split_once('.').map_or(1, |it| it.1.len());
        let half = 0.5 * 0.1f64.powi(decimals as i32) + 1e-9;
        let is_right = |texts: &Vec<String>| {
            let terms = summands.iter().zip(texts);
            let sum = terms.map(|(it, text)| Some(it.0 * written(text)?)).sum::<Option<f64>>();
            sum.zip(written(mean)).is_some_and(|(sum, mean)| (factor * sum - mean).abs() <= half)
        };
        let found = (0..=MOST_MORE_DECIMALS).map(texts).find(is_right);
        found.unwrap_or_else(|| texts(0))
    }

    /// A value with `more` decimals more than in the drawing.
    pub(crate) fn number(&self, value: f64, more: usize) -> String {
        match self.drawing.figure.measure() {
            Measure::Discounted => format!("{value:.*}", DECIMALS + more),
            _ => Percentage::computed(value).short_with(more),
        }
    }
}
