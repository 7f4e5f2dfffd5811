//! The moves of a game from lookup tables.

use std::sync::Arc;

use mdp2048_model::{Game, MoveResult};
use mdp2048_rules::{Action, Board, Slide, SlideTable};

use crate::agent::{ActionEstimates, Position};

/// A game whose slides are looked up. Clones share the table.
#[derive(Clone, Debug)]
pub struct Simulator {
    game: Game,
    slides: Arc<SlideTable>,
}

impl Simulator {
    /// The simulator of a game.
    pub fn new(game: Game) -> Self {
        Self { game, slides: Arc::new(SlideTable::new(game.shape())) }
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The result of an action before the random tile, as [`Game::act`] returns it.
    ///
    /// # Panics
    /// If the board has another shape.
    #[inline]
    pub fn act(&self, board: Board, action: Action) -> Option<MoveResult> {
        self.slides.slide(board, action).map(|slide| self.result(slide))
    }

    fn result(&self, slide: Slide) -> MoveResult {
        MoveResult {
            after: slide.after,
            points: slide.points,
            wins: self.game.ends_with(slide.largest_merge),
        }
    }

    /// The allowed actions of a position and their results.
    pub(crate) fn moves(
        &self,
        position: Position,
    ) -> impl Iterator<Item = (Action, MoveResult)> + '_ {
        let slides = Action::ALL.into_iter().zip(self.slides.slides(position.board));
        slides.filter_map(|(action, slide)| Some((action, self.result(slide?))))
    }

    /// An estimate for each allowed action of a position, infinite for one that wins.
    pub(crate) fn estimates(
        &self,
        position: Position,
        mut of_move: impl FnMut(&MoveResult) -> f64,
    ) -> ActionEstimates {
        let mut estimates = [None; 4];
        for (action, moved) in self.moves(position) {
            let value = if moved.wins { f64::INFINITY } else { of_move(&moved) };
            estimates[action.index()] = Some(value);
        }
        estimates
    }
}
