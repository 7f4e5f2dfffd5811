//! The properties that hold for all bytes that are read.

use mdp2048_model::{Game, Objective, Policy, Replay};
use mdp2048_policy::{
    DecodedLayer, Decoder, FREE_STATES, PackedPolicy, PolicyError, STATES_PER_BYTE, TextPolicy,
};
use mdp2048_rules::{Board, Shape};

use crate::InputKind;
use crate::bounds::{allocated, check_message};
use crate::check_certificate::certificate;
use crate::frame::opened;
use crate::lines::line;
use crate::read::Read;
use crate::verbs::use_solution;

/// A bound of the memory of a decoder's tables for the largest board, whatever the file.
const DECODER_BYTES: usize = 112 << 20;

/// A bound of the memory per state, including the occupancies of the layers above.
const BYTES_PER_STATE: usize = 1 << 10;

/// A bound of the memory of a text reader's tables for every board and target, which it tries one
/// after the other if a text is not of its game.
const TEXT_BYTES: usize = 256 << 20;

/// A bound of the memory per byte of a text, on all boards.
const MEMORY_PER_TEXT_BYTE: usize = 1 << 13;

/// A bound of the memory of all pages, each opened twice at a link.
const LINE_BYTES: usize = 512 << 20;

/// A bound of the memory per byte of a text or a link.
const MEMORY_PER_LINE_BYTE: usize = 1 << 13;

/// The largest number of states of a file with this number of bytes of actions.
const fn max_states(actions: usize) -> usize {
    FREE_STATES as usize + STATES_PER_BYTE as usize * actions
}

/// Reads bytes as a kind of file, and uses the policy if they are one.
///
/// # Panics
/// If the reader panics, allocates more memory or makes more steps than the bytes justify, or
/// returns an inconsistent policy.
pub fn check(kind: InputKind, bytes: &[u8]) -> Read {
    let before = allocated();
    let (mut read, bound) = match kind {
        InputKind::Decode => {
            let read = decode(bytes);
            let actions = opened(bytes).map_or(0, |(header, _)| header.parts.actions as usize);
            // A wrong length is refused before anything is allocated.
            let states = max_states(actions.min(bytes.len()));
            (read, DECODER_BYTES + BYTES_PER_STATE * states)
        }
        InputKind::Text => (text(bytes), TEXT_BYTES + MEMORY_PER_TEXT_BYTE * bytes.len()),
        InputKind::Line => (line(bytes), LINE_BYTES + MEMORY_PER_LINE_BYTE * bytes.len()),
        // These have bounds for each use, and are compared with games that are solved.
        InputKind::Solution => return use_solution(bytes),
        InputKind::Certificate => return certificate(bytes),
    };
    read.allocated = allocated() - before;
    assert!(
        read.allocated <= bound,
        "reading {} bytes allocated {} bytes",
        bytes.len(),
        read.allocated
    );
    read
}

fn decode(bytes: &[u8]) -> Read {
    let mut read = Read::default();
    // The bytes of decoded layers are read or refused too, although they are not a file format.
    let mut rest = bytes;
    while DecodedLayer::read_from(&mut rest).is_ok() {}
    if let Some(game) = bytes.first().and_then(|&choice| game(choice)) {
        let _ = TextPolicy::from_transfer(bytes, &game);
    }
    let found = (|| -> Result<PackedPolicy, PolicyError> {
        let mut decoder = Decoder::new(bytes)?;
        // The page assembles the policy from the layers that a worker sends.
        let mut sent = PackedPolicy::without_entries(bytes)?;
        let parts = decoder.header().parts;
        let most_states = max_states(parts.actions as usize);
        let mut progress = 0.0;
        loop {
            let step = decoder.step();
            read.states = decoder.policy().known_states() as usize;
            let Some(layer) = step? else { break };
            sent.add(resent(&layer));
            read.steps += 1;
            assert!(read.states <= most_states, "{} states from {parts:?}", read.states);
            // Each layer has at least one state, and is decoded once for each part.
            assert!(read.steps <= 3 * read.states, "{} steps", read.steps);
            assert!(decoder.progress() >= progress && decoder.progress() <= 1.0);
            progress = decoder.progress();
        }
        assert!(sent.boards().eq(decoder.policy().boards()));
        Ok(sent)
    })();
    match found {
        Ok(policy) => {
            assert!(policy.has_all_actions());
            use_policy(policy.game(), &policy, policy.boards());
            read.is_sound = true;
        }
        Err(error) => check_message(&error.to_string()),
    }
    read
}

/// A decoded layer, written as bytes and read again.
fn resent(layer: &DecodedLayer) -> DecodedLayer {
    let (mut bytes, mut again) = (Vec::new(), Vec::new());
    layer.write_to(&mut bytes);
    let mut rest = &bytes[..];
    let Ok(read) = DecodedLayer::read_from(&mut rest) else {
        panic!("a layer is not read: {layer:?}")
    };
    assert!(rest.is_empty());
    // Not the layers themselves, because NaN does not equal itself.
    read.write_to(&mut again);
    assert_eq!(again, bytes);
    read
}

fn text(bytes: &[u8]) -> Read {
    let mut read = Read::default();
    let Some((&choice, text)) = bytes.split_first() else { return read };
    let Some(game) = game(choice) else { return read };
    match TextPolicy::read(text, &game) {
        Ok(policy) => {
            assert!(TextPolicy::is_text(text));
            read.is_sound = true;
            read.states = policy.states() as usize;
            assert!(read.states < text.len());
            use_policy(&game, &policy, policy.boards());
            let written = policy.to_text();
            let again = TextPolicy::read(written.as_bytes(), &game);
            assert_eq!(again.as_ref(), Ok(&policy), "reading returns what was written");
            let left = policy.leave_probability();
            assert!((0.0..=1.0 + 1e-9).contains(&left), "leave probability {left}");
            // A page gets the policy from another program.
            let sent = TextPolicy::from_transfer(&policy.to_transfer(), &game);
            assert_eq!(sent.as_ref(), Ok(&policy), "what is sent is what was read");
        }
        Err(error) => check_message(&error.to_string()),
    }
    read
}

/// The game that a byte selects, as [`InputKind::Text`] specifies.
fn game(choice: u8) -> Option<Game> {
    let shapes: Vec<Shape> = Shape::all().collect();
    let (low, high) = (usize::from(choice & 15), u32::from(choice >> 4));
    let target = Some(1 << high.max(3));
    match shapes.get(low) {
        Some(&shape) => Game::new(shape, Objective::Win, target, 1.0, 0.1).ok(),
        // The reader refuses other objectives than to win.
        None => Game::new(Shape::TWO_BY_TWO, Objective::Score, target, 1.0, 0.1).ok(),
    }
}

/// Looks up some boards of a policy and plays two games.
fn use_policy(game: &Game, policy: &impl Policy, boards: impl Iterator<Item = Board>) {
    for board in boards.take(20) {
        let advice = policy.advise(board);
        assert!(advice.is_some_and(|advice| board.slide(advice.action).is_some()), "{board}");
    }
    for seed in 0..2 {
        Replay::play(game, policy, seed.into());
    }
}
