//! One diagram: title, settings, drawing, legend, game and node.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::timers::callback::Interval;
use mdp2048_diagram::page::{DiagramEvent, DiagramView, is_diagram_url};
use web::browser::address::{Opened, use_address};
use web::browser::keys::listen_without_focus;
use web::components::SharedProp;
use web_sys::Element;
use yew::{
    Callback, Html, NodeRef, Properties, Reducible, UseReducerHandle, classes, function_component,
    hook, html, use_callback, use_effect_with, use_node_ref, use_reducer,
};

use crate::button::button;
use crate::canvas::Canvas;
use crate::controls::controls;
use crate::downloads::downloads;
use crate::keys;
use crate::legend::legend;
use crate::node_panel::node_panel;
use crate::solve_bar::solve_bar;
use crate::walk_panel::walk_panel;

/// The width of a drawing, in its units, above which the panels are below it in a window that is
/// not large.
const WIDE: f64 = 1300.0;

/// The time between two moves of a running game, in milliseconds.
const STEP_MS: u32 = 800;

/// The diagram view as the state of a Yew reducer.
struct DiagramState(SharedProp<DiagramView>);

impl Reducible for DiagramState {
    type Action = DiagramEvent;

    fn reduce(self: Rc<Self>, event: DiagramEvent) -> Rc<Self> {
        let view = DiagramView::clone(&self.0).after(event);
        Rc::new(Self(SharedProp::new(view)))
    }
}

type StateHandle = UseReducerHandle<DiagramState>;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct EmbeddedDiagramProps {
    /// The view at the start.
    pub(crate) first: SharedProp<DiagramView>,
    /// Holds the URL of the view that is shown.
    pub(crate) shown: SharedProp<RefCell<String>>,
    /// Whether the diagram follows the page's URL, and writes its state into it.
    pub(crate) follows_address: bool,
    /// Whether the diagram is visible. A game runs only then.
    pub(crate) visible: bool,
}

/// Shows a diagram. All events of its parts go to one reducer.
#[function_component(EmbeddedDiagram)]
pub(crate) fn embedded_diagram(props: &EmbeddedDiagramProps) -> Html {
    let state = use_reducer(|| DiagramState(props.first.clone()));
    use_clock(&state, props.visible);
    props.shown.replace(state.0.url());
    // The callback stays the same, so that components render only if their other props change.
    let on = use_callback(state.dispatcher(), |event, dispatcher| dispatcher.dispatch(event));
    let view = &state.0;
    // An address with problems stays visible until the reader changes something.
    let shown = (!view.running() && view.note().is_none()).then(|| view.url());
    let columns = use_node_ref();
    use_keys(props.follows_address && props.visible, &columns, &on);
    let on_open = on.reform(|opened: Opened<SharedProp<DiagramView>>| match opened {
        Opened::New(address) | Opened::Again(address) => DiagramEvent::OpenUrl(address),
        Opened::Held(view) => DiagramEvent::Return(Box::new(DiagramView::clone(&view))),
    });
    use_address(props.follows_address, leads_here, view.clone(), shown, on_open);
    let settings = view.settings();
    let is_selected = view.focused_node().is_some() || view.solve_progress().is_some();
    let class = classes!(
        "diagram-view",
        is_selected.then_some("selected"),
        view.is_solving().then_some("solving"),
        (view.drawing().content().width > WIDE).then_some("wide")
    );
    html! {
        <section {class} part="diagram" lang="en" dir="ltr"
            aria-labelledby="diagram-title" onkeydown={keys::everywhere(&on)}
            data-diagram={settings.game.name()} data-board={view.board().hex()}
            data-step={view.walk().cursor().to_string()}
            data-running={view.running().to_string()}>
            <h2 id="diagram-title" class="title" part="title">
                { view.title().replace("2x2", "2×2") }
            </h2>
            if let Some(note) = view.note() {
                <p class="note" data-note="diagram" role="status">{ note }</p>
            }
            <div class="diagram-columns" ref={columns}>
                <Canvas view={view.clone()} on={on.clone()} />
                if view.can_solve() {
                    { solve_bar(view, &on) }
                }
                <div class="sidebar">
                    if settings.state.is_none() {
                        { walk_panel(view, &on) }
                    }
                    { node_panel(view, &on) }
                </div>
                <div class="about">
                    { legend(view.drawing(), settings) }
                    <p class="summary">{ view.summary() }</p>
                    { controls(view, &on) }
                    <div class="foot">
                        { button("share", "Share", "Links and HTML (L)", true,
                            Callback::noop()) }
                        { downloads(settings) }
                    </div>
                    { keys::help() }
                </div>
            </div>
        </section>
    }
}

/// Sends ticks while the game runs.
#[hook]
fn use_clock(state: &StateHandle, visible: bool) {
    let dispatcher = state.dispatcher();
    use_effect_with(state.0.running() && visible, move |&running| {
        let tick = move || dispatcher.dispatch(DiagramEvent::Tick);
        let interval = running.then(|| Interval::new(STEP_MS, tick));
        move || drop(interval)
    });
}

/// Handles the keys of the diagram also where no element has the focus, if it is all that the page
/// shows.
#[hook]
fn use_keys(is_subject: bool, columns: &NodeRef, on: &Callback<DiagramEvent>) {
    let on_key = keys::everywhere(on);
    let columns = columns.clone();
    use_effect_with(is_subject, move |&is_subject| {
        let drawing = move || columns.cast::<Element>()?.query_selector(".pane").ok()?;
        let listener = is_subject.then(|| listen_without_focus(drawing, on_key));
        move || drop(listener)
    });
}

/// Whether the fragment of a URL leads to a diagram, and not to the gallery.
fn leads_here(hash: &str) -> bool {
    is_diagram_url(hash) && hash.contains('?')
}
