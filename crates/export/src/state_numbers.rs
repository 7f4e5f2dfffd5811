//! The numbers of the states of a solution: 1, 2, 3 ... by tile sum, then by board.

use std::ops::Range;

use mdp2048_rules::CanonicalState;
use mdp2048_solve::Solution;

/// The number of the first state of each layer, followed by the number after the last state.
pub(crate) fn first_numbers(solution: &Solution) -> Vec<u64> {
    std::iter::once(1)
        .chain(solution.layers().scan(1, |next, layer| {
            *next += layer.states;
            Some(*next)
        }))
        .collect()
}

/// A lookup from states to numbers that holds the states of a few layers at a time.
pub(crate) struct StateNumbers<'a> {
    solution: &'a Solution,
    // As `first_numbers` returns them.
    first_numbers: &'a [u64],
    // The layers held, by index, with their states in ascending order.
    layers: Vec<(usize, Vec<CanonicalState>)>,
}

impl<'a> StateNumbers<'a> {
    /// A lookup that holds no layer yet.
    pub(crate) const fn new(solution: &'a Solution, first_numbers: &'a [u64]) -> Self {
        Self { solution, first_numbers, layers: Vec::new() }
    }

    /// Holds the states of these layers, and of no others.
    pub(crate) fn hold(&mut self, wanted: Range<usize>) {
        self.layers.retain(|(layer, _)| wanted.contains(layer));
        for layer in wanted.take_while(|layer| layer + 1 < self.first_numbers.len()) {
            if !self.layers.iter().any(|(held, _)| *held == layer) {
                self.layers.push((layer, self.solution.states_of(layer)));
            }
        }
    }

    /// Removes a layer that is held and returns its states.
    pub(crate) fn remove(&mut self, layer: usize) -> Vec<CanonicalState> {
        let at = self.layers.iter().position(|(held, _)| *held == layer);
        at.map(|at| self.layers.swap_remove(at).1).unwrap_or_default()
    }

    /// The number of a state of one of the layers held.
    ///
    /// # Panics
    /// If the state is not in these layers.
    pub(crate) fn number(&self, state: CanonicalState) -> u64 {
        let sum = state.board().tile_sum();
        let found = self.layers.iter().find_map(|(layer, states)| {
            let first = states.first()?;
            if first.board().tile_sum() != sum {
                return None;
            }
            let at = states.binary_search(&state).ok()?;
            Some(self.first_numbers[*layer] + at as u64)
        });
        // A successor that is in play is a reachable state, one or two layers higher.
        found.unwrap_or_else(|| unreachable!("the successor {state} is in the next two layers"))
    }
}
