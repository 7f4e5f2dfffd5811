//! What there is to read about a node.

use mdp2048_diagram::{EdgeEnd, Ending, NodeRole};
use mdp2048_display::{Measure, Percentage, probability};
use mdp2048_rules::Board;

use crate::Drawing;

/// The text about a node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeDetails {
    /// The item.
    pub node: usize,
    /// Its board, if it has one.
    pub board: Option<Board>,
    /// What it is.
    pub title: String,
    /// Names and numbers of it.
    pub facts: Vec<(String, String)>,
    /// What may be chosen, the best first; an afterstate has one row without actions.
    pub actions: Vec<ActionRow>,
}

/// What an action is worth, and where it leads.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionRow {
    /// The port of the item.
    pub port: Option<usize>,
    /// The names of the actions that are one.
    pub name: String,
    /// Q(s, a).
    pub value: Option<String>,
    /// What it costs, or that it is best.
    pub verdict: Option<String>,
    /// Whether it is among the best.
    pub is_best: bool,
    /// Whether the policy takes it.
    pub is_taken: bool,
    /// Where it leads.
    pub successors: Vec<SuccessorRow>,
}

/// What may follow an action.
#[derive(Clone, Debug, PartialEq)]
pub struct SuccessorRow {
    /// The item, if the drawing has one for it.
    pub node: Option<usize>,
    /// The board, or how the game ends.
    pub label: String,
    /// The probability.
    pub probability: String,
    /// Whether only a random 4 leads there.
    pub takes_four: bool,
    /// How the game ends there, if it does.
    pub ended: Option<Ending>,
}

impl NodeDetails {
    /// The text about an item.
    pub fn of(drawing: &Drawing, number: usize) -> Self {
        let figure = drawing.figure();
        let item = &figure.nodes()[number];
        let title = match (item.role, item.board) {
            (NodeRole::State, Some(board)) => format!("State {board}"),
            (NodeRole::Afterstate, Some(board)) => format!("Afterstate {board}"),
            (NodeRole::End(Ending::Win), _) => "The game is won".to_owned(),
            _ => "The game is lost".to_owned(),
        };
        let best = item.ports.iter().filter_map(|port| port.value).reduce(f64::max);
        let mut actions: Vec<ActionRow> = item
            .ports
            .iter()
            .enumerate()
            .map(|(at, port)| {
                let names: Vec<_> = port.actions.iter().map(|action| action.name()).collect();
                let regret = best.zip(port.value).map(|(best, value)| best - value);
                ActionRow {
                    port: Some(at),
                    name: names.join(", "),
                    value: port.value.map(|value| drawing.value_text(value)),
                    verdict: regret.map(|regret| verdict(drawing, regret, port.is_best)),
                    is_best: port.is_best,
                    is_taken: port.is_taken,
                    successors: successors(drawing, number, Some(at)),
                }
            })
            .collect();
        let value = |row: &ActionRow| {
            row.port.and_then(|port| item.ports[port].value).unwrap_or(f64::NEG_INFINITY)
        };
        actions.sort_by(|a, b| value(b).total_cmp(&value(a)));
        if item.role == NodeRole::Afterstate && item.ending.is_none() {
            actions.push(ActionRow {
                port: None,
                name: "random tile".to_owned(),
                value: None,
                verdict: None,
                is_best: false,
                is_taken: false,
                successors: successors(drawing, number, None),
            });
        }
        Self { node: number, board: item.board, title, facts: facts(drawing, number), actions }
    }
}

fn facts(drawing: &Drawing, number: usize) -> Vec<(String, String)> {
    let figure = drawing.figure();
    let item = &figure.nodes()[number];
    let mut facts = Vec::new();
    let mut add = |name: &str, value: String| facts.push((name.to_owned(), value));
    if let Some(board) = item.board {
        add("tile sum", board.tile_sum().to_string());
    }
    if let Some(value) = item.value {
        add(Measure::of(figure.game()).name_in_state(), drawing.value_text(value));
    }
    if item.start > 0.0 {
        add("games start here", percent(item.start));
    }
    if let Some(occupancy) = item.occupancy {
        let is_end = matches!(item.role, NodeRole::End(_));
        let name = if is_end { "games end here" } else { "games come here" };
        add(name, percent(occupancy));
    }
    if let (Some(chain), NodeRole::State, true) = (drawing.chain(), item.role, drawing.is_own()) {
        add("wins under your policy", percent(chain.wins[number]));
    }
    if let Some(outcome) = item.ending.filter(|_| item.board.is_some()) {
        add("the game is", if outcome == Ending::Win { "won" } else { "lost" }.to_owned());
    }
    facts
}

/// A computed probability in percent, as the drawing shows it.
fn percent(probability: f64) -> String {
    Percentage::computed(probability).short()
}

fn verdict(drawing: &Drawing, regret: f64, is_best: bool) -> String {
    if is_best { "best".to_owned() } else { Measure::of(drawing.figure().game()).cost(regret) }
}

/// What follows a port or an afterstate: states and ends, over an afterstate if there is one.
fn successors(drawing: &Drawing, from: usize, port: Option<usize>) -> Vec<SuccessorRow> {
    let figure = drawing.figure();
    let mut rows: Vec<(f64, SuccessorRow)> = Vec::new();
    for link in figure.edges().iter().filter(|it| it.from == from && it.port == port) {
        let item = match link.to {
            EdgeEnd::Node(item) => Some(item),
            EdgeEnd::Stub(_) => None,
        };
        let ended = figure.ending_of(link);
        if let Some(after) = item.filter(|&it| figure.nodes()[it].role == NodeRole::Afterstate)
            && ended.is_none()
        {
            return successors(drawing, after, None);
        }
        let board = item.and_then(|item| figure.nodes()[item].board);
        let label = match (ended, board) {
            (Some(outcome), _) => outcome.name().to_owned(),
            (None, Some(board)) => board.to_string(),
            (None, None) => String::new(),
        };
        let probability = probability(link.probability);
        let row =
            SuccessorRow { node: item, label, probability, takes_four: link.only_four, ended };
        rows.push((link.probability, row));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    rows.into_iter().map(|(_, row)| row).collect()
}
