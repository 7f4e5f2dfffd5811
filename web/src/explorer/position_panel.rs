//! The position: the board, and how to change it.

use mdp2048_explorer::{ExploreEvent, Mode, TextSource, Turn};
use mdp2048_rules::Exponent;
use web::browser::random_word;
use web_sys::HtmlElement;
use yew::{
    Callback, Html, NodeRef, Properties, function_component, html, use_effect_with, use_node_ref,
};

use crate::board;
use crate::fields::{TextField, button};
use crate::game_form::tile_name;
use crate::pasting::view_reading;
use crate::play_panel::PlayPanel;
use crate::shared::SharedView;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct PositionPanelProps {
    pub(crate) view: SharedView,
    pub(crate) on: Callback<ExploreEvent>,
}

/// Shows the board, what is wrong with it, and the tools that edit it.
#[function_component(PositionPanel)]
pub(crate) fn position_panel(props: &PositionPanelProps) -> Html {
    let PositionPanelProps { view, on } = props;
    let root = use_node_ref();
    {
        let root = root.clone();
        use_effect_with(view.cell(), move |&cell| keep_focus(&root, cell));
    }
    html! {
        <section class="position" aria-labelledby="position-title" ref={root}>
            <h2 id="position-title">{ "Position" }</h2>
            { view_modes(view, on) }
            if view.mode() == Mode::Play {
                <PlayPanel view={view.clone()} on={on.clone()} />
            } else {
                { board::of_buttons(view.board(), Some(view.cell()),
                    &on.reform(ExploreEvent::ChooseCell)) }
                { view_obstacle(view, on) }
                { view_tiles(view, on) }
                { view_tools(view, on) }
                { view_text(view, on) }
            }
        </section>
    }
}

/// The buttons that choose between editing and playing.
fn view_modes(view: &SharedView, on: &Callback<ExploreEvent>) -> Html {
    let mode = |control, label, title, mode| {
        html! {
            <button type="button" data-control={control} {title}
                aria-pressed={(view.mode() == mode).to_string()}
                onclick={on.reform(move |_| ExploreEvent::SetMode(mode))}>{ label }</button>
        }
    };
    html! {
        <div class="modes" role="group" aria-label="What you do with the position">
            { mode("edit", "Edit", "Change the board (E)", Mode::Edit) }
            { mode("play", "Play from here", "Slide the tiles (P)", Mode::Play) }
        </div>
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

fn view_obstacle(view: &SharedView, on: &Callback<ExploreEvent>) -> Html {
    let Some(obstacle) = view.obstacle() else { return Html::default() };
    let remedy = view.remedy().map(|remedy| {
        let label = remedy.label.clone();
        let press = on.reform(move |_| ExploreEvent::Remedy(remedy.clone()));
        html! {
            <button type="button" data-control="remedy" onclick={press}>{ label }</button>
        }
    });
    html! {
        <div class="obstacle" role="status">
            <p>{ obstacle.text(view.game()) }</p>
            { remedy }
        </div>
    }
}

/// The buttons that place a tile on the chosen cell.
fn view_tiles(view: &SharedView, on: &Callback<ExploreEvent>) -> Html {
    let board = view.board();
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

fn view_tools(view: &SharedView, on: &Callback<ExploreEvent>) -> Html {
    let turn = |turn| on.reform(move |_| ExploreEvent::Turn(turn));
    let swap = if view.is_swapping() { "Swap with …" } else { "Swap" };
    html! {
        <div class="tools" role="group" aria-label="Change the board">
            <button type="button" data-control="swap" aria-pressed={view.is_swapping().to_string()}
                title="Exchange the chosen tile with the next one you choose (X)"
                onclick={on.reform(|_| ExploreEvent::Swap)}>{ swap }</button>
            { button("rotate", "Rotate", "Turn the board (R)", turn(Turn::Rotate)) }
            { button("mirror", "Mirror", "Exchange left and right (M)", turn(Turn::Mirror)) }
            { button("clear", "Clear", "Remove all tiles (C)", turn(Turn::Clear)) }
            { button("random", "Random", "A position of a random game (N)",
                on.reform(|_| ExploreEvent::Random(random_word().into()))) }
        </div>
    }
}

fn view_text(view: &SharedView, on: &Callback<ExploreEvent>) -> Html {
    html! {
        <>
        <label class="field text">
            <span>{ "As text" }</span>
            <TextField control="text" current={view.board().to_string()}
                title="Type or paste a board: tiles row by row, with any separators, or a saved \
                    game of the original 2048"
                on_change={on.reform(|text| ExploreEvent::ReadBoard(vec![text]))}
                on_paste={on.reform(|texts: [String; 2]| ExploreEvent::ReadBoard(texts.into()))} />
        </label>
        { view_reading(view.reading(TextSource::Board)) }
        </>
    }
}
