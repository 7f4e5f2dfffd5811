//! Games that are played on the page of positions by keyboard alone: hints, mistakes, files, and
//! what a reader shares.

use anyhow::{Context as _, Result, ensure};
use mdp2048_explorer::{Report, saved_text};
use mdp2048_model::{Game, PlainSolution, Seed, SeededSpawns, Status, Values as _};
use mdp2048_review::{MoveReview, RecordedGame, Review};
use mdp2048_rules::{Action, Board, Shape};
use mdp2048_tests::browser::{Browser, Device};
use serde_json::json;

use crate::exploring::{control, open, unfold, until_board};

/// Presses a key of the keyboard; `text` is what it types.
pub(crate) async fn press(browser: &Browser, key: &str, text: &str) -> Result<()> {
    let code = match key {
        "Tab" => 9,
        "Enter" => 13,
        _ => 0,
    };
    for kind in ["keyDown", "keyUp"] {
        let mut event = json!({ "type": kind, "key": key, "code": key,
            "windowsVirtualKeyCode": code });
        if kind == "keyDown" && !text.is_empty() {
            event["text"] = text.into();
        }
        browser.devtools("Input.dispatchKeyEvent", event).await?;
    }
    Ok(())
}

/// Presses Tab until an element has the focus.
pub(crate) async fn tab_to(browser: &Browser, css: &str) -> Result<()> {
    for _ in 0..60 {
        press(browser, "Tab", "").await?;
        let script = format!("return Boolean(active()?.matches(\"{css}\"));");
        if browser.evaluate::<bool>(&script).await? {
            return Ok(());
        }
    }
    anyhow::bail!("the Tab key does not reach {css}")
}

/// Plays a game by W, A and S in a fixed order, which is a bad policy.
async fn play(browser: &Browser, game: &Game, seed: u32) -> Result<RecordedGame> {
    let mut spawns = SeededSpawns::new(Seed::from(seed));
    let mut board = spawns.start(game);
    let mut moves: Vec<(Board, Action)> = Vec::new();
    until_board(browser, &board.hex()).await?;
    let keys = [(Action::Up, "w"), (Action::Left, "a"), (Action::Down, "s"), (Action::Right, "d")];
    while game.status(board) == Status::Playing {
        let allowed = keys.iter().find(|(action, _)| game.act(board, *action).is_some());
        let &(action, key) = allowed.context("an allowed action")?;
        moves.push((board, action));
        board = spawns.spawn(game, game.act(board, action).context("allowed")?.after);
        press(browser, key, key).await?;
        until_board(browser, &board.hex()).await?;
    }
    Ok(RecordedGame::new(game, &moves, board)?)
}

/// Replaces the clipboard and downloads by records of what they get.
pub(crate) const RECORDERS: &str = "
    window.files = {}; window.copied = null;
    const value = { writeText: async (text) => { window.copied = text; } };
    Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
    const create = URL.createObjectURL.bind(URL), blobs = {};
    URL.createObjectURL = (blob) => { const url = create(blob); blobs[url] = blob; return url; };
    HTMLAnchorElement.prototype.click = function () {
        const blob = blobs[this.href], name = this.download;
        if (blob.type !== 'image/png') blob.text().then((text) => { files[name] = text; });
        else createImageBitmap(blob).then((it) => { files[name] = `${it.width}x${it.height}`; });
    };";

/// Presses a button and returns the text of the file that it saves, or the size of a picture.
pub(crate) async fn saved(browser: &Browser, button: &str, name: &str) -> Result<String> {
    browser.run(&format!("deep(\"{button}\").click();")).await?;
    browser.wait_until(&format!("'{name}' in files")).await?;
    browser.evaluate(&format!("return files['{name}'];")).await
}

/// How far each arrow of a mistake is from the middle of the edge to which its move slides; far if
/// it covers a button outside of the board.
const FAR_ARROWS: &str = "const board = deep('.swiped .board').getBoundingClientRect();
    return deepAll('.pointer').map(it => {
        const { left, top, width, height } = it.getBoundingClientRect();
        const [across, down] = { left: [0, 0.5], right: [1, 0.5], up: [0.5, 0], down: [0.5, 1] }[
            it.dataset.towards];
        const covers = deepAll('button:not(.cell)').some(button => {
            const it = button.getBoundingClientRect();
            return it.width > 0 && it.left < left + width && left < it.right
                && it.top < top + height && top < it.bottom;
        });
        return covers ? 1000 : Math.hypot(left + width / 2 - board.left - across * board.width,
            top + height / 2 - board.top - down * board.height);
    });";

#[tokio::test]
async fn a_game_by_keyboard_alone_is_reviewed_at_the_end_and_shared() -> Result<()> {
    let hash = "#/explore?game=2x2_to_32&mode=play&hints=end&seed=7";
    let (_served, browser) = open(Device::DESKTOP, hash).await?;
    browser.find(".explorer[data-solved=true]").await?;
    tab_to(&browser, "[data-control=slide]").await?;
    browser.wait_for_text(".review", "The grades are hidden").await?;
    ensure!(browser.count(".row .number").await? == 0, "values are shown before the end");

    let game = Game::reach(Shape::TWO_BY_TWO, 32)?;
    let record = play(&browser, &game, 7).await?;
    let solution = PlainSolution::solve(&game);
    let review = Review::of(&solution, &record)?;
    let report = Report::new(solution.valued_game(), &record, &review);
    browser.wait_for_text(".review [data-headline]", &report.headline.text).await?;

    // Next mistake, from the end on.
    let mistakes = review.moves.iter().zip(record.moves());
    let mistakes: Vec<Board> = mistakes
        .filter(|(move_review, _)| move_review.grade.is_mistake())
        .map(|(_, played)| played.board)
        .collect();
    ensure!(!mistakes.is_empty(), "the game has no mistake");
    for board in mistakes.iter().chain(mistakes.first()) {
        browser.click(&control("next-mistake")).await?;
        until_board(&browser, &board.hex()).await?;
    }
    browser.wait_until("location.hash.includes('&ply=')").await?;
    // The worst move, by its key.
    let kept = |it: &&MoveReview| it.kept.unwrap_or(1.0);
    let worst = review.moves.iter().min_by(|a, b| kept(a).total_cmp(&kept(b)));
    let worst = review.moves.iter().position(|it| Some(it) == worst).unwrap_or_default();
    press(&browser, "m", "m").await?;
    until_board(&browser, &record.moves()[worst].board.hex()).await?;
    // The keys of the chart lead to a move, and its numbers are read out.
    browser.run(&format!("deep('{}').focus();", control("chart"))).await?;
    press(&browser, "Home", "").await?;
    until_board(&browser, &record.moves()[0].board.hex()).await?;
    browser.wait_for_text(".position .status", "Move 0, ").await?;
    press(&browser, "ArrowRight", "").await?;
    until_board(&browser, &record.moves()[1].board.hex()).await?;
    browser.click(&control("next-mistake")).await?;
    browser.click(&control("redo")).await?;
    browser.wait_for_text(".status", "Best was").await?;
    browser.click(&control("undo")).await?;
    // The arrows are on the edges of the board, also where it is smaller than its column.
    for device in [Device::PHONE, Device::DESKTOP] {
        browser.set_device(device).await?;
        let far: Vec<f64> = browser.evaluate(FAR_ARROWS).await?;
        ensure!(far.len() == 2 && far.iter().all(|it| *it < 16.0), "{device:?}: {far:?}");
    }

    // What leaves the page.
    browser.run(RECORDERS).await?;
    tab_to(&browser, "[data-control=share]").await?;
    press(&browser, "Enter", "\r").await?;
    for (name, text) in [("summary", report.summary.as_str()), ("link", "#/explore?")] {
        browser.run("window.copied = null;").await?;
        browser.click(&format!("[data-control=copy-{name}]")).await?;
        browser.wait_until("copied !== null").await?;
        let copied: String = browser.evaluate("return copied;").await?;
        ensure!(copied.contains(text), "{copied}");
    }
    let size = saved(&browser, "[data-control=share-picture]", "mdp2048_game.png").await?;
    ensure!(size == "1200x630", "the picture has {size} pixels");
    browser.wait_for_text("dialog [role=status]", "Picture saved").await?;
    browser.click("[data-control=close-share]").await?;
    let text = saved(&browser, &control("save-text"), "2x2_to_32.txt").await?;
    ensure!(text == saved_text(&record), "{text}");

    // Without hints nothing is shown, also not at the end.
    unfold(&browser, "choices").await?;
    browser.click(&format!("{} option[value=never]", control("hints"))).await?;
    browser.wait_for_text(".review", "The grades are hidden").await?;
    ensure!(browser.count("[data-headline], .row .number").await? == 0, "values are shown");
    browser.find(&control("new-game")).await?.send_keys("n").await?;
    browser.wait_until("!/&seed=7(&|$)/.test(location.hash)").await?;
    browser.assert_quiet().await
}
