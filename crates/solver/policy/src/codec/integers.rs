//! The bits of integers that are mostly close to 0.

use super::channel::{Channel, TOTAL};
use crate::error::PolicyError;

/// The largest number of bits of an absolute value.
pub(crate) const MAX_BITS: usize = 40;
/// The node of the bit that is set for 0.
const ZERO: usize = 0;
/// The node of the bit that is set for negative integers.
const SIGN: usize = 1;
/// The node of the first bit of the length in unary.
const LENGTH: usize = 2;
/// The first of three nodes for each length from 0 to 15 (15 also represents longer integers): the
/// bit after the leading bit, and the next bit after a 0 and after a 1.
const HIGH_BITS: usize = LENGTH + MAX_BITS;
/// The number of nodes of an integer's bits.
pub(crate) const INTEGER_NODES: usize = HIGH_BITS + 3 * 16;

/// Codes an integer. An encoder passes it as `known`. `bit` codes the bit of a node.
///
/// An integer is coded as bits: whether it is 0; its sign; in unary, the number of bits of its
/// absolute value after the leading bit; and these bits. Of these, the first two have nodes, and
/// the others have probability 1/2.
///
/// # Errors
/// Those of `bit`; [`PolicyError::Frame`] for an integer of more than 40 bits.
pub(crate) fn code_integer<C: Channel>(
    channel: &mut C,
    known: Option<i64>,
    mut bit: impl FnMut(&mut C, usize, Option<bool>) -> Result<bool, PolicyError>,
) -> Result<i64, PolicyError> {
    if bit(channel, ZERO, known.map(|known| known == 0))? {
        return Ok(0);
    }
    let negative = bit(channel, SIGN, known.map(|known| known < 0))?;
    // The absolute value is a leading 1 and `length` bits after it.
    let size = known.map(i64::unsigned_abs);
    let known_length = size.map(|size| size.max(1).ilog2() as usize);
    let mut length = 0;
    while bit(channel, LENGTH + length, known_length.map(|known| known > length))? {
        length += 1;
        if length == MAX_BITS {
            return Err(PolicyError::malformed("an integer has more than 40 bits"));
        }
    }
    let mut coded = 1u64;
    for place in (0..length).rev() {
        let known = size.map(|size| size >> place & 1 == 1);
        let coded_bits = length - 1 - place;
        let bit = if coded_bits < 2 {
            let node = if coded_bits == 0 { 0 } else { 1 + (coded & 1) as usize };
            bit(channel, HIGH_BITS + 3 * length.min(15) + node, known)?
        } else {
            channel.bit(TOTAL / 2, known)?
        };
        coded = coded << 1 | u64::from(bit);
    }
    Ok(if negative { -(coded as i64) } else { coded as i64 })
}
