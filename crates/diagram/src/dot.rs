//! Figures for Graphviz.

use std::fmt::Write as _;

use crate::figure::{Figure, Item, Link, Role, To};
use crate::graph::Outcome;
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
        for item in figure.items().iter().filter(|item| item.column == at) {
            line(format_args!("    {} [{}];", item.id, item_attributes(figure, item)));
        }
        line(format_args!("  }}"));
    }
    for outcome in [Outcome::Win, Outcome::Lose] {
        if figure.links().iter().any(|link| link.to == To::Stub(outcome)) {
            let name = outcome.name();
            line(format_args!("  {name} [label=\"{name}\", color=\"{}\"];", colour(outcome)));
        }
    }
    for link in figure.links() {
        let to = match link.to {
            To::Item(item) => &figure.items()[item].id,
            To::Stub(outcome) => outcome.name(),
        };
        let from = &figure.items()[link.from].id;
        line(format_args!("  {from} -> {to} [{}];", link_attributes(figure, link)));
    }
    line(format_args!("}}"));
    out
}

fn item_attributes(figure: &Figure, item: &Item) -> String {
    // The rows of the board below each other.
    let mut label = match item.board {
        Some(board) => board.to_string().replace('/', "\\n"),
        None => item.ended.map_or("", Outcome::name).to_owned(),
    };
    if let Some(value) = item.value {
        let _ = write!(label, "\\n{}", numbers::value(figure.game(), value));
    }
    let mut attributes = format!("label=\"{label}\"");
    if item.start > 0.0 {
        attributes.push_str(", penwidth=2.5");
    }
    if item.role == Role::Afterstate {
        attributes.push_str(", style=\"rounded,dashed\"");
    }
    if let Some(outcome) = item.ended {
        let _ = write!(attributes, ", color=\"{}\"", colour(outcome));
    }
    attributes
}

fn link_attributes(figure: &Figure, link: &Link) -> String {
    let mut label = String::new();
    if let Some(port) = link.port {
        for action in &figure.items()[link.from].ports[port].actions {
            label.push_str(&action.name()[..1].to_uppercase());
        }
        label.push(' ');
    }
    label.push_str(&numbers::probability(link.probability));
    let width = match link.flow.filter(|_| figure.is_flow()) {
        Some(flow) => (10.0 * flow).max(0.3),
        None => 0.8 + 2.4 * link.probability,
    };
    let width = numbers::coordinate(width);
    let mut attributes = format!("label=\"{label}\", penwidth={width}");
    if link.takes_four {
        attributes.push_str(", style=dashed");
    }
    let colour = match figure.end_of(link) {
        Some(outcome) => Some(colour(outcome)),
        None => link.is_best.then_some("#2a6fb0"),
    };
    if let Some(colour) = colour {
        let _ = write!(attributes, ", color=\"{colour}\"");
    }
    attributes
}

const fn colour(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "#2e8540",
        Outcome::Lose => "#c53a2f",
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
