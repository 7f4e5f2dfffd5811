//! What the agent expected beside what followed, in numbers.

use std::fmt::{self, Display};

use mdp2048_agents::{
    AgentSpec, Calibration, CalibrationBin, GameResult, RATIO_SUMS, ScorePrediction, Summary,
    calibrated_points, followed_ratios,
};
use mdp2048_display::{count, percent};
use mdp2048_model::Proportion;
use serde::Serialize;

use super::predictions::PredictedGame;
use crate::output::table::Columns;
use crate::paths::ResultPath;

/// The bins of the predictions after a number of moves.
const BINS: usize = 5;

/// The least tile that is listed.
const LEAST_TILE: u32 = 512;

/// What the agent expected beside what followed. Intervals are at 95 %.
#[derive(Debug, Serialize)]
pub(crate) struct Calibrated {
    pub(super) agent: String,
    first_seed: u32,
    games: usize,
    mean_score: f64,
    /// After each number of moves. Empty with `--every`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) after: Vec<AfterRow>,
    /// How many times the expected points followed, by tile sum. Empty without `--every`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ratios: Vec<RatioRow>,
    /// What games with a tile made later.
    next_tiles: Vec<NextTilesRow>,
    pub(super) file: Option<ResultPath>,
    pub(super) chart: Option<ResultPath>,
}

/// The games after a number of moves.
#[derive(Debug, Serialize)]
pub(super) struct AfterRow {
    pub(super) moves: u32,
    games: usize,
    observed: f64,
    /// As the network estimates it.
    network: Predicted,
    /// Corrected by what followed in other games.
    pub(super) corrected: Predicted,
}

/// How many times the expected points followed near a tile sum.
#[derive(Debug, Serialize)]
struct RatioRow {
    tile_sum: u32,
    /// `None` where no points were expected.
    ratio: Option<f64>,
}

/// Predictions against scores.
#[derive(Debug, Serialize)]
pub(super) struct Predicted {
    predicted: f64,
    /// The mean of score minus prediction.
    difference: f64,
    interval: (f64, f64),
    /// Whether the interval has 0.
    agrees: bool,
    pub(super) bins: Vec<BinRow>,
}

/// A part of the predictions.
#[derive(Debug, Serialize)]
pub(super) struct BinRow {
    games: usize,
    pub(super) predicted: f64,
    pub(super) observed: f64,
    pub(super) interval: (f64, f64),
}

/// The games that made a tile as their largest one.
#[derive(Debug, Serialize)]
struct NextTilesRow {
    tile: u32,
    games: u64,
    next: TileShare,
    after_next: TileShare,
}

/// A share of games.
#[derive(Debug, Serialize)]
struct TileShare {
    rate: f64,
    interval: (f64, f64),
}

impl From<Proportion> for TileShare {
    fn from(proportion: Proportion) -> Self {
        Self { rate: proportion.rate(), interval: proportion.interval() }
    }
}

impl Calibrated {
    /// Compares the predictions of some games with their scores: after each of some numbers of
    /// moves, or by the sum of the tiles.
    pub(super) fn new(
        agent: &AgentSpec,
        plies: u32,
        after: Option<&[u32]>,
        games: &[PredictedGame],
    ) -> Self {
        let results: Vec<GameResult> = games.iter().map(|(result, _)| *result).collect();
        let summary = Summary::of(&results);
        let all: Vec<ScorePrediction> = games.iter().flat_map(|(_, it)| it).copied().collect();
        let (after, ratios) = match after {
            None => {
                let ratios = RATIO_SUMS.into_iter().zip(followed_ratios(&all, &RATIO_SUMS));
                let rows = ratios.map(|(tile_sum, ratio)| RatioRow { tile_sum, ratio });
                (Vec::new(), rows.collect())
            }
            Some(after) => {
                let rows = after.iter().filter_map(|&moves| AfterRow::new(moves, plies, &all));
                (rows.collect(), Vec::new())
            }
        };
        let next = summary.reached_after().filter(|(tile, _)| *tile >= LEAST_TILE);
        Self {
            agent: agent.to_string(),
            first_seed: results.first().map_or(0, |game| game.seed.get()),
            games: games.len(),
            mean_score: summary.mean_score(),
            after,
            ratios,
            next_tiles: next
                .map(|(tile, [next, after_next])| NextTilesRow {
                    tile,
                    games: next.trials,
                    next: next.into(),
                    after_next: after_next.into(),
                })
                .collect(),
            file: None,
            chart: None,
        }
    }
}

impl AfterRow {
    /// The row of a number of moves; `None` if no game has as many.
    fn new(moves: u32, plies: u32, all: &[ScorePrediction]) -> Option<Self> {
        let pairs = |predicted: &dyn Fn(&ScorePrediction) -> f64| -> Vec<(f64, u64)> {
            let at = all.iter().filter(|prediction| prediction.moves == moves);
            at.map(|prediction| (predicted(prediction), prediction.score)).collect()
        };
        let corrected = |it: &ScorePrediction| {
            it.points as f64 + calibrated_points(it.expected, it.tile_sum, plies)
        };
        let network = Calibration::of(&pairs(&ScorePrediction::predicted), BINS)?;
        let corrected = Calibration::of(&pairs(&corrected), BINS)?;
        Some(Self {
            moves,
            games: network.games,
            observed: network.observed,
            network: network.into(),
            corrected: corrected.into(),
        })
    }
}

impl From<Calibration> for Predicted {
    fn from(calibration: Calibration) -> Self {
        let agrees = calibration.agrees();
        let Calibration { predicted, observed, difference: interval, bins, .. } = calibration;
        let row = |CalibrationBin { games, predicted, observed, interval }| BinRow {
            games,
            predicted,
            observed,
            interval,
        };
        let bins = bins.into_iter().map(row).collect();
        Self { predicted, difference: observed - predicted, interval, agrees, bins }
    }
}

/// Points, which may be negative.
fn points(number: f64) -> String {
    let sign = if number <= -0.5 { "-" } else { "" };
    format!("{sign}{}", count(number.abs().round() as u64))
}

impl Display for Calibrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = u64::from(self.first_seed) + self.games as u64 - 1;
        let (games, mean) = (count(self.games as u64), points(self.mean_score));
        writeln!(f, "{}: {games} games, seeds {} to {last}", self.agent, self.first_seed)?;
        writeln!(f, "mean score {mean}\n")?;
        if !self.after.is_empty() {
            let head =
                ["moves", "games", "score", "expected by", "score", "difference", "interval"];
            let mut columns = Columns::new(head);
            for row in &self.after {
                let sides = [("network", &row.network), ("corrected", &row.corrected)];
                for (name, Predicted { predicted, difference, interval, .. }) in sides {
                    let (low, high) = interval;
                    columns.add([
                        count(row.moves.into()),
                        count(row.games as u64),
                        points(row.observed),
                        name.to_owned(),
                        points(*predicted),
                        points(*difference),
                        format!("{} to {}", points(*low), points(*high)),
                    ]);
                }
            }
            writeln!(f, "{columns}")?;
        }
        if !self.ratios.is_empty() {
            let mut columns = Columns::new(["tile sum", "times the expected points"]);
            for &RatioRow { tile_sum, ratio } in &self.ratios {
                let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.3}"));
                columns.add([count(tile_sum.into()), ratio]);
            }
            writeln!(f, "{columns}")?;
        }
        let mut columns = Columns::new(["made", "games", "then the next", "and the one after"]);
        for NextTilesRow { tile, games, next, after_next } in &self.next_tiles {
            let shares = [next, after_next].map(|share| percent(share.rate));
            let [next, after_next] = shares;
            columns.add([tile.to_string(), count(*games), next, after_next]);
        }
        write!(f, "{columns}")?;
        for (name, file) in [("scores", &self.file), ("chart", &self.chart)] {
            if let Some(file) = file {
                writeln!(f, "\nThe {name}: {file}")?;
            }
        }
        Ok(())
    }
}
