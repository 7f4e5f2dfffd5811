//! The board and its tiles.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use mdp2048_player::{Player, Tile};
use web_sys::Element;

use crate::dom::{CachedElement, Elements, HTML, new_element};

/// The tiles on the page by their ids. A tile keeps its element as long as it keeps its id, so that
/// its slide is animated.
pub(super) type TileViews = RefCell<BTreeMap<u32, TileView>>;

pub(super) struct TileView {
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
    cells.show(0..shape.cells(), |cell, _| cell.set("class", "cell"));

    let mut views = views.borrow_mut();
    let tiles = player.tiles();
    views.retain(|id, view| {
        let stays = tiles.binary_search_by_key(id, |tile| tile.id).is_ok();
        if !stays {
            view.tile.element().remove();
        }
        stays
    });
    let layer = elements.at(".tiles");
    for tile in tiles {
        let view = match views.entry(tile.id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let Some(view) = TileView::new(layer.element()) else { return };
                place.insert(view)
            }
        };
        view.show(player, tile);
    }
}

impl TileView {
    fn new(layer: &Element) -> Option<Self> {
        let tile = CachedElement::new(new_element(layer, HTML, "span")?);
        let face = CachedElement::new(new_element(tile.element(), HTML, "span")?);
        tile.set("class", "tile");
        tile.set("part", "tile");
        face.set("class", "face");
        Some(Self { tile, face })
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
