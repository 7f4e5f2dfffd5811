//! The page of the puzzle of the day, from its link to the text that readers share.

use mdp2048_display::{Effect, EffectOf, Opened, Reducer as _, Storage};
use mdp2048_explorer::{
    DailyEvent, DailyMove, DailyRequest, DailyTab, DailyView, Day, DayState, Difficulty,
    Exploration, is_daily_url,
};
use mdp2048_review::Grade;
use mdp2048_rules::{Action, Exponent};

/// The days of a list of three, which follow each other again and again. Of the moves of the first
/// puzzle, up is the best; left keeps 98.8 % of the chance, right 74.1 %, and down is not allowed.
pub(super) const LIST: &str = "010062033 0.800000 0.600000 0.810000 -\
    |12:0.736695 72:0.736682 32:0.536525 -|378356310\n\
    863531221 0.669936 0.714536 0.744398 0.714275\
    |82:0.000000 62:0.443028 81:0.744374 22:0.442776|864752012\n\
    278035114 0.008666 0.407994 0.647204 0.753087\
    |52:0.006368 31:0.064177 62:0.000000 02:0.711123|864753011\n";

/// The number of this day since 1970 is a multiple of 3.
pub(super) const TODAY: &str = "2026-11-27";

pub(super) fn day(date: &str) -> Day {
    Day::parse(date).expect("a day")
}

fn open(fragment: &str, kept: &str) -> DailyView {
    let view = DailyView::open(fragment, day(TODAY)).after(DailyEvent::List(Ok(LIST.to_owned())));
    view.after(kept_before(kept))
}

/// What the browser has kept of the puzzles.
fn kept_before(text: &str) -> DailyEvent {
    DailyEvent::Kept(DailyTab::Puzzle, text.to_owned())
}

/// How far the reader is with the puzzle shown.
fn state(view: &DailyView) -> DayState {
    let mut days = view.days().into_iter();
    days.find(|it| it.day == view.day()).expect("a day of the list").state
}

fn tries(view: DailyView, actions: &[Action]) -> DailyView {
    tried(view, actions).0
}

/// The page after moves, and what the browser keeps then.
fn tried(mut view: DailyView, actions: &[Action]) -> (DailyView, String) {
    let mut text = String::new();
    for &action in actions {
        if let effects @ [_, ..] = &*view.reduce(DailyEvent::Slide(action)) {
            text = kept(effects).to_owned();
        }
    }
    (view, text)
}

/// What the page keeps with an effect.
fn kept(effects: &[EffectOf<DailyView>]) -> &str {
    let [Effect::Keep(Storage::Local, "mdp2048-daily", text)] = effects else {
        panic!("{effects:?}");
    };
    text
}

#[test]
fn the_list_is_asked_for_once_where_it_is_needed() {
    let list = [Effect::Ask(DailyRequest::List)];
    let today = || DailyEvent::Today(day(TODAY));
    let mut view = DailyView::open("#/puzzle", day(TODAY));
    assert_eq!(view.begin(), list);
    // It is on its way.
    assert_eq!(view.reduce(today()), []);
    assert_eq!(view.reduce(Opened::New("#/puzzle?day=2026-11-26".to_owned()).into()), []);
    // It cannot be loaded, and the reader tries again, or comes back later.
    assert_eq!(view.reduce(DailyEvent::List(Err("it is not there".to_owned()))), []);
    assert_eq!((view.reduce(today()), view.reduce(today())), (list.to_vec(), vec![]));
    assert_eq!(view.reduce(DailyEvent::List(Ok(LIST.to_owned()))), []);
    assert_eq!(view.reduce(today()), []);
    // A puzzle of an author's needs none, and neither does a day to come.
    let attributes = [("state", "2 0/4 2"), ("values", "- 0.9 0.95 -")];
    let mut set = DailyView::with_attributes(attributes, day(TODAY)).unwrap();
    assert_eq!((set.begin(), set.reduce(today())), (vec![], vec![]));
    let mut later = DailyView::open("#/puzzle?day=2026-11-28", day(TODAY));
    assert_eq!(later.begin(), []);
    assert_eq!(later.reduce(DailyEvent::Today(day("2026-11-28"))), list);
}

#[test]
fn a_try_is_kept_when_it_is_new() {
    let mut view = open("#/puzzle", "");
    let text = r#"{"day":20784,"streak":0,"tries":{"20784":{"moves":"l","found":false}}}"#;
    assert_eq!(kept(&view.reduce(DailyEvent::Slide(Action::Left))), text);
    // The same again, one that is not allowed, and any after the best one.
    for action in [Action::Left, Action::Down] {
        assert_eq!(view.reduce(DailyEvent::Slide(action)), []);
    }
    assert_eq!(view.slid(), None);
    let found = view.reduce(DailyEvent::Slide(Action::Up));
    assert_eq!(kept(&found), text.replace(r#""l","found":false"#, r#""lu","found":true"#));
    assert_eq!(view.reduce(DailyEvent::Slide(Action::Right)), []);
    // Another tab has tried more.
    let mut other = open("#/puzzle", "").after(kept_before(text));
    let effects = other.reduce(DailyEvent::Slide(Action::Right));
    assert!(kept(&effects).contains(r#""moves":"lr""#), "{effects:?}");
    // Tries at a puzzle of an author's are not kept, and what is kept is none of them.
    let attributes = [("state", "2 0/4 2"), ("values", "- 0.9 0.95 -")];
    let set = DailyView::with_attributes(attributes, day(TODAY)).unwrap();
    let mut set = set.after(kept_before(text));
    assert_eq!(
        (set.reduce(DailyEvent::Slide(Action::Up)), set.tried()),
        (vec![], vec![Action::Up])
    );
}

#[test]
fn a_found_move_slides_the_board_for_a_moment() {
    let solved = tries(open("#/puzzle", ""), &[Action::Left, Action::Up]);
    assert_eq!(solved.slid(), Some(Action::Up));
    let other = tries(solved.clone(), &[Action::Right, Action::Down]);
    assert_eq!(other.slid(), Some(Action::Right));
    for event in [
        DailyEvent::SlideBack,
        DailyEvent::Today(day(TODAY)),
        Opened::New("#/puzzle?day=2026-11-13".to_owned()).into(),
        Opened::Held(solved.clone()).into(),
    ] {
        assert_eq!(solved.clone().after(event).slid(), None);
    }
}

#[test]
fn an_author_sets_a_day_or_a_position() {
    let set = |attributes: &[(&str, &str)]| {
        DailyView::with_attributes(attributes.iter().copied(), day(TODAY))
    };
    let view = set(&[("day", "2026-11-26")]).unwrap();
    assert_eq!((view.day(), view.is_of_day()), (day("2026-11-26"), true));
    for (values, expected) in [
        ("0.7 0.9 0.8 -", "left is not allowed on this board, so write a dash there"),
        ("- 0.9 - -", "up is allowed on this board, so write a number there"),
        ("0.9 0.8", "values '0.9 0.8', but that must be the chances"),
    ] {
        let problem = set(&[("state", "2 0/4 2"), ("values", values)]).unwrap_err();
        assert!(problem.contains(expected), "{problem}");
    }
    let problem = set(&[("state", "2 0/4 2")]).unwrap_err();
    assert!(problem.contains("a state without values, which must be the chances"), "{problem}");
    let attributes = [("state", "2 0/4 2"), ("values", "- 0.9 0.95 -"), ("target", "16")];
    let question = set(&attributes).unwrap().question().unwrap();
    assert!(question.starts_with("The goal is 16. Perfect"), "{question}");
    let view = set(&attributes[..2]).unwrap();
    assert!(!view.is_of_day() && view.question().unwrap().contains("wins 95.00 %"));
    let view = tries(view, &[Action::Right, Action::Up]);
    // What follows after the moves of an author's puzzle is not known.
    assert!(view.moves().iter().all(|it| it.worst.is_none()));
    assert_eq!(view.report().as_deref(), Some("Up is the best move, found in 2 tries."));
    assert_eq!(view.streak_text(), None);
    for wrong in [("day", "soon"), ("size", "3"), ("target", "16"), ("values", "- 0.9 0.95 -")] {
        assert!(set(&[wrong]).is_err(), "{wrong:?}");
    }
    for values in ["- 90 95 -", "- 0 0 -", "- 0.9 NaN -", "- 0.9 0.95 - -"] {
        assert!(set(&[("state", "2 0/4 2"), ("values", values)]).is_err(), "{values}");
    }
}

#[test]
fn dates_of_other_years_name_the_year() {
    let text = |date| open("#/puzzle", "").date_of(day(date));
    let texts = ["2026-11-01", "2023-02-03", "2031-02-03"].map(text);
    assert_eq!(texts, ["1 Nov", "3 Feb 2023", "3 Feb 2031"]);
}

#[test]
fn a_wrong_try_counts_after_a_reload() {
    let view = open("#/puzzle", "");
    assert_eq!(view.board().map(|it| it.hex()).as_deref(), Some("010062033"));
    let question = "The goal is 512. Perfect play wins 81.00 % from here. Which move keeps that?";
    assert_eq!(view.question().as_deref(), Some(question));
    // Nothing tells how the moves compare before one is tried.
    assert_eq!(view.difficulty(), None);
    let is_told = |it: &DailyMove| it.grade.is_some() || it.kept.is_some() || it.worst.is_some();
    assert!(!view.moves().iter().any(|it| is_told(it) || it.value.is_some()));
    assert_eq!((view.report(), view.best(), view.summary()), (None, None, None));

    // A wrong move is graded; the same move again, and one that is not allowed, are no tries.
    let (view, kept) = tried(view, &[Action::Left, Action::Left, Action::Down]);
    let report = view.report().expect("a report");
    assert_eq!(report, "Left: inaccuracy, keeps 98.77 % of the chance.");
    let known: Vec<bool> = view.moves().iter().map(is_told).collect();
    assert_eq!((known, view.last()), (vec![true, false, false, false], Some(Action::Left)));
    assert!(view.difficulty().is_some());
    let left = &view.moves()[0];
    let worst = left.worst.expect("a random tile");
    assert_eq!((left.kept.as_deref(), worst.tile), (Some("keeps 98.77 %"), Exponent::FOUR));
    assert_eq!(worst.board.hex(), "120620400");
    assert_eq!(worst.value.map(|it| it.text()).as_deref(), Some("73.67 %"));

    // The page is loaded again.
    let view = open("#/puzzle", &kept);
    assert_eq!((state(&view), view.last()), (DayState::Tried(1), None));
    let view = tries(view, &[Action::Up]);
    assert_eq!((state(&view), view.streak()), (DayState::Found(2), 0));
    assert_eq!(view.report().as_deref(), Some("Up is the best move, found in 2 tries."));
    assert_eq!(view.grades()[1], Some(Grade::Best));
    let known = view.moves().iter().map(|it| it.worst.is_some()).collect::<Vec<_>>();
    assert_eq!(known, [true, true, true, false]);
}

#[test]
fn a_solved_puzzle_stays_solved_and_its_streak_goes_on() {
    let number = 20_784;
    let view = open("#/puzzle", &format!(r#"{{"day":{},"streak":3}}"#, number - 1));
    assert_eq!((view.day(), view.streak()), (day("1970-01-01").plus(number), 3));
    let (solved, kept) = tried(view, &[Action::Up]);
    for view in [open("#/puzzle", &kept), solved] {
        assert_eq!((view.is_found(), view.best(), view.streak()), (true, Some(Action::Up), 4));
        assert!(view.moves().iter().all(|it| it.value.is_some() == it.is_allowed));
        let summary = "mdp2048 puzzle 2026-11-27 (easy): 🟩 found in 1 · streak 4";
        assert_eq!(view.summary().as_deref(), Some(summary));
        assert_eq!(view.shared_url(), "#/puzzle?day=2026-11-27");
        let play_on = view.play_on_url().expect("an address");
        let line = Exploration::open(&play_on);
        assert!(line.notes().next().is_none() && Some(line.board()) == view.board(), "{play_on}");
        // On the next day the streak is alive; then it has ended.
        let next = view.after(DailyEvent::Today(day(TODAY).plus(1)));
        assert_eq!((next.is_found(), next.streak()), (false, 4));
        assert_eq!(next.after(DailyEvent::Today(day(TODAY).plus(2))).streak(), 0);
    }
}

#[test]
fn a_past_day_opens_and_does_not_count() {
    let view = open("#/puzzle?day=2026-11-26", r#"{"day":20783,"streak":3}"#);
    let view = tries(view, &[Action::Right, Action::Down]);
    assert_eq!((state(&view), view.streak()), (DayState::Found(2), 3));
    let summary = "mdp2048 puzzle 2026-11-26 (hard): ❌🟩 found in 2";
    assert_eq!(view.summary().as_deref(), Some(summary));

    let states: Vec<_> = view.days().iter().rev().take(3).map(|it| it.state).collect();
    assert_eq!(states, [DayState::New, DayState::Found(2), DayState::New]);
    let days = view.days();
    assert_eq!((days.len(), days[0].day, days[13].day), (14, day("2026-11-14"), day(TODAY)));
    assert_eq!((view.earlier(), view.later()), (day("2026-11-13"), None));
    assert_eq!(view.url_of(day(TODAY)), "#/puzzle");
    let view = view.after(Opened::New("#/puzzle?day=2026-11-13".to_owned()));
    assert_eq!((view.days()[13].day, view.later()), (day("2026-11-13"), Some(day(TODAY))));
    assert_eq!(view.last(), None);
}

#[test]
fn a_day_to_come_shows_no_board() {
    let view = open("#/puzzle?day=2026-11-28", "");
    assert!(view.is_future() && view.note().is_none());
    assert_eq!((view.board(), view.question(), view.difficulty()), (None, None, None));
    let view = tries(view, &[Action::Down]);
    assert_eq!((view.tried().len(), view.moves().len()), (0, 0));
    assert!(view.after(DailyEvent::Today(day("2026-11-28"))).board().is_some());
}

#[test]
fn a_link_names_a_day() {
    assert!(is_daily_url("#/puzzle?day=today") && !is_daily_url("#/explore"));
    for fragment in ["#/puzzle", "#/puzzle?day=today", "#/puzzle?day=2026-11-27"] {
        let view = open(fragment, "");
        assert!(view.is_today() && view.note().is_none(), "{fragment}");
    }
    let note = open("#/puzzle?day=2026-02-30", "").note().expect("a note");
    assert!(note.contains("a date such as 2026-11-26"), "{note}");
    for (list, expected) in [
        (Err("the server answers 404".to_owned()), "could not be loaded: the server answers 404."),
        (Ok(String::new()), "damaged: load the page again."),
        (Ok("<html>\n".to_owned()), "damaged: load the page again."),
    ] {
        let has_failed = list.is_err();
        let view = DailyView::open("#/puzzle", day(TODAY)).after(DailyEvent::List(list));
        assert_eq!(view.has_failed(), has_failed);
        let note = view.note().expect("a note");
        assert!(note.ends_with(expected) && view.board().is_none(), "{note}");
    }
}

#[test]
fn a_puzzle_is_harder_the_more_of_its_moves_are_mistakes() {
    let set = |values| {
        let attributes = [("state", "2 0/4 2"), ("values", values)];
        DailyView::with_attributes(attributes, day(TODAY)).expect("a puzzle")
    };
    let text = |text: &str| Some(text.to_owned());
    let view = tries(set("- 0.73742 0.71458 -"), &[Action::Right]);
    let texts: Vec<_> = view.moves().into_iter().map(|it| (it.text, it.kept)).collect();
    assert_eq!(texts[1], (text("73.74 %"), None));
    assert_eq!(texts[2], (text("71.46 %"), text("keeps 96.90 %")));
    let difficulty =
        |view: DailyView| tries(view, &[Action::Right]).difficulty().expect("a difficulty");
    assert_eq!(difficulty(set("- 0.9 0.899999 -")).1, "easy: 0 of 2 moves are mistakes");
    let easy = (Difficulty::Easy, "easy: 1 of 2 moves is a mistake".to_owned());
    assert_eq!(difficulty(set("- 0.9 0.1 -")), easy);
    let hard = (Difficulty::Hard, "hard: 3 of 4 moves are mistakes".to_owned());
    assert_eq!(difficulty(open("#/puzzle?day=2026-11-26", "")), hard);
}

#[test]
fn a_puzzle_to_which_the_reader_comes_back_is_as_it_was() {
    let view = open("#/puzzle", "");
    let allowed = view.moves().into_iter().filter(|it| it.is_allowed);
    let mut tried = allowed.map(|it| tries(view.clone(), &[it.action]));
    let tried = tried.find(|it| !it.is_found()).expect("a wrong move");
    let other = tried.clone().after(Opened::New("#/puzzle?day=2026-11-13".to_owned()));
    assert_eq!((other.last(), other.report()), (None, None));
    let back = other.after(Opened::Held(tried.clone()));
    assert!(back.report().is_some());
    assert_eq!(back, tried);
    // The list is loaded meanwhile, and the day goes on.
    let early = DailyView::open("#/puzzle", day(TODAY));
    let next = tried.after(DailyEvent::Today(day(TODAY).plus(1)));
    let back = next.after(Opened::Held(early));
    assert!(back.board().is_some());
    assert_eq!(back.day(), day(TODAY).plus(1));
}
