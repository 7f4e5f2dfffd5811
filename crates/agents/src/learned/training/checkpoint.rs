//! The file from which a training resumes.
//!
//! Numbers are little-endian. The file has no compression, about 100 MB, and holds:
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | `mdp2048t` |
//! | 4 | the version of this layout, 2 |
//! | 8 | the digest of the options, the tuples and the version of the training |
//! | 20 | the options: seed, rate, lambda, optimism, restart |
//! | 16 | the numbers of rounds and moves |
//! | 4, then 80 for each, and 80 | the rows of the learning curve, and the one not complete |
//! | 12 for each weight | its value, the sum of its errors, and that of their sizes |
//! | 4 | the CRC-32 (ISO-HDLC) of all bytes before; nothing follows |

use std::io::{self, Read, Write};

use super::super::tuples::{CELLS_OF_TUPLES, ENTRIES, TUPLES};
use super::curve::{CurveRow, LearningCurve};
use super::weights::{Errors, TrainedWeights};
use super::{Trainer, TrainingOptions};
use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::provenance::{ContentDigest, Provenance};
use crate::slides::Slides;

/// The first bytes.
const MAGIC: &[u8; 8] = b"mdp2048t";

/// The version of the layout.
const VERSION: u32 = 2;

/// The version of the training: it is raised when the same options make another network.
const TRAINING: u32 = 1;

/// The weights that are converted at a time.
const BLOCK: usize = 4096;

/// The bytes of a weight.
const WEIGHT_BYTES: usize = 12;

/// The digest of all that the weights depend on besides the number of rounds.
fn digest(options: &TrainingOptions) -> u64 {
    let TrainingOptions { seed, rate, lambda, optimism, restart } = options;
    let words = format!("{seed} {rate} {lambda} {optimism} {restart}");
    let tuples = ContentDigest::of(CELLS_OF_TUPLES.as_flattened());
    Provenance::new(words, TRAINING).with_contents("tuples", &tuples).digest()
}

fn put_row(out: &mut Checkpoint<&mut dyn Write>, row: &CurveRow) -> io::Result<()> {
    let CurveRow { moves, rounds, games, points, made, seconds } = row;
    for number in [moves, rounds, games, points].into_iter().chain(made) {
        out.write_all(&number.to_le_bytes())?;
    }
    out.write_all(&seconds.to_le_bytes())
}

fn take_row(input: &mut Checkpoint<&mut dyn Read>) -> io::Result<CurveRow> {
    let mut numbers = [0; 9];
    for number in &mut numbers {
        *number = input.u64()?;
    }
    let [moves, rounds, games, points, made @ ..] = numbers;
    let seconds = f64::from_le_bytes(input.take_array()?);
    Ok(CurveRow { moves, rounds, games, points, made, seconds })
}

fn float(input: &mut Checkpoint<&mut dyn Read>) -> io::Result<f32> {
    input.take_array().map(f32::from_le_bytes)
}

impl Trainer {
    /// Writes all that a training needs to go on as if it had not stopped.
    ///
    /// # Errors
    /// An error of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Checkpoint::create(out, MAGIC, VERSION)?;
        let TrainingOptions { seed, rate, lambda, optimism, restart } = self.options;
        out.write_all(&digest(&self.options).to_le_bytes())?;
        out.write_all(&seed.to_le_bytes())?;
        out.write_all(&rate.to_le_bytes())?;
        out.write_all(&lambda.to_le_bytes())?;
        out.write_all(&optimism.to_le_bytes())?;
        out.write_all(&restart.to_le_bytes())?;
        out.write_all(&self.rounds.to_le_bytes())?;
        out.write_all(&self.moves.to_le_bytes())?;
        out.write_all(&(self.curve.rows.len() as u32).to_le_bytes())?;
        for row in self.curve.rows.iter().chain([&self.curve.next]) {
            put_row(&mut out, row)?;
        }
        let TrainedWeights { values, errors } = &self.weights;
        let mut bytes = Vec::with_capacity(BLOCK * WEIGHT_BYTES);
        for (values, errors) in values.chunks(BLOCK).zip(errors.chunks(BLOCK)) {
            bytes.clear();
            for (value, errors) in values.iter().zip(errors) {
                for number in [*value, errors.sum, errors.sizes] {
                    bytes.extend(number.to_le_bytes());
                }
            }
            out.write_all(&bytes)?;
        }
        out.finish()
    }

    /// The training of a file that [`Trainer::save`] wrote.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file is not such a file.
    pub fn resume(input: &mut dyn Read) -> Result<Self, CheckpointError> {
        let mut input = Checkpoint::open(input, MAGIC, VERSION)?;
        let found = input.u64()?;
        let options = TrainingOptions {
            seed: input.u32()?,
            rate: float(&mut input)?,
            lambda: float(&mut input)?,
            optimism: float(&mut input)?,
            restart: input.u32()?,
        };
        if found != digest(&options) {
            return Err(CheckpointError::Version);
        }
        let rounds = input.u64()?;
        let moves = input.u64()?;
        let mut curve = LearningCurve::default();
        for _ in 0..input.u32()? {
            curve.rows.push(take_row(&mut input)?);
        }
        curve.next = take_row(&mut input)?;
        let mut weights = TrainedWeights { values: Vec::new(), errors: Vec::new() };
        let mut bytes = vec![0; BLOCK * WEIGHT_BYTES];
        while weights.values.len() < TUPLES * ENTRIES {
            input.read_exact(&mut bytes)?;
            for number in bytes.as_chunks::<WEIGHT_BYTES>().0 {
                let part = |at: usize| {
                    let bytes = [number[at], number[at + 1], number[at + 2], number[at + 3]];
                    f32::from_le_bytes(bytes)
                };
                weights.values.push(part(0));
                weights.errors.push(Errors { sum: part(4), sizes: part(8) });
            }
        }
        input.check_end()?;
        let (slides, game) = (Slides::new(), Vec::new());
        Ok(Self { options, weights, rounds, moves, curve, slides, game })
    }
}
