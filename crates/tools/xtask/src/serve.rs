//! `cargo xtask serve`: builds the page, serves it on this machine and rebuilds it on changes.

use std::net::TcpListener;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{install, run};

/// Installs the tools that are missing, builds the page, then runs `trunk serve`.
pub(crate) fn serve(port: u16, release: bool) -> Result<()> {
    // Trunk notices a used port only after the build.
    TcpListener::bind(("127.0.0.1", port)).with_context(|| {
        format!("port {port} cannot be used: choose another, as in `cargo xtask serve --port 8081`")
    })?;
    // Where its first build fails, `trunk serve` serves nothing and waits for a change. So a build
    // comes before it, whose failure ends the task.
    run::run(&mut trunk("build", release)?).context("the page is not built, so not served")?;
    let mut serve = trunk("serve", release)?;
    serve.args(["--port", &port.to_string()]);
    // The program takes the place of this process, so that signals reach it.
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;

        let shown = run::show(&serve);
        Err(serve.exec()).with_context(|| format!("could not start `{shown}`"))
    }
    // Ctrl-C reaches both processes.
    #[cfg(not(unix))]
    run::run(&mut serve)
}

/// A command of Trunk for the folder that Trunk.toml names.
fn trunk(verb: &str, release: bool) -> Result<Command> {
    let mut trunk = install::trunk(release)?;
    trunk.arg(verb);
    if release {
        trunk.arg("--release");
    }
    Ok(trunk)
}
