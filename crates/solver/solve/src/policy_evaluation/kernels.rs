//! The steps of the forward pass through a layer, for every type of code and of rank tables.

use mdp2048_rules::Board;

use crate::allocate::{self, Array};
use crate::bits::ranked::prefix_counts;
use crate::board_index::cells::BoardPatterns;
use crate::board_index::codes::{BoardCodes, Numbering};
use crate::kernel::canonical::CanonicalActions;
use crate::kernel::lookup::StateLookup;
use crate::kernel::representation::{
    GameTables, Representation, WithRepresentation, with_representation,
};
use crate::kernel::tables::BoardTables;
use crate::parallel::{self, run_one};
use crate::progress::SolveError;

use super::image_steps::{FindImages, VisitImages};
use super::lookups::Lookups;
use super::source::LayerSource;
use super::steps::{
    Afterstates, BoardsOfLayer, ChooseActions, ChosenVisits, Expectations, FindAfterstates,
    FindSpawns, VisitChosen, VisitSpawns,
};

/// Some states of a layer.
pub(crate) struct LayerStates {
    /// The bitmap of the states.
    pub(crate) words: Array<u64>,
    /// V of each of them, in their order, if the best action is chosen; else empty.
    pub(crate) values: Array<f64>,
    /// The action that is chosen at each of them, on the representatives, by
    /// [`Action::index`](mdp2048_rules::Action::index); empty if the values are known.
    pub(crate) actions: Array<u8>,
}

/// The steps of the forward pass through a layer, which are called in this order.
pub(super) trait LayerKernels: Send + Sync {
    /// Returns the board of some parts.
    fn board(&self, parts: BoardPatterns) -> Board;

    /// Finds the afterstates of the actions that may be chosen in states of a layer. Returns how
    /// many there are. `above` are the positions of the two layers above the layer.
    ///
    /// # Errors
    /// A lack of memory.
    fn find_afterstates(
        &mut self,
        source: &dyn LayerSource,
        at: usize,
        above: [Option<usize>; 2],
        states: &LayerStates,
    ) -> Result<usize, SolveError>;

    /// Computes what is expected after each afterstate, with the values of the source.
    fn expect(&mut self, source: &dyn LayerSource, at: usize, above: [Option<usize>; 2]);

    /// Chooses the actions of the states, in their order.
    ///
    /// # Errors
    /// What `visit` returns, and contradictions of the states.
    fn choose(
        &self,
        source: &dyn LayerSource,
        at: usize,
        states: &LayerStates,
        visit: &mut VisitChosen<'_>,
    ) -> Result<(), SolveError>;

    /// Finds the states after the afterstates of these ranks, in their order.
    fn find_spawns(
        &self,
        source: &dyn LayerSource,
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
        source: &dyn LayerSource,
        at: usize,
        states: &[u64],
        afterstates: bool,
        visit: &mut VisitImages<'_>,
    );

    /// Does the same as [`LayerKernels::find_spawns`], and finds the images of the states too.
    fn find_spawn_images(
        &self,
        source: &dyn LayerSource,
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

/// Makes the tables for the passes over a source of layers.
pub(super) fn kernels_of(source: &dyn LayerSource) -> Box<dyn LayerKernels> {
    struct Make<'a>(&'a dyn LayerSource);
    impl WithRepresentation for Make<'_> {
        type Output = Box<dyn LayerKernels>;

        fn run<B: Representation>(self, ranks: &B::Ranks) -> Self::Output {
            Box::new(Kernels::<B>::new(self.0, ranks.clone()))
        }
    }
    with_representation(source.codes(), source.ranks(), Make(source))
}

/// Makes the tables for a pass that tells images apart. They are those of [`kernels_of`], in a
/// function of its own so that programs without such a pass do not contain its steps.
pub(super) fn image_kernels_of(source: &dyn LayerSource) -> Box<dyn ImageKernels> {
    struct Make<'a>(&'a dyn LayerSource);
    impl WithRepresentation for Make<'_> {
        type Output = Box<dyn ImageKernels>;

        fn run<B: Representation>(self, ranks: &B::Ranks) -> Self::Output {
            Box::new(Kernels::<B>::new(self.0, ranks.clone()))
        }
    }
    with_representation(source.codes(), source.ranks(), Make(source))
}

impl<B: Representation> Kernels<B> {
    fn new(source: &dyn LayerSource, ranks: B::Ranks) -> Self {
        let codes = source.codes().clone();
        Self {
            tables: BoardTables::new(source.game(), &codes),
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
        source: &'a dyn LayerSource,
        at: usize,
        words: &'a [u64],
    ) -> BoardsOfLayer<'a, B> {
        let game_tables = GameTables { numbering: self.numbering(), tables: &self.tables };
        BoardsOfLayer { game_tables, index: source.layer(at).index, words }
    }

    /// The work of finding the states after afterstates.
    fn spawns<'a, const IMAGES: bool>(
        &'a self,
        source: &'a dyn LayerSource,
        above: [Option<usize>; 2],
    ) -> FindSpawns<'a, B, IMAGES> {
        FindSpawns {
            game_tables: GameTables { numbering: self.numbering(), tables: &self.tables },
            parts: &self.afterstates.parts,
            above: self.above(source, above),
            probabilities: self.tables.spawn_probabilities,
        }
    }

    /// The look-ups of the two layers above.
    fn above<'a>(
        &'a self,
        source: &'a dyn LayerSource,
        above: [Option<usize>; 2],
    ) -> [Option<StateLookup<'a, B, f64>>; 2] {
        above.map(|at| self.lookups.of(source, self.numbering(), at?))
    }
}

impl<B: Representation> LayerKernels for Kernels<B> {
    fn board(&self, parts: BoardPatterns) -> Board {
        self.tables.board(self.tables.lines(parts))
    }

    fn find_afterstates(
        &mut self,
        source: &dyn LayerSource,
        at: usize,
        above: [Option<usize>; 2],
        states: &LayerStates,
    ) -> Result<usize, SolveError> {
        let numbering = Numbering { codes: &self.codes, ranks: &self.ranks };
        let layers = std::iter::once(at).chain(above.into_iter().flatten());
        self.lookups.keep(source, numbering, layers)?;
        let mut found = std::mem::take(&mut self.afterstates);
        found.effects.clear();
        found.bits.clear();
        found.words.clear();
        allocate::grow(&mut found.words, states.words.len(), 0)?;
        let Some(bases) = self.lookups.bases(at) else { return Ok(0) };
        let work = FindAfterstates {
            states: self.boards(source, at, &states.words),
            actions: &states.actions,
            bases,
        };
        let mut result = Ok(());
        run_one((&mut found, &mut result), &work);
        result?;
        let bits = found.bits.len();
        allocate::grow(&mut found.bits, bits + 4, B::Code::default())?;
        found.before = prefix_counts(&found.words)?;
        let count = found.before.last().map_or(0, |&count| count as usize);
        found.lost.clear();
        allocate::grow(&mut found.lost, count, 0.0)?;
        found.values.clear();
        allocate::grow(&mut found.values, count + 1, 0.0)?;
        found.parts.clear();
        allocate::grow(&mut found.parts, count, BoardPatterns::default())?;
        self.afterstates = found;
        Ok(count)
    }

    fn expect(&mut self, source: &dyn LayerSource, at: usize, above: [Option<usize>; 2]) {
        let mut found = std::mem::take(&mut self.afterstates);
        let Afterstates { values, lost, parts, words, before, .. } = &mut found;
        let work = Expectations {
            rewards: &source.rewards(),
            boards: self.boards(source, at, words),
            above: self.above(source, above),
        };
        let (len, before) = (words.len(), |word: usize| before[word] as usize);
        let count = parts.len();
        let values = parallel::ranges_with(len, before, &mut values[..count]);
        let lost = parallel::ranges_with(len, before, lost).into_iter().map(|(_, lost)| lost);
        let parts = parallel::ranges_with(len, before, parts).into_iter().map(|(_, parts)| parts);
        let tasks = values.into_iter().zip(lost).zip(parts);
        let task = |(((range, values), lost), parts)| (range, values, lost, parts);
        parallel::run(tasks.map(task).collect(), &work);
        self.afterstates = found;
    }

    fn choose(
        &self,
        source: &dyn LayerSource,
        at: usize,
        states: &LayerStates,
        visit: &mut VisitChosen<'_>,
    ) -> Result<(), SolveError> {
        let work = ChooseActions {
            rewards: &source.rewards(),
            states: self.boards(source, at, &states.words),
            canonical: &self.canonical,
            afterstates: &self.afterstates,
            values: &states.values,
        };
        let mut visits = ChosenVisits { visit, result: Ok(()) };
        run_one(&mut visits, &work);
        visits.result
    }

    fn find_spawns(
        &self,
        source: &dyn LayerSource,
        above: [Option<usize>; 2],
        afterstates: &[u32],
        visit: &mut VisitSpawns<'_>,
    ) {
        run_one((afterstates, visit), &self.spawns::<false>(source, above));
    }
}

impl<B: Representation> ImageKernels for Kernels<B> {
    fn find_images(
        &self,
        source: &dyn LayerSource,
        at: usize,
        states: &[u64],
        afterstates: bool,
        visit: &mut VisitImages<'_>,
    ) {
        let (states, canonical) = (self.boards(source, at, states), &self.canonical);
        match afterstates {
            true => run_one(visit, &FindImages::<_, true> { states, canonical }),
            false => run_one(visit, &FindImages::<_, false> { states, canonical }),
        }
    }

    fn find_spawn_images(
        &self,
        source: &dyn LayerSource,
        above: [Option<usize>; 2],
        afterstates: &[u32],
        visit: &mut VisitSpawns<'_>,
    ) {
        run_one((afterstates, visit), &self.spawns::<true>(source, above));
    }
}
