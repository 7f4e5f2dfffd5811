//! The chart of one game or of many, and the table of these.

use mdp2048_arena::{ArenaMode, ArenaView, ExactResults, Lane, agent_name};
use mdp2048_display::chart::page_svg;
use mdp2048_display::{count, counted, mean_text, one_in, percent};
use mdp2048_model::Proportion;
use mdp2048_rules::Exponent;
use web::components::page::use_page_context;
use web::components::width::use_width;
use yew::{AttrValue, Html, function_component, html, use_node_ref};

/// The width of the chart before it is measured.
const WIDTH: f64 = 640.0;

/// The number of tiles in the table: the largest ones that were made.
const TILES: usize = 4;

/// Exact probabilities below this have three digits instead of two decimals.
const SMALL: f64 = 1e-4;

/// Shows the chart of what the agents do.
#[function_component(RaceView)]
pub(crate) fn race_view() -> Html {
    let place = use_node_ref();
    let width = *use_width(&place, WIDTH);
    let view = use_page_context::<ArenaView>().state();
    let chart =
        view.chart(width).map(|chart| Html::from_html_unchecked(AttrValue::from(page_svg(&chart))));
    let is_race = view.mode() == ArenaMode::Race;
    let title = match (is_race, view.game().target().is_some()) {
        (true, true) => "Share of games won",
        (true, false) => "Mean score",
        (false, true) => "Chance of winning after each move",
        (false, false) => "Score after each move",
    };
    html! {
        <div class="race">
            <h2>{ title }</h2>
            <div class="chart-place" ref={place}>
                { chart.unwrap_or_else(|| html! {
                    <p class="hint">{ "Press Race: every agent plays the games of the same seeds, \
                        and the 95 % intervals become narrower." }</p>
                }) }
            </div>
            if !is_race {
                <ul class="legend">
                    { for view.lanes().iter().enumerate().map(|(at, lane)| line(&view, at, lane)) }
                </ul>
            } else if view.optimum().is_some() {
                <p class="hint">
                    { "The dotted line is optimal play, exact. So are the rates of agents that \
                       play the same move on the same board, once all their games are followed." }
                </p>
            }
        </div>
    }
}

/// The line of an agent in the chart of one game: how it looks, and what it has reached.
fn line(view: &ArenaView, at: usize, lane: &Lane) -> Html {
    html! {
        <li data-agent={lane.agent.clone()}>
            <svg class="chart-drawing" width="32" height="10" aria-hidden="true">
                <path class={format!("line agent-{at}")} d="M0 5H32" />
            </svg>
            { format!(" {} ", agent_name(&lane.agent)) }
            <strong>{ view.reached_text(lane).unwrap_or_default() }</strong>
        </li>
    }
}

/// Renders the table of many games.
pub(crate) fn table(view: &ArenaView) -> Html {
    let has_target = view.game().target().is_some();
    let tiles = if has_target { Vec::new() } else { largest_tiles(view) };
    let is_compared = view.measure().is_some();
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label="The games so far">
            <table>
                <thead>
                    <tr>
                        <th scope="col">{ "agent" }</th>
                        if has_target { <th scope="col">{ "wins" }</th> }
                        <th scope="col">{ "games" }</th>
                        <th scope="col">{ "mean score" }</th>
                        { for tiles.iter().map(|tile| html! {
                            <th scope="col">{ format!("made {}", count(tile.face().into())) }</th>
                        }) }
                        if is_compared {
                            <th scope="col">
                                { "chance lost a game, " }
                                <span class="range">{ "percentage points" }</span>
                            </th>
                        }
                        <th scope="col">{ "now" }</th>
                    </tr>
                </thead>
                <tbody>
                    { for view.lanes().iter().map(|lane| row(view, lane, &tiles)) }
                </tbody>
            </table>
        </div>
    }
}

fn row(view: &ArenaView, lane: &Lane, tiles: &[Exponent]) -> Html {
    let tally = &lane.tally;
    let has_target = view.game().target().is_some();
    let share = |share: Proportion| {
        if tally.games() == 0 {
            return dash("no game has ended yet");
        }
        let (low, high) = share.interval();
        let whole = |bound: f64| format!("{:.0}", 100.0 * bound);
        html! {
            <>
                { percent(share.rate()) }
                { " " }<span class="range">{ format!("({} to {})", whole(low), whole(high)) }</span>
            </>
        }
    };
    let ahead = lane.finished() - tally.games();
    let now = match lane.current {
        Some((points, moves)) => {
            html! { format!("move {}, score {}", count(moves.into()), count(points)) }
        }
        None if ahead > 0 => html! { format!("{} ahead", counted(ahead, "game")) },
        None => dash("no game is being played"),
    };
    let wins = match view.exact_win(lane) {
        Some(win) => html! {
            <td data-number="wins" data-exact={win.to_string()}>
                { format!("{}, exact", exact(win)) }
            </td>
        },
        None => html! {
            <td data-number="wins">{ share(tally.won()) }{ following(lane) }</td>
        },
    };
    html! {
        <tr data-agent={lane.agent.clone()} data-games={tally.games().to_string()}
            data-finished={lane.finished().to_string()}>
            <th scope="row">{ agent_name(&lane.agent) }</th>
            if has_target { { wins } }
            <td>{ count(tally.games()) }</td>
            <td>{ score(lane) }</td>
            { for tiles.iter().map(|&tile| html! { <td>{ share(tally.reached(tile)) }</td> }) }
            if view.measure().is_some() {
                <td data-number="loss">{ view.loss_text(lane) }</td>
            }
            <td class="now">{ now }</td>
        </tr>
    }
}

/// The sign of a cell that has no number, and why.
pub(crate) fn dash(reason: &'static str) -> Html {
    html! { <span title={reason}>{ "—" }</span> }
}

/// An exact probability of winning.
pub(crate) fn exact(win: f64) -> String {
    match win {
        0.0 | SMALL.. => percent(win),
        _ => one_in(win),
    }
}

/// How far the computation of exact results is.
fn following(lane: &Lane) -> Html {
    let progress = lane.exact.progress();
    progress.map_or_else(Html::default, |it| html! { <span class="range followed">{ it }</span> })
}

/// The mean score and half of its 95 % interval.
fn score(lane: &Lane) -> Html {
    if let ExactResults::Known { score, .. } = lane.exact {
        return html! { format!("{}, exact", count(score.round() as u64)) };
    }
    let tally = &lane.tally;
    if tally.games() == 0 {
        return dash("no game has ended yet");
    }
    let mean = tally.score().mean();
    html! { mean_text(mean, tally.score().interval().1 - mean, 0) }
}

/// The largest tiles that any agent has made, from small to large.
fn largest_tiles(view: &ArenaView) -> Vec<Exponent> {
    let largest = view.lanes().iter().filter_map(|lane| lane.tally.largest()).max();
    let Some(largest) = largest else { return Vec::new() };
    let first = largest.get().saturating_sub(TILES as u8 - 1).max(1);
    (first..=largest.get()).filter_map(Exponent::new).collect()
}
