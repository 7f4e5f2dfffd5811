//! The reducer: how each event changes the page, and what is to be done then.

use std::rc::Rc;

use mdp2048_display::{Effect, EffectOf, Opened, Reducer, Storage};
use mdp2048_rules::Action;

use super::day::Day;
use super::kept::{KEPT_TRIES, Kept};
use super::view::{DailyView, read_address};

/// An event of the page.
#[derive(Clone, Debug, PartialEq)]
pub enum DailyEvent {
    /// The reader has come to an entry of the history.
    Open(Box<Opened<DailyView>>),
    /// The reader sees the page on this day of their calendar, or asks again for what has failed.
    Today(Day),
    /// The list of puzzles, or why it cannot be loaded.
    List(Result<String, String>),
    /// What the browser keeps, perhaps by another tab.
    Kept(String),
    /// The reader slides the board.
    Slide(Action),
    /// The time is over for which the board after a move is shown.
    SlideBack,
}

impl From<Opened<DailyView>> for DailyEvent {
    fn from(opened: Opened<DailyView>) -> Self {
        Self::Open(Box::new(opened))
    }
}

/// What the page asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DailyRequest {
    /// The list of puzzles, which is loaded.
    List,
}

impl Reducer for DailyView {
    type Event = DailyEvent;
    type Request = DailyRequest;
    type Held = Self;

    fn begin(&mut self) -> Vec<EffectOf<Self>> {
        self.ask_for_list()
    }

    fn reduce(&mut self, event: DailyEvent) -> Vec<EffectOf<Self>> {
        let before = self.day();
        let mut effects = Vec::new();
        match event {
            DailyEvent::Open(opened) => match *opened {
                Opened::New(fragment) | Opened::Again(fragment) => {
                    (self.asked, self.problems) = read_address(&fragment);
                }
                Opened::Held(Self { asked, set, problems, last, .. }) => {
                    (self.asked, self.set, self.problems) = (asked, set, problems);
                    (self.last, self.slid) = (last, None);
                    return effects;
                }
            },
            DailyEvent::Today(day) => {
                (self.today, self.slid) = (day, None);
                effects = self.ask_for_list();
            }
            DailyEvent::List(list) => {
                self.list = Some(list.map(Rc::from));
                self.is_loading = false;
            }
            DailyEvent::Kept(text) if self.is_of_day() => self.kept = Kept::read(&text),
            DailyEvent::Kept(_) => {}
            DailyEvent::Slide(action) => effects.extend(self.slide(action)),
            DailyEvent::SlideBack => self.slid = None,
        }
        if self.day() != before {
            (self.last, self.slid) = (None, None);
        }
        effects
    }

    fn held(&self) -> Self {
        self.clone()
    }
}

impl DailyView {
    /// Asks for the list of puzzles where one is missing.
    fn ask_for_list(&mut self) -> Vec<EffectOf<Self>> {
        if self.is_loading || self.puzzle().is_some() || self.is_future() {
            return Vec::new();
        }
        self.is_loading = true;
        vec![Effect::Ask(DailyRequest::List)]
    }

    /// Tries a move until the best one is found, which slides the board, and any other then.
    fn slide(&mut self, action: Action) -> Option<EffectOf<Self>> {
        let puzzle = self.puzzle().filter(|it| it.values.get(action).is_some())?;
        let mut is_changed = false;
        if !self.is_found() {
            is_changed = self.kept.add(self.day(), self.today, action, puzzle.is_best(action));
            self.last = Some(action);
        }
        if self.is_found() {
            self.slid = Some(action);
        }
        let is_kept = is_changed && self.is_of_day();
        is_kept.then(|| Effect::Keep(Storage::Local, KEPT_TRIES, self.kept.text()))
    }
}
