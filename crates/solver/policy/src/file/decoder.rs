//! Decoding a policy layer by layer.

use std::sync::Arc;

use super::decoded_layer::DecodedLayer;
use super::header::{PolicyHeader, open};
use super::packed::PackedPolicy;
use super::values_held::ValuesHeld;
use crate::codec::RangeDecoder;
use crate::contents::actions::{ActionCoder, actions};
use crate::contents::regrets::RegretCoder;
use crate::contents::values::ValueCoder;
use crate::error::PolicyError;
use crate::rules::Rules;
use crate::table::PolicyLayer;
use crate::walk::OccupancyWalk;

/// Decodes a policy layer by layer: first all actions, from the first layer to the last, so that
/// the first moves can be played early; then the values, from the last layer to the first; then the
/// regrets, likewise.
#[derive(Debug)]
pub struct Decoder {
    policy: PackedPolicy,
    rules: Rules,
    stage: DecodingStage,
    // The bytes of the parts that are not decoded yet.
    values: Vec<u8>,
    regrets: Vec<u8>,
}

/// The part that is being decoded.
#[derive(Debug)]
enum DecodingStage {
    Actions {
        walk: Box<OccupancyWalk>,
        coder: Box<ActionCoder>,
        channel: RangeDecoder<Vec<u8>>,
    },
    /// The values or the regrets of the first `left` layers are not decoded yet.
    Downwards {
        left: usize,
        coder: DownwardCoder,
        channel: RangeDecoder<Vec<u8>>,
    },
    Done,
}

/// A coder of a part that is decoded from the last layer to the first.
#[derive(Debug)]
enum DownwardCoder {
    Values(Box<ValueCoder>),
    Regrets(Box<RegretCoder>),
}

// What a state takes in each part, in microseconds on one machine; only the ratios matter.
const ACTION_TIME: f64 = 1.0;
const VALUE_TIME: f64 = 0.6;
const REGRET_TIME: f64 = 4.0;

impl Decoder {
    /// A decoder of the bytes of a file.
    ///
    /// # Errors
    /// [`PolicyError`] if magic bytes, version, length, checksum or header are wrong.
    pub fn new(bytes: &[u8]) -> Result<Self, PolicyError> {
        let (header, body) = open(bytes)?;
        let rules = Rules::new(header.valued_game);
        // The lengths add up to that of the body: the header is checked.
        let (actions, rest) = body.split_at(header.parts.actions as usize);
        let (values, regrets) = rest.split_at(header.parts.values as usize);
        let stage = DecodingStage::Actions {
            walk: Box::new(OccupancyWalk::new(&rules, header.coverage.threshold)),
            coder: Box::new(ActionCoder::new(&rules)),
            channel: RangeDecoder::new(actions.to_vec()),
        };
        let (values, regrets) = (values.to_vec(), regrets.to_vec());
        let policy = PackedPolicy::empty(header, bytes.len());
        Ok(Self { policy, rules, stage, values, regrets })
    }

    /// The header of the file.
    pub const fn header(&self) -> &PolicyHeader {
        self.policy.header()
    }

    /// The policy as far as it is decoded.
    pub const fn policy(&self) -> &PackedPolicy {
        &self.policy
    }

    /// Returns the policy as far as it is decoded.
    pub fn into_policy(self) -> PackedPolicy {
        self.policy
    }

    /// A policy without entries, to which the decoded layers can be added.
    pub fn empty(&self) -> PackedPolicy {
        PackedPolicy::empty(self.header().clone(), self.policy.bytes())
    }

    /// The progress, 0 to 1, in which each state of a part weighs what it takes to decode it.
    pub fn progress(&self) -> f64 {
        let layers = &self.policy.table.layers;
        let below =
            |left: usize| layers[..left].iter().map(|layer| layer.keys.len()).sum::<usize>();
        let states = self.header().states as f64;
        // The end of each part, of all that is to be decoded.
        let actions = ACTION_TIME;
        let values = actions + VALUE_TIME;
        let regrets = values + REGRET_TIME;
        let all = match self.header().values {
            ValuesHeld::None => actions,
            ValuesHeld::State => values,
            ValuesHeld::Action => regrets,
        };
        let done = match &self.stage {
            DecodingStage::Actions { .. } => actions * below(layers.len()) as f64 / states,
            DecodingStage::Downwards { left, coder, .. } => {
                let (end, time) = match coder {
                    DownwardCoder::Values(_) => (values, VALUE_TIME),
                    DownwardCoder::Regrets(_) => (regrets, REGRET_TIME),
                };
                end - time * below(*left) as f64 / states
            }
            DecodingStage::Done => all,
        };
        done / all
    }

    /// Decodes the next layer of a part and returns it; `None` at the end.
    ///
    /// # Errors
    /// [`PolicyError::Frame`] if the contents are impossible.
    pub fn step(&mut self) -> Result<Option<DecodedLayer>, PolicyError> {
        loop {
            let decoded = match self.stage {
                DecodingStage::Actions { .. } => self.actions()?,
                DecodingStage::Downwards { .. } => self.downwards()?,
                DecodingStage::Done => return Ok(None),
            };
            if decoded.is_some() {
                return Ok(decoded);
            }
        }
    }

    fn actions(&mut self) -> Result<Option<DecodedLayer>, PolicyError> {
        let DecodingStage::Actions { walk, coder, channel } = &mut self.stage else {
            return Ok(None);
        };
        let Some(layer) = walk.next_layer(&self.rules) else {
            channel.finish()?;
            let (header, table) = (self.policy.header(), &self.policy.table);
            if table.states() != header.states {
                return Err(PolicyError::malformed("it has fewer states than its header states"));
            }
            if walk.pass().leave_probability() != header.coverage.leave_probability {
                return Err(PolicyError::malformed(
                    "its leave probability is not that of its header",
                ));
            }
            self.stage = self.after_actions();
            return Ok(None);
        };
        let states = self.policy.table.states() + layer.states.len() as u64;
        if states > self.policy.header().states {
            return Err(PolicyError::malformed("it has more states than its header states"));
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

    fn after_actions(&mut self) -> DecodingStage {
        let header = self.policy.header();
        if header.values == ValuesHeld::None {
            return DecodingStage::Done;
        }
        let coder = ValueCoder::new(&self.rules, header.accuracy.tolerance);
        let bytes = std::mem::take(&mut self.values);
        self.begin_downwards(DownwardCoder::Values(Box::new(coder)), bytes)
    }

    fn after_values(&mut self) -> DecodingStage {
        let header = self.policy.header();
        if header.values == ValuesHeld::State {
            return DecodingStage::Done;
        }
        let coder = RegretCoder::new(
            &self.rules,
            header.coverage.keeps_all(),
            header.accuracy.tolerance,
            header.accuracy.regret_floor,
        );
        let bytes = std::mem::take(&mut self.regrets);
        self.begin_downwards(DownwardCoder::Regrets(Box::new(coder)), bytes)
    }

    fn begin_downwards(&self, coder: DownwardCoder, bytes: Vec<u8>) -> DecodingStage {
        let left = self.policy.table.layers.len();
        DecodingStage::Downwards { left, coder, channel: RangeDecoder::new(bytes) }
    }

    fn downwards(&mut self) -> Result<Option<DecodedLayer>, PolicyError> {
        let DecodingStage::Downwards { left, coder, channel } = &mut self.stage else {
            return Ok(None);
        };
        let Some(at) = left.checked_sub(1) else {
            channel.finish()?;
            self.stage = match coder {
                DownwardCoder::Values(_) => self.after_values(),
                DownwardCoder::Regrets(_) => DecodingStage::Done,
            };
            return Ok(None);
        };
        *left = at;
        let layer = &mut self.policy.table.layers[at];
        let half_sum = layer.half_sum;
        Ok(Some(match coder {
            DownwardCoder::Values(coder) => {
                let values = coder.layer(channel, &self.rules, layer, None)?;
                Arc::make_mut(layer).values.clone_from(&values);
                DecodedLayer::Values { half_sum, values }
            }
            DownwardCoder::Regrets(coder) => {
                let regrets = coder.layer(channel, &self.rules, layer, None)?;
                Arc::make_mut(layer).regrets.clone_from(&regrets);
                DecodedLayer::Regrets { half_sum, regrets }
            }
        }))
    }
}

impl PackedPolicy {
    /// Decodes a whole policy.
    ///
    /// # Errors
    /// [`PolicyError`] if the bytes are not a policy of this version. Nothing panics, and the
    /// memory is bounded by the number of bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PolicyError> {
        let mut decoder = Decoder::new(bytes)?;
        while decoder.step()?.is_some() {}
        Ok(decoder.into_policy())
    }
}
