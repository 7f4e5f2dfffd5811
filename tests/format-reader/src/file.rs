//! The frame and the header of a file.

use crate::game::GameFields;
use crate::output::ReadError;

/// The header of a packed policy.
#[derive(Clone, Debug, PartialEq)]
pub struct FileHeader {
    /// The game.
    pub game: GameFields,
    /// The number of states with an entry.
    pub states: u64,
    /// 0: no values; 1: one per state; 2: one for every allowed action of every state.
    pub values_held: u8,
    /// States of at least this occupancy are kept.
    pub threshold: f64,
    /// Expected visits to kept states, divided by expected visits to all states.
    pub occupancy_kept: f64,
    /// The probability that a game ever reaches a state that is not kept.
    pub leave_probability: f64,
    /// The mean value of the start states.
    pub start_return: f64,
    /// A predicted value is corrected where its error would exceed this.
    pub tolerance: f64,
    /// The largest error of a value.
    pub value_error: f64,
    /// The largest relative error of a regret from the floor up.
    pub regret_error: f64,
    /// Regrets below this are held as 0.
    pub regret_floor: f64,
}

/// The bytes of the three parts.
pub(crate) struct PartBytes<'a> {
    pub(crate) actions: &'a [u8],
    pub(crate) values: &'a [u8],
    pub(crate) regrets: &'a [u8],
}

/// Takes fields off the front of some bytes.
struct FieldReader<'a>(&'a [u8]);

impl<'a> FieldReader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], ReadError> {
        let (front, rest) = self.0.split_at_checked(count).ok_or(ReadError("cut short"))?;
        self.0 = rest;
        Ok(front)
    }

    fn byte(&mut self) -> Result<u8, ReadError> {
        Ok(self.bytes(1)?[0])
    }

    /// An integer of a fixed width, at most eight bytes.
    fn fixed(&mut self, width: usize) -> Result<u64, ReadError> {
        let bytes = self.bytes(width)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn varint(&mut self) -> Result<u64, ReadError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(ReadError("a varint is too long"))
    }

    fn double(&mut self) -> Result<f64, ReadError> {
        Ok(f64::from_bits(self.fixed(8)?))
    }

    /// The rows and the columns as they are in the file, and the key of a board.
    fn board(&mut self) -> Result<((u8, u8), u64), ReadError> {
        Ok(((self.byte()?, self.byte()?), self.varint()?))
    }

    fn game(&mut self) -> Result<GameFields, ReadError> {
        let first = self.byte()?;
        let mut game = GameFields {
            rows: first & 127,
            columns: self.byte()?,
            objective: self.varint()? as u8,
            target_exponent: self.byte()?,
            discount: self.double()?,
            spawn_four: self.double()?,
            empty: 0,
            starts: Vec::new(),
        };
        if first < 128 {
            return Ok(game);
        }
        let (shape, empty) = self.board()?;
        game.empty = empty;
        let starts = self.varint()?;
        if shape != (game.rows | u8::from(empty > 0) << 7, game.columns) || starts > 8 {
            return Err(ReadError("an impossible game"));
        }
        for _ in 0..starts {
            let (start_shape, start) = self.board()?;
            if start_shape != shape {
                return Err(ReadError("an impossible game"));
            }
            game.starts.push(start);
        }
        Ok(game)
    }
}

/// The CRC-32 (IEEE 802.3) of some bytes, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }
        })
    })
}

/// Checks the frame and reads the header.
pub(crate) fn open(bytes: &[u8]) -> Result<(FileHeader, PartBytes<'_>), ReadError> {
    let mut frame = FieldReader(bytes);
    if frame.bytes(8)? != b"MDP2048P" {
        return Err(ReadError("not a policy"));
    }
    if frame.fixed(2)? != 3 {
        return Err(ReadError("another version"));
    }
    let length = frame.fixed(4)?;
    let checksum = frame.fixed(4)?;
    let payload = frame.0;
    if payload.len() as u64 != length {
        return Err(ReadError("another length"));
    }
    if u64::from(crc32(payload)) != checksum {
        return Err(ReadError("another checksum"));
    }
    let mut fields = FieldReader(payload);
    let header = FileHeader {
        game: fields.game()?,
        states: fields.varint()?,
        values_held: fields.varint()? as u8,
        threshold: fields.double()?,
        occupancy_kept: fields.double()?,
        leave_probability: fields.double()?,
        start_return: fields.double()?,
        tolerance: fields.double()?,
        value_error: fields.double()?,
        regret_error: fields.double()?,
        regret_floor: fields.double()?,
    };
    let lengths = [fields.varint()?, fields.varint()?, fields.varint()?];
    let [actions, values, regrets] = lengths.map(|length| length as usize);
    let parts = PartBytes {
        actions: fields.bytes(actions)?,
        values: fields.bytes(values)?,
        regrets: fields.bytes(regrets)?,
    };
    if !fields.0.is_empty() || header.states > 4096 + 1024 * actions as u64 {
        return Err(ReadError("an impossible header"));
    }
    Ok((header, parts))
}
