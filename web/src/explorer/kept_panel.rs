//! The solutions that are kept for the next visit.

use mdp2048_display::{file_size, no_break};
use mdp2048_explorer::{HeldSolution, KeptSolution, kept_text};
use mdp2048_model::Values as _;
use yew::{Callback, Html, MouseEvent, Properties, function_component, html};

use crate::keeping::Keeping;
use crate::message::KeptMsg;
use crate::shared::SharedView;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct KeptPanelProps {
    pub(crate) view: SharedView,
    pub(crate) keeping: Keeping,
    pub(crate) on_kept: Callback<KeptMsg>,
}

/// Shows whether the solution in memory is kept, and all that are.
#[function_component(KeptPanel)]
pub(crate) fn kept_panel(props: &KeptPanelProps) -> Html {
    let KeptPanelProps { view, keeping, on_kept } = props;
    html! {
        <div class="kept" role="group" aria-label="Kept solutions">
            if let Some(solved) = view.solution() {
                { view_solution(solved, keeping, on_kept) }
            }
            if !keeping.files().is_empty() {
                if let Some(problem) = keeping.problem() {
                    <p class="hint" data-note="kept">{ sentence(problem) }</p>
                }
                { view_files(keeping.files(), on_kept) }
            }
        </div>
    }
}

/// Whether the solution in memory is kept.
fn view_solution(solved: &HeldSolution, keeping: &Keeping, on: &Callback<KeptMsg>) -> Html {
    let file = solved.file();
    let game = solved.known.game();
    let size = file_size(file.bytes as u64);
    let keep = on.reform(move |_: MouseEvent| KeptMsg::Keep(file));
    let button = |label: String| {
        html! {
            <button type="button" data-control="keep" onclick={keep}
                title="Keep this solution on this device and open it at the next visit">
                { label }
            </button>
        }
    };
    if keeping.is_writing(game) {
        let text = format!("Keeping {game} for the next visit …");
        return html! { <p class="hint" data-kept="writing">{ text }</p> };
    }
    if let Some(kept) = keeping.file(game) {
        let text = format!("{game} is kept for the next visit ({}).", file_size(kept.bytes as u64));
        return html! { <p class="hint" data-kept="true">{ no_break(&text) }</p> };
    }
    let reason = keeping.failure(game).or(keeping.problem());
    html! {
        <div class="offer" data-kept="false">
            if let Some(reason) = reason {
                <p class="hint">{ format!("{game} is not kept for the next visit: {reason}.") }</p>
                if keeping.failure(game).is_some() {
                    { button("Try again".to_owned()) }
                }
            } else {
                { button(format!("Keep {game} for the next visit ({size})")) }
            }
        </div>
    }
}

/// All kept solutions.
fn view_files(files: &[KeptSolution], on: &Callback<KeptMsg>) -> Html {
    let all = files.to_vec();
    html! {
        <details>
            <summary>{ format!("Kept on this device: {}", kept_text(files)) }</summary>
            <ul>
                { for files.iter().map(|file| view_file(*file, on)) }
            </ul>
            <button type="button" data-control="delete-all" title="Delete all kept solutions"
                onclick={on.reform(move |_: MouseEvent| KeptMsg::Remove(all.clone()))}>
                { "Delete all" }
            </button>
        </details>
    }
}

fn view_file(file: KeptSolution, on: &Callback<KeptMsg>) -> Html {
    let (name, size) = (file.text(), file_size(file.bytes as u64));
    html! {
        <li class="offer" key={file.name()} data-file={file.name()}>
            <span>{ name.clone() }{ " " }<span class="hint">{ no_break(&size) }</span></span>
            <button type="button" data-control="delete" title="Delete this kept solution"
                aria-label={format!("Delete {name}")}
                onclick={on.reform(move |_: MouseEvent| KeptMsg::Remove(vec![file]))}>
                { "Delete" }
            </button>
        </li>
    }
}

fn sentence(reason: &str) -> String {
    format!("The kept solutions cannot be changed: {reason}.")
}
