//! Files that JavaScript reads and writes.

use std::io::{self, Read, Seek, SeekFrom, Write};

use js_sys::{Error, Function, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

/// The bytes that are read at a time.
const WINDOW: u64 = 1 << 20;

/// A file of which a part is in memory.
pub(super) struct FileWindow<'a> {
    read: &'a Function,
    length: u64,
    at: u64,
    /// The offset of the part in memory.
    start: u64,
    bytes: Vec<u8>,
}

impl<'a> FileWindow<'a> {
    /// A file of this length, of which `read` returns the bytes of a range.
    pub(super) const fn new(read: &'a Function, length: u64) -> Self {
        Self { read, length, at: 0, start: 0, bytes: Vec::new() }
    }

    fn load(&mut self) -> io::Result<()> {
        let end = (self.at + WINDOW).min(self.length);
        let (from, to) = ((self.at as f64).into(), (end as f64).into());
        let read = self.read.call2(&JsValue::NULL, &from, &to).map_err(|error| failure(&error))?;
        let read: Uint8Array = read.dyn_into().map_err(|error| failure(&error))?;
        self.bytes.resize(read.length() as usize, 0);
        read.copy_to(&mut self.bytes);
        self.start = self.at;
        Ok(())
    }
}

impl Read for FileWindow<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.length || out.is_empty() {
            return Ok(0);
        }
        let is_loaded = (self.start..self.start + self.bytes.len() as u64).contains(&self.at);
        if !is_loaded {
            self.load()?;
        }
        let loaded = self.bytes.get((self.at - self.start) as usize..).unwrap_or_default();
        let count = loaded.len().min(out.len());
        out[..count].copy_from_slice(&loaded[..count]);
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for FileWindow<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::other("a seek before the start of the file"))?;
        Ok(self.at)
    }
}

/// A writer that passes all bytes to a function, and keeps what it throws.
pub(super) struct WrittenBy<'a> {
    write: &'a Function,
    thrown: Option<JsValue>,
}

impl<'a> WrittenBy<'a> {
    pub(super) const fn new(write: &'a Function) -> Self {
        Self { write, thrown: None }
    }

    /// Returns what the function has thrown.
    pub(super) fn finish(self) -> Result<(), JsValue> {
        self.thrown.map_or(Ok(()), Err)
    }
}

impl Write for WrittenBy<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.write.call1(&JsValue::NULL, &Uint8Array::from(bytes)) {
            Ok(_) => Ok(bytes.len()),
            Err(thrown) => {
                let error = failure(&thrown);
                self.thrown = Some(thrown);
                Err(error)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The error for a file that nothing can read.
pub(super) fn damaged(message: &str) -> JsValue {
    let error = Error::new(message);
    error.set_name("DamagedSolution");
    error.into()
}

fn failure(thrown: &JsValue) -> io::Error {
    let message = thrown.dyn_ref::<Error>().map(|error| String::from(error.message()));
    io::Error::other(message.unwrap_or_else(|| "the browser could not read the file".to_owned()))
}
