//! The progress of several passes over the layers of a solution.

use std::ops::ControlFlow;

use mdp2048_solve::{Progress, ProgressCallback};

/// Passes over the same layers, reported as one work in which each of them does every layer once.
pub(crate) struct Passes<'p> {
    progress: ProgressCallback<'p>,
    in_all: usize,
    begun: usize,
}

impl<'p> Passes<'p> {
    /// A number of passes, which begin later.
    pub(crate) fn new(progress: ProgressCallback<'p>, in_all: usize) -> Self {
        Self { progress, in_all, begun: 0 }
    }

    /// Begins a pass, and returns its callback.
    pub(crate) fn begin(&mut self) -> impl FnMut(Progress) -> ControlFlow<()> + Send {
        let (before, in_all) = (self.begun, self.in_all);
        self.begun += 1;
        move |of_pass| {
            let Progress { layers_in_all, states_in_all, layers, states, .. } = of_pass;
            let [before_states, all_states] = [before, in_all].map(|passes| passes as u64);
            (self.progress)(Progress {
                layers: layers + layers_in_all.map_or(0, |all| before * all),
                layers_in_all: layers_in_all.map(|all| in_all * all),
                states: states + states_in_all.map_or(0, |all| before_states * all),
                states_in_all: states_in_all.map(|all| all_states * all),
                ..of_pass
            })
        }
    }
}
