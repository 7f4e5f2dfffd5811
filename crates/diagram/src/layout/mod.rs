//! Where things go: a layered layout whose columns are given.
//!
//! Two steps: the order in each column that crosses few edges (sweeps from several starts, then
//! sifting and annealing), then coordinates that keep that order (isotonic regression). All is integers and plain floating-point arithmetic in a fixed order, so every platform
//! draws the same picture.

mod net;
mod order;
mod place;
mod random;
mod refine;
mod sweep;

pub use net::Net;
pub use order::Order;
pub use place::{Room, place};

use random::Random;
use sweep::Centre;

/// How long to look for a good order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Effort {
    /// Some milliseconds, for a page.
    #[default]
    Quick,
    /// A second or so, for a figure that is made once.
    Long,
}

/// How an effort is spent.
struct Plan {
    /// Orders to start from.
    starts: usize,
    /// The best of them, which are annealed.
    kept: usize,
    /// Exchanges tried in each, for each place where one is possible, and at most.
    trials: usize,
    most: usize,
    /// Rounds of sifting after the sweeps.
    rounds: usize,
}

impl Effort {
    const fn plan(self) -> Plan {
        match self {
            Self::Quick => Plan { starts: 6, kept: 2, trials: 1000, most: 80_000, rounds: 4 },
            Self::Long => {
                Plan { starts: 64, kept: 8, trials: 10_000, most: 20_000_000, rounds: 100 }
            }
        }
    }
}

/// An order with few crossings.
pub fn order(net: &Net, effort: Effort) -> Order {
    let plan = effort.plan();
    let mut random = Random::new(SEED);
    let mut orders: Vec<(u64, Order)> = (0..plan.starts)
        .map(|start| {
            let mut order = Order::of(net);
            // The order as given twice, then shuffled ones.
            if start >= 2 {
                for column in 0..net.columns().len() {
                    order.arrange(column, |vertices, _| random.shuffle(vertices));
                }
            }
            let centre = if start % 2 == 0 { Centre::Mean } else { Centre::Median };
            let crossings = sweep::sweep(net, &mut order, centre, SWEEPS);
            (crossings - refine::sift(net, &mut order, plan.rounds), order)
        })
        .collect();
    orders.sort_by_key(|order| order.0);
    orders.truncate(plan.kept);
    for (crossings, order) in &mut orders {
        *crossings = refine::anneal(net, order, &mut random, *crossings, plan.trials, plan.most);
        *crossings -= refine::sift(net, order, plan.rounds);
    }
    orders.sort_by_key(|order| order.0);
    orders.swap_remove(0).1
}

/// Where the generator starts; another would do as well.
const SEED: u64 = 5;

/// The most sweeps from one start; they end earlier when they gain nothing.
const SWEEPS: usize = 24;
