//! The text about one node, which a page shows beside the drawing: its numbers and the Bellman
//! equation of its value.

use crate::page::Drawing;
use crate::page::equation::{SuccessorRow, Term, UNKNOWN, Writing};
use crate::{Ending, NodeRole, Port};
use mdp2048_display::{Percentage, counted};
use mdp2048_model::{StartState, Value};
use mdp2048_rules::Board;

/// The text about a node, or about the start of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeDetails {
    /// The index of the node; `None` for the start.
    pub node: Option<usize>,
    /// The board; `None` for the start and for the ends of the game.
    pub board: Option<Board>,
    /// The heading.
    pub title: String,
    /// The names and values of its properties: tile sum, value, occupancy and others.
    pub facts: Vec<(String, String)>,
    /// The actions by descending value. An afterstate has one row, for the random tile, and the
    /// start one for the first two tiles.
    pub actions: Vec<ActionRow>,
}

/// The text about the actions of one port: the equation of their value.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionRow {
    /// The index of the port in the node; `None` for random tiles.
    pub port: Option<usize>,
    /// The names of the actions.
    pub name: String,
    /// The action value, or a question mark while it is not solved.
    pub value: String,
    /// The factor before the sum of the successors, if the game has a discount.
    pub discount: Option<String>,
    /// `best`, or the regret.
    pub verdict: Option<String>,
    /// Whether the actions are best.
    pub is_best: bool,
    /// Whether the policy chooses one of the actions.
    pub is_taken: bool,
    /// The possible results.
    pub successors: Vec<SuccessorRow>,
}

impl NodeDetails {
    /// The text about the node with this index.
    pub(crate) fn of(writing: &Writing<'_>, index: usize) -> Self {
        let drawing = writing.drawing;
        let node = &drawing.figure.nodes[index];
        let title = match (node.role, node.board) {
            (NodeRole::State, Some(board)) => format!("State {board}"),
            (NodeRole::Afterstate, Some(board)) => format!("Afterstate {board}"),
            (NodeRole::End(Ending::Win), _) => "The game is won".to_owned(),
            _ => "The game is lost".to_owned(),
        };
        let actions = actions(writing, index);
        let facts = facts(writing, index, &actions);
        Self { node: Some(index), board: node.board, title, facts, actions }
    }

    /// The text about the start of a game, whose value is the mean of those of the first boards.
    pub(crate) fn of_start(writing: &Writing<'_>) -> Self {
        let drawing = writing.drawing;
        let starts = drawing.figure.game().starts();
        let term = |start: &StartState| {
            let node = drawing.state(start.state.board());
            Term { node, ending: None, probability: start.probability, only_four: false }
        };
        let terms = by_probability(starts.iter().map(term).collect());
        let (value, successors) = writing.mean(&terms, false, |it| drawing.long_text(it));
        let row = ActionRow {
            port: None,
            name: "two random tiles".to_owned(),
            value,
            discount: None,
            verdict: Some("a first board, times how often games begin with it".to_owned()),
            is_best: false,
            is_taken: false,
            successors,
        };
        let boards = counted(terms.len() as u64, "board");
        let facts = vec![("first boards".to_owned(), format!("{boards}, up to symmetry"))];
        let title = "The start of a game".to_owned();
        Self { node: None, board: None, title, facts, actions: vec![row] }
    }
}

fn facts(writing: &Writing<'_>, index: usize, actions: &[ActionRow]) -> Vec<(String, String)> {
    let drawing = writing.drawing;
    let figure = &drawing.figure;
    let node = &figure.nodes[index];
    let mut facts = Vec::new();
    let mut add = |name: &str, value: String| facts.push((name.to_owned(), value));
    if let Some(board) = node.board {
        add("tile sum", board.tile_sum().to_string());
    }
    if let Some(value) = node.value.filter(|_| writing.is_solved(index)) {
        let mut values: Vec<_> = actions.iter().map(|row| row.value.as_str()).collect();
        values.dedup();
        let value = match &values[..] {
            [] => figure.value_text(value),
            [only] => (*only).to_owned(),
            [best, ..] => format!("max({}) = {best}", values.join(", ")),
        };
        add(figure.measure().name_in_state(), value);
    }
    if node.start > 0.0 {
        add("starts", share_of_games(node.start));
    }
    if let Some(occupancy) = node.occupancy {
        let is_end = matches!(node.role, NodeRole::End(_));
        add(if is_end { "ends" } else { "visited by" }, share_of_games(occupancy));
    }
    if let (Some(chain), NodeRole::State, true) =
        (drawing.chain.as_ref(), node.role, drawing.has_overrides)
    {
        add("wins under your policy", percent(chain.wins[index]));
    }
    if let Some(ending) = node.ending.filter(|_| node.board.is_some()) {
        add("the game is", if ending == Ending::Win { "won" } else { "lost" }.to_owned());
    }
    facts
}

fn actions(writing: &Writing<'_>, index: usize) -> Vec<ActionRow> {
    let drawing = writing.drawing;
    let node = &drawing.figure.nodes[index];
    let is_solved = writing.is_solved(index);
    let best = node.ports.iter().filter_map(|port| port.value).max_by(|a, b| a.compare(*b));
    let row = |port: Option<usize>| {
        let it = port.map(|port| &node.ports[port]);
        let terms = terms(drawing, index, port);
        // An afterstate has no discount: it is that of the action before it.
        let has_discount = it.is_some();
        let (value, successors) = writing.mean(&terms, has_discount, |it| writing.number(it, 0));
        let value = if is_solved { value } else { UNKNOWN.to_owned() };
        let names =
            |it: &Port| it.actions.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ");
        ActionRow {
            port,
            name: it.map_or("random tile".to_owned(), names),
            value,
            discount: writing.discount().filter(|_| has_discount),
            verdict: it.filter(|_| is_solved).and_then(|it| verdict(drawing, it, best)),
            is_best: is_solved && it.is_some_and(|it| it.is_best),
            is_taken: it.is_some_and(|it| it.is_taken),
            successors,
        }
    };
    let mut rows: Vec<ActionRow> = (0..node.ports.len()).map(|port| row(Some(port))).collect();
    if is_solved {
        let value = |row: &ActionRow| {
            let value = row.port.and_then(|port| node.ports[port].value);
            value.map_or(f64::NEG_INFINITY, Value::expected_return)
        };
        rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
    }
    if node.role == NodeRole::Afterstate && node.ending.is_none() {
        rows.push(row(None));
    }
    rows
}

/// The text `best`, or what the port keeps or costs beside the best one.
fn verdict(drawing: &Drawing, port: &Port, best: Option<Value>) -> Option<String> {
    let regret = best?.better_by(port.value?);
    let chance = best?.get();
    let beside = || drawing.figure.measure().beside_best(chance, regret);
    Some(if port.is_best { "best".to_owned() } else { beside() })
}

/// The states and ends that may follow an action or an afterstate, by descending probability. For a
/// port whose edge leads to an afterstate, these are the successors of the afterstate.
fn terms(drawing: &Drawing, from: usize, port: Option<usize>) -> Vec<Term> {
    let figure = &drawing.figure;
    let mut terms = Vec::new();
    for edge in figure.edges.iter().filter(|edge| edge.from == from && edge.port == port) {
        let node = edge.to.node();
        let ending = figure.ending_of(edge);
        let is_afterstate = |&node: &usize| figure.nodes[node].role == NodeRole::Afterstate;
        if let (Some(afterstate), None) = (node.filter(is_afterstate), ending) {
            return self::terms(drawing, afterstate, None);
        }
        let (probability, only_four) = (edge.probability, edge.only_four);
        terms.push(Term { node, ending, probability, only_four });
    }
    by_probability(terms)
}

fn by_probability(mut terms: Vec<Term>) -> Vec<Term> {
    terms.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    terms
}

/// A computed probability in percent, with as many digits as in the drawing.
fn percent(probability: f64) -> String {
    Percentage::computed(probability).short()
}

/// A probability as a share of all games: `96.3 % of games`.
fn share_of_games(probability: f64) -> String {
    format!("{} of games", percent(probability))
}
