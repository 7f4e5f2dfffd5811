//! A chain as a graph.

use std::ops::{Range, RangeInclusive};

use crate::{Bag, BagGame, Chain, Steps};
use mdp2048_display::chart::Chart;
use mdp2048_display::svg::{Area, SvgShape, TextAnchor, coordinate};
use mdp2048_display::{count, percent, probability};
use serde::{Deserialize, Serialize};

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

/// The largest target of which the page draws every bag.
const LARGEST_WHOLE: u32 = 64;

/// How far the tile sums are from that of the first absorbing bag that the page draws.
const SUMS_AROUND: u32 = 4;

/// A chain or a part of it, drawn with a column for each tile sum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChainDrawing {
    game: BagGame,
    /// Whether every bag is drawn.
    is_whole: bool,
    columns: Vec<Column>,
    /// In the order of the columns.
    nodes: Vec<ChainNode>,
    edges: Vec<ChainEdge>,
    width: f64,
    height: f64,
}

/// The bags of a tile sum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Column {
    sum: u32,
    nodes: Range<usize>,
}

/// A bag of the drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChainNode {
    /// The bag.
    pub bag: Bag,
    /// The probability that a game has this bag.
    pub visits: f64,
    /// The number of moves to the target.
    pub steps: Steps,
    /// Whether the bag absorbs.
    pub is_absorbing: bool,
    /// The index of the column.
    column: usize,
    /// The middle and the width of the node in the drawing.
    pub x: f64,
    /// See [`ChainNode::x`].
    pub y: f64,
    /// See [`ChainNode::x`].
    pub width: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct ChainEdge {
    from: usize,
    to: usize,
    is_four: bool,
    /// The probability of an edge from the empty bag, which is that of two random tiles.
    start: Option<f64>,
}

impl ChainDrawing {
    /// The drawing of all bags, and of the empty bag before them.
    pub fn whole(chain: &Chain) -> Self {
        Self::of_sums(chain, 0..=u32::MAX)
    }

    /// The drawing for a page: all bags of a small chain; of a larger one those around the first
    /// that absorbs.
    pub fn of_page(chain: &Chain) -> Self {
        let absorbing = (0..chain.bags().len()).find(|&at| chain.is_absorbing(at));
        match absorbing.map(|at| chain.bags()[at].tile_sum()) {
            Some(sum) if chain.game().target() > LARGEST_WHOLE => {
                Self::of_sums(chain, sum - SUMS_AROUND..=sum + SUMS_AROUND)
            }
            _ => Self::whole(chain),
        }
    }

    /// The drawing of the bags with these tile sums.
    fn of_sums(chain: &Chain, sums: RangeInclusive<u32>) -> Self {
        let (visits, steps) = (chain.visits(), chain.steps());
        let has_empty = sums.contains(&0);
        let node = |bag, visits, steps, is_absorbing| {
            let characters = node_text(bag).len().max(percent(visits).len());
            let width = characters as f64 * CHARACTER + PADDING;
            ChainNode { bag, visits, steps, is_absorbing, column: 0, x: 0.0, y: 0.0, width }
        };
        let empty = has_empty.then(|| node(Bag::default(), 1.0, chain.steps_from_start(), false));
        let first = chain.bags().partition_point(|bag| bag.tile_sum() < *sums.start());
        let shown = chain.bags()[first..].iter().take_while(|bag| sums.contains(&bag.tile_sum()));
        let bags = (first..)
            .zip(shown)
            .map(|(at, &bag)| node(bag, visits[at], steps[at], chain.is_absorbing(at)));
        let mut nodes: Vec<ChainNode> = empty.into_iter().chain(bags).collect();
        let mut columns: Vec<Column> = Vec::new();
        for (at, node) in nodes.iter_mut().enumerate() {
            let sum = node.bag.tile_sum();
            match columns.last_mut().filter(|column| column.sum == sum) {
                Some(column) => column.nodes.end = at + 1,
                None => columns.push(Column { sum, nodes: at..at + 1 }),
            }
            node.column = columns.len() - 1;
        }
        let most = columns.iter().map(|column| column.nodes.len()).max().unwrap_or_default() as f64;
        let mut left = MARGIN;
        for column in &columns {
            let members = &mut nodes[column.nodes.clone()];
            let width = members.iter().map(|node| node.width).fold(0.0, f64::max);
            let free = most - members.len() as f64;
            for (row, node) in members.iter_mut().enumerate() {
                node.x = left + width / 2.0;
                node.y = TOP + (row as f64 + 0.5 + free / 2.0) * ROW;
                node.width = width;
            }
            left += width + GAP;
        }
        // The index of the node of a bag of the chain.
        let offset = usize::from(has_empty);
        let last = first + nodes.len() - offset;
        let node_of = |at: usize| (first..last).contains(&at).then(|| at - first + offset);
        let starts = chain.starts().iter().filter(|_| has_empty).filter_map(|&(to, start)| {
            Some(ChainEdge { from: 0, to: node_of(to)?, is_four: false, start: Some(start) })
        });
        let moves = (first..last).flat_map(|from| {
            let bags = chain.bags();
            chain.successors(from).filter_map(move |(to, _)| {
                let is_four = bags[to].tile_sum() == bags[from].tile_sum() + 4;
                Some(ChainEdge { from: node_of(from)?, to: node_of(to)?, is_four, start: None })
            })
        });
        let edges = starts.chain(moves).collect();
        let (width, height) = (left - GAP + MARGIN, TOP + most * ROW + MARGIN);
        let is_whole = last - first == chain.bags().len();
        Self { game: chain.game(), is_whole, columns, nodes, edges, width, height }
    }

    /// Whether every bag of the chain is drawn.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
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
        for edge in &self.edges {
            if let Some(start) = edge.start {
                let (from, to) = (&self.nodes[edge.from], &self.nodes[edge.to]);
                let at = ((from.x + from.width / 2.0 + to.x - to.width / 2.0) / 2.0, to.y - 8.0);
                let text = probability(start);
                shapes.push(SvgShape::text("node-note", at, TextAnchor::Middle, text));
            }
        }
        for Column { sum, nodes } in &self.columns {
            let at = (self.nodes[nodes.start].x, 16.0);
            shapes.push(SvgShape::text("column-name", at, TextAnchor::Middle, sum.to_string()));
        }
        for node in &self.nodes {
            let class = if node.is_absorbing { "node end" } else { "node" };
            let (left, top) = (node.x - node.width / 2.0, node.y - NODE_HEIGHT / 2.0);
            let area = Area::new(left, top, node.width, NODE_HEIGHT);
            shapes.push(SvgShape::rectangle(class, area, 0.0));
            let texts = [
                (-3.0, "node-name", node_text(node.bag)),
                (12.0, "node-note", percent(node.visits.min(1.0))),
            ];
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
                "{} bags{}. Each column is a tile sum. Solid lines draw a 2, dashed lines a 4, and \
                 those of the empty bag two tiles. Red bags hold the target.",
                count(self.nodes.len() as u64),
                if self.is_whole { "" } else { " of the chain, around the first with the target" },
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
        let passed = &self.columns[from.column + 1..to.column];
        // An edge from the empty bag crosses the columns of the start bags.
        let nodes = |column: &Column| &self.nodes[column.nodes.clone()];
        let passed: Vec<&ChainNode> = passed.iter().flat_map(nodes).collect();
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
    if bag.is_empty() {
        return "empty".to_owned();
    }
    bag.tiles().map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(target: u32) -> ChainDrawing {
        ChainDrawing::of_page(&Chain::new(BagGame::new(target, 0.1).unwrap()))
    }

    fn drawn(drawing: &ChainDrawing, class: &str) -> usize {
        let classes = drawing.draw().shapes.into_iter().map(|shape| match shape {
            SvgShape::Path { class, .. }
            | SvgShape::Rectangle { class, .. }
            | SvgShape::Text { class, .. } => class,
        });
        classes.filter(|it| it.split(' ').next() == Some(class)).count()
    }

    #[test]
    fn all_bags_and_edges_are_drawn() {
        let drawing = drawing(8);
        assert_eq!((drawing.columns.len(), drawing.nodes().len()), (8, 12));
        // The empty bag has three edges, and each of the six bags that do not absorb has two.
        assert_eq!((drawn(&drawing, "node"), drawn(&drawing, "edge")), (12, 15));
        let starts: Vec<f64> = drawing.edges.iter().filter_map(|edge| edge.start).collect();
        assert!(
            starts.iter().zip([0.81, 0.18, 0.01]).all(|(one, other)| (one - other).abs() < 1e-15)
        );
    }

    #[test]
    fn a_large_chain_is_drawn_around_its_first_absorbing_bag_and_whole() {
        let chain = Chain::new(BagGame::new(2048, 0.1).unwrap());
        let part = ChainDrawing::of_page(&chain);
        let sums: Vec<u32> = part.columns.iter().map(|column| column.sum).collect();
        assert_eq!(sums, (2062..=2070).step_by(2).collect::<Vec<_>>());
        let first = part.nodes().iter().find(|node| node.is_absorbing).unwrap();
        assert_eq!(first.bag.tile_sum(), 2066);
        assert!(!part.is_whole() && part.nodes().len() < 60, "{}", part.nodes().len());
        // With the empty bag; those that do not absorb have two edges, the empty one three.
        let whole = ChainDrawing::whole(&chain);
        assert!(whole.is_whole());
        assert_eq!(drawn(&whole, "node"), 3487);
        assert_eq!(drawn(&whole, "edge"), 2 * (3487 - 26) + 1);
    }

    #[test]
    fn nodes_do_not_overlap_and_are_found() {
        for target in [8, 64, 2048] {
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
            let sum = |node: &ChainNode| drawing.columns[node.column].sum;
            assert!(to.column == from.column + 2 || sum(from) + 4 == sum(to));
            assert_eq!(drawing.edge_path(*edge).contains('L'), to.column == from.column + 2);
        }
    }
}
