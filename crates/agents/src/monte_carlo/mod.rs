//! Players that judge moves by random games, as in the blog post "2048 Game AI".

mod key_games;
mod playout;
mod pure;

pub(crate) use self::playout::random_action;
pub use self::pure::MonteCarlo;
