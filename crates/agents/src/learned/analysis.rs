//! The analysis of one position in small steps: ever deeper searches, and games played on.

use std::sync::Arc;

use mdp2048_model::{Seed, SeededSpawns, Status};
use mdp2048_rules::{Action, Afterstate, Board};

use super::agent::Learned;
use super::network::Network;
use crate::agent::{ActionEstimates, Agent as _, Position};
use crate::simulator::Simulator;

/// The most plies of a search that is one step.
const WHOLE_PLIES: u32 = 2;

/// The most plies of all.
const MOST_PLIES: u32 = 12;

/// What is found about a position, step by step, by the learned agent.
///
/// [`PositionAnalysis::deepen`] searches at 1, 2, 3 ... plies. [`PositionAnalysis::play_on`] plays
/// games from the afterstate of each action at 1 ply, and counts those that make the next tiles.
/// Whoever calls them decides how the time is shared.
#[derive(Debug)]
pub struct PositionAnalysis {
    simulator: Simulator,
    network: Arc<Network>,
    search: Learned,
    player: Learned,
    board: Board,
    estimates: ActionEstimates,
    plies: u32,
    deepening: Option<Deepening>,
    /// The afterstates of the actions; games are played from each in turn.
    afters: Vec<(Action, Afterstate)>,
    games: [NextTiles; 4],
    game: Option<GameOn>,
}

/// Games that were played on from the board after an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NextTiles {
    /// The number of games.
    pub games: u32,
    /// How many of them made a tile twice as large as the largest of the position, and one four
    /// times as large.
    pub made: [u32; 2],
}

/// A search that is not finished: the boards after the first random tile are searched one by one.
#[derive(Debug)]
struct Deepening {
    /// The sums of the actions so far: the points, and the values of the boards by probability.
    sums: ActionEstimates,
    /// The boards that are left.
    boards: Vec<(Action, Board, f64)>,
}

/// A game that is being played on.
#[derive(Debug)]
struct GameOn {
    action: Action,
    spawns: SeededSpawns,
    board: Board,
}

impl PositionAnalysis {
    /// The analysis of a position; `None` if the game or the board is not on 4x4.
    pub fn new(simulator: &Simulator, network: Arc<Network>, board: Board) -> Option<Self> {
        if board.shape() != simulator.game().shape() {
            return None;
        }
        let build = || Learned::new(simulator, Arc::clone(&network), 1);
        let (search, player) = (build()?, build()?);
        let position = Position { board, points: 0 };
        let is_played = simulator.game().status(board) == Status::Playing;
        let moves = simulator.moves(position).filter(|(_, moved)| is_played && !moved.wins);
        Some(Self {
            afters: moves.map(|(action, moved)| (action, moved.after)).collect(),
            simulator: simulator.clone(),
            network,
            search,
            player,
            board,
            estimates: [None; 4],
            plies: 0,
            deepening: None,
            games: [NextTiles::default(); 4],
            game: None,
        })
    }

    /// The points that are expected from the position on, for each action, by the deepest search
    /// that is finished; nothing before the first.
    pub const fn estimates(&self) -> &ActionEstimates {
        &self.estimates
    }

    /// The points that follow on average where the agent expects [`PositionAnalysis::estimates`].
    /// Their ratio was measured in games of the agent (docs/arena.md).
    pub fn calibrated(&self) -> ActionEstimates {
        self.network.followed(self.estimates, self.board.tile_sum(), self.plies)
    }

    /// The plies of that search; 0 before the first.
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// The games that were played on, by [`Action::index`].
    pub const fn games(&self) -> &[NextTiles; 4] {
        &self.games
    }

    /// Whether a search has begun that is not finished.
    pub const fn is_deepening(&self) -> bool {
        self.deepening.is_some()
    }

    /// Whether [`PositionAnalysis::deepen`] can find more.
    pub const fn can_deepen(&self) -> bool {
        !self.afters.is_empty() && self.plies < MOST_PLIES
    }

    /// The number of games that were played on from the action with the fewest; `None` if there is
    /// no action.
    pub fn fewest_games(&self) -> Option<u32> {
        self.afters.iter().map(|(action, _)| self.games[action.index()].games).min()
    }

    /// Searches a step further: all of a search at up to 2 plies, or one board after the first
    /// random tile of a deeper one. Returns whether a search is finished.
    pub fn deepen(&mut self) -> bool {
        if !self.can_deepen() {
            return false;
        }
        let next = self.plies + 1;
        if next <= WHOLE_PLIES {
            self.estimates = self.search.search(self.board, next);
            self.plies = next;
            return true;
        }
        let mut deepening = self.deepening.take().unwrap_or_else(|| self.begin());
        if let Some((action, board, probability)) = deepening.boards.pop() {
            let estimates = self.search.search(board, next - 1);
            let value = estimates.into_iter().flatten().fold(0.0, f64::max);
            if let Some(sum) = &mut deepening.sums[action.index()] {
                *sum += probability * value;
            }
        }
        let is_finished = deepening.boards.is_empty();
        if is_finished {
            self.estimates = deepening.sums;
            self.plies = next;
        } else {
            self.deepening = Some(deepening);
        }
        is_finished
    }

    /// A search of which no board is searched yet.
    fn begin(&self) -> Deepening {
        let position = Position { board: self.board, points: 0 };
        let mut sums = [None; 4];
        let mut boards = Vec::new();
        for (action, moved) in self.simulator.moves(position) {
            let spawns = self.simulator.game().spawns(moved.after);
            boards.extend(spawns.map(|(board, probability)| (action, board, probability)));
            sums[action.index()] = Some(f64::from(moved.points));
        }
        Deepening { sums, boards }
    }

    /// Plays at most so many moves. A game ends when both next tiles are made, or when it is over;
    /// then one of the next action begins. The games of all actions with the same number use the
    /// same seed.
    pub fn play_on(&mut self, moves: u32) {
        for _ in 0..moves {
            let Some(mut game) = self.game.take().or_else(|| self.next_game()) else { return };
            let position = Position { board: game.board, points: 0 };
            let action = self.player.choose(position);
            let moved = action.and_then(|action| self.simulator.act(game.board, action));
            if let Some(moved) = moved {
                game.board = game.spawns.spawn(self.simulator.game(), moved.after);
                if !self.made(game.board)[1] {
                    self.game = Some(game);
                    continue;
                }
            }
            self.count(&game);
        }
    }

    /// A game of the action with the fewest games.
    fn next_game(&self) -> Option<GameOn> {
        let games = |(action, _): &&(Action, Afterstate)| self.games[action.index()].games;
        let &(action, after) = self.afters.iter().min_by_key(games)?;
        let mut spawns = SeededSpawns::new(Seed::from(self.games[action.index()].games));
        let board = spawns.spawn(self.simulator.game(), after);
        Some(GameOn { action, spawns, board })
    }

    /// Counts a game that has ended.
    fn count(&mut self, game: &GameOn) {
        let made = self.made(game.board);
        let counted = &mut self.games[game.action.index()];
        counted.games += 1;
        for (count, made) in counted.made.iter_mut().zip(made) {
            *count += u32::from(made);
        }
    }

    /// Which of the next two tiles are made.
    fn made(&self, board: Board) -> [bool; 2] {
        let largest = |board: Board| board.largest().get();
        [1, 2].map(|more| largest(board) >= largest(self.board) + more)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use mdp2048_model::{Game, Objective};
    use mdp2048_rules::Shape;

    use super::*;
    use crate::learned::training::{Trainer, TrainingOptions};

    static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
        let mut trainer = Trainer::new(TrainingOptions::default());
        while trainer.moves() < 30_000 {
            trainer.round();
        }
        Arc::new(trainer.network(1.0))
    });

    fn analysis(board: &str) -> (Simulator, PositionAnalysis) {
        let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1).unwrap();
        let simulator = Simulator::new(game);
        let board = board.parse().unwrap();
        let analysis = PositionAnalysis::new(&simulator, Arc::clone(&NETWORK), board);
        (simulator, analysis.unwrap())
    }

    #[test]
    fn steps_find_what_one_search_finds() {
        let (simulator, mut analysis) = analysis("2 4 8 2/4 8 2 4/2 16 4 8/2 0 2 2");
        let board = analysis.board;
        assert_eq!((analysis.plies(), *analysis.estimates()), (0, [None; 4]));
        for plies in 1..=4 {
            while !analysis.deepen() {
                assert!(plies > WHOLE_PLIES && analysis.is_deepening());
            }
            assert_eq!(analysis.plies(), plies);
            let mut learned = Learned::new(&simulator, Arc::clone(&NETWORK), plies).unwrap();
            let expected = learned.estimates(Position { board, points: 0 });
            for (found, expected) in analysis.estimates().iter().zip(expected) {
                assert_eq!(found.is_some(), expected.is_some());
                let (found, expected) = (found.unwrap_or(1.0), expected.unwrap_or(1.0));
                assert!((found - expected).abs() < 1e-4 * expected, "{found} {expected}");
            }
            let followed = NETWORK.followed(*analysis.estimates(), board.tile_sum(), plies);
            assert_eq!(analysis.calibrated(), followed);
        }
    }

    #[test]
    fn games_are_played_on_from_every_action_in_turn() {
        let (_, mut analysis) = analysis("0 0 2 4/0 4 8 16/0 2 16 32/0 0 0 2");
        analysis.play_on(20_000);
        let games = *analysis.games();
        // The tiles cannot slide to the right.
        let [left, right, others @ ..] = games.map(|it| it.games);
        assert!(left > 50 && right == 0, "{games:?}");
        assert!(others.iter().all(|&other| left - other <= 1), "{games:?}");
        assert_eq!(analysis.fewest_games(), others.into_iter().min());
        for NextTiles { games, made: [first, second] } in games {
            assert!(second <= first && first <= games && first >= games / 2);
        }
        // The number of moves of a call makes no difference.
        let (_, mut other) = self::analysis("0 0 2 4/0 4 8 16/0 2 16 32/0 0 0 2");
        (0..200).for_each(|_| other.play_on(100));
        assert_eq!(*other.games(), games);
    }

    #[test]
    fn ended_games_and_the_largest_tile_have_nothing_to_play_for() {
        let (_, mut lost) = analysis("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2");
        lost.play_on(100);
        assert!(!lost.can_deepen() && !lost.deepen() && lost.plies() == 0);
        assert_eq!(lost.fewest_games(), None);
        assert_eq!(*lost.games(), [NextTiles::default(); 4]);
        let (_, mut full) = analysis("32768 4 2 4/4 8 4 2/2 4 2 4/4 2 4 4");
        full.play_on(50_000);
        let games = full.games()[Action::Left.index()];
        assert!(games.games > 0 && games.made == [0, 0], "{games:?}");
        let (simulator, _) = analysis("2 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0");
        let (network, small) = (Arc::clone(&NETWORK), "2 2/0 0".parse().unwrap());
        assert!(PositionAnalysis::new(&simulator, network, small).is_none());
    }
}
