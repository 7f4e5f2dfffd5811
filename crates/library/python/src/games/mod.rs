//! Many seeded games that are stepped together.
//!
//! The games are those of [`Replay`](mdp2048::Replay): a seed has the same random tiles here, on
//! the page and in the published player.

mod batch;
mod lines;
mod regrets;
mod slides;
mod twister;

pub(crate) use batch::{Autoreset, Final, Games, NotAllowed};
pub(crate) use regrets::Regrets;
pub(crate) use slides::Slides;
