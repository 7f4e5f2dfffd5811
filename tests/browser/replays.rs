//! The games of the page equal the games played natively.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;
use serde::Deserialize;

use crate::page::{GAMES, PagePlayer, PlayerView, policy, replay};

/// The number of seeds compared for each game.
const SEEDS: u32 = 50;

/// A game as played by the page.
#[derive(Debug, Deserialize, PartialEq, Eq)]
struct PageGame {
    seed: String,
    moves: String,
    outcome: String,
    boards: Vec<String>,
}

/// Plays each seed to its end with the seed box and the buttons, and reads the table of moves.
const PLAY: &str = r#"
    const [game, seeds] = [GAME, SEEDS];
    const player = deep(`[data-player="${game}"]`);
    const rendered = () => new Promise(done => setTimeout(done));
    const control = name => player.querySelector(`[data-control=${name}]`);
    return (async () => {
        player.querySelector("details").open = true;
        await rendered();
        const games = [];
        for (let seed = 0; seed < seeds; seed++) {
            const box = control("seed");
            box.value = String(seed);
            box.dispatchEvent(new InputEvent("input", { bubbles: true }));
            box.dispatchEvent(new Event("change", { bubbles: true }));
            control("end").click();
            while (player.dataset.seed !== String(seed) || player.dataset.outcome === "playing")
                await rendered();
            const body = () => player.querySelector("tbody");
            const isListed = () => body()?.dataset.seed === String(seed)
                && body().querySelector("[aria-current]")?.dataset.position
                    === player.dataset.moves;
            while (!isListed()) await rendered();
            const cells = [...player.querySelectorAll("tbody td:nth-child(2)")];
            const { moves, outcome } = player.dataset;
            games.push({ seed: player.dataset.seed, moves, outcome,
                boards: cells.map(cell => cell.textContent) });
        }
        return games;
    })();
"#;

#[tokio::test]
async fn games_of_fifty_seeds_equal_the_native_ones() -> Result<()> {
    // The module with which games go on beyond their policies.
    let module = "going-on.js";
    let site = Site::built()?.remove(&format!("embed/extras/{module}"));
    let (_served, browser) = site.clone().open(Device::DESKTOP, "").await?;
    for (game, _) in GAMES {
        compare(&browser, &site, game).await?;
    }
    browser.assert_quiet_but(&[module]).await
}

/// The article has no player of this committed policy; here it replaces another player.
#[tokio::test]
async fn games_of_the_policy_without_a_player_equal_the_native_ones() -> Result<()> {
    let other = "3x3_to_256";
    let site = Site::built()?.edit("index.html", |page| {
        *page =
            String::from_utf8_lossy(page).replace("target=\"512\"", "target=\"256\"").into_bytes();
    })?;
    let served = site.clone().serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    // Only the file index.html is changed, not the root URL.
    browser.goto(&served.url("index.html")).await?;
    compare(&browser, &site, other).await?;
    browser.assert_quiet().await
}

/// Plays a game's seeds on the page and compares each with the native replay.
async fn compare(browser: &Browser, site: &Site, game: &str) -> Result<()> {
    let policy = policy(site, game)?;
    PagePlayer::new(browser, game).ready().await?;
    let script = PLAY.replace("GAME", &format!("{game:?}")).replace("SEEDS", &SEEDS.to_string());
    let found: Vec<PageGame> = browser.evaluate(&script).await.context(game.to_owned())?;
    ensure!(found.len() == SEEDS as usize, "{game}: {} games", found.len());
    for (seed, found) in (0..SEEDS).zip(found) {
        let replay = replay(&policy, seed);
        let expected = PageGame {
            seed: seed.to_string(),
            moves: replay.steps.len().to_string(),
            outcome: replay.outcome.name().to_owned(),
            boards: replay.boards().map(|board| board.to_string()).collect(),
        };
        ensure!(found == expected, "{game}, seed {seed}: {found:?} is not {expected:?}");
    }
    Ok(())
}

#[tokio::test]
async fn every_player_plays_its_game_to_the_end() -> Result<()> {
    let site = Site::built()?;
    let (_served, browser) = site.clone().open(Device::DESKTOP.reduced_motion(), "").await?;
    for (game, seed) in GAMES {
        let player = PagePlayer::new(&browser, game);
        let replay = replay(&policy(&site, game)?, seed);
        player.ready().await?;
        player.press("restart").await?;
        player.expect(&PlayerView::of(&replay, 0)).await?;
        player.speed("fastest").await?;
        player.press("start").await?;
        player.until("data-running", "false").await?;
        player.expect(&PlayerView::end(&replay)).await?;
    }
    browser.assert_quiet().await
}
