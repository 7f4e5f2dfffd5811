//! The review of the moves: what they kept, their grades, luck and loss, and a chart.

use mdp2048_explorer::{EstimatedReview, ExploreEvent, Grade, Mode, Report, ReportedMistake};
use mdp2048_model::Values as _;
use yew::{Callback, Html, Properties, function_component, html};

use crate::fields::button;
use crate::game_files::GameFiles;
use crate::share::Share;
use crate::shared::SharedView;
use crate::solver::SolverHost;

/// The size of the chart in its own units.
const CHART: (f64, f64) = (600.0, 140.0);

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ReviewPanelProps {
    pub(crate) view: SharedView,
    pub(crate) host: SolverHost,
    pub(crate) on: Callback<ExploreEvent>,
}

/// Shows the review of the line, if it has moves and the reader wants to see grades. On the real
/// board the grades are those of the learned agent's estimates.
#[function_component(ReviewPanel)]
pub(crate) fn review_panel(props: &ReviewPanelProps) -> Html {
    let ReviewPanelProps { view, on, host } = props;
    let has_moves = !view.line().moves().is_empty();
    if !has_moves && view.mode() == Mode::Edit {
        return Html::default();
    }
    let is_shown = view.shows_grades() && has_moves;
    let estimated = view.estimated_review();
    let is_estimated = estimated.is_some();
    let hint = |text: &str| html! { <p class="hint">{ text.to_owned() }</p> };
    let tools = |title: &'static str, summary: &str, has_picture: bool| {
        html! {
            <div class="tools">
                { button("next-mistake", "Next mistake", title,
                    on.reform(|_| ExploreEvent::NextMistake)) }
                <Share view={view.clone()} host={host.clone()} summary={summary.to_owned()}
                    {has_picture} />
            </div>
        }
    };
    let content = match (estimated.filter(|_| is_shown), view.report().filter(|_| is_shown)) {
        (Some(review), _) => html! {
            <>
                { view_estimated(&review) }
                { tools("Show the next move that is an inaccuracy or worse by the estimate",
                    &review.summary, false) }
            </>
        },
        (None, Some(Ok(report))) if !is_estimated => html! {
            <>
                { view_report(&report) }
                { view_chart(view, &report, on) }
                { tools("Show the next move that is an inaccuracy or worse", &report.summary,
                    true) }
            </>
        },
        (None, Some(Err(error))) if !is_estimated => {
            hint(&format!("This game cannot be reviewed: {error}."))
        }
        _ if !is_estimated && view.solution().is_none() => {
            hint("The grade of each move appears here when the game is solved.")
        }
        _ if !view.shows_grades() => hint("The grades are hidden."),
        _ => hint("The grades of your moves appear here."),
    };
    html! {
        <section class="review" aria-labelledby="review-title"
            data-review={is_estimated.then_some("estimated")}>
            <h2 id="review-title">
                { "Review" }
                if is_estimated {
                    { " " }<span class="mark">{ "by the estimate" }</span>
                }
            </h2>
            { content }
            <GameFiles view={view.clone()} on={on.clone()} />
        </section>
    }
}

/// The number of moves of each grade, by its name.
fn view_grades(grades: &[(Grade, usize)], name: fn(Grade) -> &'static str) -> Html {
    html! {
        <ul class="grades">
            { for grades.iter().map(|&(grade, count)| html! {
                <li data-grade={name(grade)} data-count={count.to_string()}>
                    { format!("{}: {count}", name(grade)) }
                </li>
            }) }
        </ul>
    }
}

fn view_estimated(review: &EstimatedReview) -> Html {
    html! {
        <>
            <p class="value">
                <span class="number" data-lost={review.lost.to_string()}>
                    { &review.lost_text }
                </span>
                { " " }<span class="hint">{ "lost by moves, by the estimate" }</span>
            </p>
            { view_grades(&review.grades, EstimatedReview::grade_name) }
            <p class="hint">
                { "The agent has not proven these grades: another move may be better. Chances kept \
                   and luck need exact values, so they are not shown for this board." }
                if review.graded < review.moves {
                    { format!(" {} of {} moves are graded so far.", review.graded, review.moves) }
                }
            </p>
        </>
    }
}

fn view_report(report: &Report) -> Html {
    let headline = &report.headline;
    html! {
        <>
            <p class="value">
                <span class="number" data-headline={headline.number.to_string()}>
                    { &headline.text }
                </span>
                { " " }<span class="hint">{ headline.words }</span>
                { " " }<span class="hint" data-luck="">{ format!("({})", report.luck) }</span>
            </p>
            <details class="hint">
                <summary>{ "What this counts" }</summary>
                { headline.explanation }
            </details>
            { view_grades(&report.grades, Grade::name) }
            <dl class="terms">
                { for report.terms.iter().map(|term| html! {
                    <div>
                        <dt>{ term.name }</dt>
                        <dd data-term={term.name} data-value={term.number.to_string()}>
                            { &term.text }
                        </dd>
                    </div>
                }) }
            </dl>
        </>
    }
}

/// The value after each move. Mistakes are marks, which show their position when they are pressed.
fn view_chart(view: &SharedView, report: &Report, on: &Callback<ExploreEvent>) -> Html {
    let is_win = view.game().objective().counts_wins();
    let bounds = |pick: fn(f64, f64) -> f64, usual: f64| {
        let extreme = report.values.iter().copied().reduce(pick).unwrap_or(usual);
        if is_win { usual } else { extreme }
    };
    let (least, most) = (bounds(f64::min, 0.0), bounds(f64::max, 1.0));
    let scale = if most > least { CHART.1 / (most - least) } else { 0.0 };
    let step = CHART.0 / (report.values.len().saturating_sub(1).max(1)) as f64;
    let point = |ply: usize| {
        let value = report.values.get(ply).copied().unwrap_or(least);
        (ply as f64 * step, CHART.1 - (value - least) * scale)
    };
    let points: Vec<String> =
        (0..report.values.len()).map(point).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let now = point(view.line().at()).0;
    let name = match view.solution() {
        Some(it) if is_win && it.known.game().discount().get() == 1.0 => "Win probability",
        _ => "Value",
    };
    html! {
        <figure class="chart">
            <figcaption class="hint">
                { format!("{name} after each move. A mark is a move that costs something.") }
            </figcaption>
            <div class="plot">
                <svg viewBox={format!("0 0 {} {}", CHART.0, CHART.1)} preserveAspectRatio="none"
                    aria-hidden="true">
                    <line class="now" x1={now.to_string()} x2={now.to_string()} y1="0"
                        y2={CHART.1.to_string()} />
                    <polyline points={points.join(" ")} />
                </svg>
                { for report.mistakes.iter().map(|mistake| {
                    let (x, y) = point(mistake.ply);
                    view_mistake(mistake, (100.0 * x / CHART.0, 100.0 * y / CHART.1), on)
                }) }
            </div>
        </figure>
    }
}

fn view_mistake(mistake: &ReportedMistake, at: (f64, f64), on: &Callback<ExploreEvent>) -> Html {
    let ply = mistake.ply;
    let is_bad = mistake.grade > Grade::Good;
    html! {
        <button type="button" class={if is_bad { "mistake bad" } else { "mistake" }}
            data-control="mistake" data-ply={ply.to_string()} data-grade={mistake.grade.name()}
            title={mistake.text.clone()} aria-label={mistake.text.clone()}
            ~style={format!("left: {:.2}%; top: {:.2}%", at.0, at.1)}
            onclick={on.reform(move |_| ExploreEvent::GoTo(ply))} />
    }
}
