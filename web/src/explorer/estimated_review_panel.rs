//! The review of the moves on the real board, by estimates.

use mdp2048_explorer::{EstimatedReview, ExploreEvent};
use yew::{Callback, Html, Properties, function_component, html, use_state_eq};

use crate::fields::button;
use crate::files;
use crate::game_files::GameFiles;
use crate::shared::SharedView;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct EstimatedReviewPanelProps {
    pub(crate) view: SharedView,
    pub(crate) on: Callback<ExploreEvent>,
}

/// Shows the grades of the line by the estimates of the learned agent.
#[function_component(EstimatedReviewPanel)]
pub(crate) fn estimated_review_panel(props: &EstimatedReviewPanelProps) -> Html {
    let EstimatedReviewPanelProps { view, on } = props;
    let is_copied = use_state_eq(|| false);
    let review = view.estimated_review().filter(|it| it.moves > 0 && view.shows_grades());
    let copy = |review: &EstimatedReview| {
        let text = format!("{} {}", review.summary, files::page_url(&view.url()));
        let is_copied = is_copied.clone();
        Callback::from(move |_| is_copied.set(files::copy(&text)))
    };
    html! {
        <section class="review" aria-labelledby="review-title" data-review="estimated">
            <h2 id="review-title">
                { "Review " }<span class="mark">{ "by the estimate" }</span>
            </h2>
            if let Some(review) = &review {
                { view_review(review) }
                <div class="tools">
                    { button("next-mistake", "Next mistake",
                        "Show the next move that is not the best by the estimate",
                        on.reform(|_| ExploreEvent::NextMistake)) }
                    { button("copy", if *is_copied { "Copied" } else { "Copy summary" },
                        "Copy a sentence and the link", copy(review)) }
                </div>
            } else if !view.shows_grades() {
                <p class="hint">{ "The grades are hidden." }</p>
            } else {
                <p class="hint">{ "The grades of your moves appear here." }</p>
            }
            <GameFiles view={view.clone()} on={on.clone()} />
        </section>
    }
}

fn view_review(review: &EstimatedReview) -> Html {
    html! {
        <>
            <p class="value">
                <span class="number" data-lost={review.lost.to_string()}>
                    { &review.lost_text }
                </span>
                { " " }<span class="hint">{ "lost by moves, by the estimate" }</span>
            </p>
            <ul class="grades">
                { for review.grades.iter().map(|&(grade, count)| html! {
                    <li data-grade={EstimatedReview::grade_name(grade)}
                        data-count={count.to_string()}>
                        { format!("{}: {count}", EstimatedReview::grade_name(grade)) }
                    </li>
                }) }
            </ul>
            <p class="hint">
                { "The agent has not proven these grades: another move may be better. Accuracy and \
                   luck need exact values, so they are not shown for this board." }
                if review.graded < review.moves {
                    { format!(" {} of {} moves are graded so far.", review.graded, review.moves) }
                }
            </p>
        </>
    }
}
