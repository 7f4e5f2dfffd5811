//! Writing a file of an older version again.

use super::header::{OpenedPolicy, close, open};
use super::pack::{action_bytes, code_values, length};
use super::packed::PackedPolicy;
use super::values_held::ValuesHeld;
use crate::codec::RangeEncoder;
use crate::contents::actions::ActionCoder;
use crate::error::{PackError, PolicyError};
use crate::rules::Rules;
use crate::version::FORMAT_VERSION;
use crate::walk::OccupancyWalk;

/// Returns the bytes of a file of this version with the contents of a file of any version that is
/// read.
///
/// # Errors
/// [`PackError::Coding`] holds the [`PolicyError`] of bytes that are no policy;
/// [`PackError::TooLarge`] if the file is too long.
///
/// ```
/// use mdp2048::policy::{pack, repack};
/// use mdp2048::{Game, PackOptions, PlainSolution, Values, ValuesHeld};
///
/// let solution = PlainSolution::solve(&Game::builder().board(2, 2).target(16).build()?);
/// let options = PackOptions::all(ValuesHeld::State, solution.start_value());
/// let bytes = pack(solution.valued_game(), &options, |states| {
///     states.iter().map(|&state| solution.action_values(state)).collect()
/// })?;
/// assert_eq!(repack(&bytes)?, bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn repack(bytes: &[u8]) -> Result<Vec<u8>, PackError> {
    let policy = PackedPolicy::from_bytes(bytes).map_err(PackError::Coding)?;
    let OpenedPolicy { mut header, body, .. } = open(bytes).map_err(PackError::Coding)?;
    let rules = Rules::new(header.valued_game);
    let mut walk = OccupancyWalk::new(&rules, header.coverage.threshold);
    let mut coder = ActionCoder::new(&rules, FORMAT_VERSION);
    let mut channel = RangeEncoder::new();
    for layer in &policy.table.layers {
        // The walk was made before, so it has the same layers.
        let missing = PackError::Coding(PolicyError::Malformed("a layer is missing"));
        let walked = walk.next_layer(&rules).ok_or(missing)?;
        let chosen = coder
            .layer(&mut channel, &rules, &walked, Some(&layer.actions))
            .map_err(PackError::Coding)?;
        walk.advance(&rules, &walked, &chosen);
    }
    // The regrets follow from the values, which stay the same to the bit: their part is the same in
    // all versions.
    let regrets = &body[(header.parts.actions + header.parts.values) as usize..];
    let mut body = action_bytes(channel, header.states, &mut header.parts)?;
    if header.values >= ValuesHeld::State {
        let (values, _) = code_values(&rules, &policy.table, &mut header.accuracy)?;
        header.parts.values = length(&values)?;
        body.extend(values);
    }
    body.extend(regrets);
    close(&header, &body).ok_or(PackError::TooLarge)
}
