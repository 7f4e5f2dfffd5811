//! A reader's own moves on a player, beside those of the optimal policy.

use anyhow::{Context as _, Result, ensure};
use fantoccini::key::Key;
use mdp2048_model::{Game, Policy as _, Replay, Seed, SeededSpawns};
use mdp2048_rules::{Action, Board};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::accessible::check_on;
use crate::first_answer::swipe;
use crate::page::{PagePlayer, PlayerView, policy, replay};
use crate::reviewing::{RECORDERS, saved};

/// The board after an action, with the random tile that the seed has after `moves` moves.
fn play(game: &Game, seed: u32, moves: usize, board: Board, action: Action) -> Result<Board> {
    let result = game.act(board, action).context("the action is not allowed")?;
    let mut spawns = SeededSpawns::new(Seed::from(seed));
    spawns.skip(2 + moves);
    Ok(spawns.spawn(game, result.after))
}

/// Waits until the two boards are shown.
async fn until_boards(browser: &Browser, person: Board, optimum: Board) -> Result<()> {
    for (side, board) in [("person", person), ("optimum", optimum)] {
        let css = format!(".duel [data-side={side}][data-board='{}']", board.hex());
        browser.find(&css).await?;
    }
    Ok(())
}

/// The board of a replay after a number of moves, or its last one.
fn board_at(replay: &Replay, moves: usize) -> Result<Board> {
    replay.boards().nth(moves.min(replay.steps.len())).context("a board")
}

/// Shares a game that has ended on `board`, and opens the link in the same browser.
async fn shared_game_is_opened_by_its_link(browser: &Browser, board: Board) -> Result<()> {
    let report: String = browser.evaluate("return deep('.duel .report').textContent;").await?;
    browser.click(".duel [data-control=duel-share]").await?;
    browser.find("dialog[open]").await?;
    let value = |name: &str| format!("return deep('#share-{name}').value;");
    let link: String = browser.evaluate(&value("link")).await?;
    let summary: String = browser.evaluate(&value("summary")).await?;
    ensure!(summary.starts_with("2048 on 2x2 to 16, seed 20: I "), "{summary}");
    browser.run(RECORDERS).await?;
    let size = saved(browser, "[data-control=share-picture]", "mdp2048_game.png").await?;
    ensure!(size == "1200x630", "{size}");
    browser.visit(&link).await?;
    browser.find(&format!(".duel [data-side=person][data-board='{}']", board.hex())).await?;
    browser.wait_for_text(".duel .report", "moves kept ").await?;
    let opened: String = browser.evaluate("return deep('.duel .report').textContent;").await?;
    ensure!(opened == report, "{opened} is not {report}");
    Ok(())
}

#[tokio::test]
async fn a_reader_plays_on_beside_the_optimal_policy() -> Result<()> {
    let site = Site::built()?;
    let served = site.clone().serve().await?;
    let browser = Browser::open(Device { width: 320, ..Device::PHONE }).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    let policy = policy(&site, player.game)?;
    let (game, seed) = (*policy.game(), 20);
    let replay = replay(policy, seed);
    browser.goto(&served.url("#/play?game=2x2_to_16&seed=20&move=1")).await?;
    player.expect(&PlayerView::of(&replay, 1)).await?;

    // The worst move, by a press on its row.
    let start = board_at(&replay, 1)?;
    let values = policy.advise(start).and_then(|it| it.action_values).context("values")?;
    let regret = |action: &Action| values.regret(*action).unwrap_or(-1.0);
    let worst = Action::ALL.into_iter().max_by(|a, b| regret(a).total_cmp(&regret(b)));
    let worst = worst.context("an action")?;
    let mut board = play(&game, seed, 1, start, worst)?;
    browser.click(&player.css(&format!(".moves [data-action={worst}] .name"))).await?;
    browser.find(".duel[data-moves='2'][data-solved=true]").await?;
    until_boards(&browser, board, board_at(&replay, 2)?).await?;
    if regret(&worst) > 0.0 {
        browser.wait_for_text(".duel .report", "Best was").await?;
    }
    ensure!(browser.count_visible(&player.css(".board")).await? == 0, "both are shown");
    browser.wait_until("active().matches('.swiped')").await?;
    check_on(&browser, &[Device { width: 320, ..Device::PHONE }]).await?;

    // A key, a swipe and buttons play on, until the game is over.
    for moves in 2.. {
        let allowed = Action::ALL.into_iter().find(|&it| game.act(board, it).is_some());
        let Some(action) = allowed else { break };
        board = play(&game, seed, moves, board, action)?;
        let (key, end) = match action {
            Action::Left => (Key::Left, (-60.0, 0.0)),
            Action::Right => (Key::Right, (60.0, 0.0)),
            Action::Up => (Key::Up, (0.0, -60.0)),
            Action::Down => (Key::Down, (0.0, 60.0)),
        };
        let own = browser.find(".duel .swiped").await?;
        match moves {
            2 => own.send_keys(&char::from(key).to_string()).await?,
            3 => swipe(&browser, ".duel .swiped", [(0.0, 0.0), end]).await?,
            _ => browser.click(&format!(".duel [data-control={action}]")).await?,
        }
        browser.find(&format!(".duel[data-moves='{}']", moves + 1)).await?;
    }
    browser.wait_for_text(".duel .report", "the optimal policy has ").await?;
    until_boards(&browser, board, board_at(&replay, usize::MAX)?).await?;
    browser.wait_for_text(".duel .report", "moves kept ").await?;
    shared_game_is_opened_by_its_link(&browser, board).await?;
    browser.click(".duel [data-control=undo]").await?;
    browser.click(".duel [data-control=duel-restart]").await?;
    browser.find(".duel[data-moves='1']").await?;
    until_boards(&browser, start, start).await?;

    // Escape returns to the player, which is where it was.
    browser.find(".duel .swiped").await?.send_keys(&char::from(Key::Escape).to_string()).await?;
    browser.wait_until("active().dataset.control === 'duel' && !deep('.duel-panel')").await?;
    player.expect(&PlayerView::of(&replay, 1)).await?;

    browser.assert_quiet().await
}

#[tokio::test]
async fn the_arrows_stay_while_the_texts_grow() -> Result<()> {
    let address = "#/play?game=2x2_to_16&seed=20&move=1";
    let (_served, browser) = Site::built()?.open(Device::DESKTOP, address).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.until("data-moves", "1").await?;
    player.press("duel").await?;
    browser.find(".duel[data-moves='1'][data-solved=true]").await?;
    let places = "const { left, top } = deep('.duel-panel').getBoundingClientRect();
        return ['left', 'right', 'up', 'down'].map((it) => {
            const arrow = deep(`.duel [data-control=${it}]`).getBoundingClientRect();
            return [arrow.left - left, arrow.top - top];
        });";
    let begin: Vec<[f64; 2]> = browser.evaluate(places).await?;
    let report = "return deep('.duel .report').scrollHeight;";
    let before: f64 = browser.evaluate(report).await?;
    for moves in 2.. {
        let allowed = ".duel [aria-label][aria-disabled=false]";
        if browser.count(allowed).await? == 0 {
            break;
        }
        browser.click(allowed).await?;
        browser.find(&format!(".duel[data-moves='{moves}']")).await?;
        ensure!(browser.evaluate::<Vec<[f64; 2]>>(places).await? == begin, "move {moves}");
    }
    browser.wait_for_text(".duel .report", "moves kept ").await?;
    ensure!(browser.evaluate::<f64>(report).await? > before, "the report has not grown");
    ensure!(browser.evaluate::<Vec<[f64; 2]>>(places).await? == begin, "the arrows have moved");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_readers_game_is_in_the_address_and_back_leads_to_the_player() -> Result<()> {
    let phone = Device { width: 320, ..Device::PHONE };
    let address = "#/play?game=2x2_to_16&seed=20&move=1";
    let (_served, browser) = Site::built()?.open(phone, address).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.until("data-moves", "1").await?;
    player.press("duel").await?;
    browser.find(".duel[data-moves='1']").await?;
    let is_at = |hash: &str| format!("location.hash === '{address}{hash}'");
    browser.wait_until(&is_at("&own=")).await?;
    // The progress of the solve is seen above the lower edge of the window.
    let place = "return getComputedStyle(deep('.duel-solving')).position;";
    ensure!(browser.evaluate::<String>(place).await? == "sticky");
    // The button is not cut.
    let close = "[data-control=close]";
    let cut = format!("const it = deep('{close}'); return it.scrollWidth - it.clientWidth;");
    ensure!(browser.evaluate::<i32>(&cut).await? <= 0, "the text of the button is cut");
    browser.find(".duel .swiped").await?.send_keys(&char::from(Key::Down).to_string()).await?;
    browser.wait_until(&is_at("&own=d")).await?;
    browser.client().refresh().await?;
    browser.find(".duel[data-moves='2']").await?;
    browser.wait_until(&is_at("&own=d")).await?;
    browser.client().back().await?;
    browser.wait_until("!deep('.duel-panel')").await?;
    player.until("data-moves", "1").await?;
    browser.wait_until(&is_at("")).await?;
    browser.client().forward().await?;
    browser.find(".duel[data-moves='2']").await?;
    browser.click(close).await?;
    browser.wait_until(&format!("!deep('.duel-panel') && {}", is_at(""))).await?;
    ensure!(browser.count_visible(&player.css(".board")).await? == 1, "the player is hidden");
    browser.assert_quiet().await
}

/// The top and the bottom of the chart of a player, from the top of the player, on a desktop and on
/// a phone.
async fn chart_places(browser: &Browser, player: &PagePlayer<'_>) -> Result<Vec<[f64; 2]>> {
    let mut places = Vec::new();
    for device in [Device::DESKTOP, Device::PHONE] {
        browser.set_device(device).await?;
        let place = format!(
            "const {{ top }} = deep(\"{}\").getBoundingClientRect();
             const plot = deep(\"{}\").getBoundingClientRect();
             return [plot.top - top, plot.bottom - top];",
            player.css(""),
            player.css(".plot")
        );
        places.push(browser.evaluate(&place).await?);
    }
    Ok(places)
}

#[tokio::test]
async fn a_player_pauses_at_turning_points_and_asks_where_the_reader_wants_it() -> Result<()> {
    let address = "#/play?game=2x2_to_32&seed=47";
    let (_served, browser) = Site::built()?.open(Device::PHONE, address).await?;
    let player = PagePlayer::new(&browser, "2x2_to_32");
    player.ready().await?;
    player.press("guess").await?;
    // A player that is paused says at once when it asks.
    browser.wait_for_text(&player.css(".status"), " and asks you.").await?;
    let chart = chart_places(&browser, &player).await?;
    player.press("start").await?;
    browser.wait_for_text(".guess", "fell here. What would you play?").await?;
    player.until("data-running", "false").await?;
    // Nothing has moved. The tile is marked; the best move, and what the other tile would have meant,
    // are not given away.
    ensure!(chart_places(&browser, &player).await? == chart, "the chart moves");
    let mark = format!(
        "return getComputedStyle(deep(\"{}\")).outlineStyle;",
        player.css("[data-role=spawned] .face")
    );
    ensure!(browser.evaluate::<String>(&mark).await? == "solid", "the tile is not marked");
    let hidden = [".badge", ".sentence", ".moves [data-standing=best]", ".win-probability .value"];
    for part in hidden {
        let is_shown = format!(
            "return deep(\"{}\").checkVisibility({{ visibilityProperty: true }});",
            player.css(part)
        );
        let expected = part.starts_with(".win");
        ensure!(browser.evaluate::<bool>(&is_shown).await? == expected, "{part}");
    }
    browser.wait_until("active().closest('.guess .tools')").await?;
    check_on(&browser, &[Device { width: 320, ..Device::PHONE }]).await?;
    browser.click(".guess .tools [aria-disabled=false]").await?;
    browser.wait_for_text(".guess .answer", "(your guess)").await?;
    browser.wait_for_text(".guess .spawns", "would have meant: ").await?;
    browser.wait_for_text(&player.css(".status"), "Your guess kept ").await?;
    ensure!(chart_places(&browser, &player).await? == chart, "the chart moves");
    check_on(&browser, &[Device { width: 320, ..Device::PHONE }]).await?;
    browser.click("[data-control=go-on-guessing]").await?;
    browser.wait_until("!deep('.guess .spawns')").await?;
    // Without the questions the game goes on by itself.
    player.press("guess").await?;
    browser.wait_until("!deep('.guessing')").await?;
    player.speed("fastest").await?;
    player.press("start").await?;
    player.until("data-outcome", "won").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn where_the_program_is_not_published_a_player_says_so() -> Result<()> {
    let (served, browser) = Site::built()?
        .remove("embed/puzzle_bg.wasm")
        .open(Device::DESKTOP, "#/play?game=2x2_to_8")
        .await?;
    let player = PagePlayer::new(&browser, "2x2_to_8");
    player.ready().await?;
    player.press("duel").await?;
    let note = player.css(".status [data-subject]");
    browser.wait_for_text(&note, "Your own game could not be loaded").await?;
    player.press("duel").await?;
    browser.wait_for_text(&note, "Try again").await?;
    ensure!(browser.count(&player.css("[data-subject]")).await? == 1, "there are several notes");
    player.press("step").await?;
    player.until("data-moves", "1").await?;
    // The note offers to try again, and goes when that succeeds.
    served.restore("embed/puzzle_bg.wasm");
    browser.click(&format!("{note} button")).await?;
    browser.find(".duel").await?;
    browser.wait_until(&format!("!deep(\"{note}\")")).await?;
    browser.assert_quiet_but(&["puzzle_bg.wasm"]).await
}
