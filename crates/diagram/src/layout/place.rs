//! Coordinates that keep an order.

use super::net::Net;
use super::order::Order;

/// How much room things take up and down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// Between two nodes.
    pub nodes: f64,
    /// Between an edge and a node that it passes.
    pub passing: f64,
    /// Between two edges that pass side by side.
    pub edges: f64,
}

/// How often the columns are gone through; more changes nothing that can be seen.
const ROUNDS: usize = 24;

/// How hard a step of an edge pulls straight, by how many of its ends are bends.
const PULL: [f64; 3] = [1.0, 2.0, 8.0];

/// The height of the middle of each vertex, the topmost edge of all at 0.
///
/// Minimises the weighted squares of the steps' slopes one column after another, given the order
/// and the room: in each column this is an isotonic regression.
pub fn place(net: &Net, order: &Order, heights: &[f64], room: Room) -> Vec<f64> {
    let half = |vertex: u32| heights.get(vertex as usize).map_or(0.0, |height| height / 2.0);
    let gap = |upper: u32, lower: u32| match (net.is_bend(upper), net.is_bend(lower)) {
        (false, false) => room.nodes,
        (true, true) => room.edges,
        _ => room.passing,
    };
    // How far below the first vertex of its column each one is when all stand close together.
    let mut offsets = vec![0.0; net.vertices()];
    let mut middles = vec![0.0; net.vertices()];
    for column in order.columns() {
        let mut at = 0.0;
        for (place, &vertex) in column.iter().enumerate() {
            if place > 0 {
                let upper = column[place - 1];
                at += half(upper) + gap(upper, vertex) + half(vertex);
            }
            offsets[vertex as usize] = at;
        }
        for &vertex in column {
            middles[vertex as usize] = offsets[vertex as usize] - at / 2.0;
        }
    }
    let count = order.columns().len();
    for round in 0..ROUNDS {
        for step in 0..count {
            let column = if round % 2 == 0 { step } else { count - 1 - step };
            settle(net, &order.columns()[column], &offsets, &mut middles);
        }
    }
    let top = |vertex: usize, middles: &[f64]| middles[vertex] - half(vertex as u32);
    let highest = (0..middles.len()).map(|vertex| top(vertex, &middles)).fold(f64::MAX, f64::min);
    middles.iter_mut().for_each(|middle| *middle -= highest);
    middles
}

/// Moves the vertices of a column to where their neighbours pull them, in order and with room.
fn settle(net: &Net, column: &[u32], offsets: &[f64], middles: &mut [f64]) {
    // Stretches of vertices that stand close together: where, how heavy, how many.
    let mut stretches: Vec<(f64, f64, usize)> = Vec::with_capacity(column.len());
    for &vertex in column {
        let (mut sum, mut weight) = (0.0, 0.0);
        for &next in net.before(vertex).iter().chain(net.after(vertex)) {
            let bends = usize::from(net.is_bend(vertex)) + usize::from(net.is_bend(next));
            sum += PULL[bends] * middles[next as usize];
            weight += PULL[bends];
        }
        let offset = offsets[vertex as usize];
        let mut stretch = if weight > 0.0 {
            (sum / weight - offset, weight, 1)
        } else {
            (middles[vertex as usize] - offset, 0.1, 1)
        };
        // Pooling adjacent violators.
        while let Some(above) = stretches.pop_if(|above| above.0 >= stretch.0) {
            let weight = above.1 + stretch.1;
            let at = (above.0 * above.1 + stretch.0 * stretch.1) / weight;
            stretch = (at, weight, above.2 + stretch.2);
        }
        stretches.push(stretch);
    }
    let mut vertices = column.iter();
    for (at, _, count) in stretches {
        for &vertex in vertices.by_ref().take(count) {
            middles[vertex as usize] = at + offsets[vertex as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { nodes: 10.0, passing: 6.0, edges: 4.0 };

    #[test]
    fn a_long_edge_is_straight_and_keeps_its_distance() {
        // 0 -> 1 -> 3 with 2 beside 1, and 0 -> 3 passing that column.
        let net = Net::new(&[0, 1, 1, 2], &[(0, 1), (1, 3), (0, 3), (0, 2)]);
        let order = Order::of(&net);
        let middles = place(&net, &order, &[20.0; 4], ROOM);
        assert!((middles[2] - middles[1] - 30.0).abs() < 1e-9);
        assert!((middles[4] - middles[2] - 16.0).abs() < 1e-9);
        assert!(middles.iter().all(|&middle| middle >= 0.0));
    }

    #[test]
    fn what_nothing_holds_apart_is_level() {
        let net = Net::new(&[0, 1, 2], &[(0, 1), (1, 2)]);
        assert_eq!(place(&net, &Order::of(&net), &[20.0; 3], ROOM), [10.0; 3]);
    }
}
