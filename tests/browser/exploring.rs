//! The page of positions: solving in the tab, values, editing, what can happen next, URLs.

use anyhow::{Context as _, Result, ensure};
use fantoccini::key::Key;
use mdp2048_explorer::{Chances, Fractions, Grade, RecordedGame, Review};
use mdp2048_model::{Game, PlainSolution, RestOfGame, Seed, SeededSpawns, Status};
use mdp2048_rules::{Action, Shape};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::{Site, SiteServer};

use crate::accessible::{axe, check};

/// Serves the page and opens a fragment of it in a browser.
pub(crate) async fn open(device: Device, hash: &str) -> Result<(SiteServer, Browser)> {
    Site::built()?.open(device, hash).await
}

/// Returns a CSS selector of a control.
pub(crate) fn control(name: &str) -> String {
    format!(".explorer [data-control={name}]")
}

/// Waits until the page shows a board, given by its exponents in hexadecimal digits.
pub(crate) async fn until_board(browser: &Browser, hex: &str) -> Result<()> {
    browser.find(&format!(".explorer[data-board='{hex}']")).await.map(drop)
}

/// Waits for the solution of the game. Presses the button that solves it, if there is one: small
/// games are solved unasked.
pub(crate) async fn solve(browser: &Browser) -> Result<()> {
    let pressed = format!("deep('{}')?.click()", control("solve"));
    browser.wait_until(&format!("({pressed}, deep('.explorer[data-solved=true]'))")).await
}

/// A script after which the page solves nothing unasked.
pub(crate) const SAVE_DATA: &str = "Object.defineProperty(navigator, 'connection',
    { value: { saveData: true }, configurable: true });";

/// Opens a part of the page that is folded, given by its class.
pub(crate) async fn unfold(browser: &Browser, class: &str) -> Result<()> {
    let part = format!(".explorer details.{class}");
    browser.find(&part).await?;
    let open = format!("if (!deep('{part}').open) deep('{part} > summary').click();");
    browser.evaluate::<()>(&open).await?;
    browser.find(&format!("{part}[open]")).await.map(drop)
}

/// Presses keys on the element that has the focus.
async fn press(browser: &Browser, keys: &[Key]) -> Result<()> {
    for &key in keys {
        browser.find(":focus").await?.send_keys(&char::from(key).to_string()).await?;
    }
    Ok(())
}

/// Compares the values of actions that the page shows.
async fn expect_values(browser: &Browser, expected: &[(&str, f64)]) -> Result<()> {
    for (action, value) in expected {
        let css = format!(".row[data-action={action}] .number");
        browser.find(&css).await?;
        let found: String =
            browser.evaluate(&format!("return deep(\"{css}\").dataset.value;")).await?;
        let found: f64 = found.parse()?;
        let error = (found - value).abs() / value;
        ensure!(error < 1e-13, "{action}: {found} instead of {value}");
    }
    Ok(())
}

/// Waits for the expected moves from a board, and compares them with the plain solver's.
async fn expect_moves(browser: &Browser, shape: &str, target: u32, board: &str) -> Result<()> {
    let game = Game::reach(shape.parse()?, target)?;
    let rest = RestOfGame::of(&game, &PlainSolution::solve(&game), board.parse()?);
    let rest = rest.context("a state")?;
    browser.find(".moves [data-moves]").await?;
    let found: String =
        browser.evaluate("return deep('.moves [data-moves]').dataset.moves;").await?;
    let found: f64 = found.parse()?;
    ensure!((found - rest.moves).abs() < 1e-12, "{found} moves instead of {}", rest.moves);
    let text = if rest.can_lose { "until they are won or lost" } else { "No player needs fewer" };
    browser.wait_for_text(".moves", text).await
}

#[tokio::test]
async fn published_action_values_are_solved_in_the_tab() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/explore").await?;
    until_board(&browser, "010062033").await?;
    solve(&browser).await?;
    expect_values(
        &browser,
        &[
            ("right", 0.736_759_239_587_902),
            ("left", 0.736_754_070_877_757),
            ("up", 0.736_685_530_252_522),
        ],
    )
    .await?;
    browser.wait_for_text(".row[data-action=right]", "best").await?;
    // A cost that means nothing has a grade and a number too.
    browser.find(".row[data-action=left] [data-grade='as good']").await?;
    browser.wait_for_text(".row[data-action=left] .cost", "costs 0.00052").await?;
    ensure!(browser.count(".row").await? == 3, "an action that is not allowed has a row");
    browser.wait_for_text(".solutions", "12,789,511 states").await?;

    // The highest score of the same position. Both solutions stay in memory.
    unfold(&browser, "rules").await?;
    browser.click(&format!("{} option[value=score]", control("objective"))).await?;
    browser.find(".explorer[data-game='3x3_score'][data-solved=false]").await?;
    until_board(&browser, "010062033").await?;
    solve(&browser).await?;
    expect_values(
        &browser,
        &[
            ("right", 5_128.028_137_022_87),
            ("left", 5_127.994_837_967_3),
            ("up", 5_127.538_915_606_38),
        ],
    )
    .await?;
    browser.wait_for_text(".values", "Expected final score").await?;
    unfold(&browser, "solutions").await?;
    browser.click(&control("other")).await?;
    browser.find(".explorer[data-game='3x3_to_512'][data-solved=true]").await?;
    expect_values(&browser, &[("right", 0.736_759_239_587_902)]).await?;
    browser.click(&control("free")).await?;
    browser.find(".explorer[data-solved=false]").await?;
    browser.assert_quiet().await
}

/// Records the workers that send messages to the page.
const RECORD_SENDERS: &str = "window.senders = new Set();
    window.Worker = class extends Worker {
        constructor(...args) {
            super(...args);
            this.addEventListener('message', () => window.senders.add(this));
        }
    };";

#[tokio::test]
async fn a_cancelled_solve_reports_nothing_more() -> Result<()> {
    let served = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.before_each_page(RECORD_SENDERS).await?;
    browser.goto(&served.url("#/explore?game=3x3_to_1024&discount=0.99")).await?;
    let is_solving = "deep('.job')?.dataset.layer > 0";
    browser.wait_for_text(".solve", "million states").await?;
    browser.click(&control("solve")).await?;
    browser.wait_until(is_solving).await?;
    browser.evaluate::<()>("window.cancelled = new Set(window.senders);").await?;
    browser.click(&control("cancel")).await?;
    browser.find(&control("solve")).await?;
    browser.evaluate::<()>("window.senders.clear();").await?;
    // While the next solve reports its layers, the cancelled one does not.
    browser.click(&control("solve")).await?;
    browser.wait_until(is_solving).await?;
    let senders = "return [...window.senders].map(it => window.cancelled.has(it));";
    let senders: Vec<bool> = browser.evaluate(senders).await?;
    ensure!(senders == [false], "the senders are of the cancelled solve: {senders:?}");
    browser.click(&control("cancel")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_position_is_edited_by_keyboard_and_followed() -> Result<()> {
    let hash = "#/explore?game=2x2_to_16&state=0000";
    let (served, browser) = open(Device::DESKTOP, hash).await?;
    browser.wait_for_text(".obstacle", "A game starts with two tiles").await?;
    browser.find(".cell[data-cell='0']").await?;
    browser.evaluate::<()>("deep('.cell[data-cell=\"0\"]').focus();").await?;
    let field = browser.find(":focus").await?;
    field.send_keys("2").await?;
    until_board(&browser, "1000").await?;
    press(&browser, &[Key::Down, Key::Right]).await?;
    browser.wait_until("active().matches('[data-cell=\"3\"]')").await?;
    browser.find(":focus").await?.send_keys("16").await?;
    until_board(&browser, "1004").await?;
    browser.wait_for_text(".obstacle", "This game is won").await?;
    press(&browser, &[Key::Backspace]).await?;
    browser.find(":focus").await?.send_keys("4").await?;
    until_board(&browser, "1002").await?;
    browser.wait_until("location.hash.endsWith('state=1002')").await?;
    browser.find(":focus").await?.send_keys("r").await?;
    until_board(&browser, "0120").await?;

    // Values, and what can happen next.
    solve(&browser).await?;
    browser.find(".row.best").await?;
    browser.click(".row[data-action=up] button").await?;
    browser.find(".row.open[data-action=up]").await?;
    browser.find(".spawns .best").await?;
    browser.find(".spawns .worst").await?;
    let sum = "return deepAll('[data-probability]')
        .reduce((sum, it) => sum + Number(it.dataset.probability), 0);";
    let sum: f64 = browser.evaluate(sum).await?;
    let fraction = Fractions::of(&Game::reach(Shape::TWO_BY_TWO, 16)?, "0 2/4 0".parse()?);
    let fraction = fraction.context("a state")?.value;
    browser.find(&format!("[data-fraction='{fraction}']")).await?;
    browser.click(&control("solutions")).await?;
    browser.click(&control("moves")).await?;
    expect_moves(&browser, "2x2", 16, "0 2/4 0").await?;
    ensure!((sum - 1.0).abs() < 1e-9, "the probabilities add up to {sum}");
    let next: String =
        browser.evaluate("return deep('.spawns .worst button').dataset.board;").await?;
    browser.wait_until("location.hash.endsWith('state=0120')").await?;
    browser.click(".spawns .worst button").await?;
    until_board(&browser, &next).await?;
    browser.wait_until("location.hash.includes('&line=u')").await?;
    browser.find(".line [data-ply='1'][aria-current]").await?;
    browser.client().back().await?;
    until_board(&browser, "0120").await?;
    browser.client().forward().await?;
    until_board(&browser, &next).await?;
    browser.click(".line [data-ply='0']").await?;
    until_board(&browser, "0120").await?;

    // Text, and a mangled link.
    let pasted = "const field = deep('.explorer [data-control=text]');
        field.value = '4, 2; 0, 2';
        field.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.evaluate::<()>(pasted).await?;
    until_board(&browser, "2101").await?;
    browser.goto("about:blank").await?;
    browser.goto(&served.url("#/explore?game=3x3_to_4096&state=01&tea=1")).await?;
    browser.wait_for_text(".explorer .notes", "'3x3_to_4096', but that must be").await?;
    until_board(&browser, "010062033").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_game_played_by_keyboard_is_reviewed_as_natively() -> Result<()> {
    let hash = "#/explore?game=2x2_to_32&mode=play&hints=after&seed=20";
    let (_served, browser) = open(Device::DESKTOP, hash).await?;
    solve(&browser).await?;
    ensure!(browser.count(".row").await? == 0, "the values are shown before the move");
    unfold(&browser, "choices").await?;
    browser.fill(&control("seed"), "7").await?;
    browser.find(&control("seed")).await?.send_keys(&char::from(Key::Enter).to_string()).await?;
    browser.wait_until("location.hash.includes('seed=7')").await?;

    // The reader slides in a fixed order of directions, which is a bad policy.
    let game = Game::reach(Shape::TWO_BY_TWO, 32)?;
    let mut spawns = SeededSpawns::new(Seed::from(7));
    let mut board = spawns.start(&game);
    until_board(&browser, &board.hex()).await?;
    browser.evaluate::<()>("deep('.explorer [data-control=slide]').focus();").await?;
    let mut moves = Vec::new();
    let keys = [(Action::Up, Key::Up), (Action::Left, Key::Left), (Action::Down, Key::Down)];
    while game.status(board) == Status::Playing && moves.len() < 12 {
        let allowed = keys.iter().find(|(action, _)| game.act(board, *action).is_some());
        let Some(&(action, key)) = allowed else { break };
        moves.push((board, action));
        board = spawns.spawn(&game, game.act(board, action).context("allowed")?.after);
        press(&browser, &[key]).await?;
        until_board(&browser, &board.hex()).await?;
    }
    let record = RecordedGame::new(&game, &moves, board)?;
    let native = Review::of(&PlainSolution::solve(&game), &record)?;
    ensure!(native.loss > 0.0, "the game has no mistake");
    let Chances { start, kept, luck, outcome } = native.chances.context("a game to win")?;
    browser.find("[data-headline]").await?;
    let number = async |css: &str, name: &str| -> Result<f64> {
        let script = format!("return Number(deep(\"{css}\").dataset.{name});");
        browser.evaluate(&script).await
    };
    for (css, name, expected) in [
        ("[data-headline]", "headline", kept),
        ("[data-term='start value']", "value", start),
        ("[data-term='kept by moves']", "value", kept),
        ("[data-term='luck']", "value", luck),
        ("[data-term='result']", "value", outcome),
    ] {
        let found = number(css, name).await?;
        ensure!((found - expected).abs() < 1e-12, "{css}: {found} instead of {expected}");
    }
    for grade in Grade::ALL {
        let expected = native.count(grade);
        let css = format!("[data-grade='{}'][data-count]", grade.name());
        if expected > 0 {
            ensure!(number(&css, "count").await? == expected as f64, "{}", grade.name());
        }
    }
    // The keys of the chart lead to a move, and its numbers are read out.
    let first = native.moves.iter().position(|it| it.grade != Grade::Best);
    let first = first.context("a mistake")?;
    browser.evaluate::<()>(&format!("deep('{}').focus();", control("chart"))).await?;
    press(&browser, &[Key::Home]).await?;
    until_board(&browser, &moves[0].0.hex()).await?;
    browser.wait_for_text(".review [data-readout]", "The first board").await?;
    for (board, _) in &moves[1..=first] {
        press(&browser, &[Key::Right]).await?;
        until_board(&browser, &board.hex()).await?;
    }
    ensure!(browser.count(".review .dot").await? > 0, "no move is marked");
    browser.click(&control("redo")).await?;
    browser.wait_for_text(".status", "Best was").await?;
    browser.click(&control("undo")).await?;
    until_board(&browser, &moves[first].0.hex()).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_swipe_plays_and_a_random_tile_is_placed_by_hand() -> Result<()> {
    let hash = "#/explore?game=2x2_to_16&state=0110&mode=play&spawns=hand";
    let (_served, browser) = open(Device::PHONE, hash).await?;
    browser.find(&control("slide")).await?;
    browser
        .evaluate::<()>(
            "const board = deep('.explorer [data-control=slide]');
            const at = (type, clientX, clientY) => board.dispatchEvent(
                new PointerEvent(type, { clientX, clientY, bubbles: true, composed: true }));
            at('pointerdown', 200, 300);
            at('pointerup', 120, 310);",
        )
        .await?;
    until_board(&browser, "1010").await?;
    browser.click("[data-control=spawn-tile][data-tile='4']").await?;
    browser.click(".cell[data-cell='3']").await?;
    until_board(&browser, "1012").await?;
    browser.wait_until("location.hash.includes('&line=l34')").await?;
    browser.wait_for_text(".status", "Move 1").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_page_of_positions_is_accessible_and_fits_a_phone() -> Result<()> {
    let axe = axe()?;
    let hash = "#/explore?game=2x3_to_64&state=012301";
    let (_served, browser) = open(Device::PHONE, hash).await?;
    solve(&browser).await?;
    browser.click(".row[data-action=left] button, .row button").await?;
    browser.find(".spawns li").await?;
    let narrow = Device { width: 320, ..Device::PHONE };
    for (device, mode) in
        [(Device::PHONE.dark(), "edit"), (narrow, "play"), (Device::DESKTOP, "edit")]
    {
        browser.set_device(device).await?;
        if browser.count(&control(mode)).await? > 0 {
            browser.click(&control(mode)).await?;
        }
        browser.find(&format!(".explorer[data-mode={mode}]")).await?;
        if mode == "play" {
            browser.click(&format!("{}[aria-disabled=false]", control("right"))).await?;
            browser.find("[data-headline]").await?;
        }
        let over: i32 =
            browser.evaluate("return document.documentElement.scrollWidth - innerWidth;").await?;
        ensure!(over <= 0, "{device:?}: {over} pixels too wide");
        check(&browser, &axe).await.with_context(|| format!("{device:?}"))?;
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_key_and_the_button_of_a_new_game_choose_short_seeds() -> Result<()> {
    let (_served, browser) =
        open(Device::DESKTOP, "#/explore?game=2x2_to_16&mode=play&seed=123456").await?;
    let seed = "Number(/seed=([0-9]+)/.exec(location.hash)?.[1] ?? 42)";
    let mut before = 123_456;
    for is_key in [true, false, true] {
        if is_key {
            browser.find(&control("new-game")).await?.send_keys("n").await?;
        } else {
            browser.click(&control("new-game")).await?;
        }
        browser.wait_until(&format!("{seed} !== {before}")).await?;
        before = browser.evaluate(&format!("return {seed};")).await?;
        ensure!(before < 100_000, "the seed is {before}");
    }
    browser.assert_quiet().await
}
