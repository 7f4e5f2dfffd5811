//! Printing results.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use serde::Serialize;

use crate::error::Error;
use crate::same_file::standard_output;

/// How and where a result is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printer {
    /// One line of JSON instead of text.
    pub(crate) is_json: bool,
    /// On standard error, because the output file is on standard output.
    pub(crate) to_standard_error: bool,
}

impl Printer {
    /// Prints a result.
    pub(crate) fn print(self, result: &(impl Serialize + Display)) -> Result<(), Error> {
        if self.to_standard_error {
            // The output file is complete; a closed standard error does not change that.
            let _ = self.write(result, io::stderr().lock());
            Ok(())
        } else {
            let out = standard_output();
            out.and_then(|out| self.write(result, out)).map_err(Error::Print)
        }
    }

    fn write(self, result: &(impl Serialize + Display), out: impl Write) -> io::Result<()> {
        let mut out = BufWriter::new(out);
        if self.is_json {
            serde_json::to_writer(&mut out, result)?;
            out.write_all(b"\n")?;
        } else {
            write!(out, "{result}")?;
        }
        out.flush()
    }
}
