//! The largest tiles that agents make, as a bar for each agent.

use std::collections::BTreeMap;

use mdp2048_display::chart::{Chart, LinearScale};
use mdp2048_display::svg::{Area, SvgShape, TextAnchor};

use super::PlayedGames;

/// The height of a row: a name, and the bar below it.
const ROW: f64 = 48.0;

/// Where a bar begins below the top of its row, and its height.
const BAR: (f64, f64) = (18.0, 20.0);

/// The space to the left and to the right of the bars.
const SIDE: f64 = 28.0;

/// The width of a digit at most, in pixels.
const DIGIT: f64 = 8.0;

/// The tiles of the lightest and of the darkest shade, as powers of two. Smaller and larger ones have
/// the same shades.
const SHADES: (u32, u32) = (7, 13);

/// Draws a bar for each agent, divided by the largest tile at the end of a game, the smallest tile
/// at the left. The width of a part is the share of games, and the tile stands in it where it fits.
pub fn largest_tile_chart(agents: &[PlayedGames], width: f64) -> Chart {
    let scale = LinearScale::new((0.0, 1.0), (SIDE, width - SIDE));
    let mut shapes = Vec::new();
    let mut described = Vec::new();
    for (row, PlayedGames { agent, games }) in agents.iter().enumerate() {
        let top = row as f64 * ROW;
        shapes.push(SvgShape::text("name", (SIDE, top + 12.0), TextAnchor::Start, &**agent));
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        for game in games {
            *counts.entry(game.largest).or_default() += 1;
        }
        let (mut before, mut parts) = (0, Vec::new());
        for (tile, count) in counts {
            let end = |count: usize| scale.at(count as f64 / games.len() as f64);
            let (from, to) = (end(before), end(before + count));
            before += count;
            let shade = tile.max(1).ilog2().clamp(SHADES.0, SHADES.1) - SHADES.0;
            let area = Area::new(from, top + BAR.0, to - from, BAR.1);
            shapes.push(SvgShape::Rectangle {
                class: format!("stack stack-{shade}"),
                area,
                radius: 0.0,
            });
            let text = tile.to_string();
            if text.len() as f64 * DIGIT <= area.width {
                let at = (from.midpoint(to), area.y + 14.0);
                shapes.push(SvgShape::text("number", at, TextAnchor::Middle, text));
            }
            parts.push(format!("{tile} in {count}"));
        }
        described.push(format!("{agent}, {} games: {}", games.len(), parts.join(", ")));
    }
    Chart {
        title: "The largest tile of each game".to_owned(),
        description: described.join(". "),
        width,
        height: agents.len() as f64 * ROW + 8.0,
        shapes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::PlayedGame;

    #[test]
    fn parts_are_as_wide_as_the_shares_of_games() {
        let game = |largest| PlayedGame { score: 0, moves: 1, largest, cpu_seconds: None };
        let games = [8, 4, 8, 8].map(game).to_vec();
        let agents = [PlayedGames { agent: "greedy".to_owned(), games }];
        let chart = largest_tile_chart(&agents, 456.0);
        let bars: Vec<(f64, f64)> = chart
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                SvgShape::Rectangle { area, .. } => Some((area.x, area.width)),
                _ => None,
            })
            .collect();
        assert_eq!(bars, [(28.0, 100.0), (128.0, 300.0)]);
        assert_eq!(chart.description, "greedy, 4 games: 4 in 1, 8 in 3");
    }
}
