//! An opened text policy of the published player, and the options that name its game.

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::Args;
use mdp2048_model::{Game, Objective, Probability};
use mdp2048_policy::TextPolicy;
use mdp2048_rules::Shape;

use crate::error::Error;
use crate::input::more::read_text;
use crate::parse;
use crate::paths::shown;

/// The options that name the game of a text policy, which does not name it itself.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "The game of a text policy of the published player")]
pub(crate) struct TextGameArgs {
    /// Rows x columns, 2x2 to 4x4
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    board: Option<Shape>,

    /// The tile that ends the game, a power of two from 8
    #[arg(long, value_name = "TILE", value_parser = parse::tile)]
    target: Option<u32>,

    /// The discount factor for each move [default: 1]
    #[arg(long, value_parser = parse::discount)]
    discount: Option<f64>,

    /// The probability that a random tile is a 4 [default: 0.1]
    #[arg(long, value_name = "PROBABILITY", value_parser = parse::spawn_four)]
    spawn_four: Option<f64>,
}

impl TextGameArgs {
    /// Checks that no option is given for a file that names its game itself.
    pub(crate) fn expect_absent(&self, path: &Path, game: &Game) -> Result<(), Error> {
        let Self { board, target, discount, spawn_four } = self;
        let options = [
            ("--board", board.is_some()),
            ("--target", target.is_some()),
            ("--discount", discount.is_some()),
            ("--spawn-four", spawn_four.is_some()),
        ];
        match options.into_iter().find(|&(_, is_given)| is_given) {
            None => Ok(()),
            Some((option, _)) => Err(Error::Arguments(format!(
                "{} names its game itself, {game}: {option} is for text policies only, so leave it \
                 out",
                shown(path)
            ))),
        }
    }

    /// The game that the options name.
    fn game(&self, path: &Path) -> Result<Game, Error> {
        let (Some(board), Some(target)) = (self.board, self.target) else {
            return Err(Error::UnnamedGame(path.to_owned()));
        };
        let discount = self.discount.unwrap_or(1.0);
        let spawn_four = self.spawn_four.unwrap_or(Probability::SPAWN_FOUR.get());
        Ok(Game::new(board, Objective::Win, Some(target), discount, spawn_four)?)
    }
}

/// A text policy file of which only the beginning is read.
pub(crate) struct TextFile {
    path: PathBuf,
    file: File,
    beginning: Vec<u8>,
}

impl TextFile {
    /// A file whose first bytes are already read.
    pub(crate) fn new(path: &Path, file: File, beginning: Vec<u8>) -> Self {
        Self { path: path.to_owned(), file, beginning }
    }

    /// Reads the whole policy.
    pub(crate) fn read(mut self, options: &TextGameArgs) -> Result<SizedTextPolicy, Error> {
        let game = options.game(&self.path)?;
        let mut text = self.beginning;
        read_text(&self.path, &mut self.file, &mut text)?;
        SizedTextPolicy::parse(&self.path, &text, &game)
    }

    /// The error of a command that does not read text policies, with what it needs.
    pub(crate) fn unsupported(self, needed: &'static str) -> Error {
        Error::TextUnsupported { path: self.path, needed }
    }
}

/// A text policy and the length of its text.
#[derive(Debug)]
pub(crate) struct SizedTextPolicy {
    pub(crate) policy: TextPolicy,
    /// The length of the text in bytes.
    pub(crate) bytes: u64,
}

impl SizedTextPolicy {
    /// Parses a text; errors name the path.
    pub(crate) fn parse(path: &Path, text: &[u8], game: &Game) -> Result<Self, Error> {
        match TextPolicy::read(text, game) {
            Ok(policy) => Ok(Self { policy, bytes: text.len() as u64 }),
            Err(source) => Err(Error::contents(path, source)),
        }
    }
}
