//! URLs that open a position, and the address of the page, which follows the reader.

use anyhow::{Context as _, Result, ensure};
use mdp2048_model::{Outcome, Replay, Search};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::page::{
    DISCOUNTED, PLAYERS, PagePlayer, PlayerView, policy, policy_file, replay, seed_for,
};
use crate::pages::{PAGES, TestedPage};

#[tokio::test]
async fn a_url_opens_a_position_and_the_address_follows_the_reader() -> Result<()> {
    let site = Site::built()?;
    let (served, browser) =
        site.clone().open(Device::DESKTOP, "#/play?game=3x3_to_512&seed=7&move=17").await?;
    let player = PagePlayer::new(&browser, "3x3_to_512");
    let replay = replay(policy(&site, player.game)?, 7);
    player.until("data-moves", "17").await?;
    player.expect(&PlayerView::of(&replay, 17)).await?;
    browser
        .wait_until(
            "Math.abs(deep(\"[data-player='3x3_to_512']\")
                .getBoundingClientRect().top) < 100",
        )
        .await?;
    // The policies of the players above are not loaded.
    ensure!(
        !served.requests().contains(&policy_file("2x2_to_32")),
        "a policy above the viewport was loaded"
    );

    player.press("step").await?;
    browser.wait_until("location.hash === '#/play?game=3x3_to_512&seed=7&move=18'").await?;
    // Another URL of the same page.
    browser.run("location.hash = '#/play?game=2x2_to_32&seed=47&move=99&sound=on';").await?;
    let small = PagePlayer::new(&browser, "2x2_to_32");
    small.until("data-moves", "16").await?;
    let note = small.css("[data-note=link]");
    browser.wait_for_text(&note, "There is no move 99: this game has 16 moves").await?;
    browser.wait_for_text(&note, "'sound=on'").await?;
    player.expect(&PlayerView::of(&replay, 18)).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_page_that_is_opened_as_a_file_says_to_serve_it() -> Result<()> {
    let page = Site::built()?.file("index.html").canonicalize()?;
    let browser = Browser::open(Device::PHONE).await?;
    browser.goto(&format!("file://{}#/explore", page.display())).await?;
    browser.wait_for_text("[data-note=file]", "python3 -m http.server").await?;
    // Chromium refuses modules of files.
    browser.assert_quiet_but(&["file://"]).await
}

#[tokio::test]
async fn a_url_of_a_missing_page_or_game_shows_a_note() -> Result<()> {
    let site = Site::built()?;
    let served = site.clone().serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    let note = "[data-note=address]";
    // The note stays while the first player goes to its first position.
    let first = PagePlayer::new(&browser, "3x3_to_512");
    for hash in ["#/nonsense", "#/play?game=9x9", "#/play?game=3x3_to_64"] {
        browser.visit(&served.url(hash)).await?;
        first.until("data-moves", "222").await?;
        browser.wait_until("!deep(\"[data-player='3x3_to_512'] [data-load]\")").await?;
        ensure!(browser.count_visible(note).await? == 1, "no note about {hash}");
    }
    browser.wait_for_text(note, "3x3_to_64, which has no player on this page").await?;
    first.press("step").await?;
    browser.wait_until(&format!("!deep('{note}').checkVisibility()")).await?;
    browser.run("location.hash = '#/play?game=3x3_to_64';").await?;
    for (hash, message) in [
        ("#/play?game=9x9_to_8", "'9x9_to_8' is not the name of a game"),
        ("#/nowhere", "the page '/nowhere', which does not exist"),
        ("#/play?move=9999", "names no game, so its 'move' is ignored"),
    ] {
        browser.run(&format!("location.hash = '{hash}';")).await?;
        browser.wait_for_text(note, message).await?;
    }
    browser.run("location.hash = '#/play?game=2x2_to_8&seed=x';").await?;
    let player = PagePlayer::new(&browser, "2x2_to_8");
    browser.wait_for_text(&player.css("[data-note=link]"), "asks for seed 'x'").await?;
    ensure!(
        browser.count_visible(note).await? == 0,
        "the note on the previous address is still shown"
    );
    ensure!(browser.count("mdp2048-player").await? == PLAYERS, "a player is missing");
    browser.assert_quiet().await
}

#[tokio::test]
async fn links_to_a_game_with_a_discount_name_it_and_a_search_ends_it() -> Result<()> {
    let site = Site::built()?;
    let served = site.clone().serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    let (in_url, name) = DISCOUNTED;
    browser.goto(&served.url(&format!("#/play?game={in_url}&seed=7&move=5"))).await?;
    let player = PagePlayer::new(&browser, "4x4_to_64");
    let policy = policy(&site, name)?;
    player.expect(&PlayerView::of(&replay(policy, 7), 5)).await?;
    player.press("step").await?;
    browser.wait_until(&format!("location.hash === '#/play?game={in_url}&seed=7&move=6'")).await?;
    // The game is too large to be solved on the page.
    for control in ["every-move", "duel"] {
        ensure!(browser.count_visible(&player.control(control)).await? == 0, "{control} is shown");
    }
    // The value is not a probability.
    browser.wait_for_text(&player.css("[data-value-name]"), "Value").await?;
    let note = "[data-note=address]";
    ensure!(browser.count_visible(note).await? == 0, "the link is complained of");

    // Where its policy ends, a search goes on unasked. The player says so before.
    let seed = seed_for(policy, Outcome::OffPolicy)?;
    let left = replay(policy, seed);
    let moves = left.steps.len();
    browser.run(&format!("location.hash = '#/play?game={in_url}&seed={seed}';")).await?;
    let text = format!("This game leaves the packed policy after {moves} moves.");
    browser.wait_for_text(&player.css(".outcome"), &text).await?;
    player.speed("fastest").await?;
    player.press("start").await?;
    let search = Search::new(*policy.game(), 2);
    let rest = Replay::play_from(policy.game(), &search, seed.into(), 2 + moves, left.last);
    player.until("data-outcome", rest.outcome.name()).await?;
    player.until("data-moves", &(moves + rest.steps.len()).to_string()).await?;
    let going_on = player.css(".going-on");
    let text = format!("From move {moves} on, a search of depth 2 plays, which is not the optimal");
    browser.wait_for_text(&going_on, &text).await?;
    browser.wait_for_text(&going_on, "a browser cannot solve this game").await?;
    ensure!(browser.count_visible(&player.control("go-on")).await? == 0, "it is offered");
    // Nothing is loaded for that but the module.
    ensure!(!served.requests().iter().any(|file| file.ends_with("worker_bg.wasm")));

    browser.run("location.hash = '#/play?game=4x4_to_64';").await?;
    browser.wait_for_text(note, "no player on this page; it has").await?;
    browser.wait_for_text(note, in_url).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_link_with_thousands_of_bad_parameters_has_one_short_note() -> Result<()> {
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    // The first mistake is a long one, the second is made again and again.
    let long = "bad".repeat(3000);
    let others: String = (0..3000).map(|at| format!("&bad{at}=1")).collect();
    let parameters = format!("&{long}=1{}{others}", "&bad=1".repeat(3000));
    for TestedPage { example, note, .. } in PAGES {
        let Some(note) = note else { continue };
        browser.visit(&served.url(&format!("{example}{parameters}"))).await?;
        let more = "more parts of the link cannot be used.";
        browser.wait_for_text(note, more).await.context(example)?;
        ensure!(browser.count_visible(note).await? == 1, "{example} has several notes");
        let shown = browser.text(note).await?;
        let is_cut = shown.contains("b\u{2026}") && shown.len() < 400;
        ensure!(is_cut, "{example}: a note of {} bytes: {shown}", shown.len());
    }
    browser.assert_quiet().await
}
