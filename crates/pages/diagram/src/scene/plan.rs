//! Where nodes, ports and edges are, before they become shapes.

use mdp2048_display::svg::Area;

use super::sizes::{
    self, AXIS_HEIGHT, COLUMN_PADDING, MARGIN, PORT_GAP, PORT_HEIGHT, PORT_INDENT, PortRow,
    SUMMARY_LINE, TITLE_HEIGHT,
};
use crate::figure::{Edge, EdgeEnd, Figure, NodeRole};
use crate::layout::{self, Gaps, LayeredGraph};

/// The vertical gaps in the figure of a graph.
const GAPS: Gaps = Gaps { between_nodes: 18.0, node_to_edge: 12.0, between_edges: 7.0 };

/// The vertical gaps in the figure of a state, where no edge passes between the nodes.
const GAPS_OF_STATE: Gaps = Gaps { between_nodes: 10.0, ..GAPS };

/// The least width of a drawing, and the mean width of a letter of the title; an upper estimate.
const MIN_WIDTH: f64 = 560.0;
const TITLE_LETTER: f64 = 9.8;

/// The least width of a column.
const MIN_COLUMN_WIDTH: f64 = 18.0;

/// The distance between two columns: its base, the part added for each edge segment between them,
/// and its range.
const COLUMN_DISTANCE: f64 = 20.0;
const COLUMN_DISTANCE_PER_SEGMENT: f64 = 0.7;
const COLUMN_DISTANCE_RANGE: (f64, f64) = (30.0, 200.0);

/// The distance between two columns in the figure of a state, where probabilities are written.
const COLUMN_DISTANCE_OF_STATE: f64 = 100.0;

/// The same distance in a narrow figure: a phone shows its texts in at least 11 pixels.
const COLUMN_DISTANCE_OF_NARROW_STATE: f64 = 36.0;

/// The vertical distance of edges between the same two nodes where they pass a column.
const PARALLEL_DISTANCE: f64 = 3.0;

/// The largest vertical distance between edges where they reach a node, and the largest part of
/// the node's height that they use together.
const ARRIVAL_DISTANCE: f64 = 6.0;
const ARRIVAL_SHARE: f64 = 0.7;

/// The x and y coordinates of a point.
pub(super) type Point = (f64, f64);

/// The horizontal span of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnSpan {
    /// The left edge.
    pub(super) x: f64,
    pub(super) width: f64,
}

/// The positions of everything in a drawing.
pub(super) struct ScenePlan {
    /// The width of the drawing.
    pub(super) width: f64,
    /// The lines of the summary.
    pub(super) summary: Vec<String>,
    /// The top of the column labels.
    pub(super) axis: f64,
    /// The bottom of the columns.
    pub(super) bottom: f64,
    /// The span of each column.
    pub(super) spans: Vec<ColumnSpan>,
    /// The area of each node.
    pub(super) areas: Vec<Area>,
    /// The rows beside each node, from top to bottom.
    pub(super) rows: Vec<Vec<PortRow>>,
    /// The points of each edge where it enters and leaves each column; empty for a stub.
    pub(super) routes: Vec<Vec<Point>>,
}

impl ScenePlan {
    /// Computes the positions of a figure.
    pub(super) fn of(figure: &Figure) -> Self {
        let rows: Vec<_> =
            (0..figure.nodes.len()).map(|node| sizes::port_rows(figure, node)).collect();
        let sizes: Vec<_> = figure
            .nodes
            .iter()
            .zip(&rows)
            .map(|(node, rows)| sizes::node(figure, node, rows))
            .collect();
        let pairs = NodePairs::of(figure);
        let columns: Vec<_> = figure.nodes.iter().map(|node| node.column).collect();
        let graph = LayeredGraph::new(&columns, &pairs.list);
        let order = layout::find_order(&graph);
        let heights: Vec<_> = sizes.iter().map(|size| size.1).collect();
        let gaps = if figure.is_single_state { GAPS_OF_STATE } else { GAPS };
        let centres = layout::vertical_centres(&graph, &order, &heights, gaps);
        let spans = column_spans(figure, &graph, &sizes);
        let right = spans.last().map_or(0.0, |span| span.x + span.width);
        let title = TITLE_LETTER * figure.title.len() as f64 + 2.0 * MARGIN;
        let width = (right + MARGIN + COLUMN_PADDING / 2.0).max(title).max(MIN_WIDTH);
        let summary = sizes::lines(&figure.summary, width - 2.0 * MARGIN);
        let axis = MARGIN + TITLE_HEIGHT + summary.len() as f64 * SUMMARY_LINE;
        let top = axis + AXIS_HEIGHT + COLUMN_PADDING;
        let areas: Vec<Area> = sizes
            .iter()
            .enumerate()
            .map(|(node, &(width, height))| Area {
                x: spans[columns[node]].x,
                y: top + centres[node] - height / 2.0,
                width,
                height,
            })
            .collect();
        let lowest = (0..centres.len())
            .map(|at| centres[at] + heights.get(at).map_or(0.0, |height| height / 2.0))
            .fold(0.0, f64::max);
        let bottom = top + lowest + COLUMN_PADDING;
        let mut plan =
            Self { width, summary, axis, bottom, spans, areas, rows, routes: Vec::new() };
        let dummies = (0..pairs.list.len()).map(|pair| {
            let path = graph.path(pair);
            path[1..path.len() - 1]
                .iter()
                .map(|&dummy| (graph.column_of(dummy), top + centres[dummy as usize]))
                .collect()
        });
        let dummies: Vec<Vec<(usize, f64)>> = dummies.collect();
        plan.sort_rows(figure, &pairs, &dummies);
        plan.route_edges(figure, &pairs, &dummies);
        plan.distribute_arrivals(figure);
        plan
    }

    /// The area of the columns with their labels.
    pub(super) fn content(&self) -> Area {
        let left = self.spans.first().map_or(0.0, |span| span.x) - COLUMN_PADDING;
        let right = self.spans.last().map_or(0.0, |span| span.x + span.width) + COLUMN_PADDING;
        let height = self.bottom + COLUMN_PADDING - self.axis;
        Area { x: left, y: self.axis, width: right - left, height }
    }

    /// The left end of a row's middle line.
    pub(super) fn row_start(&self, figure: &Figure, node: usize, row: usize) -> Point {
        let area = self.areas[node];
        let board = figure.nodes[node].board.map_or((0.0, 0.0), |it| sizes::board(it.shape()));
        let rows = sizes::rows_height(self.rows[node].len());
        // The rows are centred at the board if they fit beside it, else at the whole node.
        let height = if rows <= board.1 { board.1 } else { area.height };
        let y = area.y
            + (height - rows) / 2.0
            + row as f64 * (PORT_HEIGHT + PORT_GAP)
            + PORT_HEIGHT / 2.0;
        (area.x + board.0 + PORT_INDENT, y)
    }

    /// Sorts the rows of each node by the mean height of their edges in the next column.
    ///
    /// `dummies` are the columns and heights of the dummy nodes between each pair of nodes.
    fn sort_rows(&mut self, figure: &Figure, pairs: &NodePairs, dummies: &[Vec<(usize, f64)>]) {
        // The height of an edge in the column after the one where it begins.
        let next_height = |plan: &Self, edge: usize| {
            let pair = pairs.of_edge[edge]?;
            let first = dummies[pair].first().map(|dummy| dummy.1);
            let middle = |area: &Area| area.y + area.height / 2.0;
            Some(first.unwrap_or_else(|| middle(&plan.areas[pairs.list[pair].1])))
        };
        for node in 0..self.rows.len() {
            let rows = std::mem::take(&mut self.rows[node]);
            let mean = |row: &PortRow| {
                let edges = figure.edges.iter().enumerate();
                let edges = edges.filter(|(_, it)| it.from == node && it.port == row.port);
                let heights: Vec<f64> =
                    edges.filter_map(|(edge, _)| next_height(self, edge)).collect();
                heights.iter().sum::<f64>() / heights.len() as f64
            };
            // Rows without edges, whose mean is not a number, are after the others. The actions
            // that are not allowed are last.
            let mut keyed: Vec<_> = rows
                .into_iter()
                .map(|row| {
                    let key = match (row.port, mean(&row)) {
                        (None, _) => f64::MAX,
                        (_, mean) if mean.is_nan() => f64::MAX / 2.0,
                        (_, mean) => mean,
                    };
                    (key, row)
                })
                .collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.rows[node] = keyed.into_iter().map(|(_, row)| row).collect();
        }
    }

    /// Computes the points of each edge up to the column before its last node.
    fn route_edges(&mut self, figure: &Figure, pairs: &NodePairs, dummies: &[Vec<(usize, f64)>]) {
        let mut routes = Vec::with_capacity(figure.edges.len());
        for (at, edge) in figure.edges.iter().enumerate() {
            let Some(pair) = pairs.of_edge[at] else {
                routes.push(Vec::new());
                continue;
            };
            let start = self.edge_start(figure, edge.from, edge.port);
            let span = self.spans[figure.nodes[edge.from].column];
            let mut route = vec![start, (span.x + span.width, start.1)];
            let shift = PARALLEL_DISTANCE * pairs.parallel_rank[at];
            for &(column, y) in &dummies[pair] {
                let span = self.spans[column];
                route.push((span.x, y + shift));
                route.push((span.x + span.width, y + shift));
            }
            routes.push(route);
        }
        self.routes = routes;
    }

    /// The point where the edges of a port begin.
    fn edge_start(&self, figure: &Figure, node: usize, port: Option<usize>) -> Point {
        let row = self.rows[node].iter().position(|row| row.port == port);
        match row {
            Some(row) if self.rows[node][row].width() > 0.0 => {
                let (x, y) = self.row_start(figure, node, row);
                (x + self.rows[node][row].width(), y)
            }
            _ => {
                let area = self.areas[node];
                let board = figure.nodes[node].board;
                let (width, height) =
                    board.map_or((area.width, area.height), |it| sizes::board(it.shape()));
                (area.x + width, area.y + height / 2.0)
            }
        }
    }

    /// Adds the last points of each edge. The edges that end at a node are distributed over its
    /// left side, in the order of their heights in the column before. Those to a star or an oval
    /// go on behind it, because it does not reach the left side everywhere.
    fn distribute_arrivals(&mut self, figure: &Figure) {
        let mut arriving: Vec<Vec<(f64, usize)>> = vec![Vec::new(); self.areas.len()];
        for (at, edge) in figure.edges.iter().enumerate() {
            if let (EdgeEnd::Node(node), Some(last)) = (edge.to, self.routes[at].last()) {
                arriving[node].push((last.1, at));
            }
        }
        for (node, mut edges) in arriving.into_iter().enumerate() {
            edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let area = self.areas[node];
            let ending = match figure.nodes[node].role {
                NodeRole::End(ending) => Some(sizes::ending(ending)),
                NodeRole::State | NodeRole::Afterstate => None,
            };
            let board = figure.nodes[node].board.map(|board| sizes::board(board.shape()));
            let height = board.or(ending).map_or(area.height, |size| size.1);
            let count = edges.len() as f64;
            let distance = (height * ARRIVAL_SHARE / count).min(ARRIVAL_DISTANCE);
            for (place, (_, edge)) in edges.into_iter().enumerate() {
                let y = area.y + height / 2.0 + (place as f64 - (count - 1.0) / 2.0) * distance;
                self.routes[edge].push((area.x, y));
                if ending.is_some() {
                    self.routes[edge].push((area.x + area.width / 2.0, y));
                }
            }
        }
    }
}

/// The distinct pairs of nodes with an edge between them.
struct NodePairs {
    /// The pairs in ascending order.
    list: Vec<(usize, usize)>,
    /// The index of each edge's pair; `None` for a stub.
    of_edge: Vec<Option<usize>>,
    /// The rank of each edge among those of its pair, minus the mean rank.
    parallel_rank: Vec<f64>,
}

impl NodePairs {
    fn of(figure: &Figure) -> Self {
        let pair = |edge: &Edge| Some((edge.from, edge.to.node()?));
        let mut list: Vec<_> = figure.edges.iter().filter_map(pair).collect();
        list.sort_unstable();
        list.dedup();
        let index = |edge| pair(edge).and_then(|pair| list.binary_search(&pair).ok());
        let of_edge: Vec<_> = figure.edges.iter().map(index).collect();
        let mut counts = vec![0usize; list.len()];
        let mut ranks = Vec::with_capacity(of_edge.len());
        for pair in &of_edge {
            ranks.push(pair.map_or(0, |pair| counts[pair]));
            if let Some(pair) = pair {
                counts[*pair] += 1;
            }
        }
        let parallel_rank = of_edge
            .iter()
            .zip(ranks)
            .map(|(pair, rank)| {
                let count = pair.map_or(1, |pair| counts[pair]);
                rank as f64 - (count as f64 - 1.0) / 2.0
            })
            .collect();
        Self { list, of_edge, parallel_rank }
    }
}

/// The spans of the columns from left to right. A column is as wide as its widest node. The
/// distance to the next grows with the number of edge segments between them.
fn column_spans(figure: &Figure, graph: &LayeredGraph, sizes: &[(f64, f64)]) -> Vec<ColumnSpan> {
    let mut x = MARGIN + COLUMN_PADDING / 2.0;
    let mut spans = Vec::new();
    for (column, _) in figure.columns.iter().enumerate() {
        let nodes = figure.nodes.iter().zip(sizes).filter(|(node, _)| node.column == column);
        let width = nodes.map(|(_, size)| size.0).fold(MIN_COLUMN_WIDTH, f64::max);
        spans.push(ColumnSpan { x, width });
        let vertices = graph.columns().get(column).into_iter().flatten();
        let segments: usize = vertices.map(|&vertex| graph.right(vertex).len()).sum();
        let distance = if figure.is_narrow && figure.is_single_state {
            COLUMN_DISTANCE_OF_NARROW_STATE
        } else if figure.is_single_state {
            COLUMN_DISTANCE_OF_STATE
        } else {
            let (least, most) = COLUMN_DISTANCE_RANGE;
            let distance = COLUMN_DISTANCE + COLUMN_DISTANCE_PER_SEGMENT * segments as f64;
            f64::clamp(distance, least, most)
        };
        x += width + distance;
    }
    spans
}
