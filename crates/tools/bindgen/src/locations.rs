//! The places in source files at which a program may panic.
//!
//! They are only read by functions that report a panic: a program that reports none does not need
//! them, nor the paths of the machine that has compiled it.

use std::ops::Range;

use walrus::ir::Value;
use walrus::{ConstExpr, DataId, DataKind, Module};

/// The size in bytes of a `core::panic::Location`: the address and the length of the path of the
/// file, the line, and the column.
const SIZE: usize = 16;

/// A place has a length of its path, a line and a column of at least 1 and below these.
const LIMITS: [u32; 3] = [256, 100_000, 1_000];

/// Overwrites the places and the paths of their files with zeros, which the optimiser removes.
pub(crate) fn erase(module: &mut Module) {
    let segments: Vec<(DataId, usize)> = module
        .data
        .iter()
        .filter_map(|data| match data.kind {
            DataKind::Active { offset: ConstExpr::Value(Value::I32(address)), .. } => {
                Some((data.id(), address as u32 as usize))
            }
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    for &(id, address) in &segments {
        let bytes = &module.data.get(id).value;
        for at in (address.next_multiple_of(4) - address..bytes.len()).step_by(4) {
            let place = bytes.get(at..at + SIZE).and_then(path);
            if let Some(path) = place.filter(|path| is_source_file(module, &segments, path)) {
                found.push(path);
                found.push(address + at..address + at + SIZE);
            }
        }
    }
    for (id, address) in segments {
        let bytes = &mut module.data.get_mut(id).value;
        for range in &found {
            if let Some(bytes) = inside(range, address).and_then(|range| bytes.get_mut(range)) {
                bytes.fill(0);
            }
        }
    }
}

/// The addresses of the path of these bytes, if they may be a place.
fn path(bytes: &[u8]) -> Option<Range<usize>> {
    let (words, _) = bytes.as_chunks();
    let words: [u32; 4] =
        words.iter().map(|&word| u32::from_le_bytes(word)).collect::<Vec<_>>().try_into().ok()?;
    let [address, numbers @ ..] = words;
    let is_place = numbers.iter().zip(LIMITS).all(|(number, limit)| (1..limit).contains(number));
    let address = address as usize;
    is_place.then(|| address..address + numbers[0] as usize)
}

/// Whether a path is at these addresses.
fn is_source_file(module: &Module, segments: &[(DataId, usize)], path: &Range<usize>) -> bool {
    let texts = segments
        .iter()
        .filter_map(|&(id, address)| module.data.get(id).value.get(inside(path, address)?));
    let is_path = |text: &[u8]| text.ends_with(b".rs") && text.iter().all(u8::is_ascii_graphic);
    texts.into_iter().any(is_path)
}

/// The part of a segment at these addresses, if it begins at `address` or before.
fn inside(range: &Range<usize>, address: usize) -> Option<Range<usize>> {
    Some(range.start.checked_sub(address)?..range.end.checked_sub(address)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The address of the data of the test.
    const ADDRESS: u32 = 1024;

    /// A module with a memory of these bytes.
    fn module(bytes: Vec<u8>) -> Module {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        let offset = ConstExpr::Value(Value::I32(ADDRESS as i32));
        module.data.add(DataKind::Active { memory, offset }, bytes);
        module
    }

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn places_and_their_paths_become_zeros() {
        let path = b"crates/rules/src/board.rs; and text.";
        let mut bytes = path.to_vec();
        bytes.extend(words(&[ADDRESS, 25, 12, 3, 7, ADDRESS, 25, 13, 4]));
        let mut module = module(bytes);
        erase(&mut module);
        let mut expected = vec![0; 25];
        expected.extend(b"; and text.");
        expected.extend(words(&[0, 0, 0, 0, 7, 0, 0, 0, 0]));
        let data = module.data.iter().next().unwrap();
        assert_eq!(data.value, expected);
    }

    #[test]
    fn other_data_stays() {
        // A path without a place, a text with a length and two numbers, and a place without a line.
        let mut bytes = b"src/board.rs a text ".to_vec();
        bytes.extend(words(&[ADDRESS + 13, 6, 1, 1, ADDRESS, 12, 0, 1, ADDRESS + 4096, 12, 1, 1]));
        let mut module = module(bytes.clone());
        erase(&mut module);
        assert_eq!(module.data.iter().next().unwrap().value, bytes);
    }
}
