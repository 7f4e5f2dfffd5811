//! The files that a command reads and writes, and the check that it replaces none of them.

use std::path::{Path, PathBuf};

use mdp2048::files::WorkFolder;

use crate::error::Error;
use crate::same_file::{
    input_name, is_dash, is_same_file, is_same_output, is_standard_output, name_in, output_name,
};

/// The files of a command, as its arguments name them.
#[derive(Debug, Default)]
pub(crate) struct CommandFiles {
    inputs: Vec<PathBuf>,
    /// Each with the option that names it.
    outputs: Vec<(&'static str, PathBuf)>,
    /// Work folders.
    folders: Vec<PathBuf>,
}

impl CommandFiles {
    /// Adds a file, or a work folder, that the command reads, if it is given.
    pub(crate) fn input<'a>(mut self, path: impl Into<Option<&'a PathBuf>>) -> Self {
        self.inputs.extend(path.into().cloned());
        self
    }

    /// Adds a file that the command writes, if it is given, and the option that names it.
    pub(crate) fn output<'a>(
        mut self,
        option: &'static str,
        path: impl Into<Option<&'a Path>>,
    ) -> Self {
        self.outputs.extend(path.into().map(|path| (option, path.to_owned())));
        self
    }

    /// Adds the work folder of the command, if it is given.
    pub(crate) fn work_folder<'a>(mut self, path: impl Into<Option<&'a PathBuf>>) -> Self {
        self.folders.extend(path.into().cloned());
        self
    }

    /// Whether an output is standard output.
    pub(crate) fn has_standard_output(&self) -> bool {
        self.outputs.iter().any(|(_, path)| is_standard_output(path))
    }

    /// Checks, before anything is read or written, that no output is an input, a file of a work
    /// folder, or another output, and that at most one input is standard input.
    ///
    /// # Errors
    /// The first output that is refused, with the option to change.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.inputs.iter().filter(|path| is_dash(path)).count() > 1 {
            return Err(Error::Arguments(
                "standard input cannot be both files: give a name for one of them".to_owned(),
            ));
        }
        for (index, (option, path)) in self.outputs.iter().enumerate() {
            let shown = || output_name(path).to_owned();
            if let Some(input) = self.inputs.iter().find(|input| is_same_file(path, input)) {
                let input = input_name(input).to_owned();
                return Err(Error::OutputIsInput { path: shown(), input, option });
            }
            let mut folders = self.inputs.iter().chain(&self.folders);
            let is_of_folder = |folder: &&PathBuf| {
                name_in(path, folder)
                    .is_some_and(|name| WorkFolder::uses_name(&name.to_string_lossy()))
            };
            if let Some(folder) = folders.find(is_of_folder) {
                let folder = folder.clone();
                return Err(Error::OutputInFolder { path: shown(), folder, option });
            }
            let mut earlier = self.outputs[..index].iter();
            if let Some((other, _)) = earlier.find(|(_, other)| is_same_output(path, other)) {
                return Err(Error::OutputIsOutput { path: shown(), option, other });
            }
        }
        Ok(())
    }
}
