//! The agents beside each other.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::path::Path;

use mdp2048_agents::{GameResult, PairedDifference, Summary};
use mdp2048_display::{count, file_size, percent};
use mdp2048_model::{Mean, Proportion};
use serde::Serialize;

use super::games::{AgentGames, Games};
use super::habits::HabitsRow;
use crate::error::Error;
use crate::output::table::Columns;
use crate::paths::ResultPath;

/// The least tile that the text shows on large boards; JSON has all of them.
const LEAST_SHOWN: u32 = 256;

/// The least largest tile whose habits the text shows on large boards.
const LEAST_HABITS: u32 = 64;

/// The games of the agents in numbers. Intervals are at 95 %.
#[derive(Debug, Serialize)]
pub(crate) struct Compared {
    game: String,
    first_seed: u32,
    games: usize,
    agents: Vec<AgentRow>,
    /// The first agent against each of the others.
    differences: Vec<DifferenceRow>,
    file: Option<ResultPath>,
    bytes: Option<u64>,
    /// Why the file could not be written. What the games have in common is printed all the same.
    #[serde(skip)]
    unwritten: Option<Error>,
}

/// One agent.
#[derive(Debug, Serialize)]
struct AgentRow {
    name: String,
    games: usize,
    mean_score: f64,
    interval: (f64, f64),
    median_score: u64,
    best_score: u64,
    /// By tile: the share of the games that made it.
    reached: BTreeMap<u32, Share>,
    /// `None` if the game has no target.
    #[serde(skip_serializing_if = "Option::is_none")]
    won: Option<Share>,
    /// The mean number of moves of the games that made the target; `None` without such games.
    #[serde(skip_serializing_if = "Option::is_none")]
    won_moves: Option<Average>,
    /// The mean sum of the tiles with which it was made, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    won_tile_sum: Option<Average>,
    moves: u64,
    /// On one thread.
    moves_per_second: f64,
    /// By largest tile, ascending, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    habits: Option<Vec<HabitsRow>>,
}

/// A share of games.
#[derive(Clone, Copy, Debug, Serialize)]
struct Share {
    rate: f64,
    interval: (f64, f64),
}

/// A mean over games; one game has no interval.
#[derive(Clone, Copy, Debug, Serialize)]
struct Average {
    mean: f64,
    interval: Option<(f64, f64)>,
}

/// The mean difference of the scores of two agents on the same seeds.
#[derive(Debug, Serialize)]
struct DifferenceRow {
    first: String,
    second: String,
    mean: f64,
    interval: (f64, f64),
}

impl From<Proportion> for Share {
    fn from(proportion: Proportion) -> Self {
        Self { rate: proportion.rate(), interval: proportion.interval() }
    }
}

impl Average {
    /// `None` without games.
    fn of(mean: Mean) -> Option<Self> {
        let interval = (mean.trials > 1).then(|| mean.interval());
        (mean.trials > 0).then(|| Self { mean: mean.mean(), interval })
    }

    /// The mean, with half of the interval.
    fn text(self) -> String {
        let Self { mean, interval } = self;
        let half =
            interval.map_or(String::new(), |(low, high)| format!(" ± {:.1}", (high - low) / 2.0));
        format!("{mean:.1}{half}")
    }
}

impl Compared {
    /// Compares the agents. `written` is the length in bytes of the file of the games, or why it
    /// could not be written.
    pub(super) fn new(
        games: &Games,
        file: Option<&Path>,
        written: Result<Option<u64>, Error>,
    ) -> Self {
        let has_target = games.game.target().is_some();
        let results = |agent: &AgentGames| -> Vec<GameResult> {
            agent.games.iter().map(|played| played.result).collect()
        };
        let agents = games.agents.iter().map(|agent| {
            let summary = Summary::of(&results(agent));
            let seconds: f64 = agent.games.iter().map(|played| played.cpu_seconds).sum();
            AgentRow {
                name: agent.agent.to_string(),
                games: summary.games(),
                mean_score: summary.mean_score(),
                interval: summary.score_interval(),
                median_score: summary.median_score(),
                best_score: summary.best_score(),
                reached: summary.reached().map(|(tile, share)| (tile, share.into())).collect(),
                won: has_target.then(|| summary.won().into()),
                won_moves: Average::of(summary.won_moves()),
                won_tile_sum: Average::of(summary.won_tile_sum()),
                moves: summary.moves(),
                moves_per_second: summary.moves() as f64 / seconds,
                habits: agent
                    .habits
                    .as_ref()
                    .map(|habits| HabitsRow::all(habits, games.game.shape())),
            }
        });
        let pairs = games.agents.split_first().into_iter().flat_map(|(first, others)| {
            others.iter().filter_map(move |second| {
                let difference = PairedDifference::of(&results(first), &results(second))?;
                Some(DifferenceRow {
                    first: first.agent.to_string(),
                    second: second.agent.to_string(),
                    mean: difference.mean,
                    interval: difference.interval,
                })
            })
        });
        Self {
            game: games.game.to_string(),
            first_seed: *games.seeds.start(),
            games: games.seeds.clone().count(),
            agents: agents.collect(),
            differences: pairs.collect(),
            file: file.filter(|_| written.is_ok()).map(ResultPath::from),
            bytes: written.as_ref().ok().copied().flatten(),
            unwritten: written.err(),
        }
    }

    /// An error if the file of the games could not be written.
    pub(crate) fn verdict(self) -> Result<(), Error> {
        self.unwritten.map_or(Ok(()), Err)
    }
}

/// A score or a difference of scores.
fn score(number: f64) -> String {
    let rounded = number.abs().round() as u64;
    format!("{}{}", if number < -0.5 { "-" } else { "" }, count(rounded))
}

impl Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, first) = (count(self.games as u64), self.first_seed);
        let last = u64::from(first) + self.games as u64 - 1;
        writeln!(f, "{}: {games} games of each agent, seeds {first} to {last}\n", self.game)?;
        let mut columns =
            Columns::new(["agent", "mean score", "95 % interval", "median", "best", "moves/s"]);
        for agent in &self.agents {
            columns.add([
                agent.name.clone(),
                score(agent.mean_score),
                // One game has no interval.
                if agent.games > 1 {
                    format!("{} to {}", score(agent.interval.0), score(agent.interval.1))
                } else {
                    "-".to_owned()
                },
                count(agent.median_score),
                count(agent.best_score),
                count(agent.moves_per_second as u64),
            ]);
        }
        columns.fmt(f)?;
        writeln!(f)?;
        let mut columns = Columns::new(["agent", "made", "games", "95 % interval"]);
        for agent in &self.agents {
            let largest = agent.reached.keys().last().copied().unwrap_or(0);
            // The last tiles that not every game makes, and those of large boards.
            let is_shown = |&(&tile, share): &(&u32, &Share)| {
                share.rate < 1.0 || tile == largest || tile >= LEAST_SHOWN
            };
            let shown = agent.reached.iter().filter(is_shown);
            let shown = shown.map(|(tile, share)| (tile.to_string(), share));
            let won = agent.won.iter().map(|share| ("won".to_owned(), share));
            for (name, share) in shown.chain(won) {
                let (low, high) = share.interval;
                let interval = format!("{} to {}", percent(low), percent(high));
                columns.add([agent.name.clone(), name, percent(share.rate), interval]);
            }
        }
        columns.fmt(f)?;
        if self.agents.iter().any(|agent| agent.won_moves.is_some()) {
            writeln!(f, "\nGames that made the target, ± half of the 95 % interval of the mean:")?;
            let mut columns = Columns::new(["agent", "moves", "tile sum"]);
            for agent in &self.agents {
                let text = |average: Option<Average>| average.map_or("-".to_owned(), Average::text);
                let [moves, tile_sum] = [agent.won_moves, agent.won_tile_sum].map(text);
                columns.add([agent.name.clone(), moves, tile_sum]);
            }
            columns.fmt(f)?;
        }
        if self.agents.iter().any(|agent| agent.habits.is_some()) {
            writeln!(
                f,
                "\nWhere the largest tile lies, and the four largest: in the cells of a corner or in \
                 a line at an edge; how often two of the largest could merge and do not. Shares of \
                 visits, ± half of the 95 % interval:"
            )?;
            let mut columns = HabitsRow::columns();
            for agent in &self.agents {
                let largest = agent.reached.keys().last().map_or(0, |&largest| largest);
                let least = LEAST_HABITS.min(largest / 4);
                let rows = agent.habits.iter().flatten();
                for row in rows.filter(|row| row.largest >= least) {
                    columns.add(row.cells(&agent.name));
                }
            }
            columns.fmt(f)?;
        }
        if !self.differences.is_empty() {
            writeln!(f, "\nMean difference of the scores on the same seeds:")?;
            let mut columns = Columns::new(["first", "second", "difference", "95 % interval"]);
            for row in &self.differences {
                let interval = format!("{} to {}", score(row.interval.0), score(row.interval.1));
                columns.add([row.first.clone(), row.second.clone(), score(row.mean), interval]);
            }
            columns.fmt(f)?;
        }
        if let (Some(file), Some(bytes)) = (&self.file, self.bytes) {
            writeln!(f, "\nThe games are in {file} ({}).", file_size(bytes))?;
        }
        Ok(())
    }
}
