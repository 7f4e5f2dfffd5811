//! `completions`: prints a completion script for a shell.

use std::fmt::{self, Display};

use clap::{Args, Command};
use clap_complete::{Shell, generate};
use serde::Serialize;

use crate::error::Error;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bash  mdp2048 completions bash > ~/.local/share/bash-completion/completions/mdp2048
  zsh   mdp2048 completions zsh > DIRECTORY_OF_FPATH/_mdp2048
  fish  mdp2048 completions fish > ~/.config/fish/completions/mdp2048.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// A completion script.
#[derive(Debug, Serialize)]
pub(crate) struct CompletionScript {
    shell: String,
    script: String,
}

/// Makes the completion script of a command line.
pub(crate) fn run(args: &CompletionsArgs, mut command: Command) -> Result<CompletionScript, Error> {
    let shell = args.shell;
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    Ok(CompletionScript { shell: shell.to_string(), script })
}

impl Display for CompletionScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.script)
    }
}
