//! A second reader of packed policies, written from FORMAT.md alone.
//!
//! It depends on no other crate, so it shares no code with the first reader, `mdp2048-policy`. That
//! both read the same bits proves that FORMAT.md specifies the format completely. Simplicity comes
//! before speed here, and the error messages are short.

mod actions;
mod adaptive_integers;
mod board;
mod corrections;
mod estimates;
mod features;
mod file;
mod game;
mod integers;
mod log_class;
mod mixed_bits;
mod output;
mod patterns;
mod power;
mod range_decoder;
mod regrets;
mod successors;
mod values;
mod walk;

pub use file::FileHeader;
pub use game::GameFields;
pub use output::{ReadError, ReadLayer};

/// A packed policy.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadPolicy {
    /// The header.
    pub header: FileHeader,
    /// The layers that have states, ascending.
    pub layers: Vec<ReadLayer>,
}

/// Reads a packed policy.
///
/// # Errors
/// [`ReadError`] if the bytes are not a policy as FORMAT.md specifies.
pub fn read(bytes: &[u8]) -> Result<ReadPolicy, ReadError> {
    let (header, parts) = file::open(bytes)?;
    let game = game::ReadGame::new(&header.game);
    let mut layers = walk::read_actions(&game, &header, &parts)?;
    if header.values_held >= 1 {
        values::read_values(&game, header.tolerance, &parts, &mut layers)?;
    }
    if header.values_held >= 2 {
        regrets::read_regrets(&game, &header, parts.regrets, &mut layers)?;
    }
    Ok(ReadPolicy { header, layers })
}
