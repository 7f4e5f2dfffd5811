//! Driving a player of the page, and playing the same game natively.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, ensure};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use mdp2048_model::{Outcome, Replay};
use mdp2048_policy::PackedPolicy;
use mdp2048_tests::browser::Browser;
use mdp2048_tests::site::Site;

/// The games of the players in the order of the page, with their first seeds. One player has the
/// 2x2 games, of which the reader chooses one.
pub(crate) const GAMES: [(&str, u32); 7] = [
    ("3x3_to_512", 42),
    ("2x2_to_8", 42),
    ("2x2_to_16", 20),
    ("2x2_to_32", 47),
    ("3x3_to_1024", 56),
    ("3x4_to_512", 82_318),
    ("4x4_to_64", 42),
];

/// The number of players of the page.
pub(crate) const PLAYERS: usize = 5;

/// The game of the page that has a discount, as URLs name it, and the name of its policy.
pub(crate) const DISCOUNTED: (&str, &str) = ("4x4_to_64&discount=0.99", "4x4_to_64_discount_0.99");

/// The state that a player shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerView {
    pub(crate) seed: u32,
    pub(crate) moves: usize,
    pub(crate) board: String,
    pub(crate) outcome: String,
}

impl PlayerView {
    /// Returns the expected view after some moves of a replay.
    pub(crate) fn of(replay: &Replay, moves: usize) -> Self {
        let last = moves == replay.steps.len();
        Self {
            seed: replay.seed.get(),
            moves,
            board: replay.boards().nth(moves).map(|board| board.hex()).unwrap_or_default(),
            outcome: if last { replay.outcome.name() } else { "playing" }.to_owned(),
        }
    }

    /// Returns the expected view at the end of a replay.
    pub(crate) fn end(replay: &Replay) -> Self {
        Self::of(replay, replay.steps.len())
    }
}

/// Returns the path of a game's policy on the page.
pub(crate) fn policy_file(game: &str) -> String {
    let name = if DISCOUNTED.1.starts_with(game) { DISCOUNTED.1 } else { game };
    format!("embed/policies/{name}.policy")
}

/// The policies that were read. To decode a large one takes seconds, and many tests need it.
static READ: Mutex<BTreeMap<String, &PackedPolicy>> = Mutex::new(BTreeMap::new());

/// Returns the policy with which the built page plays a game.
pub(crate) fn policy(site: &Site, game: &str) -> Result<&'static PackedPolicy> {
    let file = policy_file(game);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(policy) = read.get(&file) {
        return Ok(policy);
    }
    let policy = Box::leak(Box::new(PackedPolicy::from_bytes(&site.read(&file)?)?));
    read.insert(file, policy);
    Ok(policy)
}

/// Plays the game of a seed natively.
pub(crate) fn replay(policy: &PackedPolicy, seed: u32) -> Replay {
    Replay::play(policy.game(), policy, seed.into())
}

/// Returns the first seed whose game has an outcome.
pub(crate) fn seed_for(policy: &PackedPolicy, outcome: Outcome) -> Result<u32> {
    (0..20_000)
        .find(|&seed| replay(policy, seed).outcome == outcome)
        .with_context(|| format!("no game of {} ends as {}", policy.game(), outcome.name()))
}

/// One player of the page.
#[derive(Clone, Copy)]
pub(crate) struct PagePlayer<'a> {
    pub(crate) browser: &'a Browser,
    pub(crate) game: &'a str,
}

impl<'a> PagePlayer<'a> {
    pub(crate) const fn new(browser: &'a Browser, game: &'a str) -> Self {
        Self { browser, game }
    }

    /// Returns a CSS selector of an element in this player.
    pub(crate) fn css(self, rest: &str) -> String {
        format!("[data-player='{}'] {rest}", self.game)
    }

    /// Returns a CSS selector of a control of this player.
    pub(crate) fn control(self, name: &str) -> String {
        self.css(&format!("[data-control={name}]"))
    }

    /// Scrolls the player into the viewport, so that it is loaded, and asks for it if it waits for
    /// a press, or has another game.
    pub(crate) async fn show(self) -> Result<()> {
        let host = format!("hosts.find(host => host.game === '{}')", self.game);
        if let Some(target) = self.game.strip_prefix("2x2_to_") {
            let choose =
                format!("document.querySelector(\".choice [value='{target}']\")?.click();");
            self.browser.wait_until("document.readyState === 'complete'").await?;
            self.browser.run(&choose).await?;
        }
        self.browser.wait_until(&host).await?;
        let show = format!(
            "const host = {host};
            host.scrollIntoView();
            if (host.getAttribute('loading') === 'press') host.values().catch(() => {{}});"
        );
        self.browser.run(&show).await
    }

    /// Scrolls the player into the viewport and waits for its policy.
    pub(crate) async fn ready(self) -> Result<()> {
        self.show().await?;
        let game = self.game;
        self.section().await?;
        let loaded = format!("!deep(\"{}\")", self.css("[data-load]"));
        self.browser.wait_until(&loaded).await.with_context(|| format!("{game} does not load"))
    }

    /// Waits for the policy, goes to the end of the game of a seed, and compares it with the native
    /// one.
    pub(crate) async fn plays(self, site: &Site, seed: u32) -> Result<()> {
        let replay = replay(policy(site, self.game)?, seed);
        self.ready().await?;
        self.press("end").await?;
        self.expect(&PlayerView::end(&replay)).await
    }

    async fn section(self) -> Result<Element> {
        self.browser.find(&format!("[data-player='{}']", self.game)).await
    }

    /// Clicks a control.
    pub(crate) async fn press(self, control: &str) -> Result<()> {
        self.reveal(control).await?;
        self.browser.click(&self.control(control)).await
    }

    /// Shows a control that a narrow player shows on request.
    pub(crate) async fn reveal(self, control: &str) -> Result<()> {
        let [control, more] = [control, "more"].map(|name| self.control(name));
        let is_shown = |css: &str| format!("deep(\"{css}\")?.getClientRects().length");
        let (control, is_more) = (is_shown(&control), is_shown(&more));
        let press = format!("if ({control} === 0 && {is_more}) deep(\"{more}\").click();");
        self.browser.run(&press).await
    }

    /// Presses a key while the element of a CSS selector has the focus.
    pub(crate) async fn key(self, css: &str, key: &str) -> Result<()> {
        let selector = self.css(css);
        let element = self.browser.find(&selector).await?;
        self.browser.run(&format!("deep(\"{selector}\").focus();")).await?;
        element.send_keys(key).await.with_context(|| format!("could not press a key in {selector}"))
    }

    /// Types a seed and submits it.
    pub(crate) async fn seed(self, text: &str) -> Result<()> {
        self.reveal("seed").await?;
        let enter: char = Key::Enter.into();
        self.browser.fill(&self.control("seed"), &format!("{text}{enter}")).await
    }

    /// Chooses a speed by its name.
    pub(crate) async fn speed(self, name: &str) -> Result<()> {
        self.reveal("speed").await?;
        self.browser.click(&self.css(&format!("[data-control=speed] option[value={name}]"))).await
    }

    /// Returns the state that the player shows.
    pub(crate) async fn view(self) -> Result<PlayerView> {
        let section = self.section().await?;
        let attribute = async |name: &str| -> Result<String> {
            section.attr(name).await?.with_context(|| format!("no attribute {name}"))
        };
        Ok(PlayerView {
            seed: attribute("data-seed").await?.parse()?,
            moves: attribute("data-moves").await?.parse()?,
            board: attribute("data-board").await?,
            outcome: attribute("data-outcome").await?,
        })
    }

    /// Returns how many points the line of the chart has.
    pub(crate) async fn points(self) -> Result<usize> {
        let line = self.css(".line");
        let points = format!("return deep(\"{line}\").getAttribute('d').split('L').length;");
        self.browser.evaluate(&points).await
    }

    /// Waits until an attribute of the player has a value.
    pub(crate) async fn until(self, attribute: &str, value: &str) -> Result<()> {
        let css = format!("[data-player='{}'][{attribute}='{value}']", self.game);
        let found = self.browser.find(&css).await;
        found.map(drop).with_context(|| format!("{} never has {attribute} {value}", self.game))
    }

    /// Waits until the player shows the expected state, a frame or two after the last event.
    pub(crate) async fn expect(self, expected: &PlayerView) -> Result<()> {
        for _ in 0..200 {
            if self.view().await? == *expected {
                return Ok(());
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let found = self.view().await?;
        ensure!(found == *expected, "{}: found {found:?}, expected {expected:?}", self.game);
        Ok(())
    }
}
