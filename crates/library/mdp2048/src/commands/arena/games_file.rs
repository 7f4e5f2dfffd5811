//! The CSV file of the games, from which a run resumes.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mdp2048_agents::{GameResult, Provenance};
use mdp2048_model::{Game, Probability};
use mdp2048_rules::Exponent;

use super::games::{AgentGames, Games, TimedGame};
use crate::error::{Error, GamesFileError};
use crate::output::file::OutputFile;
use crate::same_file::is_standard_output;

/// The first row.
const HEAD: &str = "game,agent,seed,score,moves,largest,won,seconds,digest,provenance";

/// The first row before games had a digest.
const OLD_HEAD: &str = "game,agent,seed,score,moves,largest,won,seconds";

/// The time between two saves while games are played.
const INTERVAL: Duration = Duration::from_secs(20);

/// The file of the games.
pub(super) struct GamesFile {
    path: PathBuf,
    output: OutputFile,
    /// The games that were there and are kept.
    kept: Vec<KeptGame>,
    /// When the file was last saved; `None` if it can only be written once, as a pipe.
    saved: Option<Instant>,
}

/// A game of the file.
struct KeptGame {
    agent: String,
    provenance: Provenance,
    played: TimedGame,
}

impl GamesFile {
    /// Checks that the file can be written, and that no other run writes it, and reads its games if
    /// they are kept.
    pub(super) fn open(path: &Path, game: &Game, resume: bool) -> Result<Self, Error> {
        let output = OutputFile::check("--out", path)?.locked()?;
        let kept = if resume && path.is_file() { read(path, game)? } else { Vec::new() };
        let is_stream = is_standard_output(path) || (path.exists() && !path.is_file());
        let saved = (!is_stream).then(Instant::now);
        Ok(Self { path: path.to_owned(), output, kept, saved })
    }

    /// Whether the file can be written again.
    pub(super) const fn is_regular(&self) -> bool {
        self.saved.is_some()
    }

    /// Gives the games that were to be played, and are in the file, to `games`. The others stay in
    /// the file.
    ///
    /// Games of one of the agents that depend on something else are an error.
    pub(super) fn give_games(&mut self, games: &mut Games) -> Result<(), Error> {
        for agent in 0..games.agents.len() {
            let AgentGames { agent: spec, provenance, .. } = &games.agents[agent];
            let name = spec.to_string();
            for kept in self.kept.iter().filter(|kept| kept.agent == name) {
                kept.provenance.check(provenance).map_err(|other| Error::GamesFile {
                    path: self.path.clone(),
                    source: GamesFileError::Other(other),
                })?;
            }
            let is_wanted = |kept: &KeptGame| {
                kept.agent == name && games.seeds.contains(&kept.played.result.seed.get())
            };
            let kept = std::mem::take(&mut self.kept);
            let (taken, kept): (Vec<_>, _) = kept.into_iter().partition(is_wanted);
            self.kept = kept;
            games.keep(agent, taken.into_iter().map(|kept| kept.played).collect());
        }
        Ok(())
    }

    /// Saves the games if the last save was some time ago.
    pub(super) fn save_now_and_then(&mut self, games: &Games) -> Result<(), Error> {
        match &mut self.saved {
            Some(saved) if saved.elapsed() >= INTERVAL => {
                *saved = Instant::now();
                self.output.write(|out| write(out, games, &self.kept)).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Saves the games. Returns the path and the length of the file in bytes.
    pub(super) fn save(self, games: &Games) -> Result<(PathBuf, u64), Error> {
        let bytes = self.output.write(|out| write(out, games, &self.kept))?;
        Ok((self.path, bytes))
    }
}

/// Writes a row for each game: those of `games` and the `kept` ones.
fn write(out: &mut dyn Write, games: &Games, kept: &[KeptGame]) -> io::Result<()> {
    writeln!(out, "{HEAD}")?;
    let name = game_name(&games.game);
    let mut row = |agent: &str, provenance: &Provenance, played: &TimedGame| {
        let TimedGame { result, seconds } = played;
        let GameResult { seed, points, moves, largest, won } = result;
        let (largest, won) = (largest.face(), u8::from(*won));
        write!(out, "{name},{agent},{seed},{points},{moves},{largest},{won},{seconds:.6}")?;
        writeln!(out, ",{:016x},{}", provenance.digest(), quoted(provenance.words()))
    };
    for AgentGames { agent, provenance, games } in &games.agents {
        let agent = agent.to_string();
        games.iter().try_for_each(|played| row(&agent, provenance, played))?;
    }
    kept.iter().try_for_each(|kept| row(&kept.agent, &kept.provenance, &kept.played))
}

/// The name of a game in the file, with the probability of a 4 if it is unusual.
fn game_name(game: &Game) -> String {
    let four = game.spawn_four();
    if four == Probability::SPAWN_FOUR {
        game.name()
    } else {
        format!("{}_four_{}", game.name(), four.get())
    }
}

/// A field of a CSV file, in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The text of a field in quotes.
fn unquoted(field: &str) -> Option<String> {
    Some(field.strip_prefix('"')?.strip_suffix('"')?.replace("\"\"", "\""))
}

/// Reads the games of a file.
fn read(path: &Path, game: &Game) -> Result<Vec<KeptGame>, Error> {
    let text =
        fs::read_to_string(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
    parse(&text, &game_name(game))
        .map_err(|source| Error::GamesFile { path: path.to_owned(), source })
}

/// Reads the rows, which are games of one name.
fn parse(text: &str, name: &str) -> Result<Vec<KeptGame>, GamesFileError> {
    let mut lines = text.lines();
    match lines.next() {
        Some(HEAD) => {}
        Some(OLD_HEAD) => return Err(GamesFileError::NoDigest),
        _ => return Err(GamesFileError::Head),
    }
    let read = |(line, number): (&str, u64)| {
        let (found, rest) = line.split_once(',').ok_or(GamesFileError::Line(number))?;
        if found != name {
            let (found, asked) = (found.to_owned(), name.to_owned());
            return Err(GamesFileError::OtherGame { found, asked });
        }
        row(rest).ok_or(GamesFileError::Line(number))
    };
    lines.zip(2..).map(read).collect()
}

/// Reads a row after the name of its game.
fn row(line: &str) -> Option<KeptGame> {
    let fields: Vec<&str> = line.splitn(9, ',').collect();
    let [agent, seed, points, moves, largest, won, seconds, digest, words] = fields[..] else {
        return None;
    };
    let result = GameResult {
        seed: seed.parse().ok()?,
        points: points.parse().ok()?,
        moves: moves.parse().ok()?,
        largest: Exponent::from_face(largest.parse().ok()?).ok()?,
        won: match won {
            "0" => false,
            "1" => true,
            _ => return None,
        },
    };
    let seconds = seconds.parse().ok().filter(|seconds: &f64| seconds.is_finite())?;
    let digest = u64::from_str_radix(digest, 16).ok()?;
    Some(KeptGame {
        agent: agent.to_owned(),
        provenance: Provenance::from_parts(unquoted(words)?, digest),
        played: TimedGame { result, seconds },
    })
}
