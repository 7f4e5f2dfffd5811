//! The form with the settings of a diagram.

use mdp2048_diagram::{ActionFilter, EndingStyle, Frame, Grouping};
use mdp2048_diagram_view::{DiagramEvent, Settings, TARGETS, small_game};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Html, Properties, TargetCast as _, function_component, html, use_memo};

/// The discounts in the menu; a URL may contain any other.
const DISCOUNTS: [f64; 5] = [1.0, 0.99, 0.95, 0.9, 0.5];

/// The width in pixels of a window that shows all settings.
const WIDE: f64 = 640.0;

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
    // On a phone the drawing comes first, and the settings are folded.
    let is_open = use_memo((), |()| is_wide());
    html! {
        <details class="options" open={*is_open}>
        <summary>{ "Options" }</summary>
        <form class="settings" aria-label="What is drawn">
            { view_target(settings, on) }
            { view_discount(settings, on) }
            { view_frame(settings, on) }
            if is_whole_game && !settings.flow {
                { view_action_filter(settings, on) }
                { view_ending_style(settings, on) }
            }
            { checkbox(settings, on, "merge", "Merge equivalent actions",
                settings.grouping == Grouping::Equivalent,
                |it, is_set| it.grouping = match is_set {
                    true => Grouping::Equivalent,
                    false => Grouping::Direction,
                }) }
            if is_whole_game {
                { checkbox(settings, on, "afterstates", "Afterstates", settings.afterstates,
                    |it, is_set| it.afterstates = is_set) }
                { checkbox(settings, on, "shade", "Shade by visits", settings.shading,
                    |it, is_set| it.shading = is_set) }
                { checkbox(settings, on, "flow", "Flow of games", settings.flow,
                    |it, is_set| it.flow = is_set) }
            }
            if let Some(summary) = summary {
                <p class="outcome-summary" data-outcome-summary="">{ summary }</p>
            }
            if !settings.overrides.is_empty() {
                <button type="button" data-control="reset-policy"
                    onclick={on.reform(|_| DiagramEvent::ResetPolicy)}>
                    { "Reset to optimal policy" }
                </button>
            }
        </form>
        </details>
    }
}

/// Whether the window has a place for all settings above the drawing.
fn is_wide() -> bool {
    let width = web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64());
    width.is_none_or(|width| width >= WIDE)
}

fn view_target(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let names: Vec<_> =
        TARGETS.iter().map(|it| (it.to_string(), format!("2 × 2 to {it}"))).collect();
    let names: Vec<_> = names.iter().map(|(name, label)| (name.as_str(), label.as_str())).collect();
    let current = settings.target().to_string();
    menu(settings, on, "target", "Game", &names, &current, |it, name| {
        let target = name.parse().unwrap_or_default();
        if let Ok(game) = small_game(target, it.game.discount().get()) {
            it.game = game;
            it.overrides.clear();
        }
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
    menu(settings, on, "discount", "Discount", &names, &current.to_string(), |it, name| {
        let discount = name.parse().unwrap_or(1.0);
        if let Ok(game) = small_game(it.target(), discount) {
            it.game = game;
        }
    })
}

fn view_frame(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let names = [("canonical", "up to symmetry"), ("all", "every board")];
    let current = match settings.frame {
        Frame::Canonical => "canonical",
        Frame::Shown => "all",
    };
    menu(settings, on, "boards", "Boards", &names, current, |it, name| {
        it.frame = if name == "all" { Frame::Shown } else { Frame::Canonical };
    })
}

fn view_action_filter(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let names = [("all", "all"), ("optimal", "optimal"), ("policy", "the policy’s")];
    let current = match settings.actions {
        ActionFilter::All => "all",
        ActionFilter::Best => "optimal",
        ActionFilter::Policy => "policy",
    };
    menu(settings, on, "actions", "Actions", &names, current, |it, name| {
        it.actions = match name {
            "optimal" => ActionFilter::Best,
            "policy" => ActionFilter::Policy,
            _ => ActionFilter::All,
        };
    })
}

fn view_ending_style(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let names = [("marks", "as labels"), ("edges", "with all edges")];
    let current = if settings.endings == EndingStyle::Shared { "edges" } else { "marks" };
    menu(settings, on, "ends", "Endings", &names, current, |it, name| {
        it.endings = if name == "edges" { EndingStyle::Shared } else { EndingStyle::Stubs };
    })
}

/// A menu for one of the settings. `names` are the values with their labels.
fn menu(
    settings: &Settings,
    on: &Callback<DiagramEvent>,
    control: &'static str,
    label: &'static str,
    names: &[(&str, &str)],
    current: &str,
    change: impl Fn(&mut Settings, &str) + 'static,
) -> Html {
    let (settings, on) = (settings.clone(), on.clone());
    let on_change = Callback::from(move |event: yew::Event| {
        let name = event.target_unchecked_into::<HtmlSelectElement>().value();
        let mut settings = settings.clone();
        change(&mut settings, &name);
        on.emit(DiagramEvent::SetSettings(settings));
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
    settings: &Settings,
    on: &Callback<DiagramEvent>,
    control: &'static str,
    label: &'static str,
    checked: bool,
    change: impl Fn(&mut Settings, bool) + 'static,
) -> Html {
    let (settings, on) = (settings.clone(), on.clone());
    let on_change = Callback::from(move |event: yew::Event| {
        let is_set = event.target_unchecked_into::<HtmlInputElement>().checked();
        let mut settings = settings.clone();
        change(&mut settings, is_set);
        on.emit(DiagramEvent::SetSettings(settings));
    });
    html! {
        <label class="checkbox">
            <input type="checkbox" data-control={control} {checked} onchange={on_change} />
            <span>{ label }</span>
        </label>
    }
}
