//! How many moves games take, as a sentence.

use mdp2048_model::{Game, RestOfGame};

/// The expected number of moves from a board on under the optimal policy, as a sentence, and
/// beside it that of a bag of the same tiles if the game has a target. Only where the win is
/// certain is the second a bound of the first: lost games end early.
pub fn rest_of_game(game: &Game, rest: &RestOfGame, in_a_bag: Option<f64>) -> String {
    let moves = rest.moves;
    match (in_a_bag, game.target()) {
        (Some(in_a_bag), Some(_)) if !rest.can_lose => format!(
            "From here the optimal policy needs {moves:.1} moves on average. No player needs fewer \
             than {in_a_bag:.1}, the number in a bag."
        ),
        (Some(in_a_bag), Some(target)) => format!(
            "From here games last {moves:.1} moves on average, until they are won or lost. In a \
             bag, where no game is lost, reaching {} takes {in_a_bag:.1} moves.",
            target.face()
        ),
        _ => format!("From here games last {moves:.1} moves on average."),
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Objective;
    use mdp2048_rules::Shape;

    use super::*;

    #[test]
    fn a_bound_is_claimed_only_where_the_win_is_certain() {
        let game = Game::reach(Shape::THREE_BY_THREE, 32).unwrap();
        let certain = RestOfGame { moves: 17.26, win: 1.0, can_lose: false };
        let uncertain = RestOfGame { can_lose: true, ..certain };
        assert_eq!(
            rest_of_game(&game, &certain, Some(16.4463)),
            "From here the optimal policy needs 17.3 moves on average. No player needs fewer than \
             16.4, the number in a bag."
        );
        assert_eq!(
            rest_of_game(&game, &uncertain, Some(16.4463)),
            "From here games last 17.3 moves on average, until they are won or lost. In a bag, \
             where no game is lost, reaching 32 takes 16.4 moves."
        );
        let score = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
        let text = rest_of_game(&score, &uncertain, None);
        assert_eq!(text, "From here games last 17.3 moves on average.");
    }
}
