//! The options of a game, which several commands share.

use clap::Args;
use mdp2048_model::{Formation, Game, Objective};
use mdp2048_rules::{Board, Shape};

use crate::error::Error;
use crate::parse;

/// The board, the target and the random tiles of a game.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,

    /// The tile that ends the game, a power of two from 8; leave it out for no target
    #[arg(long, value_name = "TILE", value_parser = parse::tile)]
    pub(crate) target: Option<u32>,

    #[command(flatten)]
    pub(crate) spawn: SpawnArgs,
}

/// The board of a game, and what games start from.
#[derive(Clone, Debug, Args)]
pub(crate) struct BoardArgs {
    /// Rows x columns, 2x2 to 4x4, or a character for each cell as with --locked
    #[arg(
        long,
        value_name = "ROWSxCOLUMNS",
        required_unless_present_any = ["locked", "formation"]
    )]
    board: Option<Shape>,

    /// The locked cells, whose tiles must not move: x or . for each cell, rows separated by /
    #[arg(long, value_name = "CELLS")]
    locked: Option<Shape>,

    /// Usual locked cells of a 4x4 board, and the boards that players start from
    #[arg(
        long,
        value_name = "NAME",
        value_parser = parse::formation(),
        ignore_case = true,
        conflicts_with = "locked"
    )]
    formation: Option<Formation>,

    /// A board that games start from, which may be repeated [default: two random tiles, or the
    /// start boards of the formation]
    #[arg(long, value_name = "BOARD")]
    start: Vec<Board>,
}

/// The random tiles of a game.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SpawnArgs {
    /// The probability that a random tile is a 4: 0, 1, or from 0.000001 to 0.999999
    #[arg(
        long,
        value_name = "PROBABILITY",
        default_value_t = 0.1,
        value_parser = parse::spawn_four
    )]
    pub(crate) spawn_four: f64,
}

impl GameArgs {
    /// The game without discount: to win, or for points if it has no target.
    pub(crate) fn usual(&self) -> Result<Game, Error> {
        self.game(if self.target.is_some() { Objective::Win } else { Objective::Score }, 1.0)
    }

    /// The game for an objective.
    pub(crate) fn game(&self, objective: Objective, discount: f64) -> Result<Game, Error> {
        let (shape, starts) = self.board.shape_and_starts()?;
        let spawn_four = self.spawn.spawn_four;
        Ok(Game::new_from(shape, objective, self.target, discount, spawn_four, &starts)?)
    }
}

impl BoardArgs {
    /// The board shape, and the boards that games are given to start from.
    fn shape_and_starts(&self) -> Result<(Shape, Vec<Board>), Error> {
        let with_locked = self.locked.or(self.formation.map(|formation| formation.shape()));
        let shape = match (self.board, with_locked) {
            (Some(board), Some(shape)) if board != shape && board != shape.unlocked() => {
                return Err(Error::Arguments(format!(
                    "--board {board} does not have the locked cells {shape}: leave out --board"
                )));
            }
            (board, shape) => shape.or(board).unwrap_or(Shape::FOUR_BY_FOUR),
        };
        let of_formation = || self.formation.iter().flat_map(Formation::starts).collect();
        Ok((shape, if self.start.is_empty() { of_formation() } else { self.start.clone() }))
    }
}
