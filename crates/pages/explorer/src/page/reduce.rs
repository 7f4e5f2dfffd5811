//! The reducer: which part of the page an event concerns, and what is to be done then.

use mdp2048_display::{Effect, EffectOf, Opened, Reducer, SavedFile};

use super::{Exploration, ExploreEvent, ExploreRequest, ExploreTask, ShownPosition};
use crate::url::Mode;
use crate::view::saved_text;

/// What is to be done after an event.
pub(super) type Effects = Vec<EffectOf<Exploration>>;

/// Asks the worker of a number.
pub(super) const fn ask(worker: u32, task: ExploreTask) -> EffectOf<Exploration> {
    Effect::Ask(ExploreRequest { worker, task })
}

impl Reducer for Exploration {
    type Event = ExploreEvent;
    type Request = ExploreRequest;
    type Held = ShownPosition;

    fn begin(&mut self) -> Effects {
        self.requests()
    }

    fn reduce(&mut self, event: ExploreEvent) -> Effects {
        let mut effects = match event {
            ExploreEvent::Open(opened) => self.open_entry(*opened),
            ExploreEvent::Shown(is_shown) => {
                self.is_shown = is_shown;
                if is_shown { Vec::new() } else { self.free_unasked() }
            }
            ExploreEvent::Solver(worker, answer) => self.take_answer(worker, answer),
            ExploreEvent::Agent(worker, answer) => self.take_agent_answer(worker, answer),
            ExploreEvent::Solve => self.solve(),
            ExploreEvent::Cancel => self.cancel(),
            ExploreEvent::EstimateAgain => self.estimate_again(),
            ExploreEvent::LoadAgain => self.load_again(),
            ExploreEvent::Free(game) => self.free(&game),
            ExploreEvent::Map => self.map(),
            ExploreEvent::StopMap => self.stop_map(),
            ExploreEvent::ChooseLayer(layer) => {
                self.choose_layer(layer);
                Vec::new()
            }
            ExploreEvent::StopAgent => self.stop_agent(),
            ExploreEvent::ResumeAgent => self.resume_agent(),
            ExploreEvent::SaveGame => self.saved_game().map(Effect::Save).into_iter().collect(),
            ExploreEvent::Paste(_) if !self.is_shown || self.mode() == Mode::Play => Vec::new(),
            ExploreEvent::Paste(text) => self.change(ExploreEvent::ReadBoard(vec![text])),
            event => self.change(event),
        };
        effects.extend(self.requests());
        effects
    }

    fn held(&self) -> ShownPosition {
        self.shown.clone()
    }
}

impl Exploration {
    /// Asks for what the page needs and does not have.
    fn requests(&mut self) -> Effects {
        let mut effects = self.solving_requests();
        effects.extend(self.agent_requests());
        effects
    }

    /// Shows what an entry of the history asks for.
    fn open_entry(&mut self, opened: Opened<ShownPosition>) -> Effects {
        match opened {
            Opened::Again(address) if address == self.url() => {}
            Opened::New(address) | Opened::Again(address) => {
                self.shown = ShownPosition::open(&address);
            }
            Opened::Held(before) => self.shown = before,
        }
        Vec::new()
    }

    /// Changes what is shown. Some changes are undone by Back.
    fn change(&mut self, event: ExploreEvent) -> Effects {
        let (before, landmarks) = (self.shown.clone(), self.landmarks);
        self.change_position(event);
        let is_entry = self.landmarks != landmarks;
        let begins = is_entry.then_some(Effect::BeginEntry(before));
        begins.into_iter().chain([Effect::WriteAddress(Some(self.url()))]).collect()
    }

    /// The line of play as a file.
    fn saved_game(&self) -> Option<SavedFile> {
        let text = saved_text(&self.record()?);
        let name = format!("{}.txt", self.game().name());
        Some(SavedFile { name, media_type: "text/plain;charset=utf-8", text })
    }
}
