//! Where the games of a policy go: how many come to each node and along each edge.

use crate::figure::{ActionFilter, EndingStyle, Figure, FigureOptions, NodeRole};
use crate::graph::{Graph, Successor};
use crate::graph_figure::{Builder, states};
use crate::numbers;

impl Figure {
    /// The figure of where the policy's games go in a graph: every state, and the edges along which
    /// they go to one win and one loss. `None` if some state has no action of the policy.
    pub fn of_flow(graph: &Graph, afterstates: bool) -> Option<Self> {
        let options = FigureOptions {
            actions: ActionFilter::Policy,
            afterstates,
            endings: EndingStyle::Shared,
        };
        let mut builder = Builder::new(graph, options);
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
    /// How likely the policy's games are to come to each node and to go along each edge.
    pub(crate) fn flows(&mut self) {
        let Some(chain) = &self.chain else { return };
        for node in self.nodes.iter_mut().filter(|node| node.role != NodeRole::State) {
            node.occupancy = Some(0.0);
        }
        for (number, state) in self.graph.states().iter().enumerate() {
            let here = chain.occupancy[number];
            let Some(choice) = state.action_groups.iter().find(|choice| choice.is_taken) else {
                continue;
            };
            let mut from = number;
            let column = self.nodes[number].column;
            if let Some(&after) = self.afterstates.get(&(column + 1, choice.after)) {
                from = after;
                *self.nodes[after].occupancy.get_or_insert(0.0) += here;
            }
            for transition in &choice.transitions {
                let Successor::End(outcome) = transition.next else { continue };
                let column = self.end_column(self.nodes[from].column);
                let end = column.and_then(|column| self.ends.get(&(column, outcome)));
                if let Some(&end) = end {
                    *self.nodes[end].occupancy.get_or_insert(0.0) += here * transition.probability;
                }
            }
        }
        for edge in &mut self.edges {
            let goes = edge.port.is_none() || edge.is_taken;
            let here = self.nodes[edge.from].occupancy;
            edge.flow = here.map(|here| if goes { here * edge.probability } else { 0.0 });
        }
    }
}
