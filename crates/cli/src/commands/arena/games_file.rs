//! The CSV file of the games, from which a run resumes.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mdp2048_agents::GameResult;
use mdp2048_model::Game;
use mdp2048_rules::Exponent;

use super::games::{AgentGames, Games, TimedGame};
use crate::error::{Error, GamesFileError};
use crate::output::file::OutputFile;
use crate::same_file::is_standard_output;

/// The first row.
const HEAD: &str = "game,agent,seed,score,moves,largest,won,seconds";

/// The time between two saves while games are played.
const INTERVAL: Duration = Duration::from_secs(20);

/// The file of the games.
pub(super) struct GamesFile {
    path: PathBuf,
    output: OutputFile,
    /// The games that were there and are kept: the name of the agent and the game.
    kept: Vec<(String, TimedGame)>,
    /// When the file was last saved; `None` if it can only be written once, as a pipe.
    saved: Option<Instant>,
}

impl GamesFile {
    /// Checks that the file can be written, and reads its games if they are kept.
    pub(super) fn open(path: &Path, game: &Game, resume: bool) -> Result<Self, Error> {
        let output = OutputFile::check("--out", path)?;
        let kept = if resume && path.is_file() { read(path, game)? } else { Vec::new() };
        let is_stream = is_standard_output(path) || (path.exists() && !path.is_file());
        let saved = (!is_stream).then(Instant::now);
        Ok(Self { path: path.to_owned(), output, kept, saved })
    }

    /// Removes the games that are wanted, by the name of the agent and the seed, and returns them.
    /// The others stay in the file.
    pub(super) fn take_games(
        &mut self,
        is_wanted: impl Fn(&str, u32) -> bool,
    ) -> Vec<(String, TimedGame)> {
        let kept = std::mem::take(&mut self.kept);
        let is_wanted =
            |(agent, played): &(String, TimedGame)| is_wanted(agent, played.result.seed.get());
        let (taken, kept) = kept.into_iter().partition(is_wanted);
        self.kept = kept;
        taken
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
fn write(out: &mut dyn Write, games: &Games, kept: &[(String, TimedGame)]) -> io::Result<()> {
    writeln!(out, "{HEAD}")?;
    let name = games.game.name();
    let mut row = |agent: &str, TimedGame { result, seconds }: &TimedGame| {
        let GameResult { seed, points, moves, largest, won } = result;
        let (largest, won) = (largest.face(), u8::from(*won));
        writeln!(out, "{name},{agent},{seed},{points},{moves},{largest},{won},{seconds:.6}")
    };
    for AgentGames { agent, games } in &games.agents {
        let agent = agent.to_string();
        games.iter().try_for_each(|played| row(&agent, played))?;
    }
    kept.iter().try_for_each(|(agent, played)| row(agent, played))
}

/// Reads the games of a file.
fn read(path: &Path, game: &Game) -> Result<Vec<(String, TimedGame)>, Error> {
    let text =
        fs::read_to_string(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
    parse(&text, &game.name()).map_err(|source| Error::GamesFile { path: path.to_owned(), source })
}

/// Reads the rows, which are games of one name.
fn parse(text: &str, name: &str) -> Result<Vec<(String, TimedGame)>, GamesFileError> {
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        return Err(GamesFileError::Head);
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

/// Reads a row after the name of its game: the name of the agent and the game.
fn row(line: &str) -> Option<(String, TimedGame)> {
    let fields: Vec<&str> = line.split(',').collect();
    let [agent, seed, points, moves, largest, won, seconds] = fields[..] else { return None };
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
    Some((agent.to_owned(), TimedGame { result, seconds }))
}
