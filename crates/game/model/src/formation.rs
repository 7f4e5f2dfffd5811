//! Formations: the usual sets of locked cells on a board of 4x4, with the boards that players start
//! from.
//!
//! In the real game, large tiles fill some cells and stay there, and a small game is played on the
//! free cells. Players name such a set of cells by the numbers of free cells in its rows, or by the
//! shape that the free cells form. The sets and their start boards are those of the program
//! 2048EndgameTablebase (its `patterns_config.json`, "valid pattern" and "seed boards").

use mdp2048_rules::{Board, Shape};

/// A usual set of locked cells, with the boards that games start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formation {
    name: &'static str,
    // The keys of the boards, with `f` for a locked cell. As text they would need the parser of
    // boards, which the small program of the player does without.
    starts: [u64; 2],
}

impl Formation {
    /// The formations that have a name.
    pub const ALL: [Self; 5] = [
        Self { name: "L3", starts: [0x1000_0000_1fff_2fff, 0x0000_0001_2fff_1fff] },
        Self { name: "442", starts: [0x1000_0000_21ff_ffff, 0x0000_0001_12ff_ffff] },
        Self { name: "444", starts: [0x1000_0000_0000_ffff, 0x0000_0001_0000_ffff] },
        Self { name: "4431", starts: [0x1000_0000_121f_2fff, 0x0000_0001_121f_2fff] },
        Self { name: "LL", starts: [0x1000_0000_21ff_12ff, 0x0000_0001_12ff_21ff] },
    ];

    /// The formation with this name, in upper or lower case.
    ///
    /// ```
    /// use mdp2048::Formation;
    ///
    /// let formation = Formation::named("l3").ok_or("no such formation")?;
    /// assert_eq!(formation.shape().to_string(), "..../..../.xxx/.xxx");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|formation| formation.name.eq_ignore_ascii_case(name))
    }

    /// The name: `L3`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The board with the locked cells.
    pub fn shape(&self) -> Shape {
        self.starts().next().map_or(Shape::FOUR_BY_FOUR, Board::shape)
    }

    /// The boards that games start from.
    pub fn starts(&self) -> impl Iterator<Item = Board> {
        let board = |key| Board::from_key(Shape::FOUR_BY_FOUR, key)?.with_largest_locked().ok();
        self.starts.into_iter().filter_map(board)
    }
}
