//! The text about one node, which a page shows beside the drawing.

use crate::{EdgeEnd, Ending, NodeRole, Port};
use mdp2048_display::{Percentage, probability};
use mdp2048_rules::Board;

use crate::page::Drawing;

/// The text about a node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeDetails {
    /// The index of the node.
    pub node: usize,
    /// The board; `None` for the ends of the game.
    pub board: Option<Board>,
    /// The heading.
    pub title: String,
    /// The names and values of its properties: tile sum, value, occupancy and others.
    pub facts: Vec<(String, String)>,
    /// The actions by descending value. An afterstate has one row, for the random tile.
    pub actions: Vec<ActionRow>,
}

/// The text about the actions of one port.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionRow {
    /// The index of the port in the node; `None` for the random tile of an afterstate.
    pub port: Option<usize>,
    /// The names of the actions.
    pub name: String,
    /// The action value.
    pub value: Option<String>,
    /// `best`, or the regret.
    pub verdict: Option<String>,
    /// Whether the actions are best.
    pub is_best: bool,
    /// Whether the policy chooses one of the actions.
    pub is_taken: bool,
    /// The possible results.
    pub successors: Vec<SuccessorRow>,
}

/// The text about one result of an action and a random tile.
#[derive(Clone, Debug, PartialEq)]
pub struct SuccessorRow {
    /// The index of the node, if the drawing has one for the result.
    pub node: Option<usize>,
    /// The board, or the ending.
    pub label: String,
    /// The probability.
    pub probability: String,
    /// Whether only a 4 as the random tile has this result.
    pub only_four: bool,
    /// How the game ends there, if it does.
    pub ending: Option<Ending>,
}

impl NodeDetails {
    /// The text about the node with this index.
    pub fn of(drawing: &Drawing, index: usize) -> Self {
        let node = &drawing.figure().nodes[index];
        let title = match (node.role, node.board) {
            (NodeRole::State, Some(board)) => format!("State {board}"),
            (NodeRole::Afterstate, Some(board)) => format!("Afterstate {board}"),
            (NodeRole::End(Ending::Win), _) => "The game is won".to_owned(),
            _ => "The game is lost".to_owned(),
        };
        let facts = facts(drawing, index);
        Self { node: index, board: node.board, title, facts, actions: actions(drawing, index) }
    }
}

fn facts(drawing: &Drawing, index: usize) -> Vec<(String, String)> {
    let figure = drawing.figure();
    let node = &figure.nodes[index];
    let mut facts = Vec::new();
    let mut add = |name: &str, value: String| facts.push((name.to_owned(), value));
    if let Some(board) = node.board {
        add("tile sum", board.tile_sum().to_string());
    }
    if let Some(value) = node.value {
        add(figure.measure().name_in_state(), figure.value_text(value));
    }
    if node.start > 0.0 {
        add("starts", share_of_games(node.start));
    }
    if let Some(occupancy) = node.occupancy {
        let is_end = matches!(node.role, NodeRole::End(_));
        add(if is_end { "ends" } else { "visited by" }, share_of_games(occupancy));
    }
    if let (Some(chain), NodeRole::State, true) =
        (drawing.chain(), node.role, drawing.has_overrides())
    {
        add("wins under your policy", percent(chain.wins[index]));
    }
    if let Some(ending) = node.ending.filter(|_| node.board.is_some()) {
        add("the game is", if ending == Ending::Win { "won" } else { "lost" }.to_owned());
    }
    facts
}

fn actions(drawing: &Drawing, index: usize) -> Vec<ActionRow> {
    let node = &drawing.figure().nodes[index];
    let best = node.ports.iter().filter_map(|port| port.value).reduce(f64::max);
    let mut rows: Vec<ActionRow> = node
        .ports
        .iter()
        .enumerate()
        .map(|(port_index, port)| {
            let names: Vec<_> = port.actions.iter().map(|action| action.name()).collect();
            ActionRow {
                port: Some(port_index),
                name: names.join(", "),
                value: port.value.map(|value| drawing.figure().value_text(value)),
                verdict: verdict(drawing, port, best),
                is_best: port.is_best,
                is_taken: port.is_taken,
                successors: successors(drawing, index, Some(port_index)),
            }
        })
        .collect();
    let value = |row: &ActionRow| {
        row.port.and_then(|port| node.ports[port].value).unwrap_or(f64::NEG_INFINITY)
    };
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
    if node.role == NodeRole::Afterstate && node.ending.is_none() {
        rows.push(ActionRow {
            port: None,
            name: "random tile".to_owned(),
            value: None,
            verdict: None,
            is_best: false,
            is_taken: false,
            successors: successors(drawing, index, None),
        });
    }
    rows
}

/// The text `best`, or the regret: the value of the best port minus the value of this one.
fn verdict(drawing: &Drawing, port: &Port, best: Option<f64>) -> Option<String> {
    let regret = best? - port.value?;
    Some(if port.is_best { "best".to_owned() } else { drawing.figure().measure().cost(regret) })
}

/// The states and ends that may follow an action or an afterstate, by descending probability. For a
/// port whose edge leads to an afterstate, these are the successors of the afterstate.
fn successors(drawing: &Drawing, from: usize, port: Option<usize>) -> Vec<SuccessorRow> {
    let figure = drawing.figure();
    let mut rows: Vec<(f64, SuccessorRow)> = Vec::new();
    for edge in figure.edges.iter().filter(|edge| edge.from == from && edge.port == port) {
        let node = match edge.to {
            EdgeEnd::Node(node) => Some(node),
            EdgeEnd::Stub(_) => None,
        };
        let ending = figure.ending_of(edge);
        let is_afterstate = |&node: &usize| figure.nodes[node].role == NodeRole::Afterstate;
        if let (Some(afterstate), None) = (node.filter(is_afterstate), ending) {
            return successors(drawing, afterstate, None);
        }
        let board = node.and_then(|node| figure.nodes[node].board);
        let label = match (ending, board) {
            (Some(ending), _) => ending.name().to_owned(),
            (None, Some(board)) => board.to_string(),
            (None, None) => String::new(),
        };
        let row = SuccessorRow {
            node,
            label,
            probability: probability(edge.probability),
            only_four: edge.only_four,
            ending,
        };
        rows.push((edge.probability, row));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// A computed probability in percent, with as many digits as in the drawing.
fn percent(probability: f64) -> String {
    Percentage::computed(probability).short()
}

/// A probability as a share of all games: `96.3 % of games`.
fn share_of_games(probability: f64) -> String {
    format!("{} of games", percent(probability))
}
