//! The frame of a packed policy: magic bytes, version, length and checksum of a changed payload.

use mdp2048_policy::{POLICY, PartLengths, PolicyHeader, ValuesHeld};

/// The bytes of magic bytes, version, length and checksum.
const FRAME_BYTES: usize = 18;

/// A payload with a correct frame.
pub fn reframed(payload: &[u8]) -> Vec<u8> {
    POLICY.frame(payload).unwrap_or_default()
}

/// A file with a correct frame and correct lengths of its parts, made from any bytes.
///
/// Without this, almost every random change would be refused before the decoder runs.
pub fn repaired(bytes: &[u8]) -> Vec<u8> {
    let payload = bytes.get(FRAME_BYTES..).unwrap_or_default();
    match postcard::take_from_bytes::<PolicyHeader>(payload) {
        Ok((header, body)) => closed(&header, body),
        Err(_) => reframed(payload),
    }
}

/// The header and the parts of a file; `None` if the bytes contain no header.
pub(crate) fn opened(bytes: &[u8]) -> Option<(PolicyHeader, &[u8])> {
    postcard::take_from_bytes(bytes.get(FRAME_BYTES..)?).ok()
}

/// The file of a header and some bytes as parts, whose lengths in the header are corrected.
pub(crate) fn closed(header: &PolicyHeader, body: &[u8]) -> Vec<u8> {
    let mut header = header.clone();
    header.parts = corrected(header.parts, header.values, body.len() as u32);
    // Serialisation of a header cannot fail.
    let mut payload = postcard::to_allocvec(&header).unwrap_or_default();
    payload.extend(body);
    reframed(&payload)
}

/// The lengths of parts that add up to `length`, as close to the given ones as possible.
fn corrected(parts: PartLengths, held: ValuesHeld, length: u32) -> PartLengths {
    let actions = if held == ValuesHeld::None { length } else { parts.actions.min(length) };
    let rest = length - actions;
    let values = match held {
        ValuesHeld::None => 0,
        ValuesHeld::State => rest,
        ValuesHeld::Action => parts.values.min(rest),
    };
    PartLengths { actions, values, regrets: rest - values }
}
