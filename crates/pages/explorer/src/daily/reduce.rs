//! The reducer: how each event changes the page, and what is to be done then.

use std::rc::Rc;

use mdp2048_display::{Effect, EffectOf, Opened, Reducer, Storage};
use mdp2048_rules::Action;

use super::day::Day;
use super::kept::Kept;
use super::perfection::Perfection;
use super::puzzle::line_of;
use super::tab::DailyTab;
use super::view::{DailyView, read_address};
use crate::duel::DuelEvent;
use crate::{ExploreTask, SolverEvent};

/// An event of the page.
#[derive(Clone, Debug, PartialEq)]
pub enum DailyEvent {
    /// The reader has come to an entry of the history.
    Open(Box<Opened<DailyView>>),
    /// The reader sees the page on this day of their calendar, or asks again for what has failed.
    Today(Day),
    /// The list of puzzles, or why it cannot be loaded.
    List(Result<String, String>),
    /// What the browser keeps of the puzzles or of the games, perhaps by another window.
    Kept(DailyTab, String),
    /// The reader slides the board.
    Slide(Action),
    /// An answer about the game of a day.
    Solver(Day, SolverEvent),
    /// The time is over for which the board after a move is shown.
    SlideBack,
}

impl From<Opened<DailyView>> for DailyEvent {
    fn from(opened: Opened<DailyView>) -> Self {
        Self::Open(Box::new(opened))
    }
}

/// What the page asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum DailyRequest {
    /// The list of puzzles, which is loaded.
    List,
    /// A task of the worker that solves the game of a day.
    Solver(Day, ExploreTask),
}

impl Reducer for DailyView {
    type Event = DailyEvent;
    type Request = DailyRequest;
    type Held = Self;

    fn begin(&mut self) -> Vec<EffectOf<Self>> {
        self.ask_for_list()
    }

    fn reduce(&mut self, event: DailyEvent) -> Vec<EffectOf<Self>> {
        let before = (self.tab, self.day());
        let mut effects = Vec::new();
        match event {
            DailyEvent::Open(opened) => match *opened {
                Opened::New(fragment) | Opened::Again(fragment) => {
                    (self.tab, self.asked, self.problems) = read_address(&fragment);
                }
                Opened::Held(Self { tab, asked, set, problems, last, .. }) => {
                    (self.tab, self.asked, self.set, self.problems) = (tab, asked, set, problems);
                    (self.last, self.slid) = (last, None);
                    return self.show_game();
                }
            },
            DailyEvent::Today(day) => {
                (self.today, self.slid) = (day, None);
                effects = self.ask_for_list();
                // A game that could not be solved is begun once more.
                self.game.take_if(|it| it.solving.is_err());
            }
            DailyEvent::List(list) => {
                self.list = Some(list.map(Rc::from));
                self.is_loading = false;
            }
            DailyEvent::Kept(tab, text) if self.is_of_day() => {
                self.kept[tab as usize] = Kept::read(&text);
            }
            DailyEvent::Kept(..) => {}
            DailyEvent::Slide(action) => match self.tab {
                DailyTab::Puzzle => effects.extend(self.slide(action)),
                DailyTab::Perfection => effects.extend(self.play(action)),
            },
            DailyEvent::Solver(day, answer) => {
                let game = self.game.as_mut().filter(|it| it.day == day);
                effects.extend(game.and_then(|it| it.take(answer)).map(|it| of_day(day, it)));
            }
            DailyEvent::SlideBack => self.slid = None,
        }
        if (self.tab, self.day()) != before {
            (self.last, self.slid) = (None, None);
        }
        effects.extend(self.show_game());
        effects
    }

    fn held(&self) -> Self {
        self.clone()
    }
}

impl DailyView {
    /// Asks for the list of puzzles where one is missing.
    fn ask_for_list(&mut self) -> Vec<EffectOf<Self>> {
        if self.is_loading || self.puzzle_of_day().is_some() || self.is_future() {
            return Vec::new();
        }
        self.is_loading = true;
        vec![Effect::Ask(DailyRequest::List)]
    }

    /// Tries a move until the best one is found, which slides the board, and any other then.
    fn slide(&mut self, action: Action) -> Option<EffectOf<Self>> {
        let puzzle = self.puzzle_of_day().filter(|it| it.values.get(action).is_some())?;
        let (day, today, is_best) = (self.day(), self.today, puzzle.is_best(action));
        let mut is_changed = false;
        if !self.is_found() {
            is_changed = self.kept[self.tab as usize].add(day, today, action, is_best);
            self.last = Some(action);
        }
        if self.is_found() {
            self.slid = Some(action);
        }
        (is_changed && self.is_of_day()).then(|| self.keep())
    }

    /// Plays a move of the game of the day.
    fn play(&mut self, action: Action) -> Vec<EffectOf<Self>> {
        let (day, today) = (self.day(), self.today);
        let Some(game) = self.game.as_mut().filter(|it| it.day == day) else { return Vec::new() };
        let before = game.duel.person().moves;
        let task = game.apply(DuelEvent::Act(action));
        let mut effects: Vec<_> = task.map(|it| of_day(day, it)).into_iter().collect();
        if game.duel.person().moves > before {
            self.kept[self.tab as usize].play(day, today, action, game.duel.has_ended());
            effects.push(self.keep());
        }
        effects
    }

    fn keep(&self) -> EffectOf<Self> {
        Effect::Keep(Storage::Local, self.tab.kept_name(), self.kept().text())
    }

    /// Begins the game of the day where it is shown, and shows the moves that are kept of it.
    fn show_game(&mut self) -> Vec<EffectOf<Self>> {
        let (day, moves, mut effects) = (self.day(), self.tried(), Vec::new());
        let Some(Ok(list)) = &self.list else { return Vec::new() };
        if self.tab != DailyTab::Perfection || self.is_future() {
            return Vec::new();
        }
        if self.game.as_ref().is_none_or(|it| it.day != day) {
            // The worker holds the solution of one game.
            let left = self.game.as_ref();
            effects.extend(left.map(|it| of_day(it.day, ExploreTask::End)));
            self.game = line_of(day, list).and_then(|line| Perfection::of_line(day, line));
            effects.extend(self.game.as_ref().map(|it| of_day(day, it.solve())));
        }
        let shown = self.game.as_mut().and_then(|it| it.show(&moves));
        effects.extend(shown.map(|it| of_day(day, it)));
        effects
    }
}

/// Asks the worker that solves the game of a day.
const fn of_day(day: Day, task: ExploreTask) -> EffectOf<DailyView> {
    Effect::Ask(DailyRequest::Solver(day, task))
}
