//! An agent, its game and what it thinks.

use mdp2048_arena::{
    ArenaEvent, ArenaMode, ArenaView, Lane, LaneState, NETWORK_SIZE, OPTIMAL, agent_idea,
    agent_name, choices,
};
use mdp2048_display::{count, counted, no_break, received_size, share};
use mdp2048_protocol::AgentPosition;
use mdp2048_rules::{Action, Board, Exponent};
use web::components::moves::arrow;
use web::components::still_board::still_board;
use web_sys::{Event, HtmlSelectElement};
use yew::{Callback, Html, TargetCast as _, html};

/// Renders a lane.
pub(crate) fn lane_view(
    view: &ArenaView,
    at: usize,
    lane: &Lane,
    on: &Callback<ArenaEvent>,
) -> Html {
    let name = agent_name(&lane.agent);
    html! {
        <section class="lane" key={lane.worker} aria-label={name.clone()}
            data-agent={lane.agent.clone()} data-moves={lane.moves.to_string()}
            data-over={lane.is_over().to_string()}>
            <header>
                { menu(view, at, lane, on) }
                if view.lanes().len() > 1 {
                    <button type="button" class="remove" data-control="remove"
                        aria-label={format!("Remove {name}")} title={format!("Remove {name}")}
                        onclick={on.reform(move |_| ArenaEvent::Remove(at))}>{ "×" }</button>
                }
            </header>
            <p class="idea">{ agent_idea(&lane.agent).unwrap_or(&lane.agent).to_owned() }</p>
            if view.mode() == ArenaMode::Watch || !matches!(lane.state, LaneState::Ready) {
                { content(view, lane, on) }
            }
        </section>
    }
}

/// The menu of agents.
fn menu(view: &ArenaView, at: usize, lane: &Lane, on: &Callback<ArenaEvent>) -> Html {
    let on_agent = on.reform(move |event: Event| {
        ArenaEvent::Agent(at, event.target_unchecked_into::<HtmlSelectElement>().value())
    });
    let is_offered = choices(view.game()).any(|choice| choice.spec == lane.agent);
    html! {
        <div class="agent">
            <span aria-hidden="true">{ no_break(&agent_name(&lane.agent)) }</span>
            <select data-control="agent" aria-label={format!("Agent {}", at + 1)} onchange={on_agent}>
                if !is_offered {
                    <option value={lane.agent.clone()} selected=true>{ lane.agent.clone() }</option>
                }
                { for choices(view.game()).map(|choice| html! {
                    <option value={choice.spec} selected={choice.spec == lane.agent}>
                        { choice.name }
                    </option>
                }) }
            </select>
        </div>
    }
}

fn content(view: &ArenaView, lane: &Lane, on: &Callback<ArenaEvent>) -> Html {
    match (&lane.state, &lane.position) {
        (LaneState::Failed(reason), _) => html! {
            <p class="error" role="alert">
                { format!("This agent cannot play: {reason}. ") }
                <button type="button" data-control="retry"
                    onclick={on.reform(|_| ArenaEvent::Retry)}>{ "Try again" }</button>
            </p>
        },
        (LaneState::Ready, Some(position)) => game(view, lane, position),
        (state, _) => {
            let text = match state {
                LaneState::Opening(received, all) if *received > 0.0 => {
                    format!("Loading its network: {}", received_size(*received, *all))
                }
                _ if view.awaits_start(lane) => {
                    format!("Its network, {NETWORK_SIZE}, is downloaded when the agents start.")
                }
                _ if lane.agent == OPTIMAL => "Waits for the solution …".to_owned(),
                _ => "Gets ready …".to_owned(),
            };
            html! {
                <>
                    if view.mode() == ArenaMode::Watch {
                        { board(Board::empty(view.game().game().shape()), "No tiles yet".to_owned()) }
                    }
                    <p class="hint" role="status">{ text }</p>
                </>
            }
        }
    }
}

/// The game of a lane.
fn game(view: &ArenaView, lane: &Lane, position: &AgentPosition) -> Html {
    let largest = position.board.largest();
    let label = format!("Tiles, row by row: {}", position.board);
    html! {
        <>
            { board(position.board, label) }
            <p class="numbers">
                <strong data-number="points" data-value={position.points.to_string()}>
                    { format!("Score {}", count(position.points)) }
                </strong>
                { " " }<span>{ counted(lane.moves.into(), "move") }</span>{ " " }
                if lane.catches_up() {
                    <span>{ "plays the moves so far" }</span>
                } else {
                    { outcome(view, lane, largest) }
                }
            </p>
            if lane.is_over() {
                { summary(view, lane, position) }
            } else {
                { estimates(view, lane, position) }
            }
            { losses(view, lane) }
        </>
    }
}

fn board(board: Board, label: String) -> Html {
    html! { <div class="board-place">{ still_board(board, label) }</div> }
}

/// How the game stands.
fn outcome(view: &ArenaView, lane: &Lane, largest: Exponent) -> Html {
    let face = count(largest.face().into());
    if !lane.is_over() {
        return html! { <span>{ format!("largest tile {face}") }</span> };
    }
    if view.game().game().ends_with(largest) {
        html! { <strong class="won">{ format!("made {face}") }</strong> }
    } else {
        html! { <strong>{ format!("ended with {face}") }</strong> }
    }
}

/// How the game has ended.
fn summary(view: &ArenaView, lane: &Lane, position: &AgentPosition) -> Html {
    let face = count(position.board.largest().face().into());
    let end = if view.game().game().ends_with(position.board.largest()) {
        format!("Won: {face} is made.")
    } else {
        format!("Over: no tile can slide. The largest tile is {face}.")
    };
    let place = match view.place(lane) {
        Some(1) if view.lanes().len() > 1 => " It has the highest score.",
        Some(_) if view.lanes().len() > 1 => " Another agent has a higher score.",
        _ => "",
    };
    html! { <p class="summary" data-summary="">{ end }{ place }</p> }
}

/// What the agent thinks each move is worth.
fn estimates(view: &ArenaView, lane: &Lane, position: &AgentPosition) -> Html {
    let row = |action: Action| {
        let estimate = position.estimates[action.index()];
        let is_chosen = position.action == Some(action);
        let text = estimate.map_or_else(
            || "not allowed".to_owned(),
            |estimate| view.estimate_text(lane, estimate),
        );
        html! {
            <tr data-action={action.to_string()} data-chosen={is_chosen.to_string()}>
                <th scope="row">
                    <span aria-hidden="true">{ arrow(action) }</span>
                    <span>{ format!(" {action}") }</span>
                </th>
                <td title={estimate.map(|estimate| estimate.to_string())}>
                    { text }
                    if is_chosen { <span class="hidden">{ ", chosen" }</span> }
                </td>
            </tr>
        }
    };
    html! {
        <table class="estimates">
            <caption>{ view.unit(lane) }</caption>
            <tbody>{ for Action::ALL.into_iter().map(row) }</tbody>
        </table>
    }
}

/// What the moves cost against optimal play.
fn losses(view: &ArenaView, lane: &Lane) -> Html {
    let Some(measure) = view.measure() else { return html! {} };
    let now = match lane.cost {
        _ if lane.is_over() => String::new(),
        None => "This move is being compared …".to_owned(),
        Some(cost) if cost.regret <= 0.0 => "This move is optimal.".to_owned(),
        Some(cost) => format!("This move {}.", measure.in_words(cost.chance, cost.regret)),
    };
    let kept = share((1.0 - lane.given_up).min(1.0 - f64::EPSILON));
    let so_far = match (lane.loss > 0.0, lane.is_over()) {
        (true, true) => format!("Its moves keep {kept} of the chance in all."),
        (true, false) => format!(" This game keeps {kept} of the chance so far."),
        (false, true) => "Every move was optimal.".to_owned(),
        (false, false) => " Nothing is given away so far.".to_owned(),
    };
    let worst = lane.worst.filter(|worst| worst.cost.regret > 0.0).map(|worst| {
        let link = format!("#/explore?game={}&state={}", view.game().name(), worst.board.hex());
        html! {
            <>
                { " The worst was " }
                <a href={link}>{ format!("move {}", count(worst.number.into())) }</a>
                { format!(", which {}.", measure.in_words(worst.cost.chance, worst.cost.regret)) }
            </>
        }
    });
    html! {
        <p class="losses" data-loss={lane.loss.to_string()}
            title={format!("{} of win probability", lane.loss)}>
            { now }
            { so_far }
            { for worst }
        </p>
    }
}
