//! The files that a command reads and writes, and the check that it replaces none of them.

use std::any::TypeId;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command};
use mdp2048::files::WorkFolder;

use crate::error::Error;
use crate::same_file::{
    input_name, is_dash, is_same_file, is_standard_output, name_in, output_name,
};

/// The files of a command, as its arguments name them.
#[derive(Debug, Default)]
pub(crate) struct CommandFiles {
    inputs: Vec<PathBuf>,
    output: Option<PathBuf>,
    work_folder: Option<PathBuf>,
}

impl CommandFiles {
    /// The files of a command by its arguments that are paths: it writes `--out`, `--work` is its
    /// work folder, and it reads the others.
    pub(crate) fn of(command: &Command, arguments: &ArgMatches) -> Self {
        let mut files = Self::default();
        let is_path =
            |argument: &&Arg| argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        for argument in command.get_arguments().filter(is_path) {
            let name = argument.get_id().as_str();
            let Some(path) = arguments.get_one::<PathBuf>(name).cloned() else { continue };
            match name {
                "out" => files.output = Some(path),
                "work" => files.work_folder = Some(path),
                _ => files.inputs.push(path),
            }
        }
        files
    }

    /// Whether an output is standard output.
    pub(crate) fn has_standard_output(&self) -> bool {
        self.output.as_deref().is_some_and(is_standard_output)
    }

    /// Checks, before anything is read or written, that the output is no input and neither a work
    /// folder nor a file of one, and that at most one input is standard input.
    ///
    /// # Errors
    /// Why the output is refused.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.inputs.iter().filter(|path| is_dash(path)).count() > 1 {
            return Err(Error::Arguments(
                "standard input cannot be both files: give a name for one of them".to_owned(),
            ));
        }
        let Some(path) = &self.output else { return Ok(()) };
        let shown = || output_name(path).to_owned();
        if let Some(input) = self.inputs.iter().find(|input| is_same_file(path, input)) {
            return Err(Error::OutputIsInput {
                path: shown(),
                input: input_name(input).to_owned(),
            });
        }
        let mut folders = self.inputs.iter().chain(&self.work_folder);
        let is_of_folder = |folder: &&PathBuf| {
            is_same_file(path, folder)
                || name_in(path, folder)
                    .is_some_and(|name| WorkFolder::uses_name(&name.to_string_lossy()))
        };
        match folders.find(is_of_folder) {
            Some(folder) => Err(Error::OutputInFolder { path: shown(), folder: folder.clone() }),
            None => Ok(()),
        }
    }
}
