//! A game as a chain of numbered states with exact probabilities.

use std::ops::ControlFlow;

use mdp2048_model::{Discount, Fraction, Game, Status};
use mdp2048_rules::{Action, Afterstate, Board, CanonicalState, Exponent};
use mdp2048_solve::{Phase, Progress, ProgressCallback, Solution, SolveError};
use num_integer::Integer as _;

use crate::ExportError;

/// The decision process of a game, its states numbered.
///
/// Number 0 is the empty board, from which the one choice `start` places two tiles. Then come the
/// states by tile sum and, within a sum, by board; last the ways to end, see [`End`], in which the one
/// choice `end` stays. All this is in the canonical frame. A discount is the chance to stop: each move
/// goes on with that probability, so the probability of winning is the discounted one.
#[derive(Debug)]
pub struct Chain<'a> {
    solution: &'a Solution,
    // Probability that a random tile is a 4, and factor per move.
    four: Fraction,
    discount: Fraction,
    // By layer, the number of its first state; one more at the end.
    firsts: Vec<u64>,
}

/// How many states, choices and transitions a chain has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States, with the start and the ends.
    pub states: u64,
    /// Choices of all states.
    pub choices: u64,
    /// Transitions of all choices: those to one state are one.
    pub transitions: u64,
}

/// A way for games to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The target was made.
    Won,
    /// No action is left.
    Lost,
    /// Stopped by the discount; only there if there is one.
    Stopped,
}

impl End {
    /// The label: `won`, `lost` or `stopped`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Stopped => "stopped",
        }
    }
}

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The empty board before the first tiles.
    Start,
    /// A state.
    State(CanonicalState),
    /// The game is over.
    End(End),
}

/// What can be done in a state, and what follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The name of the action, or `start`, or `end`.
    pub name: &'static str,
    /// Whether it is a move of the game.
    pub is_move: bool,
    /// The points of its merges.
    pub points: u32,
    /// What each weight of a successor is a part of; above 0.
    pub denominator: u128,
    /// The numbers of the successors, ascending, each once, with weights above 0 that sum to the
    /// denominator.
    pub successors: Vec<(u64, u128)>,
}

/// A state of the chain with its choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The number, from 0.
    pub number: u64,
    /// What it stands for.
    pub place: Place,
    /// The choices, actions in the order left, right, up, down.
    pub choices: Vec<Choice>,
}

impl<'a> Chain<'a> {
    /// The chain of the game that was solved.
    ///
    /// # Errors
    /// [`ExportError::Chances`] if its chances have too many digits.
    pub fn of(solution: &'a Solution) -> Result<Self, ExportError> {
        use mdp2048_model::Values as _;
        let game = solution.game();
        let fraction = |chance| Fraction::shortest(chance).map_err(|_| ExportError::Chances);
        let (four, discount) =
            (fraction(game.spawn_four().get())?, fraction(game.discount().get())?);
        // The largest products on the way: of two random tiles on an empty board, of one and the
        // discount; with some room.
        let of_tile = 16u128.checked_mul(four.denominator());
        let largest = of_tile.and_then(|tile| {
            tile.checked_mul(tile)?.checked_mul(4)?;
            tile.checked_mul(discount.denominator())?.checked_mul(4)
        });
        if largest.is_none() {
            return Err(ExportError::Chances);
        }
        let firsts = std::iter::once(1)
            .chain(solution.layers().scan(1, |next, layer| {
                *next += layer.states;
                Some(*next)
            }))
            .collect();
        Ok(Self { solution, four, discount, firsts })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        mdp2048_model::Values::game(self.solution)
    }

    /// The ways to end, in the order of their numbers.
    pub fn ends(&self) -> impl Iterator<Item = End> {
        let stops = self.game().discount() != Discount::NONE;
        [End::Won, End::Lost].into_iter().chain(stops.then_some(End::Stopped))
    }

    /// The number of a way to end.
    pub fn number_of(&self, end: End) -> u64 {
        self.firsts.last().copied().unwrap_or(1) + end as u64
    }

    /// How much there is; takes a walk over all of it.
    ///
    /// # Errors
    /// [`ExportError::Stopped`] if `watch` breaks.
    pub fn counts(&self, watch: ProgressCallback<'_>) -> Result<Counts, ExportError> {
        let mut counts = Counts::default();
        self.for_each(watch, |node| {
            counts.states += 1;
            counts.choices += node.choices.len() as u64;
            let transitions = node.choices.iter().map(|choice| choice.successors.len() as u64);
            counts.transitions += transitions.sum::<u64>();
            Ok(())
        })?;
        Ok(counts)
    }

    /// Calls `visit` with every state by its number, ascending; of no more than three layers are the
    /// numbers held at a time.
    ///
    /// # Errors
    /// The first that `visit` gives; [`ExportError::Stopped`] if `watch`, told of each layer,
    /// breaks.
    pub fn for_each(
        &self,
        watch: ProgressCallback<'_>,
        mut visit: impl FnMut(&Node) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let mut numbers = Numbers { chain: self, layers: Vec::new() };
        numbers.keep(0..3);
        visit(&self.start(&numbers))?;
        for (layer, summary) in self.solution.layers().enumerate() {
            numbers.keep(layer..layer + 3);
            let states = numbers.take(layer);
            for (number, &state) in (self.firsts[layer]..).zip(&states) {
                visit(&self.node(&numbers, number, state))?;
            }
            let progress = Progress {
                phase: Phase::Writing,
                layer: summary.sum,
                layers: layer + 1,
                layers_in_all: Some(self.firsts.len() - 1),
                states: self.firsts[layer + 1] - 1,
                states_in_all: Some(self.solution.states()),
                bytes_in_all: None,
            };
            if watch(progress) == ControlFlow::Break(()) {
                return Err(SolveError::Interrupted.into());
            }
        }
        self.ends().try_for_each(|end| visit(&self.end(end)))
    }

    fn start(&self, numbers: &Numbers<'_, '_>) -> Node {
        let mut successors = Vec::new();
        let empty = Afterstate::new(Board::empty(self.game().shape()));
        for (first, weight) in self.spawns(empty) {
            for (second, other) in self.spawns(Afterstate::new(first)) {
                successors.push((numbers.of(CanonicalState::of(second).0), weight * other));
            }
        }
        let cells = self.game().shape().cells() as u128;
        let denominator = cells * (cells - 1) * self.four.denominator().pow(2);
        let choice = Choice { name: "start", is_move: false, points: 0, denominator, successors };
        Node { number: 0, place: Place::Start, choices: vec![choice.merged()] }
    }

    fn end(&self, end: End) -> Node {
        let number = self.number_of(end);
        let successors = vec![(number, 1)];
        let choice = Choice { name: "end", is_move: false, points: 0, denominator: 1, successors };
        Node { number, place: Place::End(end), choices: vec![choice] }
    }

    fn node(&self, numbers: &Numbers<'_, '_>, number: u64, state: CanonicalState) -> Node {
        let game = self.game();
        let (goes_on, out_of) = (self.discount.numerator(), self.discount.denominator());
        let choices = Action::ALL.into_iter().filter_map(|action| {
            let acted = game.act(state.board(), action)?;
            let mut successors = Vec::new();
            let parts = if acted.wins {
                successors.push((self.number_of(End::Won), goes_on));
                1
            } else {
                for (board, weight) in self.spawns(acted.after) {
                    let next = match game.status(board) {
                        Status::Playing => numbers.of(CanonicalState::of(board).0),
                        _ => self.number_of(End::Lost),
                    };
                    successors.push((next, weight * goes_on));
                }
                acted.after.board().empty_cells().count() as u128 * self.four.denominator()
            };
            if goes_on < out_of {
                successors.push((self.number_of(End::Stopped), parts * (out_of - goes_on)));
            }
            let (name, denominator) = (action.name(), parts * out_of);
            let choice =
                Choice { name, is_move: true, points: acted.points, denominator, successors };
            Some(choice.merged())
        });
        Node { number, place: Place::State(state), choices: choices.collect() }
    }

    /// The boards that the random tile makes, with weights in parts of the denominator of the
    /// probability of a 4 and the number of empty cells.
    fn spawns(&self, after: Afterstate) -> impl Iterator<Item = (Board, u128)> {
        let (four, all) = (self.four.numerator(), self.four.denominator());
        let tiles = [(Exponent::TWO, all - four), (Exponent::FOUR, four)];
        after.board().empty_cells().flat_map(move |cell| {
            let possible = tiles.into_iter().filter(|&(_, weight)| weight > 0);
            possible.filter_map(move |(tile, weight)| Some((after.place(cell, tile)?, weight)))
        })
    }
}

impl Choice {
    /// With the successors in order, and each once.
    fn merged(mut self) -> Self {
        self.successors.sort_unstable_by_key(|&(number, _)| number);
        self.successors.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 += next.1;
            }
            is_same
        });
        self
    }

    /// The probabilities of the successors as fractions in lowest terms.
    pub fn fractions(&self) -> impl Iterator<Item = (u64, u128, u128)> {
        self.successors.iter().map(|&(number, weight)| {
            let factor = weight.gcd(&self.denominator);
            (number, weight / factor, self.denominator / factor)
        })
    }
}

/// The numbers of the states of a few layers.
struct Numbers<'a, 'b> {
    chain: &'a Chain<'b>,
    // Layers with their states, ascending.
    layers: Vec<(usize, Vec<CanonicalState>)>,
}

impl Numbers<'_, '_> {
    /// Keeps the states of these layers, and of no others.
    fn keep(&mut self, wanted: std::ops::Range<usize>) {
        self.layers.retain(|(layer, _)| wanted.contains(layer));
        for layer in wanted.take_while(|layer| layer + 1 < self.chain.firsts.len()) {
            if !self.layers.iter().any(|(kept, _)| *kept == layer) {
                self.layers.push((layer, self.chain.solution.states_of(layer)));
            }
        }
    }

    /// The states of a layer, which are not asked for by number any more.
    fn take(&mut self, layer: usize) -> Vec<CanonicalState> {
        let at = self.layers.iter().position(|(kept, _)| *kept == layer);
        at.map(|at| self.layers.swap_remove(at).1).unwrap_or_default()
    }

    /// The number of a state of one of the kept layers.
    fn of(&self, state: CanonicalState) -> u64 {
        let sum = state.board().tile_sum();
        let found = self.layers.iter().find_map(|(layer, states)| {
            let is_its = states.first().is_some_and(|first| first.board().tile_sum() == sum);
            let at = is_its.then(|| states.binary_search(&state).ok())??;
            Some(self.chain.firsts[*layer] + at as u64)
        });
        // Whatever follows a reachable state, and is in play, is a reachable state.
        found.unwrap_or_else(|| unreachable!("{state} follows, but was not found"))
    }
}
