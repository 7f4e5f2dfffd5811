//! The article page: its players, and the note on its address.

mod card;
mod mount;
mod note;
mod player_url;

pub(crate) use mount::mount_all;
