//! The habits of an agent in its games.

use mdp2048_agents::{SampledHabits, SampledShare};
use mdp2048_model::{CellPlace, TileHabits};
use mdp2048_rules::{Exponent, Shape};
use serde::Serialize;

use crate::output::table::Columns;

/// The habits on the boards with the same largest tile.
#[derive(Debug, Serialize)]
pub(super) struct HabitsRow {
    pub(super) largest: u32,
    /// The games that visited such boards.
    games: usize,
    /// Of the visits: where the largest tile lies.
    corner: Option<Rate>,
    edge: Option<Rate>,
    inner: Option<Rate>,
    /// Of the visits with four tiles: the four largest fill the cells of a corner.
    block: Option<Rate>,
    /// Of these, the smallest is opposite to the corner.
    block_smallest_inner: Option<Rate>,
    /// Of the visits with four tiles: the largest lie in a line at an edge.
    line: Option<Rate>,
    /// Of the visits: two of the largest tile can merge.
    pairs: Option<Rate>,
    /// Of these: they do not merge.
    pairs_left: Option<Rate>,
}

/// A share of visits from 0 to 1, and half of its 95 % interval, which few games do not have.
#[derive(Clone, Copy, Debug, Serialize)]
struct Rate {
    rate: f64,
    half_width: Option<f64>,
}

/// A part of the visits.
type Part<'a> = &'a dyn Fn(&TileHabits) -> f64;

impl HabitsRow {
    /// The rows of an agent on a board of this shape, by largest tile.
    pub(super) fn all(habits: &SampledHabits, shape: Shape) -> Vec<Self> {
        let tiles = habits.largest_tiles();
        tiles.into_iter().map(|largest| Self::new(habits, shape, largest)).collect()
    }

    fn new(habits: &SampledHabits, shape: Shape, largest: Exponent) -> Self {
        let share = |part: Part<'_>, whole: Part<'_>| {
            let SampledShare { rate, half_width } = habits.share(largest, part, whole)?;
            Some(Rate { rate, half_width })
        };
        let visits: Part<'_> = &TileHabits::visits;
        let four: Part<'_> = &TileHabits::with_four_tiles;
        let at = |place| share(&|it: &TileHabits| it.largest_at(shape, place), visits);
        Self {
            largest: largest.face(),
            games: habits.games_with(largest),
            corner: at(CellPlace::Corner),
            edge: at(CellPlace::Edge),
            inner: at(CellPlace::Inner),
            block: share(&TileHabits::blocks, four),
            block_smallest_inner: share(
                &TileHabits::blocks_with_smallest_inner,
                &TileHabits::blocks,
            ),
            line: share(&TileHabits::lines, four),
            pairs: share(&TileHabits::pairs, visits),
            pairs_left: share(&TileHabits::pairs_left, &TileHabits::pairs),
        }
    }

    /// The columns of a table of these rows, after the name of the agent.
    pub(super) fn columns() -> Columns<9> {
        Columns::new([
            "agent",
            "largest",
            "games",
            "corner",
            "edge",
            "block",
            "its least inside",
            "line",
            "pair left",
        ])
    }

    /// The row of the table.
    pub(super) fn cells(&self, agent: &str) -> [String; 9] {
        let text = |rate: Option<Rate>| {
            let Some(Rate { rate, half_width }) = rate else { return "-".to_owned() };
            let half = half_width.map_or(String::new(), |half| format!(" ± {:.1}", 100.0 * half));
            format!("{:.1}{half} %", 100.0 * rate)
        };
        [
            agent.to_owned(),
            self.largest.to_string(),
            self.games.to_string(),
            text(self.corner),
            text(self.edge),
            text(self.block),
            text(self.block_smallest_inner),
            text(self.line),
            text(self.pairs_left),
        ]
    }
}
