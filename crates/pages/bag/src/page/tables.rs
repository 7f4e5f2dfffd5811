//! The numbers behind the figures as CSV.

use std::fmt::Write as _;

use crate::page::chain_drawing::ChainDrawing;
use crate::page::charts::mixture_at;
use crate::page::results::BagResults;
use crate::page::tally::GameSample;

/// Every number of moves: its probability, that of the mixture, and how many sampled games had it.
pub(crate) fn moves_csv(results: &BagResults, tally: Option<&GameSample>) -> String {
    let mut text = "moves,probability,mixture,sampled_games\n".to_owned();
    for (moves, probability) in (results.moves.first..).zip(&results.moves.probabilities) {
        let sampled = tally.map_or(0, |tally| tally.count(moves));
        let mixture = mixture_at(results, moves);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{moves},{probability:e},{mixture:e},{sampled}");
    }
    text
}

/// Every tile sum at the end: its probability and the expected number of moves of its games.
pub(crate) fn sums_csv(results: &BagResults) -> String {
    let mut text = "tile_sum,probability,mean_moves\n".to_owned();
    for sum in &results.sums {
        let _ = writeln!(text, "{},{:e},{}", sum.sum, sum.probability, sum.mean);
    }
    text
}

/// Every last bag and its probability.
pub(crate) fn bags_csv(results: &BagResults) -> String {
    let mut text = "tiles,probability\n".to_owned();
    for (bag, probability) in &results.absorbed {
        let tiles: Vec<String> = bag.tiles().map(|tile| tile.to_string()).collect();
        let _ = writeln!(text, "{},{probability:e}", tiles.join(" "));
    }
    text
}

/// Every bag of a drawn chain: its probability and its number of moves to the target.
pub fn chain_csv(drawing: &ChainDrawing) -> String {
    let mut text =
        "tiles,tile_sum,absorbing,probability,mean_moves,variance,fewest,most\n".to_owned();
    for node in drawing.nodes() {
        let tiles: Vec<String> = node.bag.tiles().map(|tile| tile.to_string()).collect();
        let _ = writeln!(
            text,
            "{},{},{},{:e},{},{},{},{}",
            tiles.join(" "),
            node.bag.tile_sum(),
            node.is_absorbing,
            node.visits,
            node.steps.mean,
            node.steps.variance,
            node.steps.fewest,
            node.steps.most
        );
    }
    text
}

/// The cells of the overview: the least tile sum of each, the number of tiles, and the largest
/// probabilities of bags with and without the target.
pub(crate) fn overview_csv(results: &BagResults) -> String {
    let overview = &results.overview;
    let mut text = "least_tile_sum,tiles,probability,absorbed\n".to_owned();
    let columns = overview.columns as usize;
    let both = overview.cells.iter().zip(&overview.ends).enumerate();
    for (at, (cell, end)) in both.filter(|(_, (cell, end))| **cell > 0.0 || **end > 0.0) {
        let sum = overview.least_sum + (at % columns) as u32 * overview.sums_per_column;
        let _ = writeln!(text, "{sum},{},{cell:e},{end:e}", at / columns + 1);
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::{BagGame, Chain};

    use super::*;

    #[test]
    fn tables_have_a_row_for_each_number() {
        let game = BagGame::new(8, 0.1).unwrap();
        let results = BagResults::of(&Chain::new(game));
        let moves = moves_csv(&results, None);
        assert_eq!(moves.lines().count(), 5);
        assert!(moves.lines().nth(1).unwrap().starts_with("1,1.0"), "{moves}");
        assert_eq!(sums_csv(&results).lines().count(), 1 + results.sums.len());
        assert_eq!(bags_csv(&results).lines().count(), 6);
        assert_eq!(chain_csv(&ChainDrawing::new(game)).lines().count(), 12);
        assert!(overview_csv(&results).lines().count() > 7);
    }
}
