//! Back, Forward, the menu and links: the place on the page and what it holds belong to an entry of
//! the browser's history.

use anyhow::{Context as _, Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::exploring::{control, open, until_board};
use crate::first_answer::PLAYED;
use crate::page::PagePlayer;

/// Presses a link with an address, which is on no page.
async fn follow(browser: &Browser, hash: &str) -> Result<()> {
    let press = format!(
        "const link = Object.assign(document.createElement('a'), {{ href: '{hash}' }});
         document.body.append(link);
         link.click();
         link.remove();"
    );
    browser.run(&press).await?;
    browser.wait_until(&format!("location.hash.startsWith('{hash}')")).await
}

/// Presses a link of the menu.
async fn menu(browser: &Browser, link: &str) -> Result<()> {
    let press = format!(
        "[...document.querySelectorAll('nav a')].find(it => it.textContent === '{link}').click();"
    );
    browser.run(&press).await?;
    let current = format!("document.querySelector('nav [aria-current]')?.textContent === '{link}'");
    browser.wait_until(&current).await
}

/// Goes to an entry of the history, by its distance from the present one, and waits until the
/// address begins as that of the entry.
async fn go(browser: &Browser, distance: i32, hash: &str) -> Result<()> {
    browser.run(&format!("history.go({distance});")).await?;
    let is_there = format!("location.hash.startsWith('{hash}')");
    browser.wait_until(&is_there).await.with_context(|| format!("{distance} to {hash}"))
}

async fn number(browser: &Browser, expression: &str) -> Result<f64> {
    browser.evaluate(&format!("return Number({expression});")).await
}

/// Waits until the page is scrolled to a place.
async fn until_place(browser: &Browser, place: u32) -> Result<()> {
    let is_there = format!("Math.abs(scrollY - {place}) <= 1");
    let found = browser.wait_until(&is_there).await;
    found.with_context(|| format!("the page is not scrolled to {place}"))
}

/// Scrolls as a reader does, and waits for the event.
async fn scroll(browser: &Browser, place: u32) -> Result<()> {
    // Scripts of Firefox's driver have a global object of their own.
    let scroll = format!(
        "const {{ dataset }} = document.documentElement;
         delete dataset.scrolled;
         addEventListener('scroll', () => {{ dataset.scrolled = ''; }}, {{ once: true }});
         scrollTo(0, {place});"
    );
    browser.run(&scroll).await?;
    browser.wait_until("'scrolled' in document.documentElement.dataset").await?;
    until_place(browser, place).await
}

#[tokio::test]
async fn the_place_of_an_entry_returns_with_it() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "").await?;
    let player = PagePlayer::new(&browser, "3x3_to_512");
    player.ready().await?;
    player.press("end").await?;
    scroll(&browser, 3500).await?;
    follow(&browser, "#/bag").await?;
    until_place(&browser, 0).await?;
    browser.find(".bag-view .headline").await?;
    scroll(&browser, 300).await?;
    go(&browser, -1, "#/play").await?;
    until_place(&browser, 3500).await?;
    // A link within the page.
    follow(&browser, "#/play?game=2x2_to_16&seed=20&move=1").await?;
    PagePlayer::new(&browser, "2x2_to_16").until("data-moves", "1").await?;
    browser.wait_until("scrollY !== 3500").await?;
    go(&browser, -1, "#/play?game=3x3_to_512").await?;
    until_place(&browser, 3500).await?;
    // It survives a reload, also that of another entry.
    follow(&browser, "#/bag").await?;
    browser.find(".bag-view .headline").await?;
    scroll(&browser, 500).await?;
    browser.client().refresh().await?;
    until_place(&browser, 500).await?;
    go(&browser, -1, "#/play").await?;
    until_place(&browser, 3500).await?;
    // The reader scrolls while the place is restored, and is not moved any more.
    go(&browser, 1, "#/bag").await?;
    browser.run("dispatchEvent(new WheelEvent('wheel')); scrollTo(0, 100);").await?;
    let later = "new Promise((resolve) => setTimeout(() => resolve(scrollY), 300))";
    let place: f64 = browser.evaluate(&format!("return {later};")).await?;
    ensure!((place - 100.0).abs() <= 1.0, "the reader is moved to {place}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_paused_game_returns_to_its_position() -> Result<()> {
    let first = "#/play?game=2x2_to_32&seed=47";
    let (_served, browser) = open(Device::DESKTOP, &format!("{first}&move=9")).await?;
    let player = PagePlayer::new(&browser, "2x2_to_32");
    player.until("data-moves", "9").await?;
    player.press("back").await?;
    browser.wait_until(&format!("location.hash === '{first}&move=8'")).await?;
    let points = player.points().await?;
    // Another page, another game of the player, and the same link twice.
    menu(&browser, "Diagrams").await?;
    go(&browser, -1, first).await?;
    player.until("data-moves", "8").await?;
    for _ in 0..2 {
        follow(&browser, "#/play?game=2x2_to_32&seed=42&move=2").await?;
        player.until("data-seed", "42").await?;
        player.until("data-moves", "2").await?;
        player.press("step").await?;
        player.until("data-moves", "3").await?;
        browser.wait_until("location.hash.endsWith('seed=42&move=3')").await?;
    }
    go(&browser, -2, &format!("{first}&move=8")).await?;
    player.until("data-moves", "8").await?;
    player.until("data-seed", "47").await?;
    ensure!(player.points().await? == points, "the furthest position is another one");
    go(&browser, 1, "#/play?game=2x2_to_32&seed=42&move=3").await?;
    player.until("data-moves", "3").await?;
    browser.client().refresh().await?;
    player.until("data-moves", "3").await?;
    go(&browser, -1, &format!("{first}&move=8")).await?;
    player.until("data-moves", "8").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_running_game_goes_on_where_it_was() -> Result<()> {
    let first = "#/play?game=3x3_to_512&seed=42&move=222";
    let (_served, browser) = open(Device::DESKTOP, first).await?;
    let player = PagePlayer::new(&browser, "3x3_to_512");
    player.ready().await?;
    player.until("data-moves", "222").await?;
    player.speed("slow").await?;
    player.press("start").await?;
    let moves = "deep(\"[data-player='3x3_to_512']\").dataset.moves";
    browser.wait_until(&format!("{moves} > 223")).await?;
    // To another page by a link and by the menu, to another player, and to another game.
    for link in ["#/bag", "#/play?game=2x2_to_16&seed=20", "#/play?game=3x3_to_512&seed=7&move=17"]
    {
        follow(&browser, link).await?;
        if link.contains("seed=7") {
            player.until("data-moves", "17").await?;
            player.until("data-running", "false").await?;
        } else if link.contains("2x2") {
            PagePlayer::new(&browser, "2x2_to_16").until("data-moves", "0").await?;
            // The player that rests out of sight leaves the address to the other one.
            player.until("data-running", "false").await?;
            ensure!(browser.evaluate::<bool>("return location.hash.includes('2x2');").await?);
        }
        let before = number(&browser, moves).await?;
        let before = if link.contains("seed=7") { 224.0 } else { before };
        go(&browser, -1, first).await?;
        player.until("data-running", "true").await.context(link)?;
        let after = number(&browser, moves).await?;
        ensure!(after >= before, "{link}: {before} moves, and then {after}");
        browser.wait_until(&format!("{moves} > {after}")).await.context(link)?;
    }
    menu(&browser, "Bag").await?;
    player.until("data-running", "false").await?;
    let before = number(&browser, moves).await?;
    menu(&browser, "Play").await?;
    player.until("data-running", "true").await?;
    ensure!(number(&browser, moves).await? >= before, "the menu rewinds");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_duel_stays_open_on_the_page_that_is_left() -> Result<()> {
    let first = "#/play?game=2x2_to_16&seed=20&move=1";
    let (_served, browser) = open(Device::DESKTOP, first).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.until("data-moves", "1").await?;
    player.press("duel").await?;
    browser.find(".duel[data-moves='1'][data-solved=true]").await?;
    browser.click(".duel [aria-label][aria-disabled=false]").await?;
    browser.find(".duel[data-moves='2']").await?;
    browser.wait_until(&format!("/^{}&own=[lrud]$/.test(location.hash)", regex(first))).await?;
    browser.run("deep('.duel-panel').isTheSame = true;").await?;
    follow(&browser, "#/bag").await?;
    go(&browser, -1, &format!("{first}&own=")).await?;
    browser.find(".duel[data-moves='2']").await?;
    menu(&browser, "Arena").await?;
    menu(&browser, "Play").await?;
    browser
        .wait_until("deep('.duel-panel').isTheSame && deep('.duel-panel').checkVisibility()")
        .await?;
    go(&browser, -2, &format!("{first}&own=")).await?;
    // Before it is the player, and Forward opens the game again with its moves.
    go(&browser, -1, first).await?;
    browser.wait_until("!deep('.duel-panel')").await?;
    player.until("data-moves", "1").await?;
    go(&browser, 1, &format!("{first}&own=")).await?;
    browser.find(".duel[data-moves='2'][data-solved=true]").await?;
    // Another game of the player ends it, and Back brings it back.
    follow(&browser, "#/play?game=2x2_to_16&seed=42").await?;
    browser.wait_until("!deep('.duel-panel')").await?;
    go(&browser, -1, &format!("{first}&own=")).await?;
    browser.find(".duel[data-moves='2']").await?;
    browser.assert_quiet().await
}

/// A text as a pattern of JavaScript that matches it.
fn regex(text: &str) -> String {
    text.replace('/', "\\/").replace('?', "\\?")
}

#[tokio::test]
async fn positions_and_their_review_return() -> Result<()> {
    let address = PLAYED;
    let (_served, browser) = open(Device::DESKTOP, address).await?;
    browser.wait_for_text(".explorer .review", "kept").await?;
    let review = "return deep('.explorer .review').textContent;";
    let before: String = browser.evaluate(review).await?;
    let board: String = browser.evaluate("return deep('.explorer').dataset.board;").await?;
    // Another position of the page, another page, and the menu.
    follow(&browser, "#/explore?game=2x2_to_8&state=0011").await?;
    until_board(&browser, "0011").await?;
    go(&browser, -1, address).await?;
    until_board(&browser, &board).await?;
    browser.find(".explorer[data-solved=true]").await?;
    ensure!(browser.evaluate::<String>(review).await? == before, "the review is another one");
    follow(&browser, "#/bag").await?;
    menu(&browser, "Explore").await?;
    until_board(&browser, &board).await?;
    ensure!(browser.evaluate::<String>("return location.hash;").await? == address);
    ensure!(browser.evaluate::<String>(review).await? == before, "the review is another one");
    // The link of the page itself leads to its beginning, and Back to where the reader was.
    menu(&browser, "Explore").await?;
    until_board(&browser, "022157168").await?;
    go(&browser, -1, address).await?;
    until_board(&browser, &board).await?;
    browser.client().refresh().await?;
    until_board(&browser, &board).await?;
    let is_there =
        format!("deep('.explorer .review')?.textContent === {}", serde_json::to_string(&before)?);
    browser.wait_until(&is_there).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_change_of_a_position_that_back_undoes_is_an_entry() -> Result<()> {
    let first = "#/explore?game=2x2_to_16&state=0123";
    let (_served, browser) = open(Device::DESKTOP, first).await?;
    browser.find(".explorer[data-board='0123'][data-solved=true]").await?;
    browser.run(&format!("deep('{}').click();", control("clear"))).await?;
    until_board(&browser, "0000").await?;
    browser.wait_until("location.hash.includes('state=0000')").await?;
    let keys = "return history.state.entry;";
    let cleared: String = browser.evaluate(keys).await?;
    go(&browser, -1, first).await?;
    until_board(&browser, "0123").await?;
    ensure!(browser.evaluate::<String>(keys).await? != cleared, "the entry has the same key");
    go(&browser, 1, "#/explore?game=2x2_to_16&state=0000").await?;
    until_board(&browser, "0000").await?;
    ensure!(browser.evaluate::<String>(keys).await? == cleared, "the entry has another key");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_puzzle_returns_with_what_was_tried() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/puzzle?day=2026-11-13").await?;
    browser.find(".daily [data-board]").await?;
    let wrong = "for (const name of ['left', 'right', 'up', 'down'])
            if (!deep('.daily [data-square]'))
                deep(`.daily [data-control=${name}][aria-disabled=false]`)?.click();";
    browser.run(wrong).await?;
    browser.find(".daily [data-square]").await?;
    let result = "return deep('.daily-result [data-result]').textContent;";
    let before: String = browser.evaluate(result).await?;
    follow(&browser, "#/puzzle?day=2026-11-12").await?;
    browser.wait_until("!deep('.daily [data-square]')").await?;
    go(&browser, -1, "#/puzzle?day=2026-11-13").await?;
    browser.find(".daily [data-square]").await?;
    ensure!(browser.evaluate::<String>(result).await? == before, "what was said is gone");
    follow(&browser, "#/bag").await?;
    go(&browser, -1, "#/puzzle?day=2026-11-13").await?;
    ensure!(browser.evaluate::<String>(result).await? == before, "what was said is gone");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_diagram_returns_as_far_as_it_was_solved() -> Result<()> {
    let first = "#/diagram?game=2x2_to_16";
    let (_served, browser) = open(Device::DESKTOP, &format!("{first}&seed=20")).await?;
    browser.find(".diagram-view .canvas .item").await?;
    let solved = "return deep('.diagram-view .solve').textContent;";
    for _ in 0..3 {
        let before: String = browser.evaluate(solved).await?;
        browser.click(".diagram-view [data-control=solve]").await?;
        let before = serde_json::to_string(&before)?;
        let is_other = format!("deep('.diagram-view .solve').textContent !== {before}");
        browser.wait_until(&is_other).await?;
    }
    let before: String = browser.evaluate(solved).await?;
    // The gallery, another diagram, and a running game there.
    menu(&browser, "Diagrams").await?;
    follow(&browser, "#/diagram?game=2x2_to_8&seed=42").await?;
    browser.find("[data-diagram='2x2_to_8']").await?;
    browser.click(".diagram-view [data-control=start]").await?;
    browser.find(".diagram-view[data-running=true]").await?;
    browser.wait_until("deep('.diagram-view').dataset.step > 0").await?;
    let step = number(&browser, "deep('.diagram-view').dataset.step").await?;
    go(&browser, -2, first).await?;
    browser.find("[data-diagram='2x2_to_16']").await?;
    ensure!(browser.evaluate::<String>(solved).await? == before, "it is solved otherwise");
    go(&browser, 2, "#/diagram?game=2x2_to_8").await?;
    browser.find("[data-diagram='2x2_to_8']").await?;
    ensure!(number(&browser, "deep('.diagram-view').dataset.step").await? >= step, "it is rewound");
    browser.wait_until(&format!("deep('.diagram-view').dataset.step > {step}")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_sample_of_bags_returns() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/bag").await?;
    browser.find(".bag-view .headline").await?;
    browser.click(".bag-view [data-control=sample]").await?;
    browser.wait_until("deep('.sampler').dataset.games > 1000").await?;
    browser.click(".bag-view [data-control=sample]").await?;
    browser.find(".sampler[data-sampling=false]").await?;
    let games = "deep('.sampler').dataset.games";
    let before = number(&browser, games).await?;
    follow(&browser, "#/explore?game=2x2_to_8").await?;
    go(&browser, -1, "#/bag").await?;
    ensure!(number(&browser, games).await? == before, "the sample is another one");
    // A new entry does what it says, and the sample is that of its entry.
    menu(&browser, "Bag").await?;
    browser.find(".sampler[data-games='0']").await?;
    browser.click(".bag-view [data-control=sample]").await?;
    browser.wait_until("deep('.sampler').dataset.games > 100").await?;
    go(&browser, -1, "#/bag").await?;
    browser.find(&format!(".sampler[data-games='{before}'][data-sampling=false]")).await?;
    // What ran there waits, and goes on.
    go(&browser, 1, "#/bag").await?;
    browser.find(".sampler[data-sampling=true]").await?;
    let more = number(&browser, games).await?;
    ensure!(more > 100.0, "the second sample is gone");
    browser.wait_until(&format!("{games} > {more}")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_race_returns_and_goes_on() -> Result<()> {
    let first = "#/arena?game=4x4_score&agents=greedy,random&seed=7&mode=race";
    let (_served, browser) = open(Device::DESKTOP, first).await?;
    browser.click(".arena .settings [data-control=start]").await?;
    let games = "Number(deep('.race tr[data-agent=greedy]')?.dataset.games ?? 0)";
    browser.wait_until(&format!("{games} > 5")).await?;
    let before = number(&browser, games).await?;
    for link in ["#/bag", "#/arena?game=4x4_score&agents=random&seed=1", first] {
        follow(&browser, link).await?;
        if link.starts_with("#/arena") {
            // A link does what it says, also to the address that is shown.
            browser.find(".arena[data-running=false]").await.context(link)?;
        }
        go(&browser, -1, first).await?;
        browser.find(".arena[data-running=true]").await.context(link)?;
        browser.wait_until(&format!("{games} > 0")).await?;
        let after = number(&browser, games).await?;
        ensure!(after >= before, "{link}: {before} games, and then {after}");
        browser.wait_until(&format!("{games} > {after}")).await.context(link)?;
    }
    // Loaded again, it rests and says how many games there are.
    browser.client().refresh().await?;
    browser.wait_until(&format!("{games} >= {before}")).await?;
    browser.find(".arena[data-running=false]").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_menu_leads_to_a_page_as_it_was_left() -> Result<()> {
    let (_served, browser) = open(Device::PHONE, "#/explore?game=2x2_to_16&state=0123").await?;
    browser.find(".explorer[data-board='0123'][data-solved=true]").await?;
    browser.wait_until("document.documentElement.scrollHeight > innerHeight + 400").await?;
    scroll(&browser, 400).await?;
    menu(&browser, "Bag").await?;
    until_place(&browser, 0).await?;
    browser.find(".bag-view .headline").await?;
    menu(&browser, "Explore").await?;
    browser.wait_until("location.hash.endsWith('state=0123')").await?;
    until_board(&browser, "0123").await?;
    until_place(&browser, 400).await?;
    // Also after a reload on another page.
    menu(&browser, "Bag").await?;
    browser.client().refresh().await?;
    browser.find(".bag-view .headline").await?;
    menu(&browser, "Explore").await?;
    until_board(&browser, "0123").await?;
    // The link of the page leads to its beginning.
    menu(&browser, "Explore").await?;
    until_board(&browser, "022157168").await?;
    until_place(&browser, 0).await?;
    go(&browser, -1, "#/explore?game=2x2_to_16&state=0123").await?;
    until_board(&browser, "0123").await?;
    until_place(&browser, 400).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn two_tabs_keep_their_own_places_and_states() -> Result<()> {
    let site = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    let address = "#/arena?game=4x4_score&agents=greedy,random&seed=7&mode=race";
    let games = "Number(deep('.race tr[data-agent=greedy]')?.dataset.games ?? 0)";
    browser.goto(&site.url(address)).await?;
    browser.click(".arena .settings [data-control=start]").await?;
    browser.wait_until(&format!("{games} > 5")).await?;
    follow(&browser, "#/explore?game=2x2_to_16&state=0123").await?;
    until_board(&browser, "0123").await?;
    let client = browser.client();
    let first = client.window().await?;
    let second = client.new_window(true).await?.handle;
    client.switch_to_window(second).await?;
    browser.goto(&site.url("#/explore?game=2x2_to_8&state=0011")).await?;
    until_board(&browser, "0011").await?;
    menu(&browser, "Arena").await?;
    browser.find(".arena .lane").await?;
    menu(&browser, "Explore").await?;
    until_board(&browser, "0011").await?;
    client.close_window().await?;
    client.switch_to_window(first).await?;
    menu(&browser, "Arena").await?;
    browser.find(".arena[data-running=true]").await?;
    ensure!(number(&browser, games).await? > 5.0, "the race is gone");
    go(&browser, -1, "#/explore?game=2x2_to_16&state=0123").await?;
    until_board(&browser, "0123").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_address_of_one_player_is_not_replaced_by_that_of_another() -> Result<()> {
    let asked = "#/play?game=2x2_to_32&seed=47&move=8";
    let (_served, browser) = open(Device::DESKTOP, asked).await?;
    PagePlayer::new(&browser, "2x2_to_32").ready().await?;
    browser.click("[data-duel]").await?;
    browser
        .wait_until("location.hash.includes('game=3x3_to_512') && location.hash.includes('own=')")
        .await?;
    browser.client().back().await?;
    browser.wait_until(&format!("location.hash === '{asked}'")).await?;
    // The choice of another game is in the address.
    browser.run("document.querySelector('.choice [value=\"16\"]').click();").await?;
    browser.wait_until("location.hash.startsWith('#/play?game=2x2_to_16&seed=')").await?;
    browser.assert_quiet().await
}
