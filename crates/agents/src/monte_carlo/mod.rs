//! Players that judge moves by random games, as in the blog post "2048 Game AI".

mod key_games;
mod mdp;
mod playout;
mod pure;

pub(crate) use self::mdp::{MdpMonteCarlo, MdpMonteCarloOptions};
pub(crate) use self::playout::random_action;
pub(crate) use self::pure::MonteCarlo;
