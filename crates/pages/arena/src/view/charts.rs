//! The charts of the page.

use mdp2048_display::chart::{Axis, Chart, Mark, Notation, Plot, round_up};
use mdp2048_display::{count, counted, percent};

use super::ArenaView;
use crate::choice::agent_name;
use crate::intervals::{IntervalRow, interval_chart};
use crate::lane::Lane;
use crate::url::ArenaMode;

/// The least and the greatest height of the chart of one game, which is half as high as wide.
const HEIGHTS: (f64, f64) = (220.0, 330.0);

/// About the most points of a line. The games of strong agents have thousands of moves.
const MOST_POINTS: usize = 400;

impl ArenaView {
    /// The chart of what the agents do; `None` before there is anything to draw.
    pub fn chart(&self, width: f64) -> Option<Chart> {
        match self.url.mode {
            ArenaMode::Watch => Some(self.game_chart(width).draw()),
            ArenaMode::Race => self.means_chart(width),
        }
    }

    /// What the chart of one game shows of an agent now: its score, or its chance of winning; `None`
    /// before that is known.
    pub fn reached_text(&self, lane: &Lane) -> Option<String> {
        let (_, value) = self.line(lane).pop()?;
        Some(if self.game().is_solvable() { percent(value) } else { count(value as u64) })
    }

    /// The line of an agent in the chart of one game.
    fn line(&self, lane: &Lane) -> Vec<(f64, f64)> {
        // The game of the optimal policy is known to its end.
        let known = lane.line.partition_point(|it| it.0 <= lane.moves);
        let step = known.div_ceil(MOST_POINTS).max(1);
        let known = &lane.line[..known];
        let shown = |&(moves, number): &(u32, f64)| (f64::from(moves), number);
        let mut line: Vec<_> = known.iter().step_by(step).chain(known.last()).map(shown).collect();
        if let Some(position) = lane.position
            && lane.is_over()
            && !line.is_empty()
            && self.game().is_solvable()
        {
            let is_won = self.game().game().ends_with(position.board.largest());
            line.push((lane.moves.into(), f64::from(u8::from(is_won))));
        }
        line
    }

    /// The chart of one game, which grows while the agents play.
    pub(super) fn game_chart(&self, width: f64) -> Plot {
        let lines: Vec<_> = self.lanes.iter().map(|lane| self.line(lane)).collect();
        let furthest = self.lanes.iter().map(|lane| lane.moves).max().unwrap_or(0);
        let highest = lines.iter().flatten().map(|it| it.1).fold(0.0, f64::max);
        let (title, y) = if self.game().is_solvable() {
            let label = "if all later moves are optimal";
            ("The chance of winning", Axis::new(label, 0.0, 1.0, Notation::Percent))
        } else {
            let end = round_up(highest as usize) as f64;
            ("The score", Axis::new("points", 0.0, end, Notation::Number))
        };
        let described = self.lanes.iter().filter_map(|lane| {
            let (name, moves) = (agent_name(&lane.agent), counted(lane.moves.into(), "move"));
            Some(format!("{name}: {} after {moves}", self.reached_text(lane)?))
        });
        let ends = self.lanes.iter().zip(&lines).filter(|(lane, _)| lane.is_over());
        let ends = ends.filter_map(|(_, line)| line.last().copied()).collect();
        let mut marks = vec![Mark::Dots { class: "end".to_owned(), points: ends }];
        let drawn = lines.into_iter().enumerate();
        marks.extend(drawn.map(|(at, line)| Mark::line(format!("agent-{at}"), line)));
        Plot {
            title: format!("{title} after each move"),
            description: described.collect::<Vec<_>>().join(". "),
            width,
            height: (width / 2.0).clamp(HEIGHTS.0, HEIGHTS.1),
            x: Axis::new("move", 0.0, round_up(furthest as usize) as f64, Notation::Whole),
            y,
            marks,
        }
    }

    /// The chart of many games; `None` before the first one has ended.
    fn means_chart(&self, width: f64) -> Option<Chart> {
        let is_empty = |lane: &Lane| lane.tally.games() == 0 && lane.exact.win().is_none();
        if self.lanes.iter().all(is_empty) {
            return None;
        }
        let has_target = self.url.game.target().is_some();
        let row = |lane: &Lane| {
            let (mean, interval) = if let Some(win) = self.exact_win(lane) {
                (win, (win, win))
            } else if has_target {
                (lane.tally.won().rate(), lane.tally.won().interval())
            } else {
                (lane.tally.score().mean(), lane.tally.score().interval())
            };
            let number = match mean {
                mean if mean.is_nan() => "\u{2014}".to_owned(),
                mean if has_target => percent(mean),
                mean => count(mean.round() as u64),
            };
            IntervalRow { label: agent_name(&lane.agent), number, mean, interval }
        };
        let rows: Vec<_> = self.lanes.iter().map(row).collect();
        let highest = |row: &IntervalRow| {
            let high = if row.interval.1.is_finite() { row.interval.1 } else { row.mean };
            if high.is_nan() { 0.0 } else { high }
        };
        let highest = rows.iter().map(highest).fold(0.0, f64::max);
        let most = if has_target { 1.0 } else { (1.05 * highest).max(1.0) };
        Some(interval_chart(&rows, most, self.optimum().filter(|_| has_target), width))
    }
}
