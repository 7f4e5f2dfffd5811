//! Every state of the page is in its URL, and every URL opens a page.

use mdp2048_explorer::{
    Exploration, ExploreEvent, Hints, Mode, SpawnRule, Turn, game_choice, is_explore_url,
};
use mdp2048_model::{Objective, Seed};
use mdp2048_rules::{Action, Exponent, Shape};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::sample::select;

/// An event that a reader can cause, chosen by two numbers.
fn event(view: &Exploration, kind: u8, choice: u32) -> ExploreEvent {
    let at = choice as usize;
    let game = view.game();
    let shape = Shape::all().nth(at % Shape::all().count()).expect("a shape");
    let targets = game_choice::targets(game.shape(), game.spawn_four().get());
    match kind % 20 {
        0 => ExploreEvent::ChooseGame(game_choice::with_shape(game, shape)),
        1 => ExploreEvent::ChooseGame(game_choice::with_objective(
            game,
            Objective::ALL[at % Objective::ALL.len()],
        )),
        2 => ExploreEvent::ChooseGame(game_choice::with_target(
            game,
            targets.get(at % targets.len().max(1)).copied(),
        )),
        3 => ExploreEvent::TypeDiscount(format!("0.{}", choice % 1000)),
        4 => ExploreEvent::TypeSpawnFour(format!("0.{}", choice % 100)),
        5 => ExploreEvent::SetMode(if choice.is_multiple_of(2) { Mode::Edit } else { Mode::Play }),
        6 => ExploreEvent::SetSpawnRule(SpawnRule::ALL[at % SpawnRule::ALL.len()]),
        7 => ExploreEvent::SetHints(Hints::ALL[at % Hints::ALL.len()]),
        8 => ExploreEvent::NewGame(Seed::from(choice)),
        9 => ExploreEvent::Random(Seed::from(choice)),
        10 => ExploreEvent::Turn([Turn::Rotate, Turn::Mirror, Turn::Clear][at % 3]),
        11 => ExploreEvent::ChooseCell(at % game.shape().cells()),
        12 => ExploreEvent::Place(Exponent::new(choice as u8 % 12).expect("an exponent")),
        13 => ExploreEvent::GoTo(at % (view.line().moves().len() + 1)),
        14 => ExploreEvent::Undo,
        15 => ExploreEvent::PlaceSpawn(
            at % game.shape().cells(),
            Exponent::new(1 + choice as u8 / 16 % 2).expect("a 2 or a 4"),
        ),
        _ => ExploreEvent::Act(Action::ALL[at % 4]),
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
