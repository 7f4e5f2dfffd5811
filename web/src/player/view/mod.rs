//! The elements that show a player.
//!
//! `player.html` holds every element that a player always has. The function `show` of each module
//! writes a player into some of them.

mod board;
mod chart;
mod controls;
mod moves;
mod status;

use mdp2048_model::Outcome;
use mdp2048_player::Player;
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::dom::Elements;

/// The elements of one player.
pub(crate) struct PlayerView {
    elements: Elements,
    tiles: board::TileViews,
}

impl PlayerView {
    /// Makes the elements of a player inside of an empty element.
    ///
    /// # Errors
    /// If the template lacks its section, which no released build does.
    pub(crate) fn new(parent: &Element, player: &Player) -> Result<Self, JsValue> {
        parent.set_inner_html(include_str!("player.html"));
        let missing = || JsValue::from(".player");
        let section = parent.query_selector(".player")?.ok_or_else(missing)?;
        let elements = Elements::new(section);
        elements.at("[data-value-name]").text(&player.value_name());
        controls::make(&elements);
        moves::make(&elements);
        Ok(Self { elements, tiles: board::TileViews::default() })
    }

    /// The element that holds all others.
    pub(crate) const fn section(&self) -> &Element {
        self.elements.root().element()
    }

    /// Shows a player.
    pub(crate) fn show(&self, player: &Player) {
        let elements = &self.elements;
        let section = elements.root();
        section.set("data-player", &player.name());
        section.set("data-seed", &player.seed().to_string());
        section.set("data-running", if player.running() { "true" } else { "false" });
        section.set("data-moves", &player.cursor().to_string());
        section.set("data-board", &player.board().hex());
        let next = player.next_step().filter(|_| player.shows_next_move());
        let next = next.map(|step| step.advice.action.name());
        section.attribute("data-next", next);
        section.set("data-outcome", player.outcome().map_or("playing", Outcome::name));
        elements.at("h3").text(&player.title());
        board::show(elements, &self.tiles, player);
        controls::show(elements, player);
        status::show(elements, player);
        moves::show(elements, player);
        chart::show(elements, player);
    }
}
