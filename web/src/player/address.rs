//! Players and the address of the page.

use std::rc::Rc;

use gloo::events::EventListener;
use mdp2048_player::{PlayerEvent, PlayerUrl, may_replace_fragment, parse_game_parameters};
use wasm_bindgen::prelude::wasm_bindgen;
use web::browser::address;

use crate::session::Session;

/// Returns a sentence about a fragment of the page's URL that requests a page or a game that does
/// not exist; `games` are the games with a player on the page as URLs name them, separated by
/// spaces.
#[wasm_bindgen(js_name = addressNote)]
pub fn address_note(fragment: &str, games: &str) -> Option<String> {
    let games = games.split(' ').filter_map(|game| parse_game_parameters(game).ok());
    let games: Vec<_> = games.collect();
    PlayerUrl::parse(fragment, &games).err().map(|error| error.to_string())
}

/// Moves to the position that the address requests, now and whenever it changes.
pub(crate) fn follow_address(session: &Rc<Session>) -> Option<EventListener> {
    let session = Rc::downgrade(session);
    let visit = move || {
        if let Some(session) = session.upgrade() {
            open_address(&session, &address::hash());
        }
    };
    visit();
    address::listen(visit)
}

/// Moves to the position of an address, if that is one of the player's game.
pub(crate) fn open_address(session: &Rc<Session>, address: &str) {
    let game = *session.player().game();
    if let Ok(Some(url)) = PlayerUrl::parse(address, &[game]) {
        session.dispatch(PlayerEvent::OpenUrl(url));
    }
}

/// Writes the position of a player into the address, unless that is the address of another page.
pub(crate) fn write_address(url: &PlayerUrl) {
    if may_replace_fragment(&address::hash()) {
        address::write_hash(&url.to_string());
    }
}
