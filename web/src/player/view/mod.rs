//! The elements that show a player.
//!
//! `player.html` holds every element that a player always has. Each module finds its own elements
//! in it once, and its `show` writes a player into them.

mod board;
mod chart;
mod controls;
mod moves;
mod status;

use mdp2048_model::Outcome;
use mdp2048_player::Player;
use wasm_bindgen::JsValue;
use web::compact::Compact;
use web_sys::Element;

use crate::dom::CachedElement;

/// The elements that every player has.
const ELEMENTS: &str = include_str!("player.html");

const COMPACT: &Compact<{ ELEMENTS.len() }> = &Compact::html(ELEMENTS);

/// The elements of one player.
pub(crate) struct PlayerView {
    section: CachedElement,
    title: CachedElement,
    board: board::BoardView,
    controls: controls::ControlsView,
    status: status::StatusView,
    moves: moves::MovesView,
    chart: chart::ChartView,
}

impl PlayerView {
    /// Makes the elements of a player inside of an empty element.
    ///
    /// # Errors
    /// If the template lacks an element, which no released build does.
    pub(crate) fn new(parent: &Element, player: &Player) -> Result<Self, JsValue> {
        parent.set_inner_html(COMPACT.text());
        let section = CachedElement::find(parent, ".player")?;
        let root = section.element();
        let names = root.query_selector_all("[data-value-name]")?;
        for name in (0..names.length()).filter_map(|index| names.get(index)) {
            name.set_text_content(Some(&player.value_name()));
        }
        Ok(Self {
            title: CachedElement::find(root, "h3")?,
            board: board::BoardView::new(root)?,
            controls: controls::ControlsView::new(root)?,
            status: status::StatusView::new(root)?,
            moves: moves::MovesView::new(root)?,
            chart: chart::ChartView::new(root)?,
            section,
        })
    }

    /// The element that holds all others.
    pub(crate) const fn section(&self) -> &Element {
        self.section.element()
    }

    /// Shows a player.
    pub(crate) fn show(&self, player: &Player) {
        let section = &self.section;
        section.set("data-player", &player.name());
        section.set("data-seed", &player.seed().to_string());
        section.set("data-running", if player.running() { "true" } else { "false" });
        section.set("data-moves", &player.cursor().to_string());
        section.set("data-board", &player.board().hex());
        let next = player.next_step().map(|step| step.advice.action.name());
        section.attribute("data-next", next.filter(|_| !player.running()));
        section.set("data-outcome", player.outcome().map_or("playing", Outcome::name));
        self.title.text(&player.title());
        self.board.show(player);
        self.controls.show(player);
        self.status.show(player);
        self.moves.show(player);
        self.chart.show(player);
    }
}
