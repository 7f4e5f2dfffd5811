//! The formation of a real board, and the step to its exact values.

use yew::{Html, function_component, html};

use super::context::use_exploration;
use super::open_board::remedy_button;

/// Shows which formation the large tiles of a real board make; nothing if they make none.
#[function_component(FormationPanel)]
pub(crate) fn formation_panel() -> Html {
    let (view, on) = use_exploration();
    let Some(found) = view.formation() else { return Html::default() };
    html! {
        <section class="formation" aria-label="Formation" role="status">
            <p>{ found.text() }</p>
            { remedy_button("formation", Some("primary"), found.remedy(), &on) }
        </section>
    }
}
