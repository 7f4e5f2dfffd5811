//! The properties of certificates: what is read is what was written, and no bound that the check
//! confirms is above the value of the game.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use mdp2048_model::Game;
use mdp2048_proof::{Certificate, check};
use mdp2048_solve::Solver;

use crate::bounds::{allocated, check_message};
use crate::read::Read;

/// The most cells, and the highest target, of a game that is solved to compare the bounds.
const MOST_SOLVED: (usize, u32) = (6, 64);

/// The largest error of a value.
const ROUNDING: f64 = 1e-12;

/// A bound of the memory of a check, beside what is proportional to the length of the file.
const CHECK_BYTES: usize = 1 << 20;

/// A bound of the memory per byte of a certificate: a byte has four actions, each of which leads to
/// at most thirty boards, which are sorted.
const MEMORY_PER_BYTE: usize = 1 << 14;

/// Reads a certificate and follows its policy.
///
/// # Panics
/// If it allocates too much memory, or if the check confirms what is wrong.
pub(crate) fn certificate(bytes: &[u8]) -> Read {
    let mut read = Read::default();
    let before = allocated();
    let certificate = match Certificate::read(&mut &bytes[..]) {
        Ok(certificate) => certificate,
        Err(error) => {
            check_message(&error.to_string());
            return read;
        }
    };
    let mut written = Vec::new();
    assert!(
        certificate.write(&mut written).is_ok() && written == bytes,
        "every byte has a meaning"
    );
    read.states = certificate.boards() as usize;
    assert!(read.states <= 4 * bytes.len());
    let checked = check(&certificate, |_| read.steps += 1);
    read.allocated = allocated() - before;
    let bound = CHECK_BYTES + MEMORY_PER_BYTE * bytes.len();
    assert!(read.allocated <= bound, "{} bytes allocated {}", bytes.len(), read.allocated);
    match checked {
        Ok(checked) => {
            read.is_sound = checked.agrees;
            assert!((0.0..=1.0).contains(&checked.won), "{checked:?}");
            let lost: f64 = checked.lost.iter().map(|&(_, lost)| lost).sum();
            assert!(checked.won + lost <= 1.0 + ROUNDING, "{checked:?}");
            if let Some(optimum) = optimum(certificate.game()) {
                let above = if checked.agrees { certificate.bound() } else { 0.0 };
                assert!(checked.won.max(above) <= optimum + ROUNDING, "{checked:?} {optimum}");
            }
        }
        Err(error) => check_message(&error.to_string()),
    }
    read
}

/// The probability of winning a game under an optimal policy, if the game is small.
fn optimum(game: &Game) -> Option<f64> {
    static KNOWN: Mutex<BTreeMap<String, f64>> = Mutex::new(BTreeMap::new());
    let (cells, target) = MOST_SOLVED;
    let is_small = game.shape().cells() <= cells
        && game.target().is_some_and(|exponent| exponent.face() <= target);
    let solve = || {
        let solution = Solver::new(game).solve();
        let value = solution.map(|solution| solution.start_value().get());
        value.unwrap_or_else(|_| panic!("{game} is not solved"))
    };
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    is_small.then(|| *known.entry(format!("{game:?}")).or_insert_with(solve))
}
