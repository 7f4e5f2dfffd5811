//! The saved state of an expansion, from which it goes on, beside the files of the layers.
//!
//! Numbers are little-endian:
//!
//! | bytes | content |
//! | --- | --- |
//! | 4 | the number of rounds whose boards have joined |
//! | 1, 4 | the exponent of the target of the values, 0 if there are none; the value of the start |
//! | 4 | the number of the last pass |
//! | 1, 4 | 0 if it has ended, 1 if it expands the set, 2 if it has ended without keeping the values, and else the exponent of the target of the values that it computes; half of its tile sum |
//! | 4, then 8, 4 and 4 for each | for each layer, tile sums 0, 2, 4 ...: the number of boards, and of the pass that wrote them; the checksum of the bytes of its file |
//! | 3 times 8, then 8 and 8 for each | if it expands the set, the boards of its tile sum and of the next two that games visit: keys, and probabilities in units of 2^-63 |
//! | 1, 2 times 8 and as many | if it computes values, whether it keeps them; this layer and the next one, coded as in files |
//!
//! The file around it names its kind and version, what the set depends on, and has a checksum.

use std::io::{self, Read, Write};

use mdp2048_rules::Exponent;
use mdp2048_solve::STATE_OF_BOARDS;

use crate::certificate::FIRST_HALF_SUM;
use crate::coded::{decode, encode};
use crate::error::ProofError;
use crate::expansion::ExpansionPass;
use crate::layer::SetLayer;
use crate::partial_process::{PartialProcess, Pass};
use crate::set::LayerEntry;
use crate::solve::ValuePass;
use crate::value::ALL_GAMES;
use crate::weighted::WeightedBoard;

/// What a pass does, if it does not compute values.
const ENDED: u8 = 0;
const EXPANSION: u8 = 1;
const NO_VALUES: u8 = 2;

/// More passes than any expansion makes.
const MOST_PASSES: u32 = 1 << 31;

/// Writes a state with what is around it.
pub type Frame<'a> =
    &'a dyn Fn(&mut dyn Write, &dyn Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;

impl PartialProcess {
    /// The first bytes of a saved state.
    pub const MAGIC: &[u8; 8] = b"MDP2048G";

    /// The version of the layout, and of how sets grow.
    pub const VERSION: u32 = 9;

    /// The name of the file with the state.
    pub const STATE: &str = STATE_OF_BOARDS;

    /// Writes all that the expansion needs to go on as if it had not stopped: the layers, and then
    /// the state. Whatever ends the program before it is written, the last state stays whole.
    ///
    /// # Errors
    /// An error of the files.
    pub fn save(&mut self, frame: Frame<'_>) -> Result<(), ProofError> {
        let mut store = std::mem::take(&mut self.set.store);
        let state = |out: &mut dyn Write| self.write_state(out);
        let saved = store.save(Self::STATE, &mut |out| frame(out, &state));
        self.set.store = store;
        saved.map_err(ProofError::Write)
    }

    fn write_state(&self, out: &mut dyn Write) -> io::Result<()> {
        let valued = self.valued.map_or(0, Exponent::get);
        out.write_all(&(self.done as u32).to_le_bytes())?;
        out.write_all(&[valued])?;
        out.write_all(&self.value.to_le_bytes())?;
        out.write_all(&self.set.pass.to_le_bytes())?;
        let (kind, half_sum) = match &self.pass {
            Pass::None => (ENDED, 0),
            Pass::NoValues => (NO_VALUES, 0),
            Pass::Expansion(pass) => (EXPANSION, pass.half_sum),
            Pass::Value(pass) => (pass.target().map_or(ENDED, Exponent::get), pass.half_sum),
        };
        out.write_all(&[kind])?;
        out.write_all(&(half_sum as u32).to_le_bytes())?;
        out.write_all(&(self.set.layers.len() as u32).to_le_bytes())?;
        for LayerEntry { boards, pass, checksum } in &self.set.layers {
            out.write_all(&boards.to_le_bytes())?;
            out.write_all(&pass.to_le_bytes())?;
            out.write_all(&checksum.to_le_bytes())?;
        }
        match &self.pass {
            Pass::None | Pass::NoValues => {}
            Pass::Expansion(pass) => {
                for boards in &pass.pending {
                    out.write_all(&(boards.len() as u64).to_le_bytes())?;
                    for WeightedBoard { key, weight } in boards {
                        out.write_all(&key.to_le_bytes())?;
                        out.write_all(&weight.to_le_bytes())?;
                    }
                }
            }
            Pass::Value(pass) => {
                out.write_all(&[pass.keeps_values.into()])?;
                for layer in pass.above.iter().map(encode) {
                    out.write_all(&(layer.len() as u64).to_le_bytes())?;
                    out.write_all(&layer)?;
                }
            }
        }
        Ok(())
    }

    /// The set whose state [`PartialProcess::save`] wrote. `begun` is a new set of the same game,
    /// expansion and files, but for the number of further rounds, of which more may be done than it
    /// asks for. Nothing tells whether the expansion was the same: the caller has to, and
    /// [`PartialProcess::remove_leftovers`] once it is certain.
    ///
    /// # Errors
    /// An error of `input` or of the files; [`io::ErrorKind::InvalidData`] if it is no state.
    pub fn resume(begun: Self, input: &mut dyn Read) -> io::Result<Self> {
        let mut partial = begun;
        let invalid = || io::Error::from(io::ErrorKind::InvalidData);
        let ended = || io::Error::from(io::ErrorKind::UnexpectedEof);
        partial.done = u32::from_le_bytes(take(input)?) as usize;
        let [valued] = take(input)?;
        partial.valued = Exponent::new(valued).filter(|_| valued > 0);
        partial.value = u32::from_le_bytes(take(input)?);
        partial.set.pass = u32::from_le_bytes(take(input)?);
        let [kind] = take(input)?;
        let half_sum = u32::from_le_bytes(take(input)?) as usize;
        for _ in 0..u32::from_le_bytes(take(input)?) {
            let boards = u64::from_le_bytes(take(input)?);
            let [pass, checksum] = [take(input)?, take(input)?].map(u32::from_le_bytes);
            partial.set.layers.push(LayerEntry { boards, pass, checksum });
        }
        partial.pass = match kind {
            ENDED => Pass::None,
            NO_VALUES => Pass::NoValues,
            EXPANSION => {
                let round = partial.round(partial.done).ok_or_else(invalid)?;
                let mut pending = <[Vec<WeightedBoard>; 3]>::default();
                for boards in &mut pending {
                    for _ in 0..u64::from_le_bytes(take(input)?) {
                        let [key, weight] = [take(input)?, take(input)?].map(u64::from_le_bytes);
                        boards.push(WeightedBoard { key, weight });
                    }
                }
                let rules = partial.rules.with_target(round.target);
                Pass::Expansion(ExpansionPass::resumed(rules, half_sum, pending))
            }
            target => {
                let target = Exponent::new(target).ok_or_else(invalid)?;
                let [keeps_values] = take(input)?;
                let mut layer = || {
                    let (length, mut bytes) = (u64::from_le_bytes(take(input)?), Vec::new());
                    input.take(length).read_to_end(&mut bytes)?;
                    if bytes.len() as u64 == length { decode(&bytes) } else { Err(ended()) }
                };
                let (above, rules) = ([layer()?, layer()?], partial.rules.with_target(target));
                Pass::Value(ValuePass::new(rules, half_sum, above, keeps_values > 0))
            }
        };
        if partial.is_possible() { Ok(partial) } else { Err(invalid()) }
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

fn take<const COUNT: usize>(input: &mut dyn Read) -> io::Result<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}
