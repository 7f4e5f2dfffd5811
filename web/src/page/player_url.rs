//! The URL of a player in the address of the page.

use mdp2048_diagram_view::is_diagram_url;
use mdp2048_model::Game;
use mdp2048_player::{PlayerUrl, PlayerUrlError};

use crate::browser::address;

/// Returns the player that the address requests, `None` if it requests none.
///
/// # Errors
/// [`PlayerUrlError`] if the address requests a page or a game that does not exist here.
pub(super) fn requested(games: &[Game]) -> Result<Option<PlayerUrl>, PlayerUrlError> {
    let hash = address::hash();
    if is_diagram_url(&hash) { Ok(None) } else { PlayerUrl::parse(&hash, games) }
}

/// Writes the URL of a player into the address, unless the diagrams are shown.
pub(super) fn write(url: &PlayerUrl) {
    if !is_diagram_url(&address::hash()) {
        address::write_hash(&url.to_string());
    }
}
