//! The browsers that can be driven.

use std::env;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Result, bail};
use fantoccini::wd::Capabilities;
use serde_json::json;

use crate::device::Device;

/// A browser, named after its engine where the engine has another name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Chromium, headless, by chromedriver. Only it has the DevTools protocol.
    Chromium,
    /// Firefox, headless, by geckodriver.
    Firefox,
    /// The small browser of WebKitGTK, by WebKitWebDriver, on a display of Xvfb.
    WebKit,
}

impl Engine {
    /// Returns the browser that the variable `MDP2048_BROWSER` names; Chromium without it.
    ///
    /// # Errors
    ///
    /// When it names no browser.
    pub fn chosen() -> Result<Self> {
        match env::var("MDP2048_BROWSER").as_deref() {
            Err(_) | Ok("chromium") => Ok(Self::Chromium),
            Ok("firefox") => Ok(Self::Firefox),
            Ok("webkit") => Ok(Self::WebKit),
            Ok(other) => {
                bail!("MDP2048_BROWSER is {other:?}: write chromium, firefox or webkit")
            }
        }
    }

    /// Writes the settings of the device into the folder of the profile.
    pub(crate) fn prepare(self, profile: &Path, device: Device) -> io::Result<()> {
        match self {
            Self::Chromium => Ok(()),
            Self::Firefox => {
                // The window would otherwise be at least 500 pixels wide.
                let folder = profile.join("chrome");
                fs::create_dir_all(&folder)?;
                let style = ":root { min-width: 0 !important; min-height: 0 !important; }";
                fs::write(folder.join("userChrome.css"), style)
            }
            Self::WebKit => {
                let animations = u8::from(!device.reduced_motion);
                let dark = u8::from(device.dark);
                let settings = format!(
                    "[Settings]\ngtk-enable-animations={animations}\n\
                     gtk-application-prefer-dark-theme={dark}\n"
                );
                let folder = profile.join("gtk-3.0");
                fs::create_dir_all(&folder)?;
                fs::write(folder.join("settings.ini"), settings)
            }
        }
    }

    /// Returns the options of a browser with a fresh profile and no background traffic.
    pub(crate) fn capabilities(self, profile: &Path, device: Device) -> Capabilities {
        let profile = profile.display();
        let (name, options) = match self {
            Self::Chromium => {
                let profile = format!("--user-data-dir={profile}");
                let arguments = [
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--disable-dev-shm-usage",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    &profile,
                ];
                ("goog:chromeOptions", json!({ "args": arguments }))
            }
            Self::Firefox => {
                let preferences = json!({
                    "toolkit.legacyUserProfileCustomizations.stylesheets": true,
                    "ui.systemUsesDarkTheme": u8::from(device.dark),
                    "ui.prefersReducedMotion": u8::from(device.reduced_motion),
                });
                // In kiosk mode the page fills the window.
                let arguments = ["-headless", "--kiosk", "-profile", &profile.to_string()];
                ("moz:firefoxOptions", json!({ "args": arguments, "prefs": preferences }))
            }
            Self::WebKit => ("browserName", json!("MiniBrowser")),
        };
        let mut capabilities = Capabilities::new();
        capabilities.insert(name.to_owned(), options);
        // A script may solve a game.
        capabilities.insert("timeouts".to_owned(), json!({ "script": 300_000 }));
        if self == Self::Chromium {
            capabilities.insert("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL" }));
        }
        capabilities
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
            Self::WebKit => "WebKitGTK",
        })
    }
}
