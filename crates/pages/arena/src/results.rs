//! What is known of players beforehand. `tests/golden/arena.rs` compares the agents of the page with
//! the files in `docs/arena`.

use crate::arena_game::ArenaGame;

/// The results of the players of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KnownResults {
    /// Measured in games without a target on 4x4, from the highest mean to the lowest.
    Measured(&'static [MeasuredPlayer]),
    /// The exact probabilities of winning of players, from high to low.
    Exact(&'static [(&'static str, f64)]),
    /// None are known.
    None,
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
    match &*game.name() {
        "4x4_score" => KnownResults::Measured(&MEASURED),
        "3x3_to_256" => KnownResults::Exact(&EXACT),
        _ => KnownResults::None,
    }
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

const EXACT: [(&str, f64); 6] = [
    ("optimal", 0.995_710),
    ("expectimax:depth=3:pruned", 0.391_300),
    ("expectimax:depth=2", 0.172_121),
    ("minimax:depth=2", 0.002_563_43),
    ("greedy", 1.328_45e-6),
    ("random", 1.055_06e-11),
];
