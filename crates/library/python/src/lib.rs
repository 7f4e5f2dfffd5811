//! The native part of the Python package `mdp2048`: it converts arguments and results.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes arguments by value")]

mod answers;
mod background;
mod boards;
mod calls;
mod environment;
mod errors;
mod evaluate;
mod exact;
mod game;
mod games;
mod given_board;
mod outcomes;
mod policy_evaluator;
mod sampled;
mod slides;
mod solution;
mod units;
mod verify;
mod written;

use pyo3::prelude::pymodule;

/// The native part of the package `mdp2048`.
#[pymodule]
mod _native {
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::answers::{NativeAnswers, open};
    #[pymodule_export]
    use super::boards::{
        exponents_of_keys, keys_of_exponents, keys_of_faces, keys_of_text, text_of_keys,
    };
    #[pymodule_export]
    use super::calls::set_threads;
    #[pymodule_export]
    use super::environment::PyGames;
    #[pymodule_export]
    use super::errors::Mdp2048Error;
    #[pymodule_export]
    use super::evaluate::{agents, allowed_actions, evaluate, wrong_row};
    #[pymodule_export]
    use super::exact::NativeExact;
    #[pymodule_export]
    use super::game::PyGame;
    #[pymodule_export]
    use super::outcomes::{distribution, value_under};
    #[pymodule_export]
    use super::sampled::sample_games;
    #[pymodule_export]
    use super::slides::PySlides;
    #[pymodule_export]
    use super::solution::{estimate, solve};
    #[pymodule_export]
    use super::verify::verify;
    #[pymodule_export]
    use super::written::{export, pack};
}
