//! The figure of a whole graph.

use std::collections::{BTreeMap, HashMap};

use mdp2048_rules::{Action, Board};

use crate::chain::PolicyChain;
use crate::figure::{
    ActionFilter, Column, Edge, EdgeEnd, EndingStyle, Figure, FigureOptions, Node, NodeRole, Port,
};
use crate::graph::{ActionGroup, Ending, Frame, Graph, Grouping, Successor};
use crate::numbers::value_name;

impl Figure {
    /// The figure of a graph.
    pub fn of_graph(graph: &Graph, options: FigureOptions) -> Self {
        let mut builder = Builder::new(graph, options);
        builder.build();
        builder.figure(title(graph, options), summary(graph, options), false)
    }
}

pub(crate) const fn states(graph: &Graph) -> &'static str {
    match graph.frame() {
        Frame::Canonical => "canonical states",
        Frame::Shown => "every board a state",
    }
}

fn title(graph: &Graph, options: FigureOptions) -> String {
    let actions = match (options.actions, graph.grouping()) {
        (ActionFilter::Best, _) => "optimal actions",
        (ActionFilter::Policy, _) => "the actions of the policy",
        (ActionFilter::All, Grouping::Equivalent) => "all actions",
        (ActionFilter::All, Grouping::Direction) => "all actions by direction",
    };
    let between = if options.afterstates { ", with afterstates" } else { "" };
    format!("{}: {}, {actions}{between}", graph.game(), states(graph))
}

fn summary(graph: &Graph, options: FigureOptions) -> String {
    let (states, transitions) = (graph.states().len(), graph.transitions());
    let what = match options.actions {
        ActionFilter::All => format!("{states} states and {transitions} transitions"),
        ActionFilter::Best | ActionFilter::Policy => {
            let choices = graph.states().iter().flat_map(|state| &state.action_groups);
            let drawn = choices.filter(|it| options.draws(it)).map(|it| it.transitions.len());
            format!("{states} states and {} of {transitions} transitions", drawn.sum::<usize>())
        }
    };
    let value = if graph.states().iter().any(|state| state.value.is_some()) {
        let name = value_name(graph.game());
        format!(" Below each state: its {name} under optimal play.")
    } else {
        String::new()
    };
    format!(
        "{what} of a Markov decision process, in columns by tile sum: every action leads to the \
         right, by 2 or by 4.{value}"
    )
}

impl FigureOptions {
    /// Whether the edges of a choice are drawn.
    const fn draws(self, choice: &ActionGroup) -> bool {
        match self.actions {
            ActionFilter::All => true,
            ActionFilter::Best => choice.is_best,
            ActionFilter::Policy => choice.is_taken,
        }
    }
}

pub(crate) struct Builder<'g> {
    pub(crate) graph: &'g Graph,
    options: FigureOptions,
    // Of the policy, where every state has an action of it.
    pub(crate) chain: Option<PolicyChain>,
    // Whether only what its games visit has edges.
    pub(crate) only_visited: bool,
    columns: Vec<Column>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
    // Afterstates by column and board, ends by column.
    pub(crate) afterstates: BTreeMap<(usize, Board), usize>,
    pub(crate) ends: HashMap<(usize, Ending), usize>,
}

impl<'g> Builder<'g> {
    pub(crate) fn new(graph: &'g Graph, options: FigureOptions) -> Self {
        let first = graph.states().first().map_or(0, |state| state.sum.get() as usize);
        let mut columns = Vec::new();
        for at in 0..graph.columns() {
            columns.push(Column { label: (first + 2 * at).to_string() });
            if options.afterstates {
                columns.push(Column { label: String::new() });
            }
        }
        let (nodes, edges) = (Vec::new(), Vec::new());
        let (afterstates, ends) = (BTreeMap::new(), HashMap::new());
        let chain = graph.chain();
        let only_visited = false;
        Self { graph, options, chain, only_visited, columns, nodes, edges, afterstates, ends }
    }

    pub(crate) fn build(&mut self) {
        self.states();
        self.edges();
        self.flows();
    }

    pub(crate) fn figure(mut self, title: String, summary: String, is_flow: bool) -> Figure {
        self.columns.truncate(self.nodes.iter().map(|node| node.column + 1).max().unwrap_or(0));
        Figure {
            game: *self.graph.game(),
            title,
            summary,
            axis: "tile sum",
            columns: self.columns,
            nodes: self.nodes,
            edges: self.edges,
            is_small: false,
            is_flow,
        }
    }

    /// The states are the first nodes, with the numbers they have in the graph.
    fn states(&mut self) {
        let stride = if self.options.afterstates { 2 } else { 1 };
        for (number, state) in self.graph.states().iter().enumerate() {
            let allowed = |action: &Action| {
                state.action_groups.iter().any(|choice| choice.actions.contains(action))
            };
            self.nodes.push(Node {
                id: format!("s{}", state.board.hex()),
                role: NodeRole::State,
                board: Some(state.board),
                column: stride * self.graph.column(number),
                start: state.start,
                value: state.value,
                occupancy: self.chain.as_ref().map(|chain| chain.occupancy[number]),
                ending: None,
                ports: state.action_groups.iter().map(|choice| self.port(choice)).collect(),
                blocked: Action::ALL.into_iter().filter(|action| !allowed(action)).collect(),
            });
        }
    }

    fn port(&self, choice: &ActionGroup) -> Port {
        Port {
            actions: choice.actions.clone(),
            value: choice.value,
            is_best: choice.is_best,
            is_taken: choice.is_taken,
            is_shown: self.options.draws(choice),
        }
    }

    fn edges(&mut self) {
        for (number, state) in self.graph.states().iter().enumerate() {
            for (port, choice) in state.action_groups.iter().enumerate() {
                let is_visited = self.nodes[number].occupancy.is_some_and(|it| it > 0.0);
                let is_left_out = self.only_visited && !is_visited;
                if is_left_out || !self.nodes[number].ports[port].is_shown {
                    continue;
                }
                let wins =
                    choice.transitions.iter().any(|it| it.next == Successor::End(Ending::Win));
                if self.options.afterstates && !wins {
                    let after = self.afterstate(number, choice.after);
                    self.edge(number, Some(port), EdgeEnd::Node(after), 1.0, false, choice);
                    continue;
                }
                for transition in &choice.transitions {
                    let to = self.to(self.nodes[number].column, transition.next);
                    let probability = transition.probability;
                    self.edge(number, Some(port), to, probability, transition.only_four, choice);
                }
            }
        }
        self.after_edges();
    }

    /// What follows each afterstate, once, whichever states lead to it.
    fn after_edges(&mut self) {
        let mut best: BTreeMap<usize, (&ActionGroup, bool, bool)> = BTreeMap::new();
        for state in self.graph.states() {
            for choice in &state.action_groups {
                let key = (self.after_column(state.board), choice.after);
                if let Some(&after) = self.afterstates.get(&key) {
                    let entry = best.entry(after).or_insert((choice, false, false));
                    entry.1 |= choice.is_best;
                    entry.2 |= choice.is_taken;
                }
            }
        }
        for (after, (choice, is_best, is_taken)) in best {
            for transition in &choice.transitions {
                let to = self.to(self.nodes[after].column, transition.next);
                self.edges.push(Edge {
                    from: after,
                    port: None,
                    to,
                    probability: transition.probability,
                    only_four: transition.only_four,
                    is_best,
                    is_taken,
                    flow: None,
                });
            }
        }
    }

    fn after_column(&self, state: Board) -> usize {
        self.graph.find(state).map_or(0, |state| self.nodes[state].column + 1)
    }

    fn afterstate(&mut self, state: usize, board: Board) -> usize {
        let column = self.nodes[state].column + 1;
        let number = self.nodes.len();
        let afterstate = *self.afterstates.entry((column, board)).or_insert(number);
        if afterstate == number {
            let id = format!("a{}", board.hex());
            self.nodes.push(Node { board: Some(board), ..bare(id, NodeRole::Afterstate, column) });
        }
        afterstate
    }

    fn to(&mut self, column: usize, next: Successor) -> EdgeEnd {
        let outcome = match next {
            Successor::State(state) => return EdgeEnd::Node(state),
            Successor::End(outcome) => outcome,
        };
        let Some(column) = self.end_column(column) else { return EdgeEnd::Stub(outcome) };
        if column >= self.columns.len() {
            self.columns.resize(column + 1, Column { label: String::new() });
        }
        let number = self.nodes.len();
        let end = *self.ends.entry((column, outcome)).or_insert(number);
        if end == number {
            let name = outcome.name();
            let id = match self.options.endings {
                EndingStyle::PerColumn => format!("{name}-{column}"),
                _ => name.to_owned(),
            };
            self.nodes.push(bare(id, NodeRole::End(outcome), column));
        }
        EdgeEnd::Node(end)
    }

    /// The column of the ends that follow a column, unless they are stubs.
    pub(crate) fn end_column(&self, column: usize) -> Option<usize> {
        match self.options.endings {
            EndingStyle::Stubs => None,
            EndingStyle::PerColumn => Some(column + 1),
            EndingStyle::Shared => {
                let stride = if self.options.afterstates { 2 } else { 1 };
                Some(stride * self.graph.columns())
            }
        }
    }

    fn edge(
        &mut self,
        from: usize,
        port: Option<usize>,
        to: EdgeEnd,
        probability: f64,
        only_four: bool,
        choice: &ActionGroup,
    ) {
        let (is_best, is_taken) = (choice.is_best, choice.is_taken);
        let flow = None;
        self.edges.push(Edge { from, port, to, probability, only_four, is_best, is_taken, flow });
    }
}

/// An node without anything that only states have.
pub(crate) fn bare(id: String, role: NodeRole, column: usize) -> Node {
    let ending = match role {
        NodeRole::End(outcome) => Some(outcome),
        _ => None,
    };
    Node {
        id,
        role,
        board: None,
        column,
        start: 0.0,
        value: None,
        occupancy: None,
        ending,
        ports: Vec::new(),
        blocked: Vec::new(),
    }
}
