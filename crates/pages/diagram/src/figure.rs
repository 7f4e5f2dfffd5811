//! What a drawing shows: nodes in columns and the edges between them, without coordinates.

use mdp2048_display::Measure;
use mdp2048_model::{Game, Value, ValuedGame, Values};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::graph::Ending;

/// The actions whose edges are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ActionFilter {
    /// All allowed actions.
    #[default]
    All,
    /// The actions whose value is the greatest up to rounding.
    Best,
    /// The action of the policy.
    Policy,
}

/// How wins and losses are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum EndingStyle {
    /// As a label with the probability beside the port of the action; the edge is not drawn.
    Stubs,
    /// As a win node and a loss node in every column that needs them.
    PerColumn,
    /// As one win node and one loss node in the last column, with all edges to them.
    #[default]
    Shared,
}

/// What the figure of a graph shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct FigureOptions {
    /// The actions whose edges are drawn.
    pub actions: ActionFilter,
    /// Whether afterstates are drawn between the states.
    pub afterstates: bool,
    /// How wins and losses are drawn.
    pub endings: EndingStyle,
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeRole {
    /// A board on which the player is to act, or on which the game is lost.
    State,
    /// A board before the random tile.
    Afterstate,
    /// A win or a loss.
    End(Ending),
}

/// A node of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The name, unique in the figure: `s0122`, `a0220`, `win`.
    pub id: String,
    /// The kind of the node.
    pub role: NodeRole,
    /// The board; every role but [`NodeRole::End`] has one.
    pub board: Option<Board>,
    /// The index of its column.
    pub column: usize,
    /// The probability that a game starts at this node.
    pub start: f64,
    /// The value V of the state, if known.
    pub value: Option<Value>,
    /// The probability that a game under the policy visits the node, if known.
    pub occupancy: Option<f64>,
    /// How the game has ended on this board, if it has.
    pub ending: Option<Ending>,
    /// The allowed actions; an afterstate and an ending have none.
    pub ports: Vec<Port>,
    /// The actions that are not allowed.
    pub blocked: Vec<Action>,
}

impl Node {
    /// Whether the value is known where those of the states from this column on are solved.
    pub const fn is_solved(&self, solved_from: usize) -> bool {
        self.ending.is_some() || self.column >= solved_from
    }

    /// A node without the properties that only some states have.
    pub(crate) const fn new(
        id: String,
        role: NodeRole,
        board: Option<Board>,
        column: usize,
    ) -> Self {
        let ending = match role {
            NodeRole::End(ending) => Some(ending),
            NodeRole::State | NodeRole::Afterstate => None,
        };
        Self {
            id,
            role,
            board,
            column,
            start: 0.0,
            value: None,
            occupancy: None,
            ending,
            ports: Vec::new(),
            blocked: Vec::new(),
        }
    }
}

/// Actions of a state that are drawn as one; their edges begin here.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    /// The actions, at least one.
    pub actions: Vec<Action>,
    /// The action value Q(s, a), if known.
    pub value: Option<Value>,
    /// Whether the action value is the greatest up to rounding.
    pub is_best: bool,
    /// Whether the action of the policy is among the actions.
    pub is_taken: bool,
    /// Whether its edges are drawn.
    pub is_shown: bool,
}

/// Where an edge ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeEnd {
    /// At a node, by its index.
    Node(usize),
    /// At a label beside the port where the edge begins.
    Stub(Ending),
}

impl EdgeEnd {
    /// The node, if it ends at one.
    pub(crate) const fn node(self) -> Option<usize> {
        match self {
            Self::Node(node) => Some(node),
            Self::Stub(_) => None,
        }
    }
}

/// An edge of a figure: an action or a random tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The index of the node where it begins.
    pub from: usize,
    /// The index of the port where it begins, if the node has ports.
    pub port: Option<usize>,
    /// Where it ends.
    pub to: EdgeEnd,
    /// Its probability, given the action or the afterstate.
    pub probability: f64,
    /// Whether every random tile that leads along the edge is a 4.
    pub only_four: bool,
    /// Whether it belongs to a best action.
    pub is_best: bool,
    /// Whether it belongs to the action of the policy.
    pub is_taken: bool,
    /// The probability that a game under the policy follows the edge, if known.
    pub flow: Option<f64>,
}

impl Edge {
    /// An edge of no best action and not of the policy's, without a flow.
    pub(crate) const fn new(
        from: usize,
        port: Option<usize>,
        to: EdgeEnd,
        probability: f64,
        only_four: bool,
    ) -> Self {
        let (is_best, is_taken, flow) = (false, false, None);
        Self { from, port, to, probability, only_four, is_best, is_taken, flow }
    }
}

/// A figure: nodes in columns and edges, without coordinates.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The game, and what the values of the nodes are.
    pub valued_game: ValuedGame,
    /// The title, one line.
    pub title: String,
    /// A description of the figure in one or two sentences.
    pub summary: String,
    /// The name of what the column labels count; empty if the labels need none.
    pub axis: &'static str,
    /// The text above each column, from left to right; may be empty.
    pub columns: Vec<String>,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
    /// Whether the figure shows one state with its successors. Such a figure is small, so the
    /// probabilities are written beside the edges.
    pub is_single_state: bool,
    /// Whether the columns of a single state are close together.
    pub is_narrow: bool,
    /// Whether the width of an edge shows its flow, not its probability.
    pub is_flow: bool,
}

impl Figure {
    /// The game.
    pub const fn game(&self) -> &Game {
        self.valued_game.game()
    }

    /// What the values of the nodes measure.
    pub fn measure(&self) -> Measure {
        Measure::of(&self.valued_game)
    }

    /// Whether the value of a node is written beside its board, and not below.
    pub(crate) fn has_value_beside(&self, node: &Node) -> bool {
        self.is_single_state && node.column > 0
    }

    /// The text of a value in the unit of the game's objective: `97.61 %`, `0.9584`.
    pub fn value_text(&self, value: Value) -> String {
        self.measure().short(value.measured())
    }

    /// How the game has ended at the end of an edge, if it has.
    pub fn ending_of(&self, edge: &Edge) -> Option<Ending> {
        match edge.to {
            EdgeEnd::Stub(ending) => Some(ending),
            EdgeEnd::Node(node) => self.nodes[node].ending,
        }
    }

    /// Adds the values of a solution of the game to the states and actions.
    #[must_use]
    pub fn with_values(mut self, values: &impl Values) -> Self {
        self.valued_game = *values.valued_game();
        for node in self.nodes.iter_mut().filter(|node| node.role == NodeRole::State) {
            let Some(board) = node.board else {
                continue;
            };
            let (state, symmetry) = CanonicalState::of(board);
            node.value = values.value(state);
            if node.ports.is_empty() {
                continue;
            }
            let Some(action_values) = values.action_values(state) else {
                continue;
            };
            let action_values = action_values.before(symmetry);
            for port in &mut node.ports {
                port.value = port.actions.iter().find_map(|&action| action_values.get(action));
                port.is_best = action_values.best().any(|action| port.actions.contains(&action));
            }
        }
        self.update_best_edges();
        let sentence = if self.is_single_state {
            format!(" The number at a state is its {}.", self.measure().name_in_state())
        } else {
            values_sentence(self.measure())
        };
        self.summary.push_str(&sentence);
        self
    }

    /// Sets `is_best` of every edge from the ports. The edges of an afterstate are best if a best
    /// action leads to the afterstate.
    fn update_best_edges(&mut self) {
        let mut follows_best = vec![false; self.nodes.len()];
        for edge in &mut self.edges {
            if let Some(port) = edge.port {
                edge.is_best = self.nodes[edge.from].ports[port].is_best;
                if let (true, EdgeEnd::Node(node)) = (edge.is_best, edge.to) {
                    follows_best[node] = true;
                }
            }
        }
        for edge in self.edges.iter_mut().filter(|edge| edge.port.is_none()) {
            edge.is_best = follows_best[edge.from];
        }
    }
}

/// The sentence that explains the values below the boards, after a space.
pub(crate) fn values_sentence(measure: Measure) -> String {
    let name = measure.name_in_state();
    format!(" Below each state: its {name} under optimal play.")
}
