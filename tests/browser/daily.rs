//! The puzzle of the day: loaded by a press, solved by moves, and counted on the device.

use anyhow::{Context as _, Result, ensure};
use mdp2048_model::{Game, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState, Shape};
use mdp2048_solve::{Solution, SolveOptions, ignore_progress};
use mdp2048_tests::browser::{Browser, Device};

use crate::accessible::check;
use crate::exploring::{control, open, until_board};

/// The number of the day of the reader's calendar since 1970.
const DAY: &str = "const now = new Date();
    return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000;";

/// The puzzle of a day, with its best move and another one.
fn puzzle(day: usize) -> Result<(Board, Action, Action)> {
    let boards: Vec<&str> = include_str!("../../assets/daily.txt").lines().collect();
    let board = Board::from_hex(Shape::THREE_BY_THREE, boards[day % boards.len()])?;
    let game = Game::reach(Shape::THREE_BY_THREE, 512)?;
    let solution = Solution::solve(&game, &SolveOptions::default(), &mut ignore_progress)?;
    let (state, symmetry) = CanonicalState::of(board);
    let values = solution.action_values(state).context("values")?.before(symmetry);
    let best = values.best().next().context("a best move")?;
    let other = board.allowed().find(|&it| it != best).context("another move")?;
    Ok((board, best, other))
}

/// Opens today's puzzle by a press, and waits until it is asked.
async fn open_today(browser: &Browser, board: Board) -> Result<()> {
    browser.click(&control("daily")).await?;
    until_board(browser, &board.hex()).await?;
    browser.wait_for_text("[data-question]", "Today: one move keeps ").await
}

#[tokio::test]
async fn the_puzzle_of_the_day_counts_days_in_a_row() -> Result<()> {
    let (served, browser) = open(Device::PHONE, "#/explore").await?;
    let day: usize = browser.evaluate(DAY).await?;
    let (board, best, other) = puzzle(day)?;
    browser.find(".row.best").await?;
    let loaded = "return performance.getEntriesByType('resource').map(it => it.name)
        .filter(it => it.includes('daily')).length;";
    let before: usize = browser.evaluate(loaded).await?;
    ensure!(before == 0, "{before} files of the puzzle are loaded before it is opened");

    // A wrong move is graded and not played.
    open_today(&browser, board).await?;
    browser.click(&control(other.name())).await?;
    browser.wait_for_text(&format!("[data-tried={other}]"), "costs ").await?;
    until_board(&browser, &board.hex()).await?;
    browser.click(&control(best.name())).await?;
    browser.wait_for_text(".daily .value", "found in 2 · streak 0").await?;
    browser.find(&format!(".row.best[data-action={best}]")).await?;
    check(&browser).await?;

    // Yesterday's was found: the link of the puzzle is that of today's date.
    let url: String = browser.evaluate("return location.hash;").await?;
    ensure!(url.starts_with("#/explore?daily=20"), "{url}");
    let kept = format!("localStorage['mdp2048-daily'] = '{{\"day\":{},\"streak\":3}}';", day - 1);
    browser.run(&kept).await?;
    browser.visit(&served.url(&url)).await?;
    browser.wait_for_text("[data-question]", "Today: one move keeps ").await?;
    browser.click(&control(best.name())).await?;
    browser.wait_for_text(".daily .value", "found in 1 · streak 4").await?;

    // Without storage, and a date that there is not.
    let blocked =
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error(); } });";
    browser.before_each_page(blocked).await?;
    browser.visit(&served.url(&url)).await?;
    browser.wait_for_text("[data-question]", "Today: one move keeps ").await?;
    browser.click(&control(best.name())).await?;
    browser.wait_for_text(".daily .value", "found in 1 · streak 1").await?;
    browser.goto(&served.url("#/explore?daily=2026-02-30")).await?;
    browser.wait_for_text("[data-note=explore]", "there is no day 2026-02-30").await
}
