//! *Beat perfection*: a game of twenty moves a day beside the optimal policy.

use std::collections::VecDeque;
use std::sync::LazyLock;

use mdp2048_display::{Effect, Opened, Reducer as _, Storage};
use mdp2048_explorer::{
    DailyEvent, DailyRequest, DailyTab, DailyView, DayState, Duel, ExploreTask, SolverEvent,
};
use mdp2048_model::{Game, Outcome, Policy as _, Replay, Status, Values as _};
use mdp2048_rules::{Action, Board, Shape};
use mdp2048_solve::{Solution, Solver};

use crate::daily::{LIST, TODAY, day};
use crate::{positions, solved_game};

/// The number of today, which is the seed of its game.
const SEED: u32 = 20_784;

/// The solution of the game of today.
static SOLUTION: LazyLock<Solution> = LazyLock::new(|| {
    let board = Board::from_hex(Shape::THREE_BY_THREE, "378356310").expect("a board");
    let game = Game::builder().board(3, 3).start(board).target(512).build().expect("a game");
    Solver::new(&game).solve().expect("a small game")
});

/// A page, what its browser keeps, and whether the worker that has the solution has ended.
#[derive(Clone)]
struct Browser {
    view: DailyView,
    kept: String,
    is_free: bool,
}

impl Browser {
    fn open(fragment: &str, kept: &str) -> Self {
        let view = DailyView::open(fragment, day(TODAY));
        let browser = Self { view, kept: kept.to_owned(), is_free: false };
        let browser = browser.after(DailyEvent::List(Ok(LIST.to_owned())));
        browser.after(DailyEvent::Kept(DailyTab::Perfection, kept.to_owned()))
    }

    /// Applies an event, and answers what the page asks of the solution of today's game.
    fn after(mut self, event: DailyEvent) -> Self {
        let mut events = VecDeque::from([event]);
        while let Some(event) = events.pop_front() {
            for effect in self.view.reduce(event) {
                match effect {
                    Effect::Ask(DailyRequest::Solver(of, ExploreTask::End)) if of == day(TODAY) => {
                        self.is_free = true;
                    }
                    Effect::Ask(DailyRequest::Solver(of, task)) if of == day(TODAY) => {
                        assert!(!self.is_free, "{task:?}");
                        events.push_back(DailyEvent::Solver(of, answer(task)));
                    }
                    Effect::Keep(Storage::Local, "mdp2048-perfection", text) => self.kept = text,
                    _ => {}
                }
            }
        }
        self
    }

    fn play(self, action: Action) -> Self {
        self.after(DailyEvent::Slide(action))
    }

    /// Plays to the end: the best move of each board, or another one.
    fn play_to_the_end(mut self, choose: fn(Board, Action) -> Action) -> Self {
        while !self.duel().has_ended() {
            let board = self.duel().person().board;
            let best = SOLUTION.advise(board).expect("a state").action;
            assert!(!self.is_free);
            self = self.play(choose(board, best));
        }
        assert!(self.is_free);
        self
    }

    fn duel(&self) -> &Duel {
        self.view.duel().expect("a game")
    }
}

/// What the worker answers.
fn answer(task: ExploreTask) -> SolverEvent {
    match task {
        ExploreTask::Solve { game, .. } if game == *SOLUTION.game() => {
            SolverEvent::Solved(Ok(solved_game(*SOLUTION.valued_game(), SOLUTION.start_return())))
        }
        ExploreTask::Values(boards) => SolverEvent::Values(Ok(boards
            .into_iter()
            .map(|board| (board, positions::answer(&*SOLUTION, board)))
            .collect())),
        other => panic!("{other:?}"),
    }
}

/// The first move of a board that is not the best, if there is one.
fn other(board: Board, best: Action) -> Action {
    board.allowed().find(|&it| it != best).unwrap_or(best)
}

#[test]
fn a_date_has_one_position_and_one_sequence_of_tiles() {
    let today = Browser::open("#/puzzle?tab=perfection", "");
    assert_eq!(today.view.board().map(|it| it.hex()).as_deref(), Some("378356310"));
    // A link that is opened on a later day.
    let link = today.view.shared_url();
    assert_eq!(link, "#/puzzle?tab=perfection&day=2026-11-27");
    let view = DailyView::open(&link, day("2027-02-01"));
    let later = Browser { view, kept: String::new(), is_free: false };
    let later = later.after(DailyEvent::List(Ok(LIST.to_owned())));
    assert_eq!((later.view.note(), later.view.day()), (None, day(TODAY)));
    let [today, later] = [today, later].map(|it| it.play_to_the_end(|_, best| best));
    assert_eq!(today.duel(), later.duel());
    assert_eq!((today.view.streak(), later.view.streak()), (1, 0));
    // The tiles are those of the seed, from the first on.
    let board = Board::from_hex(Shape::THREE_BY_THREE, "378356310").expect("a board");
    let replay = Replay::play_from(SOLUTION.game(), &*SOLUTION, SEED.into(), 0, board);
    assert_eq!((today.duel().person().board, replay.outcome), (replay.last, Outcome::Won));
    // Another day has others, also from the same board.
    let next = Browser::open("#/puzzle?tab=perfection&day=2026-11-24", "");
    assert_eq!(next.view.board(), Some(board));
    let left = [Browser::open("#/puzzle?tab=perfection", ""), next].map(|it| it.play(Action::Up));
    let [today, next] = left.map(|it| it.view.board());
    assert_ne!(today, next);
}

#[test]
fn a_game_that_is_won_or_lost_ends_before_twenty_moves() {
    let open = || Browser::open("#/puzzle?tab=perfection", r#"{"day":20783,"streak":3}"#);
    let won = open().play_to_the_end(|_, best| best);
    assert_eq!((won.duel().person().status, won.view.grades().len()), (Status::Won, 12));
    let verdict = "You have won after 12 moves; the optimal policy has won after 12 moves.";
    assert_eq!(won.duel().verdict().as_deref(), Some(verdict));
    let summary = "mdp2048, Beat perfection 2026-11-27: 🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩 kept 100 % of the chance. I \
                   have won after 12 moves; the optimal policy has won after 12 moves · streak 4";
    assert_eq!(won.view.summary().as_deref(), Some(summary));
    assert_eq!(won.view.play_on_url(), None);

    let lost = open().play_to_the_end(other);
    let (person, optimum) = (lost.duel().person(), lost.duel().optimum());
    assert!(person.status == Status::Lost && person.moves < 20, "{person:?}");
    // The optimal policy goes on to its own end.
    assert_eq!((optimum.status, optimum.moves), (Status::Won, 12));
    let text = lost.view.summary().expect("a summary");
    assert_eq!(text.matches(['🟩', '🟡', '🔶', '🔻', '❌']).count(), person.moves, "{text}");
    let moves = format!("I have lost after {} moves;", person.moves);
    assert!(text.contains('❌') && text.contains(&moves), "{text}");
    // Each equation begins with the same chance, and ends with its own result.
    let [yours, its] = lost.duel().equations().expect("two equations");
    assert_eq!(
        (yours[0].number, its[0].number, its[1].number),
        (its[0].number, yours[0].number, 1.0)
    );
    assert_eq!((yours[3].number, its[3].number), (0.0, 1.0));
    // Nothing follows.
    let after = lost.clone().play(Action::Left).play(Action::Right);
    assert_eq!((after.kept, after.view), (lost.kept, lost.view));
}

#[test]
fn moves_are_kept_and_played_again() {
    let board = |it: &Browser| it.view.board();
    let played = Browser::open("#/puzzle?tab=perfection", "");
    assert!(played.duel().is_solved() && played.view.solving().is_none());
    let played = played.play(Action::Up).play(Action::Right);
    let count = played.view.tried().len();
    assert!(count > 0 && played.view.state_text() == format!("{count} of 20 moves"));
    let again = Browser::open("#/puzzle?tab=perfection", &played.kept);
    assert_eq!((board(&again), again.view.grades()), (board(&played), played.view.grades()));
    // A move in another window is played here, too.
    let other = again.clone().play_to_the_end(|_, best| best);
    let here = again.after(DailyEvent::Kept(DailyTab::Perfection, other.kept.clone()));
    assert_eq!((board(&here), here.view.streak()), (board(&other), 1));
    // What the puzzle would say of its moves is not said of those of the game.
    assert_eq!((here.view.report(), here.view.difficulty()), (None, None));
    assert!(here.view.moves().is_empty());
    // The puzzle has tries of its own, and Back returns to the game.
    let held = here.view.held();
    let link = here.view.url_of_tab(DailyTab::Puzzle);
    let puzzle = here.after(Opened::New(link).into());
    assert_eq!((puzzle.view.tab(), puzzle.view.tried().len()), (DailyTab::Puzzle, 0));
    let back = puzzle.after(Opened::Held(held).into());
    assert_eq!((back.view.tab(), board(&back)), (DailyTab::Perfection, board(&other)));
    let states: Vec<_> = back.view.days().into_iter().rev().map(|it| it.state).collect();
    assert_eq!(states[..2], [DayState::Found(other.view.tried().len()), DayState::New]);
    // What else is kept there, or a move that is not allowed, changes nothing.
    let kept = r#"{"day":1,"streak":1,"tries":{"20784":{"moves":"xllllddddq","found":false}}}"#;
    assert!(!Browser::open("#/puzzle?tab=perfection", kept).duel().has_ended());
}

#[test]
fn a_game_that_could_not_be_solved_is_solved_once_more() {
    let mut view = DailyView::open("#/puzzle?tab=perfection", day(TODAY));
    assert_eq!(view.begin(), [Effect::Ask(DailyRequest::List)]);
    let solve = [Effect::Ask(DailyRequest::Solver(
        day(TODAY),
        ExploreTask::Solve { game: *SOLUTION.game(), is_single: false },
    ))];
    assert_eq!(view.reduce(DailyEvent::List(Ok(LIST.to_owned()))), solve);
    assert_eq!((view.solving(), view.has_failed()), (Some(0.0), false));
    // A reader can play meanwhile.
    view.reduce(DailyEvent::Slide(Action::Up));
    assert_eq!((view.tried().len(), view.grades()), (1, vec![None]));
    let failed = SolverEvent::Solved(Err("it needs more memory".to_owned()));
    // An answer about the game of another day changes nothing.
    let other = view.clone().after(DailyEvent::Solver(day("2026-11-26"), failed.clone()));
    assert_eq!(other, view);
    let end = Effect::Ask(DailyRequest::Solver(day(TODAY), ExploreTask::End));
    assert_eq!(view.reduce(DailyEvent::Solver(day(TODAY), failed)), [end]);
    let note = "This game could not be solved: it needs more memory.";
    assert_eq!((view.note().as_deref(), view.has_failed()), (Some(note), true));
    assert_eq!(view.reduce(DailyEvent::Today(day(TODAY))), solve);
    assert_eq!((view.note(), view.tried().len()), (None, 1));
    assert_eq!(view.duel().map(|it| it.person().moves), Some(1));
}

#[test]
fn a_day_to_come_has_no_game() {
    let view = Browser::open("#/puzzle?tab=perfection&day=2026-11-28", "").view;
    assert!(view.is_future() && view.duel().is_none() && view.note().is_none());
    let note = Browser::open("#/puzzle?tab=game", "").view.note().expect("a note");
    assert!(note.contains("puzzle or perfection"), "{note}");
}
