//! Passes over a solved game, with options that have defaults.

use std::ops::ControlFlow;

use super::source::LayerSource;
use crate::Solution;
use crate::progress::{OnProgress, Progress};
use crate::work::solved_folder::SolvedFolder;

/// Passes over the layers of a solution or of a work folder. Each pass follows all games under a
/// policy, most of them under the optimal one. Those over a folder read the states and the actions
/// of every layer once, and hold 8 bytes or more for each state of three layers.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use mdp2048::{Game, Progress, Solver};
///
/// let solution = Solver::new(&Game::builder().board(2, 3).target(64).build()?).solve()?;
/// let tiles = solution.passes().largest_tiles()?;
/// let mut layers = 0;
/// let count = |progress: Progress| {
///     layers = progress.layers;
///     ControlFlow::Continue(())
/// };
/// assert_eq!(solution.passes().on_progress(count).largest_tiles()?, tiles);
/// assert!(layers > 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "no pass begins until a method with its name is called"]
pub struct PassesOver<'a, S> {
    pub(crate) solved: S,
    pub(super) source: SourceOf<S>,
    pub(crate) progress: OnProgress<'a>,
    pub(super) most_weights: usize,
    pub(super) costliest: usize,
}

/// The layers of a solved game.
type SourceOf<S> = for<'s> fn(&'s mut S) -> &'s mut (dyn LayerSource + 's);

impl Solution {
    /// Passes over all layers, which know how often games reach each state.
    pub fn passes(&self) -> PassesOver<'_, &Self> {
        PassesOver::new(self, |solution| solution)
    }
}

impl SolvedFolder {
    /// Passes over all layers, which follow the games under the actions of the folder.
    pub fn passes(&mut self) -> PassesOver<'_, &mut Self> {
        PassesOver::new(self, |folder| *folder)
    }
}

impl<'a, S> PassesOver<'a, S> {
    fn new(solved: S, source: SourceOf<S>) -> Self {
        let (progress, most_weights) = (OnProgress::default(), usize::MAX);
        Self { solved, source, progress, most_weights, costliest: 20 }
    }

    /// Calls a function after each layer of each pass; [`ControlFlow::Break`] stops the pass.
    pub fn on_progress(
        mut self,
        progress: impl FnMut(Progress) -> ControlFlow<()> + Send + 'a,
    ) -> Self {
        self.progress = OnProgress::new(progress);
        self
    }
}

impl PassesOver<'_, &Solution> {
    /// The most weights of boards that [`evaluate_policy`](Self::evaluate_policy) holds between
    /// layers, of 16 bytes each: one for each state that games visit, or unless the policy treats
    /// the images of a board alike, one for each of its images. No limit by default.
    pub const fn most_weights(mut self, weights: usize) -> Self {
        self.most_weights = weights;
        self
    }

    /// How many of the costliest states [`evaluate_policy`](Self::evaluate_policy) lists; 20 by
    /// default.
    pub const fn costliest(mut self, states: usize) -> Self {
        self.costliest = states;
        self
    }
}
