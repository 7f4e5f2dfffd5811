//! What the time that an agent takes for a move gains in points.

use mdp2048_display::chart::{Axis, Chart, Mark, Notation, Plot};

use super::PlayedGames;

/// The height of the chart in pixels.
const HEIGHT: f64 = 420.0;

/// An agent: the logarithm to base 10 of the milliseconds of processor time of a move, the mean
/// score, and half of its 95 % interval.
struct Point {
    time: f64,
    score: f64,
    margin: f64,
}

/// The agents of the Pareto set, the fastest first: no other agent has a higher mean score in at
/// most the same time. Agents without a time are left out.
fn pareto_set(agents: &[PlayedGames]) -> Vec<&PlayedGames> {
    let mut timed: Vec<(f64, f64, &PlayedGames)> = agents
        .iter()
        .filter_map(|it| Some((it.seconds_per_move()?, it.score().mean(), it)))
        .collect();
    // The fastest first, and of those that are as fast the one of the highest score.
    timed.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let mut best = f64::NEG_INFINITY;
    timed.retain(|&(_, score, _)| {
        let is_better = score > best;
        best = best.max(score);
        is_better
    });
    timed.into_iter().map(|(.., it)| it).collect()
}

/// Draws a dot for each agent, the mean score over the processor time of a move, with its 95 %
/// interval, and a line through the Pareto set. Agents without a time are left out.
pub fn trade_off_chart(agents: &[PlayedGames], width: f64) -> Chart {
    let points = |agents: &mut dyn Iterator<Item = &PlayedGames>| -> Vec<Point> {
        let point = |it: &PlayedGames| {
            let score = it.score();
            let margin = score.interval().1 - score.mean();
            let time = (1e3 * it.seconds_per_move()?).max(1e-6).log10();
            let margin = if margin.is_finite() { margin } else { 0.0 };
            Some(Point { time, score: score.mean(), margin })
        };
        agents.filter_map(point).collect()
    };
    let all = points(&mut agents.iter());
    let best = pareto_set(agents);
    let line = points(&mut best.iter().copied());
    let at = |it: &Point| (it.time, it.score);
    let mut marks: Vec<Mark> = all
        .iter()
        .map(|it| {
            let ends = [it.score - it.margin, it.score + it.margin];
            Mark::line("line thin", ends.map(|score| (it.time, score)).to_vec())
        })
        .collect();
    marks.push(Mark::line("line", line.iter().map(at).collect()));
    let others = all.iter().filter(|it| !line.iter().any(|best| at(best) == at(it)));
    marks.push(Mark::Dots { class: "dot".to_owned(), points: others.map(at).collect() });
    marks.push(Mark::Dots { class: "dot bad".to_owned(), points: line.iter().map(at).collect() });
    let times = || all.iter().map(|it| it.time);
    let most = all.iter().map(|it| it.score + it.margin).fold(1.0, f64::max);
    let names: Vec<&str> = best.iter().map(|it| it.agent.as_str()).collect();
    let plot = Plot {
        title: "Mean score over the time of a move".to_owned(),
        description: format!("The Pareto set: {}.", names.join(", ")),
        width,
        height: HEIGHT,
        x: Axis::new(
            "processor time of a move in milliseconds",
            times().reduce(f64::min).map_or(0.0, f64::floor),
            times().reduce(f64::max).map_or(1.0, f64::ceil),
            Notation::PowerOfTen,
        ),
        y: Axis::new("mean score, with its 95 % interval", 0.0, most, Notation::Number),
        marks,
    };
    plot.draw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::PlayedGame;

    fn agent(name: &str, score: u64, cpu_seconds: Option<f64>) -> PlayedGames {
        let game = PlayedGame { score, moves: 10, largest: 4, cpu_seconds };
        PlayedGames { agent: name.to_owned(), games: vec![game] }
    }

    #[test]
    fn the_pareto_set_has_no_agent_that_another_one_beats() {
        let agents = [
            agent("slow and good", 90, Some(9.0)),
            agent("slow and bad", 40, Some(8.0)),
            agent("fast", 50, Some(1.0)),
            agent("as fast and worse", 20, Some(1.0)),
            agent("untimed", 100, None),
        ];
        let names: Vec<&str> = pareto_set(&agents).iter().map(|it| it.agent.as_str()).collect();
        assert_eq!(names, ["fast", "slow and good"]);
        let chart = trade_off_chart(&agents, 600.0);
        assert_eq!(chart.description, "The Pareto set: fast, slow and good.");
        let text = mdp2048_display::chart::svg(&chart);
        assert!(text.contains(">1,000<") && !text.contains("inf") && !text.contains("NaN"));
        assert!(!mdp2048_display::chart::svg(&trade_off_chart(&[], 600.0)).contains("NaN"));
    }
}
