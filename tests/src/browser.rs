//! A browser for one test: Chromium, or the one that `MDP2048_BROWSER` names.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use fantoccini::elements::Element;
use fantoccini::elements::ElementRef;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub use crate::device::Device;
use crate::driver::Driver;
pub use crate::engine::Engine;
use crate::evidence;

/// How long a test waits for a change of the page; long enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The address of no page.
const BLANK: &str = "about:blank";

/// Finds elements of the page and of the shadow roots of its players, diagrams and programs.
const DEEP: &str = "
    const hosts =
        [...document.querySelectorAll('mdp2048-player, mdp2048-diagram, mdp2048-puzzle, .program')];
    const roots = [document, ...hosts.map(host => host.shadowRoot).filter(root => root)];
    const deepAll = css => roots.flatMap(root => [...root.querySelectorAll(css)]);
    const deep = css => deepAll(css)[0] ?? null;
    const active = (root = document) =>
        root.activeElement?.shadowRoot?.activeElement ?? root.activeElement;
";

/// The key of an element's name in the results of WebDriver.
const ELEMENT_KEY: &str = "element-6066-11e4-a52e-4f735466cecf";

/// One line of the browser's console.
#[derive(Clone, Debug, Deserialize)]
pub struct ConsoleMessage {
    /// `SEVERE`, `WARNING`, `INFO` or `DEBUG`.
    pub level: String,
    /// `network`, `console-api`, `javascript` ...
    pub source: String,
    /// The text.
    #[serde(rename = "message")]
    pub text: String,
}

/// Where an element is in the window, in CSS pixels.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Rect {
    /// Returns the point at these shares of the width and the height.
    #[must_use]
    pub fn at(self, across: f64, down: f64) -> (f64, f64) {
        (self.left + across * self.width, self.top + down * self.height)
    }

    /// Returns the point in the middle.
    #[must_use]
    pub fn middle(self) -> (f64, f64) {
        self.at(0.5, 0.5)
    }
}

/// The browsers that tests have left, for the tests after them: a browser takes longer to start
/// than most tests last.
static IDLE: Mutex<Vec<Driver>> = Mutex::new(Vec::new());

/// A browser with one window. After a test that ends with a check of the console, another test may
/// have it in a new window; otherwise it ends when dropped.
#[derive(Debug)]
pub struct Browser {
    client: Client,
    engine: Engine,
    /// Whether the last check of the console succeeded.
    is_quiet: AtomicBool,
    /// `None` only while this is dropped.
    driver: Option<Driver>,
}

impl Browser {
    /// Opens a window of the browser that `MDP2048_BROWSER` names. What a page of an earlier test
    /// has stored cannot be seen, because every server of a test is an origin of its own.
    ///
    /// # Errors
    ///
    /// When the browser or its driver is missing or does not start.
    pub async fn open(device: Device) -> Result<Self> {
        let engine = Engine::chosen()?;
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let reused = match &idle {
            Some(driver) => new_window(driver).await.ok(),
            None => None,
        };
        let (driver, client) = match idle.zip(reused) {
            Some(reused) => reused,
            None => start(engine, device).await?,
        };
        let is_quiet = AtomicBool::new(false);
        let browser = Self { client, engine, is_quiet, driver: Some(driver) };
        // What pages of an earlier test have printed.
        browser.console().await?;
        if engine == Engine::Chromium {
            // A new window has not the focus.
            browser.devtools("Page.bringToFront", json!({})).await?;
        }
        browser.set_device(device).await?;
        Ok(browser)
    }

    /// Ends the browser, so that none of its compiled code is there when the next one is opened.
    pub fn end(mut self) {
        self.driver = None;
    }

    /// Returns which browser it is.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        self.engine
    }

    /// Emulates another device. Only Chromium can change more than the size of the window; the
    /// others keep the preferences with which they were opened. A window of WebKitGTK is at least
    /// 450 pixels wide.
    ///
    /// # Errors
    ///
    /// When the browser does not answer.
    pub async fn set_device(&self, device: Device) -> Result<()> {
        if self.engine != Engine::Chromium {
            return self.resize(device).await;
        }
        let metrics = json!({
            "width": device.width, "height": device.height, "deviceScaleFactor": 1,
            "mobile": device.phone,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await?;
        let touch = json!({ "enabled": device.phone });
        self.devtools("Emulation.setTouchEmulationEnabled", touch).await?;
        let scheme = if device.dark { "dark" } else { "light" };
        let motion = if device.reduced_motion { "reduce" } else { "no-preference" };
        let media = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]});
        self.devtools("Emulation.setEmulatedMedia", media).await?;
        Ok(())
    }

    /// Resizes the window so that the page has the size of the device.
    async fn resize(&self, device: Device) -> Result<()> {
        let (mut width, mut height) = (device.width, device.height);
        for _ in 0..2 {
            self.client.set_window_rect(0, 0, width, height).await?;
            tokio::time::sleep(Duration::from_millis(100)).await;
            let page: (u32, u32) = self.evaluate("return [innerWidth, innerHeight];").await?;
            // What surrounds the page in the window.
            width += device.width.saturating_sub(page.0);
            height += device.height.saturating_sub(page.1);
        }
        Ok(())
    }

    /// Returns the WebDriver client, for all other commands.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Runs a script at the start of every page from now on, before the scripts of the page. Only
    /// Chromium can do this.
    ///
    /// # Errors
    ///
    /// When the browser does not answer.
    pub async fn before_each_page(&self, script: &str) -> Result<()> {
        let source = json!({ "source": script });
        self.devtools("Page.addScriptToEvaluateOnNewDocument", source).await.map(drop)
    }

    /// Opens a URL and waits until the page has loaded.
    ///
    /// # Errors
    ///
    /// When the page does not load.
    pub async fn goto(&self, url: &str) -> Result<()> {
        // If a document is left while its worker compiles WebAssembly, Firefox 140 compiles nothing
        // more in this process.
        if self.engine() == Engine::Firefox && self.client.current_url().await?.as_str() != BLANK {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        self.client.goto(url).await.with_context(|| format!("could not open {url}"))?;
        // A driver sometimes returns while the document is still being read.
        let script = "return document.readyState == 'complete' && location.href;";
        let end = Instant::now() + TIMEOUT;
        loop {
            let found = self.client.execute(script, Vec::new()).await?;
            if found.as_str().is_some_and(|at| at != BLANK || url == BLANK) {
                return Ok(());
            }
            ensure!(Instant::now() < end, "{url} is still being read");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Opens a URL as at a first visit, also if it differs from the present one in the fragment
    /// only.
    ///
    /// # Errors
    ///
    /// When the page does not load.
    pub async fn visit(&self, url: &str) -> Result<()> {
        self.goto(BLANK).await?;
        self.goto(url).await
    }

    /// Runs the body of a JavaScript function and returns its result. The function can call
    /// `deep(css)` and `deepAll(css)`, which also find elements in the shadow roots of players and
    /// diagrams, and `active()`, which returns the element that has the focus there.
    ///
    /// # Errors
    ///
    /// When it throws, or its result is not a `T`.
    pub async fn evaluate<T: DeserializeOwned>(&self, script: &str) -> Result<T> {
        self.is_quiet.store(false, Ordering::Relaxed);
        let value = self.client.execute(&format!("{DEEP}{script}"), Vec::new()).await;
        let value = value.with_context(|| format!("this script failed: {script}"))?;
        serde_json::from_value(value).with_context(|| format!("unexpected result of: {script}"))
    }

    /// Runs the body of a JavaScript function that returns nothing, as [`Self::evaluate`] does.
    ///
    /// # Errors
    ///
    /// When it throws.
    pub async fn run(&self, script: &str) -> Result<()> {
        self.evaluate(script).await
    }

    /// Presses a key on the element that has the focus.
    ///
    /// # Errors
    ///
    /// When none has.
    pub async fn press(&self, key: impl Into<char>) -> Result<()> {
        let focused = self.find(":focus").await?;
        focused.send_keys(&key.into().to_string()).await.context("could not press a key")
    }

    /// Waits until the page is no wider than the window.
    ///
    /// # Errors
    ///
    /// When it stays wider.
    pub async fn until_it_fits(&self) -> Result<()> {
        self.wait_until("document.documentElement.scrollWidth <= innerWidth").await
    }

    /// Returns the first element that a CSS selector matches, and waits for it. Elements in the
    /// shadow roots of players are found too.
    ///
    /// # Errors
    ///
    /// When none appears in time.
    pub async fn find(&self, css: &str) -> Result<Element> {
        let end = Instant::now() + TIMEOUT;
        loop {
            let script = format!("{DEEP}return deep({css:?});");
            let found = self.client.execute(&script, Vec::new()).await?;
            // WebDriver returns an element as an object that holds its name.
            if let Some(name) = found.get(ELEMENT_KEY).and_then(Value::as_str) {
                let name = ElementRef::from(name.to_owned());
                return Ok(Element::from_element_id(self.client.clone(), name));
            }
            if Instant::now() >= end {
                let texts = "return deepAll('h1, h2, .note').filter(it => it.checkVisibility())
                    .map(it => it.innerText).join(' | ');";
                let texts: String = self.evaluate(texts).await.unwrap_or_default();
                bail!("no element `{css}`; the headings and notes are: {texts}");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Returns where the first element that a CSS selector matches is now.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub async fn rect(&self, css: &str) -> Result<Rect> {
        self.evaluate(&format!("return deep({css:?}).getBoundingClientRect().toJSON();")).await
    }

    /// Returns how many elements a CSS selector matches now.
    ///
    /// # Errors
    ///
    /// When the browser does not answer.
    pub async fn count(&self, css: &str) -> Result<usize> {
        self.evaluate(&format!("return deepAll({css:?}).length;")).await
    }

    /// Returns how many visible elements a CSS selector matches now.
    ///
    /// # Errors
    ///
    /// When the browser does not answer.
    pub async fn count_visible(&self, css: &str) -> Result<usize> {
        let script = format!("return deepAll({css:?}).filter(it => it.checkVisibility()).length;");
        self.evaluate(&script).await
    }

    /// Returns the visible text of the first element that a CSS selector matches.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub async fn text(&self, css: &str) -> Result<String> {
        Ok(self.find(css).await?.text().await?)
    }

    /// Clicks the first element that a CSS selector matches. Waits while that element is hidden or
    /// out of sight, because the page may still be laid out.
    ///
    /// # Errors
    ///
    /// When there is none in time or another one covers it.
    pub async fn click(&self, css: &str) -> Result<()> {
        let end = Instant::now() + TIMEOUT;
        loop {
            match self.find(css).await?.click().await {
                Err(error) if error.is_element_not_interactable() && Instant::now() < end => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                clicked => return clicked.with_context(|| format!("could not click `{css}`")),
            }
        }
    }

    /// Replaces the text of an input field.
    ///
    /// # Errors
    ///
    /// When there is no such field.
    pub async fn fill(&self, css: &str, text: &str) -> Result<()> {
        let field = self.find(css).await?;
        field.clear().await?;
        field.send_keys(text).await.with_context(|| format!("could not type into `{css}`"))
    }

    /// Waits until a JavaScript expression is true.
    ///
    /// # Errors
    ///
    /// When it stays false, and when it throws.
    pub async fn wait_until(&self, expression: &str) -> Result<()> {
        let end = Instant::now() + TIMEOUT;
        while !self.evaluate::<bool>(&format!("return Boolean({expression});")).await? {
            ensure!(Instant::now() < end, "still not true: {expression}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Waits until the first element that a CSS selector matches shows a text that contains `part`.
    ///
    /// # Errors
    ///
    /// When it does not in time; the error holds the text that it shows.
    pub async fn wait_for_text(&self, css: &str, part: &str) -> Result<()> {
        let end = Instant::now() + TIMEOUT;
        loop {
            // The element may be missing between two renderings of the page.
            let text = self.text(css).await.unwrap_or_default();
            if text.contains(part) {
                return Ok(());
            }
            ensure!(Instant::now() < end, "`{css}` shows {text:?}, never {part:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until the first element that a CSS selector matches contains a text, visible or only
    /// for screen readers.
    ///
    /// # Errors
    ///
    /// When it does not in time.
    pub async fn wait_for_announcement(&self, css: &str, part: &str) -> Result<()> {
        self.wait_until(&format!("deep({css:?})?.textContent.includes({part:?})")).await
    }

    /// Returns the console messages since the last call; none in browsers other than Chromium,
    /// whose drivers do not have them.
    ///
    /// # Errors
    ///
    /// When the browser does not answer.
    pub async fn console(&self) -> Result<Vec<ConsoleMessage>> {
        self.is_quiet.store(false, Ordering::Relaxed);
        if self.engine != Engine::Chromium {
            return Ok(Vec::new());
        }
        let log = self.command("se/log", json!({ "type": "browser" })).await?;
        serde_json::from_value(log).context("the console log has an unexpected form")
    }

    /// Checks that the console has no error since the last call. Only the driver of Chromium has
    /// the console: in other browsers this checks nothing, and `cargo xtask test` says so.
    ///
    /// # Errors
    ///
    /// When it has one; the error holds its text.
    pub async fn assert_quiet(&self) -> Result<()> {
        self.assert_quiet_but(&[]).await
    }

    /// Checks that the console has no error since the last call, except those that contain one of
    /// the expected texts, as [`Self::assert_quiet`]. (Chromium itself reports each file that is not
    /// found.)
    ///
    /// # Errors
    ///
    /// When it has one; the error holds its text.
    pub async fn assert_quiet_but(&self, expected: &[&str]) -> Result<()> {
        let is_expected = |text: &str| expected.iter().any(|part| text.contains(part));
        let messages = self.console().await?;
        let errors = messages.iter().filter(|it| it.level == "SEVERE" && !is_expected(&it.text));
        let errors: Vec<_> = errors.map(|it| it.text.as_str()).collect();
        ensure!(errors.is_empty(), "on the console: {}", errors.join("\n"));
        self.is_quiet.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Checks that the console has no error and no warning since the last call, as
    /// [`Self::assert_quiet`].
    ///
    /// # Errors
    ///
    /// When it has one; the error holds its text.
    pub async fn assert_silent(&self) -> Result<()> {
        let messages = self.console().await?;
        let loud = messages.iter().filter(|it| matches!(&*it.level, "SEVERE" | "WARNING"));
        let loud: Vec<_> = loud.map(|it| it.text.as_str()).collect();
        ensure!(loud.is_empty(), "on the console: {}", loud.join("\n"));
        self.is_quiet.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Sends a command of the Chrome DevTools protocol.
    ///
    /// # Errors
    ///
    /// When the browser is not Chromium, or refuses it.
    pub async fn devtools(&self, method: &str, parameters: Value) -> Result<Value> {
        ensure!(self.engine == Engine::Chromium, "{method} needs Chromium, not {}", self.engine);
        self.command("goog/cdp/execute", json!({ "cmd": method, "params": parameters })).await
    }

    /// Sends a command that is not in the WebDriver standard.
    async fn command(&self, path: &'static str, body: Value) -> Result<Value> {
        let command = DriverCommand { path, body };
        let response = self.client.issue_cmd(command).await;
        response.with_context(|| format!("the browser refused {path}"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let Some(driver) = self.driver.take() else { return };
        if !self.is_quiet.load(Ordering::Relaxed) {
            evidence::keep(&driver);
        } else if self.engine == Engine::Chromium {
            // The device of the others is that of their profile.
            IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(driver);
        }
    }
}

/// Starts a browser with a fresh profile.
async fn start(engine: Engine, device: Device) -> Result<(Driver, Client)> {
    let mut driver = Driver::start(engine, device)?;
    let client = ClientBuilder::new(HttpConnector::new())
        .capabilities(engine.capabilities(driver.profile(), device))
        .connect(&driver.address())
        .await
        .with_context(|| format!("{engine} did not start"))?;
    // The session ends with the driver, not with its first client.
    client.persist().await?;
    driver.set_session(client.session_id().await?.context("the driver has no session")?);
    Ok((driver, client))
}

/// Opens a new window of a running browser, and closes all others.
async fn new_window(driver: &Driver) -> Result<Client> {
    let connector = HttpConnector::new();
    let client =
        Client::with_existing_session(&driver.address(), driver.session(), connector).await?;
    client.persist().await?;
    let others = client.windows().await?;
    let first = others.first().context("the browser has no window")?;
    client.switch_to_window(first.clone()).await?;
    let window = client.new_window(true).await?.handle;
    for other in others {
        client.switch_to_window(other).await?;
        client.close_window().await?;
    }
    client.switch_to_window(window).await?;
    Ok(client)
}

/// A command of chromedriver that is not in the WebDriver standard.
#[derive(Debug)]
struct DriverCommand {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for DriverCommand {
    fn endpoint(
        &self,
        base_url: &url::Url,
        session_id: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base_url.join(&format!("session/{}/{}", session_id.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
