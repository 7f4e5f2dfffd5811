//! The reducer: which part of the page an event concerns, and what is to be done then.

use mdp2048_display::{Effect, Opened, Reducer, SavedFile};

use super::request::Effects;
use super::{Exploration, ExploreEvent, ExploreRequest, ShownPosition};
use crate::url::Mode;
use crate::view::saved_text;

impl Reducer for Exploration {
    type Event = ExploreEvent;
    type Request = ExploreRequest;
    type Held = ShownPosition;

    fn begin(&mut self) -> Effects {
        let mut effects = Vec::new();
        self.ask_workers(&mut effects);
        effects
    }

    fn reduce(&mut self, event: ExploreEvent) -> Effects {
        let mut effects = Vec::new();
        match event {
            ExploreEvent::Open(opened) => self.open_entry(*opened),
            ExploreEvent::Shown(is_shown) => {
                self.is_shown = is_shown;
                if !is_shown {
                    self.free_unasked(&mut effects);
                }
            }
            ExploreEvent::Solver(worker, answer) => self.take_answer(worker, answer, &mut effects),
            ExploreEvent::Agent(worker, answer) => {
                self.take_agent_answer(worker, answer, &mut effects);
            }
            ExploreEvent::Solve => self.solve(&mut effects),
            ExploreEvent::Cancel => self.cancel(&mut effects),
            ExploreEvent::EstimateAgain => self.estimate_again(),
            ExploreEvent::LoadAgain => self.load_again(),
            ExploreEvent::Free(game) => self.free(game, &mut effects),
            ExploreEvent::Map => self.map(&mut effects),
            ExploreEvent::StopMap => self.stop_map(&mut effects),
            ExploreEvent::ChooseLayer(layer) => self.choose_layer(layer),
            ExploreEvent::StopAgent => self.stop_agent(&mut effects),
            ExploreEvent::ResumeAgent => self.resume_agent(),
            ExploreEvent::SaveGame => effects.extend(self.saved_game().map(Effect::Save)),
            ExploreEvent::Paste(_) if !self.is_shown || self.mode() == Mode::Play => {}
            ExploreEvent::Paste(text) => {
                self.change(ExploreEvent::ReadBoard(vec![text]), &mut effects);
            }
            event => self.change(event, &mut effects),
        }
        self.ask_workers(&mut effects);
        effects
    }

    fn held(&self) -> ShownPosition {
        self.shown.clone()
    }
}

impl Exploration {
    /// Asks for what the page needs and does not have.
    fn ask_workers(&mut self, effects: &mut Effects) {
        self.ask_solvers(effects);
        self.ask_agent(effects);
    }

    /// Shows what an entry of the history asks for.
    fn open_entry(&mut self, opened: Opened<ShownPosition>) {
        match opened {
            Opened::Again(address) if address == self.url() => {}
            Opened::New(address) | Opened::Again(address) => {
                self.shown = ShownPosition::open(&address);
            }
            Opened::Held(before) => self.shown = before,
        }
    }

    /// Changes what is shown. Some changes are undone by Back.
    fn change(&mut self, event: ExploreEvent, effects: &mut Effects) {
        let (before, landmarks) = (self.shown.clone(), self.landmarks);
        self.change_position(event);
        if self.landmarks != landmarks {
            effects.push(Effect::BeginEntry(before));
        }
        effects.push(Effect::WriteAddress(Some(self.url())));
    }

    /// The line of play as a file.
    fn saved_game(&self) -> Option<SavedFile> {
        let text = saved_text(&self.record()?);
        let name = format!("{}.txt", self.game().name());
        Some(SavedFile { name, media_type: "text/plain;charset=utf-8", text })
    }
}
