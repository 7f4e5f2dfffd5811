//! The page.

use std::rc::Rc;

use mdp2048_bag::page::{
    BagEvent, BagFigure, BagResults, BagView, LEGEND_SUMS, decimals, is_bag_url, stack_classes,
};
use mdp2048_display::{count, percent, probability, tiny_probability};
use web::browser::address;
use web::components::page::use_page;
use web::host::HostProps;
use web_sys::MouseEvent;
use yew::{Callback, Html, function_component, html};

use super::chain::ChainView;
use super::compute::computing;
use super::figure::FigureView;
use super::matrix::MatrixView;
use super::sampler::sampler;
use super::settings::settings;

/// The least probability of a last bag that is listed.
const LEAST_LISTED: f64 = 1e-3;

/// Shows the page. All events of its parts go to one reducer.
#[function_component(BagPage)]
pub(crate) fn bag_page(props: &HostProps) -> Html {
    let page = use_page(
        || BagView::open(&address::hash()),
        Some(is_bag_url),
        || Box::new(computing(props.host.clone())),
    );
    let (view, on) = (page.state(), page.on());
    html! {
        <section class="bag-view" lang="en" data-target={view.game().target().to_string()}
            data-spawn-four={view.game().spawn_four().get().to_string()}
            data-current={view.is_current().to_string()}>
            if let Some(note) = view.note() {
                <p class="note" data-note="bag" role="status">{ note }</p>
            }
            if let Some(failure) = view.failure() {
                <div class="note" data-note="failure" role="alert">
                    <p>{ failure.to_owned() }</p>
                    <button type="button" data-control="try-again"
                        onclick={on.reform(|_: MouseEvent| BagEvent::TryAgain)}>
                        { "Try again" }
                    </button>
                </div>
            }
            { settings(&view, &on) }
            if let Some(results) = view.results() {
                { figures(&view, results, &on) }
            } else if view.failure().is_none() {
                <p class="computing" role="status">
                    { format!("Computing the numbers of target {} …",
                        count(view.game().target().into())) }
                </p>
            }
        </section>
    }
}

fn figures(view: &BagView, results: &Rc<BagResults>, on: &Callback<BagEvent>) -> Html {
    let tally = view.tally().filter(|_| view.is_current()).cloned();
    html! {
        <>
            { headline(results) }
            <FigureView figure={BagFigure::Moves} cursor_name="Number of moves"
                results={results.clone()} tally={tally.clone()} />
            <p>{ "Each number of moves and its exact probability." }{ spread(results) }</p>
            { sampler(view, results, on) }
            <h2>{ "Why it has this shape" }</h2>
            <p>{ "Each random tile adds 2 or 4. So the tile sum at the end and the number of moves \
                determine how many tiles were a 4, and that number is nearly binomial. Each sum at \
                the end gives one bell, and the bells add up to the whole. The dashed line is the \
                sum of the binomial bells; it is not exact, because it ignores which bags the \
                tiles pass through." }</p>
            <FigureView figure={BagFigure::Sums} cursor_name="Number of moves, by tile sum"
                results={results.clone()} />
            { sums(results) }
            <h2>{ "The bag at the end" }</h2>
            <p>{ "The probability of each bag that ends the game." }</p>
            { last_bags(results) }
            <h2>{ "The chain" }</h2>
            { chain(view, results, on) }
            <button type="button" data-control="csv" title="Save all numbers as a table"
                onclick={on.reform(|_: MouseEvent| BagEvent::Save)}>
                { "Numbers as CSV" }
            </button>
        </>
    }
}

/// The chain as a graph and as a matrix.
fn chain(view: &BagView, results: &Rc<BagResults>, on: &Callback<BagEvent>) -> Html {
    let states = count(results.states.into());
    let four = results.game.spawn_four().get();
    html! {
        <>
            <p>
                { format!("The chain has {states} states, and a bag at most {} tiles. ",
                    results.most_tiles) }
                { "Each column is a tile sum. The empty bag draws two tiles. From each other bag, a \
                   solid line draws a 2 (" }
                { probability(1.0 - four) }
                { "), and a dashed line draws a 4 (" }
                { probability(four) }
                { "), which skips a sum. In each bag is the share of games that have it. A red bag \
                   holds the target and ends the game." }
            </p>
            if !results.chain.is_whole() {
                <p>{ "These are the bags around the first that holds the target." }</p>
            }
            <ChainView results={results.clone()} />
            if view.can_draw() {
                <button type="button" data-control="save-chain" title="Save a drawing of every bag"
                    aria-disabled={view.is_drawing().to_string()}
                    onclick={on.reform(|_: MouseEvent| BagEvent::SaveChain)}>
                    { if view.is_drawing() { "Drawing …" } else { "The whole chain as SVG" } }
                </button>
            }
            if results.matrix.is_some() {
                <MatrixView results={results.clone()} />
            }
        </>
    }
}

/// The standard deviation, and how improbable the fewest moves and the most are.
fn spread(results: &BagResults) -> String {
    let [fewest, most] = results.log10_of_extremes.map(tiny_probability);
    format!(
        " The band is one standard deviation, {} moves, on both sides of the mean. The {} at least have a probability of {fewest}, the {} at most one of {most}.",
        decimals(results.steps.variance.sqrt(), 2),
        count(results.steps.fewest.into()),
        count(results.steps.most.into()),
    )
}

/// The numbers of moves.
fn headline(results: &BagResults) -> Html {
    let steps = &results.steps;
    let whole = |number: u32| (count(number.into()), f64::from(number));
    let numbers = [
        ("fewest", "moves at least", whole(steps.fewest)),
        ("mean", "moves on average", (decimals(steps.mean, 2), steps.mean)),
        ("most", "moves at most", whole(steps.most)),
    ];
    html! {
        <dl class="headline">
            { for numbers.into_iter().map(|(name, label, (text, value))| html! {
                <div>
                    <dt>{ label }</dt>
                    <dd data-number={name} data-value={value.to_string()}>{ text }</dd>
                </div>
            }) }
        </dl>
    }
}

/// The last bags, each with a bar as long as it is probable.
fn last_bags(results: &BagResults) -> Html {
    let likely = results.absorbed.partition_point(|(_, probability)| *probability >= LEAST_LISTED);
    let (listed, others) = results.absorbed.split_at(likely);
    html! {
        <table class="last-bags">
            <tbody>
                { for listed.iter().map(|(bag, probability)| html! {
                    <tr>
                        <th scope="row">{ bag.to_string() }</th>
                        <td>{ percent(*probability) }</td>
                        <td>
                            <progress value={probability.to_string()} aria-hidden="true" />
                        </td>
                    </tr>
                }) }
                if !others.is_empty() {
                    <tr>
                        <th scope="row">{ format!("{} others", others.len()) }</th>
                        <td colspan="2">{ percent(others.iter().map(|(_, each)| each).sum()) }</td>
                    </tr>
                }
            </tbody>
        </table>
    }
}

/// The legend of the tile sums.
fn sums(results: &BagResults) -> Html {
    let others = results.sums.get(LEGEND_SUMS..).unwrap_or_default();
    let listed = results.sums.iter().zip(stack_classes(results)).take(LEGEND_SUMS);
    html! {
        <ul class="sums" aria-label="Tile sums at the end">
            { for listed.map(|(sum, class)| html! {
                <li>
                    <svg class="chart-drawing" width="12" height="12" aria-hidden="true">
                        <rect class={format!("stack stack-{class}")}
                            width="12" height="12" />
                    </svg>
                    { format!("{}: {}", count(sum.sum.into()), percent(sum.probability)) }
                </li>
            }) }
            if !others.is_empty() {
                <li>
                    { format!("{} others: {}", others.len(),
                        percent(others.iter().map(|sum| sum.probability).sum())) }
                </li>
            }
        </ul>
    }
}
