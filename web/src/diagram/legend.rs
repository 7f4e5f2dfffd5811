//! The legend of a drawing.

use mdp2048_diagram::page::Settings;
use mdp2048_diagram::{EdgeEnd, Ending, EndingStyle};
use yew::{Html, Properties, function_component, html};

use crate::layers::SharedDrawing;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct LegendProps {
    pub(crate) drawing: SharedDrawing,
    pub(crate) settings: Settings,
}

/// Shows the symbols that occur in the drawing with their meaning; sends no events.
#[function_component(Legend)]
pub(crate) fn legend(props: &LegendProps) -> Html {
    let (figure, settings) = (props.drawing.figure(), &props.settings);
    let is_flow = figure.is_flow;
    let has_edges_to_endings = is_flow || settings.endings != EndingStyle::Stubs;
    let occurs =
        |ending: Ending| figure.edges.iter().any(|edge| figure.ending_of(edge) == Some(ending));
    let (wins, loses) = (occurs(Ending::Win), occurs(Ending::Lose));
    let has_stubs = figure.edges.iter().any(|edge| matches!(edge.to, EdgeEnd::Stub(_)));
    let has_starts = figure.nodes.iter().any(|node| node.start > 0.0);
    let mut entries: Vec<(Html, &str)> = Vec::new();
    let mut add = |occurs: bool, symbol: Html, label: &'static str| {
        if occurs {
            entries.push((symbol, label));
        }
    };
    let edge_class = |name: &str| if is_flow { format!("flow {name}") } else { name.to_owned() };
    let edge = || if is_flow { wide_line() } else { line() };
    add(has_starts, symbol("start", outline()), "start state");
    add(settings.state.is_none(), symbol("", token()), "the game you follow");
    add(true, symbol("", port("port best", "L")), "best action (left, right, up, down)");
    add(true, symbol("", port("port", "L")), "another action");
    add(!is_flow, symbol("", line()), "random 2: the wider, the likelier");
    add(!is_flow, symbol("four", line()), "random 4");
    add(is_flow, symbol("flow", wide_line()), "games of the policy: the wider, the more");
    add(wins && has_stubs, symbol("win", stub("win")), "makes the target");
    add(loses && has_stubs, symbol("lose", stub("lose")), "no action left");
    add(wins && has_edges_to_endings, symbol(edge_class("win"), edge()), "to the win");
    add(loses && has_edges_to_endings, symbol(edge_class("lose"), edge()), "to a loss");
    add(settings.shading, symbol("", shade()), "visited states: the darker, the more games");
    html! {
        <ul class="legend" aria-label="Legend">
            { for entries.into_iter().map(|(symbol, label)| html! {
                <li>{ symbol }{ label }</li>
            }) }
        </ul>
    }
}

/// A small drawing in a group with these CSS classes.
fn symbol(class: impl Into<String>, content: Html) -> Html {
    let class = class.into();
    html! {
        <svg class="diagram" width="30" height="18" viewBox="0 0 30 18" aria-hidden="true">
            <g {class}>{ content }</g>
        </svg>
    }
}

fn outline() -> Html {
    html! { <rect class="ring" x="6" y="1.5" width="16" height="15" rx="4" /> }
}

fn token() -> Html {
    html! { <g class="token"><rect x="6" y="2" width="16" height="14" rx="4" /></g> }
}

fn shade() -> Html {
    html! { <rect class="shade" x="4" y="1" width="22" height="16" rx="5" opacity="0.7" /> }
}

fn line() -> Html {
    html! { <path class="line" d="M1 9H29" stroke-width="2.3" /> }
}

fn wide_line() -> Html {
    html! { <path class="line" d="M1 9H29" stroke-width="7" /> }
}

fn port(class: &'static str, letter: &'static str) -> Html {
    html! {
        <>
            <rect {class} x="7" y="2" width="15" height="14" rx="4" />
            <text class={format!("{class} letters")} x="14.5" y="12.4" text-anchor="middle">
                { letter }
            </text>
        </>
    }
}

fn stub(name: &'static str) -> Html {
    html! {
        <>
            <rect class="mark" x="1" y="2" width="28" height="14" rx="4" />
            <text class="mark-text" x="15" y="12.4" text-anchor="middle">{ name }</text>
        </>
    }
}
