//! Contradictions between the parts of a solution whose file has the right checksums.

use mdp2048_rules::{CanonicalState, TileSum};
use thiserror::Error;

/// A contradiction between parts of a solution, because of which a question has no answer.
///
/// What [`Solver::solve`](crate::Solver::solve) returns has none. A file whose contents were
/// changed and whose checksums were made to match may have one, or false values, which
/// [`Verifier::verify`](crate::Verifier::verify) finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Contradiction {
    /// A game reaches a state that the solution does not have.
    #[error("the solution contradicts itself: games reach {0}, which it does not hold; {ADVICE}")]
    Missing(CanonicalState),
    /// The solution has a state on which no action is allowed, or a board that no game reaches.
    #[error("the solution contradicts itself: it holds {0}, which is no state; {ADVICE}")]
    NoState(CanonicalState),
    /// A value cannot be one of the objective.
    #[error(
        "the solution contradicts itself: a value at tile sum {0} is none of its objective; \
         {ADVICE}"
    )]
    Range(TileSum),
}

/// What to do about a contradiction.
const ADVICE: &str = "mdp2048 verify tells where, mdp2048 solve makes it again";
