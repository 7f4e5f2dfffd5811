//! Where the items and the links are, before they become shapes.

use super::Area;
use super::measure::{self, AXIS, BAND, LINE, MARGIN, PORT, PORT_GAP, PORT_INDENT, Row, TITLE};
use crate::figure::{Figure, To};
use crate::layout::{self, Effort, Net, Room};

const ROOM: Room = Room { nodes: 18.0, passing: 12.0, edges: 7.0 };

/// The room where no link passes between the items.
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
    /// The rows beside each item, from top to bottom.
    pub(super) rows: Vec<Vec<Row>>,
    /// The way of each link: points where it enters and leaves each column, or nothing for a stub.
    pub(super) ways: Vec<Vec<(f64, f64)>>,
}

impl Plan {
    pub(super) fn of(figure: &Figure, effort: Effort) -> Self {
        let rows: Vec<_> = (0..figure.items().len()).map(|at| measure::rows(figure, at)).collect();
        let sizes: Vec<_> = figure
            .items()
            .iter()
            .zip(&rows)
            .map(|(item, rows)| measure::item(figure, item, rows))
            .collect();
        let pairs = Pairs::of(figure);
        let columns: Vec<_> = figure.items().iter().map(|item| item.column).collect();
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
    pub(super) fn row_at(&self, figure: &Figure, item: usize, row: usize) -> (f64, f64) {
        let area = self.areas[item];
        let board = figure.items()[item].board.map_or((0.0, 0.0), |it| measure::board(it.shape()));
        let rows = self.rows[item].len() as f64 * (PORT + PORT_GAP) - PORT_GAP;
        // Beside the board while there is room, else beside the whole item.
        let room = if rows <= board.1 { board.1 } else { area.height };
        let y = area.y + (room - rows) / 2.0 + row as f64 * (PORT + PORT_GAP) + PORT / 2.0;
        (area.x + board.0 + PORT_INDENT, y)
    }

    /// Orders the rows by where their links go, and finds the ways of all links.
    fn route(
        &mut self,
        figure: &Figure,
        pairs: &Pairs,
        bends: impl Fn(usize) -> Vec<(usize, f64)>,
    ) {
        let middle = |area: &Area| area.y + area.height / 2.0;
        let bends: Vec<Vec<(usize, f64)>> = (0..pairs.list.len()).map(bends).collect();
        // Where a link is heading in the next column.
        let heading = |plan: &Self, link: usize| {
            let pair = pairs.of_link[link]?;
            let first = bends[pair].first().map(|bend| bend.1);
            Some(first.unwrap_or_else(|| middle(&plan.areas[pairs.list[pair].1])))
        };
        for item in 0..self.rows.len() {
            let mut rows = std::mem::take(&mut self.rows[item]);
            let mean = |row: &Row| {
                let links = figure.links().iter().enumerate();
                let here = links.filter(|(_, it)| it.from == item && it.port == row.port);
                let ends: Vec<f64> = here.filter_map(|(at, _)| heading(self, at)).collect();
                ends.iter().sum::<f64>() / ends.len() as f64
            };
            // Rows without links (not a number) come last, and what is not allowed after them.
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
            self.rows[item] = keyed.into_iter().map(|(_, row)| row).collect();
        }
        let mut ways = Vec::with_capacity(figure.links().len());
        for (at, link) in figure.links().iter().enumerate() {
            let Some(pair) = pairs.of_link[at] else {
                ways.push(Vec::new());
                continue;
            };
            let begin = self.begin(figure, link.from, link.port);
            let edge = self.bands[figure.items()[link.from].column];
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

    /// Where the links of a port begin.
    fn begin(&self, figure: &Figure, item: usize, port: Option<usize>) -> (f64, f64) {
        let row = self.rows[item].iter().position(|row| row.port == port);
        match row {
            Some(row) if self.rows[item][row].width() > 0.0 => {
                let (x, y) = self.row_at(figure, item, row);
                (x + self.rows[item][row].width(), y)
            }
            _ => {
                let area = self.areas[item];
                let board = figure.items()[item].board;
                let (width, height) =
                    board.map_or((area.width, area.height), |it| measure::board(it.shape()));
                (area.x + width, area.y + height / 2.0)
            }
        }
    }

    /// Lets the links arrive side by side at the left edge of each item, in the order in which
    /// they come.
    fn arrive(&mut self, figure: &Figure) {
        let mut arriving: Vec<Vec<(f64, usize)>> = vec![Vec::new(); self.areas.len()];
        for (at, link) in figure.links().iter().enumerate() {
            if let (To::Item(item), Some(last)) = (link.to, self.ways[at].last()) {
                arriving[item].push((last.1, at));
            }
        }
        for (item, mut links) in arriving.into_iter().enumerate() {
            links.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let area = self.areas[item];
            let board = figure.items()[item].board;
            let height = board.map_or(area.height, |board| measure::board(board.shape()).1);
            let count = links.len() as f64;
            let step = (height * 0.7 / count).min(6.0);
            for (place, (_, link)) in links.into_iter().enumerate() {
                let y = area.y + height / 2.0 + (place as f64 - (count - 1.0) / 2.0) * step;
                self.ways[link].push((area.x, y));
            }
        }
    }
}

/// The pairs of items with links between them, each once.
struct Pairs {
    list: Vec<(usize, usize)>,
    /// The pair of each link; none for a stub.
    of_link: Vec<Option<usize>>,
    /// How far beside the others of its pair each link goes: -1, 0, 1 and so on, less their mean.
    beside: Vec<f64>,
}

impl Pairs {
    fn of(figure: &Figure) -> Self {
        let pair = |link: &crate::figure::Link| match link.to {
            To::Item(item) => Some((link.from, item)),
            To::Stub(_) => None,
        };
        let mut list: Vec<_> = figure.links().iter().filter_map(pair).collect();
        list.sort_unstable();
        list.dedup();
        let number = |link| pair(link).and_then(|pair| list.binary_search(&pair).ok());
        let of_link: Vec<_> = figure.links().iter().map(number).collect();
        let mut counts = vec![0usize; list.len()];
        let mut places = Vec::with_capacity(of_link.len());
        for pair in &of_link {
            places.push(pair.map_or(0, |pair| counts[pair]));
            if let Some(pair) = pair {
                counts[*pair] += 1;
            }
        }
        let beside = of_link
            .iter()
            .zip(places)
            .map(|(pair, place)| {
                let count = pair.map_or(1, |pair| counts[pair]);
                place as f64 - (count as f64 - 1.0) / 2.0
            })
            .collect();
        Self { list, of_link, beside }
    }
}

/// The columns from left to right: as wide as their widest item, and farther apart where more
/// links pass.
fn bands(figure: &Figure, net: &Net, sizes: &[(f64, f64)]) -> Vec<Band> {
    let mut x = MARGIN + BAND / 2.0;
    let mut bands = Vec::new();
    for (column, _) in figure.columns().iter().enumerate() {
        let items = figure.items().iter().zip(sizes).filter(|(item, _)| item.column == column);
        let width = items.map(|(_, size)| size.0).fold(18.0, f64::max);
        bands.push(Band { x, width });
        let vertices = net.columns().get(column).into_iter().flatten();
        let steps: usize = vertices.map(|&vertex| net.after(vertex).len()).sum();
        let (least, most) = if figure.is_small { (160.0, 160.0) } else { (48.0, 240.0) };
        x += width + f64::clamp(36.0 + 1.15 * steps as f64, least, most);
    }
    bands
}
