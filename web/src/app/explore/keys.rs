//! The keys of the page: one table that handles them and prints their meaning.

use mdp2048_explorer::{Exploration, ExploreEvent, Mode};
use mdp2048_rules::Exponent;
use web::browser::keys::handler;
use web::browser::random_word;
use web::components::hands::{action_of_key, arrow_key};
use web_sys::KeyboardEvent;
use yew::{Callback, Html, html};

/// Keys in one row of the help: as readers know them, what they do, and the names (letters are
/// small) of those that have the same event everywhere on the page, with its event.
type Row = (&'static str, &'static str, &'static [(&'static [&'static str], Shortcut)]);

/// The event of a pressed key, if it has one in this state of the page.
type Shortcut = fn(&State, &str) -> Option<ExploreEvent>;

/// What the effects of keys depend on.
struct State {
    mode: Mode,
    /// The chosen cell.
    cell: usize,
    /// The number of moves of the line.
    last: usize,
}

impl State {
    /// An event that the board has only while it is edited.
    fn edit(&self, event: ExploreEvent) -> Option<ExploreEvent> {
        (self.mode == Mode::Edit).then_some(event)
    }

    fn play(&self, event: ExploreEvent) -> Option<ExploreEvent> {
        (self.mode == Mode::Play).then_some(event)
    }

    /// Goes to a board of the line, if it has moves.
    fn go_to(&self, move_number: usize) -> Option<ExploreEvent> {
        (self.last > 0).then_some(ExploreEvent::GoTo(move_number))
    }
}

/// The table.
static ROWS: [Row; 15] = [
    ("Z, [", "one move back", &[(&["z", "["], |_, _| Some(ExploreEvent::Undo))]),
    ("Y, ]", "one move on", &[(&["y", "]"], |_, _| Some(ExploreEvent::Redo))]),
    ("Home", "first board", &[(&["home"], |state, _| state.go_to(0))]),
    ("End", "last board", &[(&["end"], |state, _| state.go_to(state.last))]),
    ("M", "worst move of the game", &[(&["m"], |_, _| Some(ExploreEvent::WorstMove))]),
    ("E", "edit the board", &[(&["e"], |_, _| Some(ExploreEvent::SetMode(Mode::Edit)))]),
    ("P", "play from here", &[(&["p"], |_, _| Some(ExploreEvent::SetMode(Mode::Play)))]),
    (
        "L",
        "play along: the page moves, you enter the random tiles",
        &[(&["l"], |_, _| Some(ExploreEvent::SetMode(Mode::Along)))],
    ),
    ("2, 4", "the random tile on the chosen cell, while you play along", &[]),
    (
        "← → ↑ ↓",
        "choose a cell; while playing, slide the tiles",
        &[(&["arrowleft", "arrowright", "arrowup", "arrowdown"], |state, key| {
            let direction = arrow_key(key)?;
            Some(match state.mode {
                Mode::Edit | Mode::Along => ExploreEvent::WalkCells(direction),
                Mode::Play => ExploreEvent::Act(direction),
            })
        })],
    ),
    (
        "W A S D",
        "slide the tiles, while playing",
        &[(&["w", "a", "s", "d"], |state, key| state.play(ExploreEvent::Act(action_of_key(key)?)))],
    ),
    (
        "0 to 9, Backspace",
        "type the tile of the cell, or empty it",
        &[
            (&["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"], |state, key| {
                match (state.mode, key) {
                    (Mode::Along, "2") => Some(ExploreEvent::PlaceSpawn(state.cell, Exponent::TWO)),
                    (Mode::Along, "4") => {
                        Some(ExploreEvent::PlaceSpawn(state.cell, Exponent::FOUR))
                    }
                    _ => state.edit(ExploreEvent::TypeDigit(key.chars().next()?)),
                }
            }),
            (&["backspace", "delete"], |state, _| state.edit(ExploreEvent::Place(Exponent::EMPTY))),
        ],
    ),
    (
        "+ −",
        "larger or smaller tile",
        &[
            (&["+", "="], |state, _| state.edit(ExploreEvent::Resize(true))),
            (&["-"], |state, _| state.edit(ExploreEvent::Resize(false))),
        ],
    ),
    ("C", "clear the board", &[(&["c"], |state, _| state.edit(ExploreEvent::Clear))]),
    (
        "N",
        "random position; while playing, new game",
        &[(&["n"], |state, _| {
            Some(match state.mode {
                Mode::Edit => ExploreEvent::Random(random_word().into()),
                Mode::Play => ExploreEvent::RandomGame(random_word()),
                Mode::Along => return None,
            })
        })],
    ),
];

/// The table of the keys.
pub(crate) fn view_keys() -> Html {
    html! {
        <dl class="keys">
            { for ROWS.iter().map(|(key, meaning, _)| html! {
                <div><dt>{ *key }</dt><dd>{ *meaning }</dd></div>
            }) }
        </dl>
    }
}

/// Handles the keys of the page: they edit the board, or play.
pub(crate) fn of_page(view: &Exploration, on: &Callback<ExploreEvent>) -> Callback<KeyboardEvent> {
    let state = State { mode: view.mode(), cell: view.cell(), last: view.line().moves().len() };
    handler(on, move |key| {
        let name = key.to_ascii_lowercase();
        let mut effects = ROWS.iter().flat_map(|(.., effects)| *effects);
        effects
            .find(|(names, _)| names.contains(&&*name))
            .and_then(|(_, effect)| effect(&state, key))
    })
}
