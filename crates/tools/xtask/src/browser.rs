//! The browsers that the end-to-end tests drive.

use anyhow::Result;

use crate::{install, run};

/// A browser, and what drives it.
pub(crate) struct Browser {
    /// Its name for the variable `MDP2048_BROWSER`.
    pub(crate) name: &'static str,
    /// The tests that it runs, by the beginnings of their names; all if there are none.
    pub(crate) tests: &'static [&'static str],
    /// What its tests cannot look at.
    pub(crate) remark: Option<&'static str>,
    /// Debian's names of its packages.
    packages: &'static str,
    /// Its programs: of each line, one is needed.
    programs: &'static [&'static [&'static str]],
    /// How it is installed on other systems.
    elsewhere: &'static str,
}

/// Chromium. The fonts make screenshots look the same everywhere.
pub(crate) const CHROMIUM: Browser = Browser {
    name: "chromium",
    tests: &[],
    remark: None,
    packages: "chromium chromium-driver fonts-dejavu-core",
    programs: &[&["chromedriver"], &["chromium", "chromium-browser", "google-chrome"]],
    elsewhere: "install Chromium (or Chrome) and the chromedriver of the same version",
};

/// Firefox, whose driver is compiled.
pub(crate) const FIREFOX: Browser = Browser {
    name: "firefox",
    tests: &EVERY_BROWSER,
    remark: Some("the console of Firefox was not looked at: its driver does not have it"),
    packages: "firefox-esr",
    programs: &[&["firefox", "firefox-esr"]],
    elsewhere: "install Firefox",
};

/// WebKitGTK, on a display of Xvfb.
pub(crate) const WEBKIT: Browser = Browser {
    name: "webkit",
    tests: &EVERY_BROWSER,
    remark: Some("the console of WebKitGTK was not looked at: its driver does not have it"),
    packages: "webkit2gtk-driver xvfb xauth",
    programs: &[&["WebKitWebDriver"], &["xvfb-run"], &["xauth"]],
    elsewhere: "name other steps with --only (WebKitGTK is for Linux only)",
};

/// The tests of what may differ between browsers, by the beginnings of their names: how elements
/// start, play, seek and are laid out on pages of strangers, what content security policies do, and
/// that each page works with its worker and is there again after Back. None needs Chromium's DevTools
/// protocol.
const EVERY_BROWSER: [&str; 16] = [
    "embedding::a_policy_against_webassembly",
    "embedding::another_origin",
    "embedding::players_of_a_static_page",
    "embedding::scripts_and_attributes",
    "embedding::where_a_player_cannot_run",
    "embedding_access::a_page_from_right_to_left",
    "embedding_access::keys_of_a_player",
    "embedding_access::narrow",
    "history::a_paused_game",
    "history::the_place",
    "leaving::each_page",
    "loads::no_page_warns",
    "loads::the_page_loads_under",
    "playing::the_chart",
    "published::elements_and_published_markup",
    "security::",
];

impl Browser {
    /// Installs it unless it is installed.
    ///
    /// # Errors
    /// If this user may not do that; the message says what to install.
    pub(crate) fn install(&self) -> Result<()> {
        install::debian(self.packages, self.elsewhere, || {
            self.programs.iter().all(|names| names.iter().any(|name| run::find(name).is_some()))
        })
    }
}
