//! The images of boards in the forward pass: which symmetries lead to the ones that the index of a
//! solution holds.

use crate::kernel::batches::Batch;
use crate::kernel::canonical::CanonicalActions;
use crate::kernel::representation::{GameTables, Representation};
use crate::parallel::ParallelTask;
use crate::simd::{Lanes, Simd};

use super::steps::BoardsOfLayer;

/// Finds the images of states, and if `AFTERSTATES` also those of their afterstates.
pub(super) struct FindImages<'a, B: Representation, const AFTERSTATES: bool> {
    pub(super) states: BoardsOfLayer<'a, B>,
    pub(super) canonical: &'a CanonicalActions,
}

/// Called with the number of a state, the keys of the images of its representative, in
/// the order of [`Symmetry::of`](mdp2048_rules::Symmetry::of), and for each of its actions that is
/// allowed and does not end the game a mask of the symmetries from the board after the action to
/// the representative; without afterstates they are 0.
pub(super) type VisitImages<'a> = dyn FnMut(usize, &Lanes<u64>, [u8; 4]) + 'a;

impl<B: Representation, const AFTERSTATES: bool> ParallelTask<&mut VisitImages<'_>>
    for FindImages<'_, B, AFTERSTATES>
{
    #[inline(always)]
    fn run(&self, simd: impl Simd, visit: &mut VisitImages<'_>) {
        let BoardsOfLayer { game_tables: GameTables { numbering, tables }, index, words } =
            self.states;
        let slider = tables.slider(B::HAS_FOURTH_LINE);
        let mut boards = index.boards(numbering, words, 0);
        let (mut batch, mut first) = (Batch::new(), 0);
        while batch.fill(&mut boards) {
            for (state, &parts) in batch.parts().iter().enumerate() {
                let mut images = [0; 4];
                if AFTERSTATES {
                    let effects = slider.effects(slider.lines(parts));
                    images = slider.afterstate_images(simd, &effects);
                }
                visit(first + state, &self.canonical.keys(parts), images);
            }
            first += batch.parts().len();
        }
    }
}
