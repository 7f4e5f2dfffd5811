//! Boards that are typed, pasted, turned, drawn at random or impossible.

use mdp2048_display::Reducer as _;
use mdp2048_explorer::{
    Exploration, ExploreEvent, KnownValues, Mode, Obstacle, PastedBoard, PastedError, TextSource,
    pasted_game, random_position, read_pasted,
};
use mdp2048_model::{Game, PlainSolution, Seed, Status, Values};
use mdp2048_rules::{Action, Board, CanonicalState, Exponent, Shape};
use proptest::prelude::{any, proptest};

use crate::{solved, solved_game};

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

#[test]
fn a_pasted_board_of_another_shape_has_a_target_to_reach() {
    let paste = |game: &str, text: &str| {
        let read = ExploreEvent::ReadBoard(vec![text.to_owned()]);
        Exploration::open(&format!("#/explore?game={game}")).after(read).game().to_string()
    };
    assert_eq!(paste("2x2_to_32", "0 4 4/2 32 128/2 64 256"), "3x3 to 512");
    assert_eq!(paste("2x2_to_32", "0 4 4/2 2 8/2 2 16"), "3x3 to 32");
    // No larger tile can be reached.
    assert_eq!(paste("2x2_to_32", "0 4 4/2 2 8/2 2 1024"), "3x3 to 32");
}

#[test]
fn boards_are_pasted_with_any_common_separators() {
    let nine = Shape::THREE_BY_THREE;
    for text in [
        "0 2 0/0 64 4/0 8 8",
        "0 2 0 0 64 4 0 8 8",
        "0,2,0,0,64,4,0,8,8",
        "0 2 0\n0 64 4\n0 8 8\n",
        "0\t2\t0\n0\t64\t4\n0\t8\t8",
        "\t2\t\n\t64\t4\n\t8\t8",
        "[[0, 2, 0], [0, 64, 4], [0, 8, 8]]",
        "{{0,2,0},{0,64,4},{0,8,8}}",
        "| . | 2 | . |\n| . | 64 | 4 |\n| . | 8 | 8 |",
        "|   |  2 |   |\n|---|---|---|\n|   | 64 | 4 |\n|   | 8 | 8 |",
        "+----+\n- 2 -\n_ 64 4\n. 8 8",
        "0,2,0;0,64,4;0,8,8",
        "010062033",
        "[0, 1, 0, 0, 6, 2, 0, 3, 3]",
        "array([[0, 2, 0],\n       [0, 64, 4],\n       [0, 8, 8]])",
    ] {
        let text = text.trim_start_matches("+----+\n");
        let expected = Ok(PastedBoard {
            board: board("0 2 0/0 64 4/0 8 8"),
            is_exponents: !text.contains("64"),
        });
        let text = text.trim_start_matches("array");
        assert_eq!(read_pasted(text, nine), expected, "{text}");
    }
    let tiles = |text| Ok(PastedBoard { board: board(text), is_exponents: false });
    assert_eq!(read_pasted("2 4 8 16", nine), tiles("2 4/8 16"));
    assert_eq!(read_pasted("2 4 8 16 2 4", nine), tiles("2 4 8/16 2 4"));
    let tall = Shape::new(3, 2).expect("a shape");
    assert_eq!(read_pasted("2 4 8 16 2 4", tall), tiles("2 4/8 16/2 4"));
    assert_eq!(read_pasted("2 4 9 16", nine), Err(PastedError::Tile("9".to_owned())));
    assert_eq!(read_pasted("2 four", nine), Err(PastedError::Tile("four".to_owned())));
    assert_eq!(read_pasted("2 4 8", nine), Err(PastedError::Cells(3)));
    assert_eq!(read_pasted("", nine), Err(PastedError::Cells(0)));
    assert_eq!(read_pasted("2 4 8/2 4", nine), Err(PastedError::Ragged));
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic(text in "[ -~\n\t·]{0,60}") {
        let _ = read_pasted(&text, Shape::THREE_BY_THREE);
    }

    #[test]
    fn printed_boards_are_pasted(key in any::<u64>(), rows in 2u8..=4, cols in 2u8..=4) {
        let shape = Shape::new(rows, cols).expect("a shape");
        let key = key & (u64::MAX >> (64 - 4 * shape.cells()));
        let board = Board::from_key(shape, key).expect("a board");
        let faces = board.to_string();
        let expected = Ok(PastedBoard { board, is_exponents: false });
        assert_eq!(read_pasted(&faces, shape), expected);
        let lines = faces.replace('/', "\n").replace(' ', ", ");
        assert_eq!(read_pasted(&lines, Shape::TWO_BY_TWO), expected);
    }

    #[test]
    fn random_positions_are_reachable(seed in any::<u32>()) {
        static SOLVED: std::sync::LazyLock<PlainSolution> = std::sync::LazyLock::new(|| {
            PlainSolution::solve(&Game::reach(Shape::new(2, 3).unwrap(), 64).unwrap())
        });
        let game = *SOLVED.game();
        let board = random_position(&game, Seed::from(seed)).expect("a position");
        assert_eq!(game.status(board), Status::Playing);
        assert!(SOLVED.value(CanonicalState::of(board).0).is_some(), "{board}");
    }
}

/// The values of a solution for a board, as a worker sends them.
pub(crate) fn answer(solution: &impl Values, board: Board) -> [f64; 4] {
    let values = solution.action_values_at(board).map(|it| it.expected_returns());
    values.unwrap_or([None; 4]).map(|value| value.unwrap_or(f64::NAN))
}

#[test]
fn impossible_boards_have_a_next_step_that_helps() {
    let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
    let solution = PlainSolution::solve(&game);
    let check = |text: &str, expected: Obstacle, label: &str| {
        let mut known = KnownValues::new(*solution.valued_game(), solution.start_return());
        let board = board(text);
        known.insert(board, answer(&solution, board));
        let obstacle = Obstacle::of(&game, board, Some(&known)).expect("an obstacle");
        assert_eq!(obstacle, expected, "{text}");
        let remedy = obstacle.remedy(&game, board).expect("a remedy");
        assert_eq!(remedy.label, label);
        // Following the remedies leads to a position, or to one that no game reaches.
        let (mut game, mut board) = (remedy.game, remedy.board);
        for _ in 0..8 {
            let solution = PlainSolution::solve(&game);
            let mut known = KnownValues::new(*solution.valued_game(), solution.start_return());
            known.insert(board, answer(&solution, board));
            let Some(obstacle) = Obstacle::of(&game, board, Some(&known)) else { return };
            if obstacle == Obstacle::Unreachable {
                return;
            }
            let remedy = obstacle.remedy(&game, board).expect("a remedy");
            (game, board) = (remedy.game, remedy.board);
        }
        panic!("{text}: the remedies lead nowhere");
    };
    check("0 0/0 0", Obstacle::FewTiles, "Place a 2 on row 1, column 1");
    check("0 2/0 0", Obstacle::FewTiles, "Place a 2 on row 1, column 1");
    let large = Obstacle::LargeTile(Exponent::from_face(64).unwrap());
    check("0 64/2 0", large, "Replace the 64 on row 1, column 2 by 8");
    let won = Obstacle::Won(Exponent::from_face(16).unwrap());
    check("0 16/2 0", won, "Choose the target 32");
    check("2 4/4 2", Obstacle::Lost, "Remove the 2 on row 1, column 1");
    check("8 8/0 0", Obstacle::NoRandomTile, "Place a 2 on row 2, column 1");
    let mut known = KnownValues::new(*solution.valued_game(), solution.start_return());
    let unreachable = board("8 8/8 2");
    known.insert(unreachable, answer(&solution, unreachable));
    let obstacle = Obstacle::of(&game, unreachable, Some(&known));
    assert_eq!(obstacle, Some(Obstacle::Unreachable));
}

#[test]
fn tiles_are_typed_and_placed() {
    let mut view = Exploration::open("#/explore?game=3x3_to_512&state=000000000");
    let mut send = |event| {
        view = view.clone().after(event);
        view.board().to_string()
    };
    let digit = ExploreEvent::TypeDigit;
    assert_eq!(send(digit('6')), "0 0 0/0 0 0/0 0 0");
    assert_eq!(send(digit('4')), "64 0 0/0 0 0/0 0 0");
    assert_eq!(send(digit('2')), "2 0 0/0 0 0/0 0 0");
    assert_eq!(send(digit('5')), "2 0 0/0 0 0/0 0 0");
    assert_eq!(send(digit('6')), "256 0 0/0 0 0/0 0 0");
    send(ExploreEvent::WalkCells(Action::Down));
    send(ExploreEvent::WalkCells(Action::Right));
    assert_eq!(send(digit('1')), "256 0 0/0 0 0/0 0 0");
    assert_eq!(send(digit('6')), "256 0 0/0 16 0/0 0 0");
    assert_eq!(send(ExploreEvent::Resize(true)), "256 0 0/0 32 0/0 0 0");
    assert_eq!(send(ExploreEvent::ChooseCell(0)), "256 0 0/0 32 0/0 0 0");
    assert_eq!(send(digit('0')), "0 0 0/0 32 0/0 0 0");
    assert_eq!(send(ExploreEvent::Place(Exponent::FOUR)), "4 0 0/0 32 0/0 0 0");
    assert_eq!(send(ExploreEvent::ReadBoard(vec!["2 4, 8 16".into()])), "2 4/8 16");
    assert_eq!(view.game().to_string(), "2x2 to 32");
    let reading = view.reading(TextSource::Board).expect("a reading");
    assert_eq!(reading.text, "Position read: 2x2, tile sum 30. The game is now 2x2 to 32.");
}

/// What is said of texts that are given to a field.
fn reading(view: &Exploration, field: TextSource) -> (bool, &str) {
    let reading = view.reading(field).expect("a reading");
    (reading.is_read, &reading.text)
}

#[test]
fn boards_are_read_from_the_first_text_that_is_one() {
    let read = |view: &Exploration, texts: &[&str]| {
        let texts = texts.iter().map(|&it| it.to_owned()).collect();
        view.clone().after(ExploreEvent::ReadBoard(texts))
    };
    let view = Exploration::open("#/explore?game=3x3_to_512&state=000000000");
    let board = "0 2 0/0 64 4/0 8 16";
    let view = read(&view, &["0 2 0/0 64 4/0 8 80 2 0/0 64 4/0 8 16", board]);
    assert_eq!(view.board().to_string(), board);
    assert_eq!(reading(&view, TextSource::Board), (true, "Position read: 3x3, tile sum 94."));
    assert_eq!((view.reading(TextSource::Game), view.notes().count()), (None, 0));
    // Without any, the board stays, and the first text is meant.
    let view = read(&view, &["0 2 0/0 64 4/0 8 nine", "nine"]);
    assert_eq!(view.board().to_string(), board);
    let expected = "'nine' is not a tile: write 0 for an empty cell, x for a locked one, else 2, \
                    4, 8 and so on.";
    assert_eq!(reading(&view, TextSource::Board), (false, expected));
    let view = read(&view, &["2 ".repeat(100_000).as_str()]);
    assert!(reading(&view, TextSource::Board).1.contains("longer than a board"));
    // What was said ends with the next input; an empty text is none.
    let view = view.after(ExploreEvent::Clear);
    assert_eq!(view.reading(TextSource::Board), None);
    assert_eq!(read(&view, &["", " "]).reading(TextSource::Board), None);
}

#[test]
fn a_board_of_another_shape_has_the_game_that_is_solved_or_the_usual_target() {
    let game = |shape: &str, target| Game::reach(shape.parse().unwrap(), target).unwrap();
    let paste =
        |view: Exploration, text: &str| view.after(ExploreEvent::ReadBoard(vec![text.to_owned()]));
    let real = "2 0 0 0/4 2 0 0/8 32 64 16/256 512 1024 2048";
    let opened = Exploration::open("#/explore?game=3x3_to_256");
    let of_real = paste(opened.clone(), real);
    assert_eq!(of_real.game().to_string(), "4x4, highest score");
    for (text, expected) in [("0 2 0/0 64 4/0 8 8", game("3x3", 512)), ("2 4/0 8", game("2x2", 32))]
    {
        assert_eq!(*paste(of_real.clone(), text).game(), expected, "{text}");
    }
    let of = solved_game(game("3x3", 256).into(), 0.9);
    let solved = paste(solved(opened, of), real);
    let back = paste(solved, "0 2 0/0 64 4/0 8 8");
    assert_eq!(*back.game(), game("3x3", 256));
    assert!(back.solution().is_some());
}

#[test]
fn a_board_of_exponents_is_called_so_and_can_be_read_as_tiles() {
    let read = |text: &str| {
        let view = Exploration::open("#/explore?game=3x3_to_512");
        view.after(ExploreEvent::ReadBoard(vec![text.to_owned()]))
    };
    let view = read("024002080");
    assert_eq!(view.board().to_string(), "0 4 16/0 0 4/0 256 0");
    let text = "Position read as exponents (2 4 8 → 4 16 256): 3x3, tile sum 280.";
    assert_eq!(reading(&view, TextSource::Board), (true, text));
    let other = view.reading(TextSource::Board).and_then(|it| it.other.clone()).expect("a board");
    assert_eq!(other.label, "Read as tiles: 0 2 4/0 0 2/0 8 0");
    let view = view.after(ExploreEvent::Remedy(other));
    assert_eq!(view.board().to_string(), "0 2 4/0 0 2/0 8 0");
    assert_eq!(view.reading(TextSource::Board), None);
    // 1 and 3 are no tiles, and faces are no exponents.
    let view = read("1 2 3/0 0 0/0 0 1");
    let text = "Position read as exponents (1 2 3 → 2 4 8): 3x3, tile sum 16.";
    assert_eq!(reading(&view, TextSource::Board), (true, text));
    assert_eq!(view.reading(TextSource::Board).and_then(|it| it.other.clone()), None);
    let view = read("2 4 8/0 0 0/0 0 2");
    assert_eq!(reading(&view, TextSource::Board), (true, "Position read: 3x3, tile sum 16."));
}

#[test]
fn loaded_games_are_announced() {
    let view = Exploration::open("#/explore?game=2x2_to_8&seed=3");
    let load = |text: &str| view.clone().after(ExploreEvent::LoadGame(text.to_owned()));
    let text = "2x2 to 8, seed 42\n\n1  0 2/2 0  left\n   2 2/2 0\n";
    let loaded = load(text);
    let expected = "Game of 1 move read: seed 42, not over.";
    assert_eq!(reading(&loaded, TextSource::Game), (true, expected));
    assert_eq!((loaded.seed(), loaded.mode()), (Seed::from(42), Mode::Play));
    let json = r#"{"game": "2x2 to 8", "seed": 7, "outcome": "won", "steps": [
        {"board": "2201", "action": "left"}], "final": "3011"}"#;
    let loaded = load(json);
    assert_eq!(reading(&loaded, TextSource::Game), (true, "Game of 1 move read: seed 7, won."));
    assert_eq!(loaded.line().board_at(1).hex(), "3011");
    // A game that is pasted behind another one, and a text that completes the one before.
    let game = view.game();
    let whole = format!("{text}{json}");
    assert_eq!(pasted_game(game, json.to_owned(), whole.clone()), json);
    assert_eq!(pasted_game(game, "\n2 2/2 0".to_owned(), whole.clone()), "\n2 2/2 0");
    assert_eq!(pasted_game(game, "2 2/2 0 left".to_owned(), whole.clone()), whole);
    let loaded = load(&json.replace("\"seed\": 7,", ""));
    assert_eq!(reading(&loaded, TextSource::Game), (true, "Game of 1 move read: won."));
    assert_eq!(loaded.seed(), Seed::from(3));
    for (bad, expected) in [
        (text.replace("to 8", "to 16"), "The text is a game of 2x2 to 16, not of 2x2 to 8."),
        (json.replace("to 8", "to 16"), "The text is a game of 2x2 to 16, not of 2x2 to 8."),
        (json.replace("2201", "22"), "'22' is not a 2x2 board"),
        (json.replace("final", "last"), "The JSON is not a game at line 2, column"),
        ("0 2/2 0 left\n".repeat(100_000), "The text is longer than a game: give one with"),
    ] {
        let view = load(&bad);
        let (is_read, said) = reading(&view, TextSource::Game);
        assert!(!is_read && said.contains(expected), "{said}");
        assert_eq!((view.line().moves().len(), view.seed()), (0, Seed::from(3)), "{said}");
    }
}
