//! Boards as keys: symmetries and slides.

/// The rows and columns of a board, with the symmetries of the shape.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The key of the empty board: 15 in each locked cell.
    pub(crate) empty: u64,
    /// By symmetry, by cell: the lowest bit of the tile in the key, and in the key of the image.
    symmetries: Vec<Vec<(usize, usize)>>,
}

/// What a slide makes of a board.
pub(crate) struct Slid {
    pub(crate) key: u64,
    pub(crate) points: u32,
    /// The largest exponent made by a merge; 0 if nothing merged.
    pub(crate) largest_merge: u8,
}

impl Grid {
    pub(crate) fn new(rows: usize, columns: usize, empty: u64) -> Self {
        let quarter_turns: &[usize] = if rows == columns { &[0, 1, 2, 3] } else { &[0, 2] };
        let shift = |cell: usize| 4 * (rows * columns - 1 - cell);
        let mut symmetries = Vec::new();
        for reflects in [false, true] {
            for &turns in quarter_turns {
                let target = |cell: usize| {
                    let (mut row, mut column) = (cell / columns, cell % columns);
                    // Two quarter turns swap the number of columns and rows twice.
                    let (mut height, mut width) = (rows, columns);
                    for _ in 0..turns {
                        (row, column) = (width - 1 - column, row);
                        (height, width) = (width, height);
                    }
                    if reflects {
                        column = width - 1 - column;
                    }
                    row * width + column
                };
                let moves = |cell: usize| (shift(cell), shift(target(cell)));
                symmetries.push((0..rows * columns).map(moves).collect());
            }
        }
        Self { rows, columns, empty, symmetries }
    }

    pub(crate) fn cells(&self) -> usize {
        self.rows * self.columns
    }

    pub(crate) fn is_square(&self) -> bool {
        self.rows == self.columns
    }

    fn shift(&self, cell: usize) -> usize {
        4 * (self.cells() - 1 - cell)
    }

    pub(crate) fn is_free(&self, cell: usize) -> bool {
        self.tile(self.empty, cell) == 0
    }

    /// Whether the locked tiles are where they belong. No other tile is a 15 if cells are locked.
    fn keeps_locked(&self, key: u64) -> bool {
        key & self.empty == self.empty
    }

    /// The exponent on a cell.
    pub(crate) fn tile(&self, key: u64, cell: usize) -> u8 {
        (key >> self.shift(cell) & 15) as u8
    }

    /// The key with a tile added on an empty cell.
    pub(crate) fn with_tile(&self, key: u64, cell: usize, tile: u8) -> u64 {
        key | u64::from(tile) << self.shift(cell)
    }

    pub(crate) fn empty_cells(&self, key: u64) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells()).filter(move |&cell| self.tile(key, cell) == 0)
    }

    pub(crate) fn half_sum(&self, key: u64) -> u32 {
        let free = (0..self.cells()).filter(|&cell| self.is_free(cell));
        let tiles = free.map(|cell| self.tile(key, cell));
        tiles.filter(|&tile| tile > 0).map(|tile| 1 << (tile - 1)).sum()
    }

    /// The number of symmetries.
    pub(crate) fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// The images of a board in the order of the symmetries, also those with other locked cells;
    /// unused entries are 0.
    pub(crate) fn images(&self, key: u64) -> [u64; 8] {
        let mut images = [0; 8];
        for (image, moves) in images.iter_mut().zip(&self.symmetries) {
            *image = moved(key, moves);
        }
        images
    }

    pub(crate) fn canonical(&self, key: u64) -> u64 {
        let images = self.symmetries.iter().map(|moves| moved(key, moves));
        images.filter(|&image| self.keeps_locked(image)).min().unwrap_or(key)
    }

    /// Slides a board: left, right, up or down (0 to 3). `None` if that is not allowed.
    pub(crate) fn slide(&self, key: u64, action: u8) -> Option<Slid> {
        let (lines, length) =
            if action < 2 { (self.rows, self.columns) } else { (self.columns, self.rows) };
        let mut slid = Slid { key: 0, points: 0, largest_merge: 0 };
        for line in 0..lines {
            // The cell number `place`, counted from the end to which the tiles move.
            let cell = |place: usize| match action {
                0 => line * self.columns + place,
                1 => line * self.columns + length - 1 - place,
                2 => place * self.columns + line,
                _ => (length - 1 - place) * self.columns + line,
            };
            let tiles = (0..length).map(|place| self.tile(key, cell(place)));
            let mut tiles = tiles.filter(|&tile| tile > 0).peekable();
            let mut place = 0;
            while let Some(mut tile) = tiles.next() {
                if tile < 15 && tiles.next_if_eq(&tile).is_some() {
                    tile += 1;
                    slid.points += 1 << tile;
                    slid.largest_merge = slid.largest_merge.max(tile);
                }
                slid.key = self.with_tile(slid.key, cell(place), tile);
                place += 1;
            }
        }
        (slid.key != key && self.keeps_locked(slid.key)).then_some(slid)
    }
}

/// The image of a board under a symmetry.
fn moved(key: u64, moves: &[(usize, usize)]) -> u64 {
    moves.iter().fold(0, |image, &(from, to)| image | (key >> from & 15) << to)
}
