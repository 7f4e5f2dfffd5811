//! The keys of a diagram: one table that handles them and prints their meaning.

use mdp2048_diagram::page::DiagramEvent;
use web::browser::keys::handler;
use web::browser::random_word;
use web_sys::KeyboardEvent;
use yew::{Callback, Html, html};

use crate::canvas::{ZOOM_IN, ZOOM_OUT};

/// Keys in one row of the help: as readers know them, what they do, and the names (letters are
/// small) and events of those that have the same effect everywhere in the diagram.
type Row = (&'static [&'static str], &'static str, &'static [(&'static str, Event)]);

type Event = fn() -> DiagramEvent;

/// The table. The drawing itself handles the keys of the rows without events (`canvas.rs`),
/// and the element that of *Share* (`diagram-element.js`).
static ROWS: [Row; 10] = [
    (&["←", "→", "↑", "↓"], "move along edges, in the drawing", &[]),
    (&["Enter"], "start at the node", &[]),
    (&["space"], "start or pause", &[(" ", || DiagramEvent::Toggle)]),
    (&["C"], "solve the next column", &[("c", || DiagramEvent::SolveNext)]),
    (&["S", "B"], "step, back", &[("s", || DiagramEvent::Step), ("b", || DiagramEvent::Back)]),
    (
        &["R", "N"],
        "restart, new seed",
        &[("r", || DiagramEvent::Restart), ("n", || DiagramEvent::RandomSeed(random_word()))],
    ),
    (
        &["+", "−", "0"],
        "zoom, fit",
        &[
            ("+", || DiagramEvent::Zoom(ZOOM_IN, None)),
            ("=", || DiagramEvent::Zoom(ZOOM_IN, None)),
            ("-", || DiagramEvent::Zoom(ZOOM_OUT, None)),
            ("0", || DiagramEvent::Fit),
        ],
    ),
    (&["Ctrl", "wheel"], "zoom; after a click on the drawing also without Ctrl", &[]),
    (&["Shift", "← → ↑ ↓"], "move the drawing", &[]),
    (&["L"], "share", &[]),
];

/// Handles the keys that have the same effect everywhere in the diagram.
pub(crate) fn everywhere(on: &Callback<DiagramEvent>) -> Callback<KeyboardEvent> {
    handler(on, |key| {
        let name = key.to_ascii_lowercase();
        let mut events = ROWS.iter().flat_map(|(.., events)| *events);
        events.find(|(known, _)| *known == name).map(|(_, event)| event())
    })
}

/// The keys and their meaning.
pub(crate) fn help() -> Html {
    let view = |(shown, meaning, _): &Row| {
        html! {
            <span>
                { for shown.iter().map(|name| html! { <kbd>{ *name }</kbd> }) }
                { " " }{ *meaning }
            </span>
        }
    };
    html! { <p class="keys">{ for ROWS.iter().map(view) }</p> }
}
