//! Sweeps: each column in turn is sorted by where its neighbours are.

use super::net::Net;
use super::order::Order;

/// By what a vertex is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Centre {
    /// The mean place of its neighbours (Sugiyama, Tagawa and Toda, 1981).
    Mean,
    /// The median place of its neighbours (Gansner, Koutsofios, North and Vo, 1993).
    Median,
}

/// Which neighbours count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

/// Sweeps forth and back until nothing is gained any more; leaves the best order that was met and
/// returns its crossings.
pub(crate) fn sweep(net: &Net, order: &mut Order, centre: Centre, most: usize) -> u64 {
    let mut best = (order.crossings(net), order.clone());
    let mut fruitless = 0;
    for round in 0..most {
        let columns = order.columns().len();
        if round % 2 == 0 {
            (1..columns).for_each(|column| sort(net, order, column, Side::Before, centre));
        } else {
            let back = (0..columns.saturating_sub(1)).rev();
            back.for_each(|column| sort(net, order, column, Side::After, centre));
        }
        let crossings = order.crossings(net);
        fruitless += 1;
        if crossings < best.0 {
            best = (crossings, order.clone());
            fruitless = 0;
        }
        if fruitless == 4 {
            break;
        }
    }
    *order = best.1;
    best.0
}

fn sort(net: &Net, order: &mut Order, column: usize, side: Side, centre: Centre) {
    order.arrange(column, |vertices, places| {
        let mut scratch = Vec::new();
        let mut keyed: Vec<_> = vertices
            .iter()
            .enumerate()
            .map(|(place, &vertex)| {
                let neighbours = match side {
                    Side::Before => net.before(vertex),
                    Side::After => net.after(vertex),
                };
                scratch.clear();
                scratch.extend(neighbours.iter().map(|&next| places[next as usize]));
                (centre.of(&mut scratch), place, vertex)
            })
            .collect();
        // Vertices without neighbours on this side stay where they are among the others, and so
        // does whatever ties.
        let mut free: Vec<usize> = Vec::with_capacity(keyed.len());
        free.extend(keyed.iter().filter(|key| key.0.is_some()).map(|key| key.1));
        keyed.retain(|key| key.0.is_some());
        keyed.sort_by(|a, b| {
            let (a_centre, b_centre) = (a.0.unwrap_or(0.0), b.0.unwrap_or(0.0));
            a_centre.total_cmp(&b_centre).then(a.1.cmp(&b.1))
        });
        for (&(_, _, vertex), &place) in keyed.iter().zip(&free) {
            vertices[place] = vertex;
        }
    });
}

impl Centre {
    fn of(self, places: &mut [u32]) -> Option<f64> {
        let count = places.len();
        if count == 0 {
            return None;
        }
        Some(match self {
            Self::Mean => places.iter().map(|&p| f64::from(p)).sum::<f64>() / count as f64,
            Self::Median => {
                places.sort_unstable();
                f64::from(places[(count - 1) / 2] + places[count / 2]) / 2.0
            }
        })
    }
}
