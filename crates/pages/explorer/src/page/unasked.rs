//! Games that the page solves before the reader has pressed a button.

use mdp2048_model::{Game, Values as _};

use super::HeldSolution;

/// The most bytes of solutions that nobody has asked for, beside that of the game that is shown.
const MOST_BYTES: f64 = 3e7;

/// The games that were solved unasked, and those that are not solved unasked again.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct UnaskedGames {
    solved: Vec<Game>,
    left: Vec<Game>,
}

impl UnaskedGames {
    /// Whether a game is left to the reader.
    pub(super) fn is_left(&self, game: &Game) -> bool {
        self.left.contains(game)
    }

    /// Leaves a game to the reader from now on: it was stopped, freed or lost, or it failed.
    pub(super) fn leave(&mut self, game: Game) {
        self.solved.retain(|it| *it != game);
        if !self.left.contains(&game) {
            self.left.push(game);
        }
    }

    /// Solves a game unasked again, or loads its policy file.
    pub(super) fn allow(&mut self, game: &Game) {
        self.left.retain(|it| it != game);
    }

    /// A game is solved unasked, so that its solution may be freed unasked, too.
    pub(super) fn add(&mut self, game: Game) {
        self.solved.retain(|it| *it != game);
        self.solved.push(game);
    }

    /// Forgets a game: it is as if it had never been solved.
    pub(super) fn forget(&mut self, game: &Game) {
        self.solved.retain(|it| it != game);
    }

    /// The solutions to free, the oldest first.
    pub(super) fn to_free(&self, held: &[HeldSolution]) -> Vec<Game> {
        let size = |game: &Game| {
            held.iter().find(|it| it.known.game() == game).map_or(0.0, |it| it.solved.bytes)
        };
        let mut sum = self.solved.iter().map(size).sum::<f64>();
        let mut freed = Vec::new();
        for game in &self.solved {
            if sum <= MOST_BYTES {
                break;
            }
            sum -= size(game);
            freed.push(*game);
        }
        freed
    }
}
