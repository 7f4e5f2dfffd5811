//! The figures of the page.

use mdp2048_display::chart::{Axis, Mark, Notation, Plot, stacked};
use mdp2048_display::{count, percent};

use crate::page::results::BagResults;
use crate::page::tally::GameSample;

/// Numbers of moves up to this many are drawn as bars.
const MOST_BARS: u32 = 40;

/// The width of a bar, where bars are 1 apart.
const BAR: f64 = 0.7;

/// The height of a plot.
const HEIGHT: f64 = 300.0;

/// The most tile sums that the legend names. Their areas have the classes `stack-0` to `stack-6`,
/// and those of all others `stack-7`.
pub const LEGEND_SUMS: usize = 7;

/// The plot of the number of moves: the exact distribution, its mean and standard deviation, and
/// the histogram of sampled games.
pub(crate) fn moves_plot(results: &BagResults, tally: Option<&GameSample>, width: f64) -> Plot {
    let (mean, deviation) = (results.steps.mean, results.steps.variance.sqrt());
    let exact = shown(results).map(|moves| (f64::from(moves), results.moves.at(moves)));
    let exact: Vec<(f64, f64)> = exact.collect();
    let highest = exact.iter().map(|&(_, probability)| probability).fold(0.0, f64::max);
    // A histogram of few games is higher than the curve.
    let sampled =
        tally.iter().flat_map(|tally| tally.counts.keys().map(|&moves| tally.share(moves)));
    let highest = sampled.fold(highest, f64::max) * 1.08;
    let mut marks = vec![Mark::Band {
        class: "deviation".to_owned(),
        from: mean - deviation,
        to: mean + deviation,
    }];
    if is_short(results) {
        let bars = exact.iter().map(|&(moves, probability)| (moves, 0.0, probability)).collect();
        marks.push(Mark::Bars { class: "exact".to_owned(), width: BAR, bars });
    }
    if let Some(tally) = tally {
        let (first, last) = results.shown;
        let heights = (first..=last).map(|moves| tally.share(moves)).collect();
        let from = f64::from(first) - 0.5;
        marks.push(Mark::Histogram { class: "sample".to_owned(), from, width: 1.0, heights });
    }
    if !is_short(results) {
        marks.push(Mark::line("exact", exact));
    }
    marks.push(Mark::Rule {
        class: "mean".to_owned(),
        x: mean,
        label: format!("mean {}", decimals(mean, 2)),
    });
    let sample = tally.map_or(String::new(), |tally| {
        format!(" The histogram is that of {} sampled games.", count(tally.games.into()))
    });
    Plot {
        title: format!("Moves to the target, {}", results.game),
        description: format!(
            "The number of moves has mean {} and standard deviation {}; it is {} at least and {} \
             at most.{sample}",
            decimals(mean, 4),
            decimals(deviation, 4),
            results.steps.fewest,
            results.steps.most,
        ),
        width,
        height: HEIGHT,
        x: moves_axis(results),
        y: Axis::new("probability", 0.0, highest, Notation::Percent),
        marks,
    }
}

/// The same distribution, split by the tile sum at the end, with the mixture of binomial
/// distributions as a dashed line.
pub(crate) fn sums_plot(results: &BagResults, width: f64) -> Plot {
    let moves: Vec<u32> = shown(results).collect();
    let xs: Vec<f64> = moves.iter().copied().map(f64::from).collect();
    let layers = results.sums.iter().zip(stack_classes(results)).map(|(sum, class)| {
        let class = format!("stack stack-{class}");
        (class, moves.iter().map(|&moves| sum.moves.at(moves)).collect())
    });
    let mut marks = stacked(&xs, is_short(results).then_some(BAR), layers);
    let mixture = moves.iter().map(|&moves| (f64::from(moves), results.mixture.at(moves)));
    let mixture: Vec<(f64, f64)> = mixture.collect();
    let exact = moves.iter().map(|&moves| results.moves.at(moves));
    let highest = mixture.iter().map(|&(_, each)| each).chain(exact).fold(0.0, f64::max);
    marks.push(Mark::line("thin", mixture));
    Plot {
        title: format!("Moves by the tile sum at the end, {}", results.game),
        description: format!(
            "Stacked areas, one for each of {} tile sums at the end. The dashed line is a mixture \
             of binomial distributions, at a total variation distance of {}.",
            results.sums.len(),
            percent(results.mixture_distance),
        ),
        width,
        height: HEIGHT,
        x: moves_axis(results),
        y: Axis::new("probability", 0.0, highest * 1.08, Notation::Percent),
        marks,
    }
}

/// The class of the area of each last tile sum. Those in the legend differ from one another, and
/// all others have the last class.
pub fn stack_classes(results: &BagResults) -> Vec<usize> {
    let sums = results.sums.len();
    let steps = (sums.max(2) - 1).min(LEGEND_SUMS);
    (0..sums).map(|at| at.min(steps) * LEGEND_SUMS / steps).collect()
}

/// A number with this many decimals, and commas between thousands.
pub fn decimals(number: f64, decimals: usize) -> String {
    mdp2048_display::chart::tick_text(number, 0.1f64.powi(decimals as i32))
}

fn shown(results: &BagResults) -> std::ops::RangeInclusive<u32> {
    results.shown.0..=results.shown.1
}

fn is_short(results: &BagResults) -> bool {
    results.shown.1 - results.shown.0 < MOST_BARS
}

fn moves_axis(results: &BagResults) -> Axis {
    let (first, last) = results.shown;
    // A single number of moves has space on both sides.
    let margin = if first == last { 3.0 } else { 0.5 };
    let (from, to) = (f64::from(first) - margin, f64::from(last) + margin);
    Axis::new("moves", from.max(0.0), to, Notation::Whole)
}

#[cfg(test)]
mod tests {
    use crate::{BagGame, Chain};

    use super::*;

    fn results(target: u32, spawn_four: f64) -> BagResults {
        BagResults::of(&Chain::new(BagGame::new(target, spawn_four).unwrap()))
    }

    #[test]
    fn every_chain_has_every_figure() {
        for (target, spawn_four) in [(8, 0.1), (64, 0.5), (2048, 0.0), (2048, 0.1), (16, 1.0)] {
            let results = results(target, spawn_four);
            for width in [280.0, 720.0] {
                let moves = moves_plot(&results, None, width).draw();
                for chart in [moves, sums_plot(&results, width).draw()] {
                    let text = mdp2048_display::chart::svg(&chart);
                    assert!(!text.contains("NaN") && !text.contains("inf"), "{}", chart.title);
                }
            }
        }
    }

    #[test]
    fn numbers_of_moves_are_whole() {
        for target in [8, 16, 64, 2048] {
            let ticks = moves_plot(&results(target, 0.1), None, 720.0).x.labelled_ticks(12);
            assert!(ticks.len() > 1, "{target}");
            assert!(ticks.iter().all(|(_, label)| !label.contains('.')), "{ticks:?}");
        }
    }

    #[test]
    fn charts_have_the_published_numbers() {
        let large = results(2048, 0.1);
        let plot = moves_plot(&large, None, 600.0);
        let expected = "mean 938.8099 and standard deviation 8.3353; it is 519 at least and 1032 \
                        at most";
        assert!(plot.description.contains(expected), "{}", plot.description);
        // Few numbers of moves are bars, and many are a line.
        let has_bars = |plot: Plot| plot.marks.iter().any(|it| matches!(it, Mark::Bars { .. }));
        assert!(has_bars(moves_plot(&results(16, 0.1), None, 600.0)) && !has_bars(plot));
    }

    #[test]
    fn all_swatches_of_a_legend_differ() {
        assert_eq!(stack_classes(&results(32, 0.1)), [0, 1, 2, 4, 5, 7]);
        let classes = stack_classes(&results(2048, 0.1));
        assert_eq!(classes[..LEGEND_SUMS], [0, 1, 2, 3, 4, 5, 6]);
        assert!(classes[LEGEND_SUMS..].iter().all(|&class| class == 7));
        assert_eq!(stack_classes(&results(2048, 0.0)), [0]);
    }
}
