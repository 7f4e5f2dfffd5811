//! The moves of the line: the buttons that go through them, and their list with grades.

use mdp2048_explorer::{Exploration, ExploreEvent};
use mdp2048_review::Grade;
use web::components::moves::arrow;
use web_sys::HtmlElement;
use yew::{Callback, Html, function_component, html, use_effect_with, use_node_ref};

use super::context::use_exploration;

/// The buttons that go to the first board, back, on and to the last board.
pub(crate) fn view_bar(view: &Exploration, on: &Callback<ExploreEvent>) -> Html {
    let (at, last) = (view.line().at(), view.line().moves().len());
    if last == 0 {
        return Html::default();
    }
    let can_go_back = at > 0 || view.pending().is_some();
    let step = |control, icon, label, key, is_possible: bool, event: ExploreEvent| {
        let press = on.reform(move |_| event.clone());
        html! {
            <button type="button" data-control={control} aria-label={label}
                title={format!("{label} ({key})")} aria-disabled={(!is_possible).to_string()}
                onclick={press}>{ icon }</button>
        }
    };
    html! {
        <div class="line-bar" role="group" aria-label="The moves so far">
            { step("first", "«", "First board", "Home", can_go_back, ExploreEvent::GoTo(0)) }
            { step("undo", "‹", "One move back", "Z", can_go_back, ExploreEvent::Undo) }
            { step("redo", "›", "One move on", "Y", at < last, ExploreEvent::Redo) }
            { step("last", "»", "Last board", "End", at < last, ExploreEvent::GoTo(last)) }
        </div>
    }
}

/// The moves with their random tiles and grades. A press shows the board after the move.
#[function_component(MoveList)]
pub(crate) fn move_list() -> Html {
    let (view, on) = use_exploration();
    let line = view.line();
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with(line.at(), move |_| {
            let Some(list) = list.cast::<HtmlElement>() else { return };
            let current = list.query_selector("[aria-current]").ok().flatten();
            let current = current.map(wasm_bindgen::JsCast::unchecked_into::<HtmlElement>);
            if let Some(current) = current {
                // The list scrolls, and not the page.
                let middle = current.offset_top() + current.offset_height() / 2;
                list.set_scroll_top(middle - list.client_height() / 2);
            }
        });
    }
    if line.moves().is_empty() {
        return Html::default();
    }
    let grades = view.grades();
    let entry = |ply: usize, label: Html, title: String, grade: Option<Grade>| {
        let current = (ply == line.at()).then_some("step");
        html! {
            <li key={ply.to_string()}>
                <button type="button" data-control="go-to" data-ply={ply.to_string()}
                    data-grade={grade.map(Grade::name)} {title}
                    aria-current={current} onclick={on.reform(move |_| ExploreEvent::GoTo(ply))}>
                    { label }
                </button>
            </li>
        }
    };
    let moves = line.moves().iter().zip(grades).enumerate().map(|(index, (step, grade))| {
        let spawn = line.spawn_at(index).map(|(_, tile)| tile.to_string()).unwrap_or_default();
        let glyph = grade.map(glyph).unwrap_or_default();
        let named = grade.map(|it| format!("{}, ", it.name())).unwrap_or_default();
        let label = html! {
            <>
                <span class="number">{ index + 1 }</span>
                { format!(" {} {spawn}", arrow(step.action)) }
                if !glyph.is_empty() {
                    <span class="glyph">{ glyph }</span>
                }
            </>
        };
        let title = format!("{named}{}, then a {spawn}: {}", step.action, step.next);
        entry(index + 1, label, title, grade)
    });
    html! {
        <ol class="line" aria-label="Moves so far" ref={list}>
            { entry(0, html! { "start" }, line.first().to_string(), None) }
            { for moves }
        </ol>
    }
}

/// The sign of a grade, as in chess.
const fn glyph(grade: Grade) -> &'static str {
    match grade {
        Grade::Best | Grade::Indistinguishable | Grade::Good => "",
        Grade::Inaccuracy => "?!",
        Grade::Mistake => "?",
        Grade::Blunder => "??",
    }
}
