//! The player with a trained network.

use std::sync::Arc;

use mdp2048_model::Seed;
use mdp2048_rules::{Action, Board, Exponent, Shape};

use super::network::Network;
use super::preference::preferred;
use super::search::NetworkSearch;
use super::table::Table;
use crate::agent::{ActionEstimates, Agent, Position, best};
use crate::simulator::Simulator;
use crate::slides::Slides;

/// The most plies of a search by nodes or time. Boards where the game soon ends are searched to
/// their end before.
const MOST_PLIES: u32 = 20;

/// How much work goes into a move.
///
/// A search of n plies looks n moves ahead, the one that is chosen included, and evaluates the
/// afterstates of the last moves with the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A search of a number of plies, at least 1.
    Plies(u32),
    /// Searches of 1, 2, 3 ... plies until the network was asked for so many afterstates. The last
    /// search that was finished counts; one ply always is.
    Nodes(u64),
    /// The same until so many milliseconds have passed.
    Milliseconds(u32),
}

/// Milliseconds since any fixed time.
pub type Clock = fn() -> f64;

/// Plays 4x4 by expectimax over the values of a trained [`Network`]. The network estimates points,
/// so the agent plays for points also where the game has a target, up to the target.
#[derive(Debug)]
pub struct Learned {
    network: Arc<Network>,
    slides: Arc<Slides>,
    table: Table,
    budget: Budget,
    /// The share of the highest estimate by which a chosen move may fall short of it.
    tolerance: Option<f64>,
    clock: Option<Clock>,
    four: f32,
    /// The tile that ends the game.
    target: Option<Exponent>,
}

impl Clone for Learned {
    /// The clone shares the network and begins with an empty transposition table.
    fn clone(&self) -> Self {
        Self {
            network: Arc::clone(&self.network),
            slides: Arc::clone(&self.slides),
            table: Table::new(),
            ..*self
        }
    }
}

impl Learned {
    /// The agent for a game on 4x4; `None` on other boards, and if the budget is in milliseconds
    /// and there is no clock.
    pub fn new(
        simulator: &Simulator,
        network: Arc<Network>,
        budget: Budget,
        clock: Option<Clock>,
    ) -> Option<Self> {
        let game = simulator.game();
        let is_timed = matches!(budget, Budget::Milliseconds(_));
        let fits = game.shape() == Shape::FOUR_BY_FOUR && (clock.is_some() || !is_timed);
        fits.then(|| Self {
            network,
            slides: Arc::new(Slides::new()),
            table: Table::new(),
            budget,
            tolerance: None,
            clock,
            four: game.spawn_four().get() as f32,
            target: game.target(),
        })
    }

    /// The agent that takes, among the moves whose estimate falls short of the highest one by at
    /// most this share of it, the one that moves the largest tiles closest to a corner. So its
    /// games meet on fewer boards. The tolerance is in [0, 1].
    #[must_use]
    pub fn with_tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = Some(tolerance);
        self
    }

    /// The points that are expected from a position on, for each move, and the plies of the search
    /// that found them.
    ///
    /// # Panics
    /// If the board is not 4x4.
    pub fn search(&mut self, position: Position) -> (ActionEstimates, u32) {
        let board = position.board;
        assert_eq!(board.shape(), Shape::FOUR_BY_FOUR, "the board has the shape of the game");
        let (first, last, most_nodes, milliseconds) = match self.budget {
            Budget::Plies(plies) => (plies.max(1), plies.max(1), u64::MAX, f64::INFINITY),
            Budget::Nodes(nodes) => (1, MOST_PLIES, nodes, f64::INFINITY),
            Budget::Milliseconds(time) => (1, MOST_PLIES, u64::MAX, f64::from(time)),
        };
        let now = || self.clock.map_or(0.0, |clock| clock());
        let end = now() + milliseconds;
        let mut network_search = NetworkSearch {
            network: &self.network,
            slides: &self.slides,
            table: &mut self.table,
            four: self.four,
            target: self.target,
            nodes: 0,
            most_nodes,
            is_late: &|| now() >= end,
            is_limited: false,
            is_stopped: false,
        };
        let mut found = ([None; 4], 0);
        for plies in first..=last {
            let Some(estimates) = network_search.moves(board.key(), plies) else { break };
            found = (estimates, plies);
            network_search.is_limited = true;
        }
        found
    }

    /// The points that are expected from a board on, for each move, by a search of some plies.
    pub(super) fn search_at(&mut self, board: Board, plies: u32) -> ActionEstimates {
        self.budget = Budget::Plies(plies);
        self.search(Position { board, points: 0 }).0
    }
}

impl Agent for Learned {
    fn reset(&mut self, _: Seed) {
        // What a search by nodes finds depends on what the table has.
        self.table.clear();
    }

    fn estimates(&mut self, position: Position) -> ActionEstimates {
        self.search(position).0
    }

    fn consider(&mut self, position: Position) -> (ActionEstimates, Option<Action>) {
        let estimates = self.estimates(position);
        let action = match self.tolerance {
            Some(tolerance) => preferred(&self.slides, position.board.key(), &estimates, tolerance),
            None => best(&estimates),
        };
        (estimates, action)
    }

    fn policy(&mut self, position: Position) -> [f64; 4] {
        // What a search by plies finds does not depend on what the table has.
        if !matches!(self.budget, Budget::Plies(_)) {
            self.table.clear();
        }
        let mut probabilities = [0.0; 4];
        if let Some(action) = self.choose(position) {
            probabilities[action.index()] = 1.0;
        }
        probabilities
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::LazyLock;

    use super::*;
    use crate::arena::play;
    use crate::learned::training::{Trainer, TrainingOptions};
    use mdp2048_model::{Game, Objective};

    /// A network that has hardly begun to learn.
    static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
        let mut trainer = Trainer::new(TrainingOptions::default());
        while trainer.moves() < 100_000 {
            trainer.round();
        }
        Arc::new(trainer.network(1.0))
    });

    fn simulator(target: Option<u32>) -> Simulator {
        let objective = if target.is_some() { Objective::Win } else { Objective::Score };
        Simulator::new(Game::new(Shape::FOUR_BY_FOUR, objective, target, 1.0, 0.1).unwrap())
    }

    /// The value of a board by the definition of a search.
    fn value(simulator: &Simulator, network: &Network, position: Position, plies: u32) -> f64 {
        let of_move = |(_, moved): (Action, mdp2048_model::MoveResult)| {
            let after = moved.after;
            let rest = if plies == 1 {
                f64::from(network.value(after.board().key()))
            } else {
                let of_tile = |(board, probability): (Board, f64)| {
                    let position = Position { board, points: 0 };
                    probability * value(simulator, network, position, plies - 1)
                };
                simulator.game().spawns(after).map(of_tile).sum()
            };
            f64::from(moved.points) + rest
        };
        simulator.moves(position).map(of_move).fold(0.0, f64::max)
    }

    #[test]
    fn searches_find_the_value_by_definition_and_more_plies_play_better() {
        let (network, simulator) = (&*NETWORK, simulator(None));
        let agent = |budget| Learned::new(&simulator, Arc::clone(network), budget, None).unwrap();
        for text in ["2 4 8 2/4 8 2 4/0 16 4 8/2 0 2 2", "2 4 0 0/8 64 2 0/32 128 4 2/2 4 8 16"] {
            let position = Position::of_board(text.parse().unwrap());
            for plies in 1..=3 {
                let (estimates, searched) = agent(Budget::Plies(plies)).search(position);
                let best = estimates.into_iter().flatten().fold(0.0, f64::max);
                let expected = value(&simulator, network, position, plies);
                assert!((best - expected).abs() < 1e-4 * expected, "{plies}: {best}");
                assert_eq!(searched, plies);
            }
        }
        let mean = |plies| {
            let mut agent = agent(Budget::Plies(plies));
            let points = (0..20).map(|seed| play(&simulator, &mut agent, seed.into()).points);
            points.sum::<u64>() / 20
        };
        let means = [mean(1), mean(2)];
        assert!(means[0] > 2_000 && means[1] > means[0] * 5 / 4, "{means:?}");
    }

    #[test]
    fn budgets_bound_the_search() {
        let (network, simulator) = (&*NETWORK, simulator(None));
        let build = |budget, clock| Learned::new(&simulator, Arc::clone(network), budget, clock);
        let position = Position::of_board("2 4 8 2/4 8 2 4/0 16 4 8/2 0 2 2".parse().unwrap());
        let mut last = 0;
        for nodes in [1, 100, 10_000, 1_000_000] {
            let (_, plies) = build(Budget::Nodes(nodes), None).unwrap().search(position);
            assert!(plies > last || nodes == 100, "{nodes}: {plies}");
            last = plies;
        }
        assert!(last >= 4, "{last}");
        // The estimates are those of the last search that was finished.
        let mut agent = build(Budget::Nodes(10_000), None).unwrap();
        let (estimates, plies) = agent.search(position);
        let expected = build(Budget::Plies(plies), None).unwrap().search(position);
        assert_eq!((estimates, plies), expected);
        // A game does not depend on the games before it.
        let game = |agent: &mut Learned| play(&simulator, agent, 3.into());
        let mut other = build(Budget::Nodes(300), None).unwrap();
        let first = game(&mut other);
        assert_eq!(game(&mut other), first);

        thread_local!(static NOW: Cell<f64> = const { Cell::new(0.0) });
        // Each question to this clock takes a millisecond.
        let clock: Clock = || NOW.replace(NOW.get() + 1.0);
        assert!(build(Budget::Milliseconds(5), None).is_none());
        let plies =
            |time| build(Budget::Milliseconds(time), Some(clock)).unwrap().search(position).1;
        let (short, long) = (plies(2), plies(400));
        assert!(short >= 1 && long > short, "{short} {long}");
    }

    #[test]
    fn a_move_that_makes_the_target_is_chosen() {
        let network = Arc::clone(&NETWORK);
        let mut agent =
            Learned::new(&simulator(Some(64)), network, Budget::Plies(2), None).unwrap();
        let board = "32 2 4 2/32 4 8 16/16 8 4 4/0 2 8 2".parse().unwrap();
        let choice = agent.choose(Position::of_board(board));
        assert!(matches!(choice, Some(Action::Up | Action::Down)), "{choice:?}");
        let lost = "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2".parse().unwrap();
        assert_eq!(agent.choose(Position::of_board(lost)), None);
        let small = Game::reach(Shape::THREE_BY_THREE, 64).unwrap();
        let other = Learned::new(&Simulator::new(small), agent.network, Budget::Plies(1), None);
        assert!(other.is_none());
    }
}
