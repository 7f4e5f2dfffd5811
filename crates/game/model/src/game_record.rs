//! The serialised form of a game, as it is in file headers.

use mdp2048_rules::{Exponent, Shape};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Game;
use crate::game_error::GameError;
use crate::objective::Objective;
use crate::valued_game::{Valuation, ValuedGame};

/// The fields of a game in a file header. Reading checks them.
#[derive(Serialize, Deserialize)]
struct GameRecord {
    rows: u8,
    cols: u8,
    objective: ValuedObjective,
    // 0 if there is no target.
    target_exponent: u8,
    discount: f64,
    spawn_four: f64,
}

/// The objective, and what the values are.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum ValuedObjective {
    Win,
    Score,
    Moves,
    Fewest,
    // The objective is to win, and the values are minus the probabilities of losing.
    Losing,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ValuedGame::from(*self).serialize(serializer)
    }
}

impl Serialize for ValuedGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        GameRecord::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ValuedGame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        GameRecord::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ValuedGame::deserialize(deserializer).map(|valued_game| *valued_game.game())
    }
}

impl TryFrom<GameRecord> for ValuedGame {
    type Error = GameError;

    fn try_from(record: GameRecord) -> Result<Self, GameError> {
        let shape = Shape::new(record.rows, record.cols)?;
        let target = match record.target_exponent {
            0 => None,
            // An exponent too large for a face becomes face 0, which `Game::new` rejects.
            exponent => Some(1u32.checked_shl(exponent.into()).unwrap_or(0)),
        };
        let objective = match record.objective {
            ValuedObjective::Win | ValuedObjective::Losing => Objective::Win,
            ValuedObjective::Score => Objective::Score,
            ValuedObjective::Moves => Objective::Moves,
            ValuedObjective::Fewest => Objective::Fewest,
        };
        let game = Game::new(shape, objective, target, record.discount, record.spawn_four)?;
        match record.objective {
            ValuedObjective::Losing => Self::losing(game).ok_or(GameError::DiscountedLosing),
            _ => Ok(game.into()),
        }
    }
}

impl From<&ValuedGame> for GameRecord {
    fn from(valued_game: &ValuedGame) -> Self {
        let game = valued_game.game();
        let objective = match valued_game.valuation() {
            Valuation::Losing => ValuedObjective::Losing,
            Valuation::Objective => match game.objective() {
                Objective::Win => ValuedObjective::Win,
                Objective::Score => ValuedObjective::Score,
                Objective::Moves => ValuedObjective::Moves,
                Objective::Fewest => ValuedObjective::Fewest,
            },
        };
        Self {
            rows: game.shape().rows() as u8,
            cols: game.shape().cols() as u8,
            objective,
            target_exponent: game.target().map_or(0, Exponent::get),
            discount: game.discount().get(),
            spawn_four: game.spawn_four().get(),
        }
    }
}
