//! What is drawn: the game and the filters.

use mdp2048_diagram::{ActionFilter, EndingStyle, Frame, Grouping};
use mdp2048_diagram_view::{DiagramEvent, Settings, TARGETS, small_game};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Html, Properties, TargetCast as _, function_component, html};

/// The discounts offered; a link may ask for any other.
const DISCOUNTS: [f64; 5] = [1.0, 0.99, 0.95, 0.9, 0.5];

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ControlsProps {
    pub(crate) settings: Settings,
    /// What becomes of games under the policy, in a sentence.
    pub(crate) outlook: Option<String>,
    pub(crate) on: Callback<DiagramEvent>,
}

#[function_component(Controls)]
pub(crate) fn controls(props: &ControlsProps) -> Html {
    let ControlsProps { settings, outlook, on } = props;
    let is_whole = settings.state.is_none();
    html! {
        <form class="filters" aria-label="What is drawn">
            { view_target(settings, on) }
            { view_discount(settings, on) }
            { choice(settings, on, "boards", "Boards",
                &[("canonical", "up to symmetry"), ("all", "every board")],
                if settings.frame == Frame::Canonical { "canonical" } else { "all" },
                |it, name| it.frame = if name == "all" { Frame::Shown } else { Frame::Canonical }) }
            if is_whole && !settings.flow {
                { choice(settings, on, "actions", "Actions",
                    &[("all", "all"), ("optimal", "optimal"), ("policy", "one policy’s")],
                    match settings.shown {
                        ActionFilter::All => "all",
                        ActionFilter::Best => "optimal",
                        ActionFilter::Policy => "policy",
                    },
                    |it, name| it.shown = match name {
                        "optimal" => ActionFilter::Best,
                        "policy" => ActionFilter::Policy,
                        _ => ActionFilter::All,
                    }) }
                { choice(settings, on, "ends", "Ends",
                    &[("marks", "as marks"), ("edges", "with all links")],
                    if settings.ends == EndingStyle::Shared { "edges" } else { "marks" },
                    |it, name| it.ends = if name == "edges" { EndingStyle::Shared } else { EndingStyle::Stubs }) }
            }
            { tick(settings, on, "merge", "Merge equivalent actions",
                settings.grouping == Grouping::Equivalent,
                |it, is| it.grouping = if is { Grouping::Equivalent } else { Grouping::Direction }) }
            if is_whole {
                { tick(settings, on, "afterstates", "Afterstates", settings.afterstates,
                    |it, is| it.afterstates = is) }
                { tick(settings, on, "shade", "Shade by visits", settings.shading,
                    |it, is| it.shading = is) }
                { tick(settings, on, "flow", "Flow of games", settings.flow,
                    |it, is| it.flow = is) }
            }
            if let Some(outlook) = outlook {
                <p class="outlook" data-outlook="">{ outlook }</p>
            }
            if !settings.overrides.is_empty() {
                <button type="button" data-control="forget" onclick={on.reform(|_| DiagramEvent::ResetPolicy)}>
                    { "Optimal policy again" }
                </button>
            }
        </form>
    }
}

fn view_target(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let names: Vec<_> = TARGETS.iter().map(|it| (it.to_string(), format!("2×2 to {it}"))).collect();
    let names: Vec<_> = names.iter().map(|(name, label)| (name.as_str(), label.as_str())).collect();
    let now = settings.target().to_string();
    choice(settings, on, "target", "Game", &names, &now, |it, name| {
        let target = name.parse().unwrap_or_default();
        if let Ok(game) = small_game(target, it.game.discount().get()) {
            it.game = game;
            it.overrides.clear();
        }
    })
}

fn view_discount(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let now = settings.game.discount().get();
    let mut discounts = DISCOUNTS.to_vec();
    if !discounts.contains(&now) {
        discounts.push(now);
    }
    let names: Vec<_> = discounts.iter().map(ToString::to_string).collect();
    let label = |name: &str| if name == "1" { "none (1)".to_owned() } else { name.to_owned() };
    let labels: Vec<_> = names.iter().map(|name| (name.clone(), label(name))).collect();
    let names: Vec<_> = labels.iter().map(|(name, it)| (name.as_str(), it.as_str())).collect();
    choice(settings, on, "discount", "Discount", &names, &now.to_string(), |it, name| {
        let discount = name.parse().unwrap_or(1.0);
        if let Ok(game) = small_game(it.target(), discount) {
            it.game = game;
        }
    })
}

/// A menu that changes one of the settings.
fn choice(
    settings: &Settings,
    on: &Callback<DiagramEvent>,
    control: &'static str,
    label: &'static str,
    names: &[(&str, &str)],
    now: &str,
    change: impl Fn(&mut Settings, &str) + 'static,
) -> Html {
    let (settings, on) = (settings.clone(), on.clone());
    let chosen = Callback::from(move |event: yew::Event| {
        let name = event.target_unchecked_into::<HtmlSelectElement>().value();
        let mut settings = settings.clone();
        change(&mut settings, &name);
        on.emit(DiagramEvent::SetSettings(settings));
    });
    html! {
        <label class="choice">
            <span>{ label }</span>
            <select data-control={control} ~value={now.to_owned()} onchange={chosen}>
                { for names.iter().map(|&(name, label)| html! {
                    <option key={name.to_owned()} value={name.to_owned()} selected={name == now}>
                        { label }
                    </option>
                }) }
            </select>
        </label>
    }
}

/// A box that switches one of the settings.
fn tick(
    settings: &Settings,
    on: &Callback<DiagramEvent>,
    control: &'static str,
    label: &'static str,
    checked: bool,
    change: impl Fn(&mut Settings, bool) + 'static,
) -> Html {
    let (settings, on) = (settings.clone(), on.clone());
    let changed = Callback::from(move |event: yew::Event| {
        let is = event.target_unchecked_into::<HtmlInputElement>().checked();
        let mut settings = settings.clone();
        change(&mut settings, is);
        on.emit(DiagramEvent::SetSettings(settings));
    });
    html! {
        <label class="tick">
            <input type="checkbox" data-control={control} {checked} onchange={changed} />
            <span>{ label }</span>
        </label>
    }
}
