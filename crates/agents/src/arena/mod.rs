//! Seeded games of agents, and what they say about the agents.

mod difference;
mod game;
mod habits;
mod summary;

pub use self::difference::PairedDifference;
pub use self::game::{GameResult, SeededGame, play, play_while};
pub use self::habits::{SampledHabits, SampledShare};
pub use self::summary::Summary;
