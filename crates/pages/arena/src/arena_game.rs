//! The games that agents play on the page.

use mdp2048_model::Game;
use mdp2048_rules::Shape;

/// The targets on 3x3, whose games the page solves.
const TARGETS: [u32; 3] = [128, 256, 512];

/// A game of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArenaGame(Game);

impl ArenaGame {
    /// All, the first one that the page opens.
    pub fn all() -> impl Iterator<Item = Self> {
        let large = Game::builder().build();
        let small = TARGETS.into_iter().map(|target| Game::reach(Shape::THREE_BY_THREE, target));
        std::iter::once(large).chain(small).filter_map(Result::ok).map(Self)
    }

    /// The game without a target on 4x4, which the page opens.
    pub fn without_target() -> Self {
        Self::all().next().expect("4x4 without a target is a game")
    }

    /// The game with the name that [`ArenaGame::name`] returns.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|game| game.name() == name)
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.0
    }

    /// The name in URLs: `4x4_score`, `3x3_to_256`.
    pub fn name(&self) -> String {
        self.0.name()
    }

    /// The game for people: `4×4, highest score`, `3×3 to 256`.
    pub fn text(&self) -> String {
        let (rows, cols) = (self.0.shape().rows(), self.0.shape().cols());
        match self.target() {
            Some(target) => format!("{rows}×{cols} to {target}"),
            None => format!("{rows}×{cols}, highest score"),
        }
    }

    /// The face of the target, if there is one.
    pub fn target(&self) -> Option<u32> {
        self.0.target().map(|target| target.face())
    }

    /// Whether the page solves the game exactly: the games on 3x3.
    pub fn is_solvable(&self) -> bool {
        self.0.shape() == Shape::THREE_BY_THREE
    }
}
