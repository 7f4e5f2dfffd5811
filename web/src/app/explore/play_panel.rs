//! Playing by hand: the board, the actions, and where random tiles come from.

use mdp2048_explorer::{Exploration, ExploreEvent, Hints, Mode, NumberField, SpawnRule};
use mdp2048_rules::Exponent;
use web::browser::random_word;
use web::components::fields::{button, value_menu};
use web::components::hands::Swiped;
use web::components::still_board::{spoken, still_board};
use yew::{Callback, Html, UseStateHandle, function_component, html, use_state_eq};

use super::board;
use super::context::use_exploration;
use super::fields::number;

/// The choice of the random tile that is placed next.
pub(crate) fn view_random_tile(tile: &UseStateHandle<Exponent>, question: &str) -> Html {
    html! {
        <div class="tools" role="group" aria-label="The random tile">
            <p>{ question }</p>
            { for [Exponent::TWO, Exponent::FOUR].map(|it| {
                let tile = tile.clone();
                html! {
                    <button type="button" data-control="spawn-tile"
                        data-tile={it.to_string()}
                        aria-pressed={(it == *tile).to_string()}
                        onclick={Callback::from(move |_| tile.set(it))}>
                        { format!("a {it}") }
                    </button>
                }
            }) }
        </div>
    }
}

/// Shows the board of a game, which swipes slide.
#[function_component(PlayBoard)]
pub(crate) fn play_board() -> Html {
    let (view, on) = use_exploration();
    let tile = use_state_eq(|| Exponent::TWO);
    let shown = view.board();
    let tile_now = *tile;
    html! {
        <>
            if view.pending().is_some() {
                { board::of_buttons(shown, None, &on.reform(move |cell| {
                    ExploreEvent::PlaceSpawn(cell, tile_now)
                })) }
                { view_random_tile(&tile, "Choose the cell on which a tile appears:") }
                { button("take-back", "Take back", "Undo the slide (Z)",
                    on.reform(|_| ExploreEvent::Undo)) }
            } else {
                <Swiped label="Board: arrow keys, W A S D or a swipe slide the tiles"
                    on={on.reform(ExploreEvent::Act)}>
                    { still_board(shown, format!("Board: {}", spoken(shown))) }
                    { board::view_arrows(view.missed().as_ref()) }
                </Swiped>
            }
        </>
    }
}

/// Shows the controls of a game: a new game, and folded choices.
#[function_component(PlayTools)]
pub(crate) fn play_tools() -> Html {
    let (view, on) = use_exploration();
    html! {
        <>
            <div class="tools">
                { button("new-game", "New game", "A game of another seed (N)",
                    on.reform(|_| ExploreEvent::RandomGame(random_word()))) }
                { button("along", "Play along",
                    "The page makes the moves, and you enter the random tiles (L)",
                    on.reform(|_| ExploreEvent::SetMode(Mode::Along))) }
            </div>
            { view_choices(&view, &on) }
        </>
    }
}

fn view_choices(view: &Exploration, on: &Callback<ExploreEvent>) -> Html {
    let rules = SpawnRule::ALL.map(|it| (it.name().to_owned(), it.label().to_owned(), it));
    let hints = Hints::ALL.map(|it| (it.name().to_owned(), it.label().to_owned(), it));
    html! {
        <details class="fold choices">
            <summary data-control="choices">
                { "Options " }
                <span class="hint">
                    { format!("seed {}, tiles {}, values {}", view.seed(),
                        view.spawn_rule().label(), view.hints().label()) }
                </span>
            </summary>
            <div class="settings">
                { value_menu("spawns", "Random tiles", rules.into(), view.spawn_rule(),
                    &on.reform(ExploreEvent::SetSpawnRule)) }
                { value_menu("hints", "Show values", hints.into(), view.hints(),
                    &on.reform(ExploreEvent::SetHints)) }
                { number(view, on, NumberField::Seed, "Seed", view.seed().to_string()) }
            </div>
        </details>
    }
}
