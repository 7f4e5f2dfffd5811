//! Statistics over many games.

use std::fmt::{self, Display};

use mdp2048_display::{Measure, count, percent};
use mdp2048_model::{Mean, Outcome, Proportion, Replay, Seed};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::Serialize;

use super::player::PolicyPlayer;
use crate::error::Error;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::summary::start_value::StartValue;

/// Games between two reports of progress.
const BATCH: u64 = 2048;

/// Statistics over games with consecutive seeds.
#[derive(Debug, Serialize)]
pub(crate) struct Statistics {
    game: String,
    first_seed: u32,
    games: u64,
    won: u64,
    lost: u64,
    off_policy: u64,
    win_rate: f64,
    interval: [f64; 2],
    mean_moves: f64,
    moves_interval: [f64; 2],
    mean_score: f64,
    score_interval: [f64; 2],
    /// The exact expected value under optimal play, in the unit of the objective.
    #[serde(flatten)]
    start: Option<StartValue>,
    leave_probability: f64,
    #[serde(skip)]
    measure: Measure,
    #[serde(skip)]
    has_target: bool,
}

/// The outcomes, moves and points of some games.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    lost: u64,
    off_policy: u64,
    moves: Mean,
    points: Mean,
}

impl Tally {
    /// The tally of one game.
    fn of(replay: &Replay) -> Self {
        let one_if = |outcome| u64::from(replay.outcome == outcome);
        Self {
            won: one_if(Outcome::Won),
            lost: one_if(Outcome::Lost),
            off_policy: one_if(Outcome::OffPolicy),
            moves: Mean::from(replay.steps.len() as u64),
            points: Mean::from(u64::from(replay.points())),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            off_policy: self.off_policy + other.off_policy,
            moves: self.moves + other.moves,
            points: self.points + other.points,
        }
    }
}

/// Checks that there are as many seeds as games, from the first seed on.
pub(crate) fn check_seeds(first: Seed, games: u64) -> Result<(), Error> {
    let first = first.get();
    if u64::from(first) + (games - 1) > u64::from(u32::MAX) {
        return Err(Error::Arguments(format!(
            "{games} games from seed {first} would need seeds above 4294967295: choose a lower \
             seed or fewer games"
        )));
    }
    Ok(())
}

impl Statistics {
    /// Plays games with consecutive seeds, which must exist.
    pub(super) fn play(
        player: &PolicyPlayer,
        first_seed: Seed,
        games: u64,
        reporter: &mut ProgressReporter,
    ) -> Result<Self, Error> {
        let first_seed = first_seed.get();
        let mut tally = Tally::default();
        let mut played = 0;
        while played < games {
            let end = (played + BATCH).min(games);
            let batch: Tally = (played..end)
                .into_par_iter()
                .map(|game| {
                    let replay = player.play((first_seed + game as u32).into())?;
                    Ok::<_, Error>(Tally::of(&replay))
                })
                .try_reduce(Tally::default, |one, other| Ok(one.plus(other)))?;
            tally = tally.plus(batch);
            played = end;
            reporter.note(&format!("played {} of {} games", count(played), count(games)));
        }
        let wins = Proportion { successes: tally.won, trials: games };
        let (low, high) = wins.interval();
        let (answers, game) = (&player.input.answers, player.valued_game.game());
        Ok(Self {
            game: game.to_string(),
            first_seed,
            games,
            won: tally.won,
            lost: tally.lost,
            off_policy: tally.off_policy,
            win_rate: wins.rate(),
            interval: [low, high],
            mean_moves: tally.moves.mean(),
            moves_interval: tally.moves.interval().into(),
            mean_score: tally.points.mean(),
            score_interval: tally.points.interval().into(),
            start: answers.start_value().map(|value| {
                let held = answers.accuracy().relative().unwrap_or(0.0);
                StartValue::new(game, value, held)
            }),
            leave_probability: answers.leave_probability(),
            measure: player.measure(),
            has_target: game.target().is_some(),
        })
    }

    /// Adds how many games were won, lost or left the policy.
    fn add_outcomes(&self, lines: &mut NamedLines) {
        let outcomes =
            [("won", self.won), ("lost", self.lost), ("left the policy", self.off_policy)];
        let width = count(self.won.max(self.lost).max(self.off_policy)).len();
        for (name, successes) in outcomes {
            // Without a target every game is lost in the end, so only what happened is listed.
            if !self.has_target && successes == 0 {
                continue;
            }
            let proportion = Proportion { successes, trials: self.games };
            let (low, high) = proportion.interval();
            lines.add(
                name,
                format!(
                    "{:>width$}  {} (95 % interval {} to {})",
                    count(successes),
                    percent(proportion.rate()),
                    percent(low),
                    percent(high),
                ),
            );
        }
    }

    /// Adds the exact numbers beside the estimated ones.
    fn add_exact(&self, lines: &mut NamedLines) {
        let mut exact = Vec::new();
        if let Some(start) = self.start {
            let value = self.measure.text(start.measured(self.measure));
            exact.push(format!("{} {value} under optimal play", self.measure.name()));
        }
        if self.leave_probability > 0.0 {
            let leave = percent(self.leave_probability);
            exact.push(format!("a game leaves the policy with probability {leave}"));
        }
        if !exact.is_empty() {
            lines.add("exact", exact.join("; "));
        }
    }
}

impl Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        let last_seed = u64::from(self.first_seed) + self.games - 1;
        let games = count(self.games);
        lines.add("game", &self.game);
        lines.add("games", format!("{games}, seeds {} to {last_seed}", self.first_seed));
        self.add_outcomes(&mut lines);
        let means = [
            ("moves", self.mean_moves, self.moves_interval),
            ("score", self.mean_score, self.score_interval),
        ];
        for (name, mean, [low, high]) in means {
            let mut text = format!("{mean:.1} on average");
            if self.games > 1 {
                text += &format!(" (95 % interval {low:.1} to {high:.1})");
            }
            lines.add(name, text);
        }
        self.add_exact(&mut lines);
        lines.fmt(f)
    }
}
