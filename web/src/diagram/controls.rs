//! The form with the settings of a diagram.

use mdp2048_diagram::page::{DiagramEvent, Setting, Settings, TARGETS};
use mdp2048_diagram::{ActionFilter, EndingStyle, Frame, Grouping};
use web::fields::menu;
use web_sys::HtmlInputElement;
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
    let targets = TARGETS.map(|it| (it.to_string(), format!("2×2 to {it}")));
    let current = settings.target().to_string();
    setting_menu(on, "target", "Game", &targets, &current, |name| {
        Setting::Target(name.parse().unwrap_or_default())
    })
}

fn view_discount(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let current = settings.game.discount().get();
    let mut discounts = DISCOUNTS.to_vec();
    if !discounts.contains(&current) {
        discounts.push(current);
    }
    let label = |it: f64| if it == 1.0 { "none (1)".to_owned() } else { it.to_string() };
    let names: Vec<_> = discounts.iter().map(|&it| (it.to_string(), label(it))).collect();
    setting_menu(on, "discount", "Discount", &names, &current.to_string(), |name| {
        Setting::Discount(name.parse().unwrap_or(1.0))
    })
}

fn view_frame(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let frames =
        [("canonical", "up to symmetry", Frame::Canonical), ("all", "every board", Frame::Shown)];
    choice(on, "boards", "Boards", frames, settings.frame, Setting::Frame)
}

fn view_action_filter(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let filters = [
        ("all", "all", ActionFilter::All),
        ("optimal", "optimal", ActionFilter::Best),
        ("policy", "the policy’s", ActionFilter::Policy),
    ];
    choice(on, "actions", "Actions", filters, settings.actions, Setting::Actions)
}

fn view_ending_style(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let styles = [
        ("marks", "as labels", EndingStyle::Stubs),
        ("edges", "with all edges", EndingStyle::Shared),
    ];
    choice(on, "ends", "Endings", styles, settings.endings, Setting::Endings)
}

/// A menu of a few choices, each with its name and its label.
fn choice<T: Copy + PartialEq + 'static, const N: usize>(
    on: &Callback<DiagramEvent>,
    control: &'static str,
    label: &'static str,
    choices: [(&'static str, &'static str, T); N],
    current: T,
    setting: fn(T) -> Setting,
) -> Html {
    let names = choices.map(|(name, label, _)| (name.to_owned(), label.to_owned()));
    let shown = choices.into_iter().find(|it| it.2 == current).map_or("", |it| it.0);
    setting_menu(on, control, label, &names, shown, move |name| {
        let chosen = choices.into_iter().find(|it| it.0 == name);
        setting(chosen.map_or(current, |it| it.2))
    })
}

fn setting_menu(
    on: &Callback<DiagramEvent>,
    control: &'static str,
    label: &'static str,
    names: &[(String, String)],
    current: &str,
    setting: impl Fn(&str) -> Setting + 'static,
) -> Html {
    let on_change = on.reform(move |name: String| DiagramEvent::Set(setting(&name)));
    menu(control, label, names, current, &on_change)
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
