//! Where the players go.

use mdp2048_model::{Game, Seed};
use mdp2048_player::parse_game_name;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, window};

use crate::card::{Card, CardProps};
use crate::diagram::Room;
use crate::note::{Note, NoteProps};
use crate::store::Store;

/// The seed of a place that names none.
const USUAL_SEED: u32 = 42;

/// Puts a player into each place for one, notes on the address into theirs, and the diagrams.
pub(crate) fn all() {
    let store = Store::default();
    let places = places("[data-mount=player]");
    let players: Vec<(Element, Game, Seed)> = places.into_iter().filter_map(player).collect();
    let games: Vec<Game> = players.iter().map(|&(_, game, _)| game).collect();
    for place in self::places("[data-mount=note]") {
        let props = NoteProps { games: games.clone() };
        yew::Renderer::<Note>::with_root_and_props(emptied(place), props).render();
    }
    for place in self::places("[data-mount=diagram]") {
        yew::Renderer::<Room>::with_root(emptied(place)).render();
    }
    for (place, (element, game, seed)) in players.into_iter().enumerate() {
        let props = CardProps { game, place, seed, games: games.clone(), store: store.clone() };
        yew::Renderer::<Card>::with_root_and_props(emptied(element), props).render();
    }
}

fn places(selector: &str) -> Vec<Element> {
    let document = window().and_then(|window| window.document());
    let found = document.and_then(|document| document.query_selector_all(selector).ok());
    let Some(found) = found else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.item(index)?.dyn_into().ok()).collect()
}

/// What a place asks for. One that asks for no game keeps its own text.
fn player(place: Element) -> Option<(Element, Game, Seed)> {
    let game = parse_game_name(&place.get_attribute("data-game")?).ok()?;
    let seed = place.get_attribute("data-seed").and_then(|text| text.parse().ok());
    Some((place, game, seed.unwrap_or(USUAL_SEED.into())))
}

/// The place without the text that stood in for the player.
fn emptied(place: Element) -> Element {
    place.set_inner_html("");
    place
}
