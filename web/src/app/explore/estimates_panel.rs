//! What the learned agent estimates each move of the real board to be worth.

use mdp2048_display::{no_break, received_size};
use mdp2048_explorer::{
    AgentState, EstimatedPosition, ExploreEvent, calibration, indistinguishable,
};
use yew::{Callback, Html, MouseEvent, function_component, html};

use super::context::use_exploration;
use super::values_panel::{AWAITS_TILE, view_slots};

/// Shows the estimates of the position and of each action. A press on an action shows what can
/// follow it.
#[function_component(EstimatesPanel)]
pub(crate) fn estimates_panel() -> Html {
    let (view, on) = use_exploration();
    let found = view.estimates();
    let shown = found.as_ref().filter(|_| view.shows_values());
    html! {
        <section class="values estimates" aria-labelledby="values-title">
            <h2 id="values-title">
                { "What each move is worth " }<span class="mark">{ "estimates" }</span>
            </h2>
            <p class="value" data-question={view.ending()}>
                if let Some(found) = shown {
                    <span class="number" data-value={found.points.to_string()}>
                        { no_break(&found.text) }
                    </span>
                    { " " }
                    <span class="hint">{ "still to come, estimated by the learned agent" }</span>
                } else if let Some(ending) = view.ending() {
                    <span class="number">{ ending }</span>
                } else if view.obstacle().is_some() {
                    <span class="hint">{ "This board has no moves to compare." }</span>
                } else if view.awaits_tile() {
                    <span class="hint">{ AWAITS_TILE }</span>
                } else if !view.shows_values() {
                    <span class="hint">{ "The estimates are hidden while you play." }</span>
                }
            </p>
            { view_slots(&view, &on) }
            { view_state(view.agent(), found.as_ref(), &on) }
            if shown.is_some() {
                <p class="hint calibration">{ calibration() }</p>
                <p class="hint">
                    { "Nobody can solve this board. The points are what a trained network expects \
                       after a search of some plies. The chances of the next two tiles are those \
                       of games that the agent plays on after each move by a search of 1 ply; in \
                       parentheses is the 95 % interval. " }
                    { indistinguishable() }
                </p>
            }
        </section>
    }
}

/// How far the agent is, and the button that stops it or lets it go on.
fn view_state(
    state: &AgentState,
    found: Option<&EstimatedPosition>,
    on: &Callback<ExploreEvent>,
) -> Html {
    let press = |control: &'static str, label: &'static str, event: ExploreEvent| {
        let press = on.reform(move |_: MouseEvent| event.clone());
        html! { <button type="button" data-control={control} onclick={press}>{ label }</button> }
    };
    let (doing, text, button) = match state {
        AgentState::Loading(received, length) => {
            return view_loading(
                *received,
                *length,
                press("stop-agent", "Cancel", ExploreEvent::StopAgent),
            );
        }
        AgentState::Failed(reason) => {
            return html! {
                <div class="note failed" role="status" data-agent="failed">
                    <p>{ format!("The learned agent could not answer: {reason}.") }</p>
                    { press("agent-again", "Try again", ExploreEvent::ResumeAgent) }
                </div>
            };
        }
        AgentState::Thinking => {
            let stop = press("stop-agent", "Stop", ExploreEvent::StopAgent);
            ("thinking", "Thinking on …", Some(stop))
        }
        AgentState::Stopped => {
            let go_on = press("agent-on", "Go on", ExploreEvent::ResumeAgent);
            ("stopped", "Stopped.", Some(go_on))
        }
        AgentState::Finished => ("finished", "Finished.", None),
        AgentState::Idle => return Html::default(),
    };
    let effort = found.map(|it| it.effort.clone()).unwrap_or_default();
    let separator = if effort.is_empty() { "" } else { ". " };
    html! {
        <div class="effort" data-agent={doing}
            data-plies={found.map_or(0, |it| it.plies).to_string()}
            data-games={found.map_or(0, |it| it.games).to_string()}>
            <p>{ no_break(&effort) }{ separator }<span class="hint">{ text }</span></p>
            { button }
        </div>
    }
}

/// The download of the network.
fn view_loading(received: f64, length: f64, cancel: Html) -> Html {
    let text = if received > 0.0 { received_size(received, length) } else { String::new() };
    let part = (length > 0.0).then(|| format!("{:.3}", received / length));
    html! {
        <div class="job" data-agent="loading">
            <p>
                <strong>{ "Loading the network of the learned agent …" }</strong>
                <span class="hint">{ no_break(&text) }</span>
            </p>
            <progress max="1" value={part} aria-label="Loaded" />
            { cancel }
        </div>
    }
}
