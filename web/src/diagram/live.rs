//! The live view of a drawing.

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::{Interval, Timeout};
use mdp2048_diagram_view::{DiagramEvent, DiagramView, is_diagram_url};
use web_sys::{KeyboardEvent, window};
use yew::{
    Callback, Html, Reducible, UseReducerHandle, function_component, hook, html, use_callback,
    use_effect_with, use_reducer,
};

use super::canvas::Canvas;
use super::controls::Controls;
use super::files::Files;
use super::legend::{Legend, view_keys};
use super::panel::About;
use super::sheets::Drawn;
use super::walk::Follow;
use crate::browser::{address, random_word};
use crate::ui::keys;

/// How long the token rests at a node, in milliseconds.
const STEP_MS: u32 = 800;

/// How long the address waits for the reader to come to rest, in milliseconds.
const REST_MS: u32 = 150;

/// The explorer as Yew keeps it.
struct Kept(Seen);

/// An explorer after some event; another is equal only if it is the same.
#[derive(Clone)]
pub(crate) struct Seen(pub(crate) Rc<DiagramView>);

impl PartialEq for Seen {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Reducible for Kept {
    type Action = DiagramEvent;

    fn reduce(self: Rc<Self>, event: DiagramEvent) -> Rc<Self> {
        let explorer = DiagramView::clone(&self.0.0).after(event);
        Rc::new(Self(Seen(Rc::new(explorer))))
    }
}

type Handle = UseReducerHandle<Kept>;

#[function_component(Live)]
pub(crate) fn live() -> Html {
    let kept = use_reducer(|| Kept(Seen(Rc::new(DiagramView::open(&address::hash())))));
    use_clock(&kept);
    use_address(&kept);
    // The same callback every time, so that what has not changed is not made anew.
    let on = use_callback(kept.dispatcher(), |event, dispatcher| dispatcher.dispatch(event));
    let explorer = &kept.0.0;
    let settings = explorer.settings();
    let pressed = pressed(&on);
    html! {
        <section class="explorer" aria-labelledby="diagram-title" onkeydown={pressed}
            data-diagram={settings.game.name()} data-board={explorer.board().hex()}
            data-step={explorer.walk().cursor().to_string()}
            data-running={explorer.running().to_string()}>
            <p class="crumb"><a href="#/diagram">{ "All diagrams" }</a></p>
            <h1 id="diagram-title">{ explorer.title() }</h1>
            <p class="summary">{ explorer.summary() }</p>
            { for explorer.problems().map(|note| html! {
                <p class="note" data-note="diagram" role="status">{ note }</p>
            }) }
            <Controls settings={settings.clone()} outlook={explorer.outcome_summary()} on={on.clone()} />
            <div class="stage">
                <div class="paper-side">
                    <Canvas seen={kept.0.clone()} on={on.clone()} />
                    <Legend drawn={Drawn(explorer.drawing().clone())} settings={settings.clone()} />
                    <Files settings={settings.clone()} />
                    { view_keys() }
                </div>
                <div class="beside">
                    if settings.state.is_none() {
                        <Follow walk={explorer.walk().clone()} running={explorer.running()}
                            seed_field={explorer.seed_field().clone()} action={explorer.action_text()}
                            position={explorer.position_text()} on={on.clone()} />
                    }
                    <About panel={explorer.details()} chooses={settings.state.is_none()} {on} />
                </div>
            </div>
        </section>
    }
}

/// The keys that mean the same everywhere in the view.
fn pressed(on: &Callback<DiagramEvent>) -> Callback<KeyboardEvent> {
    keys::handler(on, |key| {
        Some(match key {
            " " => DiagramEvent::Toggle,
            "+" | "=" => DiagramEvent::Zoom(1.25, None),
            "-" => DiagramEvent::Zoom(0.8, None),
            "0" => DiagramEvent::Fit,
            "s" | "S" => DiagramEvent::Step,
            "b" | "B" => DiagramEvent::Back,
            "r" | "R" => DiagramEvent::Restart,
            "n" | "N" => DiagramEvent::RandomSeed(random_word()),
            _ => return None,
        })
    })
}

/// Ticks while the token walks by itself.
#[hook]
fn use_clock(kept: &Handle) {
    let dispatcher = kept.dispatcher();
    use_effect_with(kept.0.0.running(), move |&running| {
        let tick = move || dispatcher.dispatch(DiagramEvent::Tick);
        let interval = running.then(|| Interval::new(STEP_MS, tick));
        move || drop(interval)
    });
}

/// Goes where the address asks, and writes into it what is shown.
#[hook]
fn use_address(kept: &Handle) {
    {
        let dispatcher = kept.dispatcher();
        use_effect_with((), move |()| {
            let listener = address::listen(move || {
                let hash = address::hash();
                if is_diagram_url(&hash) && hash.contains('?') {
                    dispatcher.dispatch(DiagramEvent::OpenUrl(hash));
                }
            });
            move || drop(listener)
        });
    }
    let explorer = &kept.0.0;
    let written = (explorer.url(), explorer.running(), explorer.problems().next().is_some());
    use_effect_with(written, |(link, running, is_bad)| {
        let link = link.clone();
        let write = move || address::write_hash(&link);
        // A bad address stays for its reader to see until something else is done.
        let wait = (!running && !is_bad).then(|| Timeout::new(REST_MS, write));
        move || drop(wait)
    });
}

/// Calls back when the window has another size.
pub(crate) fn on_resize(mut changed: impl FnMut() + 'static) -> Option<EventListener> {
    let window = window()?;
    Some(EventListener::new(&window, "resize", move |_| changed()))
}
