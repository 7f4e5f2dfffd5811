//! Printing a result to standard output.

use std::fmt::Display;
use std::io::{self, BufWriter, Write as _};

use serde::Serialize;

use crate::error::Error;

/// Prints a result as one line of JSON or as text.
pub(crate) fn print(is_json: bool, result: &(impl Serialize + Display)) -> Result<(), Error> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if is_json {
        serde_json::to_writer(&mut out, result)
            .map_err(io::Error::from)
            .and_then(|()| out.write_all(b"\n"))
    } else {
        write!(out, "{result}")
    };
    written.and_then(|()| out.flush()).map_err(Error::Print)
}
