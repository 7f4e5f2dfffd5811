//! The program of the pages: positions, the puzzle of the day, 2048 in a bag and the arena.
//!
//! The state of each page is a reducer of a crate that knows no browser. A page is a folder here,
//! or a component that another program shows as well. `web/pages/program.js` loads this program
//! when the first of these pages is opened.

mod arena;
mod bag;
mod explore;

use wasm_bindgen::prelude::wasm_bindgen;
use web::components::daily::{DailyPage, DailyProps};
use web::host::{HostProps, PageHost};
use web_sys::Element;
use yew::{BaseComponent, Renderer};

fn main() {}

/// Shows a page of this name in an element, for as long as the document exists.
#[wasm_bindgen]
pub fn show(root: Element, host: PageHost, page: &str) {
    match page {
        "explore" => render::<explore::ExplorePage>(root, HostProps { host }),
        "puzzle" => {
            let solver = Some(explore::solver(host.clone()));
            render::<DailyPage>(root, DailyProps { host, embedded: None, solver });
        }
        "bag" => render::<bag::BagPage>(root, HostProps { host }),
        "arena" => render::<arena::ArenaApp>(root, HostProps { host }),
        // The table of pages names no other.
        _ => {}
    }
}

fn render<Page: BaseComponent>(root: Element, props: Page::Properties) {
    Renderer::<Page>::with_root_and_props(root, props).render();
}

/// Returns the style sheet of a page of this name.
#[wasm_bindgen]
pub fn styles(page: &str) -> String {
    let sheets = match page {
        "explore" => web::style_sheets!(
            "tokens",
            "base",
            "element",
            "controls",
            "board",
            "explorer",
            "estimates",
            "difficulty"
        ),
        "puzzle" => {
            web::style_sheets!(
                "tokens", "base", "element", "controls", "board", "explorer", "duel", "daily"
            )
        }
        "arena" => web::style_sheets!("tokens", "base", "controls", "board", "arena"),
        _ => web::style_sheets!("tokens", "base", "text", "controls", "bag"),
    };
    sheets + &mdp2048_display::chart::page_style()
}
