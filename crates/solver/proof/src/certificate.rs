//! A certificate: the policy of a set of boards, without their keys.
//!
//! FORMAT.md specifies the file. A reader follows the policy from the start, so it knows the boards
//! of each layer that games reach, in ascending order; the file says of each whether the policy has
//! an action for it, and which.

use std::io::{self, Read, Write};
use std::mem;

use crc32fast::Hasher;
use mdp2048_model::{Game, Objective};
use mdp2048_rules::{Action, Exponent, Shape};
use rayon::prelude::*;

use crate::error::{CertificateError, VERSION};
use crate::rules::{Moved, PARTS, Rules, board_key, set_key};
use crate::set::BoardSet;
use crate::value::{WinBound, bound_of};

/// The first bytes of a certificate.
pub const CERTIFICATE_MAGIC: &[u8; 8] = b"MDP2048C";

/// The bytes of the header before its checksum.
const HEADER_BYTES: usize = 33;

/// The most bytes that are read at once.
const BLOCK: u64 = 1 << 20;

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
        let mut header = Vec::with_capacity(HEADER_BYTES);
        header.extend(CERTIFICATE_MAGIC);
        header.extend(VERSION.to_le_bytes());
        let shape = self.game.shape();
        let target = self.game.target().map_or(0, Exponent::get);
        header.extend([shape.rows() as u8, shape.cols() as u8, target]);
        let four = (self.game.spawn_four().get() * PARTS as f64).round() as u32;
        header.extend(four.to_le_bytes());
        header.extend(self.bound.to_le_bytes());
        header.extend(self.boards.to_le_bytes());
        header.extend((self.layers.len() as u32).to_le_bytes());
        out.write_all(&header)?;
        out.write_all(&crc32fast::hash(&header).to_le_bytes())?;
        for layer in &self.layers {
            let mut hasher = Hasher::new();
            let counts = [layer.reached.to_le_bytes(), layer.actions.to_le_bytes()];
            for bytes in [&counts[0][..], &counts[1], &layer.inside, &layer.packed] {
                hasher.update(bytes);
                out.write_all(bytes)?;
            }
            out.write_all(&hasher.finalize().to_le_bytes())?;
        }
        Ok(())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`CertificateError`] if it is not the file of a certificate. Whether the bound is right is
    /// for [`check`](crate::check()).
    pub fn read(input: &mut dyn Read) -> Result<Self, CertificateError> {
        let mut header = read_bytes(input, CERTIFICATE_MAGIC.len() as u64)?;
        if header != CERTIFICATE_MAGIC {
            return Err(CertificateError::NotACertificate);
        }
        header.extend(read_bytes(input, 2)?);
        let version = u16::from_le_bytes([header[8], header[9]]);
        if version != VERSION {
            return Err(CertificateError::Version(version));
        }
        header.extend(read_bytes(input, (HEADER_BYTES - header.len()) as u64)?);
        if u32_of(input)? != crc32fast::hash(&header) {
            return Err(CertificateError::Damaged);
        }
        let mut fields = &header[10..];
        let [rows, columns, target] = [0; 3].map(|_: u8| read_byte(&mut fields));
        let (four, bound) = (u32_of(&mut fields)?, u32_of(&mut fields)?);
        let (boards, count) = (u64_of(&mut fields)?, u32_of(&mut fields)?);
        let game = Shape::new(rows, columns).ok().and_then(|shape| {
            let face = 1u32.checked_shl(target.into())?;
            let four = f64::from(four) / PARTS as f64;
            Game::new(shape, Objective::Win, Some(face), 1.0, four).ok()
        });
        let game = game.ok_or(CertificateError::Damaged)?;
        let mut layers = Vec::new();
        for _ in 0..count {
            layers.push(CertificateLayer::read(input)?);
        }
        let is_sum = layers.iter().map(|layer| u128::from(layer.actions)).sum::<u128>()
            == u128::from(boards);
        if !is_sum || input.read(&mut [0])? > 0 {
            return Err(CertificateError::Damaged);
        }
        Ok(Self { game, bound, boards, layers })
    }
}

impl CertificateLayer {
    fn read(input: &mut dyn Read) -> Result<Self, CertificateError> {
        let counts = read_bytes(input, 16)?;
        let [reached, actions] = [u64_of(&mut &counts[..8])?, u64_of(&mut &counts[8..])?];
        let inside = read_bytes(input, reached.div_ceil(8))?;
        let packed = read_bytes(input, actions.div_ceil(4))?;
        let mut hasher = Hasher::new();
        for bytes in [&counts, &inside, &packed] {
            hasher.update(bytes);
        }
        let layer = Self { reached, inside, actions, packed };
        let ones: u64 = layer.inside.iter().map(|byte| u64::from(byte.count_ones())).sum();
        let is_filled_up =
            ends_with_zeros(&layer.inside, reached) && ends_with_zeros(&layer.packed, 2 * actions);
        if u32_of(input)? != hasher.finalize() || ones != actions || !is_filled_up {
            return Err(CertificateError::Damaged);
        }
        Ok(layer)
    }
}

/// Reads so many bytes, and needs no more memory than there are.
fn read_bytes(input: &mut dyn Read, count: u64) -> Result<Vec<u8>, CertificateError> {
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < count {
        let missing = (count - bytes.len() as u64).min(BLOCK);
        if input.take(missing).read_to_end(&mut bytes)? as u64 != missing {
            return Err(CertificateError::Truncated);
        }
    }
    Ok(bytes)
}

fn read_byte(fields: &mut &[u8]) -> u8 {
    fields.split_off_first().copied().unwrap_or_default()
}

fn u32_of(input: &mut dyn Read) -> Result<u32, CertificateError> {
    let bytes = read_bytes(input, 4)?;
    Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
}

fn u64_of(input: &mut dyn Read) -> Result<u64, CertificateError> {
    let bytes = read_bytes(input, 8)?;
    Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}
