//! Random changes of bytes without regard to their format.

use mdp2048_model::SplitMix64;

/// Changes bytes.
pub(crate) fn change(random: &mut SplitMix64, bytes: &mut Vec<u8>, other: &[u8]) {
    match random.below(8) {
        0 => bytes.truncate(random.below(bytes.len() + 1)),
        1 => {
            let (byte, times) = (random.next_word() as u8, random.below(64));
            let byte = [0, 255, byte][random.below(3)];
            bytes.extend(std::iter::repeat_n(byte, times));
        }
        2 => splice(random, bytes, other),
        3 => {
            let (at, to) = (random.below(bytes.len() + 1), random.below(bytes.len() + 1));
            bytes.drain(at.min(to)..at.max(to));
        }
        4 => {
            let (at, to) = (random.below(bytes.len() + 1), random.below(bytes.len() + 1));
            let part = bytes[at.min(to)..at.max(to)].to_vec();
            let at = random.below(bytes.len() + 1);
            bytes.splice(at..at, part);
        }
        _ => {
            for _ in 0..1 + random.below(6) {
                if !bytes.is_empty() {
                    let at = random.below(bytes.len());
                    bytes[at] = match random.below(3) {
                        0 => random.next_word() as u8,
                        1 => bytes[at] ^ 1 << random.below(8),
                        _ => [0, 1, 127, 128, 255][random.below(5)],
                    };
                }
            }
        }
    }
}

/// Replaces some bytes by some bytes of another file.
pub(crate) fn splice(random: &mut SplitMix64, bytes: &mut Vec<u8>, other: &[u8]) {
    let (at, to) = (random.below(bytes.len() + 1), random.below(bytes.len() + 1));
    let (from, end) = (random.below(other.len() + 1), random.below(other.len() + 1));
    bytes.splice(at.min(to)..at.max(to), other[from.min(end)..from.max(end)].iter().copied());
}
