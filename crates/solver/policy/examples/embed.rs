//! A game that plays optimally with a packed policy, and depends on no other crate.
//!
//! `cargo run --example embed -- 42`

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::env;
use std::error::Error;

use mdp2048_policy::model::{FrameError, Policy as _, Seed, SeededSpawns, Status};
use mdp2048_policy::{PackedPolicy, PolicyError};

/// The policy of 2x2 to 32, of 112 bytes, made by `mdp2048 pack`.
static POLICY: &[u8] = include_bytes!("2x2_to_32.policy");

fn main() -> Result<(), Box<dyn Error>> {
    let seed: Seed = env::args().nth(1).as_deref().unwrap_or("42").parse()?;
    let policy = PackedPolicy::from_bytes(POLICY)?;
    let game = *policy.game();
    println!("{game}: {} states in {} bytes", policy.known_states(), policy.bytes());

    let mut random = SeededSpawns::new(seed);
    let mut board = random.start(&game);
    while game.status(board) == Status::Playing {
        let advice = policy.advise(board).ok_or("the policy has no entry")?;
        let moved = game.act(board, advice.action).ok_or("the action is not allowed")?;
        println!("{board}  {}", advice.action);
        board = random.spawn(&game, moved.after);
    }
    println!("{board}  {:?}", game.status(board));

    let damaged = PackedPolicy::from_bytes(&POLICY[1..]);
    assert!(matches!(damaged, Err(PolicyError::Frame(FrameError::OtherKind(_)))));
    Ok(())
}
