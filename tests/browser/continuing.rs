//! Games that leave their policies go on: with their solution from a worker, or with a search.

use anyhow::{Context as _, Result, ensure};
use axum::http::header;
use mdp2048_model::{Outcome, Replay, Search};
use mdp2048_policy::PackedPolicy;
use mdp2048_solve::Solver;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::{Site, SiteServer};

use crate::embedding::{MODULE, open, page};
use crate::page::{PagePlayer, PlayerView, policy, replay, seed_for};

const GAME: &str = "3x3_to_512";

/// A static page with one player whose game leaves the policy.
struct Leaving {
    policy: &'static PackedPolicy,
    seed: u32,
    browser: Browser,
    served: SiteServer,
}

impl Leaving {
    /// Opens the page and goes to the board at which the game leaves the policy.
    async fn open(site: Site, device: Device, attributes: &str) -> Result<Self> {
        let policy = policy(&site, GAME)?;
        let seed = seed_for(policy, Outcome::OffPolicy)?;
        let body = format!(
            "<meta name=viewport content='width=device-width'>
            <mdp2048-player board=3x3 target=512 seed={seed} {attributes}></mdp2048-player>"
        );
        let site = site.replace("blog.html", page(MODULE, &body));
        let (served, browser) = site.open(device, "blog.html").await?;
        let page = Self { policy, seed, browser, served };
        page.player().ready().await?;
        page.player().press("end").await?;
        Ok(page)
    }

    const fn player(&self) -> PagePlayer<'_> {
        PagePlayer::new(&self.browser, GAME)
    }

    /// The game as far as the policy plays it.
    fn left(&self) -> Replay {
        replay(self.policy, self.seed)
    }

    /// Waits for the text on the button that goes on, and presses it.
    async fn go_on(&self, text: &str) -> Result<()> {
        let button = self.player().control("go-on");
        self.browser.wait_for_text(&button, text).await?;
        self.browser.click(&button).await
    }

    async fn until_stage(&self, stage: &str) -> Result<()> {
        let css = self.player().css(&format!(".going-on[data-stage={stage}]"));
        self.browser.find(&css).await.map(drop)
    }
}

#[tokio::test]
async fn a_game_goes_on_with_its_solution_which_players_share() -> Result<()> {
    let page = Leaving::open(Site::built()?, Device::DESKTOP, "").await?;
    let (player, left) = (page.player(), page.left());
    player.expect(&PlayerView::end(&left)).await?;
    page.browser.wait_for_text(&player.css(".outcome"), "left the packed policy").await?;
    page.go_on("Go on: solve this game (about 2 s, ").await?;
    page.until_stage("continued").await?;
    let text = format!("From move {} on, this game is solved", left.steps.len());
    page.browser.wait_for_text(&player.css(".going-on"), &text).await?;
    // It plays on from the board where it stopped.
    player.until("data-running", "true").await?;
    player.press("end").await?;
    let solution = Solver::new(page.policy.game()).solve()?;
    let whole = Replay::play(page.policy.game(), &solution, page.seed.into());
    ensure!(whole.outcome != Outcome::OffPolicy && whole.steps.len() > left.steps.len());
    player.expect(&PlayerView::end(&whole)).await?;
    // The line leads to the end of the game.
    let line = format!(
        "const line = deep(\"{}\");
         return line.getAttribute('d').split('L').at(-1).split(' ')[0]
             / line.ownerSVGElement.viewBox.baseVal.width;",
        player.css(".line")
    );
    let end: f64 = page.browser.evaluate(&line).await?;
    ensure!((end - 1.0).abs() < 1e-3, "the line ends at {end} of the width");
    // The values are those of the solution.
    let script = format!(
        "return hosts[0].seek({}).then(() => hosts[0].values()).then(it => it.value);",
        left.steps.len()
    );
    let value: f64 = page.browser.evaluate(&script).await?;
    let expected = whole.steps[left.steps.len()].advice.value.context("a value")?.get();
    ensure!((value - expected).abs() < 1e-12, "{value}, {expected}");
    // Another player of the game shares its solution.
    let add = format!(
        "return import('./embed/mdp2048-player.js').then(({{ create }}) => {{
            const options = {{ board: '3x3', target: 512, seed: {}, controls: 'minimal' }};
            window.second = create(null, document.body, options);
            return second.seek('end');
        }});",
        page.seed
    );
    page.browser.run(&add).await?;
    let continued = "second.shadowRoot.querySelector('.going-on[data-stage=continued]')";
    page.browser.wait_until(continued).await?;
    let requests = page.served.requests();
    let solvers = requests.iter().filter(|file| file.ends_with("worker_bg.wasm")).count();
    ensure!(solvers == 1, "{requests:?}");
    page.browser.assert_quiet().await
}

#[tokio::test]
async fn all_moves_are_compared_when_the_reader_asks() -> Result<()> {
    let page = Leaving::open(Site::built()?, Device::DESKTOP, "").await?;
    let player = page.player();
    player.press("restart").await?;
    player.press("step").await?;
    player.until("data-moves", "1").await?;
    ensure!(page.browser.count_visible(&player.css(".moves")).await? == 0);
    player.press("every-move").await?;
    page.until_stage("continued").await?;
    page.browser.wait_for_text(&player.css(".going-on"), "solved in your browser").await?;
    page.browser.wait_for_text(&player.css(".moves"), "best").await?;
    // The position stays, the button is gone, and the focus has moved on.
    player.until("data-moves", "1").await?;
    ensure!(page.browser.count_visible(&player.control("every-move")).await? == 0);
    page.browser.wait_until("active().dataset.control === 'start'").await?;
    // The whole game is known now, also where its policy ends.
    player.press("end").await?;
    let outcome = "['won', 'lost'].includes(deep('[data-player]').dataset.outcome)";
    page.browser.wait_until(outcome).await?;
    page.browser.assert_quiet().await
}

#[tokio::test]
async fn a_solve_is_cancelled_at_once() -> Result<()> {
    let page = Leaving::open(Site::built()?, Device::PHONE, "go-on").await?;
    let player = page.player();
    // The attribute goes on without a question.
    page.until_stage("solving").await?;
    // Waits until a part of the game is solved.
    let progress = player.css(".going-on progress");
    page.browser.wait_until(&format!("deep(\"{progress}\").value > 0.3")).await?;
    // The page says so in the task of the press, whatever the worker is doing.
    let cancel = format!(
        "deep(\"{}\").click(); return deep(\"{}\").dataset.stage;",
        player.control("cancel"),
        player.css(".going-on"),
    );
    let stage: String = page.browser.evaluate(&cancel).await?;
    ensure!(stage != "solving", "still solving after Cancel");
    page.until_stage("offer").await?;
    player.expect(&PlayerView::end(&page.left())).await?;
    // Another seed ends the offer.
    player.press("new-seed").await?;
    let hidden = format!("deep(\"{}\").hidden", player.css(".going-on"));
    page.browser.wait_until(&hidden).await?;
    page.browser.assert_quiet().await
}

#[tokio::test]
async fn where_no_worker_runs_a_search_goes_on() -> Result<()> {
    let site = Site::built()?.header(
        "blog.html",
        header::CONTENT_SECURITY_POLICY,
        "script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'; worker-src 'none'",
    );
    let page = Leaving::open(site, Device::DESKTOP, "").await?;
    let (player, left) = (page.player(), page.left());
    // It has begun unasked.
    page.browser.wait_for_text(&player.css(".going-on"), "not the optimal policy").await?;
    page.browser.wait_for_text(&player.css(".going-on"), "a search of depth 3").await?;
    let game = page.policy.game();
    let (tiles, search) = (2 + left.steps.len(), Search::new(*game, 3));
    let rest = Replay::play_from(game, &search, page.seed.into(), tiles, left.last);
    player.speed("fastest").await?;
    player.until("data-outcome", rest.outcome.name()).await?;
    player.until("data-board", &rest.last.hex()).await?;
    page.browser.find(&player.css(".aside")).await?;
    let seek = format!("return hosts[0].seek({});", left.steps.len());
    page.browser.run(&seek).await?;
    page.browser.wait_for_text(&player.css(".next"), "found by a search").await?;
    // Chromium itself reports the worker that the page forbids.
    page.browser.assert_quiet_but(&["Content Security Policy"]).await
}

#[tokio::test]
async fn a_reader_sees_the_expected_moves_and_the_bound_of_the_bag() -> Result<()> {
    let body = "<mdp2048-player board=2x2 target=8 seed=20></mdp2048-player>";
    let (_served, browser) = open(Site::built()?, body).await?;
    let player = PagePlayer::new(&browser, "2x2_to_8");
    player.ready().await?;
    browser.click(&player.css("summary")).await?;
    browser.click(&player.control("expected-moves")).await?;
    let moves = player.css(".expected-moves");
    // The win is certain from every start.
    browser.wait_for_text(&moves, "From here the optimal policy needs").await?;
    browser.wait_for_text(&moves, "No player needs fewer than").await?;
    let text = format!("deep({:?}).textContent", format!("{moves} p"));
    let before: String = browser.evaluate(&format!("return {text};")).await?;
    player.press("step").await?;
    let changes = format!("(text => text.startsWith('From') && text !== {before:?})({text})");
    browser.wait_until(&changes).await?;
    player.press("end").await?;
    browser.wait_for_text(&moves, "The game is over.").await?;
    browser.click(&player.control("expected-moves")).await?;
    browser.wait_until(&format!("{text} === ''")).await
}
