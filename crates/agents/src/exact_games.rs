//! The exact results of an agent's games, without a solution of the game.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use mdp2048_model::{CompensatedSum, Game, Status};
use mdp2048_rules::{Action, Afterstate, Board, CanonicalState, Exponent};
use rustc_hash::FxBuildHasher;

use crate::agent::{Agent, Position};
use crate::simulator::Simulator;
use crate::spec::{AgentResources, AgentSpec, BuildError};

/// The games of an agent whose policy is a function of the board, all at once: the probability of
/// each board that they visit, in the order of the tile sums.
///
/// ```
/// use mdp2048::{Game, Shape};
/// use mdp2048::agents::{AgentResources, ExactGames, Simulator};
///
/// let simulator = Simulator::new(Game::reach(Shape::TWO_BY_TWO, 8)?);
/// let mut games = ExactGames::new(&"greedy".parse()?, &simulator, &AgentResources::default())?;
/// while games.follow(1000) {}
/// assert!(games.win() > 0.5 && games.win() < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ExactGames {
    game: Game,
    agent: Box<dyn Agent>,
    /// Whether the images of a board are one board.
    is_symmetric: bool,
    /// The keys of the boards on which an action is allowed, by tile sum, in the order in which
    /// they were found.
    waiting: BTreeMap<u32, IndexMap<u64, f64, FxBuildHasher>>,
    /// Those of the tile sum that is being followed.
    current: Vec<(u64, f64)>,
    tile_sum: u32,
    boards: u64,
    win: CompensatedSum,
    lost: CompensatedSum,
    score: CompensatedSum,
    moves: CompensatedSum,
}

impl ExactGames {
    /// The games of an agent before the first move.
    ///
    /// # Errors
    /// [`BuildError`] if the agent cannot play the game, or its policy is no function of the board.
    pub fn new(
        spec: &AgentSpec,
        simulator: &Simulator,
        resources: &AgentResources,
    ) -> Result<Self, BuildError> {
        let game = *simulator.game();
        let mut games = Self {
            game,
            agent: spec.build_policy(simulator, resources)?,
            is_symmetric: spec.is_symmetric(),
            waiting: BTreeMap::new(),
            current: Vec::new(),
            tile_sum: 0,
            boards: 0,
            win: CompensatedSum::default(),
            lost: CompensatedSum::default(),
            score: CompensatedSum::default(),
            moves: CompensatedSum::default(),
        };
        for (board, probability) in game.start_boards() {
            games.add(board, probability, game.status(board));
        }
        Ok(games)
    }

    /// Follows the games through at most so many boards. Returns whether any are left.
    ///
    /// # Panics
    /// If the agent chooses an action that is not allowed.
    pub fn follow(&mut self, most: usize) -> bool {
        for _ in 0..most {
            if self.current.is_empty() {
                let Some((tile_sum, boards)) = self.waiting.pop_first() else { return false };
                self.tile_sum = tile_sum;
                self.current = boards.into_iter().collect();
            }
            if let Some((key, probability)) = self.current.pop() {
                self.play(key, probability);
            }
        }
        !(self.current.is_empty() && self.waiting.is_empty())
    }

    /// The tile sum of the boards that are being followed.
    pub const fn tile_sum(&self) -> u32 {
        self.tile_sum
    }

    /// The number of boards that were followed.
    pub const fn boards(&self) -> u64 {
        self.boards
    }

    /// The share of the games that have ended, from 0 to 1.
    pub fn ended(&self) -> f64 {
        (self.win.total() + self.lost.total()).min(1.0)
    }

    /// The probability of making the target by the boards that were followed, exact at the end.
    pub const fn win(&self) -> f64 {
        self.win.total()
    }

    /// The expected score, as for [`Self::win`].
    pub const fn score(&self) -> f64 {
        self.score.total()
    }

    /// The expected number of moves, as for [`Self::win`].
    pub const fn moves(&self) -> f64 {
        self.moves.total()
    }

    /// Plays the actions of the agent on a board.
    fn play(&mut self, key: u64, probability: f64) {
        // The keys are those of boards of this shape.
        let Some(board) = Board::from_key(self.game.shape(), key) else { return };
        self.boards += 1;
        let chosen = self.agent.policy(Position::of_board(board));
        for (action, share) in Action::ALL.into_iter().zip(chosen) {
            if share <= 0.0 {
                continue;
            }
            let result = self.game.act(board, action).expect("agents choose allowed actions");
            let weight = probability * share;
            self.moves.add(weight);
            self.score.add(weight * f64::from(result.points));
            if result.wins {
                self.win.add(weight);
            } else {
                self.spread(result.after, weight);
            }
        }
    }

    /// Adds the boards after the random tile.
    fn spread(&mut self, after: Afterstate, weight: f64) {
        let game = self.game;
        let empty = after.board().empty_cells().count();
        // A board with an empty cell is in play, if no cell is locked and a random tile cannot be the
        // target.
        let is_in_play = empty > 1 && !game.shape().has_locked() && !game.ends_with(Exponent::FOUR);
        for (board, probability) in game.spawns(after) {
            let status = if is_in_play { Status::Playing } else { game.status(board) };
            self.add(board, weight * probability, status);
        }
    }

    /// Adds a board with this status.
    fn add(&mut self, board: Board, weight: f64, status: Status) {
        let board = match status {
            Status::Playing if self.is_symmetric => CanonicalState::of(board).0.board(),
            Status::Playing => board,
            Status::Won => return self.win.add(weight),
            Status::Lost => return self.lost.add(weight),
        };
        let layer = self.waiting.entry(board.tile_sum().get()).or_default();
        *layer.entry(board.key()).or_insert(0.0) += weight;
    }
}
