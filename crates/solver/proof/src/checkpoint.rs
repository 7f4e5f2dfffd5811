//! The saved state of an expansion, from which it goes on, beside the files of the layers.
//!
//! FORMAT.md specifies the file.

use std::io::{self, Read, Write};
use std::mem;

use crc32fast::Hasher;
use mdp2048_model::FrameError;
use mdp2048_rules::Exponent;
use mdp2048_solve::STATE_OF_BOARDS;
use serde::{Deserialize, Serialize};

use crate::certificate::FIRST_HALF_SUM;
use crate::coded::{decode, encode};
use crate::error::ProofError;
use crate::expansion::ExpansionPass;
use crate::file_kinds::CHECKPOINT;
use crate::layer::SetLayer;
use crate::partial_process::{PartialProcess, Pass};
use crate::set::LayerEntry;
use crate::solve::ValuePass;
use crate::value::ALL_GAMES;
use crate::weighted::WeightedBoard;

/// More passes than any expansion makes.
const MOST_PASSES: u32 = 1 << 31;

/// The boards that are written or read at once.
const CHUNK: usize = 1 << 12;

/// The header of a saved state.
#[derive(Debug, Serialize, Deserialize)]
struct StateHeader {
    words: String,
    digest: u64,
    /// The number of rounds whose boards have joined.
    done: u32,
    /// The exponent of the target of the values, 0 if there are none.
    valued: u8,
    /// The value of the start.
    value: u32,
    /// The number of the last pass.
    pass: u32,
    under_way: UnderWay,
    /// By half of the tile sum.
    layers: Vec<LayerEntry>,
}

/// The pass that is under way, and what follows the header.
#[derive(Debug, Serialize, Deserialize)]
enum UnderWay {
    None,
    NoValues,
    /// The numbers of boards of this layer and of the next two that games visit.
    Expansion {
        half_sum: u32,
        boards: [u64; 3],
    },
    /// The lengths of this layer and of the next one, coded as in files.
    Value {
        target: u8,
        half_sum: u32,
        keeps_values: bool,
        lengths: [u64; 2],
    },
}

/// A saved state of which the header is read.
#[derive(Debug)]
pub struct SavedState<R> {
    header: StateHeader,
    input: R,
}

impl PartialProcess {
    /// The name of the file with the state.
    pub const STATE: &str = STATE_OF_BOARDS;

    /// Writes all that the expansion needs to go on as if it had not stopped: the layers, and then
    /// the state. Whatever ends the program before it is written, the last state stays whole.
    ///
    /// `provenance` is all that the set depends on, in words, and its digest.
    ///
    /// # Errors
    /// An error of the files.
    pub fn save(&mut self, provenance: (&str, u64)) -> Result<(), ProofError> {
        let mut store = mem::take(&mut self.set.store);
        let saved = store.save(Self::STATE, &mut |out| self.write_state(provenance, out));
        self.set.store = store;
        saved.map_err(ProofError::Write)
    }

    fn write_state(&self, (words, digest): (&str, u64), out: &mut dyn Write) -> io::Result<()> {
        let mut above = <[Vec<u8>; 2]>::default();
        let under_way = match &self.pass {
            Pass::None => UnderWay::None,
            Pass::NoValues => UnderWay::NoValues,
            Pass::Expansion(pass) => UnderWay::Expansion {
                half_sum: pass.half_sum as u32,
                boards: pass.pending.each_ref().map(|boards| boards.len() as u64),
            },
            Pass::Value(pass) => {
                above = pass.above.each_ref().map(encode);
                UnderWay::Value {
                    target: pass.target().map_or(0, Exponent::get),
                    half_sum: pass.half_sum as u32,
                    keeps_values: pass.keeps_values,
                    lengths: above.each_ref().map(|layer| layer.len() as u64),
                }
            }
        };
        let header = StateHeader {
            words: words.to_owned(),
            digest,
            done: self.done as u32,
            valued: self.valued.map_or(0, Exponent::get),
            value: self.value,
            pass: self.set.pass,
            under_way,
            layers: self.set.layers.clone(),
        };
        let header = postcard::to_allocvec(&header).map_err(io::Error::other)?;
        out.write_all(&CHECKPOINT.frame(&header).ok_or(io::ErrorKind::FileTooLarge)?)?;
        if let Pass::Expansion(pass) = &self.pass {
            let mut checksum = Hasher::new();
            for boards in pass.pending.iter().flat_map(|boards| boards.chunks(CHUNK)) {
                let numbers = boards.iter().flat_map(|board| [board.key, board.weight]);
                let bytes: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
                checksum.update(&bytes);
                out.write_all(&bytes)?;
            }
            out.write_all(&checksum.finalize().to_le_bytes())?;
        }
        above.iter().try_for_each(|layer| out.write_all(layer))
    }

    /// Whether an expansion can have this state: whether every pass can go on from it.
    fn is_possible(&self) -> bool {
        let Self { set, pass, done, .. } = self;
        let half_sums = set.layers.len();
        let counts = set.layers.iter().map(|layer| layer.boards);
        let is_possible_pass = match pass {
            Pass::None | Pass::NoValues => true,
            Pass::Expansion(pass) => {
                let boards = pass.pending.iter().flatten();
                let weight: u128 = boards.map(|board| u128::from(board.weight)).sum();
                (FIRST_HALF_SUM..=half_sums.max(FIRST_HALF_SUM)).contains(&pass.half_sum)
                    && weight <= ALL_GAMES.into()
            }
            // The values are those after the boards of a round have joined.
            Pass::Value(pass) => {
                (1..=half_sums).contains(&pass.half_sum)
                    && *done > 0
                    && pass.above.iter().all(SetLayer::has_values)
            }
        };
        is_possible_pass
            && set.pass < MOST_PASSES
            && counts.into_iter().try_fold(0, u64::checked_add).is_some()
    }

    /// Removes files of layers that are not those of the set: a run that was stopped left them.
    ///
    /// # Errors
    /// An error of the files.
    pub fn remove_leftovers(&mut self) -> io::Result<()> {
        self.set.remove_others()
    }
}

impl<R: Read> SavedState<R> {
    /// Reads the header of a state that [`PartialProcess::save`] wrote.
    ///
    /// # Errors
    /// [`ProofError::Frame`] if it is none; an error of `input`.
    pub fn open(mut input: R) -> Result<Self, ProofError> {
        let header = CHECKPOINT.read_header::<ProofError>(&mut input)?;
        match postcard::take_from_bytes(&header) {
            Ok((header, [])) => Ok(Self { header, input }),
            _ => Err(CHECKPOINT.malformed("its header is none").into()),
        }
    }

    /// All that the set depends on, in words, and its digest.
    pub fn provenance(&self) -> (&str, u64) {
        (&self.header.words, self.header.digest)
    }

    /// The set that was saved. `begun` is a new set of the same game, expansion and files, but for
    /// the number of further rounds, of which more may be done than it asks for. Whether the
    /// expansion was the same follows from the provenance: the caller has to check it, and then
    /// calls [`PartialProcess::remove_leftovers`].
    ///
    /// # Errors
    /// [`ProofError::Frame`] if it is no state; an error of `input`.
    pub fn resume(self, begun: PartialProcess) -> Result<PartialProcess, ProofError> {
        let (Self { header, mut input }, mut partial) = (self, begun);
        partial.done = header.done as usize;
        partial.valued = Exponent::new(header.valued).filter(|_| header.valued > 0);
        partial.value = header.value;
        partial.set.pass = header.pass;
        partial.set.layers = header.layers;
        let impossible = CHECKPOINT.malformed("no expansion has such a state");
        partial.pass = match header.under_way {
            UnderWay::None => Pass::None,
            UnderWay::NoValues => Pass::NoValues,
            UnderWay::Expansion { half_sum, boards } => {
                let round = partial.round(partial.done).ok_or(impossible)?;
                let pending = read_boards(&mut input, boards)?;
                let rules = partial.rules.with_target(round.target);
                Pass::Expansion(ExpansionPass::resumed(rules, half_sum as usize, pending))
            }
            UnderWay::Value { target, half_sum, keeps_values, lengths: [one, two] } => {
                let rules = partial.rules.with_target(Exponent::new(target).ok_or(impossible)?);
                let mut layer = |length| -> Result<SetLayer, ProofError> {
                    let bytes = CHECKPOINT.read_bytes::<ProofError>(&mut input, length)?;
                    Ok(decode(&bytes)?)
                };
                let above = [layer(one)?, layer(two)?];
                Pass::Value(ValuePass::new(rules, half_sum as usize, above, keeps_values))
            }
        };
        CHECKPOINT.check_end::<ProofError>(&mut input)?;
        if partial.is_possible() { Ok(partial) } else { Err(impossible.into()) }
    }
}

/// Reads so many boards of each of three layers, and their checksum.
fn read_boards(
    input: &mut dyn Read,
    counts: [u64; 3],
) -> Result<[Vec<WeightedBoard>; 3], ProofError> {
    let (mut layers, mut found) = (<[Vec<WeightedBoard>; 3]>::default(), Hasher::new());
    for (boards, mut left) in layers.iter_mut().zip(counts) {
        while left > 0 {
            let some = left.min(CHUNK as u64);
            let bytes = CHECKPOINT.read_bytes::<ProofError>(input, 16 * some)?;
            found.update(&bytes);
            let numbers = bytes.as_chunks().0.as_chunks().0.iter();
            boards.extend(numbers.map(|numbers| {
                let [key, weight] = numbers.map(u64::from_le_bytes);
                WeightedBoard { key, weight }
            }));
            left -= some;
        }
    }
    let checksum = CHECKPOINT.read_bytes::<ProofError>(input, 4)?;
    if checksum != found.finalize().to_le_bytes() {
        return Err(FrameError::Checksum { kind: &CHECKPOINT, layer: None }.into());
    }
    Ok(layers)
}

#[cfg(test)]
mod tests {
    use mdp2048_rules::Board;
    use mdp2048_test_support::{SharedFiles, reach};

    use super::*;
    use crate::{Heuristic, Schedule};

    #[derive(Clone)]
    struct NoHeuristic;

    impl Heuristic for NoHeuristic {
        fn estimates(&mut self, _: Board) -> [f64; 4] {
            [1.0; 4]
        }
    }

    fn begun(files: &SharedFiles) -> PartialProcess {
        let schedule = Schedule { join: 1e-5, keep: 1e-6, further_rounds: 1 };
        PartialProcess::new(reach("2x3", 32), schedule, Some(Box::new(files.clone()))).unwrap()
    }

    /// A set that was saved in a pass of the second round, and its state.
    fn saved(is_pass: fn(&Pass) -> bool) -> (SharedFiles, Vec<u8>) {
        let files = SharedFiles::default();
        let mut partial = begun(&files);
        while partial.done == 0 || partial.set.layers.len() < 6 || !is_pass(&partial.pass) {
            partial.advance(&NoHeuristic, u64::MAX, &mut |_| {}).unwrap();
        }
        partial.save(("", 0)).unwrap();
        let state = files.lock().files[PartialProcess::STATE].clone();
        (files, state)
    }

    #[test]
    fn states_that_no_expansion_has_are_refused() {
        let set = |half_sum| {
            move |pass: &mut UnderWay| match pass {
                UnderWay::Expansion { half_sum: at, .. } | UnderWay::Value { half_sum: at, .. } => {
                    *at = half_sum;
                }
                UnderWay::None | UnderWay::NoValues => panic!("there is no pass"),
            }
        };
        for is_pass in [
            |pass: &Pass| matches!(pass, Pass::Expansion(pass) if pass.half_sum > 4),
            |pass: &Pass| matches!(pass, Pass::Value(pass) if pass.half_sum < 4),
        ] {
            let (files, state) = saved(is_pass);
            let resume = |bytes: &[u8], change: &dyn Fn(&mut StateHeader)| {
                let mut state = SavedState::open(bytes).unwrap();
                change(&mut state.header);
                state.resume(begun(&files))
            };
            assert!(resume(&state, &|_| {}).is_ok());
            let refuse = |bytes: &[u8], change: &dyn Fn(&mut StateHeader)| {
                let error = resume(bytes, change).err().unwrap();
                let is_malformed = matches!(error, ProofError::Frame(FrameError::Malformed { .. }));
                assert!(is_malformed, "{error}");
            };
            refuse(&state, &|header| header.pass = u32::MAX);
            refuse(&state, &|header| set(0)(&mut header.under_way));
            refuse(&state, &|header| set(header.layers.len() as u32 + 1)(&mut header.under_way));
            refuse(&state, &|header| set(u32::MAX)(&mut header.under_way));
            refuse(&state, &|header| header.layers[3].boards = u64::MAX);
            match SavedState::open(&state[..]).unwrap().header.under_way {
                UnderWay::Expansion { boards, .. } => {
                    let mut changed = state.clone();
                    let first = state.len() - 4 - 16 * boards.iter().sum::<u64>() as usize;
                    // The probability that games visit the first board, behind its key.
                    changed[first + 8..first + 16].fill(0xff);
                    let error = resume(&changed, &|_| {}).err().unwrap();
                    assert!(
                        matches!(error, ProofError::Frame(FrameError::Checksum { .. })),
                        "{error}"
                    );
                    let end = state.len() - 4;
                    let sum = crc32fast::hash(&changed[first..end]);
                    changed[end..].copy_from_slice(&sum.to_le_bytes());
                    refuse(&changed, &|_| {});
                }
                _ => refuse(&state, &|header| header.done = 0),
            }
            let longer = [&state[..], &[0]].concat();
            let error = resume(&longer, &|_| {}).err().unwrap();
            assert!(matches!(error, ProofError::Frame(FrameError::TooLong(_))), "{error}");
        }
    }
}
