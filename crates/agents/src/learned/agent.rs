//! The player with a trained network.

use std::sync::Arc;

use mdp2048_rules::{Action, Board, Exponent, Shape};

use super::network::Network;
use super::preference::preferred;
use super::search::{NetworkSearch, SearchedValues};
use crate::agent::{ActionEstimates, Agent, Position, best};
use crate::simulator::Simulator;
use crate::slides::Slides;

/// Plays 4x4 by expectimax over the values of a trained [`Network`]. The network estimates points,
/// so the agent plays for points also where the game has a target, up to the target. Clones share the
/// network.
#[derive(Clone, Debug)]
pub struct Learned {
    network: Arc<Network>,
    slides: Arc<Slides>,
    values: SearchedValues,
    plies: u32,
    /// The share of the highest estimate by which a chosen move may fall short of it.
    tolerance: Option<f64>,
    four: f32,
    /// The tile that ends the game.
    target: Option<Exponent>,
}

impl Learned {
    /// The agent for a game on 4x4, which looks so many moves ahead, at least 1, the one that is
    /// chosen included, and evaluates the afterstates of the last moves with the network; `None` on
    /// other boards.
    pub fn new(simulator: &Simulator, network: Arc<Network>, plies: u32) -> Option<Self> {
        let game = simulator.game();
        (game.shape() == Shape::FOUR_BY_FOUR).then(|| Self {
            network,
            slides: Arc::new(Slides::new()),
            values: SearchedValues::default(),
            plies,
            tolerance: None,
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

    /// The points that are expected from a board on, for each move, by a search of some plies.
    ///
    /// # Panics
    /// If the board is not 4x4.
    pub(super) fn search(&mut self, board: Board, plies: u32) -> ActionEstimates {
        assert_eq!(board.shape(), Shape::FOUR_BY_FOUR, "the board has the shape of the game");
        let mut search = NetworkSearch {
            network: &self.network,
            slides: &self.slides,
            values: &mut self.values,
            four: self.four,
            target: self.target,
        };
        search.moves(board.key(), plies.max(1))
    }
}

impl Agent for Learned {
    fn estimates(&mut self, position: Position) -> ActionEstimates {
        self.search(position.board, self.plies)
    }

    fn shown(&self, board: Board, estimates: ActionEstimates) -> ActionEstimates {
        match self.tolerance {
            // None of these games were measured.
            Some(_) => estimates,
            None => self.network.followed(estimates, board.tile_sum(), self.plies),
        }
    }

    fn consider(&mut self, position: Position) -> (ActionEstimates, Option<Action>) {
        let estimates = self.estimates(position);
        let action = match self.tolerance {
            Some(tolerance) => preferred(&self.slides, position.board.key(), &estimates, tolerance),
            None => best(&estimates),
        };
        (estimates, action)
    }
}

#[cfg(test)]
mod tests {
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
        let agent = |plies| Learned::new(&simulator, Arc::clone(network), plies).unwrap();
        for text in ["2 4 8 2/4 8 2 4/0 16 4 8/2 0 2 2", "2 4 0 0/8 64 2 0/32 128 4 2/2 4 8 16"] {
            let position = Position::of_board(text.parse().unwrap());
            for plies in 1..=3 {
                let estimates = agent(plies).estimates(position);
                let best = estimates.into_iter().flatten().fold(0.0, f64::max);
                let expected = value(&simulator, network, position, plies);
                assert!((best - expected).abs() < 1e-4 * expected, "{plies}: {best}");
            }
        }
        let mean = |plies| {
            let mut agent = agent(plies);
            let points = (0..20).map(|seed| play(&simulator, &mut agent, seed.into()).points);
            points.sum::<u64>() / 20
        };
        let means = [mean(1), mean(2)];
        assert!(means[0] > 2_000 && means[1] > means[0] * 5 / 4, "{means:?}");
    }

    #[test]
    fn the_points_that_are_shown_are_those_that_follow() {
        let network = Arc::new(Network::from_bytes(Network::TRAINED).unwrap());
        let simulator = simulator(None);
        // The mean scores of the agent's games (docs/arena.md).
        for (plies, mean) in [(1, 148_564.0), (2, 226_804.0)] {
            let mut agent = Learned::new(&simulator, Arc::clone(&network), plies).unwrap();
            let board = "2 0 0 0/0 0 0 0/0 0 0 2/0 0 0 0".parse().unwrap();
            let estimates = agent.estimates(Position::of_board(board));
            let points = agent.shown(board, estimates)[Action::Left.index()].unwrap();
            assert!((points / mean - 1.0).abs() < 0.05, "{plies}: {points}");
            let tolerant = agent.with_tolerance(0.1);
            assert_eq!(tolerant.shown(board, estimates), estimates);
        }
    }

    #[test]
    fn a_move_that_makes_the_target_is_chosen() {
        let network = Arc::clone(&NETWORK);
        let mut agent = Learned::new(&simulator(Some(64)), network, 2).unwrap();
        let board = "32 2 4 2/32 4 8 16/16 8 4 4/0 2 8 2".parse().unwrap();
        let choice = agent.choose(Position::of_board(board));
        assert!(matches!(choice, Some(Action::Up | Action::Down)), "{choice:?}");
        let lost = "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2".parse().unwrap();
        assert_eq!(agent.choose(Position::of_board(lost)), None);
        let small = Game::reach(Shape::THREE_BY_THREE, 64).unwrap();
        assert!(Learned::new(&Simulator::new(small), agent.network, 1).is_none());
    }
}
