//! The figure of a whole graph.

use std::collections::{BTreeMap, HashMap};

use mdp2048_display::Measure;
use mdp2048_model::Probability;
use mdp2048_rules::{Action, Board};

use crate::chain::PolicyChain;
use crate::figure::{
    ActionFilter, Edge, EdgeEnd, EndingStyle, Figure, FigureOptions, Node, NodeRole, Port,
    values_sentence,
};
use crate::graph::{ActionGroup, Ending, Frame, Graph, Grouping, Successor, Transition};

/// The difference of the tile sums of two neighbouring columns of states.
const SUM_PER_COLUMN: usize = 2;

impl Figure {
    /// Builds the figure of a graph.
    pub fn of_graph(graph: &Graph, options: FigureOptions) -> Self {
        let mut builder = GraphFigureBuilder::new(graph, options);
        builder.build();
        builder.into_figure(title(graph, options), summary(graph, options), false)
    }
}

/// The part of a title that says which boards are states.
pub(crate) const fn states_text(graph: &Graph) -> &'static str {
    match graph.frame {
        Frame::Canonical => "states up to symmetry",
        Frame::Shown => "every board a state",
    }
}

fn title(graph: &Graph, options: FigureOptions) -> String {
    let actions = match (options.actions, graph.grouping) {
        (ActionFilter::Best, _) => "optimal actions",
        (ActionFilter::Policy, _) => "the actions of the policy",
        (ActionFilter::All, Grouping::Equivalent) => "all actions",
        (ActionFilter::All, Grouping::Direction) => "all actions by direction",
    };
    let afterstates = if options.afterstates { ", with afterstates" } else { "" };
    format!("{}: {}, {actions}{afterstates}", graph.game(), states_text(graph))
}

fn summary(graph: &Graph, options: FigureOptions) -> String {
    let (states, transitions) = (graph.states.len(), graph.transitions());
    let counts = match options.actions {
        ActionFilter::All => format!("{states} states and {transitions} transitions"),
        ActionFilter::Best | ActionFilter::Policy => {
            let groups = graph.states.iter().flat_map(|state| &state.action_groups);
            let drawn = groups.filter(|it| options.draws(it)).map(|it| it.transitions.len());
            format!("{states} states and {} of {transitions} transitions", drawn.sum::<usize>())
        }
    };
    let has_all = options.actions == ActionFilter::All && graph.frame == Frame::Shown;
    let with_endings = match (has_all, graph.endings()) {
        (true, 2) => format!(
            " With win and lose as two more states, each with a transition to itself, there are {} \
             and {}.",
            states + 2,
            transitions + 2
        ),
        _ => String::new(),
    };
    let has_values = graph.states.iter().any(|state| state.value.is_some());
    let values =
        if has_values { values_sentence(Measure::of(&graph.valued_game)) } else { String::new() };
    let symmetry = match graph.frame {
        Frame::Canonical => " A board and its rotations and reflections are one state.",
        Frame::Shown => "",
    };
    format!(
        "{counts} of a Markov decision process, in columns by tile sum: every action leads to the \
         right, by 2 or by 4.{with_endings}{symmetry}{values}"
    )
}

impl FigureOptions {
    /// Whether the edges of an action group are drawn.
    const fn draws(self, group: &ActionGroup) -> bool {
        match self.actions {
            ActionFilter::All => true,
            ActionFilter::Best => group.is_best,
            ActionFilter::Policy => group.is_taken,
        }
    }

    /// The number of columns from one tile sum to the next.
    const fn columns_per_sum(self) -> usize {
        if self.afterstates { 2 } else { 1 }
    }
}

/// Collects the columns, nodes and edges of the figure of a graph.
pub(crate) struct GraphFigureBuilder<'g> {
    graph: &'g Graph,
    options: FigureOptions,
    // Whether states that no game under the policy visits have no edges.
    pub(crate) only_visited: bool,
    // The chain of the policy, if every state has an action of it.
    chain: Option<PolicyChain>,
    columns: Vec<String>,
    // The first nodes are the states, with the same indices as in the graph.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    // The nodes of the afterstates by column and board, and of the endings by column.
    afterstates: BTreeMap<(usize, Board), usize>,
    endings: HashMap<(usize, Ending), usize>,
}

impl<'g> GraphFigureBuilder<'g> {
    pub(crate) fn new(graph: &'g Graph, options: FigureOptions) -> Self {
        let first = graph.states.first().map_or(0, |state| state.sum.get() as usize);
        let mut columns = Vec::new();
        for at in 0..graph.columns() {
            columns.push((first + SUM_PER_COLUMN * at).to_string());
            if options.afterstates {
                columns.push(String::new());
            }
        }
        Self {
            graph,
            options,
            only_visited: false,
            chain: graph.chain(),
            columns,
            nodes: Vec::new(),
            edges: Vec::new(),
            afterstates: BTreeMap::new(),
            endings: HashMap::new(),
        }
    }

    pub(crate) fn build(&mut self) {
        self.add_states();
        self.add_edges_of_states();
        self.add_edges_of_afterstates();
        self.add_occupancies();
        self.add_flows();
    }

    pub(crate) fn into_figure(mut self, title: String, summary: String, is_flow: bool) -> Figure {
        self.columns.truncate(self.nodes.iter().map(|node| node.column + 1).max().unwrap_or(0));
        Figure {
            valued_game: self.graph.valued_game,
            title,
            summary,
            axis: "tile sum",
            columns: self.columns,
            nodes: self.nodes,
            edges: self.edges,
            is_single_state: false,
            is_narrow: false,
            is_flow,
        }
    }

    fn add_states(&mut self) {
        for (index, state) in self.graph.states.iter().enumerate() {
            let is_allowed = |action: &Action| {
                state.action_groups.iter().any(|group| group.actions.contains(action))
            };
            let column = self.options.columns_per_sum() * self.graph.column(index);
            let id = format!("s{}", state.board.hex());
            self.nodes.push(Node {
                start: state.start,
                value: state.value,
                occupancy: self.chain.as_ref().map(|chain| chain.occupancy[index]),
                ports: state.action_groups.iter().map(|group| self.port(group)).collect(),
                blocked: Action::ALL.into_iter().filter(|action| !is_allowed(action)).collect(),
                ..Node::new(id, NodeRole::State, Some(state.board), column)
            });
        }
    }

    fn port(&self, group: &ActionGroup) -> Port {
        Port {
            actions: group.actions.clone(),
            value: group.value,
            is_best: group.is_best,
            is_taken: group.is_taken,
            is_shown: self.options.draws(group),
        }
    }

    /// Adds the edges that begin at states: to afterstates if the figure has them, else to the
    /// successors. A winning action leads to the win in either case.
    fn add_edges_of_states(&mut self) {
        let graph = self.graph;
        for (index, state) in graph.states.iter().enumerate() {
            let is_visited = self.nodes[index].occupancy.is_some_and(|it| it > 0.0);
            if self.only_visited && !is_visited {
                continue;
            }
            for (port, group) in state.action_groups.iter().enumerate() {
                if !self.nodes[index].ports[port].is_shown {
                    continue;
                }
                let is_win = |it: &Transition| it.next == Successor::End(Ending::Win);
                if self.options.afterstates && !group.transitions.iter().any(is_win) {
                    let to = EdgeEnd::Node(self.find_or_add_afterstate(index, group.after));
                    self.edges.push(edge_of(group, Edge::new(index, Some(port), to, 1.0, false)));
                    continue;
                }
                for &Transition { next, probability, only_four } in &group.transitions {
                    let to = self.find_or_add_end(self.nodes[index].column, next);
                    let edge = Edge::new(index, Some(port), to, probability, only_four);
                    self.edges.push(edge_of(group, edge));
                }
            }
        }
    }

    /// Adds the edges that begin at afterstates. Each afterstate has them once, even if several
    /// states lead to it.
    fn add_edges_of_afterstates(&mut self) {
        // For each afterstate: an action group that leads to it, and whether a best action and the
        // policy's action lead to it.
        let mut groups: BTreeMap<usize, (&ActionGroup, bool, bool)> = BTreeMap::new();
        for (index, state) in self.graph.states.iter().enumerate() {
            let column = self.nodes[index].column + 1;
            for group in &state.action_groups {
                if let Some(&after) = self.afterstates.get(&(column, group.after)) {
                    let entry = groups.entry(after).or_insert((group, false, false));
                    entry.1 |= group.is_best;
                    entry.2 |= group.is_taken;
                }
            }
        }
        for (after, (group, is_best, is_taken)) in groups {
            for &Transition { next, probability, only_four } in &group.transitions {
                let to = self.find_or_add_end(self.nodes[after].column, next);
                let edge = Edge::new(after, None, to, probability, only_four);
                self.edges.push(Edge { is_best, is_taken, ..edge });
            }
        }
    }

    fn find_or_add_afterstate(&mut self, state: usize, board: Board) -> usize {
        let column = self.nodes[state].column + 1;
        let new = self.nodes.len();
        let index = *self.afterstates.entry((column, board)).or_insert(new);
        if index == new {
            let id = format!("a{}", board.hex());
            self.nodes.push(Node::new(id, NodeRole::Afterstate, Some(board), column));
        }
        index
    }

    /// Where an edge to a successor ends. Adds the node of an ending if there is none.
    fn find_or_add_end(&mut self, column: usize, next: Successor) -> EdgeEnd {
        let ending = match next {
            Successor::State(state) => return EdgeEnd::Node(state),
            Successor::End(ending) => ending,
        };
        let Some(column) = self.ending_column(column) else { return EdgeEnd::Stub(ending) };
        if column >= self.columns.len() {
            self.columns.resize(column + 1, String::new());
        }
        let new = self.nodes.len();
        let index = *self.endings.entry((column, ending)).or_insert(new);
        if index == new {
            let name = ending.name();
            let id = match self.options.endings {
                EndingStyle::PerColumn => format!("{name}-{column}"),
                EndingStyle::Stubs | EndingStyle::Shared => name.to_owned(),
            };
            self.nodes.push(Node::new(id, NodeRole::End(ending), None, column));
        }
        EdgeEnd::Node(index)
    }

    /// The column of the endings that follow a column, or `None` if they are stubs.
    fn ending_column(&self, column: usize) -> Option<usize> {
        match self.options.endings {
            EndingStyle::Stubs => None,
            EndingStyle::PerColumn => Some(column + 1),
            EndingStyle::Shared => Some(self.options.columns_per_sum() * self.graph.columns()),
        }
    }

    /// Adds the occupancies of afterstates and endings from those of the states.
    ///
    /// They are probabilities; the rounding errors of the sums, which may exceed 1, are left out.
    fn add_occupancies(&mut self) {
        let Some(chain) = &self.chain else { return };
        for node in self.nodes.iter_mut().filter(|node| node.role != NodeRole::State) {
            node.occupancy = Some(0.0);
        }
        for (index, state) in self.graph.states.iter().enumerate() {
            let occupancy = chain.occupancy[index];
            let Some(group) = state.action_groups.iter().find(|group| group.is_taken) else {
                continue;
            };
            let mut from = index;
            let column = self.nodes[index].column;
            if let Some(&after) = self.afterstates.get(&(column + 1, group.after)) {
                from = after;
                *self.nodes[after].occupancy.get_or_insert(0.0) += occupancy;
            }
            for transition in &group.transitions {
                let Successor::End(ending) = transition.next else { continue };
                let column = self.ending_column(self.nodes[from].column);
                let end = column.and_then(|column| self.endings.get(&(column, ending)));
                if let Some(&end) = end {
                    let flow = occupancy * transition.probability;
                    *self.nodes[end].occupancy.get_or_insert(0.0) += flow;
                }
            }
        }
        for node in &mut self.nodes {
            node.occupancy = node.occupancy.map(Probability::clamp_unit);
        }
    }

    /// Sets the flow of every edge: the occupancy of the node where it begins times its
    /// probability, or 0 for an action that is not the policy's.
    fn add_flows(&mut self) {
        if self.chain.is_none() {
            return;
        }
        for edge in &mut self.edges {
            let is_taken = edge.port.is_none() || edge.is_taken;
            let occupancy = self.nodes[edge.from].occupancy;
            edge.flow = occupancy.map(|it| if is_taken { it * edge.probability } else { 0.0 });
        }
    }
}

/// An edge that begins at an action group.
const fn edge_of(group: &ActionGroup, edge: Edge) -> Edge {
    Edge { is_best: group.is_best, is_taken: group.is_taken, ..edge }
}
