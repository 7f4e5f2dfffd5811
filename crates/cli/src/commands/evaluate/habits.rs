//! The habits of the optimal policy.

use std::fmt::{self, Display};

use mdp2048_display::{percent, significant};
use mdp2048_model::{CellPlace, GOOD_LOSS, Game, Habits, LARGEST_TILES, TileHabits};
use mdp2048_rules::Exponent;
use serde::Serialize;

use crate::output::table::{Columns, NamedLines};
use crate::output::value::relative_error;

/// The habits of the optimal policy of a game.
#[derive(Debug, Serialize)]
pub(crate) struct PolicyHabits {
    /// The game whose optimal policy plays.
    policy: String,
    /// A bound of the relative error of every number, rounding included.
    relative_bound: f64,
    /// By largest tile, ascending.
    rows: Vec<HabitsRow>,
}

/// The habits on the boards with the same largest tile. Shares are from 0 to 1, and `None` where
/// nothing is divided.
#[derive(Debug, Serialize)]
struct HabitsRow {
    largest: u32,
    /// Expected visits of a game to these boards.
    visits: f64,
    /// Of the visits: where the largest tile lies.
    corner: f64,
    edge: f64,
    inner: f64,
    /// Of the visits with four tiles: the four largest fill the cells of a corner.
    block: Option<f64>,
    /// Of these, the smallest is opposite to the corner.
    block_smallest_inner: Option<f64>,
    /// Of the visits with four tiles: the largest lie in a line at an edge.
    line: Option<f64>,
    /// Of the visits: two of the largest tile can merge.
    pairs: f64,
    /// Of these: they do not merge.
    pairs_left: Option<f64>,
    /// Of these: other tiles merge.
    pairs_left_others_merge: Option<f64>,
    /// Of those that do not merge: merging is as good.
    pairs_left_tied: Option<f64>,
    /// What merging them would lose on average where they do not, in the unit of the values.
    pair_cost: Option<f64>,
    /// Of the visits: one, two, three or four actions are good.
    good_actions: [f64; 4],
    /// Of the visits: the largest tile, the second, third and fourth lie on each cell, row-major,
    /// when the board is turned so that they lie on the cells with the least numbers.
    cells: [Vec<f64>; LARGEST_TILES],
}

impl HabitsRow {
    fn new(game: &Game, largest: Exponent, habits: &TileHabits) -> Self {
        let visits = habits.visits();
        let of = |part: f64, whole: f64| (whole > 0.0).then(|| part / whole);
        let of_visits = |part: f64| part / visits;
        let at = |place| of_visits(habits.largest_at(game.shape(), place));
        let (four, left) = (habits.with_four_tiles(), habits.pairs_left());
        Self {
            largest: largest.face(),
            visits,
            corner: at(CellPlace::Corner),
            edge: at(CellPlace::Edge),
            inner: at(CellPlace::Inner),
            block: of(habits.blocks(), four),
            block_smallest_inner: of(habits.blocks_with_smallest_inner(), habits.blocks()),
            line: of(habits.lines(), four),
            pairs: of_visits(habits.pairs()),
            pairs_left: of(left, habits.pairs()),
            pairs_left_others_merge: of(habits.pairs_left_others_merge(), left),
            pairs_left_tied: of(habits.pairs_left_tied(), left),
            pair_cost: of(habits.pair_cost(), left),
            good_actions: std::array::from_fn(|at| of_visits(habits.with_good_actions(at + 1))),
            cells: std::array::from_fn(|rank| habits.cells(rank).map(of_visits).collect()),
        }
    }
}

impl PolicyHabits {
    pub(super) fn new(policy: &Game, habits: &Habits) -> Self {
        let rows = habits.rows().filter(|(_, habits)| habits.visits() > 0.0);
        Self {
            policy: policy.to_string(),
            relative_bound: policy.relative_bound(0.0),
            rows: rows.map(|(largest, habits)| HabitsRow::new(policy, largest, habits)).collect(),
        }
    }
}

impl Display for PolicyHabits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("policy", &self.policy);
        lines.add("all numbers", relative_error(self.relative_bound));
        writeln!(f, "{lines}")?;
        let share = |share: Option<f64>| share.map_or("-".to_owned(), percent);
        let mut columns = Columns::new([
            "largest", "visits", "corner", "edge", "inner", "block", "line", "pairs", "left",
            "one good",
        ]);
        for row in &self.rows {
            columns.add([
                row.largest.to_string(),
                significant(row.visits),
                percent(row.corner),
                percent(row.edge),
                percent(row.inner),
                share(row.block),
                share(row.line),
                percent(row.pairs),
                share(row.pairs_left),
                percent(row.good_actions[0]),
            ]);
        }
        write!(f, "{columns}")?;
        writeln!(
            f,
            "\nOf the expected visits to boards with this largest tile: where it lies; whether the \
             four largest fill the cells of a corner or lie in a line at an edge; whether two of \
             the largest can merge, and how often they are left; whether one action alone loses \
             less than {} of the value. --json also has the cells of the four largest tiles.",
            percent(GOOD_LOSS)
        )
    }
}
