//! One diagram: title, settings, drawing, legend, game and node.

use std::cell::RefCell;

use mdp2048_diagram::page::{DiagramEvent, DiagramView, is_diagram_url};
use mdp2048_display::Opened;
use web::browser::keys::listen_without_focus;
use web::components::SharedProp;
use web::components::fields::button;
use web::components::interval::use_interval;
use web::components::page::{Page, use_page};
use web_sys::Element;
use yew::{
    Callback, ContextProvider, Html, NodeRef, Properties, classes, function_component, hook, html,
    use_effect_with, use_node_ref,
};

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

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct EmbeddedDiagramProps {
    /// The view at the start.
    pub(crate) first: SharedProp<DiagramView>,
    /// Holds the URL of the view that is shown.
    pub(crate) shown: SharedProp<RefCell<String>>,
    /// Whether the diagram follows the page's URL, and writes its state into it.
    pub(crate) follows_address: bool,
    /// The URL of what the diagram shows in place of `first`, as soon as there is one.
    pub(crate) opened: Option<String>,
    /// Whether the diagram is visible. A game runs only then.
    pub(crate) visible: bool,
}

/// Shows a diagram. All events of its parts go to one reducer.
#[function_component(EmbeddedDiagram)]
pub(crate) fn embedded_diagram(props: &EmbeddedDiagramProps) -> Html {
    let page = use_page(
        || DiagramView::clone(&props.first),
        props.follows_address.then_some(leads_here as fn(&str) -> bool),
        || Box::new(|request, _| match request {}),
    );
    let (view, on) = (page.state(), page.on());
    use_effect_with((props.opened.clone(), on.clone()), |(opened, on)| {
        if let Some(url) = opened.clone() {
            on.emit(Opened::New(url).into());
        }
    });
    use_interval((view.running() && props.visible).then_some(STEP_MS), &on, DiagramEvent::Tick);
    props.shown.replace(view.url());
    let columns = use_node_ref();
    use_keys(props.follows_address && props.visible, &columns, &on);
    let settings = view.settings();
    let is_selected = view.focused_node().is_some() || view.solve_progress().is_some();
    let class = classes!(
        "diagram-view",
        is_selected.then_some("selected"),
        view.is_solving().then_some("solving"),
        (view.drawing().content().width > WIDE).then_some("wide")
    );
    html! {
        <ContextProvider<Page<DiagramView>> context={page.clone()}>
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
                <Canvas />
                if view.can_solve() {
                    { solve_bar(&view, &on) }
                }
                <div class="sidebar">
                    if settings.state.is_none() {
                        { walk_panel(&view, &on) }
                    }
                    { node_panel(&view, &on) }
                </div>
                <div class="about">
                    { legend(view.drawing(), settings) }
                    <p class="summary">{ view.summary() }</p>
                    { controls(&view, &on) }
                    <div class="foot">
                        { button("share", "Share", "Links and HTML (L)", Callback::noop()) }
                        { downloads(&on) }
                    </div>
                    { keys::help() }
                </div>
            </div>
        </section>
        </ContextProvider<Page<DiagramView>>>
    }
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
