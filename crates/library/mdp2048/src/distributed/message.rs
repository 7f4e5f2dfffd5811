//! Messages, split into chunks.

use std::io;

use mdp2048_solve::{PeerMessage, PeersError};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// The most bytes of a chunk. Chunks are sent while later ones are written, so they should be much
/// smaller than long messages.
const CHUNK_BYTES: usize = 1 << 20;

/// The level of compression, the fastest one.
const LEVEL: i32 = 1;

/// A part of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Chunk {
    pub(crate) to: u64,
    from: u64,
    /// The position of the chunk in the message, from 0.
    part: u64,
    /// Whether the message is compressed, and many of its bytes are 0.
    is_sparse: bool,
    bytes: ByteBuf,
}

/// What an exchange returns: all chunks for this process.
pub(crate) type Received = Result<Vec<Chunk>, PeersError>;

/// Splits a message of a process.
pub(crate) fn split(from: usize, message: PeerMessage) -> Result<Vec<Chunk>, PeersError> {
    let PeerMessage { peer, is_sparse, bytes } = message;
    let bytes = match is_sparse {
        true => zstd::bulk::compress(&bytes, LEVEL).map_err(|_| PeersError::Message)?,
        false => bytes,
    };
    // A message without bytes is one chunk.
    let parts = (0..bytes.len().max(1)).step_by(CHUNK_BYTES);
    let chunk = |(part, first): (usize, usize)| Chunk {
        to: peer as u64,
        from: from as u64,
        part: part as u64,
        is_sparse,
        bytes: ByteBuf::from(&bytes[first..(first + CHUNK_BYTES).min(bytes.len())]),
    };
    Ok(parts.enumerate().map(chunk).collect())
}

/// Joins the chunks of all messages of an exchange to one process; the messages ascend by sender.
pub(crate) fn join(mut chunks: Vec<Chunk>) -> Result<Vec<PeerMessage>, PeersError> {
    chunks.sort_unstable_by_key(|chunk| (chunk.from, chunk.part));
    let message = |chunks: &[Chunk]| {
        let Chunk { from, is_sparse, .. } = chunks[0];
        let bytes: Vec<u8> = chunks.iter().flat_map(|chunk| chunk.bytes.iter().copied()).collect();
        let bytes = match is_sparse {
            true => zstd::decode_all(io::Cursor::new(bytes)).map_err(|_| PeersError::Message)?,
            false => bytes,
        };
        Ok(PeerMessage { peer: from as usize, is_sparse, bytes })
    };
    chunks.chunk_by(|a, b| a.from == b.from).map(message).collect()
}
