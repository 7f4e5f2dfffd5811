//! `play`: seeded games, one by one or many at once.

use std::fmt::{self, Display};

use mdp2048_model::{Game, Mean, Outcome, Policy, Proportion, Replay, Seed, Values as _};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::Serialize;

use crate::args::PlayArgs;
use crate::errors::Error;
use crate::input::Opened;
use crate::output::Lines;
use crate::output::progress::Meter;
use mdp2048_display::{Measure, count, percent};

/// A policy to play by, and what is known of it.
struct Player {
    game: Game,
    policy: Box<dyn Policy + Sync>,
    /// Whether its values are in whole percent.
    is_text: bool,
    /// `None` if the file does not tell.
    start_value: Option<f64>,
    /// `None` until it is worked out.
    leave_probability: Option<f64>,
}

impl Player {
    fn open(args: &PlayArgs) -> Result<Self, Error> {
        if let Some(text) = args.text.open(&args.file)? {
            let policy = text.policy;
            // Only statistics need the walk that tells how likely a game leaves.
            let leave_probability = args.games.map(|_| policy.leave_probability());
            let game = *policy.game();
            let policy = Box::new(policy);
            return Ok(Self { game, policy, is_text: true, start_value: None, leave_probability });
        }
        let opened = Opened::open(&args.file)?;
        args.text.expect_none(&args.file, opened.game())?;
        Ok(match opened {
            Opened::Solution(mut file) => {
                let solution = file.read_all()?;
                Self {
                    game: *solution.game(),
                    start_value: Some(solution.start_value()),
                    policy: Box::new(solution),
                    is_text: false,
                    leave_probability: None,
                }
            }
            Opened::Policy(policy) => {
                let header = policy.header().clone();
                Self {
                    game: header.game,
                    policy,
                    is_text: false,
                    start_value: Some(header.start_value),
                    leave_probability: Some(header.coverage.leave_probability),
                }
            }
        })
    }

    fn play(&self, seed: Seed) -> Replay {
        Replay::play(&self.game, &*self.policy, seed)
    }
}

/// A game played to its end.
#[derive(Debug, Serialize)]
pub(crate) struct Played {
    game: String,
    seed: u32,
    outcome: &'static str,
    moves: usize,
    points: u32,
    #[serde(rename = "final")]
    last: String,
    steps: Vec<PlayedStep>,
    #[serde(skip)]
    replay: Replay,
    #[serde(skip)]
    is_text: bool,
    #[serde(skip)]
    measure: Measure,
}

#[derive(Debug, Serialize)]
struct PlayedStep {
    board: String,
    action: &'static str,
    value: Option<f64>,
}

/// Plays one game.
pub(crate) fn replay(args: &PlayArgs) -> Result<Played, Error> {
    let player = Player::open(args)?;
    let replay = player.play(args.seed);
    let steps = replay.steps.iter().map(|step| PlayedStep {
        board: step.board.hex(),
        action: step.advice.action.name(),
        value: step.advice.value.and_then(|value| player.game.objective().measured(value)),
    });
    Ok(Played {
        game: player.game.to_string(),
        seed: replay.seed.get(),
        outcome: replay.outcome.name(),
        moves: replay.steps.len(),
        last: replay.last.hex(),
        points: replay.points(),
        steps: steps.collect(),
        replay,
        measure: Measure::of(&player.game),
        is_text: player.is_text,
    })
}

impl Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Replay { steps, last, outcome, .. } = &self.replay;
        writeln!(f, "{}, seed {}\n", self.game, self.seed)?;
        let number = steps.len().to_string().len();
        let width =
            self.replay.boards().map(|board| board.to_string().len()).max().unwrap_or_default();
        for ((step, played), at) in steps.iter().zip(&self.steps).zip(1..) {
            let board = step.board.to_string();
            let line = format!("{at:number$}  {board:width$}  {:5}", step.advice.action);
            match step.advice.value {
                None => writeln!(f, "{}", line.trim_end())?,
                Some(_) if self.is_text => {
                    writeln!(f, "{line}  {:>5}", self.measure.whole_percent(played.value))?;
                }
                Some(_) => writeln!(f, "{line}  {:>9}", self.measure.text(played.value))?,
            }
        }
        writeln!(f, "{:number$}  {last}\n", "")?;
        let moves = if steps.len() == 1 { "move" } else { "moves" };
        match outcome {
            Outcome::Won => writeln!(f, "Won in {} {moves}.", steps.len()),
            Outcome::Lost => writeln!(f, "Lost after {} {moves}.", steps.len()),
            Outcome::OffPolicy => writeln!(
                f,
                "Left the policy after {} {moves}: it has no entry for the last board.",
                steps.len()
            ),
        }
    }
}

/// Games between two reports of progress.
const BATCH: u64 = 2048;

/// The statistics of many games.
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
    /// What is expected exactly, in the unit of the objective.
    start_value: Option<f64>,
    leave_probability: f64,
    #[serde(skip)]
    measure: Measure,
    #[serde(skip)]
    has_target: bool,
}

/// How many games ended how.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    lost: u64,
    off_policy: u64,
    moves: Mean,
    points: Mean,
}

impl Tally {
    fn of(replay: &Replay) -> Self {
        let one_if = |outcome| u64::from(replay.outcome == outcome);
        Self {
            won: one_if(Outcome::Won),
            lost: one_if(Outcome::Lost),
            off_policy: one_if(Outcome::OffPolicy),
            moves: Mean::from(replay.steps.len() as u32),
            points: Mean::from(replay.points()),
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

/// Plays games with consecutive seeds.
pub(crate) fn statistics(args: &PlayArgs, games: u64) -> Result<Statistics, Error> {
    let first = args.seed.get();
    let Some(last) = u64::from(first).checked_add(games - 1).and_then(|n| u32::try_from(n).ok())
    else {
        return Err(Error::Arguments(format!(
            "{games} games from seed {first} would pass the last seed, 4294967295: choose a lower seed or fewer games"
        )));
    };
    let mut meter = Meter::new();
    meter.note("reading the policy");
    let player = Player::open(args)?;
    let mut tally = Tally::default();
    let mut next = u64::from(first);
    while next <= u64::from(last) {
        let end = (next + BATCH).min(u64::from(last) + 1);
        let batch = (next..end)
            .into_par_iter()
            .map(|seed| Tally::of(&player.play((seed as u32).into())))
            .reduce(Tally::default, Tally::plus);
        tally = tally.plus(batch);
        next = end;
        let done = count(next - u64::from(first));
        meter.note(&format!("played {done} of {} games", count(games)));
    }
    drop(meter);
    let wins = Proportion { successes: tally.won, trials: games };
    let (low, high) = wins.interval();
    Ok(Statistics {
        game: player.game.to_string(),
        first_seed: first,
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
        start_value: player.start_value.and_then(|value| player.game.objective().measured(value)),
        measure: Measure::of(&player.game),
        has_target: player.game.target().is_some(),
        leave_probability: player.leave_probability.unwrap_or(0.0),
    })
}

impl Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Lines::default();
        let last = u64::from(self.first_seed) + self.games - 1;
        lines.add("game", &self.game);
        lines.add("games", format!("{}, seeds {} to {last}", count(self.games), self.first_seed));
        let shares = [("won", self.won), ("lost", self.lost), ("left the policy", self.off_policy)];
        let width = count(shares.iter().map(|share| share.1).max().unwrap_or(0)).len();
        // Without a target every game is lost in the end.
        for (name, successes) in shares.into_iter().filter(|share| self.has_target || share.1 > 0) {
            let share = Proportion { successes, trials: self.games };
            let (low, high) = share.interval();
            lines.add(
                name,
                format!(
                    "{:>width$}  {} (95 % interval {} to {})",
                    count(successes),
                    percent(share.rate()),
                    percent(low),
                    percent(high),
                ),
            );
        }
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
        let mut exact = Vec::new();
        if self.start_value.is_some() {
            let value = self.measure.text(self.start_value);
            exact.push(format!("{} {value} under optimal play", self.measure.name()));
        }
        if self.leave_probability > 0.0 {
            let leave = percent(self.leave_probability);
            exact.push(format!("a game leaves the policy with probability {leave}"));
        }
        if !exact.is_empty() {
            lines.add("exact", exact.join("; "));
        }
        lines.fmt(f)
    }
}
