//! A certificate: the policy of a set of boards, without their keys.
//!
//! FORMAT.md specifies the file. A reader follows the policy from the start, so it knows the boards
//! of each layer that games reach, in ascending order; the file says of each whether the policy has
//! an action for it, and which.

use std::io::{self, Read, Write};
use std::mem;

use crc32fast::Hasher;
use mdp2048_model::{FrameError, Game, Objective};
use mdp2048_rules::{Action, Exponent, Shape};
use rayon::prelude::*;

use crate::error::CertificateError;
use crate::file_kinds::CERTIFICATE;
use crate::rules::{Moved, PARTS, Rules, board_key, set_key};
use crate::set::BoardSet;
use crate::value::{WinBound, bound_of};

/// The bytes of the record of a layer in the header.
const RECORD: usize = 8 + 8 + 4;

/// The afterstates of a unit of parallel work.
const CHUNK: usize = 1 << 16;

/// The policy of a set of boards, and the bound that backward induction computed for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    pub(crate) game: Game,
    pub(crate) bound: WinBound,
    pub(crate) boards: u64,
    /// By tile sum, from 4 in steps of 2.
    pub(crate) layers: Vec<CertificateLayer>,
}

/// The actions of one layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CertificateLayer {
    /// The number of boards that games reach.
    pub(crate) reached: u64,
    /// A bit for each of them: whether there is an action.
    pub(crate) inside: Vec<u8>,
    /// The number of actions.
    pub(crate) actions: u64,
    /// Two bits for each action.
    pub(crate) packed: Vec<u8>,
}

/// The half of the tile sum of the first layer.
pub(crate) const FIRST_HALF_SUM: usize = 2;

impl CertificateLayer {
    fn push(&mut self, action: Option<u8>) {
        push_bits(&mut self.inside, self.reached, 1, action.is_some().into());
        self.reached += 1;
        if let Some(action) = action {
            push_bits(&mut self.packed, self.actions, 2, action);
            self.actions += 1;
        }
    }

    /// The action on each board that games reach, if there is one.
    pub(crate) fn to_actions(&self) -> Vec<Option<Action>> {
        let mut actions = 0..;
        let action = |at| {
            let is_inside = bits_at(&self.inside, at, 1) == 1;
            let number = is_inside.then(|| actions.next()).flatten()?;
            Some(Action::ALL[usize::from(bits_at(&self.packed, number, 2))])
        };
        (0..self.reached).map(action).collect()
    }
}

/// Keys in ascending order, each once.
fn sorted(mut keys: Vec<u64>) -> Vec<u64> {
    keys.par_sort_unstable();
    keys.dedup();
    keys
}

/// The boards after a random 2 on afterstates, and those after a 4, each in ascending order.
fn spawned(rules: &Rules, afters: &[u64]) -> [Vec<u64>; 2] {
    let mut boards = [Vec::new(), Vec::new()];
    for &after in afters {
        for (boards, keys) in boards.iter_mut().zip(rules.spawns(rules.board(after))) {
            boards.extend(keys);
        }
    }
    boards.map(sorted)
}

/// Appends a number of some bits, which divide 8, to numbers of as many bits.
fn push_bits(bytes: &mut Vec<u8>, at: u64, bits: u64, number: u8) {
    let shift = at * bits % 8;
    match bytes.last_mut() {
        Some(last) if shift > 0 => *last |= number << shift,
        _ => bytes.push(number),
    }
}

/// The number with an index in numbers of 1 or 2 bits.
fn bits_at(bytes: &[u8], at: u64, bits: u64) -> u8 {
    let mask = (1 << bits) - 1;
    bytes.get((at * bits / 8) as usize).map_or(0, |byte| byte >> (at * bits % 8) & mask)
}

/// Whether the bits from this number on are 0. Only the last byte has such bits.
fn ends_with_zeros(bytes: &[u8], used: u64) -> bool {
    let unused = bytes.len() as u64 * 8 - used;
    bytes.last().is_none_or(|&last| u64::from(last.leading_zeros()) >= unused)
}

impl Certificate {
    /// The certificate of a solved set with a bound.
    ///
    /// # Errors
    /// An error of the files of the set.
    pub(crate) fn new(set: &mut BoardSet, rules: &Rules, bound: WinBound) -> io::Result<Self> {
        let mut layers: Vec<CertificateLayer> = Vec::new();
        let mut pending: Vec<Vec<u64>> = vec![Vec::new(); FIRST_HALF_SUM + 1];
        for (key, _) in rules.starts() {
            let half_sum = rules.board(key).tile_sum().get() as usize / 2;
            pending.resize_with(pending.len().max(half_sum + 1), Vec::new);
            pending[half_sum].push(key);
        }
        let mut half_sum = FIRST_HALF_SUM;
        while half_sum < pending.len() {
            let keys = sorted(mem::take(&mut pending[half_sum]));
            let actions = set.valued_layer(half_sum)?.actions(&keys);
            let boards = keys.par_iter().map(|&key| board_key(key)).zip(actions.par_iter());
            let mut boards: Vec<_> = boards.collect();
            boards.par_sort_unstable();
            let mut layer = CertificateLayer::default();
            boards.into_iter().for_each(|(_, &action)| layer.push(action));
            let after = |(&key, &action): (&u64, &Option<u8>)| {
                let moved = rules.act(rules.board(key), action?)?;
                match moved {
                    Moved::After(after) => Some(set_key(after)),
                    Moved::Won => None,
                }
            };
            let afters = sorted(keys.par_iter().zip(&actions).filter_map(after).collect());
            let spawned: Vec<_> =
                afters.par_chunks(CHUNK).map(|afters| spawned(rules, afters)).collect();
            pending.resize_with(pending.len().max(half_sum + 3), Vec::new);
            for boards in spawned {
                for (pending, keys) in pending[half_sum + 1..].iter_mut().zip(boards) {
                    pending.extend(keys);
                }
            }
            while pending.last().is_some_and(Vec::is_empty) {
                pending.pop();
            }
            layers.push(layer);
            half_sum += 1;
        }
        let boards = layers.iter().map(|layer| layer.actions).sum();
        Ok(Self { game: *rules.game(), bound, boards, layers })
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The bound of the probability of winning that backward induction computed, rounded down.
    pub fn bound(&self) -> f64 {
        bound_of(self.bound)
    }

    /// The number of boards, up to symmetry, for which the policy has an action.
    pub const fn boards(&self) -> u64 {
        self.boards
    }

    /// Writes the file.
    ///
    /// # Errors
    /// An error of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let shape = self.game.shape();
        let target = self.game.target().map_or(0, Exponent::get);
        let mut header = vec![shape.rows() as u8, shape.cols() as u8, target];
        let four = (self.game.spawn_four().get() * PARTS as f64).round() as u32;
        header.extend(four.to_le_bytes());
        header.extend(self.bound.to_le_bytes());
        header.extend(self.boards.to_le_bytes());
        for layer in &self.layers {
            header.extend(layer.reached.to_le_bytes());
            header.extend(layer.actions.to_le_bytes());
            header.extend(layer.checksum().to_le_bytes());
        }
        out.write_all(&CERTIFICATE.frame(&header).ok_or(io::ErrorKind::FileTooLarge)?)?;
        let mut bits = self.layers.iter().flat_map(|layer| [&layer.inside, &layer.packed]);
        bits.try_for_each(|bits| out.write_all(bits))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`CertificateError`] if it is not the file of a certificate. Whether the bound is right is
    /// for [`check`](crate::check()).
    pub fn read(input: &mut dyn Read) -> Result<Self, CertificateError> {
        let header = CERTIFICATE.read_header::<CertificateError>(input)?;
        let mut fields = &header[..];
        let [rows, columns, target] = CERTIFICATE.take(&mut fields)?;
        let [four, bound] = [CERTIFICATE.take(&mut fields)?, CERTIFICATE.take(&mut fields)?];
        let [four, bound] = [four, bound].map(u32::from_le_bytes);
        let boards = u64::from_le_bytes(CERTIFICATE.take(&mut fields)?);
        let game = Shape::new(rows, columns).ok().and_then(|shape| {
            let face = 1u32.checked_shl(target.into())?;
            let four = f64::from(four) / PARTS as f64;
            Game::new(shape, Objective::Win, Some(face), 1.0, four).ok()
        });
        let game = game.ok_or(CERTIFICATE.malformed("there is no such game"))?;
        let (records, rest) = fields.as_chunks();
        if !rest.is_empty() {
            return Err(CERTIFICATE.malformed("its header ends within a layer").into());
        }
        let layers: Vec<_> = (records.iter().zip(FIRST_HALF_SUM..))
            .map(|(record, half_sum)| CertificateLayer::read(record, half_sum, input))
            .collect::<Result<_, _>>()?;
        CERTIFICATE.check_end::<CertificateError>(input)?;
        let actions = layers.iter().map(|layer| u128::from(layer.actions)).sum::<u128>();
        if actions != u128::from(boards) {
            return Err(CERTIFICATE.malformed("its numbers of actions do not add up").into());
        }
        Ok(Self { game, bound, boards, layers })
    }
}

impl CertificateLayer {
    /// The checksum of its bits.
    fn checksum(&self) -> u32 {
        let mut hasher = Hasher::new();
        hasher.update(&self.inside);
        hasher.update(&self.packed);
        hasher.finalize()
    }

    /// Reads the bits of a layer with this record in the header.
    fn read(
        record: &[u8; RECORD],
        half_sum: usize,
        input: &mut dyn Read,
    ) -> Result<Self, CertificateError> {
        let mut record = &record[..];
        let [reached, actions] = [CERTIFICATE.take(&mut record)?, CERTIFICATE.take(&mut record)?]
            .map(u64::from_le_bytes);
        let checksum = u32::from_le_bytes(CERTIFICATE.take(&mut record)?);
        let inside = CERTIFICATE.read_bytes::<CertificateError>(input, reached.div_ceil(8))?;
        let packed = CERTIFICATE.read_bytes::<CertificateError>(input, actions.div_ceil(4))?;
        let layer = Self { reached, inside, actions, packed };
        if layer.checksum() != checksum {
            let layer = Some(2 * half_sum as u32);
            return Err(FrameError::Checksum { kind: &CERTIFICATE, layer }.into());
        }
        let ones: u64 = layer.inside.iter().map(|byte| u64::from(byte.count_ones())).sum();
        let is_filled_up =
            ends_with_zeros(&layer.inside, reached) && ends_with_zeros(&layer.packed, 2 * actions);
        if ones != actions || !is_filled_up {
            return Err(CERTIFICATE
                .malformed("a layer has other bits than its header states")
                .into());
        }
        Ok(layer)
    }
}
