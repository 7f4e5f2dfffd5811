//! The chromedriver process of one browser.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

/// A running chromedriver; it and its browser end when this is dropped.
#[derive(Debug)]
pub(crate) struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    /// Starts chromedriver on a free port.
    pub(crate) fn start() -> Result<Self> {
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("could not start chromedriver: `cargo xtask test` says how to install it")?;
        let output = child.stdout.take().context("chromedriver has no standard output")?;
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let port = lines.by_ref().find_map(|line| port(&line));
        // Its later output must be read, or a full pipe would block it.
        thread::spawn(move || lines.for_each(drop));
        let mut driver = Self { child, port: 0 };
        driver.port = port.context("chromedriver did not say on which port it listens")?;
        Ok(driver)
    }

    /// Returns the URL of its WebDriver endpoint.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Requests that it closes its browsers and ends.
    fn request_end(&self) -> Option<()> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).ok()?;
        let host = format!("127.0.0.1:{}", self.port);
        write!(stream, "GET /shutdown HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").ok()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Killed at once, it would leave its browser running.
        if self.request_end().is_some() {
            let deadline = Instant::now() + Duration::from_secs(5);
            while Instant::now() < deadline {
                if !matches!(self.child.try_wait(), Ok(None)) {
                    return;
                }
                thread::sleep(Duration::from_millis(10));
            }
        }
        // An error means that it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the port in the last line of chromedriver's greeting. An earlier line repeats the
/// requested port, 0.
fn port(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once("successfully on port ")?;
    rest.trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_in_the_last_line() {
        assert_eq!(port("ChromeDriver was started successfully on port 41999."), Some(41999));
        assert_eq!(port("Starting ChromeDriver 156 on port 0"), None);
    }
}
