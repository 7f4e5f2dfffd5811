//! Figures for Graphviz.

use std::fmt::Write as _;

use crate::figure::{Edge, EdgeEnd, Figure, Node, NodeRole};
use crate::graph::Ending;
use crate::numbers;

/// A figure in the language of Graphviz `dot`, with the columns as ranks; ends beside an action
/// lead to one win and one loss.
pub fn dot(figure: &Figure) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let mut line = |text: std::fmt::Arguments<'_>| {
        let _ = writeln!(out, "{text}");
    };
    line(format_args!("digraph \"{}\" {{", escape(figure.title())));
    line(format_args!("  rankdir=LR;"));
    line(format_args!("  node [shape=box, style=rounded, fontname=\"Helvetica\"];"));
    line(format_args!("  edge [fontname=\"Helvetica\", fontsize=10, color=\"#8a8178\"];"));
    for at in 0..figure.columns().len() {
        line(format_args!("  {{"));
        line(format_args!("    rank=same;"));
        for node in figure.nodes().iter().filter(|node| node.column == at) {
            line(format_args!("    {} [{}];", node.id, node_attributes(figure, node)));
        }
        line(format_args!("  }}"));
    }
    for outcome in [Ending::Win, Ending::Lose] {
        if figure.edges().iter().any(|edge| edge.to == EdgeEnd::Stub(outcome)) {
            let name = outcome.name();
            line(format_args!("  {name} [label=\"{name}\", color=\"{}\"];", colour(outcome)));
        }
    }
    for edge in figure.edges() {
        let to = match edge.to {
            EdgeEnd::Node(node) => &figure.nodes()[node].id,
            EdgeEnd::Stub(outcome) => outcome.name(),
        };
        let from = &figure.nodes()[edge.from].id;
        line(format_args!("  {from} -> {to} [{}];", edge_attributes(figure, edge)));
    }
    line(format_args!("}}"));
    out
}

fn node_attributes(figure: &Figure, node: &Node) -> String {
    // The rows of the board below each other.
    let mut label = match node.board {
        Some(board) => board.to_string().replace('/', "\\n"),
        None => node.ending.map_or("", Ending::name).to_owned(),
    };
    if let Some(value) = node.value {
        let _ = write!(label, "\\n{}", numbers::value(figure.game(), value));
    }
    let mut attributes = format!("label=\"{label}\"");
    if node.start > 0.0 {
        attributes.push_str(", penwidth=2.5");
    }
    if node.role == NodeRole::Afterstate {
        attributes.push_str(", style=\"rounded,dashed\"");
    }
    if let Some(outcome) = node.ending {
        let _ = write!(attributes, ", color=\"{}\"", colour(outcome));
    }
    attributes
}

fn edge_attributes(figure: &Figure, edge: &Edge) -> String {
    let mut label = String::new();
    if let Some(port) = edge.port {
        for action in &figure.nodes()[edge.from].ports[port].actions {
            label.push_str(&action.name()[..1].to_uppercase());
        }
        label.push(' ');
    }
    label.push_str(&numbers::probability(edge.probability));
    let width = match edge.flow.filter(|_| figure.is_flow()) {
        Some(flow) => (10.0 * flow).max(0.3),
        None => 0.8 + 2.4 * edge.probability,
    };
    let width = numbers::coordinate(width);
    let mut attributes = format!("label=\"{label}\", penwidth={width}");
    if edge.only_four {
        attributes.push_str(", style=dashed");
    }
    let colour = match figure.ending_of(edge) {
        Some(outcome) => Some(colour(outcome)),
        None => edge.is_best.then_some("#2a6fb0"),
    };
    if let Some(colour) = colour {
        let _ = write!(attributes, ", color=\"{colour}\"");
    }
    attributes
}

const fn colour(outcome: Ending) -> &'static str {
    match outcome {
        Ending::Win => "#2e8540",
        Ending::Lose => "#c53a2f",
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
