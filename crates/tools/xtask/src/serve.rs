//! `cargo xtask serve`: builds the page, serves it on this machine and rebuilds it on changes.

use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{run, tools, workspace};

/// Installs the tools that are missing, then runs `trunk serve`.
pub(crate) fn serve(port: Option<&str>, release: bool) -> Result<()> {
    if let Some(port) = port {
        port.parse::<u16>().with_context(|| format!("`{port}` is not a port: give 1 to 65535"))?;
    }
    tools::wasm_target()?;
    let trunk = tools::trunk()?;
    tools::wasm_bindgen()?;
    if release {
        tools::wasm_opt()?;
    }
    if let Some(trunk) = trunk {
        if !release {
            tools::precompile_page()?;
        }
        println!("waiting for Trunk");
        trunk.finish()?;
    }

    let mut serve = tools::trunk_command();
    serve.args(["serve", "--dist", workspace::SERVED_PAGE]);
    if let Some(port) = port {
        serve.args(["--port", port]);
    }
    if release {
        serve.arg("--release");
    }
    replace_with(&mut serve)
}

/// Replaces this process by the given program, so that signals reach that program.
#[cfg(unix)]
fn replace_with(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt as _;

    let shown = run::show(command);
    Err(command.exec()).with_context(|| format!("could not start `{shown}`"))
}

/// Runs the given program; Ctrl-C reaches both processes.
#[cfg(not(unix))]
fn replace_with(command: &mut Command) -> Result<()> {
    run::run(command)
}
