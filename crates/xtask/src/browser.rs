//! The browser that the end-to-end tests drive.

use std::env;

use anyhow::{Result, bail};

use crate::job::{Job, OnDrop};
use crate::run;

/// Debian's package names. The fonts make screenshots look the same everywhere.
const PACKAGES: &str = "chromium chromium-driver fonts-dejavu-core";

/// Program names of browsers that chromedriver can drive.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Whether a browser and its driver are on PATH.
pub(crate) fn is_installed() -> bool {
    run::find("chromedriver").is_some() && BROWSERS.iter().any(|name| run::find(name).is_some())
}

/// Starts to install a browser; `None` if there is one, or if this user must not install packages.
pub(crate) fn install() -> Result<Option<Job>> {
    if is_installed() || !may_install() {
        return Ok(None);
    }
    let script = format!("apt-get update && apt-get install -y --no-install-recommends {PACKAGES}");
    let mut command = run::command("sh");
    command.args(["-c", &script]).env("DEBIAN_FRONTEND", "noninteractive");
    Ok(Some(Job::start("Chromium", &mut command, OnDrop::Wait)?))
}

/// Checks that there is a browser.
///
/// # Errors
/// If there is none; the message says what to install.
pub(crate) fn require() -> Result<()> {
    if is_installed() {
        return Ok(());
    }
    let how = match env::consts::OS {
        "linux" if run::find("apt-get").is_some() => {
            format!("run `apt-get install -y --no-install-recommends {PACKAGES}` as root")
        }
        _ => "install Chromium (or Chrome) and the chromedriver of the same version, and put both \
              on PATH"
            .to_owned(),
    };
    bail!("the browser tests need Chromium and chromedriver: {how}, then `cargo xtask test` again");
}

/// Whether this user may install system packages: root, where there is apt.
fn may_install() -> bool {
    let is_root = run::output(&mut run::line("id -u")).is_some_and(|user| user == "0");
    is_root && run::find("apt-get").is_some()
}
