//! Local search on an order: sifting, and annealing by exchanges of neighbours.

use super::net::Net;
use super::order::Order;
use super::random::Random;

/// Moves every vertex to the best place of its column (sifting; Matuszewski, Schönfeld and
/// Molitor, 1999), until a round gains nothing. Never makes the order worse.
pub(crate) fn sift(net: &Net, order: &mut Order, most: usize) -> u64 {
    let mut gained = 0;
    let mut tally = Tally::default();
    for _ in 0..most {
        let before = gained;
        for column in 0..order.columns().len() {
            for vertex in order.columns()[column].clone() {
                gained += settle(net, order, column, vertex, &mut tally);
            }
        }
        if gained == before {
            break;
        }
    }
    gained
}

/// Puts one vertex at the best place of its column and returns by how much that is better.
fn settle(net: &Net, order: &mut Order, column: usize, vertex: u32, tally: &mut Tally) -> u64 {
    let vertices = &order.columns()[column];
    let here = order.place(vertex) as usize;
    let columns = order.columns();
    let before = column.checked_sub(1).map_or(0, |column| columns[column].len());
    let after = columns.get(column + 1).map_or(0, Vec::len);
    tally.before.count(order, net.before(vertex), before);
    tally.after.count(order, net.after(vertex), after);
    let passing = |other: u32| {
        tally.before.balance(order, net.before(other))
            + tally.after.balance(order, net.after(other))
    };
    let mut best = (0, here);
    let mut change = 0;
    for place in (0..here).rev() {
        change += passing(vertices[place]);
        if change < best.0 {
            best = (change, place);
        }
    }
    change = 0;
    for (place, &other) in vertices.iter().enumerate().skip(here + 1) {
        change -= passing(other);
        if change < best.0 {
            best = (change, place);
        }
    }
    if best.1 != here {
        order.arrange(column, |vertices, _| {
            if best.1 < here {
                vertices[best.1..=here].rotate_right(1);
            } else {
                vertices[here..=best.1].rotate_left(1);
            }
        });
    }
    best.0.unsigned_abs()
}

/// For each place of both neighbouring columns, how the neighbours of one vertex stand to it.
#[derive(Default)]
struct Tally {
    before: Stand,
    after: Stand,
}

/// For each place of a column, the neighbours below it less those above it.
#[derive(Default)]
struct Stand(Vec<i32>);

impl Stand {
    fn count(&mut self, order: &Order, neighbours: &[u32], size: usize) {
        self.0.clear();
        self.0.resize(size, 0);
        for &next in neighbours {
            self.0[order.place(next) as usize] += 1;
        }
        let total = neighbours.len() as i32;
        let mut above = 0;
        for entry in &mut self.0 {
            let here = *entry;
            *entry = total - here - 2 * above;
            above += here;
        }
    }

    /// The change in crossings when the tallied vertex goes from below another, which has these
    /// neighbours, to above it.
    fn balance(&self, order: &Order, neighbours: &[u32]) -> i64 {
        neighbours.iter().map(|&next| i64::from(self.0[order.place(next) as usize])).sum()
    }
}

/// Exchanges neighbours at random, at first also for the worse, and leaves the best order met.
/// Tries as many exchanges as asked for each place, and at most `most`. Returns its crossings;
/// `crossings` are those of the order as it comes.
pub(crate) fn anneal(
    net: &Net,
    order: &mut Order,
    random: &mut Random,
    crossings: u64,
    trials: usize,
    most: usize,
) -> u64 {
    // Where exchanges are possible, every place but the last of every column.
    let places: Vec<(u32, u32)> = (0..)
        .zip(order.columns())
        .flat_map(|(column, vertices)| (1..vertices.len() as u32).map(move |p| (column, p - 1)))
        .collect();
    if places.is_empty() {
        return crossings;
    }
    // The heat is relative: a quarter of what an exchange changes in the mean.
    let total: u64 = places
        .iter()
        .map(|&(column, place)| {
            let pair = &order.columns()[column as usize][place as usize..];
            order.change(net, pair[0], pair[1]).unsigned_abs()
        })
        .sum();
    let heat = total * 64 / places.len() as u64;
    let trials = trials.saturating_mul(places.len()).min(most);
    let mut now = crossings as i64;
    let mut best = (now, order.clone());
    for trial in 0..trials {
        let (column, place) = places[random.below(places.len())];
        let (column, place) = (column as usize, place as usize);
        let vertices = &order.columns()[column];
        let change = order.change(net, vertices[place], vertices[place + 1]);
        let left = (trials - trial) as u64;
        let temperature = heat * left / trials as u64;
        if change <= 0 || change <= random.tolerance(temperature) {
            order.swap(column, place);
            now += change;
            if now < best.0 {
                best = (now, order.clone());
            }
        }
    }
    *order = best.1;
    best.0 as u64
}
