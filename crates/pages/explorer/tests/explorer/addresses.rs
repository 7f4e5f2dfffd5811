//! Every state of the page is in its URL, and every URL opens a page.

use mdp2048_display::Reducer as _;
use mdp2048_explorer::{
    Exploration, ExploreEvent, Hints, Mode, NumberField, SpawnRule, game_choice, is_explore_url,
    saved_text,
};
use mdp2048_model::{Formation, Game, Objective, Seed, Status};
use mdp2048_review::RecordedGame;
use mdp2048_rules::{Action, Board, Exponent, Shape};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::sample::select;

/// An event that a reader can cause, chosen by two numbers.
fn event(view: &Exploration, kind: u8, choice: u32) -> ExploreEvent {
    let at = choice as usize;
    let game = view.game();
    let formations = Formation::ALL.into_iter().map(|it| it.shape());
    let other = "x../.../..x".parse().expect("a shape");
    let shapes: Vec<Shape> = Shape::all().chain(formations).chain([other]).collect();
    let shape = shapes[at % shapes.len()];
    let targets = game_choice::targets(game.shape(), game.spawn_four().get());
    match kind % 22 {
        0 => ExploreEvent::ChooseGame(game_choice::with_shape(game, shape)),
        1 => ExploreEvent::ChooseGame(game_choice::with_objective(
            game,
            Objective::ALL[at % Objective::ALL.len()],
        )),
        2 => ExploreEvent::ChooseGame(game_choice::with_target(
            game,
            targets.get(at % targets.len().max(1)).copied(),
        )),
        3 => ExploreEvent::TypeNumber(NumberField::Discount, format!("0.{}", choice % 1000)),
        4 => ExploreEvent::TypeNumber(NumberField::SpawnFour, format!("0.{}", choice % 100)),
        5 => ExploreEvent::SetMode(Mode::ALL[at % Mode::ALL.len()]),
        6 => ExploreEvent::SetSpawnRule(SpawnRule::ALL[at % SpawnRule::ALL.len()]),
        7 => ExploreEvent::SetHints(Hints::ALL[at % Hints::ALL.len()]),
        8 => ExploreEvent::TypeNumber(NumberField::Seed, choice.to_string()),
        9 => ExploreEvent::Random(Seed::from(choice)),
        10 => ExploreEvent::Clear,
        11 => ExploreEvent::ChooseCell(at % game.shape().cells()),
        12 => ExploreEvent::Place(Exponent::new(choice as u8 % 12).expect("an exponent")),
        13 => ExploreEvent::GoTo(at % (view.line().moves().len() + 1)),
        14 => ExploreEvent::Undo,
        15 => ExploreEvent::PlaceSpawn(
            at % game.shape().cells(),
            Exponent::new(1 + choice as u8 / 16 % 2).expect("a 2 or a 4"),
        ),
        16 => ExploreEvent::TypeNumber(NumberField::Score, choice.to_string()),
        17 => ExploreEvent::MoveAlong,
        _ => ExploreEvent::Act(Action::ALL[at % 4]),
    }
}

/// Opens a game of one move from 8 8/0 0, which makes a 16, given as the line of a URL.
fn won(line: &str) -> Exploration {
    Exploration::open(&format!("#/explore?game=2x2_to_16&state=3300&line={line}&ply=1&mode=play"))
}

#[test]
fn the_winning_move_of_a_game_without_its_last_tile_is_in_the_url() {
    let game = Game::reach(Shape::TWO_BY_TWO, 16).expect("a game");
    let first: Board = "8 8/0 0".parse().expect("a board");
    // Cell 0 is taken after the first, and free after the second.
    for (action, last) in [(Action::Left, "16 0/0 0"), (Action::Right, "0 16/0 0")] {
        let last: Board = last.parse().expect("a board");
        let record = RecordedGame::new(&game, &[(first, action)], last).expect("a game");
        let view = Exploration::open("#/explore?game=2x2_to_16")
            .after(ExploreEvent::LoadGame(saved_text(&record)));
        let view = view.after(ExploreEvent::GoTo(1));
        assert_eq!(view.board(), last);
        let again = Exploration::open(&view.url());
        assert_eq!(again.notes().count(), 0, "{}", view.url());
        assert_eq!((again.line(), again.url()), (view.line(), view.url()));
        assert_eq!(game.status(again.board()), Status::Won);
    }
}

#[test]
fn the_urls_of_won_games_that_name_a_tile_in_a_taken_cell_are_read() {
    let read = won("l02");
    assert_eq!(read.notes().count(), 0);
    assert_eq!(read.board().to_string(), "16 0/0 0");
    assert!(read.url().contains("line=l00&"), "{}", read.url());
    // Another taken cell is refused, and so is a missing tile before the end of a game.
    assert_eq!(won("l12").board().to_string(), "16 2/0 0");
    assert_eq!(won("r12").board().to_string(), "8 8/0 0");
    let unfinished = Exploration::open("#/explore?game=2x2_to_32&state=3300&line=l00");
    assert_eq!((unfinished.line().moves().len(), unfinished.notes().count()), (0, 1));
}

#[test]
fn discounts_are_decimals_as_in_the_links_of_players() {
    let with = |text: &str| Exploration::open(&format!("#/explore?game=2x2_to_16&discount={text}"));
    for text in ["0.5", ".5", "00.50"] {
        assert_eq!(with(text).game().discount().get(), 0.5, "{text}");
    }
    for text in ["5e-1", "+0.5"] {
        assert_eq!(with(text).notes().count(), 1, "{text}");
        let type_number = ExploreEvent::TypeNumber(NumberField::Discount, text.to_owned());
        let typed = with("0.9").after(type_number);
        assert_eq!((typed.game().discount().get(), typed.notes().count()), (0.9, 0), "{text}");
        assert!(typed.refusal(NumberField::Discount).is_some(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_url_of_a_state_opens_the_same_state(
        events in vec((any::<u8>(), any::<u32>()), 0..40),
    ) {
        let mut view = Exploration::open("#/explore");
        for (kind, choice) in events {
            let event = event(&view, kind, choice);
            view = view.after(event);
        }
        let url = view.url();
        let again = Exploration::open(&url);
        assert_eq!(again.notes().count(), 0, "{url}");
        assert_eq!(again.url(), url);
        assert_eq!((again.game(), again.line()), (view.game(), view.line()), "{url}");
        assert_eq!(
            (again.mode(), again.spawn_rule(), again.hints(), again.seed()),
            (view.mode(), view.spawn_rule(), view.hints(), view.seed()),
            "{url}"
        );
        assert!(is_explore_url(&url));
    }

    #[test]
    fn a_changed_url_opens_the_nearest_page_with_a_note(
        at in any::<usize>(),
        with in select(&["", "0", "9", "&", "=", "x", "é", "%20", "state=", "f"][..]),
        drop in 0usize..3,
    ) {
        let url = "#/explore?game=3x3_to_512&discount=0.99&state=110000000\
                   &line=l42&ply=1&mode=play&spawns=worst&hints=after&seed=7";
        let start = "#/explore?".len();
        let at = start + at % (url.len() - start);
        let end = (at + drop).min(url.len());
        let changed = format!("{}{with}{}", &url[..at], &url[end..]);
        let view = Exploration::open(&changed);
        // What it shows is a page of its own: its URL has no problem.
        let shown = Exploration::open(&view.url());
        assert_eq!(shown.notes().count(), 0, "{changed}");
        assert_eq!(shown.url(), view.url());
        // Without a note, every parameter is one that the page writes.
        if view.notes().count() == 0 {
            let known = [
                "game", "objective", "discount", "spawn_four", "state", "line", "ply", "mode",
                "spawns", "hints", "seed",
            ];
            for parameter in changed[start..].split('&').filter(|it| !it.is_empty()) {
                let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
                assert!(known.contains(&key), "{changed}");
                let is_board = key != "state" || value.len() == view.game().shape().cells();
                assert!(is_board, "{changed}");
            }
        }
    }
}
