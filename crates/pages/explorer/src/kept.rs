//! Solutions that are kept for the next visit.

use mdp2048_display::{counted, file_size};
use mdp2048_model::Game;

use crate::url::{ExploreUrl, GameParameters};

/// The longest file that is kept without being asked for. That of 3x3 to 512 has 110 MB; a browser
/// gives a page a few hundred MB at least, and a larger file is for the reader to decide about.
const UNASKED: f64 = 128e6;

/// The most bytes of all files that are kept without being asked for.
const UNASKED_IN_ALL: f64 = 512e6;

/// The parameter that marks values of single precision.
const SINGLE: &str = "&precision=single";

/// A solution in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeptSolution {
    /// The game.
    pub game: Game,
    /// Whether its values have single precision.
    pub is_single: bool,
    /// The length of the file.
    pub bytes: f64,
}

impl KeptSolution {
    /// The solution in a file with this name; `None` if no solution has that name.
    pub fn named(name: &str, bytes: f64) -> Option<Self> {
        let url = ExploreUrl::parse(&format!("#/explore?{}", name.trim_end_matches(SINGLE)));
        let kept = Self { game: url.game, is_single: name.ends_with(SINGLE), bytes };
        (kept.name() == name).then_some(kept)
    }

    /// The name of the file: the parameters of the game, as in a URL.
    pub fn name(&self) -> String {
        let precision = if self.is_single { SINGLE } else { "" };
        format!("{}{precision}", GameParameters(&self.game))
    }

    /// The game and the precision.
    pub fn text(&self) -> String {
        let precision = if self.is_single { " in single precision" } else { "" };
        format!("{}{precision}", self.game)
    }
}

/// Whether a solution is kept without being asked for.
pub fn is_kept_unasked(bytes: f64, others: &[KeptSolution]) -> bool {
    let in_all = bytes + others.iter().map(|it| it.bytes).sum::<f64>();
    bytes <= UNASKED && in_all <= UNASKED_IN_ALL
}

/// The number and the size of solutions: `3 solutions, 130 MB`.
pub fn kept_text(kept: &[KeptSolution]) -> String {
    let bytes: f64 = kept.iter().map(|it| it.bytes).sum();
    format!("{}, {}", counted(kept.len() as u64, "solution"), file_size(bytes as u64))
}
