//! Numbers with their names.

use mdp2048_display::no_break;
use mdp2048_rules::TileSum;
use yew::{Html, html};

/// Shows numbers, of the layer of a tile sum if there is one: for each its name, its text and the
/// number itself.
pub(crate) fn terms(
    layer: Option<TileSum>,
    terms: impl IntoIterator<Item = (&'static str, String, f64)>,
) -> Html {
    html! {
        <dl class="terms" data-layer={layer.map(|sum| sum.to_string())}>
            { for terms.into_iter().map(|(name, text, number)| html! {
                <div>
                    <dt>{ name }</dt>
                    <dd data-term={name} data-value={number.to_string()}>
                        { no_break(&text) }
                    </dd>
                </div>
            }) }
        </dl>
    }
}
