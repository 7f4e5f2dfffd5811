//! The numbers of a target as CSV.

use std::fmt::Write as _;

use crate::page::results::BagResults;
use crate::page::tally::GameSample;

/// All numbers of the figures, one a row: what it is, of which number of moves, tile sum at the end
/// or last bag, and the number.
pub fn numbers_csv(results: &BagResults, tally: Option<&GameSample>) -> String {
    let mut text = "quantity,of,number\n".to_owned();
    // Writing to a string does not fail.
    let mut row = |quantity: &str, of: &dyn std::fmt::Display, number: f64| {
        let _ = writeln!(text, "{quantity},{of},{number:e}");
    };
    for (moves, probability) in (results.moves.first..).zip(&results.moves.probabilities) {
        row("probability of moves", &moves, *probability);
        row("mixture of moves", &moves, results.mixture.at(moves));
        if let Some(tally) = tally {
            row("sampled games of moves", &moves, tally.count(moves).into());
        }
    }
    for sum in &results.sums {
        row("probability of last tile sum", &sum.sum, sum.probability);
        row("mean moves to last tile sum", &sum.sum, sum.mean);
    }
    for (bag, probability) in &results.absorbed {
        let tiles: Vec<String> = bag.tiles().map(|tile| tile.to_string()).collect();
        row("probability of last bag", &tiles.join(" "), *probability);
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::{BagGame, Chain};

    use super::*;

    #[test]
    fn every_number_has_a_row() {
        let results = BagResults::of(&Chain::new(BagGame::new(8, 0.1).unwrap()));
        let text = numbers_csv(&results, None);
        // Four numbers of moves, and five last bags.
        assert_eq!(text.lines().count(), 1 + 2 * 4 + 2 * results.sums.len() + 5);
        assert!(text.lines().nth(1).unwrap().starts_with("probability of moves,1,1.0"), "{text}");
        assert!(!text.contains("sampled"));
    }
}
