//! The chances of the next tiles after a move, by games of the learned agent.

use mdp2048_display::{counted, no_break};
use mdp2048_explorer::{EstimatedRow, TileChance};
use yew::{Html, html};

/// The chances of the next tiles; nothing where all tiles are made.
pub(crate) fn view_chances(row: &EstimatedRow) -> Html {
    if row.chances.is_empty() {
        return Html::default();
    }
    html! {
        <span class="chances" data-games={row.games.to_string()}>
            { for row.chances.iter().map(view_chance) }
            <span class="hint">{ counted(row.games.into(), "game") }</span>
        </span>
    }
}

/// The chance of a tile as a bar from 0 to 1, with its interval.
fn view_chance(chance: &TileChance) -> Html {
    let (low, high) = chance.interval;
    let place = format!("left: {:.2}%; width: {:.2}%", 100.0 * low, 100.0 * (high - low));
    html! {
        <span class="chance" data-tile={chance.tile.to_string()} data-low={low.to_string()}
            data-high={high.to_string()}>
            <span class="tile">{ chance.tile.to_string() }</span>{ " " }
            <span class="track" aria-hidden="true">
                <span class="share" ~style={format!("width: {:.2}%", 100.0 * chance.share)} />
                <span class="interval" ~style={place} />
            </span>
            <span class="text">{ no_break(&chance.text) }</span>{ " " }
        </span>
    }
}
