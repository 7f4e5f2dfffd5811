//! What the signs of the drawing mean.

use mdp2048_diagram::{EdgeEnd, EndingStyle};
use mdp2048_diagram_view::Settings;
use yew::{Html, Properties, function_component, html};

use super::sheets::Drawn;
use crate::ui::details;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct LegendProps {
    pub(crate) drawn: Drawn,
    pub(crate) settings: Settings,
}

#[function_component(Legend)]
pub(crate) fn legend(props: &LegendProps) -> Html {
    let (figure, settings) = (props.drawn.0.figure(), &props.settings);
    let is_flow = figure.is_flow();
    let has_lines = is_flow || settings.ends != EndingStyle::Stubs;
    let ends = |name: &str| {
        figure.edges().iter().any(|link| figure.ending_of(link).is_some_and(|it| it.name() == name))
    };
    let stubs = figure.edges().iter().any(|link| matches!(link.to, EdgeEnd::Stub(_)));
    let mut entries: Vec<(Html, &str)> = Vec::new();
    let mut add = |occurs: bool, sign: Html, text: &'static str| {
        if occurs {
            entries.push((sign, text));
        }
    };
    let way = |name: &str| if is_flow { format!("flow {name}") } else { name.to_owned() };
    let to_end = || if is_flow { band() } else { line() };
    let starts = figure.nodes().iter().any(|item| item.start > 0.0);
    add(starts, swatch("start", outline()), "a game may start here");
    add(settings.state.is_none(), swatch("", token()), "the game you follow");
    add(true, swatch("", port("port best", "L")), "best action (left, right, up, down)");
    add(true, swatch("", port("port", "L")), "another action");
    add(!is_flow, swatch("", line()), "random 2: the wider, the likelier");
    add(!is_flow, swatch("four", line()), "random 4");
    add(is_flow, swatch("flow", band()), "games of the policy: the wider, the more");
    add(ends("win") && stubs, swatch("win", mark("win")), "makes the target");
    add(ends("lose") && stubs, swatch("lose", mark("lose")), "no action left");
    add(ends("win") && has_lines, swatch(way("win"), to_end()), "to the win");
    add(ends("lose") && has_lines, swatch(way("lose"), to_end()), "to a loss");
    add(settings.shading, swatch("", shade()), "the darker, the more games come here");
    html! {
        <ul class="legend" aria-label="Legend">
            { for entries.into_iter().map(|(sign, text)| html! { <li>{ sign }{ text }</li> }) }
        </ul>
    }
}

/// Keys, and what they do.
const KEYS: [(&[&str], &str); 7] = [
    (&["←", "→", "↑", "↓"], "go along links, in the drawing"),
    (&["Enter"], "start there"),
    (&["space"], "start or pause"),
    (&["S", "B"], "step, back"),
    (&["R", "N"], "restart, new seed"),
    (&["+", "−", "0"], "zoom, fit"),
    (&["Shift", "← → ↑ ↓"], "move the drawing"),
];

pub(crate) fn view_keys() -> Html {
    html! { <p class="keys">{ for KEYS.iter().map(details::view_keys) }</p> }
}

fn swatch(class: impl Into<String>, sign: Html) -> Html {
    let class = class.into();
    html! {
        <svg class="diagram" width="30" height="18" viewBox="0 0 30 18" aria-hidden="true">
            <g {class}>{ sign }</g>
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
    html! { <rect class="shade" x="4" y="1" width="22" height="16" rx="5" style="opacity: 0.7" /> }
}

fn line() -> Html {
    html! { <path class="line" d="M1 9H29" stroke-width="2.3" /> }
}

fn band() -> Html {
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

fn mark(name: &'static str) -> Html {
    html! {
        <>
            <rect class="mark" x="1" y="2" width="28" height="14" rx="4" />
            <text class="mark-text" x="15" y="12.4" text-anchor="middle">{ name }</text>
        </>
    }
}
