//! The states of many games.

use mdp2048::{Board, Shape};

use super::lines;

/// The state of a game. The generator of its random tiles follows from the seed and the numbers of
/// tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// The exponents, a nibble for each cell and 16 bits for each row.
    pub(super) board: u64,
    /// The set of allowed actions: bit i is that of the action with index i; empty if the game is
    /// over, or lost at its start.
    pub(crate) allowed: u8,
    /// The number of random tiles placed before the first move.
    pub(super) placed: u8,
    /// The seed of the random tiles.
    pub(crate) seed: u32,
    /// The number of moves played, each with a random tile.
    pub(crate) moves: u32,
    /// The score: the sum of the faces of all tiles made by merging.
    pub(crate) points: u32,
    /// The number of steps, which also counts actions that are not allowed.
    pub(super) steps: u32,
}

impl State {
    /// Whether no step plays on: the game is over, or truncated after a number of steps.
    #[inline(always)]
    pub(super) const fn has_ended(&self, most_steps: u32) -> bool {
        self.allowed == 0 && self.steps > 0 || self.steps >= most_steps
    }

    /// Whether the game has begun on a lost board: its first step ends it.
    #[inline(always)]
    pub(super) const fn is_lost_at_start(&self) -> bool {
        self.allowed == 0 && self.steps == 0
    }

    /// The state as numbers.
    pub(crate) fn saved(&self) -> [u64; 7] {
        let [allowed, placed] = [self.allowed, self.placed].map(u64::from);
        let [seed, moves, points, steps] =
            [self.seed, self.moves, self.points, self.steps].map(u64::from);
        [self.board, allowed, placed, seed, moves, points, steps]
    }

    /// The state of [`State::saved`]; `None` if a number is out of range, or if the board has
    /// another shape.
    pub(crate) fn restored(shape: Shape, saved: [u64; 7]) -> Option<Self> {
        let [board, allowed, placed, seed, moves, points, steps] = saved;
        lines::board_of(shape, board)?;
        Some(Self {
            board,
            allowed: u8::try_from(allowed).ok().filter(|&set| set < 16)?,
            placed: placed.try_into().ok()?,
            seed: seed.try_into().ok()?,
            moves: moves.try_into().ok()?,
            points: points.try_into().ok()?,
            steps: steps.try_into().ok()?,
        })
    }
}

/// The boards of some games.
pub(crate) fn boards_of(states: &[State], shape: Shape) -> impl ExactSizeIterator<Item = Board> {
    let board = move |state: &State| lines::board_of(shape, state.board);
    states.iter().map(move |state| board(state).expect("slides keep the locked cells"))
}

/// The exponents of the boards of some games in row-major order.
pub(crate) fn exponents_of(states: &[State], shape: Shape) -> Vec<u8> {
    let mut exponents = vec![0; states.len() * shape.cells()];
    for (state, out) in states.iter().zip(exponents.chunks_exact_mut(shape.cells())) {
        for (row, out) in out.chunks_exact_mut(shape.cols()).enumerate() {
            let mut rest = state.board >> (16 * row);
            for out in out {
                *out = (rest & 15) as u8;
                rest >>= 4;
            }
        }
    }
    exponents
}
