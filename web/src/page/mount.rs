//! Mounting the components into the elements of index.html.

use mdp2048_model::{Game, Seed};
use mdp2048_player::parse_game_name;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, window};

use super::card::{PlayerCard, PlayerCardProps};
use super::note::{AddressNote, AddressNoteProps};
use crate::diagram::DiagramRoute;
use crate::loading::PolicyStore;

/// The seed of a player whose element names none.
const DEFAULT_SEED: u32 = 42;

/// Mounts a player, a note or the diagrams into each element with a `data-mount` attribute.
pub(crate) fn mount_all() {
    let store = PolicyStore::default();
    let elements = elements("[data-mount=player]");
    let players: Vec<(Element, Game, Seed)> = elements.into_iter().filter_map(player).collect();
    let games: Vec<Game> = players.iter().map(|&(_, game, _)| game).collect();
    for element in self::elements("[data-mount=note]") {
        let props = AddressNoteProps { games: games.clone() };
        yew::Renderer::<AddressNote>::with_root_and_props(emptied(element), props).render();
    }
    for element in self::elements("[data-mount=diagram]") {
        yew::Renderer::<DiagramRoute>::with_root(emptied(element)).render();
    }
    for (index, (element, game, seed)) in players.into_iter().enumerate() {
        let props =
            PlayerCardProps { game, index, seed, games: games.clone(), store: store.clone() };
        yew::Renderer::<PlayerCard>::with_root_and_props(emptied(element), props).render();
    }
}

fn elements(selector: &str) -> Vec<Element> {
    let document = window().and_then(|window| window.document());
    let found = document.and_then(|document| document.query_selector_all(selector).ok());
    let Some(found) = found else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.item(index)?.dyn_into().ok()).collect()
}

/// Returns the game and the seed of an element. An element without a valid game keeps its text.
fn player(element: Element) -> Option<(Element, Game, Seed)> {
    let game = parse_game_name(&element.get_attribute("data-game")?).ok()?;
    let seed = element.get_attribute("data-seed").and_then(|text| text.parse().ok());
    Some((element, game, seed.unwrap_or(DEFAULT_SEED.into())))
}

/// Returns the element without its fallback text.
fn emptied(element: Element) -> Element {
    element.set_inner_html("");
    element
}
