//! A small chain as a graph.

use crate::{Bag, BagGame, Chain, Steps};
use mdp2048_display::chart::Chart;
use mdp2048_display::svg::{Area, SvgShape, TextAnchor, coordinate};
use mdp2048_display::tick_percent;

/// The height of a node, and the distance between the middles of two nodes of a layer.
const NODE_HEIGHT: f64 = 38.0;
const ROW: f64 = 56.0;

/// The distance between two columns.
const GAP: f64 = 40.0;

/// The width of a character of a bag, and the space around the text.
const CHARACTER: f64 = 6.6;
const PADDING: f64 = 18.0;

/// The space above the nodes, where the tile sums are.
const TOP: f64 = 34.0;

/// The space around the drawing.
const MARGIN: f64 = 10.0;

/// A chain, drawn with a column for each tile sum.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainDrawing {
    game: BagGame,
    /// The tile sum of each layer.
    sums: Vec<u32>,
    nodes: Vec<ChainNode>,
    edges: Vec<ChainEdge>,
    width: f64,
    height: f64,
}

/// A bag of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainNode {
    /// The bag.
    pub bag: Bag,
    /// The probability that a game has this bag.
    pub visits: f64,
    /// The number of moves to the target.
    pub steps: Steps,
    /// Whether the bag absorbs.
    pub is_absorbing: bool,
    /// The index of the layer.
    layer: usize,
    /// The middle and the width of the node in the drawing.
    pub x: f64,
    /// See [`ChainNode::x`].
    pub y: f64,
    /// See [`ChainNode::x`].
    pub width: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct ChainEdge {
    from: usize,
    to: usize,
    is_four: bool,
}

impl ChainDrawing {
    /// The drawing of a chain with few bags.
    pub fn new(game: BagGame) -> Self {
        let chain = Chain::new(game);
        let (visits, steps) = (chain.visits(), chain.steps());
        let mut sums: Vec<u32> = chain.bags().iter().map(|bag| bag.tile_sum()).collect();
        sums.dedup();
        let layer_of = |bag: Bag| sums.iter().position(|&sum| sum == bag.tile_sum());
        let mut nodes: Vec<ChainNode> = chain
            .bags()
            .iter()
            .enumerate()
            .map(|(at, &bag)| ChainNode {
                bag,
                visits: visits[at],
                steps: steps[at],
                is_absorbing: chain.is_absorbing(at),
                layer: layer_of(bag).unwrap_or_default(),
                x: 0.0,
                y: 0.0,
                width: node_text(bag).len() as f64 * CHARACTER + PADDING,
            })
            .collect();
        let most = (0..sums.len()).map(|layer| nodes.iter().filter(|it| it.layer == layer).count());
        let most = most.max().unwrap_or_default() as f64;
        let height = TOP + most * ROW + MARGIN;
        let mut left = MARGIN;
        for layer in 0..sums.len() {
            let column = || nodes.iter().filter(|node| node.layer == layer);
            let width = column().map(|node| node.width).fold(0.0, f64::max);
            let free = most - column().count() as f64;
            let members = nodes.iter_mut().filter(|node| node.layer == layer);
            for (row, node) in members.enumerate() {
                node.x = left + width / 2.0;
                node.y = TOP + (row as f64 + 0.5 + free / 2.0) * ROW;
                node.width = width;
            }
            left += width + GAP;
        }
        let edges = (0..nodes.len()).flat_map(|from| {
            let sum = chain.bags()[from].tile_sum();
            let bags = chain.bags();
            chain.successors(from).map(move |(to, _)| ChainEdge {
                from,
                to,
                is_four: bags[to].tile_sum() == sum + 4,
            })
        });
        let edges = edges.collect();
        Self { game, sums, nodes, edges, width: left - GAP + MARGIN, height }
    }

    /// The bags, in ascending order of the tile sum.
    pub fn nodes(&self) -> &[ChainNode] {
        &self.nodes
    }

    /// The index of the node at a point.
    pub fn node_at(&self, (x, y): (f64, f64)) -> Option<usize> {
        self.nodes.iter().position(|node| {
            (x - node.x).abs() <= node.width / 2.0 && (y - node.y).abs() <= NODE_HEIGHT / 2.0
        })
    }

    /// The drawing.
    pub fn draw(&self) -> Chart {
        let mut shapes = Vec::new();
        for edge in &self.edges {
            let class = if edge.is_four { "edge four" } else { "edge" };
            shapes.push(SvgShape::path(class, self.edge_path(*edge)));
        }
        for (layer, sum) in self.sums.iter().enumerate() {
            let first = self.nodes.iter().find(|node| node.layer == layer);
            let x = first.map_or(0.0, |node| node.x);
            shapes.push(SvgShape::text(
                "column-name",
                (x, 16.0),
                TextAnchor::Middle,
                sum.to_string(),
            ));
        }
        for node in &self.nodes {
            let class = if node.is_absorbing { "node end" } else { "node" };
            let (left, top) = (node.x - node.width / 2.0, node.y - NODE_HEIGHT / 2.0);
            let area = Area::new(left, top, node.width, NODE_HEIGHT);
            shapes.push(SvgShape::rectangle(class, area, 0.0));
            let texts =
                [(-3.0, "node-name", node_text(node.bag)), (12.0, "node-note", share(node.visits))];
            for (offset, class, text) in texts {
                let class =
                    if node.is_absorbing { format!("{class} end") } else { class.to_owned() };
                let at = (node.x, node.y + offset);
                shapes.push(SvgShape::text(class, at, TextAnchor::Middle, text));
            }
        }
        Chart {
            title: format!("2048 in a bag, {}", self.game),
            description: format!(
                "The {} bags of the chain. Each column is a tile sum. Solid lines draw a 2, dashed \
                 lines a 4. Red bags hold the target.",
                self.nodes.len()
            ),
            width: self.width,
            height: self.height,
            shapes,
        }
    }

    /// The curve of an edge. Between the nodes of a column that it passes, it is horizontal.
    fn edge_path(&self, edge: ChainEdge) -> String {
        let (from, to) = (&self.nodes[edge.from], &self.nodes[edge.to]);
        let start = (from.x + from.width / 2.0, from.y);
        let end = (to.x - to.width / 2.0, to.y);
        let passed: Vec<&ChainNode> =
            self.nodes.iter().filter(|it| (from.layer + 1..to.layer).contains(&it.layer)).collect();
        let curve = |(x0, y0): (f64, f64), (x1, y1): (f64, f64)| {
            let middle = coordinate((x0 + x1) / 2.0);
            let [y0, x1, y1] = [y0, x1, y1].map(coordinate);
            format!("C{middle} {y0} {middle} {y1} {x1} {y1}")
        };
        let begin = format!("M{} {}", coordinate(start.0), coordinate(start.1));
        let Some(first) = passed.first() else { return begin + &curve(start, end) };
        let middle = (start.1 + end.1) / 2.0;
        // The gaps between the nodes of the passed column, and those above and below all of them.
        let gaps = passed.iter().flat_map(|node| [node.y - ROW / 2.0, node.y + ROW / 2.0]);
        let distance = |gap: &f64| (gap - middle).abs();
        let gap = gaps.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(middle);
        let (left, right) = (first.x - first.width / 2.0, first.x + first.width / 2.0);
        let there = curve(start, (left, gap));
        format!(
            "{begin}{there}L{} {}{}",
            coordinate(right),
            coordinate(gap),
            curve((right, gap), end)
        )
    }
}

/// The tiles with spaces between them.
fn node_text(bag: Bag) -> String {
    bag.tiles().map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
}

/// A probability, short enough for a node.
fn share(probability: f64) -> String {
    match probability {
        ..0.0005 => "< 0.1 %".to_owned(),
        ..0.0995 => format!("{:.1} %", 100.0 * probability),
        1.0.. => tick_percent(1.0),
        _ => format!("{:.0} %", 100.0 * probability),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(target: u32) -> ChainDrawing {
        ChainDrawing::new(BagGame::new(target, 0.1).unwrap())
    }

    #[test]
    fn all_bags_and_edges_are_drawn() {
        let drawing = drawing(8);
        assert_eq!((drawing.sums.len(), drawing.nodes().len()), (7, 11));
        let count = |class: &str| {
            let classes = drawing.draw().shapes.into_iter().map(|shape| match shape {
                SvgShape::Path { class, .. }
                | SvgShape::Rectangle { class, .. }
                | SvgShape::Text { class, .. } => class,
            });
            classes.filter(|it| it.split(' ').next() == Some(class)).count()
        };
        // Each of the six bags that do not absorb has two edges.
        assert_eq!((count("node"), count("edge")), (11, 12));
    }

    #[test]
    fn nodes_do_not_overlap_and_are_found() {
        for target in [8, 64] {
            let drawing = drawing(target);
            for (at, node) in drawing.nodes().iter().enumerate() {
                assert_eq!(drawing.node_at((node.x, node.y)), Some(at));
                assert!(node.x + node.width / 2.0 <= drawing.width, "{at}");
                assert!(node.y + NODE_HEIGHT / 2.0 <= drawing.height, "{at}");
            }
        }
    }

    #[test]
    fn edges_of_a_four_pass_between_the_nodes() {
        let drawing = drawing(16);
        for edge in drawing.edges.iter().filter(|edge| edge.is_four) {
            let (from, to) = (&drawing.nodes[edge.from], &drawing.nodes[edge.to]);
            assert!(
                to.layer == from.layer + 2
                    || drawing.sums[from.layer] + 4 == drawing.sums[to.layer]
            );
            assert_eq!(drawing.edge_path(*edge).contains('L'), to.layer == from.layer + 2);
        }
    }

    #[test]
    fn shares_are_short() {
        let given = [1.0, 0.81, 0.0995, 0.042, 1e-6];
        assert_eq!(given.map(share), ["100 %", "81 %", "10 %", "4.2 %", "< 0.1 %"]);
    }
}
