//! The frame of binary files, by which readers recognise other kinds, other versions and damage.
//!
//! A file begins with its magic bytes (8), its version (u16), the length of its payload (u32), the
//! CRC-32 of the payload (u32) and the payload. Numbers are little-endian.
//!
//! The payload of a small file is all of its contents: [`FileKind::frame`] makes the file, and
//! [`FileKind::unframe`] opens it. The payload of a large file is a header, which states what
//! follows it; [`FileKind::read_header`] reads the header of a stream, and the reader goes on.

use std::io::{self, Read};

use crc::{CRC_32_ISO_HDLC, Crc};
use thiserror::Error;

/// The bytes before the payload.
const HEAD: usize = 8 + 2 + 4 + 4;

/// The most bytes for which memory is reserved before they are read.
const BLOCK: u64 = 1 << 20;

/// The CRC-32 of zip files. Its table has 1 KiB; the tables of faster implementations have 16 KiB,
/// which would be a sixth of the program of an embedded player.
static CRC_32: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// A kind of file.
#[derive(Debug, PartialEq, Eq)]
pub struct FileKind {
    /// What such a file is called in messages.
    pub name: &'static str,
    /// The first bytes.
    pub magic: [u8; 8],
    /// The version that this build writes, the only one that it reads.
    pub version: u16,
    /// What to do if a file cannot be used, in the imperative.
    pub remedy: &'static str,
}

/// Why bytes are not a whole file of their kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The magic bytes are others.
    #[error("this is not a {} file: check its address or path", .0.name)]
    OtherKind(&'static FileKind),
    /// This build does not read the version.
    #[error(
        "this {} is version {found}, this build reads version {}: {}",
        kind.name, kind.version, kind.remedy
    )]
    Version {
        /// What the file should be.
        kind: &'static FileKind,
        /// The version of the file.
        found: u16,
    },
    /// Bytes are missing at the end.
    #[error(
        "the {} is cut short (missing bytes: at least {missing}): load or copy it again, or {}",
        kind.name, kind.remedy
    )]
    CutShort {
        /// What the file should be.
        kind: &'static FileKind,
        /// The least number of bytes that are missing: a whole file may need more after them.
        missing: u64,
    },
    /// Bytes follow the end.
    #[error("the {} has bytes after its end: load or copy it again, or {}", .0.name, .0.remedy)]
    TooLong(&'static FileKind),
    /// A checksum does not match.
    #[error(
        "the {} is damaged: the checksum{} does not match; load or copy it again, or {}",
        kind.name, of_layer(*layer), kind.remedy
    )]
    Checksum {
        /// What the file should be.
        kind: &'static FileKind,
        /// The tile sum of the layer whose checksum it is; `None` if it is that of the payload.
        layer: Option<u32>,
    },
    /// The checksums match, but the contents are impossible.
    #[error("the {} is malformed: {reason}; {}", kind.name, kind.remedy)]
    Malformed {
        /// What the file should be.
        kind: &'static FileKind,
        /// What is impossible.
        reason: &'static str,
    },
}

fn of_layer(layer: Option<u32>) -> String {
    layer.map_or_else(String::new, |tile_sum| format!(" of layer {tile_sum}"))
}

impl FileKind {
    /// The file of a payload; `None` if the payload has 4 GiB or more.
    pub fn frame(&self, payload: &[u8]) -> Option<Vec<u8>> {
        let length = u32::try_from(payload.len()).ok()?;
        let mut file = Vec::with_capacity(HEAD + payload.len());
        file.extend(self.magic);
        file.extend(self.version.to_le_bytes());
        file.extend(length.to_le_bytes());
        file.extend(CRC_32.checksum(payload).to_le_bytes());
        file.extend(payload);
        Some(file)
    }

    /// The payload of a file, which ends with it.
    ///
    /// # Errors
    /// Any [`FrameError`] but [`FrameError::Malformed`].
    pub fn unframe<'a>(&'static self, file: &'a [u8]) -> Result<&'a [u8], FrameError> {
        let (length, checksum) = self.check_head(file)?;
        let payload = &file[HEAD..];
        let found = payload.len() as u64;
        if found != length {
            return Err(match length.checked_sub(found) {
                Some(missing) => FrameError::CutShort { kind: self, missing },
                None => FrameError::TooLong(self),
            });
        }
        self.check_sum(payload, checksum)?;
        Ok(payload)
    }

    /// Reads the payload of a file that may go on after it.
    ///
    /// # Errors
    /// An error of `input`; any [`FrameError`] but [`FrameError::Malformed`] and
    /// [`FrameError::TooLong`].
    pub fn read_header<E>(&'static self, input: &mut dyn Read) -> Result<Vec<u8>, E>
    where
        E: From<io::Error> + From<FrameError>,
    {
        let mut head = Vec::with_capacity(HEAD);
        input.take(HEAD as u64).read_to_end(&mut head)?;
        let (length, checksum) = self.check_head(&head)?;
        let payload = self.read_bytes::<E>(input, length)?;
        self.check_sum(&payload, checksum)?;
        Ok(payload)
    }

    /// Reads so many bytes, and needs no more memory than there are.
    ///
    /// # Errors
    /// An error of `input`; [`FrameError::CutShort`] if it ends before.
    pub fn read_bytes<E>(&'static self, input: &mut dyn Read, count: u64) -> Result<Vec<u8>, E>
    where
        E: From<io::Error> + From<FrameError>,
    {
        let mut bytes = Vec::with_capacity(count.min(BLOCK) as usize);
        let missing = count - input.take(count).read_to_end(&mut bytes)? as u64;
        match missing {
            0 => Ok(bytes),
            _ => Err(FrameError::CutShort { kind: self, missing }.into()),
        }
    }

    /// Checks that a stream has no more bytes.
    ///
    /// # Errors
    /// An error of `input`; [`FrameError::TooLong`] if it has.
    pub fn check_end<E>(&'static self, input: &mut dyn Read) -> Result<(), E>
    where
        E: From<io::Error> + From<FrameError>,
    {
        match input.take(1).read_to_end(&mut Vec::new())? {
            0 => Ok(()),
            _ => Err(FrameError::TooLong(self).into()),
        }
    }

    /// Removes the first bytes of a payload.
    ///
    /// # Errors
    /// [`FrameError::Malformed`] if it has fewer.
    pub fn take<const N: usize>(&'static self, payload: &mut &[u8]) -> Result<[u8; N], FrameError> {
        let ended = self.malformed("its contents end too early");
        let (&first, rest) = payload.split_first_chunk().ok_or(ended)?;
        *payload = rest;
        Ok(first)
    }

    /// The error of a file whose contents are impossible.
    pub const fn malformed(&'static self, reason: &'static str) -> FrameError {
        FrameError::Malformed { kind: self, reason }
    }

    /// Checks the bytes before the payload. Returns the length and the checksum of the payload.
    fn check_head(&'static self, file: &[u8]) -> Result<(u64, u32), FrameError> {
        let (magic, rest) = file.split_at(file.len().min(self.magic.len()));
        // A file that is cut short may end within the magic bytes.
        if magic.is_empty() || !self.magic.starts_with(magic) {
            return Err(FrameError::OtherKind(self));
        }
        let missing = HEAD.saturating_sub(file.len()) as u64;
        let cut = FrameError::CutShort { kind: self, missing };
        let (&version, rest) = rest.split_first_chunk().ok_or(cut)?;
        let found = u16::from_le_bytes(version);
        if found != self.version {
            return Err(FrameError::Version { kind: self, found });
        }
        let (&length, rest) = rest.split_first_chunk().ok_or(cut)?;
        let &checksum = rest.first_chunk().ok_or(cut)?;
        Ok((u32::from_le_bytes(length).into(), u32::from_le_bytes(checksum)))
    }

    fn check_sum(&'static self, payload: &[u8], checksum: u32) -> Result<(), FrameError> {
        match CRC_32.checksum(payload) == checksum {
            true => Ok(()),
            false => Err(FrameError::Checksum { kind: self, layer: None }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static NUMBERS: FileKind =
        FileKind { name: "list", magic: *b"numbers ", version: 3, remedy: "count again" };

    /// Either error, for the functions that read a stream.
    #[derive(Debug, Error)]
    enum ReadError {
        #[error(transparent)]
        Io(#[from] io::Error),
        #[error(transparent)]
        Frame(#[from] FrameError),
    }

    /// Reads a file, in both ways, which have to agree.
    fn payload(file: &[u8]) -> Result<Vec<u8>, FrameError> {
        let mut input = file;
        let read: Result<Vec<u8>, ReadError> = NUMBERS
            .read_header(&mut input)
            .and_then(|payload| NUMBERS.check_end(&mut input).map(|()| payload));
        let opened = NUMBERS.unframe(file).map(<[u8]>::to_vec);
        match (&read, &opened) {
            (Ok(read), Ok(opened)) => assert_eq!(read, opened),
            // The length of a stream is not known before its checksum is wrong.
            (Err(ReadError::Frame(FrameError::Checksum { .. })), Err(FrameError::TooLong(_))) => {}
            (Err(ReadError::Frame(read)), Err(opened)) => assert_eq!(read, opened),
            other => panic!("{other:?}"),
        }
        opened
    }

    #[test]
    fn files_that_are_cut_changed_or_of_other_kinds_are_refused() {
        let file = NUMBERS.frame(b"12345").unwrap();
        assert_eq!(&file[..10], b"numbers \x03\x00");
        assert_eq!(payload(&file).unwrap(), b"12345");
        assert_eq!(payload(&[]), Err(FrameError::OtherKind(&NUMBERS)));
        for length in 1..file.len() {
            let missing = if length < HEAD { HEAD - length } else { file.len() - length } as u64;
            let error = FrameError::CutShort { kind: &NUMBERS, missing };
            assert_eq!(payload(&file[..length]), Err(error), "{length}");
        }
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            let error = payload(&changed).unwrap_err();
            let is_right = match at {
                0..8 => matches!(error, FrameError::OtherKind(_)),
                8..10 => matches!(error, FrameError::Version { .. }),
                10..14 => matches!(error, FrameError::TooLong(_) | FrameError::CutShort { .. }),
                _ => matches!(error, FrameError::Checksum { layer: None, .. }),
            };
            assert!(is_right, "byte {at}: {error}");
        }
        assert_eq!(payload(&[&file[..], b"6"].concat()), Err(FrameError::TooLong(&NUMBERS)));
    }

    #[test]
    fn messages_name_the_kind_and_what_to_do() {
        let kind = &NUMBERS;
        for (error, message) in [
            (FrameError::OtherKind(kind), "this is not a list file: check its address or path"),
            (
                FrameError::Version { kind, found: 2 },
                "this list is version 2, this build reads version 3: count again",
            ),
            (
                FrameError::CutShort { kind, missing: 7 },
                "the list is cut short (missing bytes: at least 7): load or copy it again, or count \
                 again",
            ),
            (
                FrameError::TooLong(kind),
                "the list has bytes after its end: load or copy it again, or count again",
            ),
            (
                FrameError::Checksum { kind, layer: Some(24) },
                "the list is damaged: the checksum of layer 24 does not match; load or copy it \
                 again, or count again",
            ),
            (kind.malformed("it is empty"), "the list is malformed: it is empty; count again"),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }
}
