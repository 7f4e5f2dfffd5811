//! The exact value of any policy on a solved game.
//!
//! A forward pass holds the probability of every board that a game of the policy visits, layer by
//! layer, and asks the policy for its distribution on each of them once. The images of a board
//! under the symmetries are one board only if the policy treats them alike. What does not depend on
//! the image (action values, points, the ranks of the boards that follow) is computed once.
//!
//! The loss of the policy against the optimum is the sum over the boards of their probability times
//! the expected regret of the policy there (the performance difference lemma of S. Kakade and
//! J. Langford, "Approximately optimal approximate reinforcement learning", 2002). So the pass also
//! says where the loss comes from.

use mdp2048_model::{CompensatedSum, Probability, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::Solution;
use crate::allocate::{self, AllocationError, Array};
use crate::half_sum::HalfSum;
use crate::kernel::canonical::first_least;
use crate::kernel::moves::MoveEffects;
use crate::progress::{Phase, Progress, SolveError};
use crate::simd::{Lanes, least};
use crate::solution::contradiction::Contradiction;

use super::batched_policy::{
    BatchedPolicy, CostlyBoard, CostlyState, EvaluatePolicyError, LayerRegret, PolicyEvaluation,
};
use super::images::ImageNumbers;
use super::kernels::{ImageKernels, LayerStates, image_kernels_of};
use super::passes_over::PassesOver;
use super::steps::NO_STATE;
use super::visited::{VisitedBoard, VisitedState};
use super::weights::{ImageWeights, VisitWeight, images_of};

/// A regret that is a smaller part of V is 0: the actions tie, as they do for the policy of a
/// solution.
const TIE: f64 = 1e-12;

/// How far the sum of probabilities may be from 1.
const ROUNDING: f64 = 1e-9;

/// A pass over the layers of a solution under a policy.
struct PolicyPass<'a> {
    solution: &'a Solution,
    kernels: Box<dyn ImageKernels>,
    images: ImageNumbers,
    /// For how many images of a board there are weights of their own: all, or 1.
    distinguished: usize,
    /// The weights of the states by layer; `None` before games reach it and after its visit.
    weights: Vec<Option<ImageWeights>>,
    /// How many of the costliest states are listed.
    listed: usize,
    /// The number of boards that games have visited so far.
    boards: u64,
    sums: PolicySums,
    layers: Vec<LayerRegret>,
}

/// The sums over all games so far.
#[derive(Default)]
struct PolicySums {
    value: CompensatedSum,
    win: CompensatedSum,
    score: CompensatedSum,
    moves: CompensatedSum,
}

impl PassesOver<'_, &Solution> {
    /// The exact value of any policy, and where it loses against the optimal one.
    ///
    /// The policy is asked for all boards of a tile sum at once. The function that is called on
    /// progress is called after each layer; its states are the boards so far.
    ///
    /// ```
    /// use mdp2048::{Action, Board, Game, Solver};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 3).target(32).build()?).solve()?;
    /// // This policy takes the first allowed action.
    /// let mut first = |boards: &[Board], probabilities: &mut [[f64; 4]]| {
    ///     for (&board, probabilities) in boards.iter().zip(probabilities) {
    ///         let allowed = |action: &Action| board.slide(*action).is_some();
    ///         let first = Action::ALL.into_iter().find(allowed);
    ///         probabilities[first.map_or(0, Action::index)] = 1.0;
    ///     }
    /// };
    /// let found = solution.passes().costliest(3).evaluate_policy(&mut first)?;
    /// assert_eq!(found.costliest.len(), 3);
    /// assert!(found.value.get() < found.optimum.get());
    /// let worst = found.costliest[0].worst;
    /// println!("{} costs {}; {} is best", worst.board, worst.regret, worst.best);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EvaluatePolicyError`] if the game or the policy cannot be evaluated, or if the function
    /// that is called on progress breaks.
    pub fn evaluate_policy(
        self,
        policy: &mut impl BatchedPolicy,
    ) -> Result<PolicyEvaluation, EvaluatePolicyError> {
        let Self { solved: solution, progress, most_weights, costliest: listed, .. } = self;
        let mut pass = PolicyPass::new(solution, policy.is_symmetric(), listed)?;
        let mut costliest = Vec::new();
        progress.run(|progress| {
            for (at, layer) in solution.layers.iter().enumerate() {
                let weights = pass.weights[at].take().filter(|weights| !weights.is_empty());
                let Some(weights) = weights else { continue };
                pass.follow(at, &weights, policy, &mut costliest)?;
                let held: usize = pass.weights.iter().flatten().map(ImageWeights::held).sum();
                if held > most_weights {
                    return Err(EvaluatePolicyError::TooLarge { most: most_weights });
                }
                let (sum, layers) = (layer.index.half_sum().tile_sum(), pass.layers.len());
                let report = Progress::new(Phase::Following, sum, layers, pass.boards);
                let layers_in_all = Some(solution.layers.len());
                Progress { layers_in_all, ..report }.report(progress)?;
            }
            Ok(())
        })?;
        let PolicyPass { boards, sums, layers, .. } = pass;
        Ok(PolicyEvaluation {
            boards,
            value: solution.valued_game().value(sums.value.total()),
            optimum: solution.start_value(),
            win: Probability::clamp_unit(sums.win.total()),
            score: sums.score.total(),
            moves: sums.moves.total(),
            layers,
            costliest,
        })
    }
}

impl<'a> PolicyPass<'a> {
    fn new(
        solution: &'a Solution,
        is_symmetric: bool,
        listed: usize,
    ) -> Result<Self, EvaluatePolicyError> {
        let game = solution.game();
        let images = ImageNumbers::new(game.shape());
        let mut pass = Self {
            solution,
            kernels: image_kernels_of(&solution),
            distinguished: if is_symmetric { 1 } else { images.len() },
            images,
            weights: solution.layers.iter().map(|_| None).collect(),
            listed,
            boards: 0,
            sums: PolicySums::default(),
            layers: Vec::new(),
        };
        for (board, probability) in game.start_boards() {
            if board.can_move() {
                pass.start(board, VisitWeight { probability, discounted: probability })?;
            } else {
                pass.add_lost(probability)?;
            }
        }
        Ok(pass)
    }

    /// Whether the policy treats the images of a board alike.
    const fn is_symmetric(&self) -> bool {
        self.distinguished == 1
    }

    /// Adds the value of games that are lost with this weight.
    ///
    /// # Errors
    /// [`EvaluatePolicyError::MayLose`] if the value of a loss is infinite.
    fn add_lost(&mut self, weight: f64) -> Result<(), EvaluatePolicyError> {
        let lost = self.solution.rewards().lost;
        if !lost.is_finite() {
            return Err(EvaluatePolicyError::MayLose(self.solution.game().objective()));
        }
        self.sums.value.add(weight * lost);
        Ok(())
    }

    /// Adds the weight of a board on which games start.
    fn start(&mut self, board: Board, weight: VisitWeight) -> Result<(), SolveError> {
        let solution = self.solution;
        let images = solution.codes.images(board);
        let found = solution.layer_at(HalfSum::of(board)).zip(images).and_then(|(at, images)| {
            let (layer, code) = (&solution.layers[at], least(&images));
            let rank = layer.states.rank(layer.index.bit_index(solution.numbering(), code))?;
            Some((at, rank, images.0.iter().position(|&image| image == code)?))
        });
        let missing = || Contradiction::Missing(CanonicalState::of(board).0);
        let (at, rank, image) = found.ok_or_else(missing)?;
        let image = if self.is_symmetric() { 0 } else { image };
        Ok(self.layer_weights(at)?.add(rank, image, weight)?)
    }

    /// The weights of the states of a layer.
    fn layer_weights(&mut self, at: usize) -> Result<&mut ImageWeights, AllocationError> {
        let states = self.solution.layers[at].values.len();
        let weights = match self.weights[at].take() {
            Some(weights) => weights,
            None => ImageWeights::new(states, self.distinguished)?,
        };
        Ok(self.weights[at].insert(weights))
    }

    /// Asks the policy for its actions on the boards of a layer, and adds up the rewards, the
    /// losses and the weights of the boards after them.
    fn follow(
        &mut self,
        at: usize,
        weights: &ImageWeights,
        policy: &mut impl BatchedPolicy,
        costliest: &mut Vec<CostlyState>,
    ) -> Result<(), EvaluatePolicyError> {
        let layer = &self.solution.layers[at];
        let above = [1, 2].map(|up| self.solution.layer_at(layer.index.half_sum().plus(up)));
        let visited = self.visited(at, weights)?;
        let (mut states, afterstates) = self.states_of(at, above, &visited)?;
        let (boards, asked) = self.boards_of(at, weights, &visited.words, &mut states)?;
        let mut chosen = allocate::zeroed::<[f64; 4]>(asked.len())?;
        if self.is_symmetric() {
            let before: u64 = self.solution.layers[..at].iter().map(|it| it.states.len()).sum();
            let mut positions = allocate::with_capacity(weights.len())?;
            positions.extend(weights.boards().map(|(rank, ..)| before + rank as u64));
            policy.choose_states(&asked, &positions, &mut chosen);
        } else {
            policy.choose(&asked, &mut chosen);
        }
        let occupancies = allocate::collect(boards.iter().map(|it| it.weight.probability))?;
        policy.visit(&asked, &occupancies);
        let tile_sum = layer.index.half_sum().tile_sum();
        let (mut occupancy, mut regrets) = (CompensatedSum::default(), CompensatedSum::default());
        let mut afterstates = ImageWeights::new(afterstates, self.distinguished)?;
        let pairs = boards.iter().zip(asked.iter()).zip(chosen.iter());
        for (position, ((visited, &board), &probabilities)) in (0..).zip(pairs) {
            let state = &mut states[visited.state as usize];
            let regret = self.play(visited, board, probabilities, state, &mut afterstates)?;
            let VisitWeight { probability, discounted } = visited.weight;
            state.occupancy += probability;
            state.regret += discounted * regret;
            if discounted * regret > state.worst.0 {
                state.worst = (discounted * regret, position);
            }
            occupancy.add(probability);
            regrets.add(discounted * regret);
        }
        self.boards += boards.len() as u64;
        // The rounding errors of the sum may exceed 1.
        let occupancy = Probability::clamp_unit(occupancy.total());
        self.layers.push(LayerRegret { tile_sum, occupancy, regret: regrets.total() });
        self.spread(above, &afterstates)?;
        let costly = |state: &VisitedState| {
            let (regret, position) = state.worst;
            let at = position as usize;
            let symmetry = self.images.symmetry(usize::from(boards[at].symmetry));
            CostlyBoard {
                board: asked[at],
                occupancy: occupancies[at],
                regret,
                probabilities: chosen[at],
                best: state.best(|action| symmetry.action(action)),
            }
        };
        self.keep_costliest(at, &visited.words, &states, costly, costliest);
        Ok(())
    }

    /// The states of a layer that have weights.
    fn visited(&self, at: usize, weights: &ImageWeights) -> Result<LayerStates, AllocationError> {
        let layer = &self.solution.layers[at];
        let own = layer.states.words();
        let mut words = allocate::zeroed(own.len())?;
        let mut values = allocate::with_capacity(weights.len())?;
        let mut states = weights.visited().zip(layer.values.iter());
        for (word, &own) in words.iter_mut().zip(own) {
            let mut left = own;
            while left != 0 {
                let lowest = left & left.wrapping_neg();
                if let Some((true, value)) = states.next() {
                    *word |= lowest;
                    values.push(value);
                }
                left ^= lowest;
            }
        }
        Ok(LayerStates { words, values, actions: Array::default() })
    }

    /// What is known of visited states, in their order, and the number of their afterstates.
    fn states_of(
        &mut self,
        at: usize,
        above: [Option<usize>; 2],
        visited: &LayerStates,
    ) -> Result<(Array<VisitedState>, usize), SolveError> {
        let solution = self.solution;
        let mut states = allocate::with_capacity(visited.values.len())?;
        let afterstates = self.kernels.find_afterstates(&solution, at, above, visited)?;
        self.kernels.expect(&solution, at, above);
        self.kernels.choose(&solution, at, visited, &mut |_, chosen, _| {
            states.push(VisitedState {
                value: chosen.value,
                action_values: chosen.action_values,
                effects: chosen.effects.bits,
                points: chosen.points,
                afterstates: chosen.afterstates,
                images: [0; 4],
                occupancy: 0.0,
                regret: 0.0,
                worst: (0.0, 0),
            });
            Ok(())
        })?;
        Ok((states, afterstates))
    }

    /// The boards of a layer that games visit, and the boards for which the policy is asked. Also
    /// sets the images of the afterstates of the states, unless the policy treats images alike.
    fn boards_of(
        &self,
        at: usize,
        weights: &ImageWeights,
        words: &[u64],
        states: &mut [VisitedState],
    ) -> Result<(Array<VisitedBoard>, Array<Board>), AllocationError> {
        let shape = self.solution.game().shape();
        let len = weights.visited_images();
        let (mut boards, mut asked) =
            (allocate::with_capacity(len)?, allocate::with_capacity(len)?);
        let mut visited = weights.boards();
        let visit = &mut |state: usize, keys: &Lanes<u64>, images| {
            states[state].images = images;
            let Some((_, mask, weights)) = visited.next() else { return };
            for image in images_of(mask) {
                // The symmetry from the representative to the board that is asked for.
                let from = match self.distinguished {
                    1 => first_least(keys),
                    _ => self.images.inverse(image),
                };
                // The keys are those of boards of this shape.
                asked.push(Board::from_key(shape, keys.0[from]).unwrap_or(Board::empty(shape)));
                boards.push(VisitedBoard {
                    state: state as u32,
                    image: image as u8,
                    symmetry: self.images.inverse(from) as u8,
                    weight: weights[image],
                });
            }
        };
        self.kernels.find_images(&self.solution, at, words, !self.is_symmetric(), visit);
        Ok((boards, asked))
    }

    /// Adds the rewards of the actions of a board, and the weights of its afterstates. Returns the
    /// regret of the actions, expected under their probabilities.
    fn play(
        &mut self,
        visited: &VisitedBoard,
        board: Board,
        probabilities: [f64; 4],
        state: &VisitedState,
        afterstates: &mut ImageWeights,
    ) -> Result<f64, EvaluatePolicyError> {
        let (rewards, sums) = (self.solution.rewards(), &mut self.sums);
        let sum: f64 = probabilities.iter().sum();
        let is_distribution = (sum - 1.0).abs() <= ROUNDING;
        if !is_distribution || probabilities.iter().any(|&probability| probability < 0.0) {
            return Err(EvaluatePolicyError::NoDistribution { board, probabilities });
        }
        let effects = MoveEffects::of_bits(state.effects);
        let symmetry = self.images.symmetry(usize::from(visited.symmetry));
        let mut expected_regret = 0.0;
        for (action, probability) in Action::ALL.into_iter().zip(probabilities) {
            if probability <= 0.0 {
                continue;
            }
            let on_image = symmetry.action(action).index();
            if !effects.allows(on_image) {
                return Err(EvaluatePolicyError::NotAllowed { board, action });
            }
            // No policy is certain to win after the action.
            if state.action_values[on_image] == f64::NEG_INFINITY {
                return Err(EvaluatePolicyError::MayLose(self.solution.game().objective()));
            }
            let weight = visited.weight.times(probability);
            // Both directions along a line merge the same tiles.
            let points = state.points[on_image / 2];
            sums.moves.add(weight.probability);
            sums.score.add(weight.probability * points);
            if effects.wins(on_image) {
                sums.win.add(weight.probability);
                sums.value.add(weight.discounted * rewards.winning(points));
            } else {
                sums.value.add(weight.discounted * rewards.going_on(points, 0.0));
                let discounted = weight.discounted * rewards.discount;
                let image = match self.distinguished {
                    1 => 0,
                    _ => self.images.after(usize::from(visited.image), state.images[on_image]),
                };
                let rank = state.afterstates[on_image] as usize;
                afterstates.add(rank, image, VisitWeight { discounted, ..weight })?;
            }
            let regret = state.value - state.action_values[on_image];
            if regret.abs() > TIE * state.value.abs() {
                expected_regret += probability * regret;
            }
        }
        Ok(expected_regret)
    }

    /// Adds the weights of afterstates to those of the boards after the random tile, and the value
    /// of the lost ones.
    fn spread(
        &mut self,
        above_at: [Option<usize>; 2],
        afterstates: &ImageWeights,
    ) -> Result<(), EvaluatePolicyError> {
        let solution = self.solution;
        let mut above = [None, None];
        for (weights, at) in above.iter_mut().zip(above_at) {
            if let Some(at) = at {
                self.layer_weights(at)?;
                *weights = self.weights[at].take();
            }
        }
        let four = solution.game().spawn_four().get();
        let tiles = [1.0 - four, four];
        let mut ranks = allocate::with_capacity(afterstates.len())?;
        ranks.extend(afterstates.boards().map(|(rank, ..)| rank as u32));
        let mut boards = afterstates.boards();
        let (images, distinguished) = (&self.images, self.distinguished);
        let (mut lost, mut is_lost) = (CompensatedSum::default(), false);
        let mut add = |cells: &[[u32; 2]], masks: &[[u8; 2]]| {
            let Some((_, visited, weights)) = boards.next() else { return Ok(()) };
            for (tile, probability) in tiles.into_iter().enumerate() {
                if probability <= 0.0 {
                    continue;
                }
                let share = probability / cells.len() as f64;
                for (states, masks) in cells.iter().zip(masks) {
                    let layer = above[tile].as_mut().filter(|_| states[tile] != NO_STATE);
                    let Some(layer) = layer else {
                        // A board that is not a state counts as lost.
                        is_lost = true;
                        for image in images_of(visited) {
                            lost.add(weights[image].times(share).discounted);
                        }
                        continue;
                    };
                    let (mask, to) = layer.entry(states[tile] as usize)?;
                    for image in images_of(visited) {
                        let next = match distinguished {
                            1 => 0,
                            _ => images.after(image, masks[tile]),
                        };
                        *mask |= 1 << next;
                        to[next].add(weights[image].times(share));
                    }
                }
            }
            Ok(())
        };
        let mut result: Result<(), AllocationError> = Ok(());
        let visit = &mut |_, cells: &[[u32; 2]], masks: &[[u8; 2]]| {
            if result.is_ok() {
                result = add(cells, masks);
            }
        };
        match distinguished {
            1 => self.kernels.find_spawns(&solution, above_at, &ranks, visit),
            _ => self.kernels.find_spawn_images(&solution, above_at, &ranks, visit),
        }
        result?;
        for (at, weights) in above_at.into_iter().zip(above) {
            if let Some(at) = at {
                self.weights[at] = weights;
            }
        }
        if is_lost { self.add_lost(lost.total()) } else { Ok(()) }
    }

    /// Keeps the costliest states, of which those of equal regret are in the order of their boards.
    fn keep_costliest(
        &self,
        at: usize,
        words: &[u64],
        states: &[VisitedState],
        worst_of: impl Fn(&VisitedState) -> CostlyBoard,
        costliest: &mut Vec<CostlyState>,
    ) {
        let Some(last) = self.listed.checked_sub(1) else { return };
        let layer = &self.solution.layers[at];
        let boards = layer.index.boards(self.solution.numbering(), words, 0);
        let least = costliest.get(last).map_or(0.0, |state| state.regret);
        for ((_, parts), state) in boards.zip(states) {
            if state.regret > 0.0 && state.regret >= least {
                let board = CanonicalState::of(self.kernels.board(parts)).0.board();
                // The rounding errors of a sum of probabilities may exceed 1.
                let occupancy = Probability::clamp_unit(state.occupancy);
                let worst = worst_of(state);
                costliest.push(CostlyState { board, occupancy, regret: state.regret, worst });
            }
        }
        costliest.sort_unstable_by(|a, b| {
            b.regret.total_cmp(&a.regret).then_with(|| a.board.cmp(&b.board))
        });
        costliest.truncate(self.listed);
    }
}
