//! The chromedriver process of one browser.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

/// A running chromedriver, which ends with its browser when this is dropped.
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
        // Whatever it prints later must go somewhere, or it would stand still.
        thread::spawn(move || lines.for_each(drop));
        let mut driver = Self { child, port: 0 };
        driver.port = port.context("chromedriver did not say on which port it listens")?;
        Ok(driver)
    }

    /// Where it takes commands.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Asks it to close its browsers and end.
    fn ask_to_end(&self) -> Option<()> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).ok()?;
        let host = format!("127.0.0.1:{}", self.port);
        write!(stream, "GET /shutdown HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").ok()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Killed at once it would leave its browser running.
        if self.ask_to_end().is_some() {
            let patience = Instant::now() + Duration::from_secs(5);
            while Instant::now() < patience {
                if !matches!(self.child.try_wait(), Ok(None)) {
                    return;
                }
                thread::sleep(Duration::from_millis(10));
            }
        }
        // An error means it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The port in chromedriver's last line of greeting. An earlier line only repeats what was asked.
fn port(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once("successfully on port ")?;
    rest.trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_port() {
        assert_eq!(port("ChromeDriver was started successfully on port 41999."), Some(41999));
        assert_eq!(port("Starting ChromeDriver 156 on port 0"), None);
    }
}
