//! The serialised form of a game, as it is in file headers.

use std::fmt;

use mdp2048_rules::{Board, Exponent, Shape};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Game;
use crate::game_error::GameError;
use crate::objective::Objective;
use crate::valued_game::ValuedGame;

/// The fields of a game in a file header. Reading checks them.
#[derive(Serialize, Deserialize)]
struct GameRecord {
    // Plus `HAS_BOARDS` if `GameBoards` follow.
    rows: u8,
    cols: u8,
    objective: ValuedObjective,
    // 0 if there is no target.
    target_exponent: u8,
    discount: f64,
    spawn_four: f64,
}

/// What follows the fields of a game that has locked cells or is given start boards.
#[derive(Serialize, Deserialize)]
struct GameBoards {
    // The empty board, which has the locked cells.
    empty: Board,
    starts: Vec<Board>,
}

/// Added to the rows of a game whose boards follow.
const HAS_BOARDS: u8 = 1 << 7;

/// The objective, and what expected returns are.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum ValuedObjective {
    Win,
    Score,
    Moves,
    Fewest,
    // The objective is to win, and expected returns are minus the probabilities of losing.
    Losing,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ValuedGame::from(*self).serialize(serializer)
    }
}

impl Serialize for ValuedGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (record, game) = (GameRecord::from(self), self.game());
        if !game.shape().has_locked() && game.given_starts().len() == 0 {
            return record.serialize(serializer);
        }
        let record = GameRecord { rows: record.rows | HAS_BOARDS, ..record };
        let empty = Board::empty(game.shape());
        let boards = GameBoards { empty, starts: game.given_starts().collect() };
        (record, boards).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ValuedGame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(2, GameVisitor)
    }
}

/// Reads the fields of a game, and its boards if they follow.
struct GameVisitor;

impl<'de> Visitor<'de> for GameVisitor {
    type Value = ValuedGame;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fields of a game")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<ValuedGame, A::Error> {
        let missing = || A::Error::custom("the fields of a game");
        let record: GameRecord = fields.next_element()?.ok_or_else(missing)?;
        let has_boards = record.rows & HAS_BOARDS != 0;
        let record = GameRecord { rows: record.rows & !HAS_BOARDS, ..record };
        let boards: Option<GameBoards> = if has_boards { fields.next_element()? } else { None };
        record.with_boards(boards).map_err(A::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ValuedGame::deserialize(deserializer).map(|valued_game| *valued_game.game())
    }
}

impl GameRecord {
    /// The game with these fields and these boards.
    fn with_boards(self, boards: Option<GameBoards>) -> Result<ValuedGame, GameError> {
        let mut shape = Shape::new(self.rows, self.cols)?;
        if let Some(boards) = &boards {
            let empty = boards.empty.shape();
            if empty.unlocked() != shape {
                return Err(GameError::StartShape { board: boards.empty, shape });
            }
            shape = empty;
        }
        let target = match self.target_exponent {
            0 => None,
            // An exponent too large for a face becomes face 0, which `Game::new` rejects.
            exponent => Some(1u32.checked_shl(exponent.into()).unwrap_or(0)),
        };
        let objective = match self.objective {
            ValuedObjective::Win | ValuedObjective::Losing => Objective::Win,
            ValuedObjective::Score => Objective::Score,
            ValuedObjective::Moves => Objective::Moves,
            ValuedObjective::Fewest => Objective::Fewest,
        };
        let starts = boards.map_or(Vec::new(), |boards| boards.starts);
        let Self { discount, spawn_four, .. } = self;
        let game = Game::new_from(shape, objective, target, discount, spawn_four, &starts)?;
        match self.objective {
            ValuedObjective::Losing => ValuedGame::losing(game).ok_or(GameError::DiscountedLosing),
            _ => Ok(game.into()),
        }
    }
}

impl From<&ValuedGame> for GameRecord {
    fn from(valued_game: &ValuedGame) -> Self {
        let game = valued_game.game();
        let objective = match game.objective() {
            Objective::Win if valued_game.is_losing() => ValuedObjective::Losing,
            Objective::Win => ValuedObjective::Win,
            Objective::Score => ValuedObjective::Score,
            Objective::Moves => ValuedObjective::Moves,
            Objective::Fewest => ValuedObjective::Fewest,
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

#[cfg(test)]
mod tests {
    use mdp2048_rules::Shape;
    use serde::de::IntoDeserializer as _;

    use super::*;

    fn bytes(game: &ValuedGame) -> Vec<u8> {
        postcard::to_allocvec(game).expect("bytes")
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let (win, board) = (Objective::Win, "0 2/4 2".parse().expect("a board"));
        let new = |objective, target, discount| {
            Game::new(Shape::TWO_BY_TWO, objective, target, discount, 0.25).expect("a game")
        };
        let losing = ValuedGame::losing(new(win, Some(16), 1.0)).expect("a win game");
        let games = [
            new(win, Some(16), 0.5),
            new(Objective::Score, None, 1.0),
            new(Objective::Moves, Some(8), 1.0),
            new(Objective::Fewest, Some(16), 1.0),
            new(win, Some(16), 1.0).starting_from(&[board, board]).expect("a game"),
            Game::on_named_board("L3", win, Some(512), 1.0, 0.1).expect("a formation"),
        ];
        // Only games that need them have boards.
        assert!(bytes(&games[0].into())[0] == 2 && bytes(&games[4].into())[0] == HAS_BOARDS | 2);
        for valued_game in games.map(ValuedGame::from).into_iter().chain([losing]) {
            let written = bytes(&valued_game);
            assert_eq!(postcard::from_bytes(&written), Ok(valued_game));
            if valued_game != losing {
                let game = valued_game.game();
                assert_eq!(postcard::to_allocvec(game).as_ref(), Ok(&written));
                assert_eq!(postcard::from_bytes(&written), Ok(*game));
            }
            let cut = postcard::from_bytes::<ValuedGame>(&written[..written.len() - 1]);
            assert!(cut.is_err(), "{valued_game:?}");
        }
    }

    #[test]
    fn records_of_no_game_are_refused() {
        let game = Game::reach(Shape::TWO_BY_TWO, 16).expect("a game");
        let good = bytes(&game.into());
        let lost = "2 4/4 2".parse().expect("a board");
        let wide = Board::empty(Shape::new(2, 3).expect("a shape"));
        let with = |empty, starts| {
            let rows = HAS_BOARDS | 2;
            let record = GameRecord { rows, ..GameRecord::from(&ValuedGame::from(game)) };
            postcard::to_allocvec(&(record, GameBoards { empty, starts })).expect("bytes")
        };
        let empty = Board::empty(Shape::TWO_BY_TWO);
        assert!(postcard::from_bytes::<Game>(&with(empty, vec![])).is_ok());
        for (index, byte) in [(0, 5), (1, 1), (2, 5), (3, 1), (3, 40)] {
            let mut bad = good.clone();
            bad[index] = byte;
            assert!(postcard::from_bytes::<Game>(&bad).is_err(), "{index}: {byte}");
        }
        assert!(postcard::from_bytes::<Game>(&with(wide, vec![])).is_err());
        assert!(postcard::from_bytes::<Game>(&with(empty, vec![lost])).is_err());
        let unit: serde::de::value::UnitDeserializer<serde::de::value::Error> =
            ().into_deserializer();
        let message = Game::deserialize(unit).expect_err("no fields").to_string();
        assert_eq!(message, "invalid type: unit value, expected the fields of a game");
    }
}
