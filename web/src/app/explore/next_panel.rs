//! What can happen next.

use mdp2048_display::{no_break, significant};
use mdp2048_explorer::{ExploreEvent, LineMove, NextBoard, NextMove};
use web::components::still_board::{spoken, still_board};
use yew::{Callback, Html, classes, function_component, html};

use super::context::use_exploration;

/// Shows the boards that can follow the action that the reader has chosen, if there is one.
#[function_component(NextPanel)]
pub(crate) fn next_panel() -> Html {
    let (view, on) = use_exploration();
    let next = view.next_move().filter(|it| view.opened() == Some(it.action));
    let Some(next) = next.filter(|_| view.obstacle().is_none()) else { return Html::default() };
    html! {
        <section class="next" aria-labelledby="next-title">
            <h2 id="next-title">{ "What can happen next" }</h2>
            { view_next(&next, &on, !view.is_estimated()) }
        </section>
    }
}

/// The boards after an action, with their values unless there are none but those of lost boards.
fn view_next(next: &NextMove, on: &Callback<ExploreEvent>, has_values: bool) -> Html {
    let action = next.action;
    let points = match next.points {
        0 => String::new(),
        points => format!(", which adds {points} to the score"),
    };
    html! {
        <>
            <div class="after" data-after={next.after.hex()}>
                { still_board(next.after, format!("After {action}: {}", spoken(next.after))) }
                <p>
                    <strong>{ format!("After {action}{points}. ") }</strong>
                    { if next.wins {
                        "This move makes the target and wins the game."
                    } else {
                        "A random tile appears on one of the empty cells. Choose a board to go on."
                    } }
                </p>
            </div>
            <ul class="spawns">
                { for next.boards.iter().map(|it| view_board(next, it, on, has_values)) }
            </ul>
        </>
    }
}

fn view_board(
    next: &NextMove,
    it: &NextBoard,
    on: &Callback<ExploreEvent>,
    has_values: bool,
) -> Html {
    let step = LineMove { action: next.action, next: it.board };
    let mark = match (it.is_best, it.is_worst) {
        (true, _) => Some("best"),
        (_, true) => Some("worst"),
        _ => None,
    };
    let share = significant(100.0 * it.probability);
    let cells = if it.cells > 1 { format!(" on {} cells", it.cells) } else { String::new() };
    let full = it.number.map(|value| value.to_string());
    html! {
        <li key={it.board.hex()} class={classes!(mark)}>
            <button type="button" data-control="follow" data-board={it.board.hex()}
                data-probability={it.probability.to_string()}
                onclick={on.reform(move |_| ExploreEvent::Follow(step))}>
                { still_board(it.board, spoken(it.board)) }
                if has_values || it.is_lost {
                    <span class="number" data-value={full.clone()} title={full}>
                        { no_break(&it.text) }
                    </span>
                }
                <span class="hint">
                    { no_break(&format!("{share} %: a {}{cells}", it.tile)) }
                </span>
                if let Some(mark) = mark {
                    <span class="mark">{ mark }</span>
                }
            </button>
        </li>
    }
}
