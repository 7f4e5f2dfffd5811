//! The WebDriver process of one browser.

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::device::Device;
use crate::engine::Engine;

/// Runs a driver until the standard input ends, as it does also when this process is killed. Then
/// all processes of its group end, which are the driver and its browser, and the profile is
/// deleted.
const RUN: &str = "profile=$1; shift
    \"$@\" &
    exec > /dev/null; trap '' TERM
    cat; kill 0; wait; sleep 0.2
    rm -rf \"$profile\"";

/// A running driver with a profile and a session; it and its browser end when this is dropped, or
/// when this process ends.
#[derive(Debug)]
pub(crate) struct Driver {
    child: Child,
    port: u16,
    profile: PathBuf,
    session: String,
}

impl Driver {
    /// Starts the driver of a browser on a free port, with a fresh profile.
    pub(crate) fn start(engine: Engine, device: Device) -> Result<Self> {
        let profile = tempfile::tempdir().context("could not make a folder for the profile")?;
        engine.prepare(profile.path(), device).context("could not write the profile")?;
        let profile = profile.keep();
        let mut command = Command::new("sh");
        command.args(["-c", RUN, "sh"]).arg(&profile).args(program(engine));
        // `RUN` is for systems with a shell.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut port = 0;
        if engine == Engine::WebKit {
            for folder in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TMPDIR"] {
                command.env(folder, &profile);
            }
            // It does not print the port that it chooses, so it is given one.
            port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        }
        let child = command
            .arg(format!("--port={port}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("could not start a shell")?;
        let mut driver = Self { child, port, profile, session: String::new() };
        let output = driver.child.stdout.take().context("the driver has no standard output")?;
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        if engine == Engine::WebKit {
            driver.wait_until_it_listens(engine)?;
        } else {
            let port = lines.by_ref().find_map(|line| printed_port(&line));
            driver.port = port.with_context(|| {
                let name = program(engine)[0];
                format!("could not start {name}: `cargo xtask test` says how to install it")
            })?;
        }
        // Its later output must be read, or a full pipe would block it.
        thread::spawn(move || lines.for_each(drop));
        Ok(driver)
    }

    /// Returns the URL of its WebDriver endpoint.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Returns the folder of the profile.
    pub(crate) fn profile(&self) -> &Path {
        &self.profile
    }

    /// Returns the name of the session; empty before there is one.
    pub(crate) fn session(&self) -> &str {
        &self.session
    }

    /// Sets the name of the session.
    pub(crate) fn set_session(&mut self, session: String) {
        self.session = session;
    }

    fn wait_until_it_listens(&self, engine: Engine) -> Result<()> {
        let deadline = Instant::now() + Duration::from_secs(10);
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            ensure!(Instant::now() < deadline, "the driver of {engine} does not listen");
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        // An error means that it has already ended.
        let _ = self.child.wait();
    }
}

/// Returns the command line of the driver of a browser. That of WebKitGTK has a display in memory,
/// because its browser cannot run without one.
const fn program(engine: Engine) -> &'static [&'static str] {
    match engine {
        Engine::Chromium => &["chromedriver"],
        Engine::Firefox => &["geckodriver"],
        Engine::WebKit => &[
            "xvfb-run",
            "--auto-servernum",
            "--server-args=-screen 0 1600x1400x24 -nolisten tcp",
            "WebKitWebDriver",
        ],
    }
}

/// Returns the port that chromedriver or geckodriver prints. Chromedriver repeats the requested
/// port, 0, in an earlier line.
fn printed_port(line: &str) -> Option<u16> {
    let (_, rest) = line
        .split_once("successfully on port ")
        .or_else(|| line.split_once("Listening on 127.0.0.1:"))?;
    rest.trim_end().trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drivers_print_their_ports() {
        let chromium = "ChromeDriver was started successfully on port 41999.";
        assert_eq!(printed_port(chromium), Some(41999));
        assert_eq!(printed_port("Starting ChromeDriver 156 on port 0"), None);
        let firefox = "1795324756318\tgeckodriver\tINFO\tListening on 127.0.0.1:35385";
        assert_eq!(printed_port(firefox), Some(35385));
    }
}
