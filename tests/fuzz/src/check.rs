//! What must hold of whatever bytes are read.

use std::alloc::System;

use mdp2048_model::{Game, Objective, Policy, Replay};
use mdp2048_policy::{DecodedLayer, Decoder, PackedPolicy, PolicyError, TextPolicy};
use mdp2048_rules::{Board, Shape};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

use crate::Kind;
use crate::frame::opened;

/// Counts what is allocated by any thread, so that [`check`] is to run on one only.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The tables that a decoder has for the largest board, whatever the file.
const DECODER_BYTES: usize = 112 << 20;

/// What a state may take, with all that is known of the states still to come.
const BYTES_A_STATE: usize = 1 << 10;

/// The states that a file without bytes of actions may have, and more for each byte of them.
const STATES: usize = 1 << 12;
const STATES_A_BYTE: usize = 1 << 8;

/// The tables that reading a text takes on the largest board, and what a byte of it may take.
const TEXT_BYTES: usize = 8 << 20;
const BYTES_A_BYTE: usize = 96;

/// What came of bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Read {
    /// Whether they were a policy.
    pub is_sound: bool,
    /// How many layers were decoded.
    pub steps: usize,
    /// How many states there were.
    pub states: usize,
    /// How many bytes of memory were allocated in all, so that no more were held at any time.
    pub allocated: usize,
}

/// Reads bytes as a kind of file, and uses what is read.
///
/// # Panics
/// If the reader panics, takes more memory than the bytes justify or does not come to an end.
pub fn check(kind: Kind, bytes: &[u8]) -> Read {
    let before = ALLOCATOR.stats().bytes_allocated;
    let mut read = match kind {
        Kind::Decode => decode(bytes),
        Kind::Text => text(bytes),
    };
    read.allocated = ALLOCATOR.stats().bytes_allocated - before;
    let bound = match kind {
        Kind::Decode => {
            let actions = opened(bytes).map_or(0, |(header, _)| header.parts.actions as usize);
            // Lengths that are not true are found out before anything is allocated.
            let states = STATES + STATES_A_BYTE * actions.min(bytes.len());
            DECODER_BYTES + BYTES_A_STATE * states
        }
        Kind::Text => TEXT_BYTES + BYTES_A_BYTE * bytes.len(),
    };
    assert!(
        read.allocated <= bound,
        "{} bytes took {} bytes of memory",
        bytes.len(),
        read.allocated
    );
    read
}

fn decode(bytes: &[u8]) -> Read {
    let mut read = Read::default();
    // What is sent to a page is not asked for here, but whatever it is, it is read or refused.
    let mut rest = bytes;
    while DecodedLayer::read_from(&mut rest).is_ok() {}
    let found = (|| -> Result<PackedPolicy, PolicyError> {
        let mut decoder = Decoder::new(bytes)?;
        // The same policy as the page has it, put together from what a worker sends.
        let mut sent = PackedPolicy::without_entries(bytes)?;
        let parts = decoder.header().parts;
        let most_states = STATES + STATES_A_BYTE * parts.actions as usize;
        let mut progress = 0.0;
        loop {
            let step = decoder.step();
            read.states = decoder.policy().known_states() as usize;
            let Some(part) = step? else { break };
            sent.add(resent(&part));
            read.steps += 1;
            assert!(read.states <= most_states, "{} states of {parts:?}", read.states);
            // Each layer has a state, and comes once for each part.
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
        Err(error) => has_one_line(&error.to_string()),
    }
    read
}

/// A part as it comes out of the bytes that it is sent as.
fn resent(part: &DecodedLayer) -> DecodedLayer {
    let (mut bytes, mut again) = (Vec::new(), Vec::new());
    part.write_to(&mut bytes);
    let mut rest = &bytes[..];
    let Ok(read) = DecodedLayer::read_from(&mut rest) else {
        panic!("a part is not read: {part:?}")
    };
    assert!(rest.is_empty());
    // Not the parts themselves, for no number equals NaN.
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
            assert_eq!(again.as_ref(), Ok(&policy), "what is written is read");
            let left = policy.leave_probability();
            assert!((0.0..=1.0 + 1e-9).contains(&left), "left with probability {left}");
        }
        Err(error) => has_one_line(&error.to_string()),
    }
    read
}

/// The game that a byte stands for: its low half is the shape and the objective, the high half the
/// target.
fn game(choice: u8) -> Option<Game> {
    let shapes: Vec<Shape> = Shape::all().collect();
    let (low, high) = (usize::from(choice & 15), u32::from(choice >> 4));
    let target = Some(1 << high.max(3));
    match shapes.get(low) {
        Some(&shape) => Game::new(shape, Objective::Win, target, 1.0, 0.1).ok(),
        // Other objectives are refused.
        None => Game::new(Shape::TWO_BY_TWO, Objective::Score, target, 1.0, 0.1).ok(),
    }
}

/// Asks a policy some questions.
fn use_policy(game: &Game, policy: &impl Policy, boards: impl Iterator<Item = Board>) {
    for board in boards.take(20) {
        let advice = policy.advise(board);
        assert!(advice.is_some_and(|advice| board.slide(advice.action).is_some()), "{board}");
    }
    for seed in 0..2 {
        Replay::play(game, policy, seed.into());
    }
}

fn has_one_line(message: &str) {
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.len() < 500, "{message}");
}
