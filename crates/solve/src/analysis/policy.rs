//! The exact value of any policy on a solved game.
//!
//! A forward pass holds the probability of every board that a game of the policy visits, layer by
//! layer, and asks the policy for its distribution on each of them once. The images of a board
//! under the symmetries are one board only if the policy treats them alike.
//!
//! The loss of the policy against the optimum is the sum over the boards of their probability times
//! the expected regret of the policy there (the performance difference lemma of S. Kakade and
//! J. Langford, "Approximately optimal approximate reinforcement learning", 2002). So the pass also
//! says where the loss comes from.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use mdp2048_model::{KeyMap, Probability, Values as _};
use mdp2048_rules::{Action, Afterstate, Board, CanonicalState, Symmetry};

use crate::Solution;
use crate::bits::ranked::WordRanks;
use crate::half_sum::HalfSum;
use crate::progress::{Phase, Progress, ProgressCallback, SolveError};
use crate::solution::contradiction::Contradiction;

use super::batched_policy::{
    BatchedPolicy, CostlyState, EvaluatePolicyError, LayerLoss, PolicyEvaluation,
};
use super::images::ImageFinder;
use super::kernels::{LayerKernels, kernels_of};
use super::lookups::prefix_counts;

/// A regret that is a smaller part of V is 0: the actions tie, as they do for the policy of a
/// solution.
const TIE: f64 = 1e-12;

/// How far the sum of probabilities may be from 1.
const ROUNDING: f64 = 1e-9;

/// The number of states that are listed.
const LISTED: usize = 20;

/// The weight of a board.
#[derive(Clone, Copy, Debug, Default)]
struct VisitWeight {
    /// The probability that a game visits it.
    probability: f64,
    /// The probability times the discount for each move before it.
    discounted: f64,
}

impl VisitWeight {
    /// The weight of one of several cases.
    fn times(self, probability: f64) -> Self {
        Self {
            probability: self.probability * probability,
            discounted: self.discounted * probability,
        }
    }

    fn add(&mut self, other: Self) {
        self.probability += other.probability;
        self.discounted += other.discounted;
    }
}

/// A board of the layer on which an action is allowed.
struct VisitedBoard {
    board: Board,
    /// The bit index of its state.
    bit: u64,
    /// The symmetry to the image of the state that the index holds.
    symmetry: Symmetry,
    weight: VisitWeight,
}

/// What is known of a state of the layer.
#[derive(Clone, Copy)]
struct StateLoss {
    /// V.
    value: f64,
    /// Q of each action on the image that the index holds.
    action_values: [f64; 4],
    occupancy: f64,
    loss: f64,
}

/// A pass over the layers of a solution under a policy.
struct PolicyPass<'a> {
    solution: &'a Solution,
    kernels: Box<dyn LayerKernels>,
    images: ImageFinder,
    /// The weights of the boards of the next layers, by key.
    visited: VecDeque<KeyMap<VisitWeight>>,
    result: PolicyEvaluation,
}

impl Solution {
    /// The exact value of any policy, and where it loses against the optimal one.
    ///
    /// The policy is asked for all boards of a tile sum at once. At most `most` boards are held at
    /// a time, of about 40 bytes each. `progress` is called after each layer; its states are the
    /// boards so far.
    ///
    /// ```
    /// use mdp2048_model::Game;
    /// use mdp2048_rules::{Action, Board, Shape};
    /// use mdp2048_solve::{Solution, SolveOptions, ignore_progress};
    ///
    /// let game = Game::reach(Shape::new(2, 3)?, 32)?;
    /// let solution = Solution::solve(&game, &SolveOptions::default(), &mut ignore_progress)?;
    /// // This policy takes the first allowed action.
    /// let mut first = |boards: &[Board], probabilities: &mut [[f64; 4]]| {
    ///     for (&board, probabilities) in boards.iter().zip(probabilities) {
    ///         let allowed = |action: &Action| board.slide(*action).is_some();
    ///         let first = Action::ALL.into_iter().find(allowed);
    ///         probabilities[first.map_or(0, Action::index)] = 1.0;
    ///     }
    /// };
    /// let found = solution.evaluate_policy(&mut first, usize::MAX, &mut ignore_progress)?;
    /// assert!(found.value < found.optimum);
    /// let worst = found.costliest[0];
    /// println!("{} costs {}", worst.board, worst.loss);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EvaluatePolicyError`] if the game or the policy cannot be evaluated, or if `progress`
    /// breaks.
    pub fn evaluate_policy(
        &self,
        policy: &mut impl BatchedPolicy,
        most: usize,
        progress: ProgressCallback<'_>,
    ) -> Result<PolicyEvaluation, EvaluatePolicyError> {
        let objective = self.game().objective();
        if objective.needs_certainty() {
            return Err(EvaluatePolicyError::Objective(objective));
        }
        let mut pass = PolicyPass::new(self);
        let mut costliest = Vec::new();
        // Half the tile sum of two 2s.
        let mut half_sum = HalfSum::new(2);
        while !pass.visited.is_empty() {
            let boards = pass.boards_of(half_sum, policy.is_symmetric())?;
            if !boards.is_empty() {
                pass.follow(half_sum, &boards, policy, &mut costliest)?;
                let held: usize = pass.visited.iter().map(KeyMap::len).sum();
                if held > most {
                    return Err(EvaluatePolicyError::TooLarge { most });
                }
                let report = Progress {
                    phase: Phase::Following,
                    layer: half_sum.tile_sum(),
                    layers: pass.result.layers.len(),
                    layers_in_all: Some(self.layers.len()),
                    states: pass.result.boards,
                    states_in_all: None,
                    states_left: None,
                    memory: None,
                };
                if progress(report) == ControlFlow::Break(()) {
                    return Err(SolveError::Interrupted.into());
                }
            }
            half_sum = half_sum.plus(1);
        }
        let mut result = pass.result;
        result.win = Probability::rounded(result.win);
        result.costliest = costliest;
        Ok(result)
    }
}

impl<'a> PolicyPass<'a> {
    fn new(solution: &'a Solution) -> Self {
        let game = solution.game();
        let mut visited: VecDeque<KeyMap<VisitWeight>> =
            (0..3).map(|_| KeyMap::default()).collect();
        let empty = Afterstate::new(Board::empty(game.shape()));
        for (first, probability) in game.spawns(empty) {
            let weight = VisitWeight { probability, discounted: probability };
            for (board, probability) in game.spawns(Afterstate::new(first)) {
                let layer = &mut visited[HalfSum::of(board).get() - 2];
                layer.entry(board.key()).or_default().add(weight.times(probability));
            }
        }
        let result = PolicyEvaluation {
            boards: 0,
            value: 0.0,
            optimum: solution.start_value(),
            win: 0.0,
            score: 0.0,
            moves: 0.0,
            layers: Vec::new(),
            costliest: Vec::new(),
        };
        let (kernels, images) = (kernels_of(solution), ImageFinder::new(solution));
        Self { solution, kernels, images, visited, result }
    }

    /// Removes the boards of the next layer, and returns those on which an action is allowed,
    /// ascending by key.
    fn boards_of(
        &mut self,
        half_sum: HalfSum,
        is_symmetric: bool,
    ) -> Result<Vec<VisitedBoard>, EvaluatePolicyError> {
        let (solution, shape) = (self.solution, self.solution.game().shape());
        let layer = self.visited.pop_front().unwrap_or_default();
        let mut weights: Vec<(u64, VisitWeight)> = layer.into_iter().collect();
        // Every key is that of a board of this shape.
        let board = |key| Board::from_key(shape, key).unwrap_or(Board::empty(shape));
        if is_symmetric {
            for (key, _) in &mut weights {
                *key = CanonicalState::of(board(*key)).0.board().key();
            }
        }
        weights.sort_unstable_by_key(|&(key, _)| key);
        weights.dedup_by(|next, before| {
            let is_same = next.0 == before.0;
            if is_same {
                before.1.add(next.1);
            }
            is_same
        });
        let layer = solution.layer_at(half_sum).map(|at| &solution.layers[at]);
        let mut boards = Vec::with_capacity(weights.len());
        for (key, weight) in weights {
            let (code, symmetry) = self.images.find(key);
            let bit = layer.and_then(|layer| {
                let bit = layer.index.bit_index(solution.numbering(), code);
                layer.states.rank(bit).map(|_| bit)
            });
            let board = board(key);
            if let Some(bit) = bit {
                boards.push(VisitedBoard { board, bit, symmetry, weight });
            } else if board.can_move() {
                return Err(Contradiction::Missing(CanonicalState::of(board).0).into());
            } else {
                self.result.value += weight.discounted * solution.rewards().lost;
            }
        }
        Ok(boards)
    }

    /// Asks the policy for its actions on the boards of a layer, and adds up the rewards, the
    /// losses and the weights of the boards after them.
    fn follow(
        &mut self,
        half_sum: HalfSum,
        boards: &[VisitedBoard],
        policy: &mut impl BatchedPolicy,
        costliest: &mut Vec<CostlyState>,
    ) -> Result<(), EvaluatePolicyError> {
        let Some(at) = self.solution.layer_at(half_sum) else { return Ok(()) };
        let mut words = vec![0; self.solution.layers[at].states.words().len()];
        for VisitedBoard { bit, .. } in boards {
            words[(bit / 64) as usize] |= 1 << (bit % 64);
        }
        let mut states = self.states_of(at, &words)?;
        let before = prefix_counts(&words);
        let numbers = WordRanks::new(&words, &before);
        let asked: Vec<Board> = boards.iter().map(|visited| visited.board).collect();
        let mut chosen = vec![[0.0; 4]; asked.len()];
        policy.choose(&asked, &mut chosen);
        let occupancies: Vec<f64> = boards.iter().map(|board| board.weight.probability).collect();
        policy.visit(&asked, &occupancies);
        let mut layer = LayerLoss { tile_sum: half_sum.tile_sum(), occupancy: 0.0, loss: 0.0 };
        let mut afterstates = KeyMap::default();
        for (visited, probabilities) in boards.iter().zip(chosen) {
            let state = &mut states[numbers.below(visited.bit)];
            let regret = self.play(visited, probabilities, state, &mut afterstates)?;
            let VisitWeight { probability, discounted } = visited.weight;
            state.occupancy += probability;
            state.loss += discounted * regret;
            layer.occupancy += probability;
            layer.loss += discounted * regret;
        }
        // The rounding errors of the sum may exceed 1.
        layer.occupancy = Probability::rounded(layer.occupancy);
        self.result.boards += boards.len() as u64;
        self.result.layers.push(layer);
        self.spread(afterstates);
        self.keep_costliest(at, &words, &states, costliest);
        Ok(())
    }

    /// The values of the states in a bitmap of a layer, in their order.
    fn states_of(&mut self, at: usize, words: &[u64]) -> Result<Vec<StateLoss>, Contradiction> {
        let solution = self.solution;
        let layer = &solution.layers[at];
        let above = [1, 2].map(|up| solution.layer_at(layer.index.half_sum().plus(up)));
        let mut values = Vec::new();
        for ((place, &word), &own) in words.iter().enumerate().zip(layer.states.words()) {
            let (mut left, first) = (word, layer.states.before(place));
            while left != 0 {
                let below = own & (left & left.wrapping_neg()).wrapping_sub(1);
                values.extend(layer.values.get(first + below.count_ones() as usize));
                left &= left - 1;
            }
        }
        let mut states = Vec::with_capacity(values.len());
        self.kernels.find_afterstates(solution, at, above, words);
        self.kernels.choose(solution, at, (words, &values), &mut |_, chosen, _| {
            let (value, action_values) = (chosen.value, chosen.action_values);
            states.push(StateLoss { value, action_values, occupancy: 0.0, loss: 0.0 });
            Ok(())
        })?;
        Ok(states)
    }

    /// Adds the rewards of the actions of a board, and the weights of its afterstates. Returns the
    /// regret of the actions, expected under their probabilities.
    fn play(
        &mut self,
        visited: &VisitedBoard,
        probabilities: [f64; 4],
        state: &StateLoss,
        afterstates: &mut KeyMap<VisitWeight>,
    ) -> Result<f64, EvaluatePolicyError> {
        let (board, result) = (visited.board, &mut self.result);
        let (game, rewards) = (self.solution.game(), self.solution.rewards());
        let sum: f64 = probabilities.iter().sum();
        let is_distribution = (sum - 1.0).abs() <= ROUNDING;
        if !is_distribution || probabilities.iter().any(|&probability| probability < 0.0) {
            return Err(EvaluatePolicyError::NoDistribution { board, probabilities });
        }
        let mut expected_regret = 0.0;
        for (action, probability) in Action::ALL.into_iter().zip(probabilities) {
            if probability <= 0.0 {
                continue;
            }
            let moved =
                game.act(board, action).ok_or(EvaluatePolicyError::NotAllowed { board, action })?;
            let weight = visited.weight.times(probability);
            let points = f64::from(moved.points);
            result.moves += weight.probability;
            result.score += weight.probability * points;
            if moved.wins {
                result.win += weight.probability;
                result.value += weight.discounted * rewards.winning(points);
            } else {
                result.value += weight.discounted * rewards.going_on(points, 0.0);
                let discounted = weight.discounted * rewards.discount;
                let key = moved.after.board().key();
                afterstates.entry(key).or_default().add(VisitWeight { discounted, ..weight });
            }
            let on_image = visited.symmetry.action(action).index();
            let regret = state.value - state.action_values[on_image];
            if regret.abs() > TIE * state.value.abs() {
                expected_regret += probability * regret;
            }
        }
        Ok(expected_regret)
    }

    /// Adds the weights of afterstates to those of the boards after the random tile.
    fn spread(&mut self, afterstates: KeyMap<VisitWeight>) {
        let game = self.solution.game();
        let cells = game.shape().cells();
        let four = game.spawn_four().get();
        while self.visited.len() < 2 {
            self.visited.push_back(KeyMap::default());
        }
        for (key, weight) in afterstates {
            let is_empty = |cell: &usize| key >> (4 * cell) & 15 == 0;
            let empty = (0..cells).filter(is_empty).count() as f64;
            for (up, probability) in [1.0 - four, four].into_iter().enumerate() {
                if probability > 0.0 {
                    let weight = weight.times(probability / empty);
                    for cell in (0..cells).filter(is_empty) {
                        let tile = (up as u64 + 1) << (4 * cell);
                        self.visited[up].entry(key | tile).or_default().add(weight);
                    }
                }
            }
        }
        while self.visited.back().is_some_and(KeyMap::is_empty) {
            self.visited.pop_back();
        }
    }

    /// Keeps the costliest states, of which those of equal loss are in the order of their boards.
    fn keep_costliest(
        &self,
        at: usize,
        words: &[u64],
        states: &[StateLoss],
        costliest: &mut Vec<CostlyState>,
    ) {
        let layer = &self.solution.layers[at];
        let boards = layer.index.boards(self.solution.numbering(), words, 0);
        let least = costliest.get(LISTED - 1).map_or(0.0, |state| state.loss);
        for ((_, parts), state) in boards.zip(states) {
            if state.loss > 0.0 && state.loss >= least {
                let board = CanonicalState::of(self.kernels.board(parts)).0.board();
                // The rounding errors of a sum of probabilities may exceed 1.
                let occupancy = Probability::rounded(state.occupancy);
                costliest.push(CostlyState { board, occupancy, loss: state.loss });
            }
        }
        costliest
            .sort_unstable_by(|a, b| b.loss.total_cmp(&a.loss).then_with(|| a.board.cmp(&b.board)));
        costliest.truncate(LISTED);
    }
}
