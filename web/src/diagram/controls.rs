//! The form with the settings of a diagram.

use mdp2048_diagram::page::{DiagramEvent, Setting, Settings, TARGETS};
use mdp2048_diagram::{ActionFilter, EndingStyle, Frame, Grouping};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Html, Properties, TargetCast as _, function_component, html};

/// The discounts in the menu; a URL may contain any other.
const DISCOUNTS: [f64; 5] = [1.0, 0.99, 0.95, 0.9, 0.5];

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ControlsProps {
    pub(crate) settings: Settings,
    /// A sentence with the probabilities of winning and losing under the policy.
    pub(crate) summary: Option<String>,
    pub(crate) on: Callback<DiagramEvent>,
}

/// Shows the settings and the outcome of the policy. Sends the new settings when one changes.
#[function_component(Controls)]
pub(crate) fn controls(props: &ControlsProps) -> Html {
    let ControlsProps { settings, summary, on } = props;
    let is_whole_game = settings.state.is_none();
    // The drawing comes first, and the settings are folded.
    html! {
        <>
        if let Some(summary) = summary {
            <p class="outcome-summary" data-outcome-summary="">{ summary }</p>
        }
        <details class="options">
        <summary data-control="options">{ "Options" }</summary>
        <form class="settings" aria-label="What is drawn">
            { view_target(settings, on) }
            { view_discount(settings, on) }
            { view_frame(settings, on) }
            if is_whole_game && !settings.flow {
                { view_action_filter(settings, on) }
                { view_ending_style(settings, on) }
            }
            { checkbox(on, "merge", "Merge equivalent actions",
                settings.grouping == Grouping::Equivalent,
                |is_set| Setting::Grouping(match is_set {
                    true => Grouping::Equivalent,
                    false => Grouping::Direction,
                })) }
            if is_whole_game {
                { checkbox(on, "afterstates", "Afterstates", settings.afterstates,
                    Setting::Afterstates) }
                { checkbox(on, "shade", "Shade by visits", settings.shading, Setting::Shading) }
                { checkbox(on, "flow", "Flow of games", settings.flow, Setting::Flow) }
            }
        </form>
        </details>
        if !settings.overrides.is_empty() {
            <button type="button" data-control="reset-policy"
                onclick={on.reform(|_| DiagramEvent::ResetPolicy)}>
                { "Reset to optimal policy" }
            </button>
        }
        </>
    }
}

fn view_target(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let names: Vec<_> =
        TARGETS.iter().map(|it| (it.to_string(), format!("2 × 2 to {it}"))).collect();
    let names: Vec<_> = names.iter().map(|(name, label)| (name.as_str(), label.as_str())).collect();
    let current = settings.target().to_string();
    menu(on, "target", "Game", &names, &current, |name| {
        Setting::Target(name.parse().unwrap_or_default())
    })
}

fn view_discount(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let current = settings.game.discount().get();
    let mut discounts = DISCOUNTS.to_vec();
    if !discounts.contains(&current) {
        discounts.push(current);
    }
    let names: Vec<_> = discounts.iter().map(ToString::to_string).collect();
    let label = |name: &str| if name == "1" { "none (1)".to_owned() } else { name.to_owned() };
    let labels: Vec<_> = names.iter().map(|name| (name.clone(), label(name))).collect();
    let names: Vec<_> = labels.iter().map(|(name, it)| (name.as_str(), it.as_str())).collect();
    menu(on, "discount", "Discount", &names, &current.to_string(), |name| {
        Setting::Discount(name.parse().unwrap_or(1.0))
    })
}

fn view_frame(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let names = [("canonical", "up to symmetry"), ("all", "every board")];
    let current = match settings.frame {
        Frame::Canonical => "canonical",
        Frame::Shown => "all",
    };
    menu(on, "boards", "Boards", &names, current, |name| {
        Setting::Frame(if name == "all" { Frame::Shown } else { Frame::Canonical })
    })
}

fn view_action_filter(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let names = [("all", "all"), ("optimal", "optimal"), ("policy", "the policy’s")];
    let current = match settings.actions {
        ActionFilter::All => "all",
        ActionFilter::Best => "optimal",
        ActionFilter::Policy => "policy",
    };
    menu(on, "actions", "Actions", &names, current, |name| {
        Setting::Actions(match name {
            "optimal" => ActionFilter::Best,
            "policy" => ActionFilter::Policy,
            _ => ActionFilter::All,
        })
    })
}

fn view_ending_style(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let names = [("marks", "as labels"), ("edges", "with all edges")];
    let current = if settings.endings == EndingStyle::Shared { "edges" } else { "marks" };
    menu(on, "ends", "Endings", &names, current, |name| {
        Setting::Endings(if name == "edges" { EndingStyle::Shared } else { EndingStyle::Stubs })
    })
}

/// A menu for one of the settings. `names` are the values with their labels. The event holds this
/// setting only: the others may have changed since the menu was drawn.
fn menu(
    on: &Callback<DiagramEvent>,
    control: &'static str,
    label: &'static str,
    names: &[(&str, &str)],
    current: &str,
    setting: fn(&str) -> Setting,
) -> Html {
    let on_change = on.reform(move |event: yew::Event| {
        DiagramEvent::Set(setting(&event.target_unchecked_into::<HtmlSelectElement>().value()))
    });
    html! {
        <label class="menu">
            <span>{ label }</span>
            <select data-control={control} ~value={current.to_owned()} onchange={on_change}>
                { for names.iter().map(|&(name, label)| html! {
                    <option key={name.to_owned()} value={name.to_owned()}
                        selected={name == current}>{ label }</option>
                }) }
            </select>
        </label>
    }
}

/// A checkbox for one of the settings.
fn checkbox(
    on: &Callback<DiagramEvent>,
    control: &'static str,
    label: &'static str,
    checked: bool,
    setting: fn(bool) -> Setting,
) -> Html {
    let on_change = on.reform(move |event: yew::Event| {
        DiagramEvent::Set(setting(event.target_unchecked_into::<HtmlInputElement>().checked()))
    });
    html! {
        <label class="checkbox">
            <input type="checkbox" data-control={control} {checked} onchange={on_change} />
            <span>{ label }</span>
        </label>
    }
}
