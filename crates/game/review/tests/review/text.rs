use mdp2048_model::{Game, Status};
use mdp2048_review::RecordedGame;
use mdp2048_rules::{Action, Shape};
use proptest::prelude::proptest;

fn game() -> Game {
    Game::reach(Shape::TWO_BY_TWO, 8).expect("a game")
}

/// A game as `mdp2048 play` prints it.
const PRINTED: &str = "\
2x2 to 8, seed 42

1  0 2/2 0  left     loses 0
2  2 2/2 0  right    loses 0
3  2 4/0 2  down     loses 0
4  2 4/2 2  up       loses 0
5  4 4/4 2  right    loses 0
   2 8/4 2

Won in 5 moves.
";

#[test]
fn a_printed_replay_is_a_game() {
    let record = RecordedGame::parse(&game(), PRINTED).unwrap();
    assert_eq!((record.moves().len(), record.status()), (5, Status::Won));
    assert_eq!(record.last().to_string(), "2 8/4 2");
    let text = PRINTED.replace("3  2 4/0 2", "3  4 2/2 0");
    let error = RecordedGame::parse(&game(), &text).unwrap_err().to_string();
    assert!(error.starts_with("move 2, right on 2 2/2 0, cannot lead to 4 2/2 0"), "{error}");
}

#[test]
fn headings_numbers_and_values_are_optional() {
    let whole =
        RecordedGame::parse(&game(), "2x2 to 8, seed 42\n\n1  0 2/2 0  left  100 %\n   2 0/2 2\n")
            .unwrap();
    let bare = RecordedGame::parse(&game(), "0 2/2 0 L\n2 0/2 2").unwrap();
    assert_eq!(whole, bare);
    assert_eq!((bare.moves().len(), bare.moves()[0].action), (1, Action::Left));
    assert_eq!((bare.last().to_string().as_str(), bare.status()), ("2 0/2 2", Status::Playing));
    let only_board = RecordedGame::parse(&game(), "0 2/2 0").unwrap();
    assert_eq!(only_board.first(), only_board.last());
}

#[test]
fn faults_are_named_with_their_line() {
    for (text, message) in [
        ("", "write a line for each move"),
        ("2x2 to 16, seed 1\n0 2/2 0", "a game of 2x2 to 16, not of 2x2 to 8"),
        ("0 2/2 0 left\nhello", "line 2 is neither"),
        ("0 2/2 0\n0 2/2 0", "line 2 follows"),
        ("0 2/2 0 left", "add the board that followed"),
        ("0 2/2 0 left\n0 2 0/2 0 0", "board 2 is 2x3"),
        ("2 0/2 0 left\n2 0/2 2", "move 1, left, does not change"),
        ("8 0/2 0 right\n0 8/2 2", "move 1 follows a board on which the game is over"),
        ("0 2/2 0 left\n2 0/2 8", "and one more tile, a 2 or a 4"),
    ] {
        let error = RecordedGame::parse(&game(), text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn reading_never_panics(text in "[0-9 /a-z,%\n]{0,60}") {
        let _ = RecordedGame::parse(&game(), &text);
    }
}
