//! `cargo xtask serve`: builds the page, serves it on this machine and rebuilds it on changes.

use std::net::TcpListener;

use anyhow::{Context as _, Result};

use crate::{install, run, workspace};

/// Installs the tools that are missing, then runs `trunk serve`.
pub(crate) fn serve(port: u16, release: bool) -> Result<()> {
    // Trunk notices a used port only after the build.
    TcpListener::bind(("127.0.0.1", port)).with_context(|| {
        format!("port {port} cannot be used: choose another, as in `cargo xtask serve --port 8081`")
    })?;
    let mut serve = install::trunk(release)?;
    serve.args(["serve", "--dist", workspace::SERVED_PAGE, "--port", &port.to_string()]);
    if release {
        serve.arg("--release");
    }
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
