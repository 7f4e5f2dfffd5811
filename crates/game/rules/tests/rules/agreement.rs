//! The packed board compared with a second implementation of the rules: a grid of faces, written
//! from the description of the game.

use mdp2048_rules::{Action, Afterstate, Board, CanonicalState, Cell, Exponent, Shape, Symmetry};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

/// The faces by row and column.
type Grid = Vec<Vec<u32>>;

/// The board after a slide and the points by the implementation under test, or `None` if the action
/// is not allowed.
fn packed_slide(grid: &Grid, action: Action) -> Option<(Grid, u32)> {
    let slide = pack(grid).slide(action)?;
    Some((unpack(slide.after.board()), slide.points))
}

/// The second implementation. It reflects the grid so that the action becomes a slide to the left,
/// slides each row, and reflects the grid back.
fn plain_slide(grid: &Grid, action: Action) -> Option<(Grid, u32)> {
    let reflected = match action {
        Action::Left => grid.clone(),
        Action::Right => mirror(grid),
        Action::Up => transpose(grid),
        Action::Down => mirror(&transpose(grid)),
    };
    let mut points = 0;
    let slid: Grid = reflected
        .iter()
        .map(|row| {
            let mut tiles: Vec<u32> = row.iter().copied().filter(|&face| face > 0).collect();
            let mut at = 0;
            while at + 1 < tiles.len() {
                if tiles[at] == tiles[at + 1] && tiles[at] < 32768 {
                    tiles[at] *= 2;
                    points += tiles.remove(at + 1) * 2;
                }
                at += 1;
            }
            tiles.resize(row.len(), 0);
            tiles
        })
        .collect();
    let back = match action {
        Action::Left => slid,
        Action::Right => mirror(&slid),
        Action::Up => transpose(&slid),
        Action::Down => transpose(&mirror(&slid)),
    };
    (back != *grid).then_some((back, points))
}

fn mirror(grid: &Grid) -> Grid {
    grid.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

fn transpose(grid: &Grid) -> Grid {
    (0..grid[0].len()).map(|c| grid.iter().map(|row| row[c]).collect()).collect()
}

fn pack(grid: &Grid) -> Board {
    let rows: Vec<String> = grid
        .iter()
        .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    rows.join("/").parse().unwrap()
}

fn unpack(board: Board) -> Grid {
    let faces: Vec<u32> = board.tiles().map(Exponent::face).collect();
    faces.chunks(board.shape().cols()).map(<[u32]>::to_vec).collect()
}

/// Boards of every shape. Many have few distinct tiles, so that many tiles merge.
fn boards() -> impl Strategy<Value = Board> {
    let shapes: Vec<Shape> = Shape::all().collect();
    (select(shapes), select(vec![2u8, 4, 15])).prop_flat_map(|(shape, largest)| {
        let tiles = vec(0..=largest, shape.cells());
        (Just(shape), tiles).prop_map(|(shape, tiles)| {
            let tiles: Vec<Exponent> =
                tiles.into_iter().map(|tile| Exponent::new(tile).unwrap()).collect();
            Board::from_exponents(shape, &tiles).unwrap()
        })
    })
}

fn actions() -> impl Strategy<Value = Action> {
    select(Action::ALL.to_vec())
}

#[test]
fn known_slides() {
    let grid = |text: &str| unpack(text.parse().unwrap());
    for (before, action, expected) in [
        ("0 2 0/0 64 4/0 8 8", Action::Right, Some(("0 0 2/0 64 4/0 0 16", 16))),
        ("0 2 0/0 64 4/0 8 8", Action::Left, Some(("2 0 0/64 4 0/16 0 0", 16))),
        ("0 2 0/0 64 4/0 8 8", Action::Up, Some(("0 2 4/0 64 8/0 8 0", 0))),
        ("0 2 0/0 64 4/0 8 8", Action::Down, None),
        (
            "2 2 2 2/4 4 8 0/8 4 4 0/2 0 2 4",
            Action::Left,
            Some(("4 4 0 0/8 8 0 0/8 8 0 0/4 4 0 0", 28)),
        ),
        ("2 2 2 0/0 0 0 0", Action::Right, Some(("0 0 2 4/0 0 0 0", 4))),
        ("2 4/8 16", Action::Up, None),
        ("32768 32768/0 0", Action::Left, None),
    ] {
        let expected = expected.map(|(text, points)| (grid(text), points));
        for slide in [packed_slide, plain_slide] {
            assert_eq!(slide(&grid(before), action), expected, "{before} {action}");
        }
    }
}

#[test]
fn values_show_as_text() {
    let (state, _) = CanonicalState::of("4 2/2 0".parse().unwrap());
    let text = format!("{:>5}, {state}, {state:?}, {}", Action::Up, state.board().tile_sum());
    assert_eq!(text, "   up, 0 2/2 4, \"0 2/2 4\", 8");
}

#[test]
fn every_2x2_and_2x3_board_slides_equally() {
    for (shape, digits) in [("2x2", 5u64), ("2x3", 5)] {
        let shape: Shape = shape.parse().unwrap();
        let cells = shape.cells() as u32;
        for number in 0..digits.pow(cells) {
            let key = (0..cells).fold(0, |key, i| (key << 4) | (number / digits.pow(i) % digits));
            let grid = unpack(Board::from_key(shape, key).unwrap());
            for action in Action::ALL {
                assert_eq!(packed_slide(&grid, action), plain_slide(&grid, action), "{grid:?}");
            }
        }
    }
}

proptest! {
    #[test]
    fn packed_and_plain_slides_are_equal(board in boards(), action in actions()) {
        let grid = unpack(board);
        prop_assert_eq!(packed_slide(&grid, action), plain_slide(&grid, action));
    }

    #[test]
    fn a_board_can_move_if_an_action_is_allowed(board in boards()) {
        let can_move = Action::ALL.into_iter().any(|action| board.slide(action).is_some());
        prop_assert_eq!(board.can_move(), can_move);
    }

    #[test]
    fn sliding_commutes_with_every_symmetry(board in boards(), action in actions()) {
        for &symmetry in Symmetry::of(board.shape()) {
            let moved = symmetry.board(board).slide(symmetry.action(action));
            let slid = board.slide(action);
            prop_assert_eq!(
                moved.map(|slide| slide.after.board()),
                slid.map(|slide| symmetry.board(slide.after.board()))
            );
            prop_assert_eq!(moved.map(|slide| slide.points), slid.map(|slide| slide.points));
        }
    }

    #[test]
    fn empty_cells_are_those_without_a_tile(board in boards()) {
        let empty: Vec<Cell> =
            (0..board.shape().cells()).filter(|&cell| board.tile(cell).is_empty()).collect();
        prop_assert_eq!(board.empty_cells().collect::<Vec<_>>(), &*empty);
        prop_assert_eq!(board.empty_cells().len(), empty.len());
        prop_assert_eq!(board.empty_cells().count(), empty.len());
    }

    #[test]
    fn locked_cells_are_not_free(board in boards()) {
        let Ok(board) = board.with_largest_locked() else { return Ok(()) };
        let tiles = board.tiles().enumerate();
        let free = tiles.filter(|&(cell, _)| !board.shape().is_locked(cell)).map(|(_, tile)| tile);
        let free: Vec<Exponent> = free.collect();
        prop_assert_eq!(board.free_tiles().collect::<Vec<_>>(), &*free);
        prop_assert_eq!(board.tile_sum().get(), free.iter().map(|tile| tile.face()).sum::<u32>());
        prop_assert_eq!(Some(board.largest()), free.into_iter().max());
        for &symmetry in Symmetry::of(board.shape()) {
            let is_locked = |cell| board.shape().is_locked(cell);
            let keeps = |cell| is_locked(cell) == is_locked(symmetry.cell(board.shape(), cell));
            prop_assert!((0..board.shape().cells()).all(keeps));
        }
    }

    #[test]
    fn sliding_keeps_the_tile_sum(board in boards(), action in actions()) {
        if let Some(slide) = board.slide(action) {
            prop_assert_eq!(slide.after.board().tile_sum(), board.tile_sum());
        }
    }

    #[test]
    fn a_random_tile_adds_its_face_to_the_tile_sum(board in boards()) {
        let after = Afterstate::new(board);
        for cell in 0..board.shape().cells() {
            for tile in [Exponent::TWO, Exponent::FOUR] {
                let placed = after.place(cell, tile);
                prop_assert_eq!(placed.is_some(), board.tile(cell).is_empty());
                if let Some(placed) = placed {
                    prop_assert_eq!(placed.tile_sum().get(), board.tile_sum().get() + tile.face());
                    prop_assert_eq!(placed.tile_sum(), board.tile_sum().plus(tile));
                }
            }
        }
    }

    #[test]
    fn motions_give_the_board_after_the_slide(board in boards(), action in actions()) {
        let Some(slide) = board.slide(action) else { return Ok(()) };
        let motions = board.motions(action);
        prop_assert_eq!(motions.len(), board.tiles().filter(|tile| !tile.is_empty()).count());
        let mut faces = vec![0; board.shape().cells()];
        for motion in &motions {
            faces[motion.to] += board.tile(motion.from).face();
            let sharing = motions.iter().filter(|other| other.to == motion.to).count();
            prop_assert_eq!(sharing, if motion.merges { 2 } else { 1 });
        }
        let after: Vec<u32> = slide.after.board().tiles().map(Exponent::face).collect();
        prop_assert_eq!(faces, after);
    }

    #[test]
    fn all_images_have_the_same_canonical_state(board in boards()) {
        for board in [Ok(board), board.with_largest_locked()].into_iter().flatten() {
            let (state, symmetry) = CanonicalState::of(board);
            prop_assert_eq!(symmetry.board(board), state.board());
            prop_assert_eq!(symmetry.inverse().board(state.board()), board);
            prop_assert_eq!(CanonicalState::of(state.board()).0, state);
            let images = Symmetry::of(board.shape()).iter().map(|other| other.board(board));
            let images: Vec<Board> = images.collect();
            prop_assert_eq!(board.images().boards().collect::<Vec<_>>(), &*images);
            for image in images {
                prop_assert_eq!(CanonicalState::of(image).0, state);
                prop_assert!(state.board() <= image);
            }
        }
    }

    #[test]
    fn a_symmetry_and_its_inverse_compose_to_the_identity(board in boards(), action in actions()) {
        for &symmetry in Symmetry::of(board.shape()) {
            prop_assert_eq!(symmetry.inverse().board(symmetry.board(board)), board);
            prop_assert_eq!(symmetry.inverse().action(symmetry.action(action)), action);
        }
    }

    #[test]
    fn text_and_digits_parse_back(board in boards()) {
        prop_assert_eq!(board.to_string().parse(), Ok(board));
        prop_assert_eq!(Board::from_hex(board.shape(), &board.hex()), Ok(board));
        prop_assert_eq!(Board::from_key(board.shape(), board.key()), Some(board));
    }

    #[test]
    fn records_are_read_as_they_were_written(board in boards(), bytes in vec(any::<u8>(), 0..12)) {
        for board in [Ok(board), board.with_largest_locked()].into_iter().flatten() {
            let record = postcard::to_allocvec(&board).unwrap();
            prop_assert_eq!(postcard::from_bytes(&record), Ok(board));
        }
        for tile in board.tiles() {
            let record = postcard::to_allocvec(&tile).unwrap();
            prop_assert_eq!(postcard::from_bytes(&record), Ok(tile));
        }
        prop_assert!(postcard::from_bytes::<Exponent>(&[16]).is_err());
        prop_assert!(postcard::from_bytes::<Board>(&[2, 2, 0x80, 0x80, 0x04]).is_err());
        // Reading never panics.
        let _ = postcard::from_bytes::<Board>(&bytes);
    }

    #[test]
    fn any_text_parses_or_is_an_error(text in "[0-9 /x-]{0,40}", other in any::<String>()) {
        for text in [text, other] {
            if let Ok(board) = text.parse::<Board>() {
                prop_assert_eq!(board.to_string().parse(), Ok(board));
            }
        }
    }
}
