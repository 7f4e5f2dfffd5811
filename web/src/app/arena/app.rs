//! The page.

use mdp2048_arena::{ArenaEvent, ArenaMode, ArenaView, KEPT_RACE, is_arena_url};
use mdp2048_display::Storage;
use web::browser::keys::handler;
use web::browser::{address, kept_text};
use web::components::focus::use_focus_after;
use web::components::interval::use_interval;
use web::components::page::{Page, use_page};
use web::components::shown::use_shown;
use web::host::HostProps;
use yew::{ContextProvider, Html, function_component, html, use_node_ref};

use super::lane_view::lane_view;
use super::race_view::{RaceView, table};
use super::results::results;
use super::settings::{event_of_key, settings};
use super::workers::asking;

/// Shows the page. All events of its parts go to one reducer.
#[function_component(ArenaApp)]
pub(crate) fn arena_app(props: &HostProps) -> Html {
    let open = || {
        let race = kept_text(Storage::Session, KEPT_RACE).unwrap_or_default();
        ArenaView::open(&address::hash()).restored(&race)
    };
    let page = use_page(open, Some(is_arena_url), || Box::new(asking(props.host.clone())));
    let (view, on) = (page.state(), page.on());
    use_interval(view.tick_ms(), &on, ArenaEvent::Tick);
    use_shown(is_arena_url, on.reform(ArenaEvent::Shown));
    let root = use_node_ref();
    use_focus_after(&root, view.lanes().len(), "[data-control=add]".to_owned());
    let is_race = view.mode() == ArenaMode::Race;
    let is_waiting = view.is_running() && !view.is_playing();
    html! {
        <ContextProvider<Page<ArenaView>> context={page.clone()}>
        <div class="arena" lang="en" ref={root} onkeydown={handler(&on, event_of_key)}
            data-mode={if is_race { "race" } else { "watch" }}
            data-running={view.is_running().to_string()}>
            if let Some(note) = view.note() {
                <p class="note" data-note="arena" role="status">{ note }</p>
            }
            { settings(&view, &on) }
            <p class="hint" role="status" data-waiting={is_waiting.to_string()}>
                if is_waiting {
                    { "The agents wait while this page is hidden, and then go on." }
                }
            </p>
            <div class="beside" data-lanes={view.lanes().len().to_string()}>
                <RaceView />
                <div class="lanes">
                    { for view.lanes().iter().enumerate().map(|(at, lane)| {
                        lane_view(&view, at, lane, &on)
                    }) }
                </div>
            </div>
            if is_race {
                <div class="race">{ table(&view) }</div>
            }
            <h2>{ format!("Results in {}", view.game().text()) }</h2>
            { results(view.game()) }
        </div>
        </ContextProvider<Page<ArenaView>>>
    }
}
