//! The target and the spawn probability.

use mdp2048_bag::page::{BagEvent, BagView, TARGETS};
use mdp2048_display::count;
use web::components::fields::{menu, typed_text};
use web_sys::InputEvent;
use yew::{Callback, Html, html};

/// Renders the controls of the chain.
pub(crate) fn settings(view: &BagView, on: &Callback<BagEvent>) -> Html {
    let target = view.game().target().to_string();
    let targets = TARGETS.map(|it| (it.to_string(), count(it.into())));
    let on_target =
        on.reform(|target: String| BagEvent::Target(target.parse().unwrap_or_default()));
    let on_text = on.reform(|event: InputEvent| BagEvent::SpawnFour(typed_text(&event)));
    let error = view.spawn_error();
    html! {
        <div class="settings">
            { menu("target", "Target", &targets, &target, &on_target) }
            <label class="spawn">
                <span>{ "Chance of a 4" }</span>
                <input type="range" data-control="spawn-slider" min="0" max="1" step="0.01"
                    value={view.game().spawn_four().get().to_string()} oninput={on_text.clone()} />
            </label>
            <label>
                <span class="hidden">{ "Chance of a 4, as a number" }</span>
                <input type="text" inputmode="decimal" size="4" data-control="spawn"
                    value={view.spawn_text().to_owned()} oninput={on_text}
                    aria-invalid={error.is_some().to_string()} />
            </label>
            if let Some(error) = error {
                <p class="error" role="alert">{ error }</p>
            }
        </div>
    }
}
