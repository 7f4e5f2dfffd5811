//! What is known of players beforehand. `tests/golden/arena.rs` compares the agents of the page with
//! the files in `docs/arena`.

use crate::arena_game::ArenaGame;

/// The results of the players of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum KnownResults {
    /// Measured in games without a target on 4x4, from the highest mean to the lowest.
    Measured(&'static [MeasuredPlayer]),
    /// Exact, from the highest probability of winning to the lowest.
    Exact(Vec<ExactPlayer>),
}

/// The exact results of a player of a game that the page solves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactPlayer {
    /// The agent.
    pub player: &'static str,
    /// The probability of a win.
    pub win: f64,
    /// The expected score.
    pub score: f64,
    /// The expected number of moves.
    pub moves: f64,
}

/// A player of the game without a target on 4x4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredPlayer {
    /// The agent, or the name of a program of others.
    pub player: &'static str,
    /// The address at which others have published it; empty for an agent.
    pub source: &'static str,
    /// The mean score.
    pub mean: u64,
    /// The shares of the games that make each of [`MEASURED_TILES`], where they are known.
    pub shares: [Option<f64>; 2],
}

/// The tiles whose shares of games are known.
pub const MEASURED_TILES: [&str; 2] = ["2048", "32768"];

/// The results of the players of a game.
pub fn known_results(game: &ArenaGame) -> KnownResults {
    if game.is_solvable() {
        KnownResults::Exact(exact_players(&game.name()).collect())
    } else {
        KnownResults::Measured(&MEASURED)
    }
}

/// What `mdp2048 evaluate --agent` prints for the agents of the page that play the same move on the
/// same board: a line for each game and agent, after a heading.
const EXACT: &str = include_str!("../../../../docs/arena/exact.csv");

/// The players of a game of this name whose exact results are known.
pub(crate) fn exact_players(game: &str) -> impl Iterator<Item = ExactPlayer> {
    EXACT.lines().filter_map(move |line| {
        let (name, row) = line.split_once(',')?;
        let mut cells = row.split(',');
        let player = cells.next().filter(|_| name == game)?;
        let mut number = || cells.next()?.parse().ok();
        Some(ExactPlayer { player, win: number()?, score: number()?, moves: number()? })
    })
}

const fn agent(player: &'static str, mean: u64, share: f64) -> MeasuredPlayer {
    MeasuredPlayer { player, source: "", mean, shares: [Some(share), Some(0.0)] }
}

const MEASURED: [MeasuredPlayer; 10] = [
    MeasuredPlayer {
        player: "Tables of endgames",
        source: "https://github.com/game-difficulty/2048EndgameTablebase",
        mean: 772_353,
        shares: [Some(1.0), Some(0.861)],
    },
    MeasuredPlayer {
        player: "Best that learns",
        source: "https://arxiv.org/abs/2111.11090",
        mean: 625_377,
        shares: [None, Some(0.72)],
    },
    agent("learned:plies=3", 255_112, 1.0),
    agent("learned:plies=2", 226_804, 0.997),
    agent("learned:plies=1", 148_564, 0.983),
    agent("expectimax:depth=3:pruned", 60_152, 0.91),
    agent("monte-carlo:games=100", 34_566, 0.81),
    agent("expectimax:depth=2", 32_181, 0.69),
    agent("features", 9_842, 0.02),
    agent("minimax:depth=2", 6_999, 0.0),
];
