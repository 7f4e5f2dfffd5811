//! The files that a command reads and writes, and the check that it replaces none of them.

use std::any::TypeId;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command};
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
    /// The files of a command by its arguments that are paths: it writes `--out`, `--work`
    /// is its work folder, and it reads the others.
    pub(crate) fn of(command: &Command, arguments: &ArgMatches) -> Self {
        let mut files = Self::default();
        let is_path =
            |argument: &&Arg| argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        for argument in command.get_arguments().filter(is_path) {
            let name = argument.get_id().as_str();
            let Some(path) = arguments.get_one::<PathBuf>(name).cloned() else { continue };
            match name {
                "out" => files.outputs.push(("--out", path)),
                "work" => files.folders.push(path),
                _ => files.inputs.push(path),
            }
        }
        files
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
