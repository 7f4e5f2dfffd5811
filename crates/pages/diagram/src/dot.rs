//! Figures in the DOT language of Graphviz.

use std::fmt::Write as _;

use mdp2048_display::probability;
use mdp2048_display::svg::coordinate;

use crate::figure::{Edge, EdgeEnd, Figure, Node, NodeRole};
use crate::graph::Ending;

/// The pen width of an impossible transition, and what a probability of 1 adds to it.
const PEN_WIDTH: f64 = 0.8;
const PEN_WIDTH_PER_PROBABILITY: f64 = 2.4;

/// The pen width of an edge along which all games go, and the least width.
const FLOW_WIDTH: f64 = 10.0;
const MIN_FLOW_WIDTH: f64 = 0.3;

/// The colour of the edges of best actions.
const BEST_COLOUR: &str = "#2a6fb0";

/// The colour of start states.
const START_COLOUR: &str = "#00838f";

/// Writes a figure in the DOT language. The columns become ranks. Edges that are stubs lead to one
/// win and one loss.
pub fn dot(figure: &Figure) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let mut line = |text: std::fmt::Arguments<'_>| {
        let _ = writeln!(out, "{text}");
    };
    line(format_args!("digraph \"{}\" {{", escape(&figure.title)));
    line(format_args!("  rankdir=LR;"));
    line(format_args!("  node [shape=box, style=rounded, fontname=\"Helvetica\"];"));
    line(format_args!("  edge [fontname=\"Helvetica\", fontsize=10, color=\"#8a8178\"];"));
    for at in 0..figure.columns.len() {
        line(format_args!("  {{"));
        line(format_args!("    rank=same;"));
        for node in figure.nodes.iter().filter(|node| node.column == at) {
            line(format_args!("    {} [{}];", node.id, node_attributes(figure, node)));
        }
        line(format_args!("  }}"));
    }
    for ending in [Ending::Win, Ending::Lose] {
        if figure.edges.iter().any(|edge| edge.to == EdgeEnd::Stub(ending)) {
            let name = ending.name();
            line(format_args!("  {name} [label=\"{name}\"{}];", ending_attributes(ending)));
        }
    }
    for edge in &figure.edges {
        let to = match edge.to {
            EdgeEnd::Node(node) => &figure.nodes[node].id,
            EdgeEnd::Stub(ending) => ending.name(),
        };
        let from = &figure.nodes[edge.from].id;
        line(format_args!("  {from} -> {to} [{}];", edge_attributes(figure, edge)));
    }
    line(format_args!("}}"));
    out
}

fn node_attributes(figure: &Figure, node: &Node) -> String {
    // Each row of the board is a line of the label.
    let mut label = match node.board {
        Some(board) => board.to_string().replace('/', "\\n"),
        None => node.ending.map_or("", Ending::name).to_owned(),
    };
    if let Some(value) = node.value {
        let _ = write!(label, "\\n{}", figure.value_text(value));
    }
    let mut attributes = format!("label=\"{label}\"");
    if node.start > 0.0 {
        let _ = write!(attributes, ", penwidth=2.5, color=\"{START_COLOUR}\"");
    }
    if node.role == NodeRole::Afterstate {
        attributes.push_str(", style=\"rounded,dashed\"");
    }
    match (node.role, node.ending) {
        (NodeRole::End(ending), _) => attributes.push_str(&ending_attributes(ending)),
        (_, Some(ending)) => {
            let _ = write!(attributes, ", color=\"{}\"", colour(ending));
        }
        _ => {}
    }
    attributes
}

/// The shape and the colour of an ending node: a star or an oval.
fn ending_attributes(ending: Ending) -> String {
    let shape = match ending {
        Ending::Win => "star",
        Ending::Lose => "oval",
    };
    format!(", shape={shape}, style=solid, color=\"{}\"", colour(ending))
}

fn edge_attributes(figure: &Figure, edge: &Edge) -> String {
    let mut label = String::new();
    if let Some(port) = edge.port {
        for action in &figure.nodes[edge.from].ports[port].actions {
            label.push_str(&action.name()[..1].to_uppercase());
        }
        label.push(' ');
    }
    label.push_str(&probability(edge.probability));
    let width = match edge.flow.filter(|_| figure.is_flow) {
        Some(flow) => (FLOW_WIDTH * flow).max(MIN_FLOW_WIDTH),
        None => PEN_WIDTH + PEN_WIDTH_PER_PROBABILITY * edge.probability,
    };
    let width = coordinate(width);
    let mut attributes = format!("label=\"{label}\", penwidth={width}");
    if edge.only_four {
        attributes.push_str(", style=dashed");
    }
    let colour = match figure.ending_of(edge) {
        Some(ending) => Some(colour(ending)),
        None => edge.is_best.then_some(BEST_COLOUR),
    };
    if let Some(colour) = colour {
        let _ = write!(attributes, ", color=\"{colour}\"");
    }
    attributes
}

const fn colour(ending: Ending) -> &'static str {
    match ending {
        Ending::Win => "#2e8540",
        Ending::Lose => "#c53a2f",
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
