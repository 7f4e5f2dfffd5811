//! The formation of a real board, and the step to its exact values.

use mdp2048_explorer::ExploreEvent;
use yew::{Html, function_component, html};

use super::page::use_exploration;

/// Shows which formation the large tiles of a real board make; nothing if they make none.
#[function_component(FormationPanel)]
pub(crate) fn formation_panel() -> Html {
    let (view, on) = use_exploration();
    let Some(found) = view.formation() else { return Html::default() };
    let remedy = found.remedy();
    let label = remedy.label.clone();
    let press = on.reform(move |_| ExploreEvent::Remedy(remedy.clone()));
    html! {
        <section class="formation" aria-label="Formation" role="status">
            <p>{ found.text() }</p>
            <button type="button" class="primary" data-control="formation" onclick={press}>
                { label }
            </button>
        </section>
    }
}
