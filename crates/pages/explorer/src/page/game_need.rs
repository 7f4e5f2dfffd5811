//! What is known of a game that is not solved yet.

use mdp2048_model::Game;

use super::{SolveNeed, megabytes};
use crate::url::named_game;

/// What is known of a game before it is solved.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum GameNeed {
    /// The estimate is not there yet.
    #[default]
    Unknown,
    /// The estimate.
    Known(SolveNeed),
    /// The estimate in single precision, and the bytes in double precision, which are too many.
    OnlySingle(SolveNeed, f64),
    /// The game is too large for a page, for this reason. The worker that says so is as good for
    /// another game.
    TooLarge(String),
    /// There is no estimate, for this reason, which may be gone at another attempt.
    Failed(String),
}

/// The policy files of games that are too large for a page to solve. Those of formations hold the
/// values of all moves, the others those of the best moves only.
const FILES: [&str; 6] = [
    "3x4_to_256",
    "3x4_to_512",
    "4x4_to_32_discount_0.99",
    "4x4_to_64_discount_0.99",
    "L3_to_256",
    "L3_to_512",
];

/// The name of the policy file of a game, if the page has one.
pub(super) fn policy_file(game: &Game) -> Option<&'static str> {
    FILES.into_iter().find(|file| game_of(file).as_ref() == Some(game))
}

/// The game of a policy file.
fn game_of(file: &str) -> Option<Game> {
    match file.split_once("_discount_") {
        Some((name, discount)) => named_game(name)?.discounted(discount.parse().ok()?).ok(),
        None => named_game(file),
    }
}

impl GameNeed {
    /// The need of a game that does not fit into the limit in double precision.
    pub(super) fn in_single(single: SolveNeed, double: SolveNeed, limit: f64) -> Self {
        if single.exceeds(limit) {
            let size = megabytes(single.bytes());
            Self::TooLarge(format!(
                "it needs {size} of memory, more than a page may use here: choose a smaller board \
                 or target"
            ))
        } else {
            Self::OnlySingle(single, double.bytes())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(bytes: f64) -> SolveNeed {
        SolveNeed { bytes: [bytes; 2], states: [10.0, 20.0] }
    }

    #[test]
    fn policy_files_are_of_games_with_the_usual_rules() {
        for file in FILES {
            let game = game_of(file).unwrap();
            assert_eq!(policy_file(&game), Some(file));
            assert_eq!(policy_file(&game.discounted(0.5).unwrap()), None);
        }
    }

    #[test]
    fn a_game_that_fits_only_in_single_precision_or_not_at_all_says_so() {
        let (double, single) = (need(8e9), need(4e9));
        let fits = GameNeed::in_single(single, double, 5e9);
        assert_eq!(fits, GameNeed::OnlySingle(single, 8e9));
        let too_large = GameNeed::in_single(single, double, 3e9);
        let expected = "it needs 4.0 GB of memory, more than a page may use here: choose a smaller \
                        board or target";
        assert_eq!(too_large, GameNeed::TooLarge(expected.to_owned()));
    }
}
