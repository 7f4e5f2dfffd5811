//! The distributions of the scores of agents, as a violin for each.

use std::fmt::Write as _;

use mdp2048_display::chart::{Chart, LinearScale};
use mdp2048_display::count;
use mdp2048_display::svg::{SvgShape, TextAnchor, coordinate};
use mdp2048_model::median;

use super::PlayedGames;

/// The bins of each doubling of the score.
const BINS: f64 = 6.0;

/// The lowest and the highest score of the axis. Others are in the first and the last bin.
const AXIS: (f64, f64) = (1_000.0, 512_000.0);

/// The height of a row: its name, and the violin below it.
const ROW: f64 = 58.0;

/// The distance from the top of a row to the middle of its violin, and half of the violin's height.
const MIDDLE: f64 = 36.0;
const HALF: f64 = 18.0;

/// The space below the rows for the ticks.
const BOTTOM: f64 = 40.0;

/// The space to the left and to the right of the axis.
const SIDE: f64 = 28.0;

/// Draws a violin for each agent over a logarithmic axis: the height at a score is in proportion to
/// the games there, and the highest of each agent is the same. A line marks the median.
pub fn score_chart(agents: &[PlayedGames], width: f64) -> Chart {
    let (from, to) = (AXIS.0.log2(), AXIS.1.log2());
    let scale = LinearScale::new((from, to), (SIDE, width - SIDE));
    let bottom = agents.len() as f64 * ROW;
    let bins = ((to - from) * BINS).round() as usize;
    let mut shapes = Vec::new();
    let mut tick = AXIS.0;
    while tick <= AXIS.1 {
        let x = scale.at(tick.log2());
        let line = format!("M{},0V{}", coordinate(x), coordinate(bottom));
        shapes.push(SvgShape::path("grid", line));
        let at = (x, bottom + 16.0);
        shapes.push(SvgShape::text("tick", at, TextAnchor::Middle, count(tick as u64)));
        tick *= 2.0;
    }
    let at = (width - SIDE, bottom + 34.0);
    shapes.push(SvgShape::text("label", at, TextAnchor::End, "score at the end of the game"));
    let mut described = Vec::new();
    for (row, PlayedGames { agent, games }) in agents.iter().enumerate() {
        let (top, mut counts) = (row as f64 * ROW, vec![0_u32; bins]);
        let middle = top + MIDDLE;
        let scores = || games.iter().map(|game| game.score);
        for score in scores() {
            let bin = ((score.max(1) as f64).log2() - from) * BINS;
            counts[(bin.max(0.0) as usize).min(bins - 1)] += 1;
        }
        let most = f64::from(counts.iter().copied().max().unwrap_or(0).max(1));
        let x = |bin: f64| coordinate(scale.at(from + bin / BINS));
        let y = |count: u32, side: f64| coordinate(middle + side * HALF * f64::from(count) / most);
        // The bins from the first to the last one with games: above the middle, and back below it.
        let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
        let last = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        let mut path = format!("M{} {}", x(first as f64), coordinate(middle));
        let above = (first..last).map(|bin| (bin, -1.0));
        let below = (first..last).rev().map(|bin| (bin, 1.0));
        for (at, (bin, side)) in above.chain(below).enumerate() {
            if at == last - first {
                let _ = write!(path, "L{} {}", x(last as f64), coordinate(middle));
            }
            // Writing to a string does not fail.
            let _ = write!(path, "L{} {}", x(bin as f64 + 0.5), y(counts[bin], side));
        }
        shapes.push(SvgShape::path("histogram", path + "Z"));
        let mut ascending: Vec<f64> = scores().map(|score| score as f64).collect();
        ascending.sort_unstable_by(f64::total_cmp);
        let name = match median(&ascending) {
            Some(median) => {
                let (x, [above, below]) =
                    (scale.at(median.clamp(AXIS.0, AXIS.1).log2()), [middle - HALF, middle + HALF]);
                let [x, above, below] = [x, above, below].map(coordinate);
                shapes.push(SvgShape::path("line median", format!("M{x},{above}V{below}")));
                format!("{agent}: median {}", count(median as u64))
            }
            None => agent.clone(),
        };
        shapes.push(SvgShape::text("name", (SIDE, top + 12.0), TextAnchor::Start, &*name));
        described.push(name);
    }
    Chart {
        title: "The scores of the agents".to_owned(),
        description: described.join(". "),
        width,
        height: bottom + BOTTOM,
        shapes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::PlayedGame;

    fn agent(name: &str, scores: &[u64]) -> PlayedGames {
        let game = |&score| PlayedGame { score, moves: 1, largest: 4, cpu_seconds: None };
        PlayedGames { agent: name.to_owned(), games: scores.iter().map(game).collect() }
    }

    #[test]
    fn violins_are_as_high_as_there_are_games() {
        let greedy = agent("greedy", &[0, 2_000, 2_000, 4_000, 1_000_000]);
        let chart = score_chart(&[greedy, agent("random", &[])], 596.0);
        let paths: Vec<&str> = chart
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                SvgShape::Path { class, path, .. } if class != "grid" => Some(path.as_str()),
                _ => None,
            })
            .collect();
        // 60 pixels for each doubling, 10 for each bin: the middles of three bins, and of the last.
        assert!(paths[0].starts_with("M28 36L33 27L43 36"), "{}", paths[0]);
        assert!(paths[0].contains("L93 18L") && paths[0].contains("L153 27L"), "{}", paths[0]);
        assert!(paths[0].contains("L563 27L568 36L563 45L"), "{}", paths[0]);
        assert!(paths[0].ends_with("L43 36L33 45Z"), "{}", paths[0]);
        assert_eq!(paths[1], "M88,18V54");
        assert_eq!(paths.len(), 3);
        assert_eq!(chart.description, "greedy: median 2,000. random");
        // A median that is outside of the axis is drawn at its end.
        let low = [agent("random", &[0, 0, 100])];
        let text = mdp2048_display::chart::svg(&score_chart(&low, 596.0));
        assert!(text.contains("M28,18V54") && !text.contains("inf"), "{text}");
    }
}
