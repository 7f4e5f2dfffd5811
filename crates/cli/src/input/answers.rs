//! Files and folders that answer about boards: solutions, policies and work folders.

use std::path::{Path, PathBuf};

use mdp2048::answers::{AnswerError, Answers, FolderAnswers, Missing};
use mdp2048_model::{Advice, Game, Status};
use mdp2048_rules::{Board, CanonicalState};
use mdp2048_solve::Contradiction;

use crate::error::{Error, PositionError};
use crate::input::InputFile;
use crate::input::folder::FolderInput;
use crate::input::text::TextGameArgs;
use crate::same_file::input_name;

/// A file or a folder that answers about boards.
pub(crate) struct AnswersInput {
    pub(crate) answers: Box<dyn Answers>,
    pub(crate) path: PathBuf,
    /// Whether it is a work folder with actions only, because its game is too large to solve here.
    pub(crate) is_folder: bool,
}

impl AnswersInput {
    /// Opens a solution, a policy or a work folder. For a question about one `board`, which is
    /// checked, only what the answer needs is read.
    pub(crate) fn open(
        path: &Path,
        options: &TextGameArgs,
        board: Option<Board>,
    ) -> Result<Self, Error> {
        let mut is_folder = false;
        let answers: Box<dyn Answers> = match FolderInput::at(path)? {
            Some(folder) => {
                options.expect_absent(path, folder.game())?;
                let solution = folder.solve()?;
                is_folder = solution.is_none();
                match solution {
                    Some(solution) => Box::new(solution),
                    None => Box::new(FolderAnswers::new(folder.folder)),
                }
            }
            None => match (InputFile::open_with_game(path, options)?, board) {
                (InputFile::Solution(mut file), Some(board)) => {
                    Box::new(file.read_around(board.tile_sum())?)
                }
                (InputFile::Solution(mut file), None) => Box::new(file.read_all()?),
                (InputFile::Packed(policy), _) => policy,
                (InputFile::Text(text), _) => Box::new(text.read(options)?.policy),
            },
        };
        if let Some(board) = board {
            check_position(answers.valued_game().game(), board)?;
        }
        Ok(Self { answers, path: input_name(path).to_owned(), is_folder })
    }

    /// All that is known of a board.
    pub(crate) fn advise(&self, board: Board) -> Result<Advice, Error> {
        let advice = self.answers.advise_all(&[board])?.pop().flatten();
        let game = || Box::new(*self.answers.valued_game().game());
        advice.ok_or_else(|| match self.answers.missing(board) {
            Missing::Failed(error) => error.into(),
            Missing::NotKept { threshold } if threshold > 0.0 => {
                PositionError::OffPolicy { board, threshold, game: game() }.into()
            }
            Missing::Unreachable | Missing::NotKept { .. } => {
                PositionError::Unreachable { board, game: game() }.into()
            }
            Missing::NoEntry => PositionError::NoEntry { board, game: game() }.into(),
        })
    }

    /// Checks that games may come to a board without an answer: those of a solution do not, but
    /// policies need not hold every state.
    pub(crate) fn check_end(&self, board: Board) -> Result<(), Error> {
        match self.answers.missing(board) {
            Missing::NotKept { .. } | Missing::NoEntry => Ok(()),
            Missing::Failed(error) => Err(error.into()),
            Missing::Unreachable => {
                let source = Contradiction::Missing(CanonicalState::of(board).0);
                Err(Error::contradiction(&self.path, source))
            }
        }
    }
}

/// Checks that a board has the shape of the game and an action to choose.
pub(crate) fn check_position(game: &Game, board: Board) -> Result<(), PositionError> {
    if board.shape() != game.shape() {
        return Err(PositionError::Shape { found: board.shape(), game: Box::new(*game) });
    }
    match game.status(board) {
        Status::Playing => Ok(()),
        Status::Won => Err(PositionError::Won(board.largest())),
        Status::Lost if board.largest().is_empty() => {
            Err(PositionError::Unreachable { board, game: Box::new(*game) })
        }
        Status::Lost => Err(PositionError::Lost),
    }
}

impl From<AnswerError> for Error {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Solve(error) => error.into(),
            other => Self::Arguments(other.to_string()),
        }
    }
}
