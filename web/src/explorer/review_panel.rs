//! The review of the moves: accuracy, grades, luck and loss, and a chart.

use mdp2048_explorer::{ExploreEvent, Grade, Mode, Report, ReportedMistake};
use mdp2048_model::Values as _;
use yew::{Callback, Html, Properties, function_component, html, use_state_eq};

use crate::estimated_review_panel::EstimatedReviewPanel;
use crate::fields::button;
use crate::files;
use crate::game_files::GameFiles;
use crate::share_picture::SharePicture;
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

/// Shows the review of the line, if it has moves and the reader wants to see grades.
#[function_component(ReviewPanel)]
pub(crate) fn review_panel(props: &ReviewPanelProps) -> Html {
    let ReviewPanelProps { view, on, .. } = props;
    let is_copied = use_state_eq(|| false);
    let has_moves = !view.line().moves().is_empty();
    if !has_moves && view.mode() == Mode::Edit {
        return Html::default();
    }
    let report = view.report().filter(|_| view.shows_grades() && has_moves);
    let copy = |report: &Report| {
        let text = format!("{} {}", report.summary, files::page_url(&view.url()));
        let is_copied = is_copied.clone();
        Callback::from(move |_| is_copied.set(files::copy(&text)))
    };
    if view.is_estimated() {
        return html! { <EstimatedReviewPanel view={view.clone()} on={on.clone()} /> };
    }
    html! {
        <section class="review" aria-labelledby="review-title">
            <h2 id="review-title">{ "Review" }</h2>
            { match &report {
                Some(Ok(report)) => html! {
                    <>
                        { view_report(report) }
                        { view_chart(view, report, on) }
                        <div class="tools">
                            { button("next-mistake", "Next mistake",
                                "Show the next move that is not perfect",
                                on.reform(|_| ExploreEvent::NextMistake)) }
                            { button("copy", if *is_copied { "Copied" } else { "Copy summary" },
                                "Copy a sentence and the link", copy(report)) }
                            <SharePicture view={view.clone()} host={props.host.clone()} />
                        </div>
                    </>
                },
                Some(Err(error)) => html! {
                    <p class="hint">{ format!("This game cannot be reviewed: {error}.") }</p>
                },
                None if view.solution().is_none() => html! {
                    <p class="hint">{ "Solve the game to see the grade of each move." }</p>
                },
                None if !view.shows_grades() => html! {
                    <p class="hint">{ "The grades are hidden." }</p>
                },
                None => html! { <p class="hint">{ "The grades of your moves appear here." }</p> },
            } }
            <GameFiles view={view.clone()} on={on.clone()} />
        </section>
    }
}

fn view_report(report: &Report) -> Html {
    html! {
        <>
            <p class="value">
                <span class="number" data-accuracy={report.accuracy.to_string()}>
                    { &report.accuracy_text }
                </span>
                { " " }<span class="hint">{ "accuracy" }</span>
            </p>
            <ul class="grades">
                { for report.grades.iter().map(|(grade, count)| html! {
                    <li data-grade={grade.name()} data-count={count.to_string()}>
                        { format!("{}: {count}", grade.name()) }
                    </li>
                }) }
            </ul>
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
                { format!("{name} after each move. A mark is a move that is not perfect.") }
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
