//! Where the nodes and the edges are, before they become shapes.

use super::Area;
use super::measure::{self, AXIS, BAND, LINE, MARGIN, PORT, PORT_GAP, PORT_INDENT, Row, TITLE};
use crate::figure::{EdgeEnd, Figure};
use crate::layout::{self, Effort, Net, Room};

const ROOM: Room = Room { nodes: 18.0, passing: 12.0, edges: 7.0 };

/// The room where no edge passes between the nodes.
const SMALL_ROOM: Room = Room { nodes: 10.0, ..ROOM };

/// A column: its left edge, its width, and the room to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Band {
    pub(super) x: f64,
    pub(super) width: f64,
}

/// Where everything goes.
pub(super) struct Plan {
    pub(super) width: f64,
    /// The lines of the summary.
    pub(super) summary: Vec<String>,
    /// The top of the columns' labels.
    pub(super) axis: f64,
    /// The bottom of the columns.
    pub(super) bottom: f64,
    pub(super) bands: Vec<Band>,
    pub(super) areas: Vec<Area>,
    /// The rows beside each node, from top to bottom.
    pub(super) rows: Vec<Vec<Row>>,
    /// The way of each edge: points where it enters and leaves each column, or nothing for a stub.
    pub(super) ways: Vec<Vec<(f64, f64)>>,
}

impl Plan {
    pub(super) fn of(figure: &Figure, effort: Effort) -> Self {
        let rows: Vec<_> = (0..figure.nodes().len()).map(|at| measure::rows(figure, at)).collect();
        let sizes: Vec<_> = figure
            .nodes()
            .iter()
            .zip(&rows)
            .map(|(node, rows)| measure::node(figure, node, rows))
            .collect();
        let pairs = Pairs::of(figure);
        let columns: Vec<_> = figure.nodes().iter().map(|node| node.column).collect();
        let net = Net::new(&columns, &pairs.list);
        let order = layout::order(&net, effort);
        let heights: Vec<_> = sizes.iter().map(|size| size.1).collect();
        let room = if figure.is_small { SMALL_ROOM } else { ROOM };
        let middles = layout::place(&net, &order, &heights, room);
        let bands = bands(figure, &net, &sizes);
        let right = bands.last().map_or(0.0, |band| band.x + band.width);
        let title = 9.8 * figure.title().len() as f64 + 2.0 * MARGIN;
        let width = (right + MARGIN + BAND / 2.0).max(title).max(560.0);
        let summary = measure::lines(figure.summary(), width - 2.0 * MARGIN);
        let axis = MARGIN + TITLE + summary.len() as f64 * LINE;
        let top = axis + AXIS + BAND;
        let areas: Vec<Area> = sizes
            .iter()
            .enumerate()
            .map(|(at, &(width, height))| Area {
                x: bands[columns[at]].x,
                y: top + middles[at] - height / 2.0,
                width,
                height,
            })
            .collect();
        let lowest = (0..middles.len())
            .map(|at| middles[at] + heights.get(at).map_or(0.0, |height| height / 2.0))
            .fold(0.0, f64::max);
        let mut plan = Self {
            width,
            summary,
            axis,
            bottom: top + lowest + BAND,
            bands,
            areas,
            rows,
            ways: Vec::new(),
        };
        let bends = |pair: usize| {
            let chain = net.chain(pair);
            chain[1..chain.len() - 1]
                .iter()
                .map(|&bend| (net.column_of(bend), top + middles[bend as usize]))
                .collect()
        };
        plan.route(figure, &pairs, bends);
        plan
    }

    /// The columns and all that is in them.
    pub(super) fn content(&self) -> Area {
        let left = self.bands.first().map_or(0.0, |band| band.x) - BAND;
        let right = self.bands.last().map_or(0.0, |band| band.x + band.width) + BAND;
        Area { x: left, y: self.axis, width: right - left, height: self.bottom + BAND - self.axis }
    }

    /// Where the letters of a row begin, and the middle of the row.
    pub(super) fn row_at(&self, figure: &Figure, node: usize, row: usize) -> (f64, f64) {
        let area = self.areas[node];
        let board = figure.nodes()[node].board.map_or((0.0, 0.0), |it| measure::board(it.shape()));
        let rows = self.rows[node].len() as f64 * (PORT + PORT_GAP) - PORT_GAP;
        // Beside the board while there is room, else beside the whole node.
        let room = if rows <= board.1 { board.1 } else { area.height };
        let y = area.y + (room - rows) / 2.0 + row as f64 * (PORT + PORT_GAP) + PORT / 2.0;
        (area.x + board.0 + PORT_INDENT, y)
    }

    /// Orders the rows by where their edges go, and finds the ways of all edges.
    fn route(
        &mut self,
        figure: &Figure,
        pairs: &Pairs,
        bends: impl Fn(usize) -> Vec<(usize, f64)>,
    ) {
        let middle = |area: &Area| area.y + area.height / 2.0;
        let bends: Vec<Vec<(usize, f64)>> = (0..pairs.list.len()).map(bends).collect();
        // Where a edge is heading in the next column.
        let heading = |plan: &Self, edge: usize| {
            let pair = pairs.of_edge[edge]?;
            let first = bends[pair].first().map(|bend| bend.1);
            Some(first.unwrap_or_else(|| middle(&plan.areas[pairs.list[pair].1])))
        };
        for node in 0..self.rows.len() {
            let mut rows = std::mem::take(&mut self.rows[node]);
            let mean = |row: &Row| {
                let edges = figure.edges().iter().enumerate();
                let here = edges.filter(|(_, it)| it.from == node && it.port == row.port);
                let ends: Vec<f64> = here.filter_map(|(at, _)| heading(self, at)).collect();
                ends.iter().sum::<f64>() / ends.len() as f64
            };
            // Rows without edges (not a number) come last, and what is not allowed after them.
            let mut keyed: Vec<_> = rows
                .drain(..)
                .map(|row| {
                    let rank = match (row.port, mean(&row)) {
                        (None, _) => f64::MAX,
                        (_, mean) if mean.is_nan() => f64::MAX / 2.0,
                        (_, mean) => mean,
                    };
                    (rank, row)
                })
                .collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.rows[node] = keyed.into_iter().map(|(_, row)| row).collect();
        }
        let mut ways = Vec::with_capacity(figure.edges().len());
        for (at, edge) in figure.edges().iter().enumerate() {
            let Some(pair) = pairs.of_edge[at] else {
                ways.push(Vec::new());
                continue;
            };
            let begin = self.begin(figure, edge.from, edge.port);
            let edge = self.bands[figure.nodes()[edge.from].column];
            let mut way = vec![begin, (edge.x + edge.width, begin.1)];
            let aside = 3.0 * pairs.beside[at];
            for &(column, y) in &bends[pair] {
                let band = self.bands[column];
                way.push((band.x, y + aside));
                way.push((band.x + band.width, y + aside));
            }
            ways.push(way);
        }
        self.ways = ways;
        self.arrive(figure);
    }

    /// Where the edges of a port begin.
    fn begin(&self, figure: &Figure, node: usize, port: Option<usize>) -> (f64, f64) {
        let row = self.rows[node].iter().position(|row| row.port == port);
        match row {
            Some(row) if self.rows[node][row].width() > 0.0 => {
                let (x, y) = self.row_at(figure, node, row);
                (x + self.rows[node][row].width(), y)
            }
            _ => {
                let area = self.areas[node];
                let board = figure.nodes()[node].board;
                let (width, height) =
                    board.map_or((area.width, area.height), |it| measure::board(it.shape()));
                (area.x + width, area.y + height / 2.0)
            }
        }
    }

    /// Lets the edges arrive side by side at the left edge of each node, in the order in which
    /// they come.
    fn arrive(&mut self, figure: &Figure) {
        let mut arriving: Vec<Vec<(f64, usize)>> = vec![Vec::new(); self.areas.len()];
        for (at, edge) in figure.edges().iter().enumerate() {
            if let (EdgeEnd::Node(node), Some(last)) = (edge.to, self.ways[at].last()) {
                arriving[node].push((last.1, at));
            }
        }
        for (node, mut edges) in arriving.into_iter().enumerate() {
            edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let area = self.areas[node];
            let board = figure.nodes()[node].board;
            let height = board.map_or(area.height, |board| measure::board(board.shape()).1);
            let count = edges.len() as f64;
            let step = (height * 0.7 / count).min(6.0);
            for (place, (_, edge)) in edges.into_iter().enumerate() {
                let y = area.y + height / 2.0 + (place as f64 - (count - 1.0) / 2.0) * step;
                self.ways[edge].push((area.x, y));
            }
        }
    }
}

/// The pairs of nodes with edges between them, each once.
struct Pairs {
    list: Vec<(usize, usize)>,
    /// The pair of each edge; none for a stub.
    of_edge: Vec<Option<usize>>,
    /// How far beside the others of its pair each edge goes: -1, 0, 1 and so on, less their mean.
    beside: Vec<f64>,
}

impl Pairs {
    fn of(figure: &Figure) -> Self {
        let pair = |edge: &crate::figure::Edge| match edge.to {
            EdgeEnd::Node(node) => Some((edge.from, node)),
            EdgeEnd::Stub(_) => None,
        };
        let mut list: Vec<_> = figure.edges().iter().filter_map(pair).collect();
        list.sort_unstable();
        list.dedup();
        let number = |edge| pair(edge).and_then(|pair| list.binary_search(&pair).ok());
        let of_edge: Vec<_> = figure.edges().iter().map(number).collect();
        let mut counts = vec![0usize; list.len()];
        let mut places = Vec::with_capacity(of_edge.len());
        for pair in &of_edge {
            places.push(pair.map_or(0, |pair| counts[pair]));
            if let Some(pair) = pair {
                counts[*pair] += 1;
            }
        }
        let beside = of_edge
            .iter()
            .zip(places)
            .map(|(pair, place)| {
                let count = pair.map_or(1, |pair| counts[pair]);
                place as f64 - (count as f64 - 1.0) / 2.0
            })
            .collect();
        Self { list, of_edge, beside }
    }
}

/// The columns from left to right: as wide as their widest node, and farther apart where more
/// edges pass.
fn bands(figure: &Figure, net: &Net, sizes: &[(f64, f64)]) -> Vec<Band> {
    let mut x = MARGIN + BAND / 2.0;
    let mut bands = Vec::new();
    for (column, _) in figure.columns().iter().enumerate() {
        let nodes = figure.nodes().iter().zip(sizes).filter(|(node, _)| node.column == column);
        let width = nodes.map(|(_, size)| size.0).fold(18.0, f64::max);
        bands.push(Band { x, width });
        let vertices = net.columns().get(column).into_iter().flatten();
        let steps: usize = vertices.map(|&vertex| net.after(vertex).len()).sum();
        let (least, most) = if figure.is_small { (160.0, 160.0) } else { (48.0, 240.0) };
        x += width + f64::clamp(36.0 + 1.15 * steps as f64, least, most);
    }
    bands
}
