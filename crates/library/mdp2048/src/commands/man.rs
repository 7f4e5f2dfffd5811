//! `man`: prints the manual page, or writes a page for the binary and for every command.

use std::fmt::{self, Display};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use mdp2048::files::OutputError;
use serde::Serialize;

use crate::command_files::CommandFiles;
use crate::error::Error;
use crate::output::file::OutputFile;
use crate::output::table::NamedLines;
use crate::paths::ResultPath;
use crate::same_file::is_dash;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 man | man -l -
  mdp2048 man --out ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// A directory for the pages mdp2048.1, mdp2048-solve.1 and so on; it is created if needed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl ManArgs {
    /// The files that are written for a command line.
    pub(crate) fn files(&self, command: Command) -> CommandFiles {
        let folder = self.folder();
        let pages = folder.map(|folder| pages(folder, with_all_names(command))).unwrap_or_default();
        pages
            .iter()
            .fold(CommandFiles::default(), |files, (path, _)| files.output("--out", path.as_path()))
    }

    /// The directory for the pages; `None` to print the page of the binary.
    fn folder(&self) -> Option<&Path> {
        self.out.as_deref().filter(|out| !is_dash(out))
    }
}

/// The manual, printed or written.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Manual {
    Page { page: String },
    Files { files: Vec<ResultPath> },
}

/// Makes the manual of a command line.
pub(crate) fn run(args: &ManArgs, command: Command) -> Result<Manual, Error> {
    let command = with_all_names(command);
    match args.folder() {
        None => Ok(Manual::Page { page: String::from_utf8_lossy(&page(command)?).into_owned() }),
        Some(folder) => Ok(Manual::Files { files: write_pages(folder, command)? }),
    }
}

/// The command line with the full names of its subcommands, without `help`, which has no page.
fn with_all_names(command: Command) -> Command {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    command
}

/// A page in roff, the format of `man`.
fn page(command: Command) -> Result<Vec<u8>, Error> {
    let mut page = Vec::new();
    // The pages of subcommands name the binary and its version too.
    let source = concat!("mdp2048 ", env!("CARGO_PKG_VERSION"));
    Man::new(command).source(source).render(&mut page).map_err(Error::Print)?;
    Ok(page)
}

/// Writes the page of a command and of each of its subcommands.
fn write_pages(folder: &Path, command: Command) -> Result<Vec<ResultPath>, Error> {
    fs::create_dir_all(folder).map_err(|error| {
        let source = match error.kind() {
            ErrorKind::AlreadyExists => ErrorKind::NotADirectory.into(),
            _ => error,
        };
        let source = OutputError::Create { path: folder.to_owned(), source };
        Error::Output { option: "--out", source }
    })?;
    pages(folder, command)
        .into_iter()
        .map(|(path, command)| {
            let bytes = page(command)?;
            OutputFile::check("--out", &path)?.write(|file| file.write_all(&bytes))?;
            Ok((&path).into())
        })
        .collect()
}

/// The files of a command and of each of its subcommands.
fn pages(folder: &Path, command: Command) -> Vec<(PathBuf, Command)> {
    let binary = command.get_name().to_owned();
    let path = |name: &str| folder.join(format!("{name}.1"));
    let verbs = command.get_subcommands();
    let mut pages: Vec<(PathBuf, Command)> =
        verbs.map(|verb| (path(&format!("{binary}-{}", verb.get_name())), verb.clone())).collect();
    pages.insert(0, (path(&binary), command));
    pages
}

impl Display for Manual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page { page } => f.write_str(page),
            Self::Files { files } => {
                let mut lines = NamedLines::default();
                files.iter().for_each(|file| lines.add("written", file));
                lines.fmt(f)
            }
        }
    }
}
