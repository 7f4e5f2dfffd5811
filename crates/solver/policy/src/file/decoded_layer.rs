//! The output of one step of a decoder, and its bytes for another thread.

use std::sync::Arc;

use mdp2048_rules::Action;

use crate::error::PolicyError;
use crate::table::{PolicyLayer, PolicyTable};

/// The actions, the values or the regrets of one layer, as a [`Decoder`](crate::Decoder) returns
/// them.
///
/// It can be sent as bytes to a thread that assembles the policy: a tag, half the tile sum and the
/// number of states, then the entries one after another, all little-endian. These bytes are for
/// the same build of the program, not for files.
#[derive(Clone, Debug, PartialEq)]
pub enum DecodedLayer {
    /// The states of a layer and their actions.
    Actions {
        /// Half the tile sum.
        half_sum: u32,
        /// The keys of the canonical states, ascending.
        keys: Vec<u64>,
        /// Their actions, in the canonical frame.
        actions: Vec<Action>,
    },
    /// The values of a layer's states.
    Values {
        /// Half the tile sum.
        half_sum: u32,
        /// One value per state.
        values: Vec<f64>,
    },
    /// The regrets of a layer's actions.
    Regrets {
        /// Half the tile sum.
        half_sum: u32,
        /// V - Q by [`Action::index`], infinite where the action is not allowed.
        regrets: Vec<[f64; 4]>,
    },
}

// The tags.
const ACTIONS: u8 = 0;
const VALUES: u8 = 1;
const REGRETS: u8 = 2;

const MALFORMED: PolicyError = PolicyError::malformed("a decoded layer has impossible bytes");

impl DecodedLayer {
    /// Adds the layer to a table. Values and regrets of a layer without actions are dropped.
    pub(crate) fn add_to(self, table: &mut PolicyTable) {
        let layers = &mut table.layers;
        match self {
            Self::Actions { half_sum, keys, actions } => {
                let at = layers.partition_point(|layer| layer.half_sum < half_sum);
                let layer = PolicyLayer { half_sum, keys, actions, ..PolicyLayer::default() };
                layers.insert(at, Arc::new(layer));
            }
            Self::Values { half_sum, values } => {
                if let Some(layer) = layers.iter_mut().find(|layer| layer.half_sum == half_sum) {
                    Arc::make_mut(layer).values = values;
                }
            }
            Self::Regrets { half_sum, regrets } => {
                if let Some(layer) = layers.iter_mut().find(|layer| layer.half_sum == half_sum) {
                    Arc::make_mut(layer).regrets = regrets;
                }
            }
        }
    }

    /// Appends the bytes of the layer.
    pub fn write_to(&self, bytes: &mut Vec<u8>) {
        let mut begin = |tag: u8, half_sum: u32, states: usize| {
            bytes.push(tag);
            bytes.extend(half_sum.to_le_bytes());
            bytes.extend((states as u64).to_le_bytes());
        };
        match self {
            Self::Actions { half_sum, keys, actions } => {
                begin(ACTIONS, *half_sum, keys.len());
                bytes.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
                bytes.extend(actions.iter().map(|action| action.index() as u8));
            }
            Self::Values { half_sum, values } => {
                begin(VALUES, *half_sum, values.len());
                bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
            }
            Self::Regrets { half_sum, regrets } => {
                begin(REGRETS, *half_sum, regrets.len());
                bytes.extend(regrets.iter().flatten().flat_map(|regret| regret.to_le_bytes()));
            }
        }
    }

    /// Reads the layer at the beginning of the bytes and advances the slice past it.
    ///
    /// # Errors
    /// [`PolicyError::Frame`] if the bytes do not begin with a layer. The memory is at most
    /// proportional to the bytes.
    pub fn read_from(bytes: &mut &[u8]) -> Result<Self, PolicyError> {
        let [tag] = *take(bytes)?;
        let half_sum = u32::from_le_bytes(*take(bytes)?);
        let states = u64::from_le_bytes(*take(bytes)?);
        let states = usize::try_from(states).map_err(|_| MALFORMED)?;
        match tag {
            ACTIONS => Ok(Self::Actions {
                half_sum,
                keys: entries(bytes, states, u64::from_le_bytes)?,
                actions: entries(bytes, states, |[index]| index)?
                    .into_iter()
                    .map(|index| Action::ALL.get(usize::from(index)).copied().ok_or(MALFORMED))
                    .collect::<Result<_, _>>()?,
            }),
            VALUES => {
                Ok(Self::Values { half_sum, values: entries(bytes, states, f64::from_le_bytes)? })
            }
            REGRETS => {
                let flat = states.checked_mul(4).ok_or(MALFORMED)?;
                let flat = entries(bytes, flat, f64::from_le_bytes)?;
                Ok(Self::Regrets { half_sum, regrets: flat.as_chunks().0.to_vec() })
            }
            _ => Err(MALFORMED),
        }
    }
}

/// Splits off the first `N` bytes.
fn take<'a, const N: usize>(bytes: &mut &'a [u8]) -> Result<&'a [u8; N], PolicyError> {
    let (first, rest) = bytes.split_first_chunk().ok_or(MALFORMED)?;
    *bytes = rest;
    Ok(first)
}

/// Splits off a number of entries of `N` bytes each.
fn entries<const N: usize, T>(
    bytes: &mut &[u8],
    count: usize,
    entry: impl Fn([u8; N]) -> T,
) -> Result<Vec<T>, PolicyError> {
    let length = count.checked_mul(N).ok_or(MALFORMED)?;
    let (taken, rest) = bytes.split_at_checked(length).ok_or(MALFORMED)?;
    *bytes = rest;
    Ok(taken.as_chunks().0.iter().map(|&chunk| entry(chunk)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::num::f64::ANY;
    use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, proptest};
    use proptest::{prop_oneof, sample};

    fn decoded_layers() -> impl Strategy<Value = DecodedLayer> {
        let actions = vec((any::<u64>(), sample::select(Action::ALL.as_slice())), 0..40);
        // No NaN, because it does not equal itself.
        let number = ANY.prop_filter("a number", |number| !number.is_nan());
        let regret = prop_oneof![number.clone(), Just(f64::INFINITY)];
        prop_oneof![
            (any::<u32>(), actions).prop_map(|(half_sum, entries)| {
                let (keys, actions) = entries.into_iter().unzip();
                DecodedLayer::Actions { half_sum, keys, actions }
            }),
            (any::<u32>(), vec(number, 0..40))
                .prop_map(|(half_sum, values)| DecodedLayer::Values { half_sum, values }),
            (any::<u32>(), vec([regret.clone(), regret.clone(), regret.clone(), regret], 0..40))
                .prop_map(|(half_sum, regrets)| DecodedLayer::Regrets { half_sum, regrets }),
        ]
    }

    proptest! {
        #[test]
        fn layers_are_read_as_written(layers in vec(decoded_layers(), 0..5)) {
            let mut bytes = Vec::new();
            layers.iter().for_each(|layer| layer.write_to(&mut bytes));
            let mut rest = bytes.as_slice();
            let mut found = Vec::new();
            while !rest.is_empty() {
                found.push(DecodedLayer::read_from(&mut rest).unwrap());
            }
            prop_assert_eq!(found, layers);
        }

        #[test]
        fn truncated_bytes_are_refused(layer in decoded_layers(), share in 0.0..1.0) {
            let mut bytes = Vec::new();
            layer.write_to(&mut bytes);
            bytes.truncate((share * bytes.len() as f64) as usize);
            prop_assert!(DecodedLayer::read_from(&mut bytes.as_slice()).is_err());
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..200)) {
            let mut rest = bytes.as_slice();
            while !rest.is_empty() && DecodedLayer::read_from(&mut rest).is_ok() {}
        }
    }

    #[test]
    fn impossible_bytes_are_refused() {
        let mut bytes = Vec::new();
        DecodedLayer::Actions { half_sum: 2, keys: vec![1], actions: vec![Action::Up] }
            .write_to(&mut bytes);
        let changed = |at: usize, to: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = to;
            DecodedLayer::read_from(&mut bytes.as_slice())
        };
        assert!(changed(0, ACTIONS).is_ok());
        assert_eq!(changed(0, 3), Err(MALFORMED));
        // More states than there are bytes for, and than a slice can have.
        assert_eq!(changed(5, 2), Err(MALFORMED));
        assert_eq!(changed(12, 255), Err(MALFORMED));
        // An action that does not exist.
        assert_eq!(changed(bytes.len() - 1, 4), Err(MALFORMED));
    }
}
