//! Keyboard shortcuts.

use mdp2048_player::{Player, PlayerEvent};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent};
use yew::Callback;

use crate::browser::random_word;

/// Returns the event of a key pressed in a player, if it is a shortcut there.
pub(crate) fn player_event(key: &KeyboardEvent, player: &Player) -> Option<PlayerEvent> {
    if is_reserved(key) {
        return None;
    }
    Some(match key.key().as_str() {
        " " => PlayerEvent::Toggle,
        "ArrowRight" => PlayerEvent::Step,
        "ArrowLeft" => PlayerEvent::Back,
        "Home" | "r" | "R" => PlayerEvent::Restart,
        "End" | "e" | "E" => PlayerEvent::GoToEnd,
        "n" | "N" => new_seed(),
        "+" => PlayerEvent::SetSpeed(player.speed().faster()),
        "-" => PlayerEvent::SetSpeed(player.speed().slower()),
        _ => return None,
    })
}

/// Returns a handler that emits the event of a shortcut and stops the propagation of its key. Keys
/// that the browser or the focused element needs are ignored.
pub(crate) fn handler<E: 'static>(
    on: &Callback<E>,
    event_of: impl Fn(&str) -> Option<E> + 'static,
) -> Callback<KeyboardEvent> {
    let on = on.clone();
    Callback::from(move |key: KeyboardEvent| {
        if is_reserved(&key) {
            return;
        }
        if let Some(event) = event_of(&key.key()) {
            key.prevent_default();
            key.stop_propagation();
            on.emit(event);
        }
    })
}

/// Whether the browser or the focused element needs a key.
pub(crate) fn is_reserved(key: &KeyboardEvent) -> bool {
    has_modifier(key) || is_for_focused_element(key)
}

/// Whether a key is pressed with Ctrl, Alt or Meta, which makes it a shortcut of the browser.
pub(crate) fn has_modifier(key: &KeyboardEvent) -> bool {
    key.ctrl_key() || key.alt_key() || key.meta_key()
}

/// Whether the focused element needs the key.
fn is_for_focused_element(key: &KeyboardEvent) -> bool {
    let Some(target) = key.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    match target.tag_name().to_ascii_lowercase().as_str() {
        "input" | "select" => true,
        "button" | "summary" => matches!(key.key().as_str(), " " | "Enter"),
        _ => false,
    }
}

/// Returns the event that chooses a random seed.
pub(crate) fn new_seed() -> PlayerEvent {
    PlayerEvent::RandomSeed(random_word())
}
