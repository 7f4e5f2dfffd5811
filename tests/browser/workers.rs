//! Workers that solve games end with what they are for, and not before.

use std::time::Duration;

use anyhow::{Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::{Site, SiteServer};

use crate::exploring::{SAVE_DATA, control, open, solve, unfold};

/// Counts workers from now on: those that were started, and those of them that were not ended.
/// While `holds` is true, no message reaches them.
const COUNT: &str = "
    window.started = 0; window.alive = new Set(); window.holds = false; window.calls = 0;
    window.Worker = class extends Worker {
        constructor(...args) { super(...args); window.started += 1; alive.add(this); }
        terminate() { alive.delete(this); super.terminate(); }
        postMessage(data, ...args) {
            if (holds) window.calls += 1;
            else super.postMessage(data, ...args);
        }
    };";

/// A page with players of two games, whose own elements are moved out of the way.
async fn open_players(games: &[(&str, &str)]) -> Result<(SiteServer, Browser)> {
    let (served, browser) = Site::built()?.open(Device::DESKTOP, "embed/demo/").await?;
    browser.evaluate::<()>("document.body.replaceChildren();").await?;
    for (at, (board, target)) in games.iter().enumerate() {
        add(&browser, &format!("p{at}"), board, target).await?;
    }
    browser.evaluate::<()>(COUNT).await?;
    Ok((served, browser))
}

/// Adds a player to the page, and waits until it can play.
async fn add(browser: &Browser, id: &str, board: &str, target: &str) -> Result<()> {
    let script = format!(
        "document.body.insertAdjacentHTML('beforeend', `<mdp2048-player id={id} board={board}
         target={target} seed=20></mdp2048-player>`);
         document.querySelector('#{id}').step(1);"
    );
    browser.evaluate::<()>(&script).await?;
    browser.wait_until(&shown(id, ".player[data-moves='1']")).await
}

/// An expression: an element of the player with this id.
fn shown(id: &str, css: &str) -> String {
    format!("document.querySelector('#{id}')?.shadowRoot?.querySelector(\"{css}\")")
}

/// Presses a control of a player, and waits until its game is solved.
async fn play(browser: &Browser, id: &str) -> Result<()> {
    let press = format!("{}.click();", shown(id, "[data-control=duel]"));
    browser.evaluate::<()>(&press).await?;
    browser.wait_until(&shown(id, ".duel[data-solved=true]")).await
}

async fn alive(browser: &Browser) -> Result<u32> {
    browser.evaluate("return alive.size;").await
}

#[tokio::test]
async fn a_player_that_is_removed_or_changed_ends_its_solver() -> Result<()> {
    let (_served, browser) = open_players(&[("2x2", "16")]).await?;
    for end in ["it.remove();", "it.dispose();", "it.setAttribute('target', '32');"] {
        if browser.count("#p0").await? == 0 {
            add(&browser, "p0", "2x2", "16").await?;
        }
        browser.evaluate::<()>("document.querySelector('#p0').step(1);").await?;
        browser.wait_until(&shown("p0", ".player[data-moves]:not([data-moves='0'])")).await?;
        play(&browser, "p0").await?;
        ensure!(alive(&browser).await? == 1, "{end}");
        browser.evaluate::<()>(&format!("const it = document.querySelector('#p0'); {end}")).await?;
        browser.wait_until("alive.size === 0").await?;
    }

    // Also while a game is being solved.
    browser.evaluate::<()>("document.querySelector('#p0').remove();").await?;
    add(&browser, "p0", "3x3", "512").await?;
    let button = shown("p0", "[data-control=every-move]");
    browser.wait_until(&button).await?;
    browser.evaluate::<()>(&format!("{button}.click();")).await?;
    browser.wait_until("alive.size === 1").await?;
    browser.evaluate::<()>("document.querySelector('#p0').dispose();").await?;
    browser.wait_until("alive.size === 0").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_player_that_is_removed_ends_its_download() -> Result<()> {
    let file = "embed/policies/3x3_to_512.policy";
    let site = Site::built()?.delay(file, Duration::from_secs(600));
    let (served, browser) = site.open(Device::DESKTOP, "embed/demo/").await?;
    browser.evaluate::<()>("document.body.replaceChildren();").await?;
    browser.evaluate::<()>(COUNT).await?;
    let player = "<mdp2048-player id=p0 board=3x3 target=512></mdp2048-player>";
    browser.evaluate::<()>(&format!("document.body.innerHTML = '{player}';")).await?;
    browser.wait_until("alive.size === 1").await?;
    ensure!(served.requests().contains(&file.to_owned()), "its policy is not asked for");
    browser.evaluate::<()>("document.querySelector('#p0').remove();").await?;
    browser.wait_until("alive.size === 0").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_solver_stays_for_the_players_that_need_it() -> Result<()> {
    let (_served, browser) = open_players(&[("2x2", "16"), ("2x2", "16")]).await?;
    // A reader who closes the own game may come back to it.
    play(&browser, "p0").await?;
    browser.evaluate::<()>(&format!("{}.click();", shown("p0", "[data-control=close]"))).await?;
    browser.wait_until(&format!("!{}", shown("p0", ".duel"))).await?;
    ensure!(alive(&browser).await? == 1, "the solution is not kept");
    play(&browser, "p0").await?;
    play(&browser, "p1").await?;
    let started: u32 = browser.evaluate("return started;").await?;
    ensure!(started == 1, "{started} workers for one game");
    browser.evaluate::<()>("document.querySelector('#p0').remove();").await?;
    // The other player goes on.
    let keys = "const host = document.querySelector('#p1').shadowRoot;
        for (const name of ['left', 'up', 'right', 'down'])
            host.querySelector(`.duel [data-control=${name}]`).click();";
    browser.evaluate::<()>(keys).await?;
    browser.wait_until(&shown("p1", ".duel:not([data-moves='1'])")).await?;
    browser.wait_until(&format!("!{}.textContent.includes('…')", shown("p1", ".duel"))).await?;
    ensure!(alive(&browser).await? == 1, "the other player has no solver");
    browser.evaluate::<()>("document.querySelector('#p1').remove();").await?;
    browser.wait_until("alive.size === 0").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_freed_solution_is_not_lost_and_a_large_game_ends_no_worker() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/").await?;
    browser.evaluate::<()>(COUNT).await?;
    browser.evaluate::<()>("location.hash = '#/explore?game=2x2_to_16';").await?;
    solve(&browser).await?;
    browser.find(".row[data-action] .number").await?;

    // The worker is asked for values, and freed before it answers.
    let another = "window.holds = true;
        const field = deep('.explorer [data-control=text]');
        field.value = '2 2/0 0'; field.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.evaluate::<()>(another).await?;
    browser.wait_until("calls > 0").await?;
    unfold(&browser, "solutions").await?;
    browser.click(&control("free")).await?;
    browser.find(".explorer[data-solved=false]").await?;
    browser.find(&control("solve")).await?;
    let notes: String = browser.evaluate("return deep('.explorer .notes').textContent;").await?;
    ensure!(notes.is_empty(), "{notes}");
    browser.evaluate::<()>("window.holds = false;").await?;
    browser.click(&control("solve")).await?;
    browser.find(".explorer[data-solved=true]").await?;
    browser.find(".row[data-action] .number").await?;

    // Nothing is solved unasked from here on.
    // A game that is too large, and then another one: the worker that estimates stays.
    browser.evaluate::<()>(SAVE_DATA).await?;
    let game = |target: &str| format!("location.hash = '#/explore?game={target}';");
    browser.evaluate::<()>(&game("2x3_to_64")).await?;
    browser.wait_for_text(".solve .hint", "Needs about").await?;
    let count = "return [started, alive.size];";
    let before: [u32; 2] = browser.evaluate(count).await?;
    let refusals = [
        ("4x4_to_64", "of memory, more than a page may use here: choose a smaller board"),
        ("4x4_to_2048", "more boards than can be numbered: choose a smaller board"),
    ];
    for (large, refusal) in refusals {
        browser.evaluate::<()>(&game(large)).await?;
        browser.wait_for_text("[data-note=need]", refusal).await?;
    }
    browser.evaluate::<()>(&game("2x3_to_32")).await?;
    browser.wait_for_text(".solve .hint", "Needs about").await?;
    let after: [u32; 2] = browser.evaluate(count).await?;
    ensure!(before == after, "{before:?} workers became {after:?}");
    browser.assert_quiet().await
}
