//! The states of a policy as ascending differences.
//!
//! A state is its cells row-major as digits of a number in base K, K one more than
//! the largest exponent on a state. The first number and then the
//! difference of each to the one before are written as LEB128: seven bits a byte, the least
//! significant first, the top bit set where another byte follows.

use mdp2048_model::Game;
use mdp2048_rules::Board;

use crate::PolicyError;

/// The number of a board, or `None` if it holds a tile that no state of the game has.
pub(crate) fn number(game: &Game, board: Board) -> Option<u64> {
    let base = u64::from(game.radix());
    board.tiles().try_fold(0, |number, tile| {
        let digit = u64::from(tile.get());
        (digit < base).then_some(number * base + digit)
    })
}

/// The key of the board that has this number, which must be below [`count`].
fn board_key(game: &Game, mut number: u64) -> u64 {
    let base = u64::from(game.radix());
    let mut key = 0;
    for cell in 0..game.shape().cells() {
        key |= (number % base) << (4 * cell);
        number /= base;
    }
    key
}

/// How many numbers there are.
fn count(game: &Game) -> u128 {
    u128::from(game.radix()).pow(game.shape().cells() as u32)
}

/// Writes ascending numbers.
pub(crate) fn write(numbers: impl Iterator<Item = u64>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut last = 0;
    for number in numbers {
        let mut rest = number - last;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
        last = number;
    }
    bytes
}

/// Reads the keys of `states` boards in ascending order.
pub(crate) fn read(game: &Game, states: u64, bytes: &[u8]) -> Result<Vec<u64>, PolicyError> {
    // Each state takes a byte at least, so the bytes justify what is allocated.
    let states = usize::try_from(states).ok().filter(|&states| states <= bytes.len());
    let states = states.ok_or(PolicyError::Malformed("it has fewer keys than states"))?;
    let mut keys = Vec::with_capacity(states);
    let mut rest = bytes.iter();
    let mut last = 0u64;
    for index in 0..states {
        let difference = leb128(&mut rest).ok_or(PolicyError::Malformed("a key is cut short"))?;
        if index > 0 && difference == 0 {
            return Err(PolicyError::Malformed("a key is repeated"));
        }
        last = last
            .checked_add(difference)
            .filter(|&number| u128::from(number) < count(game))
            .ok_or(PolicyError::Malformed("a key is no board of the game"))?;
        keys.push(board_key(game, last));
    }
    if rest.next().is_some() {
        return Err(PolicyError::Malformed("it has more keys than states"));
    }
    Ok(keys)
}

fn leb128<'a>(bytes: &mut impl Iterator<Item = &'a u8>) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.next()?;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use mdp2048_rules::Shape;

    #[test]
    fn numbers_round_trip() {
        let game = Game::reach(Shape::TWO_BY_TWO, 32).unwrap();
        let boards: Vec<Board> = ["0001", "0123", "0440", "4444"]
            .map(|hex| Board::from_hex(Shape::TWO_BY_TWO, hex).unwrap())
            .into();
        let numbers: Vec<u64> = boards.iter().map(|&b| number(&game, b).unwrap()).collect();
        assert_eq!(numbers, [1, 38, 120, 624]);
        let bytes = write(numbers.into_iter());
        assert_eq!(bytes, [1, 37, 82, 0xf8, 0x03]);
        let keys: Vec<u64> = boards.iter().map(|b| b.key()).collect();
        assert_eq!(read(&game, 4, &bytes), Ok(keys));
        let won = Board::from_hex(Shape::TWO_BY_TWO, "0005").unwrap();
        assert_eq!(number(&game, won), None);
    }

    #[test]
    fn bad_keys_are_refused() {
        let game = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
        let check = |states, bytes: &[u8], message| {
            assert_eq!(read(&game, states, bytes), Err(PolicyError::Malformed(message)));
        };
        check(u64::MAX, &[1], "it has fewer keys than states");
        check(2, &[1, 0x80], "a key is cut short");
        check(2, &[1, 0], "a key is repeated");
        check(1, &[81], "a key is no board of the game");
        check(1, &[1, 1], "it has more keys than states");
        check(1, &[0xff; 11], "a key is cut short");
    }
}
