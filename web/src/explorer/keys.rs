//! Keyboard shortcuts: what they do, and the table that readers see.

use mdp2048_explorer::{Exploration, ExploreEvent, Mode, Turn};
use mdp2048_rules::Exponent;
use web::browser::keys::handler;
use web::browser::random_word;
use web_sys::KeyboardEvent;
use yew::{Callback, Html, html};

use crate::hands::{action_of_key, arrow_key};

/// The keys of the page and their meaning.
const MEANINGS: [(&str, &str); 13] = [
    ("Z, [", "one move back"),
    ("Y, ]", "one move on"),
    ("Home", "first board"),
    ("End", "last board"),
    ("E", "edit the board"),
    ("P", "play from here"),
    ("← → ↑ ↓", "choose a cell; while playing, slide the tiles"),
    ("W A S D", "slide the tiles, while playing"),
    ("0 to 9", "type the tile of the cell"),
    ("+ −", "larger or smaller tile"),
    ("R, M, C", "rotate, mirror, clear the board"),
    ("N", "random position; while playing, new game"),
    ("H, L", "hardest tile sum, and that of most losses"),
];

/// The table of the keys, folded.
pub(crate) fn view_keys() -> Html {
    html! {
        <details class="fold keys">
            <summary data-control="keys">{ "Keys" }</summary>
            <dl>
                { for MEANINGS.iter().map(|(key, meaning)| html! {
                    <div><dt>{ *key }</dt><dd>{ *meaning }</dd></div>
                }) }
            </dl>
        </details>
    }
}

/// Handles the keys of the page: they edit the board, or play.
pub(crate) fn of_page(view: &Exploration, on: &Callback<ExploreEvent>) -> Callback<KeyboardEvent> {
    let mode = view.mode();
    let layers = view.difficulty().map(|map| (map.hardest(), map.deadliest()));
    let last = view.line().moves().len();
    handler(on, move |key| {
        let event = match mode {
            Mode::Edit => while_editing(key),
            Mode::Play => while_playing(key),
        };
        event.or_else(|| anywhere(key, last)).or_else(|| on_map(key, layers))
    })
}

fn while_editing(key: &str) -> Option<ExploreEvent> {
    if let Some(direction) = arrow_key(key) {
        return Some(ExploreEvent::WalkCells(direction));
    }
    Some(match key {
        "Backspace" | "Delete" => ExploreEvent::Place(Exponent::EMPTY),
        "+" | "=" => ExploreEvent::Resize(true),
        "-" => ExploreEvent::Resize(false),
        "r" | "R" => ExploreEvent::Turn(Turn::Rotate),
        "m" | "M" => ExploreEvent::Turn(Turn::Mirror),
        "c" | "C" => ExploreEvent::Turn(Turn::Clear),
        "n" | "N" => ExploreEvent::Random(random_word().into()),
        _ => {
            let mut letters = key.chars();
            let digit = letters.next().filter(char::is_ascii_digit)?;
            return letters.next().is_none().then_some(ExploreEvent::TypeDigit(digit));
        }
    })
}

fn while_playing(key: &str) -> Option<ExploreEvent> {
    Some(match key {
        "n" | "N" => ExploreEvent::NewGame(random_word().into()),
        _ => ExploreEvent::Act(action_of_key(key)?),
    })
}

/// Keys of the map of difficulty, given its hardest layer and that of most losses.
fn on_map(key: &str, layers: Option<(usize, usize)>) -> Option<ExploreEvent> {
    let (hardest, deadliest) = layers?;
    Some(ExploreEvent::ChooseLayer(match key {
        "h" | "H" => hardest,
        "l" | "L" => deadliest,
        _ => return None,
    }))
}

/// Keys of both modes; `last` is the number of moves of the line.
fn anywhere(key: &str, last: usize) -> Option<ExploreEvent> {
    Some(match key {
        "z" | "Z" | "[" => ExploreEvent::Undo,
        "y" | "Y" | "]" => ExploreEvent::Redo,
        "Home" if last > 0 => ExploreEvent::GoTo(0),
        "End" if last > 0 => ExploreEvent::GoTo(last),
        "e" | "E" => ExploreEvent::SetMode(Mode::Edit),
        "p" | "P" => ExploreEvent::SetMode(Mode::Play),
        _ => return None,
    })
}
