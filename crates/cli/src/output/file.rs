//! Output files as options name them, written whole or not at all.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use mdp2048::files::OutputError;

use crate::error::Error;
use crate::output::interrupts;
use crate::same_file::{is_standard_output, open_standard_output};

/// An output file that was found to be writable.
pub(crate) struct OutputFile {
    file: mdp2048::files::OutputFile,
    is_standard_output: bool,
}

impl OutputFile {
    /// Checks that a file can be written, before any long work, and leaves nothing behind.
    ///
    /// After this call a signal reports that nothing was written.
    pub(crate) fn check(path: &Path) -> Result<Self, Error> {
        let is_standard_output = is_standard_output(path);
        let file = if is_standard_output {
            let name = Path::new("standard output");
            let stream = open_standard_output()
                .map_err(|source| OutputError::Create { path: name.to_owned(), source })?;
            mdp2048::files::OutputFile::of_stream(name, stream)
        } else {
            mdp2048::files::OutputFile::at(path)?
        };
        interrupts::handle_size_limit();
        if file.is_regular() {
            interrupts::handle();
        }
        file.try_out()?;
        Ok(Self { file, is_standard_output })
    }

    /// Writes the file and returns its length in bytes.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<u64, Error> {
        self.file.write(write).map_err(|source| match source {
            // A reader that has read enough is no failure, as where results are printed.
            OutputError::WriteStream { source, .. }
                if self.is_standard_output && source.kind() == ErrorKind::BrokenPipe =>
            {
                Error::Print(source)
            }
            source => source.into(),
        })
    }
}
