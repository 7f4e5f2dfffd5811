//! Files that JavaScript reads and writes.

use std::io::{self, Read, Seek, SeekFrom, Write};

use js_sys::{Date, Error, Function, Uint8Array};
use mdp2048_protocol::{SolverAnswer, StoredGame};
use mdp2048_solve::{FileError, Solution, SolutionReader};
use wasm_bindgen::{JsCast as _, JsError, JsValue};
use web::serving::Asker;
use web::worker::has_name;

use crate::answers::precision;

/// The bytes that are read at a time.
const WINDOW: u64 = 1 << 20;

/// The least time between two reports, in milliseconds.
const REPORTS: f64 = 50.0;

/// The name of the error for a file that nothing can read.
const DAMAGED: &str = "DamagedSolution";

/// Reads the file of a solution of this many bytes, and checks all of it. `read` returns the bytes
/// of a range. The asker gets the part that is read.
///
/// # Errors
/// A sentence about the file, or about the memory. Its name is `DamagedSolution` if nothing can
/// read the file, or if it is that of another game.
pub(crate) fn read(
    stored: &StoredGame,
    length: f64,
    read: &Function,
    asker: &Asker<SolverAnswer>,
) -> Result<Solution, JsValue> {
    let read = || {
        let mut reader = SolutionReader::open(FileWindow::new(read, length as u64, asker))?;
        let totals = reader.totals();
        let is_asked = *totals.game() == stored.game && totals.precision == precision(stored);
        if is_asked { reader.read_all().map(Some) } else { Ok(None) }
    };
    match read() {
        Ok(Some(solution)) => Ok(solution),
        Ok(None) => Err(damaged("it is the solution of another game")),
        Err(error) if error.is_of_file() => Err(damaged(match error {
            FileError::Version(_) => "another version of this page wrote it",
            FileError::Length { .. } => "it is cut short",
            _ => "it is damaged",
        })),
        Err(error) => Err(JsError::from(error).into()),
    }
}

/// Whether an error says that nothing can read a file.
pub(crate) fn is_damage(error: &JsValue) -> bool {
    has_name(error, DAMAGED)
}

/// A file of which a part is in memory.
struct FileWindow<'a> {
    asker: &'a Asker<SolverAnswer>,
    /// The time of the last report.
    reported: f64,
    read: &'a Function,
    length: u64,
    at: u64,
    /// The offset of the part in memory.
    start: u64,
    bytes: Vec<u8>,
}

impl<'a> FileWindow<'a> {
    /// A file of this length, of which `read` returns the bytes of a range.
    const fn new(read: &'a Function, length: u64, asker: &'a Asker<SolverAnswer>) -> Self {
        Self { asker, reported: 0.0, read, length, at: 0, start: 0, bytes: Vec::new() }
    }

    fn load(&mut self) -> io::Result<()> {
        let now = Date::now();
        if now - self.reported >= REPORTS {
            self.reported = now;
            self.asker.send(&SolverAnswer::Part(self.at as f64 / self.length as f64));
        }
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
pub(crate) struct WrittenBy<'a> {
    write: &'a Function,
    thrown: Option<JsValue>,
}

impl<'a> WrittenBy<'a> {
    pub(crate) const fn new(write: &'a Function) -> Self {
        Self { write, thrown: None }
    }

    /// Returns what the function has thrown.
    pub(crate) fn finish(self) -> Result<(), JsValue> {
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
fn damaged(message: &str) -> JsValue {
    let error = Error::new(message);
    error.set_name(DAMAGED);
    error.into()
}

fn failure(thrown: &JsValue) -> io::Error {
    let message = thrown.dyn_ref::<Error>().map(|error| String::from(error.message()));
    io::Error::other(message.unwrap_or_else(|| "the browser could not read the file".to_owned()))
}
