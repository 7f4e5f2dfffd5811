//! Many seeded games that are stepped together.
//!
//! The games are those of [`Replay`](mdp2048::Replay): a seed has the same random tiles here, on
//! the page and in the published player.

mod batch;
mod lines;
mod slides;
mod twister;

pub(crate) use batch::{Autoreset, Final, Games, NotAllowed};
pub(crate) use slides::Slides;
