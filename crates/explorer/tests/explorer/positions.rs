//! Boards that are typed, pasted, turned, drawn at random or impossible.

use mdp2048_explorer::{
    Exploration, ExploreEvent, KnownValues, Obstacle, PastedError, Turn, random_position,
    read_pasted,
};
use mdp2048_model::{Game, PlainSolution, Seed, Status, Values};
use mdp2048_rules::{Action, Board, CanonicalState, Exponent, Shape};
use proptest::prelude::{any, proptest};

fn board(text: &str) -> Board {
    text.parse().expect("a board")
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
        let expected = Ok(board("0 2 0/0 64 4/0 8 8"));
        let text = text.trim_start_matches("array");
        assert_eq!(read_pasted(text, nine), expected, "{text}");
    }
    assert_eq!(read_pasted("2 4 8 16", nine), Ok(board("2 4/8 16")));
    assert_eq!(read_pasted("2 4 8 16 2 4", nine), Ok(board("2 4 8/16 2 4")));
    let tall = Shape::new(3, 2).expect("a shape");
    assert_eq!(read_pasted("2 4 8 16 2 4", tall), Ok(board("2 4/8 16/2 4")));
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
        assert_eq!(read_pasted(&faces, shape), Ok(board));
        let lines = faces.replace('/', "\n").replace(' ', ", ");
        assert_eq!(read_pasted(&lines, Shape::TWO_BY_TWO), Ok(board));
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

#[test]
fn boards_are_turned() {
    let square = board("2 4 8/0 0 0/0 0 16");
    assert_eq!(Turn::Rotate.of(square), board("0 0 2/0 0 4/16 0 8"));
    assert_eq!(Turn::Mirror.of(square), board("8 4 2/0 0 0/16 0 0"));
    assert_eq!(Turn::Rotate.of(board("2 4 8/0 0 16")), board("16 0 0/8 4 2"));
    assert_eq!(Turn::Clear.of(square), Board::empty(Shape::THREE_BY_THREE));
    let four_turns = (0..4).fold(square, |board, _| Turn::Rotate.of(board));
    assert_eq!(four_turns, square);
}

/// The values of a solution for a board, as a worker sends them.
pub(crate) fn answer(solution: &PlainSolution, board: Board) -> [f64; 4] {
    let (state, symmetry) = CanonicalState::of(board);
    let values = solution.action_values(state).map(|it| it.before(symmetry));
    Action::ALL.map(|it| values.and_then(|values| values.get(it)).unwrap_or(f64::NAN))
}

#[test]
fn impossible_boards_have_a_next_step_that_helps() {
    let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
    let solution = PlainSolution::solve(&game);
    let check = |text: &str, expected: Obstacle, label: &str| {
        let mut known = KnownValues::new(*solution.valued_game(), solution.start_value());
        let board = board(text);
        let mut insert = |board| known.insert(board, answer(&solution, board));
        insert(board);
        let obstacle = Obstacle::of(&game, board, Some(&known)).expect("an obstacle");
        assert_eq!(obstacle, expected, "{text}");
        for board in obstacle.candidates(&game, board) {
            known.insert(board, answer(&solution, board));
        }
        let remedy = obstacle.remedy(&game, board, Some(&known)).expect("a remedy");
        assert_eq!(remedy.label, label);
        // Following the remedies leads to a position.
        let (mut game, mut board) = (remedy.game, remedy.board);
        for _ in 0..8 {
            let solution = PlainSolution::solve(&game);
            let mut known = KnownValues::new(*solution.valued_game(), solution.start_value());
            known.insert(board, answer(&solution, board));
            let Some(obstacle) = Obstacle::of(&game, board, Some(&known)) else { return };
            for board in obstacle.candidates(&game, board) {
                known.insert(board, answer(&solution, board));
            }
            let remedy = obstacle.remedy(&game, board, Some(&known)).expect("a remedy");
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
    check("8 8/8 2", Obstacle::Unreachable, "Replace the 8 on row 1, column 2 by 4");
}

#[test]
fn tiles_are_typed_placed_and_swapped() {
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
    send(ExploreEvent::Swap);
    assert_eq!(send(ExploreEvent::ChooseCell(8)), "256 0 0/0 0 0/0 0 32");
    assert_eq!(send(ExploreEvent::ChooseCell(0)), "256 0 0/0 0 0/0 0 32");
    assert_eq!(send(digit('0')), "0 0 0/0 0 0/0 0 32");
    assert_eq!(send(ExploreEvent::Place(Exponent::FOUR)), "4 0 0/0 0 0/0 0 32");
    assert_eq!(send(ExploreEvent::Paste("2 4, 8 16".into())), "2 4/8 16");
    assert_eq!(view.game().to_string(), "2x2 to 32");
    let note = view.notes().next().expect("a note");
    assert_eq!(note, "The board is now 2x2.");
}
