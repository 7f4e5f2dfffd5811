//! Playing along: the program makes the best move, and the reader enters the random tile.

use mdp2048_display::{Effect, Opened, Reducer as _};
use mdp2048_explorer::{
    AnalysisAnswer, Exploration, ExploreEvent, Mode, NumberField, PositionEstimate, Standing,
    is_explore_url,
};
use mdp2048_model::{Game, Objective, PlainSolution, Status, Values};
use mdp2048_rules::{Action, Board, Exponent, Shape};

use crate::positions::answer;
use crate::{answered, solved, solved_game};

fn solve(objective: Objective, target: Option<u32>) -> PlainSolution {
    let game = Game::new(Shape::TWO_BY_TWO, objective, target, 1.0, 0.1).expect("a game");
    PlainSolution::solve(&game)
}

/// The page of a game that is solved, with all values that it asks for.
fn open(url: &str, solution: &PlainSolution) -> Exploration {
    let of = solved_game(*solution.valued_game(), solution.start_return());
    answered(solved(Exploration::open(url), of), |board| answer(solution, board))
}

fn standing(view: &Exploration) -> Standing {
    view.standing().expect("a standing")
}

fn number(expected: Option<&mdp2048_explorer::ExpectedNumber>) -> f64 {
    expected.expect("a number").number
}

#[test]
fn the_score_so_far_and_what_is_to_come_are_the_final_score() {
    let solution = solve(Objective::Score, None);
    let url = "#/explore?game=2x2_score&state=1123&mode=along&score=2712";
    let mut view = open(url, &solution);
    assert_eq!((view.due(), view.pending()), (Some(Action::Left), None));
    let before = standing(&view);
    let value = view.values().and_then(|it| it.value).expect("a value");
    assert_eq!((before.score, number(before.rest.as_ref())), (2712, value));
    assert_eq!(number(before.total.as_ref()), 2712.0 + value);

    // The program makes the best move, which makes a 4; its address stays.
    let address = Effect::WriteAddress(Some(view.url()));
    assert_eq!(view.reduce(ExploreEvent::MoveAlong), [address]);
    assert_eq!((view.pending(), view.due()), (Some(Action::Left), None));
    assert_eq!(view.board().to_string(), "4 0/4 8");
    let after = standing(&view);
    assert_eq!((after.score, number(after.rest.as_ref())), (2716, value - 4.0));
    assert_eq!(number(after.total.as_ref()), number(before.total.as_ref()));
    assert_eq!(view.state_text(), "Move 0, score 2716.");
    let sentence = view.along_sentence().expect("a sentence");
    assert!(sentence.starts_with("The page slides left, a best move."), "{sentence}");
    // What the move is worth stays in its place.
    assert!(view.slots()[0].worth.is_some());

    // A random tile comes on an empty cell; then the next move is due.
    view = view.after(ExploreEvent::PlaceSpawn(0, Exponent::TWO));
    assert_eq!(view.notes().collect::<Vec<_>>(), ["This cell is taken: choose an empty one."]);
    view = view.after(ExploreEvent::PlaceSpawn(1, Exponent::FOUR));
    assert_eq!((view.line().at(), view.notes().count()), (1, 0));
    view = answered(view, |board| answer(&solution, board));
    assert_eq!((view.pending(), standing(&view).score), (None, 2716));
    assert!(view.due().is_some());
    assert!(view.url().ends_with("line=l14&mode=along&score=2712"), "{}", view.url());
    assert!(is_explore_url(&view.url()));
    assert_eq!(Exploration::open(&view.url()).score(), 2716);

    // Undo takes the tile back, also while the next one is asked for, and the move is due again.
    view = view.after(ExploreEvent::MoveAlong);
    assert!(view.pending().is_some());
    view = view.after(ExploreEvent::Undo);
    assert_eq!((view.line().at(), view.due()), (0, Some(Action::Left)));
}

#[test]
fn games_are_played_along_to_their_end() {
    let solution = solve(Objective::Win, Some(16));
    let mut outcomes = Vec::new();
    for pick in 0..6 {
        let mut view = open("#/explore?game=2x2_to_16&state=0110&mode=along", &solution);
        while let Some(action) = view.due() {
            // The panel of the values has the probability.
            let shown = standing(&view);
            assert_eq!((shown.rest, shown.total), (None, None));
            assert!(view.values().is_some_and(|it| it.value.is_some()));
            let wins = view.game().act(view.board(), action).is_some_and(|it| it.wins);
            view = view.after(ExploreEvent::MoveAlong);
            // No tile is asked for after a win.
            assert_eq!(view.pending().is_none(), wins);
            let mut empty = view.board().empty_cells();
            if let (false, Some(cell)) = (wins, empty.nth(pick % empty.len())) {
                view = view.after(ExploreEvent::PlaceSpawn(cell, Exponent::TWO));
            }
            view = answered(view, |board| answer(&solution, board));
        }
        let status = view.game().status(view.board());
        assert_ne!(status, Status::Playing);
        assert_eq!((view.along_sentence(), standing(&view).rest), (None, None));
        assert_eq!(view.review().expect("values").expect("a review").loss, 0.0);
        outcomes.push(status);
    }
    assert!(outcomes.contains(&Status::Won), "{outcomes:?}");
}

#[test]
fn the_tile_that_hurts_most_is_named_after_the_choice() {
    let solution = solve(Objective::Win, Some(16));
    let open =
        |state| open(&format!("#/explore?game=2x2_to_16&state={state}&mode=along"), &solution);
    let value = |board| match solution.valued_game().game().status(board) {
        Status::Lost => 0.0,
        _ => solution.value_at(board).expect("a value").get(),
    };
    let (mut worst, mut better) = (0, 0);
    for state in ["0112", "0123", "0022", "1203"] {
        let moved = open(state).after(ExploreEvent::MoveAlong);
        assert_eq!(moved.entered_tile(), None);
        let game = *moved.game();
        let action = moved.pending().expect("a move");
        let after = game.act(moved.line().board(), action).expect("an allowed move").after;
        let least = game.spawns(after).map(|(board, _)| value(board)).fold(1.0, f64::min);
        for (board, _) in game.spawns(after) {
            let cell = after.board().empty_cells().find(|&it| !board.tile(it).is_empty());
            let cell = cell.expect("a new tile");
            let tile = ExploreEvent::PlaceSpawn(cell, board.tile(cell));
            let view = answered(moved.clone().after(tile), |board| answer(&solution, board));
            let entered = view.entered_tile().expect("known values");
            match entered.worst {
                Some(ref found) => {
                    better += 1;
                    assert!(value(board) > least && value(found.board) == least);
                    assert!(entered.sentence.contains("What hurts most is a"), "{entered:?}");
                    assert!(entered.sentence.contains(&found.text), "{entered:?}");
                }
                None => {
                    worst += 1;
                    assert_eq!(value(board), least);
                }
            }
            // It is about the last tile only, and only while the page plays.
            assert_eq!(view.clone().after(ExploreEvent::SetMode(Mode::Play)).entered_tile(), None);
            assert_eq!(view.after(ExploreEvent::Undo).entered_tile(), None);
        }
    }
    assert!(worst > 0 && better > 0, "{worst} {better}");
    // Where the tiles differ by less than the digits that are shown, no number is repeated.
    let nearly = |board: Board| {
        let value = 0.5 - 1e-9 * (board.key() % 7) as f64;
        answer(&solution, board).map(|it| if it.is_finite() { value } else { it })
    };
    let of = solved_game(*solution.valued_game(), solution.start_return());
    let view = Exploration::open("#/explore?game=2x2_to_16&state=0110&mode=along");
    let moved = answered(solved(view, of), nearly).after(ExploreEvent::MoveAlong);
    let after = moved.game().act(moved.line().board(), moved.pending().expect("a move"));
    let after = after.expect("an allowed move").after.board();
    let sentences = after.empty_cells().map(|cell| {
        let tile = ExploreEvent::PlaceSpawn(cell, Exponent::TWO);
        let view = answered(moved.clone().after(tile), nearly);
        view.entered_tile().expect("known values").sentence
    });
    let sentences: Vec<_> = sentences.collect();
    assert!(sentences.iter().any(|it| it.ends_with("by less than is shown.")), "{sentences:?}");
    // Nothing can stop a tile that can be forced.
    let forced = solve(Objective::Win, Some(8));
    let view = self::open("#/explore?game=2x2_to_8&state=0110&mode=along", &forced);
    let view = view.after(ExploreEvent::MoveAlong);
    let cell = view.board().empty_cells().next().expect("an empty cell");
    let view = view.after(ExploreEvent::PlaceSpawn(cell, Exponent::FOUR));
    let view = answered(view, |board| answer(&forced, board));
    let sentence = view.entered_tile().expect("known values").sentence;
    assert!(sentence.starts_with("Your 4 changes nothing"), "{sentence}");
}

#[test]
fn the_reader_may_have_made_another_move() {
    let solution = solve(Objective::Win, Some(16));
    let view = open("#/explore?game=2x2_to_16&state=0123&mode=along", &solution);
    let view = view.after(ExploreEvent::MoveAlong);
    let best = view.pending().expect("a move");
    let other = view.line().board().allowed().find(|&it| it != best).expect("another move");
    let view = view.clone().after(view.press(other));
    assert_eq!(view.pending(), Some(other));
    assert!(view.along_sentence().expect("a sentence").starts_with("You slide "));
    // Back brings the move back whose tile is asked for.
    let held = view.held();
    let left = view.after(Opened::New("#/explore?game=2x2_to_8".to_owned()));
    assert_eq!(left.after(Opened::Held(held)).pending(), Some(other));
}

#[test]
fn moves_to_come_do_not_count_the_move_that_is_made() {
    for (objective, target) in [(Objective::Moves, None), (Objective::Fewest, Some(8))] {
        let solution = solve(objective, target);
        let game = solution.valued_game().game().name();
        let view = open(&format!("#/explore?game={game}&state=0110&mode=along"), &solution);
        let before = number(standing(&view).rest.as_ref());
        let after = number(standing(&view.after(ExploreEvent::MoveAlong)).rest.as_ref());
        assert!(before > 1.0 && (before - 1.0 - after).abs() < 1e-9, "{game}: {before} {after}");
    }
}

#[test]
fn nothing_is_played_where_nothing_is_known() {
    let url = "#/explore?game=2x2_to_16&state=0123&mode=along";
    let unsolved = Exploration::open(url);
    assert_eq!((unsolved.due(), standing(&unsolved).rest), (None, None));
    assert!(unsolved.along_sentence().expect("a sentence").contains("once it knows"));
    assert_eq!(unsolved.clone().after(ExploreEvent::MoveAlong).pending(), None);
    let solution = solve(Objective::Win, Some(16));
    let view = open(url, &solution);
    // Another page is shown, or the reader edits or plays.
    assert_eq!(view.clone().after(ExploreEvent::Shown(false)).due(), None);
    for mode in [Mode::Edit, Mode::Play] {
        let view = view.clone().after(ExploreEvent::SetMode(mode));
        assert_eq!((view.due(), view.standing(), view.along_sentence()), (None, None, None));
    }
}

#[test]
fn the_score_is_typed_and_belongs_to_its_line() {
    let typed = |view: Exploration, text: &str| {
        view.after(ExploreEvent::TypeNumber(NumberField::Score, text.into()))
    };
    let view = Exploration::open("#/explore?game=2x2_to_16&state=0123&mode=along");
    let view = typed(view, "2,712");
    assert_eq!((view.first_score(), view.notes().count()), (2712, 0));
    for text in ["", "-1", "1e3", "4294967296"] {
        let view = typed(view.clone(), text);
        assert_eq!((view.first_score(), view.notes().count()), (2712, 0), "{text}");
        assert!(view.refusal(NumberField::Score).is_some(), "{text}");
        // Another input takes its place.
        assert_eq!(view.after(ExploreEvent::Undo).refusal(NumberField::Score), None);
    }
    // A tile that is mended leaves the score as it is; another board has its own.
    let placed = view.clone().after(ExploreEvent::Place(Exponent::TWO));
    assert_eq!((placed.board().to_string(), placed.score()), ("2 2/4 8".to_owned(), 2712));
    assert_eq!(view.after(ExploreEvent::Clear).score(), 0);
}

#[test]
fn the_real_board_is_played_by_estimates_that_have_looked_ahead() {
    let url = "#/explore?game=4x4_score&state=1200340056007b00&mode=along&score=5000";
    let mut view = Exploration::open(url);
    view.begin();
    let agent = |answer| ExploreEvent::Agent(1, answer);
    view = view.after(agent(AnalysisAnswer::Opened));
    let board: Board = view.board();
    let found = |plies| {
        let points = [Some(900.0), Some(1000.4), None, Some(3.0)];
        let found = PositionEstimate { plies, points, ..Default::default() };
        agent(AnalysisAnswer::Found(board, found))
    };
    view = view.after(found(1));
    assert_eq!(view.due(), None);
    view = view.after(found(2));
    assert_eq!(view.due(), Some(Action::Right));
    view = view.after(ExploreEvent::MoveAlong);
    let sentence = view.along_sentence().expect("a sentence");
    assert!(
        sentence.starts_with("The page slides right, the best move by the estimate."),
        "{sentence}"
    );
    // What the page has moved stays its move when deeper estimates prefer another one.
    let points = [Some(1200.0), Some(1000.4), None, Some(3.0)];
    let deeper = PositionEstimate { plies: 3, points, ..Default::default() };
    let changed = view.clone().after(agent(AnalysisAnswer::Found(board, deeper)));
    let sentence = changed.along_sentence().expect("a sentence");
    assert!(
        sentence.starts_with("The page slides right, the best move by the estimate."),
        "{sentence}"
    );
    let Standing { score, rest, total } = standing(&view);
    let [rest, total] = [rest, total].map(|it| it.expect("an estimate"));
    assert_eq!((score, rest.text.as_str()), (5000, "about 1,000"));
    assert_eq!((total.name, total.text.as_str()), ("final score, estimated", "about 6,000"));
}
