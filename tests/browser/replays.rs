//! The games of the page are those that are played natively.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Look};
use mdp2048_tests::site::Site;
use serde::Deserialize;

use crate::page::{GAMES, Player, Shown, policy, replay};

/// How many seeds of each game are compared.
const SEEDS: u32 = 50;

/// A game as the page plays it.
#[derive(Debug, Deserialize, PartialEq, Eq)]
struct Played {
    seed: String,
    moves: String,
    outcome: String,
    boards: Vec<String>,
}

/// Plays seeds to their ends through the seed box and the buttons, and reads each table of moves.
const PLAY: &str = r#"
    const [game, seeds] = [GAME, SEEDS];
    const player = document.querySelector(`[data-player="${game}"]`);
    const drawn = () => new Promise(done => setTimeout(done));
    const control = name => player.querySelector(`[data-control=${name}]`);
    return (async () => {
        player.querySelector("details").open = true;
        await drawn();
        const games = [];
        for (let seed = 0; seed < seeds; seed++) {
            const box = control("seed");
            box.value = String(seed);
            box.dispatchEvent(new InputEvent("input", { bubbles: true }));
            box.dispatchEvent(new Event("change", { bubbles: true }));
            control("end").click();
            while (player.dataset.seed !== String(seed) || player.dataset.outcome === "playing")
                await drawn();
            const cells = [...player.querySelectorAll("tbody td:nth-child(2)")];
            const { moves, outcome } = player.dataset;
            games.push({ seed: player.dataset.seed, moves, outcome,
                boards: cells.map(cell => cell.textContent) });
        }
        return games;
    })();
"#;

#[tokio::test]
async fn fifty_seeds_of_each_game_are_the_native_ones() -> Result<()> {
    let site = Site::built()?;
    let served = site.clone().serve().await?;
    let browser = Browser::open(Look::DESKTOP).await?;
    browser.goto(&served.url("")).await?;
    for (game, _) in GAMES {
        compare(&browser, &site, game).await?;
    }
    browser.assert_quiet().await
}

/// There is a policy more than the article has players; here it has a player for it.
#[tokio::test]
async fn fifty_seeds_of_the_policy_without_a_player_are_the_native_ones() -> Result<()> {
    let (shown, other) = ("3x3_to_512", "3x3_to_256");
    let site = Site::built()?.edit("index.html", |page| {
        *page = String::from_utf8_lossy(page).replace(shown, other).into_bytes();
    })?;
    let served = site.clone().serve().await?;
    let browser = Browser::open(Look::DESKTOP).await?;
    // The changed page has only its own name.
    browser.goto(&served.url("index.html")).await?;
    compare(&browser, &site, other).await?;
    browser.assert_quiet().await
}

/// Plays a game's seeds on the page and compares each with the native replay.
async fn compare(browser: &Browser, site: &Site, game: &str) -> Result<()> {
    let policy = policy(site, game)?;
    Player::new(browser, game).ready().await?;
    let script = PLAY.replace("GAME", &format!("{game:?}")).replace("SEEDS", &SEEDS.to_string());
    let found: Vec<Played> = browser.evaluate(&script).await.context(game.to_owned())?;
    ensure!(found.len() == SEEDS as usize, "{game}: {} games", found.len());
    for (seed, found) in (0..SEEDS).zip(found) {
        let replay = replay(&policy, seed);
        let expected = Played {
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
async fn every_game_starts_and_plays_to_its_end() -> Result<()> {
    let site = Site::built()?;
    let served = site.clone().serve().await?;
    let browser = Browser::open(Look::DESKTOP.reduced_motion()).await?;
    browser.goto(&served.url("")).await?;
    for (game, seed) in GAMES {
        let player = Player::new(&browser, game);
        let replay = replay(&policy(&site, game)?, seed);
        player.ready().await?;
        player.expect(&Shown::of(&replay, 0)).await?;
        player.speed("fastest").await?;
        player.press("start").await?;
        player.until("data-running", "false").await?;
        player.expect(&Shown::end(&replay)).await?;
    }
    browser.assert_quiet().await
}
