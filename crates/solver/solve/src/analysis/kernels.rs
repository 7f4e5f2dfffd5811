//! The steps of the forward pass through a layer, for every type of code and of rank tables.

use mdp2048_model::Values as _;
use mdp2048_rules::{Board, CanonicalState};

use crate::Solution;
use crate::index::cells::BoardParts;
use crate::index::codes::{BoardCodes, Numbering};
use crate::index::inner::AnyInnerRanks;
use crate::kernel::canonical::CanonicalActions;
use crate::kernel::tables::BoardTables;
use crate::parallel::run_one;
use crate::passes::representation::{GameTables, LargeBoards, Representation, SmallBoards};
use crate::residual::{Residual, tolerance};
use crate::solution::contradiction::Contradiction;

use super::image_steps::{FindImages, VisitImages};
use super::lookups::{Lookup, Lookups, prefix_counts};
use super::steps::{
    Afterstates, BoardsOfLayer, ChooseActions, ChosenVisits, Expectations, FindAfterstates,
    FindSpawns, StateFault, VisitChosen, VisitSpawns,
};

/// The steps of the forward pass through a layer, which are called in this order.
pub(super) trait LayerKernels: Send + Sync {
    /// Returns the board of some parts.
    fn board(&self, parts: BoardParts) -> Board;

    /// Finds the afterstates of the states in a bitmap of a layer, and what is expected after them.
    /// Returns how many there are. `above` are the positions of the two layers above the layer.
    fn find_afterstates(
        &mut self,
        solution: &Solution,
        at: usize,
        above: [Option<usize>; 2],
        states: &[u64],
    ) -> usize;

    /// Chooses the actions of the states, in their order. `states` are their bitmap and
    /// V of each of them.
    ///
    /// # Errors
    /// What `visit` returns, and contradictions of the states.
    fn choose(
        &self,
        solution: &Solution,
        at: usize,
        states: (&[u64], &[f64]),
        visit: &mut VisitChosen<'_>,
    ) -> Result<(), Contradiction>;

    /// Finds the states after the afterstates of these ranks, in their order.
    fn find_spawns(
        &self,
        solution: &Solution,
        above: [Option<usize>; 2],
        afterstates: &[u32],
        visit: &mut VisitSpawns<'_>,
    );
}

/// The steps of the forward pass that tell the images of a board apart.
pub(super) trait ImageKernels: LayerKernels {
    /// Finds the images of the states in a bitmap of a layer, and with `afterstates` those of their
    /// afterstates.
    fn find_images(
        &self,
        solution: &Solution,
        at: usize,
        states: &[u64],
        afterstates: bool,
        visit: &mut VisitImages<'_>,
    );

    /// Does the same as [`LayerKernels::find_spawns`], and finds the images of the states too.
    fn find_spawn_images(
        &self,
        solution: &Solution,
        above: [Option<usize>; 2],
        afterstates: &[u32],
        visit: &mut VisitSpawns<'_>,
    );
}

/// The tables of a game, and those of the layers that the pass is at.
struct Kernels<B: Representation> {
    codes: BoardCodes,
    ranks: B::Ranks,
    tables: BoardTables<B::Code>,
    canonical: CanonicalActions,
    lookups: Lookups<B>,
    afterstates: Afterstates<B::Code>,
}

/// Makes the tables for the passes over a solution.
pub(super) fn kernels_of(solution: &Solution) -> Box<dyn LayerKernels> {
    match &solution.ranks {
        AnyInnerRanks::ByPattern(ranks) => {
            Box::new(Kernels::<SmallBoards>::new(solution, ranks.clone()))
        }
        AnyInnerRanks::ByHalf(ranks) if solution.codes.code_bits() <= u32::BITS => {
            Box::new(Kernels::<LargeBoards<u32>>::new(solution, ranks.clone()))
        }
        AnyInnerRanks::ByHalf(ranks) => {
            Box::new(Kernels::<LargeBoards<u64>>::new(solution, ranks.clone()))
        }
    }
}

/// Makes the tables for a pass that tells images apart. They are those of [`kernels_of`], in a
/// function of its own so that programs without such a pass do not contain its steps.
pub(super) fn image_kernels_of(solution: &Solution) -> Box<dyn ImageKernels> {
    match &solution.ranks {
        AnyInnerRanks::ByPattern(ranks) => {
            Box::new(Kernels::<SmallBoards>::new(solution, ranks.clone()))
        }
        AnyInnerRanks::ByHalf(ranks) if solution.codes.code_bits() <= u32::BITS => {
            Box::new(Kernels::<LargeBoards<u32>>::new(solution, ranks.clone()))
        }
        AnyInnerRanks::ByHalf(ranks) => {
            Box::new(Kernels::<LargeBoards<u64>>::new(solution, ranks.clone()))
        }
    }
}

impl<B: Representation> Kernels<B> {
    fn new(solution: &Solution, ranks: B::Ranks) -> Self {
        let codes = solution.codes.clone();
        Self {
            tables: BoardTables::new(solution.game(), &codes),
            canonical: CanonicalActions::new(&codes),
            ranks,
            codes,
            lookups: Lookups::new(),
            afterstates: Afterstates::default(),
        }
    }

    const fn numbering(&self) -> Numbering<'_, B::Ranks> {
        Numbering { codes: &self.codes, ranks: &self.ranks }
    }

    /// Some boards of a layer.
    fn boards<'a>(
        &'a self,
        solution: &'a Solution,
        at: usize,
        words: &'a [u64],
    ) -> BoardsOfLayer<'a, B> {
        let game_tables = GameTables { numbering: self.numbering(), tables: &self.tables };
        BoardsOfLayer { game_tables, index: &solution.layers[at].index, words }
    }

    /// The work of finding the states after afterstates.
    fn spawns<'a, const IMAGES: bool>(
        &'a self,
        solution: &'a Solution,
        above: [Option<usize>; 2],
    ) -> FindSpawns<'a, B, IMAGES> {
        FindSpawns {
            game_tables: GameTables { numbering: self.numbering(), tables: &self.tables },
            parts: &self.afterstates.parts,
            above: self.above(solution, above),
            probabilities: self.tables.spawn_probabilities,
        }
    }

    /// The look-ups of the two layers above.
    fn above<'a>(
        &'a self,
        solution: &'a Solution,
        above: [Option<usize>; 2],
    ) -> [Option<Lookup<'a, B>>; 2] {
        above.map(|at| self.lookups.of(solution, at?))
    }
}

impl<B: Representation> LayerKernels for Kernels<B> {
    fn board(&self, parts: BoardParts) -> Board {
        self.tables.board(self.tables.lines(parts))
    }

    fn find_afterstates(
        &mut self,
        solution: &Solution,
        at: usize,
        above: [Option<usize>; 2],
        states: &[u64],
    ) -> usize {
        let numbering = Numbering { codes: &self.codes, ranks: &self.ranks };
        let layers = std::iter::once(at).chain(above.into_iter().flatten());
        self.lookups.keep(solution, numbering, layers);
        let mut found = std::mem::take(&mut self.afterstates);
        found.effects.clear();
        found.bits.clear();
        found.words.clear();
        found.words.resize(states.len(), 0);
        let Some(bases) = self.lookups.bases(at) else { return 0 };
        let work = FindAfterstates { states: self.boards(solution, at, states), bases };
        run_one(&mut found, &work);
        found.bits.extend([B::Code::default(); 4]);
        found.before = prefix_counts(&found.words);
        let count = found.before.last().map_or(0, |&count| count as usize);
        found.lost.clear();
        found.lost.resize(count, 0.0);
        found.values.clear();
        found.values.resize(count + 1, 0.0);
        found.parts.clear();
        found.is_missing = false;
        let Afterstates { values, lost, parts, is_missing, words, .. } = &mut found;
        let work = Expectations {
            rewards: &solution.rewards(),
            boards: self.boards(solution, at, words),
            above: self.above(solution, above),
        };
        run_one((&mut values[..count], &mut lost[..], parts, is_missing), &work);
        self.afterstates = found;
        count
    }

    fn choose(
        &self,
        solution: &Solution,
        at: usize,
        (states, values): (&[u64], &[f64]),
        visit: &mut VisitChosen<'_>,
    ) -> Result<(), Contradiction> {
        let precision = solution.totals.precision;
        let tolerance = tolerance(solution.game(), precision);
        let agrees = |value, best| Residual::between(value, best, precision).relative <= tolerance;
        let work = ChooseActions {
            rewards: &solution.rewards(),
            states: self.boards(solution, at, states),
            canonical: &self.canonical,
            afterstates: &self.afterstates,
            values,
            agrees: &agrees,
        };
        let contradiction = |lines, fault| {
            let state = CanonicalState::of(self.tables.board(lines)).0;
            match fault {
                StateFault::NoAction => Contradiction::NoState(state),
                StateFault::Value => {
                    solution.check_state(state).err().unwrap_or(Contradiction::Value(state))
                }
            }
        };
        let mut visits = ChosenVisits { visit, contradiction: &contradiction, result: Ok(()) };
        run_one(&mut visits, &work);
        visits.result
    }

    fn find_spawns(
        &self,
        solution: &Solution,
        above: [Option<usize>; 2],
        afterstates: &[u32],
        visit: &mut VisitSpawns<'_>,
    ) {
        run_one((afterstates, visit), &self.spawns::<false>(solution, above));
    }
}

impl<B: Representation> ImageKernels for Kernels<B> {
    fn find_images(
        &self,
        solution: &Solution,
        at: usize,
        states: &[u64],
        afterstates: bool,
        visit: &mut VisitImages<'_>,
    ) {
        let (states, canonical) = (self.boards(solution, at, states), &self.canonical);
        match afterstates {
            true => run_one(visit, &FindImages::<_, true> { states, canonical }),
            false => run_one(visit, &FindImages::<_, false> { states, canonical }),
        }
    }

    fn find_spawn_images(
        &self,
        solution: &Solution,
        above: [Option<usize>; 2],
        afterstates: &[u32],
        visit: &mut VisitSpawns<'_>,
    ) {
        run_one((afterstates, visit), &self.spawns::<true>(solution, above));
    }
}
