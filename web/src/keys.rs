//! Keys for a player that has the focus, and chance for new seeds.

use mdp2048_player::{Event, Player};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent, window};
use yew::Callback;

/// What a key in a player means, if it means something there.
pub(crate) fn event(key: &KeyboardEvent, player: &Player) -> Option<Event> {
    if is_busy(key) {
        return None;
    }
    Some(match key.key().as_str() {
        " " => Event::Toggle,
        "ArrowRight" => Event::Step,
        "ArrowLeft" => Event::Back,
        "Home" | "r" | "R" => Event::Restart,
        "End" | "e" | "E" => Event::End,
        "n" | "N" => new_seed(),
        "+" => Event::Speed(player.speed().faster()),
        "-" => Event::Speed(player.speed().slower()),
        _ => return None,
    })
}

/// Sends what keys mean, by their names, where they are not taken; these go no further.
pub(crate) fn sent<E: 'static>(
    on: &Callback<E>,
    meaning: impl Fn(&str) -> Option<E> + 'static,
) -> Callback<KeyboardEvent> {
    let on = on.clone();
    Callback::from(move |key: KeyboardEvent| {
        if is_busy(&key) {
            return;
        }
        if let Some(event) = meaning(&key.key()) {
            key.prevent_default();
            key.stop_propagation();
            on.emit(event);
        }
    })
}

/// Whether a key belongs to the browser or to the element with the focus.
pub(crate) fn is_busy(key: &KeyboardEvent) -> bool {
    has_modifier(key) || is_taken(key)
}

/// Whether a key is pressed together with one that makes it the browser's.
pub(crate) fn has_modifier(key: &KeyboardEvent) -> bool {
    key.ctrl_key() || key.alt_key() || key.meta_key()
}

/// Whether the element with the focus needs the key itself.
fn is_taken(key: &KeyboardEvent) -> bool {
    let Some(target) = key.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    match target.tag_name().to_ascii_lowercase().as_str() {
        "input" | "select" => true,
        "button" | "summary" => matches!(key.key().as_str(), " " | "Enter"),
        _ => false,
    }
}

/// Asks for a new seed.
pub(crate) fn new_seed() -> Event {
    Event::NewSeed(random_word())
}

/// A number by chance.
pub(crate) fn random_word() -> u32 {
    let mut bytes = [0; 4];
    let crypto = window().and_then(|window| window.crypto().ok());
    // Without a source of chance the next seed is as good as any.
    if let Some(crypto) = crypto {
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    u32::from_le_bytes(bytes)
}
