//! The flow of games under a policy: how many games visit each node and go along each edge.

use mdp2048_display::Percentage;

use crate::figure::{ActionFilter, EndingStyle, Figure, FigureOptions};
use crate::graph::Graph;
use crate::graph_figure::{GraphFigureBuilder, states_text};

impl Figure {
    /// Builds the figure of the flow of games under the policy of a graph: all states, and the
    /// edges along which games go to one win and one loss. Returns `None` if some state has no
    /// action of the policy.
    pub fn of_flow(graph: &Graph, afterstates: bool) -> Option<Self> {
        let chain = graph.chain()?;
        let actions = ActionFilter::Policy;
        let options = FigureOptions { actions, afterstates, endings: EndingStyle::Shared };
        let mut builder = GraphFigureBuilder::new(graph, options);
        builder.only_visited = true;
        builder.build();
        let share = |probability| Percentage::computed(probability).short();
        let (win, lose) = (share(chain.win), share(chain.lose));
        let title = format!("{}: {}, the flow of games", graph.game(), states_text(graph));
        let visited = chain.occupancy.iter().filter(|&&occupancy| occupancy > 0.0).count();
        let summary = format!(
            "The Markov chain that the policy makes of the game: all games begin at the outlined \
             states, {win} of them flow into the win and {lose} into the loss, and {visited} of {} \
             states are visited. The wider a link, the more games go along it.",
            graph.states.len()
        );
        Some(builder.into_figure(title, summary, true))
    }
}
