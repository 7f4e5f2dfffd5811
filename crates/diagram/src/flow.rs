//! Where the games of a policy go: how many come to each item and along each link.

use crate::figure::{Ends, Figure, Role, Shown, View};
use crate::graph::{Graph, Next};
use crate::numbers;
use crate::whole::{Builder, states};

impl Figure {
    /// The figure of where the policy's games go in a graph: every state, and the links along which
    /// they go to one win and one loss. `None` if some state has no action of the policy.
    pub fn flow(graph: &Graph, afterstates: bool) -> Option<Self> {
        let view = View { shown: Shown::Taken, afterstates, ends: Ends::Edges };
        let mut builder = Builder::new(graph, view);
        let chain = builder.chain.clone()?;
        builder.only_visited = true;
        builder.build();
        let (win, lose) = (numbers::percent(chain.win), numbers::percent(chain.lose));
        let title = format!("{}: {}, the flow of games", graph.game(), states(graph));
        let visited = chain.occupancy.iter().filter(|&&occupancy| occupancy > 0.0).count();
        let summary = format!(
            "The Markov chain that the policy makes of the game: all games begin at the outlined \
             states, {win} of them flow into the win and {lose} into the loss, and {visited} of {} \
             states are visited. The wider a link, the more games go along it.",
            graph.states().len()
        );
        Some(builder.figure(title, summary, true))
    }
}

impl Builder<'_> {
    /// How likely the policy's games are to come to each item and to go along each link.
    pub(crate) fn flows(&mut self) {
        let Some(chain) = &self.chain else { return };
        for item in self.items.iter_mut().filter(|item| item.role != Role::State) {
            item.occupancy = Some(0.0);
        }
        for (number, state) in self.graph.states().iter().enumerate() {
            let here = chain.occupancy[number];
            let Some(choice) = state.choices.iter().find(|choice| choice.is_taken) else {
                continue;
            };
            let mut from = number;
            let column = self.items[number].column;
            if let Some(&after) = self.afterstates.get(&(column + 1, choice.after)) {
                from = after;
                *self.items[after].occupancy.get_or_insert(0.0) += here;
            }
            for transition in &choice.transitions {
                let Next::End(outcome) = transition.next else { continue };
                let column = self.end_column(self.items[from].column);
                let end = column.and_then(|column| self.ends.get(&(column, outcome)));
                if let Some(&end) = end {
                    *self.items[end].occupancy.get_or_insert(0.0) += here * transition.probability;
                }
            }
        }
        for link in &mut self.links {
            let goes = link.port.is_none() || link.is_taken;
            let here = self.items[link.from].occupancy;
            link.flow = here.map(|here| if goes { here * link.probability } else { 0.0 });
        }
    }
}
