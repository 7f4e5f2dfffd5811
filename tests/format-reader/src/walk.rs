//! The occupancy walk.

use std::collections::{BTreeMap, HashMap};

use crate::actions::ChoiceReader;
use crate::file::{FileHeader, PartBytes};
use crate::game::ReadGame;
use crate::output::{ReadError, ReadLayer};

/// Decodes the actions of all states, layer by layer.
pub(crate) fn read_actions(
    game: &ReadGame,
    header: &FileHeader,
    parts: &PartBytes<'_>,
) -> Result<Vec<ReadLayer>, ReadError> {
    let mut choices = ChoiceReader::new(game, parts.actions);
    let mut occupancies: BTreeMap<u32, HashMap<u64, f64>> = BTreeMap::new();
    for (key, probability) in game.starts() {
        occupancies.entry(game.grid.half_sum(key)).or_default().insert(key, probability);
    }
    let (mut layers, mut leave_probability, mut states) = (Vec::new(), 0.0, 0u64);
    while let Some((half_sum, boards)) = occupancies.pop_first() {
        choices.begin_layer();
        let mut layer = ReadLayer { half_sum, ..ReadLayer::default() };
        let mut afterstates: HashMap<u64, f64> = HashMap::new();
        for (key, occupancy) in ascending(boards) {
            if game.is_lost(key) {
                continue;
            }
            if occupancy < header.threshold {
                leave_probability += occupancy;
                continue;
            }
            states += 1;
            if states > header.states {
                return Err(ReadError("more states than stated"));
            }
            let all = game.choices(key);
            let choice = choices.read(game, key, &all)?;
            layer.keys.push(key);
            layer.actions.push(choice.action);
            if header.threshold == 0.0 {
                for other in all.iter().filter(|other| !other.wins) {
                    afterstates.entry(other.after).or_insert(0.0);
                }
            }
            if !choice.wins {
                *afterstates.entry(choice.after).or_insert(0.0) += occupancy;
            }
        }
        for (after, occupancy) in ascending(afterstates) {
            for successor in game.successors(after) {
                let layer = occupancies.entry(half_sum + u32::from(successor.tile)).or_default();
                *layer.entry(successor.key).or_insert(0.0) += occupancy * successor.probability;
            }
        }
        if !layer.keys.is_empty() {
            layers.push(layer);
        }
    }
    choices.finish()?;
    if states != header.states || leave_probability != header.leave_probability {
        return Err(ReadError("the walk does not match the header"));
    }
    Ok(layers)
}

/// The entries in ascending order of keys.
fn ascending(occupancies: HashMap<u64, f64>) -> Vec<(u64, f64)> {
    let mut entries: Vec<(u64, f64)> = occupancies.into_iter().collect();
    entries.sort_unstable_by_key(|&(key, _)| key);
    entries
}
