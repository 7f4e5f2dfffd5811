//! Reading a policy a layer at a time.

use std::sync::Arc;

use super::header::{PolicyHeader, open};
use super::layer_message::DecodedLayer;
use super::packed::PackedPolicy;
use super::values_held::ValuesHeld;
use crate::codec::RangeDecoder;
use crate::contents::actions::{ActionCoder, actions};
use crate::contents::regrets::RegretCoder;
use crate::contents::values::ValueCoder;
use crate::error::PolicyError;
use crate::rules::Rules;
use crate::table::{PolicyLayer, PolicyTable};
use crate::walk::OccupancyWalk;

/// Reads a policy a layer at a time: first all actions, from the first layer up, so that the first
/// moves can be played at once; then the values, from the last layer down; then the regrets.
#[derive(Debug)]
pub struct Decoder {
    policy: PackedPolicy,
    rules: Rules,
    stage: Stage,
    body: Body,
}

/// The bytes of the parts that are still to be read.
#[derive(Debug)]
struct Body {
    values: Vec<u8>,
    regrets: Vec<u8>,
}

#[derive(Debug)]
enum Stage {
    Actions {
        walk: Box<OccupancyWalk>,
        coder: ActionCoder,
        channel: RangeDecoder<Vec<u8>>,
    },
    /// The values of so many layers are to be read.
    Values {
        left: usize,
        coder: Box<ValueCoder>,
        channel: RangeDecoder<Vec<u8>>,
    },
    Regrets {
        left: usize,
        coder: Box<RegretCoder>,
        channel: RangeDecoder<Vec<u8>>,
    },
    Done,
}

impl Decoder {
    /// A decoder of these bytes.
    ///
    /// # Errors
    /// [`PolicyError`] if mark, version, length, checksum or header are not right.
    pub fn new(bytes: &[u8]) -> Result<Self, PolicyError> {
        let (header, body) = open(bytes)?;
        let rules = Rules::new(header.game);
        // The header was checked: its parts make up the body.
        let (actions, rest) = body.split_at(header.parts.actions as usize);
        let (values, regrets) = rest.split_at(header.parts.values as usize);
        let stage = Stage::Actions {
            walk: Box::new(OccupancyWalk::new(&rules, header.coverage.threshold)),
            coder: ActionCoder::new(&rules),
            channel: RangeDecoder::new(actions.to_vec()),
        };
        let body = Body { values: values.to_vec(), regrets: regrets.to_vec() };
        Ok(Self { policy: PackedPolicy::empty(header, bytes.len()), rules, stage, body })
    }

    /// What the file says of itself.
    pub const fn header(&self) -> &PolicyHeader {
        self.policy.header()
    }

    /// The policy as far as it was read.
    pub const fn policy(&self) -> &PackedPolicy {
        &self.policy
    }

    /// The policy as far as it was read.
    pub fn into_policy(self) -> PackedPolicy {
        self.policy
    }

    /// An empty policy to which the parts can be added.
    pub fn empty(&self) -> PackedPolicy {
        PackedPolicy::empty(self.header().clone(), self.policy.bytes())
    }

    /// How much is done, 0 to 1, each state counting alike in each stage.
    pub fn progress(&self) -> f64 {
        let layers = &self.policy.table.layers;
        let below =
            |left: usize| layers[..left].iter().map(|layer| layer.keys.len()).sum::<usize>();
        let states = self.header().states as f64;
        let stages = match self.header().values {
            ValuesHeld::None => 1.0,
            ValuesHeld::State => 2.0,
            ValuesHeld::Action => 3.0,
        };
        let done = match self.stage {
            Stage::Actions { .. } => below(layers.len()) as f64 / states,
            Stage::Values { left, .. } => 2.0 - below(left) as f64 / states,
            Stage::Regrets { left, .. } => 3.0 - below(left) as f64 / states,
            Stage::Done => stages,
        };
        done / stages
    }

    /// Reads the next layer and gives what it found; `None` at the end.
    ///
    /// # Errors
    /// [`PolicyError::Malformed`] if the contents are impossible.
    pub fn step(&mut self) -> Result<Option<DecodedLayer>, PolicyError> {
        loop {
            let part = match self.stage {
                Stage::Actions { .. } => self.actions()?,
                Stage::Values { .. } => self.values()?,
                Stage::Regrets { .. } => self.regrets()?,
                Stage::Done => return Ok(None),
            };
            if part.is_some() {
                return Ok(part);
            }
        }
    }

    fn actions(&mut self) -> Result<Option<DecodedLayer>, PolicyError> {
        let Stage::Actions { walk, coder, channel } = &mut self.stage else { return Ok(None) };
        let Some(layer) = walk.next_layer(&self.rules) else {
            channel.finish()?;
            let (header, table) = (self.policy.header(), &self.policy.table);
            if table.states() != header.states {
                return Err(PolicyError::Malformed("it has fewer states than it says"));
            }
            if walk.leave_probability != header.coverage.leave_probability {
                return Err(PolicyError::Malformed("it is left with another probability"));
            }
            self.stage = self.after_actions();
            return Ok(None);
        };
        let states = self.policy.table.states() + layer.states.len() as u64;
        if states > self.policy.header().states {
            return Err(PolicyError::Malformed("it has more states than it says"));
        }
        let chosen = coder.layer(channel, &self.rules, &layer, None)?;
        walk.advance(&self.rules, &layer, &chosen);
        let half_sum = layer.half_sum;
        let keys: Vec<u64> = layer.states.iter().map(|state| state.board.key()).collect();
        let actions = actions(&chosen);
        let entries = PolicyLayer {
            half_sum,
            keys: keys.clone(),
            actions: actions.clone(),
            ..PolicyLayer::default()
        };
        self.policy.table.layers.push(Arc::new(entries));
        Ok(Some(DecodedLayer::Actions { half_sum, keys, actions }))
    }

    fn after_actions(&mut self) -> Stage {
        let header = self.policy.header();
        if header.values == ValuesHeld::None {
            return Stage::Done;
        }
        Stage::Values {
            left: self.policy.table.layers.len(),
            coder: Box::new(ValueCoder::new(&self.rules, header.accuracy.tolerance)),
            channel: RangeDecoder::new(std::mem::take(&mut self.body.values)),
        }
    }

    fn values(&mut self) -> Result<Option<DecodedLayer>, PolicyError> {
        let Stage::Values { left, coder, channel } = &mut self.stage else { return Ok(None) };
        let table = &mut self.policy.table;
        let Some(at) = left.checked_sub(1) else {
            channel.finish()?;
            self.stage = self.after_values();
            return Ok(None);
        };
        *left = at;
        let layer = &table.layers[at];
        let half_sum = layer.half_sum;
        let values = coder.layer(channel, &self.rules, layer, None)?;
        Arc::make_mut(&mut table.layers[at]).values = values.clone();
        Ok(Some(DecodedLayer::Values { half_sum, values }))
    }

    fn after_values(&mut self) -> Stage {
        let header = self.policy.header();
        if header.values == ValuesHeld::State {
            return Stage::Done;
        }
        Stage::Regrets {
            left: self.policy.table.layers.len(),
            coder: Box::new(RegretCoder::new(
                &self.rules,
                header.coverage.keeps_all(),
                header.accuracy.tolerance,
                header.accuracy.regret_floor,
            )),
            channel: RangeDecoder::new(std::mem::take(&mut self.body.regrets)),
        }
    }

    fn regrets(&mut self) -> Result<Option<DecodedLayer>, PolicyError> {
        let Stage::Regrets { left, coder, channel } = &mut self.stage else { return Ok(None) };
        let table: &mut PolicyTable = &mut self.policy.table;
        let Some(at) = left.checked_sub(1) else {
            channel.finish()?;
            self.stage = Stage::Done;
            return Ok(None);
        };
        *left = at;
        let layer = &table.layers[at];
        let half_sum = layer.half_sum;
        let regrets = coder.layer(channel, &self.rules, layer, None)?;
        Arc::make_mut(&mut table.layers[at]).regrets = regrets.clone();
        Ok(Some(DecodedLayer::Regrets { half_sum, regrets }))
    }
}

impl PackedPolicy {
    /// Reads a policy to its end, checking its mark, version, length, checksum and structure.
    ///
    /// # Errors
    /// [`PolicyError`] says what is wrong and what to do; nothing panics, and no more is allocated
    /// than a small multiple of the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PolicyError> {
        let mut decoder = Decoder::new(bytes)?;
        while decoder.step()?.is_some() {}
        Ok(decoder.into_policy())
    }
}
