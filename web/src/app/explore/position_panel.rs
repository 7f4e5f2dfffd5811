//! The position: the board, what is played on it, and how to change it.

use mdp2048_display::{capitalised, no_break};
use mdp2048_explorer::{Exploration, ExploreEvent, Mode, TextSource};
use mdp2048_rules::{Action, Exponent};
use web::browser::random_word;
use web::components::fields::button;
use web::components::focus::use_focus_after;
use web::components::hands::use_swipe;
use web_sys::{HtmlElement, MouseEvent};
use yew::{
    Callback, Html, NodeRef, Properties, UseStateHandle, function_component, html, use_effect_with,
    use_node_ref, use_state_eq,
};

use super::along_panel::{AlongBoard, AlongTools};
use super::board::{self, tile_name};
use super::context::use_exploration;
use super::fields::TextField;
use super::game_form::GameMenus;
use super::line_panel::view_bar;
use super::open_board::remedy_button;
use super::pasting::view_reading;
use super::play_panel::{PlayBoard, PlayTools};

/// Shows the board below the game, what is wrong with it, and the tools that change it.
#[function_component(PositionPanel)]
pub(crate) fn position_panel() -> Html {
    let (view, on) = use_exploration();
    let root = use_node_ref();
    let is_open = use_state_eq(|| false);
    let mode = view.mode();
    let chosen = format!("[data-cell='{}'], [data-control=slide]", view.cell());
    use_focus_after(&root, (mode, view.pending(), view.board()), chosen);
    {
        let root = root.clone();
        use_effect_with(view.cell(), move |&cell| keep_focus(&root, cell));
    }
    let shape = view.board().shape();
    html! {
        <section class="position" aria-labelledby="position-title" ref={root}
            ~style={format!("--rows: {}; --cols: {}", shape.rows(), shape.cols())}>
            <h2 id="position-title" class="hidden">{ "Position" }</h2>
            <div class="head">
                <GameMenus />
                { view_mode(&view, &on) }
            </div>
            { match mode {
                Mode::Edit => html! { <EditedBoard is_open={is_open.clone()} /> },
                Mode::Play => html! { <PlayBoard /> },
                Mode::Along => html! { <AlongBoard /> },
            } }
            { view_bar(&view, &on) }
            if shape.has_locked() {
                <p class="hint" data-note="locked">
                    { "× is a locked cell: a large tile that stays where it is. A slide that would \
                       move it is not allowed." }
                </p>
            }
            { view_status(&view) }
            if mode != Mode::Play {
                { view_obstacle(&view, &on) }
            }
            if mode == Mode::Edit {
                { view_edit(&view, &on, &is_open) }
            }
        </section>
    }
}

/// Shows the controls of the game while it is played, or the board as text.
#[function_component(PositionTools)]
pub(crate) fn position_tools() -> Html {
    let (view, on) = use_exploration();
    html! {
        <div class="position-tools">
            { match view.mode() {
                Mode::Edit => view_text(&view, &on),
                Mode::Play => html! { <PlayTools /> },
                Mode::Along => html! { <><AlongTools />{ view_text(&view, &on) }</> },
            } }
        </div>
    }
}

/// The button that leads from editing to playing, or back.
fn view_mode(view: &Exploration, on: &Callback<ExploreEvent>) -> Html {
    let (control, label, title, mode) = match view.mode() {
        Mode::Edit => ("play", "Play", "Play from here: slide the tiles (P)", Mode::Play),
        Mode::Play | Mode::Along => {
            ("edit", "Edit", "Stop playing, and edit the board (E)", Mode::Edit)
        }
    };
    html! { { button(control, label, title, on.reform(move |_| ExploreEvent::SetMode(mode))) } }
}

#[derive(Clone, PartialEq, Properties)]
struct EditedBoardProps {
    is_open: UseStateHandle<bool>,
}

/// The board whose cells are buttons. A swipe to the left or the right goes through the moves of
/// the line.
#[function_component(EditedBoard)]
fn edited_board(props: &EditedBoardProps) -> Html {
    let (view, on) = use_exploration();
    let is_open = &props.is_open;
    let go = on.clone();
    let [down, up] = use_swipe(Callback::from(move |direction| {
        if let Some(event) = swiped_move(direction) {
            go.emit(event);
        }
    }));
    let press = {
        let (on, is_open) = (on.clone(), is_open.clone());
        Callback::from(move |cell| {
            is_open.set(true);
            on.emit(ExploreEvent::ChooseCell(cell));
        })
    };
    html! {
        <div class="shown" data-swipes={(!view.line().moves().is_empty()).to_string()}
            onpointerdown={down} onpointerup={up}>
            { board::of_buttons(view.board(), Some(view.cell()), &press) }
            { board::view_arrows(view.missed().as_ref()) }
        </div>
    }
}

/// What a swipe does over a board on which swipes do not play: as when a page is turned, a swipe to
/// the left goes on to the next board, and one to the right goes back.
const fn swiped_move(direction: Action) -> Option<ExploreEvent> {
    match direction {
        Action::Left => Some(ExploreEvent::Redo),
        Action::Right => Some(ExploreEvent::Undo),
        Action::Up | Action::Down => None,
    }
}

/// Moves the focus to the chosen cell if another cell has it.
fn keep_focus(root: &NodeRef, cell: usize) {
    let Some(root) = root.cast::<HtmlElement>() else { return };
    let has_focus = root.query_selector("[data-cell]:focus").ok().flatten().is_some();
    let chosen = root.query_selector(&format!("[data-cell='{cell}']")).ok().flatten();
    if let (true, Some(chosen)) = (has_focus, chosen) {
        // Focus may fail where the page is not visible; nothing depends on it.
        let _ = wasm_bindgen::JsCast::unchecked_into::<HtmlElement>(chosen).focus();
    }
}

/// The move that was played, or is a mistake on the board that is shown.
fn view_status(view: &Exploration) -> Html {
    let line = view.line();
    let playing = view.mode() != Mode::Edit;
    let missed = view.missed().map(|it| it.sentence);
    let last = view.last_sentence();
    if line.moves().is_empty() && !playing {
        return Html::default();
    }
    html! {
        <div class="status" role="status" data-moves={line.at().to_string()}>
            <p>
                <span class="hint">{ view.state_text() }</span>
                if let Some(last) = last {
                    { " " }<span data-last={last.clone()}>{ capitalised(&no_break(&last)) }</span>
                }
                if let Some(missed) = missed {
                    { " " }<span class="missed" data-missed={missed.clone()}>{ no_break(&missed) }</span>
                }
            </p>
        </div>
    }
}

fn view_obstacle(view: &Exploration, on: &Callback<ExploreEvent>) -> Html {
    let Some(obstacle) = view.obstacle() else { return Html::default() };
    html! {
        <div class="obstacle" role="status">
            <p>{ obstacle.text(view.game()) }</p>
            { view.remedy().map(|it| remedy_button("remedy", None, it, on)) }
        </div>
    }
}

/// The tools that change the board, folded until the reader opens them or chooses a cell.
fn view_edit(
    view: &Exploration,
    on: &Callback<ExploreEvent>,
    is_open: &UseStateHandle<bool>,
) -> Html {
    let toggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            is_open.set(!*is_open);
        })
    };
    html! {
        <details class="fold edit" open={**is_open}>
            <summary data-control="edit-board" onclick={toggle}>{ "Edit the board" }</summary>
            { view_tiles(view, on) }
            <div class="tools" role="group" aria-label="Change the board">
                { button("clear", "Clear", "Remove all tiles (C)",
                    on.reform(|_| ExploreEvent::Clear)) }
                { button("random", "Random", "A position of a random game (N)",
                    on.reform(|_| ExploreEvent::Random(random_word().into()))) }
            </div>
        </details>
    }
}

/// The buttons that place a tile on the chosen cell.
fn view_tiles(view: &Exploration, on: &Callback<ExploreEvent>) -> Html {
    let board = view.board();
    if board.shape().is_locked(view.cell()) {
        return html! { <p class="hint">{ "This cell is locked: choose another one." }</p> };
    }
    let current = board.tile(view.cell());
    let tiles = (0..view.game().radix()).filter_map(Exponent::new);
    html! {
        <div class="palette" role="group" aria-label="Tile of the chosen cell">
            { for tiles.map(|tile| {
                let press = on.reform(move |_| ExploreEvent::Place(tile));
                html! {
                    <button type="button" data-control="place" data-tile={tile.to_string()}
                        aria-pressed={(tile == current).to_string()} onclick={press}>
                        { tile_name(tile) }
                    </button>
                }
            }) }
        </div>
    }
}

fn view_text(view: &Exploration, on: &Callback<ExploreEvent>) -> Html {
    html! {
        <>
        <label class="field text">
            <span>{ "Paste a board, or type one and press Enter" }</span>
            <TextField control="text" current={view.board().to_string()}
                title="Type or paste a board: tiles row by row, with any separators"
                on_change={on.reform(|text| ExploreEvent::ReadBoard(vec![text]))}
                on_paste={on.reform(|texts: [String; 2]| ExploreEvent::ReadBoard(texts.into()))} />
        </label>
        { view_reading(view.reading(TextSource::Board), on) }
        </>
    }
}
