//! The puzzle of the day and the game beside the optimal policy: two visits with a reload between,
//! past days, and old links.

use anyhow::{Context as _, Result, ensure};
use mdp2048_display::capitalised;
use mdp2048_model::{Game, Seed, SeededSpawns, Status};
use mdp2048_rules::{Action, Board, Shape};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;
use serde_json::json;

use crate::accessible::check_on;
use crate::embedding::page;
use crate::exploring::{control, open};

/// The number of the day of the reader's calendar since 1970.
const DAY: &str = "const now = new Date();
    return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000;";

/// The parts of the line of a day.
fn parts(day: usize) -> Result<[&'static str; 3]> {
    let lines: Vec<&str> = include_str!("../../assets/daily.txt").lines().collect();
    let parts: Vec<&str> = lines[day % lines.len()].split('|').collect();
    parts.try_into().ok().context("three parts")
}

/// The board of the puzzle of a day, its moves and the number of the best one.
fn puzzle(day: usize) -> Result<(Board, Vec<Action>, Action)> {
    let (hex, values) = parts(day)?[0].split_once(' ').context("a board")?;
    let board = Board::from_hex(Shape::THREE_BY_THREE, hex)?;
    // The texts are of the same length, so that they compare as their numbers do.
    let values = Action::ALL.into_iter().zip(values.split(' '));
    let (best, _) = values.max_by_key(|it| it.1).context("a best move")?;
    Ok((board, board.allowed().filter(|&it| it != best).collect(), best))
}

#[tokio::test]
async fn a_puzzle_is_an_element_on_pages_of_others() -> Result<()> {
    let body = "<mdp2048-puzzle></mdp2048-puzzle>
        <mdp2048-puzzle state='2 0/4 2' values='- 0.9 0.95 -'></mdp2048-puzzle>
        <mdp2048-puzzle day=soon>A board.</mdp2048-puzzle>";
    let site = Site::built()?.replace("blog.html", page("embed/mdp2048-puzzle.js", body));
    let (_served, browser) = site.open(Device::DESKTOP, "blog.html").await?;
    let day: usize = browser.evaluate(DAY).await?;
    until_board(&browser, puzzle(day)?.0).await?;
    browser.find(".daily [data-board='1021']").await?;
    browser.wait_for_text("[day=soon]", "A board.").await?;
    browser.wait_until("hosts[2].shadowRoot.textContent.includes('must be a date')").await?;
    browser.run("hosts[1].shadowRoot.querySelector('[data-control=up]').click();").await?;
    browser.find("[data-result='found in 1']").await?;
    // A position of the author's is no day, and what leads to our pages is left out.
    for rest in ["[data-streak]", ".daily-days", "[data-control=play-on]"] {
        ensure!(browser.count(rest).await? == 0, "{rest}");
    }
    check_on(&browser, &[Device::DESKTOP, Device::PHONE]).await?;
    browser.assert_quiet().await
}

async fn until_board(browser: &Browser, board: Board) -> Result<()> {
    browser.find(&format!(".daily [data-board='{}']", board.hex())).await.map(drop)
}

#[tokio::test]
async fn a_puzzle_goes_on_after_a_reload() -> Result<()> {
    let (served, browser) = open(Device::PHONE, "").await?;
    let day: usize = browser.evaluate(DAY).await?;
    let (board, wrong, best) = puzzle(day)?;
    browser.click("nav [href='#/puzzle']").await?;
    until_board(&browser, board).await?;
    browser.wait_for_text("[data-question]", "Which move keeps that?").await?;

    // A wrong move is graded, and is kept.
    browser.click(&control(wrong[0].name())).await?;
    let graded = format!("{}[data-grade]", control(wrong[0].name()));
    browser.find(&graded).await?;
    browser.visit(&served.url("#/puzzle")).await?;
    browser.find(&graded).await?;
    browser.find("[data-result='1 wrong try']").await?;
    check_on(&browser, &[Device::PHONE, Device { width: 320, ..Device::PHONE }]).await?;
    browser.click(&control(best.name())).await?;
    browser.find("[data-result='found in 2']").await?;
    browser.visit(&served.url("#/puzzle")).await?;
    browser.find("[data-result='found in 2']").await?;
    browser.find(&format!(".pointer[data-arrow=best][data-towards={best}]")).await?;
    check_on(&browser, &[Device::DESKTOP.dark()]).await?;

    // Yesterday's counts for no streak, and an old link leads to it.
    browser.click(".daily-days li:nth-last-child(2) a").await?;
    let (earlier, _, best) = puzzle(day - 1)?;
    until_board(&browser, earlier).await?;
    let url: String = browser.evaluate("return location.hash;").await?;
    let date = url.strip_prefix("#/puzzle?day=").context("a date")?;
    browser.visit(&served.url(&format!("#/explore?daily={date}"))).await?;
    until_board(&browser, earlier).await?;
    ensure!(browser.evaluate::<String>("return location.hash;").await? == url);
    browser.click(&control(best.name())).await?;
    browser.find("[data-result='found in 1']").await?;
    ensure!(browser.count(".daily [data-streak]").await? == 0, "it counts");
    browser.goto(&served.url("#/puzzle?day=2999-01-01")).await?;
    browser.wait_for_text("[data-question]", "opens on its day").await?;
    ensure!(browser.count(".daily [data-board]").await? == 0, "it is shown");
    browser.assert_quiet().await
}

/// Presses the arrow key of an action, wherever the focus is.
async fn press(browser: &Browser, action: Action) -> Result<()> {
    let key = json!({ "type": "keyDown", "key": format!("Arrow{}", capitalised(action.name())) });
    browser.devtools("Input.dispatchKeyEvent", key).await.map(drop)
}

#[tokio::test]
async fn keys_slide_the_board_where_it_or_nothing_has_the_focus_and_it_is_in_sight() -> Result<()> {
    let phone = Device { height: 600, ..Device::PHONE };
    let (_served, browser) = open(phone, "#/puzzle").await?;
    let day: usize = browser.evaluate(DAY).await?;
    let (board, wrong, best) = puzzle(day)?;
    until_board(&browser, board).await?;
    // Keys of elements that have the focus, and those that scroll away from the board.
    for focused in ["nav a".to_owned(), control(wrong[0].name())] {
        browser.run(&format!("deep('{focused}').focus();")).await?;
        press(&browser, wrong[0]).await?;
    }
    let bottom = "active().blur(); scrollTo(0, document.documentElement.scrollHeight);";
    browser.run(bottom).await?;
    browser.wait_until("deep('.daily .swiped').getBoundingClientRect().bottom < 0").await?;
    press(&browser, wrong[0]).await?;
    browser.run("scrollTo(0, 0);").await?;
    press(&browser, best).await?;
    // None of them was a try.
    browser.find("[data-result='found in 1']").await?;

    let (earlier, _, best) = puzzle(day - 1)?;
    browser.click(".daily-days li:nth-last-child(2) a").await?;
    until_board(&browser, earlier).await?;
    browser.run("deep('.daily .swiped').focus();").await?;
    press(&browser, best).await?;
    browser.find("[data-result='found in 1']").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_streak_goes_on_and_needs_no_storage() -> Result<()> {
    let (served, browser) = open(Device::DESKTOP, "#/puzzle").await?;
    let day: usize = browser.evaluate(DAY).await?;
    let (board, _, best) = puzzle(day)?;
    // What the page kept before it kept the tries.
    let kept = format!("localStorage['mdp2048-daily'] = '{{\"day\":{},\"streak\":3}}';", day - 1);
    browser.run(&kept).await?;
    browser.visit(&served.url("#/puzzle")).await?;
    until_board(&browser, board).await?;
    browser.click(&control(best.name())).await?;
    browser.find("[data-streak='4']").await?;

    let blocked =
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error(); } });";
    browser.before_each_page(blocked).await?;
    browser.visit(&served.url("#/puzzle")).await?;
    until_board(&browser, board).await?;
    browser.click(&control(best.name())).await?;
    browser.find("[data-streak='1']").await?;
    browser.assert_quiet().await
}

/// The game of a day: its boards before each move and the moves, while a reader always plays the
/// first move that is allowed; then the last board.
fn first_moves(day: usize) -> Result<(Vec<(Board, Action)>, Board)> {
    let game = Game::reach(Shape::THREE_BY_THREE, 512)?;
    let mut board = Board::from_hex(Shape::THREE_BY_THREE, parts(day)?[2])?;
    let mut spawns = SeededSpawns::new(Seed::from(u32::try_from(day)?));
    let mut moves = Vec::new();
    while moves.len() < 20 && game.status(board) == Status::Playing {
        let action = board.allowed().next().context("a move")?;
        let result = game.act(board, action).context("a move")?;
        moves.push((board, action));
        board = spawns.spawn(&game, result.after);
    }
    Ok((moves, board))
}

#[tokio::test]
async fn a_game_beside_the_optimum_is_played_in_two_visits_and_shared() -> Result<()> {
    let (served, browser) = open(Device::PHONE, "#/puzzle?day=2026-11-16").await?;
    // The number of that day, on which such a game has ten moves.
    let day = 20_773;
    let (moves, last) = first_moves(day)?;
    let until = async |board: Board, moves: usize| {
        let side =
            format!("[data-moves='{moves}'] [data-side=person][data-board='{}']", board.hex());
        browser.find(&side).await.map(drop)
    };
    until_board(&browser, puzzle(day)?.0).await?;
    // The second tab, by a key.
    browser.run("deep('[role=tab][aria-selected=true]').focus();").await?;
    press(&browser, Action::Right).await?;
    browser.find("[role=tab][data-control=perfection][aria-selected=true]").await?;
    browser.wait_until("location.hash === '#/puzzle?tab=perfection&day=2026-11-16'").await?;
    until(moves[0].0, 0).await?;
    browser.find(".duel[data-solved=true]").await?;
    // Both boards are beside each other.
    let tops = "new Set(deepAll('.duel .board').map(it => it.getBoundingClientRect().top))";
    browser.wait_until(&format!("{tops}.size === 1")).await?;
    // Moves by keys, while nothing has the focus.
    browser
        .run("active().blur(); deep('.duel .swiped').scrollIntoView({ block: 'center' });")
        .await?;
    for (at, &(board, action)) in moves.iter().enumerate().take(2) {
        until(board, at).await?;
        press(&browser, action).await?;
    }
    until(moves[2].0, 2).await?;
    browser.visit(&served.url("#/puzzle?tab=perfection&day=2026-11-16")).await?;
    for (at, &(board, action)) in moves.iter().enumerate().skip(2) {
        until(board, at).await?;
        browser.click(&format!(".duel [data-control={action}]")).await?;
    }
    until(last, moves.len()).await?;
    browser.find("[data-result='played to the end']").await?;
    check_on(&browser, &[Device::PHONE, Device { width: 320, ..Device::PHONE }]).await?;
    check_on(&browser, &[Device::DESKTOP.dark()]).await?;

    browser.click(&control("share")).await?;
    browser.find("dialog[open]").await?;
    let value = |name: &str| format!("return deep('#share-{name}').value;");
    let summary: String = browser.evaluate(&value("summary")).await?;
    let squares = summary.matches(['🟩', '🟡', '🔶', '🔻', '❌']).count();
    ensure!(squares == moves.len() && summary.contains(" of the chance. I have "), "{summary}");
    let link: String = browser.evaluate(&value("link")).await?;
    browser.visit(&link).await?;
    until(last, moves.len()).await?;
    // Back to the puzzle, and its tries are its own.
    browser.click("[role=tab][data-control=puzzle]").await?;
    browser.find("[data-result='not tried']").await?;
    browser.run("history.back();").await?;
    until(last, moves.len()).await?;
    browser.assert_quiet().await
}
