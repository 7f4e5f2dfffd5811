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
use web_sys::Element;

use crate::dom::{CachedElement, Template};

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
        parent.set_inner_html(include_str!("player.html"));
        let missing = || JsValue::from(".player");
        let section = parent.query_selector(".player")?.ok_or_else(missing)?;
        let names = section.query_selector_all("[data-value-name]")?;
        for name in (0..names.length()).filter_map(|index| names.get(index)) {
            name.set_text_content(Some(&player.value_name()));
        }
        let template = Template::new(section);
        let view = Self {
            section: CachedElement::new(template.root().clone()),
            title: template.find("h3"),
            board: board::BoardView::new(&template),
            controls: controls::ControlsView::new(&template),
            status: status::StatusView::new(&template),
            moves: moves::MovesView::new(&template),
            chart: chart::ChartView::new(&template),
        };
        template.check().map(|()| view)
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
