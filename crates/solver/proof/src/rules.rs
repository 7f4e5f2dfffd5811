//! The moves and the random tiles of a game, for very many boards.

use mdp2048_model::{Discount, Game, Objective, SpawnWeights, start_weights};
use mdp2048_rules::{Action, Board, CanonicalState, Exponent, Slide, SlideTable};

use crate::error::ProofError;
use crate::value::{ALL_GAMES, Weight};

/// The parts in which the probability of a 4 is a whole number.
pub(crate) const PARTS: u64 = 1_000_000;

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moved {
    /// The move makes the target.
    Won,
    /// The canonical afterstate.
    After(Board),
}

/// The rules of one game.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    game: Game,
    slides: SlideTable,
    /// The probabilities of the random tiles.
    pub(crate) fractions: SpawnFractions,
}

/// The probabilities of a 2 and of a 4, in parts of `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpawnFractions {
    pub(crate) two: u64,
    pub(crate) four: u64,
    pub(crate) all: u64,
}

impl SpawnFractions {
    /// The parts of a game.
    ///
    /// # Errors
    /// [`ProofError::SpawnFour`] if the probability of a 4 has more than six decimals.
    pub(crate) fn of(game: &Game) -> Result<Self, ProofError> {
        let spawn_four = game.spawn_four().get();
        let four = (spawn_four * PARTS as f64).round();
        if four / PARTS as f64 != spawn_four {
            return Err(ProofError::SpawnFour(spawn_four));
        }
        let four = four as u64;
        let divisor = greatest_common_divisor(PARTS, four);
        let (four, all) = (four / divisor, PARTS / divisor);
        Ok(Self { two: all - four, four, all })
    }

    /// The start states in ascending order, with their weights in parts of the second result.
    pub(crate) fn starts(self, game: &Game) -> (Vec<(CanonicalState, u128)>, u128) {
        let weights = SpawnWeights::new(u128::from(self.two), u128::from(self.four));
        let starts = start_weights(game, |after| weights.spawns(after));
        let all = starts.iter().map(|&(_, weight)| weight).sum();
        (starts, all)
    }

    /// The weights of a 2 and of a 4 on each of some cells, rounded down.
    #[inline]
    pub(crate) fn on_cell(self, weight: Weight, cells: u64) -> [Weight; 2] {
        let all = u128::from(self.all * cells);
        [self.two, self.four].map(|part| (u128::from(weight) * u128::from(part) / all) as Weight)
    }
}

impl Rules {
    /// The rules of a game of reaching a target without discount, from two random tiles without
    /// locked cells.
    ///
    /// # Errors
    /// [`ProofError`] for other games.
    pub(crate) fn new(game: Game) -> Result<Self, ProofError> {
        let is_given_boards = game.shape().has_locked() || game.given_starts().len() > 0;
        if !game.objective().counts_wins() || game.discount() != Discount::NONE || is_given_boards {
            return Err(ProofError::Objective(Box::new(game)));
        }
        let fractions = SpawnFractions::of(&game)?;
        Ok(Self { game, slides: SlideTable::new(game.shape()), fractions })
    }

    /// The same rules with a target of at most that of the game.
    pub(crate) fn with_target(&self, target: Exponent) -> Self {
        let (shape, four) = (self.game.shape(), self.game.spawn_four().get());
        let game = Game::new(shape, Objective::Win, Some(target.face()), 1.0, four);
        // A board on which a tile can be made has all lower targets.
        Self { game: game.unwrap_or(self.game), ..self.clone() }
    }

    /// The game.
    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    /// The board of a [`set_key`], which is that of a board of this shape.
    #[inline]
    pub(crate) fn board(&self, key: u64) -> Board {
        let shape = self.game.shape();
        Board::from_key(shape, board_key(key)).unwrap_or(Board::empty(shape))
    }

    /// The result of each action, by [`Action::index`]; `None` if the action is not allowed.
    #[inline]
    pub(crate) fn moves(&self, board: Board) -> [Option<Moved>; 4] {
        self.slides.slides(board).map(|slide| slide.map(|slide| self.moved(slide)))
    }

    /// The result of the action with an index; `None` if it is not allowed.
    #[inline]
    pub(crate) fn act(&self, board: Board, action: u8) -> Option<Moved> {
        let slide = self.slides.slide(board, Action::ALL[usize::from(action)])?;
        Some(self.moved(slide))
    }

    #[inline]
    fn moved(&self, slide: Slide) -> Moved {
        if self.game.ends_with(slide.largest_merge) {
            Moved::Won
        } else {
            Moved::After(canonical(slide.after.board()))
        }
    }

    /// The keys of the canonical boards after a random tile on each empty cell: of those after a 2,
    /// and of those after a 4. There are none after a tile that never appears.
    #[inline]
    pub(crate) fn spawns(&self, after: Board) -> [impl Iterator<Item = u64>; 2] {
        let images = after.images();
        [(Exponent::TWO, self.fractions.two), (Exponent::FOUR, self.fractions.four)].map(
            |(tile, part)| {
                let cells = after.empty_cells().take(if part > 0 { usize::MAX } else { 0 });
                cells.map(move |cell| {
                    set_key(CanonicalState::least_of(&images.with(cell, tile)).board())
                })
            },
        )
    }

    /// The keys of the start states and their weights, rounded down.
    pub(crate) fn starts(&self) -> Vec<(u64, Weight)> {
        let (starts, all) = self.fractions.starts(&self.game);
        let weighted = starts.into_iter().map(|(state, weight)| {
            // Below 2^63 * 10^12 * 2.4e2.
            let weight = (u128::from(ALL_GAMES) * weight / all) as Weight;
            (set_key(state.board()), weight)
        });
        weighted.collect()
    }
}

/// The key of a board in sets: [`Board::key`] with its halves exchanged. Canonical boards have
/// their large tiles in the last cells, so those with the same large tiles are neighbours. Such
/// boards have the same upper half, by which [`LayerIndex`](crate::index::LayerIndex) groups them.
#[inline]
pub(crate) fn set_key(board: Board) -> u64 {
    board.key().rotate_left(32)
}

/// The [`Board::key`] of a key in sets.
#[inline]
pub(crate) const fn board_key(key: u64) -> u64 {
    key.rotate_right(32)
}

/// The canonical form of a board.
#[inline]
pub(crate) fn canonical(board: Board) -> Board {
    CanonicalState::least_of(&board.images()).board()
}

fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}
