//! The review of the moves: what they kept, their grades, luck and loss, and a chart.

use mdp2048_display::no_break;
use mdp2048_explorer::{EstimatedReview, Exploration, ExploreEvent, Mode, Report};
use mdp2048_review::Grade;
use web::components::fields::button;
use web::components::moves::view_terms;
use web::components::page::use_page_context;
use web::components::share::share_button;
use web::host::HostProps;
use yew::{Callback, Html, MouseEvent, function_component, html};

use super::game_files::GameFiles;
use super::open_board::show_board;
use super::review_chart::ReviewChartView;

/// Shows the review of the line, if it has moves and the reader wants to see grades. On the real
/// board the grades are those of the learned agent's estimates.
#[function_component(ReviewPanel)]
pub(crate) fn review_panel(props: &HostProps) -> Html {
    let page = use_page_context::<Exploration>();
    let (view, on) = (page.state(), page.on());
    let host = &props.host;
    let has_moves = !view.line().moves().is_empty();
    if !has_moves && view.mode() == Mode::Edit {
        return Html::default();
    }
    let is_shown = view.shows_grades() && has_moves;
    let estimated = view.estimated_review();
    let is_estimated = estimated.is_some();
    let hint = |text: &str| html! { <p class="hint">{ text.to_owned() }</p> };
    let tools = |title, summary: &str, grades: &[(Grade, usize)], has_picture: bool| {
        let mistakes: usize =
            grades.iter().filter(|it| it.0.is_mistake()).map(|&(_, count)| count).sum();
        let label = if mistakes == 1 { "Show the mistake" } else { "Next mistake" };
        html! {
            <div class="tools">
                if mistakes > 0 {
                    { button("next-mistake", label, title, show(&on, ExploreEvent::NextMistake)) }
                }
                if mistakes > 1 {
                    { button("worst-move", "Worst move", "Show the worst move of the game (M)",
                        show(&on, ExploreEvent::WorstMove)) }
                }
                { share_button(host, summary.to_owned(), &view.url(), {
                    let page = has_picture.then(|| page.clone());
                    move || page.as_ref().and_then(|it| it.state().picture()).unwrap_or_default()
                }) }
            </div>
        }
    };
    let content = match (estimated.filter(|_| is_shown), view.report().filter(|_| is_shown)) {
        (Some(review), _) => html! {
            <>
                { view_estimated(&review) }
                { tools("Show the next move that is an inaccuracy or worse by the estimate",
                    &review.summary, &review.grades, false) }
            </>
        },
        (None, Some(Ok(report))) if !is_estimated => html! {
            <>
                { view_report(&report, view.verdict().map(|it| (view.verdict_title(), it))) }
                if let Some(chart) = view.review_chart(&report) {
                    // A mistake is shown before it is played, and the chart reads it out.
                    <ReviewChartView {chart} on={on.clone()}
                        shown={view.line().at() + usize::from(view.missed().is_some())} />
                }
                { tools("Show the next move that is an inaccuracy or worse",
                    &view.shared_text(&report), &report.grades, true) }
            </>
        },
        (None, Some(Err(error))) if !is_estimated => {
            hint(&format!("This game cannot be reviewed: {error}."))
        }
        _ if view.loads_file() => Html::default(),
        _ if !is_estimated && view.solution().is_none() => {
            hint("The grade of each move appears here when the game is solved.")
        }
        _ if view.is_ungraded() => hint(
            "Moves are not graded: the file of this game holds the values of the best ones only.",
        ),
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
            <GameFiles />
        </section>
    }
}

/// Shows the board of a mistake, and scrolls to it.
fn show(on: &Callback<ExploreEvent>, mistake: ExploreEvent) -> Callback<MouseEvent> {
    let on = on.clone();
    Callback::from(move |event: MouseEvent| {
        on.emit(mistake.clone());
        show_board(&event);
    })
}

/// The number of moves of each grade, by its name.
fn view_grades(grades: &[(Grade, usize)]) -> Html {
    html! {
        <ul class="grades">
            { for grades.iter().map(|&(grade, count)| html! {
                <li data-grade={grade.name()} data-count={count.to_string()}>
                    { format!("{}: {count}", grade.name()) }
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
            { view_grades(&review.grades) }
            <p class="hint">
                { no_break(&review.scale) }
                { " The agent has not proven these grades: another move may be better. Chances \
                   kept and luck need exact values, so they are not shown for this board." }
                if review.graded < review.moves {
                    { format!(" {} of {} moves are graded so far.", review.graded, review.moves) }
                }
            </p>
        </>
    }
}

/// Shows a report, with the verdict on a game that is over in the place of its headline.
fn view_report(report: &Report, verdict: Option<(&str, String)>) -> Html {
    let headline = &report.headline;
    html! {
        <>
            if let Some((title, verdict)) = verdict {
                <p data-headline={headline.number.to_string()}>
                    <strong>{ title }</strong>{ " " }{ no_break(&verdict) }
                </p>
            } else {
                <p class="value">
                    <span class="number" data-headline={headline.number.to_string()}>
                        { &headline.text }
                    </span>
                    { " " }<span class="hint">{ headline.words }</span>
                    { " " }<span class="hint" data-luck="">{ format!("({})", report.luck) }</span>
                </p>
            }
            <details class="hint">
                <summary>{ "What this counts" }</summary>
                { headline.explanation }{ " " }{ no_break(&report.scale) }
            </details>
            { view_grades(&report.grades) }
            { view_terms(&report.terms) }
        </>
    }
}
