//! The numbers of the states of a solution: 1, 2, 3 ... by tile sum, then by board.

use std::ops::Range;

use mdp2048_rules::{CanonicalState, TileSum};
use mdp2048_solve::{Contradiction, Solution};

/// The number of the first state of each layer, followed by the number after the last state.
pub(crate) fn first_numbers(solution: &Solution) -> Vec<u64> {
    std::iter::once(1)
        .chain(solution.layers().scan(1, |next, layer| {
            *next += layer.states;
            Some(*next)
        }))
        .collect()
}

/// A lookup from states to numbers that holds the states of a few layers at a time, and checks that
/// each of them is the successor of another.
pub(crate) struct StateNumbers<'a> {
    solution: &'a Solution,
    // As `first_numbers` returns them.
    first_numbers: &'a [u64],
    // Ascending by tile sum.
    layers: Vec<NumberedLayer>,
}

/// The states of a layer.
struct NumberedLayer {
    /// The position of the layer in the solution.
    at: usize,
    sum: TileSum,
    /// Ascending.
    states: Vec<CanonicalState>,
    /// For each state, whether its number was looked up.
    is_reached: Vec<bool>,
}

impl<'a> StateNumbers<'a> {
    /// A lookup that holds no layer yet.
    pub(crate) const fn new(solution: &'a Solution, first_numbers: &'a [u64]) -> Self {
        Self { solution, first_numbers, layers: Vec::new() }
    }

    /// Holds the states of these layers too, which follow those already held.
    pub(crate) fn hold(&mut self, wanted: Range<usize>) {
        for (at, layer) in self.solution.layers().enumerate().take(wanted.end).skip(wanted.start) {
            if self.layers.last().is_none_or(|last| last.at < at) {
                let states = self.solution.states_of(at);
                let is_reached = vec![false; states.len()];
                self.layers.push(NumberedLayer { at, sum: layer.sum, states, is_reached });
            }
        }
    }

    /// Removes the first layer that is held and returns its states, once the numbers of all their
    /// predecessors' successors were looked up.
    ///
    /// # Errors
    /// [`Contradiction::NoState`] if a state was not looked up.
    pub(crate) fn remove_first(&mut self) -> Result<Vec<CanonicalState>, Contradiction> {
        if self.layers.is_empty() {
            return Ok(Vec::new());
        }
        let layer = self.layers.remove(0);
        // A state that occurs twice is reached once.
        match layer.is_reached.iter().position(|is_reached| !is_reached) {
            Some(at) => Err(Contradiction::NoState(layer.states[at])),
            None => Ok(layer.states),
        }
    }

    /// The number of a state of one of the layers held.
    ///
    /// # Errors
    /// [`Contradiction::Missing`] if the state is not in these layers.
    pub(crate) fn number(&mut self, state: CanonicalState) -> Result<u64, Contradiction> {
        let missing = Contradiction::Missing(state);
        let sum = state.board().tile_sum();
        let layer = self.layers.iter_mut().find(|layer| layer.sum == sum).ok_or(missing)?;
        let at = layer.states.binary_search(&state).map_err(|_| missing)?;
        layer.is_reached[at] = true;
        Ok(self.first_numbers[layer.at] + at as u64)
    }
}
