//! Formations: games on boards with locked cells, and real boards on which large tiles stay.

use mdp2048_display::Reducer as _;
use mdp2048_explorer::{
    Exploration, ExploreEvent, Mode, PastedError, TextSource, game_choice, random_position,
    read_pasted,
};
use mdp2048_model::{Formation, Game, PlainSolution, Seed, Status, Values as _};
use mdp2048_rules::{Action, Board, Exponent, Shape};

use crate::positions::answer;
use crate::{answered, new_game, solved, solved_game, with_values};

const LOCKED_L3: &str = "2 0 0 0/0 0 0 0/2 x x x/4 x x x";

#[test]
fn a_formation_is_chosen_with_a_small_target_and_its_start_boards() {
    let game = *Exploration::open("#/explore").game();
    for formation in Formation::ALL {
        let chosen = game_choice::with_board(&game, formation.name()).expect("a game");
        let target = if formation.shape().free_cells() > 10 { 32 } else { 64 };
        assert_eq!(chosen.to_string(), format!("{} to {target}", formation.name()));
        let view = Exploration::open("#/explore").after(ExploreEvent::ChooseGame(chosen));
        assert!(formation.starts().any(|board| board == view.board()));
        assert_eq!(game_choice::with_shape(&game, formation.shape()), chosen);
        // The same target on another formation, and the menu of another aim and back.
        let larger = game_choice::with_target(&chosen, Some(256));
        let other = game_choice::with_board(&larger, "LL").expect("a game");
        assert_eq!(other.to_string(), "LL to 256");
        let score = game_choice::with_objective(&chosen, "score".parse().expect("an aim"));
        assert_eq!(score.to_string(), format!("{}, highest score", formation.name()));
        assert_eq!(game_choice::with_objective(&score, game.objective()), chosen);
        assert!(
            game_choice::with_spawn_four(&chosen, 0.5).expect("a game").given_starts().len() > 0
        );
        let back = game_choice::with_board(&larger, "3x3").expect("a game");
        assert_eq!((back.to_string().as_str(), back.given_starts().len()), ("3x3 to 256", 0));
    }
    assert_eq!(game_choice::with_board(&game, "L4"), None);
}

#[test]
fn links_name_formations_and_other_locked_boards() {
    for (link, game, board) in [
        ("game=L3_to_64&state=100000001fff2fff", "L3 to 64", LOCKED_L3),
        (
            "game=444_score&state=100000000011ffff",
            "444, highest score",
            "2 0 0 0/0 0 0 0/0 0 2 2/x x x x",
        ),
        ("game=.x.-...-..._to_8&state=0f0100010", ".x./.../... to 8", "0 x 0/2 0 0/0 2 0"),
    ] {
        let url = format!("#/explore?{link}");
        let view = Exploration::open(&url);
        assert_eq!((view.game().to_string().as_str(), view.notes().count()), (game, 0), "{link}");
        assert_eq!((view.board().to_string().as_str(), view.url()), (board, url));
    }
    let wrong = Exploration::open("#/explore?game=L3_to_64&state=1000000011112111");
    assert_eq!((wrong.game().to_string().as_str(), wrong.notes().count()), ("L3 to 64", 1));
    assert!(wrong.board().shape().has_locked());
}

#[test]
fn editing_keeps_locked_cells() {
    let mut view = Exploration::open("#/explore?game=L3_to_64&state=100000001fff2fff");
    let mut send = |event| {
        view = view.clone().after(event);
        assert_eq!(view.board().shape(), view.game().shape());
        assert_eq!(Board::from_hex(view.game().shape(), &view.board().hex()), Ok(view.board()));
        view.board().to_string()
    };
    for cell in [9, 15] {
        send(ExploreEvent::ChooseCell(cell));
        assert_eq!(send(ExploreEvent::Place(Exponent::FOUR)), LOCKED_L3);
        assert_eq!(send(ExploreEvent::Place(Exponent::EMPTY)), LOCKED_L3);
        assert_eq!(send(ExploreEvent::TypeDigit('8')), LOCKED_L3);
        assert_eq!(send(ExploreEvent::Resize(false)), LOCKED_L3);
    }
    send(ExploreEvent::ChooseCell(1));
    "32768".chars().for_each(|digit| _ = send(ExploreEvent::TypeDigit(digit)));
    assert_eq!(send(ExploreEvent::Place(Exponent::EMPTY)), LOCKED_L3);
    assert_eq!(send(ExploreEvent::TypeDigit('8')), LOCKED_L3.replacen("2 0", "2 8", 1));
    assert_eq!(send(ExploreEvent::Clear), "0 0 0 0/0 0 0 0/0 x x x/0 x x x");
    for seed in 0..40 {
        send(ExploreEvent::Random(Seed::from(seed)));
        send(new_game(seed));
        Action::ALL.into_iter().for_each(|action| _ = send(ExploreEvent::Act(action)));
    }
    let game = *view.game();
    let random = random_position(&game, Seed::from(7)).expect("a position");
    assert_eq!(game.status(random), Status::Playing);
}

#[test]
fn what_is_wrong_with_a_board_is_said_of_its_free_cells() {
    let view = |state: &str| Exploration::open(&format!("#/explore?game=L3_to_64&state={state}"));
    let text = |state: &str| {
        let view = view(state);
        view.obstacle().map(|it| it.text(view.game())).unwrap_or_default()
    };
    assert!(text("000000000fff1fff").starts_with("A game starts with 3 tiles"));
    assert!(view("100000001fff2fff").obstacle().is_none());
    assert_eq!(
        text("c00000001fff1fff"),
        "No game makes a 4096 on a L3 board: its largest tile is 2048."
    );
    // Nothing moves to the sides or down, and a slide up moves locked tiles.
    assert_eq!(
        text("000012122fff1fff"),
        "This game is over: no slide leaves every locked tile in its place."
    );
    let lost = view("000012122fff1fff").remedy().expect("a remedy");
    assert_eq!(lost.label, "Remove the 2 on row 2, column 1");
    let start = view("120000001fff2fff");
    assert_eq!(start.obstacle(), None);
    let (board, of) = (start.board(), solved_game((*start.game()).into(), 0.5));
    let view = with_values(solved(start, of), vec![(board, [f64::NAN; 4])]);
    let text = view.obstacle().map(|it| it.text(view.game())).unwrap_or_default();
    assert!(text.starts_with("No game from the start boards of L3 reaches this board"), "{text}");
}

#[test]
fn boards_with_locked_cells_are_pasted() {
    let paste = |text: &str| {
        let view = Exploration::open("#/explore?game=3x3_to_512");
        view.after(ExploreEvent::ReadBoard(vec![text.to_owned()]))
    };
    let view = paste("2 0 0 0\n0 0 0 0\n2 x x x\n4 X X X");
    assert_eq!(
        (view.board().to_string().as_str(), view.game().name().as_str()),
        (LOCKED_L3, "L3_to_64")
    );
    let reading = view.reading(TextSource::Board).expect("a reading");
    assert_eq!(reading.text, "Position read: L3, tile sum 8. The game is now L3 to 64.");
    // The same board as digits, and a board without locked cells.
    let digits =
        |text: &str| read_pasted(text, view.board().shape()).map(|it| it.board.to_string());
    assert_eq!(digits("100000001fff2fff").as_deref(), Ok(LOCKED_L3));
    assert_eq!(digits("1000000011112111").as_deref(), Ok("2 0 0 0/0 0 0 0/2 2 2 2/4 2 2 2"));
    assert_eq!(digits(&LOCKED_L3.replace('/', " ")).as_deref(), Ok(LOCKED_L3));
    let other = paste("2 0 x/0 0 0/x 0 2");
    assert_eq!(other.game().to_string(), "..x/.../x.. to 64");
    for (text, message) in [
        ("2 x/x x", "1 free cells are too few"),
        ("2 0 0/0 32768 0/x 0 2", "beside locked cells, tiles are at most 16384"),
    ] {
        let error = read_pasted(text, Shape::THREE_BY_THREE).expect_err("no board");
        assert!(
            matches!(error, PastedError::Locked(_)) && error.to_string().starts_with(message),
            "{error}"
        );
    }
}

#[test]
fn a_game_with_locked_cells_is_practised_with_grades() {
    let game: Game = *Exploration::open("#/explore?game=...-xx.-..._to_16").game();
    let solution = PlainSolution::solve(&game);
    let of = solved_game(*solution.valued_game(), solution.start_return());
    let state = random_position(&game, Seed::from(3)).expect("a position").hex();
    let url = format!("#/explore?game=...-xx.-..._to_16&state={state}&mode=play");
    let answered = |view| answered(view, |board| answer(&solution, board));
    let mut view = answered(solved(Exploration::open(&url), of));
    let values = view.values().expect("values");
    assert_eq!(values.rows.len(), view.board().allowed().count());
    while view.game().status(view.board()) == Status::Playing {
        let action = view.board().allowed().last().expect("an action");
        view = answered(view.after(ExploreEvent::Act(action)));
    }
    assert_eq!(view.mode(), Mode::Play);
    assert!(!view.grades().is_empty() && view.grades().iter().all(Option::is_some));
    assert!(view.report().expect("a report").is_ok());
    assert!(view.picture().expect("a picture").contains('×'));
}

#[test]
fn a_pasted_real_board_leads_to_the_game_of_its_formation() {
    let real = "16 8 0 2/2048 256 4 0/1024 512 2 0/4096 8192 0 2";
    let view = Exploration::open("#/explore");
    assert_eq!(view.formation(), None);
    let view = view.after(ExploreEvent::ReadBoard(vec![real.to_owned()]));
    assert_eq!(view.game().name(), "4x4_score");
    let found = view.formation().expect("a formation");
    assert!(found.text().contains("formation L3"), "{}", found.text());
    let view = view.after(ExploreEvent::Remedy(found.remedy()));
    assert_eq!(view.game().to_string(), "L3 to 256");
    assert_eq!(view.board().tile_sum().get(), 16 + 8 + 2 + 4 + 2 + 2);
    assert_eq!((view.formation(), view.obstacle()), (None, None));
}
