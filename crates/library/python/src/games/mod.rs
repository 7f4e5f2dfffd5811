//! Many seeded games that are stepped together.
//!
//! The games are those of [`Replay`](mdp2048::Replay): a seed has the same random tiles here, on
//! the page and in the published player.

mod batch;
mod lines;
mod regrets;
mod rules;
mod sampled;
mod slides;
mod state;
mod twister;

pub(crate) use batch::Games;
pub(crate) use regrets::{Regrets, Valued};
pub(crate) use rules::{Autoreset, NotAllowed, Rules};
pub(crate) use sampled::{Move, sampled};
pub(crate) use slides::Slides;
pub(crate) use state::{State, exponents_of};
