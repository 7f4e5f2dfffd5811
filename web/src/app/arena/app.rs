//! The page: its state, its workers, its clock and its address.

use gloo::events::EventListener;
use gloo::timers::callback::Interval;
use mdp2048_arena::{ArenaEvent, ArenaMode, ArenaView, HeldArena, is_arena_url};
use mdp2048_display::{Arrival, Opened, Storage};
use web::browser::address::{self, AddressFollower};
use web::browser::{keep_text, kept_text, visibility};
use web::host::PageHost;
use web_sys::KeyboardEvent;
use yew::{Callback, Component, Context, Html, Properties, html};

use super::lane_view::lane_view;
use super::race_view::RaceView;
use super::settings::{key_event, settings};
use super::workers::ArenaWorkers;

/// The name under which the browser keeps a race.
const RACE: &str = "mdp2048-race";

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ArenaAppProps {
    pub(crate) host: PageHost,
}

/// A message to the page.
pub(crate) enum ArenaMsg {
    /// Something happens to the page.
    Event(ArenaEvent),
    /// The reader has come to another entry of the history.
    Arrived(Arrival),
}

/// The page.
pub(crate) struct ArenaApp {
    view: ArenaView,
    workers: ArenaWorkers,
    /// The clock of the moves and its interval in milliseconds, while agents play one game.
    clock: Option<(u32, Interval)>,
    address: AddressFollower<HeldArena>,
    _listeners: [Option<EventListener>; 2],
}

impl Component for ArenaApp {
    type Message = ArenaMsg;
    type Properties = ArenaAppProps;

    fn create(ctx: &Context<Self>) -> Self {
        let link = ctx.link().clone();
        let arrived = move |arrival| link.send_message(ArenaMsg::Arrived(arrival));
        let shown_or_hidden = events(ctx).reform(|()| ArenaEvent::Shown(is_shown()));
        let view = ArenaView::open(&address::hash());
        let race = kept_text(Storage::Session, RACE).unwrap_or_default();
        let view = view.after(ArenaEvent::Restore(race));
        let mut app = Self {
            view: view.after(ArenaEvent::Shown(is_shown())),
            workers: ArenaWorkers::new(ctx.props().host.clone()),
            clock: None,
            address: AddressFollower::new(is_arena_url),
            _listeners: [
                address::listen(arrived),
                visibility::listen(move || shown_or_hidden.emit(())),
            ],
        };
        app.workers.send(&app.view, &events(ctx));
        app
    }

    fn update(&mut self, ctx: &Context<Self>, message: ArenaMsg) -> bool {
        match message {
            ArenaMsg::Event(event) => self.change(event),
            ArenaMsg::Arrived(arrival) => {
                self.change(ArenaEvent::Shown(is_shown()));
                match self.address.arrive(&arrival, self.view.held()) {
                    Some(Opened::New(hash)) => self.change(ArenaEvent::Open(hash)),
                    Some(Opened::Again(hash)) if hash != self.view.address() => {
                        self.change(ArenaEvent::Open(hash));
                    }
                    Some(Opened::Held(held)) => self.change(ArenaEvent::Return(held)),
                    _ => {}
                }
            }
        }
        self.workers.send(&self.view, &events(ctx));
        self.set_clock(ctx);
        if let Some(race) = self.view.kept_race() {
            keep_text(Storage::Session, RACE, &race);
        }
        self.write_address();
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let on = events(ctx);
        let view = &self.view;
        let onkeydown = {
            let on = on.clone();
            Callback::from(move |event: KeyboardEvent| {
                if let Some(happened) = key_event(&event) {
                    event.prevent_default();
                    on.emit(happened);
                }
            })
        };
        let count = view.lanes().len().to_string();
        let is_waiting = view.is_running() && !view.is_playing();
        html! {
            <div class="arena" lang="en" {onkeydown}
                data-mode={if view.mode() == ArenaMode::Race { "race" } else { "watch" }}
                data-running={view.is_running().to_string()}>
                if let Some(note) = view.note() {
                    <p class="note" data-note="arena" role="status">{ note }</p>
                }
                { settings(view, &on) }
                <p class="hint" role="status" data-waiting={is_waiting.to_string()}>
                    if is_waiting {
                        { "The agents wait while this page is hidden, and then go on." }
                    }
                </p>
                <div class="lanes" data-lanes={count}>
                    { for view.lanes().iter().enumerate().map(|(at, lane)| {
                        lane_view(view, at, lane, &on)
                    }) }
                </div>
                if view.mode() == ArenaMode::Race {
                    <RaceView view={view.clone()} />
                }
            </div>
        }
    }
}

/// Whether the reader sees the page.
fn is_shown() -> bool {
    is_arena_url(&address::hash()) && visibility::is_document_visible()
}

/// Sends events to the page.
fn events(ctx: &Context<ArenaApp>) -> Callback<ArenaEvent> {
    ctx.link().callback(ArenaMsg::Event)
}

impl ArenaApp {
    fn change(&mut self, event: ArenaEvent) {
        self.workers.note(&event);
        self.view = self.view.clone().after(event);
    }

    /// Starts, changes or stops the clock.
    fn set_clock(&mut self, ctx: &Context<Self>) {
        let is_ticking = self.view.is_playing() && self.view.mode() == ArenaMode::Watch;
        let interval = is_ticking.then(|| self.view.speed().interval());
        if self.clock.as_ref().map(|clock| clock.0) != interval {
            let tick = events(ctx).reform(|()| ArenaEvent::Tick);
            let clock = |interval| (interval, Interval::new(interval, move || tick.emit(())));
            self.clock = interval.map(clock);
        }
    }

    /// Writes the address. One with problems stays until the reader changes something.
    fn write_address(&mut self) {
        self.address.show(self.view.note().is_none().then(|| self.view.address()));
    }
}
