//! Occupancy: how likely a game under the optimal policy visits each state.

use std::ops::ControlFlow;

use mdp2048_model::{ActionValues, Values};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::Solution;
use crate::backward::{Above, ValuedLayer, expectation};
use crate::lanes::Plain;
use crate::progress::SolveError;
use crate::vectors::{Images, Lines, Vectors};

/// A state that a walk keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept {
    /// The state.
    pub state: CanonicalState,
    /// The probability that a game walking through kept states only visits it.
    pub occupancy: f64,
}

/// The states that games under the optimal policy visit with some probability at least.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// The threshold: kept states have at least this occupancy; 0 keeps every reachable state.
    pub threshold: f64,
    /// The kept states, ascending.
    pub kept: Vec<Kept>,
    /// The probability that a game ever comes to a state that is not kept.
    pub leave_probability: f64,
    /// Expected visits to kept states before a game ends or leaves.
    pub visits: f64,
    /// Kept expected visits / all expected visits under the optimal policy, 0 to 1.
    pub occupancy_kept: f64,
}

/// The totals of a walk.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    visits: f64,
    leave_probability: f64,
    least_kept: Option<f64>,
}

impl Solution {
    /// Walks from the start states through the states of at least this occupancy.
    ///
    /// The walk goes up the layers, each of which is complete before it is left, so a state's
    /// occupancy is known when the walk decides whether to keep it.
    pub fn walk(&self, threshold: f64) -> Walk {
        let mut kept = Vec::new();
        let totals = self.flow(threshold, |board, occupancy| {
            kept.push(Kept { state: CanonicalState::of(board).0, occupancy });
        });
        kept.sort_unstable_by_key(|kept| kept.state);
        let all_visits = if threshold > 0.0 { self.visits() } else { totals.visits };
        Walk {
            threshold,
            kept,
            leave_probability: totals.leave_probability,
            visits: totals.visits,
            occupancy_kept: if all_visits > 0.0 {
                (totals.visits / all_visits).min(1.0)
            } else {
                1.0
            },
        }
    }

    /// The expected visits to all states under the optimal policy.
    pub fn visits(&self) -> f64 {
        self.flow(0.0, |_, _| ()).visits
    }

    /// The largest threshold for which the probability that a game leaves the kept states is at
    /// most `max_leave`; 0 if only keeping every state does.
    ///
    /// `watch` is told how many walks were made, and may break.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if `watch` breaks.
    pub fn largest_threshold(
        &self,
        max_leave: f64,
        watch: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> Result<f64, SolveError> {
        // A higher threshold keeps fewer states, so the leave probability only grows with it. It
        // changes only at occupancies of kept states: where a threshold will do, so does the least
        // occupancy that it keeps, and just above that fewer states are kept.
        let (mut low, mut high) = (0.0_f64, 1.0_f64.next_up());
        // Low thresholds make long walks, so come down to them.
        let mut guesses = [1e-3, 1e-5, 1e-7, 1e-9, 1e-12, 1e-18].into_iter();
        let mut walks = 0;
        while low.next_up() < high {
            let guess = guesses.next().filter(|&guess| low == 0.0 && guess < high);
            // Bisection, on the bits and so nearly on the logarithm. Once the bounds are close,
            // every other walk tries whether `low` is the answer already.
            let close = high < low * (1.0 + 1e-6) && walks % 2 == 0;
            let middle = guess.unwrap_or_else(|| match close {
                true => low.next_up(),
                false => f64::from_bits(low.to_bits().midpoint(high.to_bits())),
            });
            let totals = self.flow(middle, |_, _| ());
            walks += 1;
            if watch(walks) == ControlFlow::Break(()) {
                return Err(SolveError::Interrupted);
            }
            if totals.leave_probability <= max_leave {
                // A threshold that keeps nothing may as well be the highest.
                low = totals.least_kept.map_or(1.0, |least| least.max(middle));
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// Sends the games from the start states up the layers under the optimal policy, and calls
    /// `keep` with an image of each state that is kept, and its occupancy.
    fn flow(&self, threshold: f64, mut keep: impl FnMut(Board, f64)) -> Totals {
        let game = self.game();
        let patterns = &self.patterns;
        let vectors = self.vectors();
        let mut totals = Totals::default();
        // The games that come to each state, by layer; a layer's are dropped once it is done.
        let mut flows: Vec<Vec<f64>> = vec![Vec::new(); self.layers.len()];
        for start in game.starts() {
            let board = start.state.board();
            let at = self.layer_at(board.tile_sum().get() as usize / 2);
            let rank = at.and_then(|at| {
                let layer = &self.layers[at];
                layer.states.rank(layer.index.number(patterns, patterns.code(board)?))
            });
            if let (Some(at), Some(rank)) = (at, rank) {
                self.flow_of(&mut flows, at)[rank] += start.probability;
            }
        }
        for (at, layer) in self.layers.iter().enumerate() {
            if flows[at].is_empty() && threshold > 0.0 {
                continue;
            }
            let flow = std::mem::take(self.flow_of(&mut flows, at));
            let half_sum = layer.index.half_sum();
            let above_at = [1, 2].map(|up| self.layer_at(half_sum + up));
            let above = above_at.map(|at| at.map(|at| &self.layers[at]));
            let mut next_flows = above_at.map(|at| {
                at.map(|at| std::mem::take(self.flow_of(&mut flows, at))).unwrap_or_default()
            });
            let words = layer.states.words();
            let members = layer.index.members(patterns, words, 0);
            for ((_, parts), occupancy) in members.zip(flow) {
                if occupancy < threshold {
                    totals.leave_probability += occupancy;
                    continue;
                }
                let lines = vectors.lines(parts);
                keep(vectors.board(lines), occupancy);
                totals.visits += occupancy;
                let least_kept = totals.least_kept.get_or_insert(occupancy);
                *least_kept = least_kept.min(occupancy);
                if occupancy == 0.0 {
                    continue;
                }
                let Some(after) = self.chosen(&vectors, layer, above, lines) else { continue };
                let share = occupancy / f64::from(after.empty.count_ones());
                for cell in after.empty_cells() {
                    let codes = vectors.spawn(Plain, &after, cell);
                    for (tile, layer) in above.into_iter().enumerate() {
                        let rank = layer.and_then(|layer| {
                            layer.states.rank(layer.index.number(patterns, codes[tile]))
                        });
                        if let Some(rank) = rank {
                            next_flows[tile][rank] += share * vectors.chances[tile];
                        }
                    }
                }
            }
            for (at, next) in above_at.into_iter().zip(next_flows) {
                if let Some(at) = at {
                    flows[at] = next;
                }
            }
        }
        // Rounding may carry a certain departure just past 1.
        totals.leave_probability = totals.leave_probability.min(1.0);
        totals
    }

    /// The flow of a layer, made when first asked for.
    fn flow_of<'a>(&self, flows: &'a mut [Vec<f64>], at: usize) -> &'a mut Vec<f64> {
        if flows[at].is_empty() {
            flows[at] = vec![0.0; self.layers[at].values.len()];
        }
        &mut flows[at]
    }

    /// The afterstate that the policy chooses on the board with these lines; `None` if the action
    /// wins.
    fn chosen(
        &self,
        vectors: &Vectors<u64>,
        layer: &ValuedLayer,
        above: Above<'_>,
        lines: Lines,
    ) -> Option<Images<u64>> {
        let acts = vectors.act(lines);
        let after = |action| {
            vectors.images(layer.index.parts(&self.patterns, acts.code(Plain, vectors, action)))
        };
        let rewards = &self.rewards;
        let [across, along] = vectors.points(lines);
        let points = [across, across, along, along];
        let worth = |action: usize| {
            if acts.wins(action) {
                return rewards.winning(points[action]);
            }
            let images = after(action);
            let mean = expectation(Plain, &self.patterns, vectors, above, rewards.lost, &images);
            rewards.going_on(points[action], mean)
        };
        let values = ActionValues::new(std::array::from_fn(|action| {
            acts.allowed(action).then(|| worth(action))
        }));
        let mut best = values.best();
        let mut choice = best.next()?;
        let end = |action: Action| {
            acts.goes_on(action.index()).then(|| acts.code(Plain, vectors, action.index()))
        };
        if best.any(|other| end(other) != end(choice)) {
            // Equally good actions lead to different afterstates: the first one in the canonical
            // frame is taken, so look at the state in that frame.
            let (_, symmetry) = CanonicalState::of(vectors.board(lines));
            choice = symmetry.inverse().action(values.before(symmetry.inverse()).choice()?);
        }
        acts.goes_on(choice.index()).then(|| after(choice.index()))
    }
}
