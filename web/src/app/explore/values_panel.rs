//! The value of the position and of each action.

use mdp2048_display::no_break;
use mdp2048_explorer::{Exploration, ExploreEvent, Mode, MoveSlot, PositionValues, Worth};
use mdp2048_review::Grade;
use web::components::moves::{arrow, view_verdict};
use yew::{Callback, Html, MouseEvent, classes, function_component, html};

use super::chances::view_chances;
use super::context::use_exploration;

/// What stands in the place of values while the reader places a random tile.
pub(crate) const AWAITS_TILE: &str = "The moves have values once the random tile is placed.";

/// Shows V and the four places of the actions, with what each is worth and keeps.
#[function_component(ValuesPanel)]
pub(crate) fn values_panel() -> Html {
    let (view, on) = use_exploration();
    let values = view.values().filter(|_| view.shows_values());
    // The score that the reader has entered is more exact than that of the tiles.
    let has_total = view.standing().is_some_and(|it| it.total.is_some());
    let remark = values.as_ref().and_then(|it| it.remark.clone()).filter(|_| !has_total);
    let hint = |text: &str| html! { <p class="hint">{ text.to_owned() }</p> };
    html! {
        <section class="values" aria-labelledby="values-title">
            <h2 id="values-title" class="hidden">{ "What each move is worth" }</h2>
            { view_value(&view, values.as_ref()) }
            { view_slots(&view, &on) }
            if let Some(remark) = remark {
                { hint(&remark) }
            } else if view.is_left_out() {
                <p class="hint" data-note="left-out">
                    { "The file with the values of this game leaves this board out: the best moves \
                       rarely lead to it." }
                </p>
            } else if let Some(why) = view.why_best_only().filter(|_| values.is_some()) {
                <p class="hint" data-note="others">{ why }</p>
            } else if view.question().is_some() {
                { hint("Slide the board; then see what your move kept.") }
            } else if !view.shows_values() && !view.awaits_tile() {
                { hint("The values are hidden while you play.") }
            }
        </section>
    }
}

/// The line above the four places: V, or the question of a puzzle.
fn view_value(view: &Exploration, values: Option<&PositionValues>) -> Html {
    let full = values.and_then(|it| it.value).map(|value| value.to_string());
    let question = view.question();
    html! {
        <p class="value" data-question={(question.is_some() || view.ending().is_some()).then_some("")}>
            if let Some(values) = values {
                <span class="number" data-value={full.clone()} title={full}>
                    { no_break(&values.text) }
                </span>
                { " " }<span class="hint">{ values.name }</span>
            } else if view.awaits_tile() {
                <span class="hint">{ AWAITS_TILE }</span>
            } else if let Some(question) = question {
                <span class="number">{ no_break(&question) }</span>
            } else if let Some(ending) = view.ending() {
                <span class="number">{ ending }</span>
            } else if view.obstacle().is_some() {
                <span class="hint">{ "No game comes to this board, so its moves have no values." }</span>
            } else if view.loads_file() {
                <span class="hint">{ "What each move is worth is known once the file of the game is read." }</span>
            } else if view.solution().is_none() {
                <span class="hint">{ "What each move is worth is known once the game is solved." }</span>
            }
        </p>
    }
}

/// The four places of the actions, which stay where they are; none once the game is over.
pub(crate) fn view_slots(view: &Exploration, on: &Callback<ExploreEvent>) -> Html {
    let slots = view.slots();
    html! {
        if !slots.is_empty() {
            <ul class="rows" aria-label="Moves">
                { for slots.iter().map(|slot| view_slot(view, slot, on)) }
            </ul>
        }
    }
}

/// A place. While a game is played, a press plays the action; else it shows what can follow it.
fn view_slot(view: &Exploration, slot: &MoveSlot, on: &Callback<ExploreEvent>) -> Html {
    let MoveSlot { action, is_allowed, .. } = *slot;
    let is_playing = view.mode() != Mode::Edit;
    let is_open = view.opened() == Some(action);
    let is_best = slot.worth.as_ref().is_some_and(|it| it.grade() == Grade::Best);
    let class = classes!("row", is_best.then_some("best"), is_open.then_some("open"));
    let (control, title) = match is_playing {
        true => (action.name(), format!("Slide {action}")),
        false => ("open", "Show what can happen next".to_owned()),
    };
    let event = view.press(action);
    html! {
        <li key={action.name()} {class} data-action={action.name()}>
            <button type="button" data-control={control} {title}
                aria-disabled={(!is_allowed).to_string()}
                aria-expanded={(!is_playing).then(|| is_open.to_string())}
                onclick={on.reform(move |_: MouseEvent| event.clone())}>
                <span class="arrow" aria-hidden="true">{ arrow(action) }</span>
                <span class="name">{ action.name() }</span>
                { match &slot.worth {
                    Some(worth) => view_worth(worth),
                    None if is_allowed || view.awaits_tile() => Html::default(),
                    None => html! { <span class="verdict">{ "not allowed" }</span> },
                } }
            </button>
        </li>
    }
}

/// What an action is worth, its grade, and what it keeps or costs.
fn view_worth(worth: &Worth) -> Html {
    let (number, text, cost, difference, rest) = match worth {
        Worth::Exact(row) => {
            let bar = html! {
                <span class="bar" aria-hidden="true" data-regret={row.regret.to_string()}
                    ~style={format!("--kept: {:.2}%", 100.0 * row.bar)} />
            };
            (row.value, &row.text, &row.cost, &row.difference, bar)
        }
        Worth::Estimated(row) => {
            (Some(row.points), &row.text, &row.cost, &row.cost, view_chances(row))
        }
    };
    let full = number.map(|number| number.to_string());
    html! {
        <>
            <span class="number" data-value={full.clone()} title={full}>
                { no_break(text) }
            </span>
            { view_verdict(worth.grade(), cost, difference) }
            { rest }
        </>
    }
}
