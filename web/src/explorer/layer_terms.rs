//! The numbers of a layer.

use mdp2048_display::no_break;
use mdp2048_rules::TileSum;
use yew::{Html, html};

/// Shows numbers of the layer of a tile sum: for each its name, its text and the number itself.
pub(crate) fn layer_terms(sum: TileSum, terms: [(&'static str, String, f64); 4]) -> Html {
    html! {
        <dl class="terms" data-layer={sum.to_string()}>
            { for terms.map(|(name, text, number)| html! {
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
