//! The puzzle of a day, from its link to the text that readers share.

use mdp2048_explorer::{DailyPuzzle, Exploration, ExploreEvent, Hints, KnownValues, Mode};
use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, Shape};

use crate::held;

/// Of these moves up is the best; left costs a point, and right is as good as left.
const BOARD: &str = "0 2 0/0 64 4/0 8 8";
const VALUES: [f64; 4] = [0.80, 0.80, 0.81, f64::NAN];

fn board() -> Board {
    BOARD.parse().expect("a board")
}

fn puzzle(is_today: bool) -> ExploreEvent {
    let date = "2026-11-26".to_owned();
    ExploreEvent::Daily(DailyPuzzle { date, is_today, board: board() })
}

/// A solution of 3x3 to 512, of which one board is known.
fn solved() -> [ExploreEvent; 2] {
    let game = Game::reach(Shape::THREE_BY_THREE, 512).expect("a game");
    let held = held(KnownValues::new(game.into(), 0.7));
    [ExploreEvent::Solved(held), ExploreEvent::Values(1, vec![(board(), VALUES)])]
}

fn after(view: Exploration, events: impl IntoIterator<Item = ExploreEvent>) -> Exploration {
    events.into_iter().fold(view, Exploration::after)
}

#[test]
fn a_puzzle_is_asked_until_the_best_move_is_found() {
    let view = after(Exploration::open("#/explore?game=2x2_to_8"), solved());
    let view = after(view, [puzzle(true)]);
    assert_eq!((view.game().to_string().as_str(), view.board()), ("3x3 to 512", board()));
    assert_eq!((view.mode(), view.hints()), (Mode::Play, Hints::After));
    assert_eq!(view.question().as_deref(), Some("Today: one move keeps 81 %: which?"));
    assert_eq!(view.url(), "#/explore?daily=2026-11-26");
    assert!(!view.shows_values());

    // A wrong move is graded and not played; the same move again is no further try.
    let wrong = [Action::Left, Action::Left, Action::Right].map(ExploreEvent::Act);
    let view = after(view, wrong);
    let daily = view.daily().expect("a puzzle");
    let cost = "inaccuracy, costs 1 percentage point".to_owned();
    assert_eq!(daily.tried, [(Action::Left, cost.clone()), (Action::Right, cost)]);
    assert_eq!((daily.tries(), daily.result(), daily.summary()), (2, None, None));
    assert_eq!((view.board(), view.line().moves().len()), (board(), 0));

    // The best move ends the puzzle; then all values are shown, and moves are played.
    let view = after(view, [ExploreEvent::Act(Action::Up)]);
    let daily = view.daily().expect("a puzzle");
    assert_eq!(daily.result().as_deref(), Some("found in 3"));
    assert!(view.shows_values() && view.values().is_some());
    let view = after(view, [ExploreEvent::Streak(4)]);
    let summary = view.daily().and_then(|it| it.summary());
    assert_eq!(summary.as_deref(), Some("mdp2048 daily 2026-11-26: found in 3 · streak 4"));
    assert_eq!(view.url(), "#/explore?daily=2026-11-26");
    let view = after(view, [ExploreEvent::Act(Action::Up)]);
    assert_eq!((view.daily(), view.line().moves().len()), (None, 1));
    assert!(view.url().contains("&line="), "{}", view.url());
}

#[test]
fn a_puzzle_waits_for_the_values_and_ends_with_another_board() {
    let view =
        after(Exploration::open("#/explore"), [puzzle(false), ExploreEvent::Act(Action::Up)]);
    assert!(view.notes().any(|note| note.starts_with("The answer is known once")));
    assert_eq!(view.daily().map(|it| it.tries()), Some(0));
    let view = after(view, solved());
    assert_eq!(view.question().as_deref(), Some("2026-11-26: one move keeps 81 %: which?"));
    let view = after(view, [ExploreEvent::Random(7.into())]);
    assert_eq!(view.daily(), None);
}

#[test]
fn a_link_asks_for_the_puzzle_of_a_date() {
    for date in ["2026-11-26", "today"] {
        let url = format!("#/explore?daily={date}");
        let view = Exploration::open(&url);
        assert_eq!((view.asked_daily(), view.url()), (Some(date), url));
        assert!(view.is_linked());
        // What the reader does meanwhile counts.
        let changed = after(view.clone(), [ExploreEvent::SetMode(Mode::Play)]);
        assert_eq!(changed.asked_daily(), None);
        let view = after(view, [ExploreEvent::DailyFailed("there is no day".to_owned())]);
        assert_eq!(view.asked_daily(), None);
        let notes: Vec<_> = view.notes().collect();
        assert_eq!(notes, ["The puzzle could not be loaded: there is no day."]);
    }
    let view = Exploration::open("#/explore?daily=tomorrow");
    assert_eq!(view.asked_daily(), None);
    assert!(view.notes().any(|note| note.contains("a date such as 2026-11-26")));
}
