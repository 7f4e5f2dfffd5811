//! The serialised form of a game, as it is in file headers.

use mdp2048_rules::{Exponent, Shape};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Game;
use crate::game_error::GameError;
use crate::objective::Objective;

/// The fields of a game in a file header. Reading checks them.
#[derive(Serialize, Deserialize)]
struct GameRecord {
    rows: u8,
    cols: u8,
    objective: Objective,
    // 0 if there is no target.
    target_exponent: u8,
    discount: f64,
    spawn_four: f64,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        GameRecord::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        GameRecord::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
    }
}

impl TryFrom<GameRecord> for Game {
    type Error = GameError;

    fn try_from(record: GameRecord) -> Result<Self, GameError> {
        let shape = Shape::new(record.rows, record.cols)?;
        let target = match record.target_exponent {
            0 => None,
            // An exponent too large for a face becomes face 0, which `Game::new` rejects.
            exponent => Some(1u32.checked_shl(exponent.into()).unwrap_or(0)),
        };
        Self::new(shape, record.objective, target, record.discount, record.spawn_four)
    }
}

impl From<&Game> for GameRecord {
    fn from(game: &Game) -> Self {
        Self {
            rows: game.shape().rows() as u8,
            cols: game.shape().cols() as u8,
            objective: game.objective(),
            target_exponent: game.target().map_or(0, Exponent::get),
            discount: game.discount().get(),
            spawn_four: game.spawn_four().get(),
        }
    }
}
