//! The browsers that the end-to-end tests drive.

use std::env;

use anyhow::{Result, bail};

use crate::job::{Job, OnDrop};
use crate::{run, tools};

/// A browser, and what drives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Browser {
    /// Runs every test.
    Chromium,
    /// Runs the tests in [`EVERY_BROWSER`].
    Firefox,
    /// WebKitGTK, which runs the tests in [`EVERY_BROWSER`] on a display of Xvfb.
    WebKit,
}

/// The tests of what may differ between browsers, by the beginnings of their names: how elements
/// start, play, seek and are laid out on pages of strangers, what content security policies do, and
/// that each page works with its worker. None needs Chromium's DevTools protocol.
pub(crate) const EVERY_BROWSER: [&str; 13] = [
    "embedding::a_policy_against_webassembly",
    "embedding::another_origin",
    "embedding::players_of_a_static_page",
    "embedding::scripts_and_attributes",
    "embedding::where_a_player_cannot_run",
    "embedding_access::a_page_from_right_to_left",
    "embedding_access::keys_of_a_player",
    "embedding_access::narrow",
    "leaving::each_page",
    "loads::no_page_warns",
    "loads::the_page_loads_under",
    "playing::the_chart",
    "published::elements_and_published_markup",
];

impl Browser {
    /// Its name for the variable `MDP2048_BROWSER`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        }
    }

    /// Debian's names of its packages. The fonts make screenshots look the same everywhere.
    const fn packages(self) -> &'static str {
        match self {
            Self::Chromium => "chromium chromium-driver fonts-dejavu-core",
            Self::Firefox => "firefox-esr",
            Self::WebKit => "webkit2gtk-driver xvfb",
        }
    }

    /// Its programs: of each line, one is needed.
    const fn programs(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Chromium => {
                &[&["chromedriver"], &["chromium", "chromium-browser", "google-chrome"]]
            }
            Self::Firefox => &[&["firefox", "firefox-esr"]],
            Self::WebKit => &[&["WebKitWebDriver"], &["Xvfb"]],
        }
    }

    /// Whether its packages are installed.
    fn has_packages(self) -> bool {
        self.programs().iter().all(|names| names.iter().any(|name| run::find(name).is_some()))
    }

    /// Whether its packages and its driver are installed.
    fn is_installed(self) -> bool {
        self.has_packages() && (self != Self::Firefox || tools::has_geckodriver())
    }

    /// Checks that it can be driven.
    ///
    /// # Errors
    /// If it is not installed; the message says what to install.
    pub(crate) fn require(self) -> Result<()> {
        if self.is_installed() {
            return Ok(());
        }
        let has_apt = env::consts::OS == "linux" && run::find("apt-get").is_some();
        let how = if has_apt && !self.has_packages() {
            let packages = self.packages();
            format!("run `apt-get install -y --no-install-recommends {packages}` as root")
        } else {
            match self {
                Self::Chromium => {
                    "install Chromium (or Chrome) and the chromedriver of the same version"
                }
                Self::Firefox => "install Firefox, and `cargo install geckodriver --locked`",
                Self::WebKit => {
                    "install WebKitWebDriver and Xvfb (there is none for other systems than Linux: \
                     name other steps with --only)"
                }
            }
            .to_owned()
        };
        let name = self.name();
        bail!("the browser tests cannot drive {name}: {how}; then run `cargo xtask test` again");
    }
}

/// Starts to install browsers that are missing: a job for the packages, and one for the driver of
/// Firefox. Packages are only installed if this user may do that.
pub(crate) fn install(browsers: &[Browser]) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    let missing: Vec<_> = browsers.iter().filter(|it| !it.has_packages()).collect();
    if !missing.is_empty() && tools::may_install() {
        let packages: Vec<_> = missing.iter().map(|it| it.packages()).collect();
        let script = format!(
            "apt-get update && apt-get install -y --no-install-recommends {}",
            packages.join(" ")
        );
        let mut command = run::command("sh");
        command.args(["-c", &script]).env("DEBIAN_FRONTEND", "noninteractive");
        jobs.push(Job::start("browsers", &mut command, OnDrop::Wait)?);
    }
    if browsers.contains(&Browser::Firefox) {
        jobs.extend(tools::geckodriver()?);
    }
    Ok(jobs)
}
