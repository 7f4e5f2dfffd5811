//! The page: its state, its workers, its clock and its address.

use gloo::events::EventListener;
use gloo::timers::callback::{Interval, Timeout};
use mdp2048_arena::{ArenaEvent, ArenaMode, ArenaView, is_arena_url};
use web::browser::{BrowserStorage, address, visibility};
use web::host::PageHost;
use web_sys::KeyboardEvent;
use yew::{Callback, Component, Context, Html, Properties, html};

use super::lane_view::lane_view;
use super::race_view::RaceView;
use super::settings::{key_event, settings};
use super::workers::ArenaWorkers;

/// The name under which the browser keeps a race.
const RACE: &str = "mdp2048-race";

/// The time without a change after which the address is written, in milliseconds.
const ADDRESS_DELAY_MS: u32 = 150;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ArenaAppProps {
    pub(crate) host: PageHost,
}

/// The page.
pub(crate) struct ArenaApp {
    view: ArenaView,
    workers: ArenaWorkers,
    /// The clock of the moves and its interval in milliseconds, while agents play one game.
    clock: Option<(u32, Interval)>,
    writing: Option<(String, Timeout)>,
    _listeners: [Option<EventListener>; 2],
}

impl Component for ArenaApp {
    type Message = ArenaEvent;
    type Properties = ArenaAppProps;

    fn create(ctx: &Context<Self>) -> Self {
        let link = ctx.link().clone();
        let changed = move || {
            let hash = address::hash();
            link.send_message(ArenaEvent::Shown(is_shown()));
            if is_arena_url(&hash) {
                link.send_message(ArenaEvent::Open(hash));
            }
        };
        let link = ctx.link().clone();
        let shown_or_hidden = move || link.send_message(ArenaEvent::Shown(is_shown()));
        let view = ArenaView::open(&address::hash());
        let race = BrowserStorage::Session.text(RACE).unwrap_or_default();
        let view = view.after(ArenaEvent::Restore(race));
        let mut app = Self {
            view: view.after(ArenaEvent::Shown(is_shown())),
            workers: ArenaWorkers::new(ctx.props().host.clone()),
            clock: None,
            writing: None,
            _listeners: [address::listen(changed), visibility::listen(shown_or_hidden)],
        };
        app.workers.send(&app.view, &ctx.link().callback(|event| event));
        app
    }

    fn update(&mut self, ctx: &Context<Self>, event: ArenaEvent) -> bool {
        self.workers.note(&event);
        self.view = self.view.clone().after(event);
        self.workers.send(&self.view, &ctx.link().callback(|event| event));
        self.set_clock(ctx);
        if let Some(race) = self.view.kept_race() {
            BrowserStorage::Session.keep(RACE, &race);
        }
        self.write_address();
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let on: Callback<ArenaEvent> = ctx.link().callback(|event| event);
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

impl ArenaApp {
    /// Starts, changes or stops the clock.
    fn set_clock(&mut self, ctx: &Context<Self>) {
        let is_ticking = self.view.is_playing() && self.view.mode() == ArenaMode::Watch;
        let interval = is_ticking.then(|| self.view.speed().interval());
        if self.clock.as_ref().map(|clock| clock.0) != interval {
            let tick = ctx.link().callback(|()| ArenaEvent::Tick);
            let clock = |interval| (interval, Interval::new(interval, move || tick.emit(())));
            self.clock = interval.map(clock);
        }
    }

    /// Writes the address soon. An address with problems stays until the reader changes something.
    fn write_address(&mut self) {
        let url = self.view.address();
        let is_valid = self.view.note().is_none();
        // A race changes the view all the time, and its address stays.
        let is_written = self.writing.as_ref().is_some_and(|(written, _)| *written == url);
        if is_valid && address::hash() != url && !is_written {
            let written = url.clone();
            let write = move || {
                // The reader may have gone to another page meanwhile.
                if is_arena_url(&address::hash()) {
                    address::write_hash(&url);
                }
            };
            self.writing = Some((written, Timeout::new(ADDRESS_DELAY_MS, write)));
        }
    }
}
