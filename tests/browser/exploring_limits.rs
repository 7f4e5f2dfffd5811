//! The page of positions at its limits: single precision, links and files of games.

use anyhow::{Context as _, Result, ensure};
use fantoccini::elements::Element;
use mdp2048_model::{Game, Policy as _, Value};
use mdp2048_rules::{Board, Shape};
use mdp2048_solve::{Precision, Solver};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::exploring::{RECORD_SENDERS, control, open, solve, unfold, until_board};
use crate::page::policy;

#[tokio::test]
async fn single_precision_is_offered_where_double_does_not_fit() -> Result<()> {
    let game = Game::reach(Shape::THREE_BY_THREE, 64)?.discounted(0.99)?;
    let least = |precision| {
        Solver::new(&game).precision(precision).estimate().map(|it| it.memory.least as f64)
    };
    let (double, single) = (least(Precision::Double)?, least(Precision::Single)?);
    // A browser states the memory of the device in GiB; the page uses half of it at most.
    let gib = (0.1 * single + 0.9 * double + 2f64.powi(26)) / 2f64.powi(29);
    let browser = Browser::open(Device::DESKTOP).await?;
    browser
        .before_each_page(&format!(
            "Object.defineProperty(Navigator.prototype, 'deviceMemory', {{ value: {gib} }});"
        ))
        .await?;
    let served = Site::built()?.serve().await?;
    let hash = "#/explore?game=3x3_to_64&discount=0.99&state=110023045";
    browser.goto(&served.url(hash)).await?;
    browser.wait_for_text("[data-precision=single]", "Double precision would need").await?;
    browser.wait_for_text(&control("solve"), "in single precision").await?;
    solve(&browser).await?;
    unfold(&browser, "solutions").await?;
    browser.wait_for_text("[data-accuracy-of=values]", "the relative error of each value").await?;
    browser.find(".value .number").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_game_that_is_too_large_has_the_values_of_the_best_moves_from_its_file() -> Result<()> {
    let hash = "#/explore?game=4x4_to_64&discount=0.99&state=0010000000001000";
    let (_served, browser) = open(Device::PHONE, hash).await?;
    let policy = policy(&Site::built()?, "4x4_to_64_discount_0.99")?;
    let board = Board::from_hex(Shape::FOUR_BY_FOUR, "0010000000001000").context("a board")?;
    let advice = policy.advise(board).context("an entry")?;
    let best = format!(".row.best[data-action={}] .number", advice.action.name());
    browser.find(&best).await?;
    let found = format!("return Number(deep({best:?}).dataset.value);");
    let found: f64 = browser.evaluate(&found).await?;
    ensure!(Some(found) == advice.value.and_then(Value::finite), "{found} in {advice:?}");
    browser.wait_for_text("[data-note=others]", "holds the value of the best move only").await?;
    ensure!(browser.count(".row .number").await? == 1);
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_solver_that_cannot_be_downloaded_is_told_in_a_sentence() -> Result<()> {
    let site = Site::built()?.remove("embed/worker.js");
    let (_served, browser) = site.open(Device::DESKTOP, "#/explore?game=2x2_to_16").await?;
    let note = "[data-note=need]";
    for _ in 0..2 {
        browser.wait_for_text(note, "2×2 to 16 cannot be solved here: a part of it could").await?;
        browser.wait_for_text(note, "not be downloaded; check the connection").await?;
        ensure!(!browser.text(note).await?.contains("Failed"), "the exception is shown");
        browser.click(&control("estimate-again")).await?;
    }
    browser.assert_quiet_but(&["embed/worker.js"]).await
}

#[tokio::test]
async fn on_a_slow_line_the_board_is_there_before_the_program() -> Result<()> {
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Device::PHONE).await?;
    let speed = serde_json::json!({ "offline": false, "latency": 20, "uploadThroughput": -1,
        "downloadThroughput": 150_000 });
    browser.devtools("Network.enable", serde_json::json!({})).await?;
    browser.devtools("Network.emulateNetworkConditions", speed).await?;
    browser.goto(&served.url("#/explore?game=2x2_to_16&state=0123")).await?;
    browser.wait_for_text(".page-explore .expected", "Downloading the program").await?;
    let faces = "return deepAll('.expected i').map(it => it.textContent).join();";
    let faces: String = browser.evaluate(faces).await?;
    ensure!(faces == ",2,4,8", "{faces}");
    // The moves have their places while the solver is downloaded.
    browser.wait_for_text(".solve", "Downloading the solver").await?;
    ensure!(browser.count(".rows .row").await? == 4);
    browser.find(".explorer[data-solved=true] .row.best").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_large_solution_that_nobody_asked_for_is_freed_with_the_page() -> Result<()> {
    let site = Site::built()?;
    let (_served, browser) = site.open_after(RECORD_SENDERS, Device::DESKTOP, "#/explore").await?;
    let solved = ".explorer[data-solved=true] .row.best";
    browser.find(solved).await?;
    browser.run("window.ended.clear(); location.hash = '#/diagram';").await?;
    browser.wait_until("window.ended.size === 1").await?;
    browser.run("location.hash = '#/explore';").await?;
    browser.find(solved).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn files_open_the_games_in_them() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/explore?game=2x2_to_16&mode=play").await?;
    // A game in a file, as text and as JSON.
    let folder = tempfile::tempdir()?;
    let steps = r#"[{ "board": "0110", "action": "left" }]"#;
    let json = format!(r#"{{ "game": "2x2 to 16", "steps": {steps}, "final": "1011" }}"#);
    let files =
        [("game.txt", "0 2/2 0 left\n2 2/2 0\n".to_owned(), "1110"), ("game.json", json, "1011")];
    // The values move what is below them when they appear.
    browser.find(".row.best").await?;
    browser.click(".files summary").await?;
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (name, text, board) in files {
        std::fs::write(path(name), text)?;
        file_field(&browser).await?.send_keys(&path(name)).await?;
        browser.find(".explorer[data-mode=play]").await?;
        until_board(&browser, "0110").await?;
        browser.click(&control("redo")).await?;
        until_board(&browser, board).await.with_context(|| name.to_owned())?;
    }
    std::fs::write(path("bad.txt"), "This is a letter.\n")?;
    file_field(&browser).await?.send_keys(&path("bad.txt")).await?;
    browser.wait_for_text(".files .reading", "Line 1 is neither a move").await?;
    std::fs::write(path("long.txt"), " ".repeat(2_000_000))?;
    file_field(&browser).await?.send_keys(&path("long.txt")).await?;
    browser.wait_for_text(".files .reading", "'long.txt' is longer than a game").await?;
    browser.assert_quiet().await
}

async fn file_field(browser: &Browser) -> Result<Element> {
    browser.find(&control("load-file")).await
}
