//! The form with the settings of a diagram.

use mdp2048_diagram::page::{DiagramEvent, DiagramView, Setting, Settings, TARGETS};
use mdp2048_diagram::{ActionFilter, EndingStyle, Frame, Grouping};
use web::components::fields::value_menu;
use yew::{Callback, Html, html};

use crate::button::{checkbox, event_button};

/// The discounts in the menu; a URL may contain any other.
const DISCOUNTS: [f64; 5] = [1.0, 0.99, 0.95, 0.9, 0.5];

/// Shows the settings and the outcome of the policy. Sends the new settings when one changes.
pub(crate) fn controls(view: &DiagramView, on: &Callback<DiagramEvent>) -> Html {
    let settings = view.settings();
    let is_whole_game = settings.state.is_none();
    // The settings are collapsed at first.
    html! {
        <>
            if let Some(summary) = view.outcome_summary() {
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
                    { checkbox("merge", "Merge equivalent actions",
                        settings.grouping == Grouping::Equivalent, on,
                        |is_set| DiagramEvent::Set(Setting::Grouping(match is_set {
                            true => Grouping::Equivalent,
                            false => Grouping::Direction,
                        }))) }
                    if is_whole_game {
                        { checkbox("afterstates", "Afterstates", settings.afterstates, on,
                            |it| DiagramEvent::Set(Setting::Afterstates(it))) }
                        { checkbox("shade", "Shade by visits", settings.shading, on,
                            |it| DiagramEvent::Set(Setting::Shading(it))) }
                        { checkbox("flow", "Flow of games", settings.flow, on,
                            |it| DiagramEvent::Set(Setting::Flow(it))) }
                    }
                </form>
            </details>
            if is_whole_game && !view.is_solving() {
                { policy_iteration(view, on) }
            }
            if !settings.overrides.is_empty() {
                { event_button("reset-policy", "Reset to optimal policy", "Use the best actions",
                    true, (on, DiagramEvent::ResetPolicy)) }
            }
        </>
    }
}

/// The buttons that find the optimal policy by policy iteration.
fn policy_iteration(view: &DiagramView, on: &Callback<DiagramEvent>) -> Html {
    html! {
        <details class="options">
            <summary data-control="policy-iteration">{ "Policy iteration" }</summary>
            <p>{ "Begin with any policy: the simplest one, or choose moves in the drawing. A round \
                works out every value under the policy and takes the best moves for these values. \
                When a round changes nothing, the policy is optimal." }</p>
            <div class="steps">
                { event_button("simplest-policy", "Simplest policy",
                    "Left where it is possible, else right, up or down", true,
                    (on, DiagramEvent::SimplestPolicy)) }
                { event_button("improve-policy", "Improve", "A round of policy iteration", true,
                    (on, DiagramEvent::ImprovePolicy)) }
            </div>
            <p aria-live="polite" data-iteration="">{ view.iteration_text().unwrap_or_default() }</p>
        </details>
    }
}

/// An option of a menu: its name, its label and the setting that it makes.
type Choice = (String, String, Setting);

fn view_target(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let target = |it: u32| (it.to_string(), format!("2×2 to {it}"), Setting::Target(it));
    let targets = TARGETS.map(target).to_vec();
    setting_menu(on, "target", "Game", targets, Setting::Target(settings.target()))
}

fn view_discount(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let current = settings.game.discount().get();
    let mut discounts = DISCOUNTS.to_vec();
    if !discounts.contains(&current) {
        discounts.push(current);
    }
    let label = |it: f64| if it == 1.0 { "none (1)".to_owned() } else { it.to_string() };
    let discount = |it: f64| (it.to_string(), label(it), Setting::Discount(it));
    let discounts = discounts.into_iter().map(discount).collect();
    setting_menu(on, "discount", "Discount", discounts, Setting::Discount(current))
}

fn view_frame(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let frames = vec![
        choice("canonical", "up to symmetry", Setting::Frame(Frame::Canonical)),
        choice("all", "every board", Setting::Frame(Frame::Shown)),
    ];
    setting_menu(on, "boards", "Boards", frames, Setting::Frame(settings.frame))
}

fn view_action_filter(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let filters = vec![
        choice("all", "all", Setting::Actions(ActionFilter::All)),
        choice("optimal", "optimal", Setting::Actions(ActionFilter::Best)),
        choice("policy", "the policy’s", Setting::Actions(ActionFilter::Policy)),
    ];
    setting_menu(on, "actions", "Actions", filters, Setting::Actions(settings.actions))
}

fn view_ending_style(settings: &Settings, on: &Callback<DiagramEvent>) -> Html {
    let styles = vec![
        choice("edges", "one win, one loss", Setting::Endings(EndingStyle::Shared)),
        choice("marks", "as labels", Setting::Endings(EndingStyle::Stubs)),
    ];
    setting_menu(on, "ends", "Endings", styles, Setting::Endings(settings.endings))
}

fn choice(name: &str, label: &str, setting: Setting) -> Choice {
    (name.to_owned(), label.to_owned(), setting)
}

fn setting_menu(
    on: &Callback<DiagramEvent>,
    control: &'static str,
    label: &'static str,
    choices: Vec<Choice>,
    current: Setting,
) -> Html {
    value_menu(control, label, choices, current, &on.reform(DiagramEvent::Set))
}
