//! The certificates that are changed: those of small games, and their parts.

use mdp2048_model::{Game, Objective};
use mdp2048_proof::{CERTIFICATE, Heuristic, PartialProcess, Schedule};
use mdp2048_rules::{Action, Board};
use mdp2048_test_support::game;

/// The bytes of magic bytes, version, length and checksum.
const FRAME_BYTES: usize = 18;

/// The games: board, target, probability of a 4.
const GAMES: [(&str, u32, f64); 9] = [
    ("2x2", 8, 0.1),
    ("2x2", 16, 0.1),
    ("2x2", 32, 0.1),
    ("2x2", 16, 0.0),
    ("2x2", 16, 1.0),
    ("2x3", 16, 0.37),
    ("2x3", 32, 0.1),
    ("3x2", 64, 0.1),
    ("3x3", 16, 0.1),
];

/// Every action is as good as the others.
#[derive(Clone)]
struct NoHeuristic;

impl Heuristic for NoHeuristic {
    fn estimates(&mut self, _: Board) -> [f64; 4] {
        [1.0; 4]
    }
}

/// The certificates of the games, with their names.
pub(crate) fn certificates() -> Vec<(String, Vec<u8>)> {
    GAMES
        .into_iter()
        .map(|(board, target, four)| {
            let game = game(board, Objective::Win, Some(target), 1.0, four);
            let schedule = Schedule { join: 1e-2, keep: 1e-3, further_rounds: 1 };
            let bytes = certificate(game, schedule);
            (game.to_string(), bytes.unwrap_or_else(|error| panic!("{game}: {error}")))
        })
        .collect()
}

fn certificate(game: Game, schedule: Schedule) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut restricted = PartialProcess::grow(game, &NoHeuristic, schedule, u64::MAX, &mut |_| {})?;
    let mut bytes = Vec::new();
    restricted.certificate()?.write(&mut bytes)?;
    Ok(bytes)
}

/// A certificate, taken apart as FORMAT.md describes it.
#[derive(Clone, Debug)]
pub(crate) struct CertificateParts {
    pub(crate) rows: u8,
    pub(crate) columns: u8,
    pub(crate) target: u8,
    /// The probability of a 4 in millionths.
    pub(crate) four: u32,
    pub(crate) bound: u32,
    pub(crate) actions: u64,
    pub(crate) layers: Vec<CertificateLayer>,
}

/// The actions of a layer.
#[derive(Clone, Debug, Default)]
pub(crate) struct CertificateLayer {
    /// The number of boards that games reach.
    pub(crate) reached: u64,
    /// The number of those with an action.
    pub(crate) actions: u64,
    pub(crate) inside: Vec<u8>,
    pub(crate) packed: Vec<u8>,
}

impl CertificateLayer {
    /// A layer of boards with these actions.
    pub(crate) fn of(actions: &[Option<Action>]) -> Self {
        let mut layer = Self { reached: actions.len() as u64, ..Self::default() };
        layer.inside.resize(actions.len().div_ceil(8), 0);
        for (at, &action) in actions.iter().enumerate() {
            let Some(action) = action else { continue };
            layer.inside[at / 8] |= 1 << (at % 8);
            let shift = layer.actions % 4 * 2;
            if shift == 0 {
                layer.packed.push(0);
            }
            if let Some(last) = layer.packed.last_mut() {
                *last |= (action.index() as u8) << shift;
            }
            layer.actions += 1;
        }
        layer
    }
}

/// The first so many bytes of some bytes, which are removed from them.
fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    bytes.split_off(..count)
}

/// A number of at most eight bytes, which are removed.
fn number(bytes: &mut &[u8], count: usize) -> Option<u64> {
    Some(take(bytes, count)?.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

impl CertificateParts {
    /// The parts of a certificate, whose checksums are not looked at; `None` if bytes are missing.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let length = number(&mut bytes.get(10..14)?, 4)? as usize;
        let mut bits = bytes.get(FRAME_BYTES..)?;
        let header = &mut take(&mut bits, length)?;
        let [rows, columns, target] = *take(header, 3)?.first_chunk()?;
        let (four, bound) = (number(header, 4)? as u32, number(header, 4)? as u32);
        let actions = number(header, 8)?;
        let mut layers = Vec::new();
        while !header.is_empty() {
            let (reached, actions) = (number(header, 8)?, number(header, 8)?);
            take(header, 4)?;
            let inside = take(&mut bits, reached.div_ceil(8) as usize)?.to_vec();
            let packed = take(&mut bits, actions.div_ceil(4) as usize)?.to_vec();
            layers.push(CertificateLayer { reached, actions, inside, packed });
        }
        bits.is_empty().then_some(Self { rows, columns, target, four, bound, actions, layers })
    }

    /// Makes the number of the header that of the layers.
    pub(crate) fn count_again(&mut self) {
        self.actions = self.layers.iter().map(|layer| layer.actions).fold(0, u64::wrapping_add);
    }

    /// The file, with right checksums.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut header = vec![self.rows, self.columns, self.target];
        header.extend(self.four.to_le_bytes());
        header.extend(self.bound.to_le_bytes());
        header.extend(self.actions.to_le_bytes());
        for layer in &self.layers {
            header.extend(layer.reached.to_le_bytes());
            header.extend(layer.actions.to_le_bytes());
            let bits = [&layer.inside[..], &layer.packed].concat();
            header.extend(crc32fast::hash(&bits).to_le_bytes());
        }
        let mut bytes = CERTIFICATE.frame(&header).unwrap_or_default();
        for layer in &self.layers {
            bytes.extend(&layer.inside);
            bytes.extend(&layer.packed);
        }
        bytes
    }
}
