//! The symmetries of squares and rectangles, and how they map cells and actions.

use crate::action::Action;

/// A symmetry of a board: a number of quarter turns, followed by a left-right reflection or not.
///
/// It moves the tile on cell `p` to cell `symmetry.cell(shape, p)`. One quarter turn is a
/// left-right reflection followed by a transpose; it maps (row, column) to
/// (columns - 1 - column, row).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    // The number of quarter turns, in 0..4; odd only on a square board.
    turns: u8,
    reflected: bool,
}

impl Symmetry {
    /// The symmetry that moves nothing.
    pub const IDENTITY: Self = Self { turns: 0, reflected: false };

    /// The eight symmetries of a square: identity, r90, r180, r270, then each of these reflected.
    pub(crate) const SQUARE: [Self; 8] = {
        let mut all = [Self::IDENTITY; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Self { turns: i as u8 % 4, reflected: i >= 4 };
            i += 1;
        }
        all
    };

    /// The four symmetries of a rectangle, in the same order as those of a square.
    pub(crate) const RECTANGLE: [Self; 4] =
        [Self::SQUARE[0], Self::SQUARE[2], Self::SQUARE[4], Self::SQUARE[6]];

    /// The symmetries of a square and of a rectangle, as masks of their bits.
    pub(crate) const ALL_OF_SQUARE: u8 = 0xff;
    pub(crate) const ALL_OF_RECTANGLE: u8 = 0x55;

    /// The bit of the symmetry in a mask: its number in [`Self::SQUARE`].
    #[inline]
    pub(crate) const fn bit(self) -> u8 {
        1 << (self.turns + if self.reflected { 4 } else { 0 })
    }

    /// The symmetries of a group, given as the mask of their bits.
    pub(crate) const fn group(mask: u8) -> &'static [Self] {
        const fn of<const N: usize>(numbers: [usize; N]) -> [Symmetry; N] {
            let mut symmetries = [Symmetry::IDENTITY; N];
            let mut at = 0;
            while at < N {
                symmetries[at] = Symmetry::SQUARE[numbers[at]];
                at += 1;
            }
            symmetries
        }
        // The subgroups of the symmetries of a square.
        match mask {
            Self::ALL_OF_SQUARE => &Self::SQUARE,
            Self::ALL_OF_RECTANGLE => &Self::RECTANGLE,
            0x0f => const { &of([0, 1, 2, 3]) },
            0xa5 => const { &of([0, 2, 5, 7]) },
            0x05 => const { &of([0, 2]) },
            0x11 => const { &of([0, 4]) },
            0x21 => const { &of([0, 5]) },
            0x41 => const { &of([0, 6]) },
            0x81 => const { &of([0, 7]) },
            _ => const { &of([0]) },
        }
    }

    /// The cell to which the symmetry moves the tile of a cell, on a board of so many rows and
    /// columns. Cells are numbered row-major.
    pub(crate) const fn cell_of(self, rows: usize, cols: usize, cell: usize) -> usize {
        let (r, c) = (cell / cols, cell % cols);
        let (r, c) = match self.turns {
            0 => (r, c),
            1 => (cols - 1 - c, r),
            2 => (rows - 1 - r, cols - 1 - c),
            _ => (c, rows - 1 - r),
        };
        r * cols + if self.reflected { cols - 1 - c } else { c }
    }

    /// The action that on the image of a board corresponds to `action` on the board.
    #[inline]
    pub const fn action(self, action: Action) -> Action {
        ACTIONS[self.reflected as usize][self.turns as usize][action.index()]
    }

    /// Computes [`Symmetry::action`].
    const fn turned_action(self, mut action: Action) -> Action {
        let mut turns = 0;
        while turns < self.turns {
            action = match action {
                Action::Left => Action::Down,
                Action::Down => Action::Right,
                Action::Right => Action::Up,
                Action::Up => Action::Left,
            };
            turns += 1;
        }
        match (self.reflected, action) {
            (true, Action::Left) => Action::Right,
            (true, Action::Right) => Action::Left,
            (_, action) => action,
        }
    }

    /// The inverse symmetry.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // Quarter turns followed by a reflection are a reflection, which is its own inverse.
        let turns = if self.reflected { self.turns } else { (4 - self.turns) % 4 };
        Self { turns, ..self }
    }
}

/// The actions on images, by whether the symmetry reflects, by its quarter turns, and by the action
/// on the board.
static ACTIONS: [[[Action; 4]; 4]; 2] = {
    let mut actions = [[[Action::Left; 4]; 4]; 2];
    let mut at = 0;
    while at < 32 {
        let (reflected, turns, action) = (at / 16, at / 4 % 4, at % 4);
        let symmetry = Symmetry { turns: turns as u8, reflected: reflected == 1 };
        actions[reflected][turns][action] = symmetry.turned_action(Action::ALL[action]);
        at += 1;
    }
    actions
};
