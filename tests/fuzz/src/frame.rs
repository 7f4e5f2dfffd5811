//! The frame of a packed policy, put right around what was changed.

use mdp2048_policy::{FORMAT_VERSION, PartLengths, PolicyHeader, ValuesHeld};

/// Mark, version, length and checksum.
const FRAME: usize = 18;

/// A payload in its frame.
pub fn reframed(payload: &[u8]) -> Vec<u8> {
    let mut bytes = b"MDP2048P".to_vec();
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// A file whose frame and lengths of parts are right, whatever it was: otherwise next to nothing
/// that is changed at random would come as far as the decoder.
pub fn repaired(bytes: &[u8]) -> Vec<u8> {
    let payload = bytes.get(FRAME..).unwrap_or_default();
    match postcard::take_from_bytes::<PolicyHeader>(payload) {
        Ok((header, body)) => closed(&header, body),
        Err(_) => reframed(payload),
    }
}

/// The header and the body of a file, if it has the form of one.
pub(crate) fn opened(bytes: &[u8]) -> Option<(PolicyHeader, &[u8])> {
    postcard::take_from_bytes(bytes.get(FRAME..)?).ok()
}

/// The file of a header and a body, the parts of which make up its length.
pub(crate) fn closed(header: &PolicyHeader, body: &[u8]) -> Vec<u8> {
    let mut header = header.clone();
    header.parts = fitting(header.parts, header.values, body.len() as u32);
    // A header holds nothing that cannot be serialised.
    let mut payload = postcard::to_allocvec(&header).unwrap_or_default();
    payload.extend(body);
    reframed(&payload)
}

/// Lengths that make up a whole, as near to the given ones as possible.
fn fitting(parts: PartLengths, held: ValuesHeld, length: u32) -> PartLengths {
    let actions = if held == ValuesHeld::None { length } else { parts.actions.min(length) };
    let rest = length - actions;
    let values = match held {
        ValuesHeld::None => 0,
        ValuesHeld::State => rest,
        ValuesHeld::Action => parts.values.min(rest),
    };
    PartLengths { actions, values, regrets: rest - values }
}
