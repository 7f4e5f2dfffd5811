//! Figures as JSON: nodes and edges with all digits of their numbers, and the areas of the nodes.

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board};
use serde::{Serialize, Serializer};

use crate::figure::{Edge, EdgeEnd, Figure, Node, NodeRole};
use crate::graph::Ending;
use crate::scene::{Area, Scene};

/// Writes a figure and the areas of its nodes as JSON on one line.
pub fn json(figure: &Figure, scene: &Scene) -> String {
    let record = FigureRecord {
        game: figure.game(),
        title: &figure.title,
        summary: &figure.summary,
        width: scene.width,
        height: scene.height,
        columns: &figure.columns,
        nodes: figure
            .nodes
            .iter()
            .zip(&scene.node_areas)
            .map(|pair| NodeRecord::of(figure, pair))
            .collect(),
        edges: figure.edges.iter().map(|edge| EdgeRecord::of(figure, edge)).collect(),
    };
    // Serialization fails only for maps whose keys are not texts, and the record has none.
    serde_json::to_string(&record).unwrap_or_default()
}

#[derive(Serialize)]
struct FigureRecord<'f> {
    game: &'f Game,
    title: &'f str,
    summary: &'f str,
    width: f64,
    height: f64,
    columns: &'f [String],
    #[serde(rename = "items")]
    nodes: Vec<NodeRecord<'f>>,
    #[serde(rename = "links")]
    edges: Vec<EdgeRecord<'f>>,
}

#[derive(Serialize)]
struct NodeRecord<'f> {
    id: &'f str,
    role: &'static str,
    #[serde(serialize_with = "serialize_board")]
    board: Option<Board>,
    tile_sum: Option<u32>,
    column: usize,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    start: f64,
    value: Option<f64>,
    occupancy: Option<f64>,
    #[serde(rename = "ended")]
    ending: Option<&'static str>,
    choices: Vec<ActionGroupRecord>,
    not_allowed: Vec<&'static str>,
}

#[derive(Serialize)]
struct ActionGroupRecord {
    actions: Vec<&'static str>,
    value: Option<f64>,
    best: bool,
    taken: bool,
}

#[derive(Serialize)]
struct EdgeRecord<'f> {
    from: &'f str,
    /// `None` for an edge that begins at an afterstate.
    actions: Option<Vec<&'static str>>,
    to: &'f str,
    probability: f64,
    #[serde(rename = "takes_four")]
    only_four: bool,
    best: bool,
    taken: bool,
    flow: Option<f64>,
}

fn serialize_board<S: Serializer>(board: &Option<Board>, serializer: S) -> Result<S::Ok, S::Error> {
    board.map(|board| board.to_string()).serialize(serializer)
}

/// A value as what is maximised, a probability of winning where the figure has those of losing.
fn finite(figure: &Figure, value: f64) -> Option<f64> {
    let value = figure.valued_game.maximised(value);
    value.is_finite().then_some(value)
}

fn names(actions: &[Action]) -> Vec<&'static str> {
    actions.iter().map(|action| action.name()).collect()
}

impl<'f> NodeRecord<'f> {
    fn of(figure: &Figure, (node, area): (&'f Node, &Area)) -> Self {
        // Coordinates in the drawing have one decimal, too.
        let rounded = |length: f64| (length * 10.0).round() / 10.0;
        Self {
            id: &node.id,
            role: match node.role {
                NodeRole::State => "state",
                NodeRole::Afterstate => "afterstate",
                NodeRole::End(_) => "end",
            },
            board: node.board,
            tile_sum: node.board.map(|board| board.tile_sum().get()),
            column: node.column,
            x: rounded(area.x),
            y: rounded(area.y),
            width: rounded(area.width),
            height: rounded(area.height),
            start: node.start,
            value: node.value.and_then(|value| finite(figure, value)),
            occupancy: node.occupancy,
            ending: node.ending.map(Ending::name),
            choices: node
                .ports
                .iter()
                .map(|port| ActionGroupRecord {
                    actions: names(&port.actions),
                    value: port.value.and_then(|value| finite(figure, value)),
                    best: port.is_best,
                    taken: port.is_taken,
                })
                .collect(),
            not_allowed: names(&node.blocked),
        }
    }
}

impl<'f> EdgeRecord<'f> {
    fn of(figure: &'f Figure, edge: &Edge) -> Self {
        let from = &figure.nodes[edge.from];
        Self {
            from: &from.id,
            actions: edge.port.map(|port| names(&from.ports[port].actions)),
            to: match edge.to {
                EdgeEnd::Node(node) => &figure.nodes[node].id,
                EdgeEnd::Stub(outcome) => outcome.name(),
            },
            probability: edge.probability,
            only_four: edge.only_four,
            best: edge.is_best,
            taken: edge.is_taken,
            flow: edge.flow,
        }
    }
}
