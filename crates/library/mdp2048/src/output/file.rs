//! Output files as options name them, written whole or not at all.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use mdp2048::files::OutputError;

use crate::error::Error;
use crate::output::interrupts;
use crate::same_file::{is_standard_output, standard_output};

/// An output file that was found to be writable.
pub(crate) struct OutputFile {
    file: mdp2048::files::OutputFile,
    /// The option that names it.
    option: &'static str,
    is_standard_output: bool,
}

/// An output file of which the contents are written, but not yet in place.
pub(crate) struct StagedFile<'a> {
    staged: mdp2048::files::StagedFile<'a>,
    option: &'static str,
}

impl OutputFile {
    /// Checks that a file can be written, before any long work, and leaves nothing behind.
    ///
    /// After this call a signal reports that nothing was written. `option` is the option that names
    /// the file, for messages.
    pub(crate) fn check(option: &'static str, path: &Path) -> Result<Self, Error> {
        let error = |source| Error::Output { option, source };
        let is_standard_output = is_standard_output(path);
        let file = if is_standard_output {
            let name = Path::new("standard output");
            let stream = standard_output().map_err(|source| {
                error(OutputError::WriteStream { path: name.to_owned(), source })
            })?;
            mdp2048::files::OutputFile::of_stream(name, stream)
        } else {
            mdp2048::files::OutputFile::at(path).map_err(error)?
        };
        interrupts::handle_size_limit();
        if file.folder().is_some() {
            interrupts::handle();
        }
        file.try_out().map_err(error)?;
        Ok(Self { file, option, is_standard_output })
    }

    /// Locks a regular file as long as this lives, for a run that reads it and writes it again. A
    /// file that another run has locked is an error.
    pub(crate) fn locked(self) -> Result<Self, Error> {
        let option = self.option;
        let file = self.file.locked().map_err(|source| Error::Output { option, source })?;
        Ok(Self { file, ..self })
    }

    /// The folder of a regular file.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.file.folder()
    }

    /// Writes the file and returns its length in bytes.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<u64, Error> {
        commit(vec![self.stage(write)?])
    }

    /// Writes the contents of the file, which [`commit`] puts in place.
    pub(crate) fn stage(
        &self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<StagedFile<'_>, Error> {
        let option = self.option;
        match self.file.stage(write) {
            Ok(staged) => Ok(StagedFile { staged, option }),
            // A reader that has read enough is no failure, as where results are printed.
            Err(OutputError::WriteStream { source, .. })
                if self.is_standard_output && source.kind() == ErrorKind::BrokenPipe =>
            {
                Err(Error::Print(source))
            }
            Err(source) => Err(Error::Output { option, source }),
        }
    }
}

/// Puts files of one option in place and returns the sum of their lengths. A signal ends the
/// program before the first or after the last of them.
pub(crate) fn commit(files: Vec<StagedFile<'_>>) -> Result<u64, Error> {
    let option = files.first().map_or("--out", |file| file.option);
    let files = files.into_iter().map(|file| file.staged).collect();
    mdp2048::files::commit(files).map_err(|source| Error::Output { option, source })
}
