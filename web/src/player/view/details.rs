//! The source of the numbers, and the game as a table.

use mdp2048_display::no_break;
use mdp2048_player::Player;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Element, HtmlDetailsElement};

use crate::dom::{CachedElement, Children, HTML};
use crate::loading::file_name;

pub(super) struct DetailsView {
    details: CachedElement,
    link: CachedElement,
    source: CachedElement,
    empty: CachedElement,
    table: CachedElement,
    rows: Children,
}

impl DetailsView {
    pub(super) fn new(root: &Element, policy_url: &str) -> Result<Self, JsValue> {
        let rows = CachedElement::find(root, "tbody")?;
        let link = CachedElement::find(root, ".source a")?;
        link.set("href", policy_url);
        link.text(file_name(policy_url));
        Ok(Self {
            details: CachedElement::find(root, "details")?,
            link,
            source: CachedElement::find(root, ".source span")?,
            empty: CachedElement::find(root, ".empty")?,
            table: CachedElement::find(root, ".table")?,
            rows: Children::new(rows.element().clone(), HTML, "tr"),
        })
    }

    /// Shows the source and the table if the reader has opened them.
    pub(super) fn show(&self, player: &Player) {
        let details = self.details.element().dyn_ref::<HtmlDetailsElement>();
        if !details.is_some_and(HtmlDetailsElement::open) {
            return;
        }
        let source = player.policy_summary();
        self.link.show(source.is_some());
        self.source.text(&match source {
            Some(lines) => no_break(&format!(": {}", lines.join(" "))),
            None => "The policy is not loaded yet.".to_owned(),
        });
        let rows = player.table();
        self.empty.show(rows.is_empty());
        self.table.show(!rows.is_empty());
        self.rows.show(rows.iter(), |row, [position, board, action, probability]| {
            row.cells("td", [position, board, action, &no_break(probability)]);
        });
    }
}
