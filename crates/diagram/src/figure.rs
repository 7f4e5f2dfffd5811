//! What a drawing shows: nodes in columns and the edges between them.

use mdp2048_model::{Game, Values};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::graph::Ending;
use crate::numbers::value_name;

/// Which actions have their edges drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ActionFilter {
    /// All that are allowed.
    #[default]
    All,
    /// Those that are best up to rounding noise.
    Best,
    /// The one that the policy takes.
    Policy,
}

/// How the ends of the game are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum EndingStyle {
    /// As a mark at the action that leads there, with its probability.
    #[default]
    Stubs,
    /// As a win and a loss in every column that follows one.
    PerColumn,
    /// As one win and one loss in the last column, with every edge to them.
    Shared,
}

/// What of a graph is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct FigureOptions {
    /// Which actions.
    pub actions: ActionFilter,
    /// Whether afterstates stand between the states.
    pub afterstates: bool,
    /// How the ends of the game are drawn.
    pub endings: EndingStyle,
}

/// What an node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeRole {
    /// A board on which the player is to act, or on which the game is lost.
    State,
    /// A board before the random tile.
    Afterstate,
    /// The end of the game.
    End(Ending),
}

/// A thing with a place of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The name, unique in the figure: `s0122`, `a0220`, `win`.
    pub id: String,
    /// What it is.
    pub role: NodeRole,
    /// The board; every role but the end has one.
    pub board: Option<Board>,
    /// The column.
    pub column: usize,
    /// The probability that a game starts here.
    pub start: f64,
    /// V of the state, where known.
    pub value: Option<f64>,
    /// The probability that a game under the policy comes here, where known.
    pub occupancy: Option<f64>,
    /// How the game has ended on this board, if it has.
    pub ending: Option<Ending>,
    /// What may be chosen here; an afterstate and an end have nothing to choose.
    pub ports: Vec<Port>,
    /// Directions that are not allowed.
    pub blocked: Vec<Action>,
}

/// Actions of a state that are drawn as one, where their edges begin.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    /// The actions, at least one.
    pub actions: Vec<Action>,
    /// Q(s, a), where known.
    pub value: Option<f64>,
    /// Whether it is among the best.
    pub is_best: bool,
    /// Whether the policy takes it.
    pub is_taken: bool,
    /// Whether its edges are drawn.
    pub is_shown: bool,
}

/// Where a edge ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeEnd {
    /// At an node, by its number.
    Node(usize),
    /// At a mark beside where it begins.
    Stub(Ending),
}

/// What leads from an node to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The node where it begins.
    pub from: usize,
    /// The port of the node, if it has ports.
    pub port: Option<usize>,
    /// Where it ends.
    pub to: EdgeEnd,
    /// Its probability, given the action or the afterstate.
    pub probability: f64,
    /// Whether it stands for a random tile, and only a 4.
    pub only_four: bool,
    /// Whether it belongs to a best action.
    pub is_best: bool,
    /// Whether it belongs to the action that the policy takes.
    pub is_taken: bool,
    /// The probability that a game under the policy goes along it, where known.
    pub flow: Option<f64>,
}

/// A column of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What is written above it.
    pub label: String,
}

/// A figure: what is drawn, before it is known where.
#[derive(Clone, Debug)]
pub struct Figure {
    pub(crate) game: Game,
    pub(crate) title: String,
    pub(crate) summary: String,
    /// What the labels of the columns are, or nothing if they say it themselves.
    pub(crate) axis: &'static str,
    pub(crate) columns: Vec<Column>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
    /// Whether there is room to write probabilities beside the edges.
    pub(crate) is_small: bool,
    /// Whether the width of a edge is its flow, not its probability.
    pub(crate) is_flow: bool,
}

impl Figure {
    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What the figure is, in a line.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What there is to see, in a sentence or two.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The columns from left to right.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The edges.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Whether the width of a edge is its flow, not its probability.
    pub const fn is_flow(&self) -> bool {
        self.is_flow
    }

    /// How a edge ends the game, if it does.
    pub fn ending_of(&self, edge: &Edge) -> Option<Ending> {
        match edge.to {
            EdgeEnd::Stub(outcome) => Some(outcome),
            EdgeEnd::Node(node) => match self.nodes[node].role {
                NodeRole::End(outcome) => Some(outcome),
                _ => self.nodes[node].ending,
            },
        }
    }

    /// Adds the values of a solution of the game to its states and actions.
    #[must_use]
    pub fn with_values(mut self, values: &impl Values) -> Self {
        for node in self.nodes.iter_mut().filter(|node| node.role == NodeRole::State) {
            let Some(board) = node.board else {
                continue;
            };
            let (state, symmetry) = CanonicalState::of(board);
            node.value = values.value(state);
            if node.ports.is_empty() {
                continue;
            }
            let Some(of_actions) = values.action_values(state) else {
                continue;
            };
            let of_actions = of_actions.before(symmetry);
            for port in &mut node.ports {
                port.value = port.actions.iter().find_map(|&action| of_actions.get(action));
                port.is_best = of_actions.best().any(|action| port.actions.contains(&action));
            }
        }
        self.mark_best();
        let name = value_name(&self.game);
        self.summary.push_str(&format!(" Below each state: its {name} under optimal play."));
        self
    }

    /// Marks the edges of best actions, and of the afterstates that they lead to.
    fn mark_best(&mut self) {
        let mut after_best = vec![false; self.nodes.len()];
        for edge in &mut self.edges {
            if let Some(port) = edge.port {
                edge.is_best = self.nodes[edge.from].ports[port].is_best;
                if let (true, EdgeEnd::Node(node)) = (edge.is_best, edge.to) {
                    after_best[node] = true;
                }
            }
        }
        for edge in self.edges.iter_mut().filter(|edge| edge.port.is_none()) {
            edge.is_best = after_best[edge.from];
        }
    }
}
