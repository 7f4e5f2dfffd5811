//! How the optimal policy of a small game depends on the discount.

use std::rc::Rc;

use mdp2048_explorer::{ExploreEvent, Induction, discount_chart};
use web_sys::HtmlInputElement;
use yew::{
    Callback, Html, InputEvent, Properties, TargetCast as _, function_component, html, use_memo,
    use_state_eq,
};

use super::drawing::Drawing;
use super::open_board::board_choice;
use super::terms::terms;

/// How many changed boards are shown at most.
const MOST_SHOWN: usize = 12;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct DiscountPanelProps {
    pub(crate) induction: Rc<Induction>,
    pub(crate) on: Callback<ExploreEvent>,
}

/// Shows the slider of the discount, the start value and the boards whose best move changes.
#[function_component(DiscountPanel)]
pub(crate) fn discount_panel(props: &DiscountPanelProps) -> Html {
    let DiscountPanelProps { induction, on } = props;
    let percent = use_state_eq(|| {
        (100.0 * induction.game().discount().get()).round().clamp(1.0, 100.0) as u32
    });
    let curve = use_memo(induction.clone(), |induction| Rc::new(induction.discount_curve()));
    let discounted =
        use_memo((induction.clone(), *percent), |(induction, at)| induction.discounted(*at));
    let Some(found) = &*discounted else {
        return html! { <p class="hint">{ "Only the objective to win has a discount." }</p> };
    };
    let slide = {
        let percent = percent.clone();
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            percent.set(field.value().parse().unwrap_or(100));
        })
    };
    let draw = {
        let (curve, discounted) = ((*curve).clone(), found.clone());
        Callback::from(move |width| discount_chart(&curve, &discounted, width))
    };
    let label = format!("{:.2}", f64::from(found.percent) / 100.0);
    let shown = found.changed.len().min(MOST_SHOWN);
    let changed = found.changed.len();
    let found_terms = [
        ("start value", found.value_text(), found.start_value),
        ("states with another best move", changed.to_string(), changed as f64),
    ];
    html! {
        <div class="discounts" data-percent={found.percent.to_string()}>
            <h3>{ "The discount" }</h3>
            <div class="chooser">
                <label class="field">
                    <span>{ format!("Discount {label}") }</span>
                    <input type="range" data-control="induction-discount" min="1" max="100"
                        ~value={found.percent.to_string()} oninput={slide}
                        aria-valuetext={format!("discount {label}")} />
                </label>
            </div>
            { terms(None, found_terms) }
            <p class="hint" role="status">{ found.sentence(induction.states()) }</p>
            <Drawing name="discount" title="Start value by discount" {draw} />
            if shown > 0 {
                <p class="hint">
                    { "What the other move gives up of the chance to win. The largest are first; \
                       choose one to explore it." }
                </p>
                <ul class="spawns">
                    { for found.changed[..shown].iter().map(|it| {
                        let instead = format!("{}, not {}", it.action, it.usual);
                        let gives_up = format!("gives up {}", it.cost);
                        board_choice("induction-changed", it.board, it.regret, &instead,
                            &gives_up, on)
                    }) }
                </ul>
            }
        </div>
    }
}
