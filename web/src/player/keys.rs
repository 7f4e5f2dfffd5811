//! The keyboard shortcuts of a player.

use mdp2048_player::{Player, PlayerEvent};
use web::browser::keys::{has_modifier, is_reserved};
use web::browser::random_word;
use web_sys::KeyboardEvent;

/// Moves per press of Page Up or Page Down in the chart.
const PAGE_MOVES: isize = 10;

/// Returns the event of a key pressed in a player, if it is a shortcut there.
pub(crate) fn player_event(key: &KeyboardEvent, player: &Player) -> Option<PlayerEvent> {
    if is_reserved(key) {
        return None;
    }
    Some(match key.key().as_str() {
        " " => PlayerEvent::Toggle,
        "ArrowRight" => PlayerEvent::Step,
        "ArrowLeft" => PlayerEvent::Back,
        "Home" | "r" | "R" => PlayerEvent::GoTo(0),
        "End" | "e" | "E" => PlayerEvent::GoToEnd,
        "n" | "N" => new_seed(),
        "+" => PlayerEvent::SetSpeed(player.speed().faster()),
        "-" => PlayerEvent::SetSpeed(player.speed().slower()),
        _ => return None,
    })
}

/// Returns the event of a key pressed in the chart, which is a slider.
pub(crate) fn chart_event(key: &KeyboardEvent) -> Option<PlayerEvent> {
    if has_modifier(key) {
        return None;
    }
    Some(match key.key().as_str() {
        "ArrowLeft" | "ArrowDown" => PlayerEvent::GoBy(-1),
        "ArrowRight" | "ArrowUp" => PlayerEvent::GoBy(1),
        "PageDown" => PlayerEvent::GoBy(-PAGE_MOVES),
        "PageUp" => PlayerEvent::GoBy(PAGE_MOVES),
        "Home" => PlayerEvent::GoTo(0),
        "End" => PlayerEvent::GoTo(usize::MAX),
        _ => return None,
    })
}

/// Returns the event that chooses a random seed.
pub(crate) fn new_seed() -> PlayerEvent {
    PlayerEvent::RandomSeed(random_word())
}
