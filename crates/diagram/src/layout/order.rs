//! The order of the vertices in each column, and how many edges cross in it.

use super::net::Net;

/// An order of the vertices in each column.
#[derive(Clone, Debug)]
pub struct Order {
    columns: Vec<Vec<u32>>,
    // Place in its column of each vertex; the inverse of `columns`.
    places: Vec<u32>,
}

impl Order {
    /// The order in which the net was made.
    pub(crate) fn of(net: &Net) -> Self {
        let mut order = Self { columns: net.columns().to_vec(), places: vec![0; net.vertices()] };
        for at in 0..order.columns.len() {
            order.renumber(at);
        }
        order
    }

    /// The vertices of each column from top to bottom.
    pub fn columns(&self) -> &[Vec<u32>] {
        &self.columns
    }

    /// The place of a vertex in its column, from 0 at the top.
    pub(crate) fn place(&self, vertex: u32) -> u32 {
        self.places[vertex as usize]
    }

    /// Rearranges a column.
    pub(crate) fn arrange(&mut self, column: usize, change: impl FnOnce(&mut [u32], &[u32])) {
        change(&mut self.columns[column], &self.places);
        self.renumber(column);
    }

    /// Exchanges the vertices at a place and the next.
    pub(crate) fn swap(&mut self, column: usize, place: usize) {
        let vertices = &mut self.columns[column];
        vertices.swap(place, place + 1);
        self.places[vertices[place] as usize] = place as u32;
        self.places[vertices[place + 1] as usize] = place as u32 + 1;
    }

    fn renumber(&mut self, column: usize) {
        for (place, &vertex) in self.columns[column].iter().enumerate() {
            self.places[vertex as usize] = place as u32;
        }
    }

    /// How many pairs of edges cross between neighbouring columns.
    pub fn crossings(&self, net: &Net) -> u64 {
        (1..self.columns.len()).map(|column| self.crossings_before(net, column)).sum()
    }

    /// Crossings between a column and the one before it, with an accumulator tree (Barth, Jünger
    /// and Mutzel, "Simple and efficient bilayer cross counting", 2002).
    fn crossings_before(&self, net: &Net, column: usize) -> u64 {
        let size = self.columns[column].len();
        let mut tree = vec![0u32; size + 1];
        let (mut crossings, mut seen) = (0, 0);
        let mut ends = Vec::new();
        for &vertex in &self.columns[column - 1] {
            ends.clear();
            ends.extend(net.after(vertex).iter().map(|&next| self.place(next) as usize));
            ends.sort_unstable();
            // The edges of one vertex do not cross each other, so all are counted before any is
            // entered.
            for &end in &ends {
                let mut at = end + 1;
                let mut at_most = 0;
                while at > 0 {
                    at_most += tree[at];
                    at &= at - 1;
                }
                crossings += u64::from(seen - at_most);
            }
            for &end in &ends {
                let mut at = end + 1;
                while at <= size {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
            seen += ends.len() as u32;
        }
        crossings
    }

    /// The change in crossings when `upper`, which stands directly above `lower`, is put below it.
    pub(crate) fn change(&self, net: &Net, upper: u32, lower: u32) -> i64 {
        self.change_on(net.before(upper), net.before(lower))
            + self.change_on(net.after(upper), net.after(lower))
    }

    fn change_on(&self, upper: &[u32], lower: &[u32]) -> i64 {
        let mut change = 0;
        for &a in upper {
            let a = self.place(a);
            for &b in lower {
                let b = self.place(b);
                // Crossing if below, and no more after the exchange.
                change += i64::from(a < b) - i64::from(a > b);
            }
        }
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::random::Random;

    #[test]
    fn the_tree_counts_what_pairs_of_edges_say() {
        let mut random = Random::new(3);
        for _ in 0..50 {
            let columns: Vec<_> = (0..20).map(|_| random.below(4)).collect();
            let mut edges: Vec<_> = (0..60)
                .map(|_| (random.below(20), random.below(20)))
                .filter(|&(from, to)| columns[from] < columns[to])
                .collect();
            edges.sort_unstable();
            edges.dedup();
            let net = Net::new(&columns, &edges);
            let mut order = Order::of(&net);
            for column in 0..order.columns.len() {
                order.arrange(column, |vertices, _| random.shuffle(vertices));
            }
            let chains = (0..edges.len()).map(|edge| net.chain(edge));
            let steps: Vec<_> = chains.flat_map(|chain| chain.windows(2)).collect();
            let mut pairs = 0;
            for (at, a) in steps.iter().enumerate() {
                for b in &steps[..at] {
                    let compare = |end: usize| order.place(a[end]).cmp(&order.place(b[end]));
                    let together = net.column_of(a[0]) == net.column_of(b[0]);
                    let crossed = compare(0).is_ne() && compare(0).reverse() == compare(1);
                    pairs += u64::from(together && crossed);
                }
            }
            assert_eq!(order.crossings(&net), pairs);
            // An exchange changes the count by what it says.
            let column = (0..order.columns.len()).find(|&at| order.columns[at].len() > 1);
            if let Some(column) = column {
                let (upper, lower) = (order.columns[column][0], order.columns[column][1]);
                let change = order.change(&net, upper, lower);
                order.swap(column, 0);
                assert_eq!(order.crossings(&net) as i64 - pairs as i64, change);
            }
        }
    }
}
