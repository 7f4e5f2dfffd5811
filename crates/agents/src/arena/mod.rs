//! Seeded games of agents, and what they say about the agents.

mod calibration;
mod difference;
mod game;
mod summary;

pub use self::calibration::{
    Calibration, CalibrationBin, ScorePrediction, followed_ratios, play_predicting,
};
pub use self::difference::PairedDifference;
pub use self::game::{GameResult, SeededGame, play, play_while};
pub use self::summary::Summary;
