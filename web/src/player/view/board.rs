//! The board and its tiles.

use std::cell::RefCell;

use mdp2048_player::{Player, Tile};
use web_sys::Element;

use crate::dom::{CachedElement, Elements, HTML, new_element};

/// The tiles on the page, by ascending id.
pub(super) type TileViews = RefCell<Vec<TileView>>;

/// A tile keeps its element as long as it keeps its id, so that its slide is animated.
pub(super) struct TileView {
    id: u32,
    tile: CachedElement,
    face: CachedElement,
}

pub(super) fn show(elements: &Elements, views: &TileViews, player: &Player) {
    let shape = player.board().shape();
    let board = elements.at(".board");
    board.style("--rows", &shape.rows().to_string());
    board.style("--cols", &shape.cols().to_string());
    board.style("--slide", &format!("{}ms", player.slide_ms()));
    board.set("aria-label", &format!("Board: {}", player.board_text()));
    board.set("data-motion", player.navigation().name());
    let cells = elements.children(".cells", HTML, "span");
    cells.show(0..shape.cells(), |element, cell| {
        element.set("class", if shape.is_locked(cell) { "cell locked" } else { "cell" });
    });

    let mut views = views.borrow_mut();
    let tiles = player.tiles();
    views.retain(|view| {
        let stays = tiles.binary_search_by_key(&view.id, |tile| tile.id).is_ok();
        if !stays {
            view.tile.element().remove();
        }
        stays
    });
    let layer = elements.at(".tiles");
    for tile in tiles {
        let at = match views.binary_search_by_key(&tile.id, |view| view.id) {
            Ok(at) => at,
            Err(at) => {
                let Some(view) = TileView::new(tile.id, layer.element()) else { return };
                views.insert(at, view);
                at
            }
        };
        views[at].show(player, tile);
    }
}

impl TileView {
    fn new(id: u32, layer: &Element) -> Option<Self> {
        let tile = CachedElement::new(new_element(layer, HTML, "span")?);
        let face = CachedElement::new(new_element(tile.element(), HTML, "span")?);
        tile.set("class", "tile");
        tile.set("part", "tile");
        face.set("class", "face");
        Some(Self { id, tile, face })
    }

    fn show(&self, player: &Player, tile: &Tile) {
        let (row, col) = tile.place(player.board().shape());
        let face = tile.exponent.to_string();
        self.tile.style("--row", &row.to_string());
        self.tile.style("--col", &col.to_string());
        self.tile.set("data-face", &face);
        self.tile.set("data-role", tile.change.name());
        self.face.set("data-digits", &face.len().to_string());
        self.face.text(&face);
    }
}
