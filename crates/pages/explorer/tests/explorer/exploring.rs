//! Explorations: URLs, values, what can happen next, playing.

use mdp2048_display::{Opened, Reducer as _};
use mdp2048_explorer::{
    Exploration, ExploreEvent, Hints, KnownValues, LineMove, Mode, PositionValues, SolveNeed,
    SpawnRule,
};
use mdp2048_model::{Game, Objective, PlainSolution, Seed, Status, Values};
use mdp2048_review::{Grade, MoveReview, Review};
use mdp2048_rules::{Action, Board, Shape};
use proptest::collection::vec;
use proptest::prelude::{any, proptest};
use std::sync::LazyLock;

use crate::positions::answer;
use crate::{answered, new_game, solved, solved_game};

/// An exploration that knows a solution, and answers what is wanted.
struct Solved<'a> {
    view: Exploration,
    solution: &'a PlainSolution,
}

impl<'a> Solved<'a> {
    fn new(url: &str, solution: &'a PlainSolution) -> Self {
        let of = solved_game(*solution.valued_game(), solution.start_return());
        let mut it = Self { view: solved(Exploration::open(url), of), solution };
        it.answer();
        it
    }

    fn answer(&mut self) {
        self.view = answered(self.view.clone(), |board| answer(self.solution, board));
    }

    fn send(&mut self, event: ExploreEvent) {
        self.view = self.view.clone().after(event);
        self.answer();
    }
}

fn reach(shape: &str, target: u32) -> Game {
    Game::reach(shape.parse().expect("a shape"), target).expect("a game")
}

static TO_16: LazyLock<PlainSolution> = LazyLock::new(|| PlainSolution::solve(&reach("2x2", 16)));

static SIX_CELLS: LazyLock<PlainSolution> =
    LazyLock::new(|| PlainSolution::solve(&reach("2x3", 64)));

#[test]
fn values_are_shown_with_their_costs() {
    let solved = Solved::new("#/explore?game=2x2_to_16&state=0122", &TO_16);
    let values = solved.view.values().expect("values");
    assert_eq!(values.name, "win probability");
    let rows: Vec<_> = values.rows.iter().map(|it| (it.action, it.grade.name())).collect();
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert_eq!(values.value, values.rows.iter().filter_map(|it| it.value).reduce(f64::max));
    let best = values.rows.iter().filter(|it| it.grade == Grade::Best);
    assert!(best.into_iter().all(|it| !it.cost.contains("keeps")));
    assert!(values.rows.iter().any(|it| it.cost.starts_with("keeps ")));
}

#[test]
fn shares_have_two_decimals_and_values_as_many_as_tell_them_apart() {
    let board: Board = "2 0 4/0 0 0/0 0 0".parse().unwrap();
    let mut known = KnownValues::new(reach("3x3", 512).into(), 0.7);
    known.insert(board, [0.7, 0.7 - 6.6e-12, f64::NAN, 0.7 - 5.2e-6]);
    let values = PositionValues::of(&known, board).expect("values");
    let rows = values.rows.iter().map(|it| [&*it.text, &it.cost, &it.difference]);
    let expected = [
        ["70.000000000 %", "", ""],
        ["69.999999999 %", "keeps > 99.99 %", "costs 0.00000000066 points"],
        ["69.999 %", "keeps > 99.99 %", "costs 0.00052 points"],
    ];
    assert!(rows.eq(expected), "{values:?}");
}

#[test]
fn a_move_is_indistinguishable_where_a_file_does_not_hold_the_difference() {
    let board: Board = "2 0 4/0 0 0/0 0 0".parse().unwrap();
    let mut known = KnownValues::of_file(reach("3x3", 512).into(), 0.7, 1e-5);
    known.insert(board, [0.7, 0.7 - 1.5e-5, f64::NAN, 0.7 - 5e-5]);
    let values = PositionValues::of(&known, board).expect("values");
    let grades: Vec<_> = values.rows.iter().map(|it| it.grade).collect();
    assert_eq!(grades, [Grade::Best, Grade::Indistinguishable, Grade::Good]);
}

#[test]
fn the_values_of_moves_differ_by_what_the_moves_cost() {
    let game = Game::new("3x3".parse().unwrap(), Objective::Score, None, 1.0, 0.1).unwrap();
    let board: Board = "2 0 4/0 0 0/0 0 0".parse().unwrap();
    let mut known = KnownValues::new(game.into(), 5468.5);
    // 5468.46 and 5467.94 are 0.52 apart.
    known.insert(board, [5468.464, 5467.938, f64::NAN, 5000.0]);
    let values = PositionValues::of(&known, board).expect("values");
    let texts: Vec<_> = values.rows.iter().map(|it| (it.text.as_str(), it.cost.as_str())).collect();
    let expected = [
        ("5468.464", ""),
        ("5467.938", "costs 0.53 in score"),
        ("5000.000", "costs 468.46 in score"),
    ];
    assert_eq!(texts, expected);
}

#[test]
fn actions_that_are_equal_by_symmetry_are_named() {
    let solved = Solved::new("#/explore?game=2x2_to_16&state=0110", &TO_16);
    let values = solved.view.values().expect("values");
    let costs: Vec<_> = values.rows.iter().map(|it| it.cost.as_str()).collect();
    assert_eq!(costs, ["", "same as left", "same as left", "same as left"]);
}

#[test]
fn actions_have_four_places_that_do_not_depend_on_what_is_allowed() {
    // In these, left, right or up is not allowed, or values are hidden while somebody plays.
    for url in ["state=0122", "state=1010", "state=1100", "state=0122&mode=play&hints=never"] {
        let solved = Solved::new(&format!("#/explore?game=2x2_to_16&{url}"), &TO_16);
        let slots = solved.view.slots();
        assert!(slots.iter().map(|it| it.action).eq(Action::ALL));
        let game = solved.view.game();
        for slot in slots {
            let is_allowed = game.act(solved.view.board(), slot.action).is_some();
            assert_eq!(slot.is_allowed, is_allowed, "{url} {}", slot.action);
            let is_known = is_allowed && solved.view.shows_values();
            assert_eq!(slot.worth.is_some(), is_known, "{url} {}", slot.action);
            // A press on what is not allowed changes nothing.
            let pressed = solved.view.clone().after(solved.view.press(slot.action));
            assert!(is_allowed || pressed == solved.view, "{url} {}", slot.action);
        }
    }
}

#[test]
fn a_finished_board_has_no_places_and_says_that_it_is_over() {
    for (state, ending) in [
        ("1441", "The game is won."),
        ("1221", "The game is over."),
        // The reader, who places the tiles, is on the other side.
        ("1441&mode=along", "The page has made 16."),
        ("1221&mode=along", "The tiles have stopped 16."),
    ] {
        let view = Exploration::open(&format!("#/explore?game=2x2_to_16&state={state}"));
        assert_eq!((view.slots(), view.ending()), (vec![], Some(ending.to_owned())));
        assert!(view.state_text().ends_with(ending), "{}", view.state_text());
    }
    // An empty board is no end of a game.
    let view = Exploration::open("#/explore?game=2x2_to_16").after(ExploreEvent::Clear);
    assert_eq!((view.slots().len(), view.ending()), (4, None));
}

#[test]
fn bars_show_the_share_of_the_value_that_an_action_keeps() {
    let solved = Solved::new("#/explore?game=2x2_to_16&state=0123", &TO_16);
    let values = solved.view.values().expect("values");
    let row = |action| values.rows.iter().find(|it| it.action == action).expect("a row");
    let (left, up) = (row(Action::Left), row(Action::Up));
    assert_eq!((left.bar, left.cost.as_str()), (1.0, ""));
    assert!((up.bar - 1.0 / 9.0).abs() < 1e-9, "{}", up.bar);
    assert_eq!((up.cost.as_str(), up.difference.as_str()), ("keeps 11.11 %", "costs 80 points"));

    // Where no action is certain to win, there is nothing to compare.
    let fewest = Game::new(Shape::TWO_BY_TWO, Objective::Fewest, Some(16), 1.0, 0.1).unwrap();
    let fewest = PlainSolution::solve(&fewest);
    let solved = Solved::new("#/explore?game=2x2_to_16&objective=fewest&state=0110", &fewest);
    let values = solved.view.values().expect("values");
    assert_eq!((values.text.as_str(), values.rows), ("not certain to win", vec![]));
    assert!(values.remark.is_some());
}

#[test]
fn the_page_opens_on_a_board_that_is_decided_by_a_move() {
    let board = |url: &str| Exploration::open(url).board().hex();
    assert_eq!(board("#/explore"), "022157168");
    let solved = Solved::new("#/explore?game=2x2_to_16", &TO_16);
    let regrets: Vec<f64> =
        solved.view.values().expect("values").rows.iter().map(|it| it.regret).collect();
    assert!(regrets.iter().filter(|&&regret| regret < 0.1).count() == 1, "{regrets:?}");
    // A game that is played begins with the first board of its seed.
    for (url, seed) in [("mode=play", 42), ("seed=7", 7)] {
        let view = Exploration::open(&format!("#/explore?game=2x2_to_16&{url}"));
        let begun = view.clone().after(new_game(seed));
        assert_eq!(view.board(), begun.board(), "{url}");
    }
    let other = Exploration::open("#/explore?game=4x4_score");
    let chosen = other.after(ExploreEvent::ChooseGame(reach("3x3", 512)));
    assert_eq!(chosen.board().hex(), "022157168");
}

#[test]
fn nearly_certain_games_show_the_probability_of_losing() {
    let solution = PlainSolution::solve(&Game::reach(Shape::TWO_BY_TWO, 8).unwrap());
    let mut known = KnownValues::new(*solution.valued_game(), solution.start_return());
    let board = "0 2/4 4".parse().unwrap();
    known.insert(board, answer(&solution, board));
    let values = PositionValues::of(&known, board).expect("values");
    assert_eq!((values.name, values.text.as_str()), ("probability of losing", "0"));
    // Nobody takes the values of the moves for probabilities of winning.
    let game = Game::new("3x3".parse().unwrap(), Objective::Win, Some(64), 1.0, 0.0).unwrap();
    let losing = mdp2048_model::ValuedGame::losing(game).unwrap();
    let mut known = KnownValues::new(losing, 0.0);
    let board = "2 0 4/0 0 0/0 0 0".parse().unwrap();
    known.insert(board, [-0.25, -0.7, f64::NAN, -7e-18]);
    let values = PositionValues::of(&known, board).expect("values");
    let texts: Vec<_> = values.rows.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["25.00 % lost", "70.00 % lost", "1 in 1.4 × 10¹⁷ lost"]);
    // A file says as much as its error allows, and proves no 0.
    let mut known = KnownValues::of_file(losing, 0.0, 1e-18);
    known.insert(board, [-7e-17, -0.25, f64::NAN, 0.0]);
    let values = PositionValues::of(&known, board).expect("values");
    let texts: Vec<_> = values.rows.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["1 in 1.4 × 10¹⁶ lost", "25.00 % lost", "< 1 in 10¹⁸ lost"]);
}

#[test]
fn the_final_score_counts_the_tiles_of_the_board() {
    let game = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
    let solution = PlainSolution::solve(&game);
    let mut known = KnownValues::new(*solution.valued_game(), solution.start_return());
    let board: Board = "2 16/0 4".parse().unwrap();
    known.insert(board, answer(&solution, board));
    let values = PositionValues::of(&known, board).expect("values");
    let score = values.value.expect("a score") + 48.0 + 4.0;
    let remark = values.remark.expect("a remark");
    assert!(remark.starts_with(&format!("Expected final score: {score:.1}, less 4")), "{remark}");
}

#[test]
fn next_boards_have_the_probabilities_and_the_value_of_their_move() {
    let solved = Solved::new("#/explore?game=2x2_to_16&state=0122", &TO_16);
    let board = solved.view.board();
    for action in board.allowed() {
        let mut view = solved.view.clone().after(ExploreEvent::ShowNext(action));
        view = view.after(ExploreEvent::SetHints(Hints::Always));
        let next = view.next_move().expect("an allowed action");
        assert_eq!(next.action, action);
        let sum: f64 = next.boards.iter().map(|it| it.probability).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        let mean: f64 =
            next.boards.iter().map(|it| it.probability * it.value.expect("a value").get()).sum();
        let rows = view.values().expect("values").rows;
        let row = rows.iter().find(|it| it.action == action).expect("a row");
        assert!((mean - row.value.expect("a number")).abs() < 1e-12, "{action} on {board}");
        let values: Vec<f64> = next.boards.iter().filter_map(|it| it.number).collect();
        assert!(values.is_sorted_by(|one, other| one >= other));
    }
}

#[test]
fn a_game_is_played_with_each_kind_of_random_tiles() {
    let url = "#/explore?game=2x2_to_16&state=0110&mode=play";
    let mut solved = Solved::new(url, &TO_16);
    solved.send(ExploreEvent::Act(Action::Left));
    assert_eq!(solved.view.line().at(), 1);
    solved.send(ExploreEvent::SetSpawnRule(SpawnRule::ByHand));
    let before = solved.view.board();
    let action = before.allowed().next().unwrap();
    solved.send(ExploreEvent::Act(action));
    assert_eq!(solved.view.pending(), Some(action));
    let cell = solved.view.board().empty_cells().next().unwrap();
    solved.send(ExploreEvent::PlaceSpawn(cell, mdp2048_rules::Exponent::FOUR));
    assert_eq!(solved.view.line().at(), 2);
    assert_eq!(solved.view.board().tile(cell), mdp2048_rules::Exponent::FOUR);
}

#[test]
fn before_a_mistake_the_page_speaks_of_that_move_alone() {
    // A 2 that is placed by hand, after which two moves are left.
    let mut solved = Solved::new("#/explore?game=2x2_to_16&state=0123&line=l12", &TO_16);
    let mut mistakes = 0;
    for action in solved.view.board().allowed() {
        solved.send(ExploreEvent::GoTo(1));
        solved.send(ExploreEvent::Act(action));
        let grade = solved.view.grades()[1].expect("a grade");
        solved.send(ExploreEvent::Undo);
        mistakes += usize::from(grade.is_mistake());
        assert_eq!(solved.view.missed().is_some(), grade.is_mistake());
        assert_eq!(solved.view.last_sentence().is_some(), !grade.is_mistake());
    }
    assert!(mistakes > 0, "{}", solved.view.board());
}

#[test]
fn a_seeded_game_by_optimal_moves_is_the_replay() {
    let replay = mdp2048_model::Replay::play(TO_16.game(), &*TO_16, Seed::from(20));
    let mut solved = Solved::new("#/explore?game=2x2_to_16", &TO_16);
    solved.send(new_game(20));
    for step in &replay.steps {
        assert_eq!(solved.view.board(), step.board);
        solved.send(ExploreEvent::Act(step.advice.action));
    }
    assert_eq!(Some(solved.view.board()), replay.boards().last());
    let review = solved.view.review().expect("known values").expect("a review");
    assert_eq!(review.loss, 0.0);
    assert!(review.moves.iter().all(|it| it.grade == Grade::Best));
    let better = review.result.better_by(review.start_value);
    assert!((review.start_luck + review.luck - better).abs() < 1e-12);
    solved.send(ExploreEvent::NextMistake);
    assert_eq!(solved.view.notes().next().as_deref(), Some("No move is an inaccuracy or worse."));
}

proptest! {
    /// The page has only the values that it has asked for, and reviews games as a solution does.
    #[test]
    fn reviews_on_the_page_equal_those_of_the_solution(
        seed in any::<u32>(),
        picks in vec(0usize..4, 1..80),
    ) {
        let mut solved = Solved::new("#/explore?game=2x3_to_64", &SIX_CELLS);
        solved.send(new_game(seed));
        for pick in picks {
            let board = solved.view.board();
            let allowed: Vec<_> = board.allowed().collect();
            if solved.view.game().status(board) != Status::Playing {
                break;
            }
            let act = ExploreEvent::Act(allowed[pick % allowed.len()]);
            solved.view = solved.view.clone().after(act);
        }
        solved.answer();
        let record = solved.view.record().expect("a game");
        let native = Review::of(&*SIX_CELLS, &record).expect("a review");
        let found = solved.view.review().expect("known values").expect("a review");
        assert_eq!(found.chances, native.chances);
        assert_eq!(found.moves, native.moves);
        assert_eq!((found.luck, found.loss), (native.luck, native.loss));
        let better = found.result.better_by(found.start_value);
        assert!((found.start_luck + found.luck - found.loss - better).abs() < 1e-9);
        let kept = |it: &MoveReview| it.kept.expect("a win probability");
        let mistakes = found.moves.iter().filter(|it| it.grade.is_mistake());
        if let Some(worst) = mistakes.min_by(|a, b| kept(a).total_cmp(&kept(b))) {
            solved.send(ExploreEvent::WorstMove);
            assert_eq!(kept(&found.moves[solved.view.line().at()]), kept(worst));
        }
    }

    #[test]
    fn mangled_urls_open_a_page(text in "[#/explor?game=3x_tscualin0-9&%ü ]{0,80}") {
        let view = Exploration::open(&text);
        assert_eq!(Exploration::open(&view.url()).url(), view.url());
    }
}

#[test]
fn a_mangled_url_opens_the_nearest_page_with_notes() {
    let url = "#/explore?game=3x3_to_2048&state=0100&line=l0&mode=go&tea=1&seed=x&discount=7&ply=z";
    let view = Exploration::open(url);
    assert_eq!(view.game().name(), "3x3_to_512");
    let notes: Vec<String> = view.notes().collect();
    for part in [
        "The link asks for game '3x3_to_2048', but that must be a game such as 3x3_to_512",
        "state '0100', but that must be 9 hexadecimal digits",
        "moves that the rules do not allow: it shows none of them",
        "mode 'go', but that must be edit, play or along",
        "'tea=1', which is not a parameter",
        "seed 'x'",
        "discount '7'",
        "ply 'z'",
    ] {
        assert!(notes.iter().any(|note| note.contains(part)), "{part}: {notes:?}");
    }
    let view = view.after(ExploreEvent::ShowNext(Action::Left));
    assert!(view.notes().next().is_none());
    // A second press hides what can follow.
    assert_eq!(view.opened(), Some(Action::Left));
    assert_eq!(view.after(ExploreEvent::ShowNext(Action::Left)).opened(), None);
}

#[test]
fn small_games_and_those_of_links_to_positions_are_solved_unasked() {
    for (states, bytes, expected) in [
        (1e7, 2e8, [true, true]),
        (3e7, 2e8, [false, true]),
        (1e7, 4e8, [false, true]),
        (1e8, 4e8, [false, false]),
        (3e7, 8e8, [false, false]),
    ] {
        let need = SolveNeed { bytes: [bytes; 2], states: [states; 2] };
        assert_eq!([false, true].map(|it| need.is_solved_unasked(it)), expected, "{need:?}");
    }
    let link = Exploration::open("#/explore?game=2x2_to_16&state=0120");
    assert!(link.is_linked() && !Exploration::open("#/explore?game=2x2_to_16").is_linked());
    let other = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
    assert!(!link.after(ExploreEvent::ChooseGame(other)).is_linked());
}

#[test]
fn moves_that_are_followed_make_a_line_and_edits_begin_a_new_one() {
    let mut solved = Solved::new("#/explore?game=2x2_to_16&state=0122", &TO_16);
    let next = solved.view.next_move().expect("a move");
    assert_eq!(solved.view.last_sentence(), None);
    let step = LineMove { action: next.action, next: next.boards[0].board };
    solved.send(ExploreEvent::Follow(step));
    assert_eq!(solved.view.line().at(), 1);
    assert_eq!(solved.view.board(), step.next);
    // Its moves have grades, and the last one a sentence.
    assert_eq!(solved.view.grades(), [Some(Grade::Best)]);
    assert_eq!(solved.view.last_sentence(), Some(format!("{}: best.", step.action)));
    let hidden = solved.view.clone().after(ExploreEvent::SetMode(Mode::Play));
    let hidden = hidden.after(ExploreEvent::SetHints(Hints::Never));
    assert_eq!((hidden.grades(), hidden.last_sentence()), (vec![None], None));
    solved.send(ExploreEvent::GoTo(0));
    assert_eq!(solved.view.line().moves().len(), 1);
    solved.send(ExploreEvent::Redo);
    assert_eq!(solved.view.board(), step.next);
    solved.send(ExploreEvent::Undo);
    let other = LineMove { next: "8 8/8 8".parse().unwrap(), ..step };
    solved.send(ExploreEvent::Follow(other));
    assert_eq!(solved.view.line().at(), 0);
    solved.send(ExploreEvent::Place(mdp2048_rules::Exponent::TWO));
    assert!(solved.view.line().moves().is_empty());
}

#[test]
fn a_position_to_which_the_reader_comes_back_is_as_it_was() {
    let mut solved = Solved::new("#/explore?game=2x2_to_16&state=0122", &TO_16);
    let action = solved.view.board().allowed().next().expect("an action");
    solved.send(ExploreEvent::ShowNext(action));
    let before = solved.view.clone();
    let other = "#/explore?game=2x2_to_16&state=1100".to_owned();
    solved.send(Opened::New(other.clone()).into());
    assert_eq!((solved.view.opened(), solved.view.url()), (None, other.clone()));
    // Where the address is shown, an entry that has been there changes nothing, and a new one does.
    solved.send(ExploreEvent::ShowNext(Action::Down));
    let opened = solved.view.opened();
    assert!(opened.is_some());
    solved.send(Opened::Again(other.clone()).into());
    assert_eq!(solved.view.opened(), opened);
    solved.send(Opened::New(other).into());
    assert_eq!(solved.view.opened(), None);
    solved.send(ExploreEvent::Clear);
    solved.send(Opened::Held(before.held()).into());
    assert_eq!((solved.view.url(), solved.view.opened()), (before.url(), Some(action)));
    assert_eq!(solved.view.values(), before.values());
    // A solution that was freed meanwhile does not come back.
    let freed = solved.view.after(ExploreEvent::Free(*before.game()));
    assert!(freed.after(Opened::Held(before.held())).solution().is_none());
}

#[test]
fn what_an_event_does_not_change_is_not_copied() {
    let mut solved = Solved::new("#/explore?game=2x2_to_16&state=0123&line=l12", &TO_16);
    // A part of the page, or an entry of the history, still holds what was shown.
    let held = solved.view.clone();
    let moves = |view: &Exploration| view.line().moves().as_ptr();
    solved.send(ExploreEvent::ShowNext(Action::Left));
    solved.send(ExploreEvent::GoTo(0));
    assert_eq!((solved.view.line().at(), moves(&solved.view)), (0, moves(&held)));
    solved.send(ExploreEvent::Act(Action::Up));
    assert_ne!(moves(&solved.view), moves(&held));
    assert_eq!(held.line().text(), "l12");
}
