//! The source of the numbers, and the game as a table.

use std::cell::Cell;

use mdp2048_display::no_break;
use mdp2048_model::Seed;
use mdp2048_player::Player;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Element, HtmlDetailsElement, HtmlElement};

use crate::dom::{CachedElement, Children, HTML};
use crate::loading::file_name;

pub(super) struct DetailsView {
    details: CachedElement,
    link: CachedElement,
    source: CachedElement,
    empty: CachedElement,
    table: CachedElement,
    rows: Children,
    // The seed and the number of the rows that the last change has written.
    written: Cell<(Option<Seed>, usize)>,
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
            written: Cell::default(),
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
        let rows = player.table_rows();
        self.empty.show(rows == 0);
        self.table.show(rows > 0);
        // A running game only adds rows.
        let (seed, written) = self.written.get();
        let grows = player.running() && seed == Some(player.seed()) && written <= rows;
        let begin = if grows { written.saturating_sub(2) } else { 0 };
        self.rows.show(0..rows, |row, position| {
            if position < begin {
                return;
            }
            let Some([number, board, action, value]) = player.table_row(position) else { return };
            row.cells("td", [&number, &board, &action, &no_break(&value)]);
            row.set("data-control", "row");
            row.set("data-position", &number);
            let is_current = position == player.cursor();
            row.attribute("aria-current", is_current.then_some("true"));
            if is_current && !player.running() {
                show_row(self.table.element(), row.element());
            }
        });
        self.written.set((Some(player.seed()), rows));
    }
}

/// Scrolls a table so that a row is in the middle, without scrolling the page.
fn show_row(table: &Element, row: &Element) {
    if let Some(row) = row.dyn_ref::<HtmlElement>() {
        table.set_scroll_top(row.offset_top() - table.client_height() / 2);
    }
}
