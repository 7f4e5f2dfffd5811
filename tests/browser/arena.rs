//! The page of the arena: agents side by side, races, and the comparison with the exact optimum.

use std::time::Duration;

use anyhow::{Result, bail, ensure};
use fantoccini::key::Key;
use mdp2048_agents::{AgentResources, AgentSpec, Simulator, play};
use mdp2048_model::{Game, Objective};
use mdp2048_rules::Shape;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;

use crate::accessible::check;
use crate::exploring::open;

/// The CSS selector of an agent's lane.
fn lane(agent: &str) -> String {
    format!(".lane[data-agent='{agent}']")
}

/// Waits until an agent has considered its first position.
async fn ready(browser: &Browser, agent: &str) -> Result<()> {
    let css = format!("{}[data-moves='0'] .estimates", lane(agent));
    browser.find(&css).await.map(drop)
}

/// Presses a control of the settings.
async fn press(browser: &Browser, name: &str) -> Result<()> {
    browser.click(&format!(".arena .settings [data-control={name}]")).await
}

/// Chooses an item of a menu.
async fn choose(browser: &Browser, name: &str, item: &str) -> Result<()> {
    browser
        .evaluate(&format!(
            "const menu = deep('.arena [data-control={name}]'); menu.value = '{item}';
             menu.dispatchEvent(new Event('change', {{ bubbles: true }}));"
        ))
        .await
}

/// A number of a row of the race.
async fn games(browser: &Browser, agent: &str) -> Result<u32> {
    let css = format!(".race tr[data-agent='{agent}']");
    browser.evaluate(&format!("return Number(deep(\"{css}\").dataset.games);")).await
}

#[tokio::test]
async fn agents_play_the_game_of_a_seed_as_the_command_line_does() -> Result<()> {
    let (served, browser) =
        open(Device::DESKTOP, "#/arena?agents=greedy,random&seed=8&level=2").await?;
    browser.wait_for_text("[data-note=arena]", "'level=2', which is not a parameter").await?;
    for agent in ["greedy", "random"] {
        ready(&browser, agent).await?;
    }
    press(&browser, "step").await?;
    for agent in ["greedy", "random"] {
        browser.find(&format!("{}[data-moves='1']", lane(agent))).await?;
    }
    // Keys, also with Caps Lock: another seed, and the one of the field again.
    browser.find(".arena [data-control=start]").await?.send_keys("N").await?;
    browser.wait_until("!/&seed=8(&|$)/.test(location.hash)").await?;
    // A seed counts when it is entered.
    let seed = ".arena [data-control=seed]";
    browser.fill(seed, "7").await?;
    browser.find(seed).await?.send_keys(&char::from(Key::Enter).to_string()).await?;
    browser
        .wait_until("location.hash === '#/arena?game=4x4_score&agents=greedy,random&seed=7'")
        .await?;
    choose(&browser, "speed", "as fast as they can").await?;
    press(&browser, "start").await?;
    let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1)?;
    let simulator = Simulator::new(game);
    for agent in ["greedy", "random"] {
        let css = format!("{}[data-over=true] [data-number=points]", lane(agent));
        browser.find(&css).await?;
        let points: String =
            browser.evaluate(&format!("return deep(\"{css}\").dataset.value;")).await?;
        let spec: AgentSpec = agent.parse()?;
        let mut agent = spec.build(&simulator, &AgentResources::default())?;
        let expected = play(&simulator, &mut *agent, 7.into()).points;
        ensure!(points == expected.to_string(), "{points} points instead of {expected}");
    }
    browser.wait_for_text(".arena [data-control=start]", "Again").await?;
    check(&browser).await?;
    ensure!(served.requests().iter().all(|file| !file.ends_with(".network")), "not needed");

    browser.set_device(Device::PHONE).await?;
    press(&browser, "add").await?;
    ensure!(browser.count(".lane").await? == 3, "another agent");
    // It catches up with the others, whose games have ended, and three boards stand in a row.
    let moves = "deepAll('.lane').map(it => Number(it.dataset.moves))";
    let is_there = "moves[2] === Math.max(moves[0], moves[1])";
    browser.wait_until(&format!("(moves => moves[0] > 50 && {is_there})({moves})")).await?;
    let tops = "new Set(deepAll('.lane .board-place').map(it => it.getBoundingClientRect().top))";
    for width in [320, 390] {
        browser.set_device(Device { width, ..Device::PHONE }).await?;
        browser.until_it_fits().await?;
        browser.wait_until(&format!("{tops}.size === 1")).await?;
    }
    // No name of an agent is cut.
    let names = "deepAll('.lane .agent span')";
    let whole = "it.checkVisibility() && it.scrollWidth <= it.clientWidth";
    browser.wait_until(&format!("{names}.length === 3 && {names}.every(it => {whole})")).await?;
    // The names of the columns of a race have two lines, also those beside what is seen.
    press(&browser, "race").await?;
    let height = "deep('.race thead').getBoundingClientRect().height";
    browser.wait_until(&format!("deep('.race thead') && {height} < 75")).await?;
    // On a desktop, the columns of four tiles fit beside the others.
    browser.set_device(Device::DESKTOP).await?;
    press(&browser, "start").await?;
    browser.wait_until("deep('.race thead tr').children.length === 8").await?;
    browser
        .wait_until("deep('.race .scroll').scrollWidth <= deep('.race .scroll').clientWidth")
        .await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn moves_and_races_on_3x3_are_compared_with_the_exact_optimum() -> Result<()> {
    let (_served, browser) =
        open(Device::DESKTOP, "#/arena?game=3x3_to_128&agents=greedy:canonical,optimal&seed=7")
            .await?;
    browser.find(".arena .solving[data-solved=true]").await?;
    ready(&browser, "optimal").await?;
    browser.wait_for_text(&format!("{} .losses", lane("greedy:canonical")), "This move").await?;
    browser.wait_for_text(&format!("{} .losses", lane("optimal")), "This move is optimal").await?;
    choose(&browser, "speed", "as fast as they can").await?;
    press(&browser, "start").await?;
    browser.find(&format!("{}[data-over=true]", lane("greedy:canonical"))).await?;
    // Each has a line, and the results are those of the game.
    for line in
        [".race svg .line.agent-0", ".race svg .line.agent-1", ".known[data-game='3x3_to_128']"]
    {
        browser.find(line).await?;
    }
    browser.wait_for_text(".known", "mean moves").await?;
    let loss = |agent| format!("Number(deep(\"{} .losses\").dataset.loss)", lane(agent));
    browser
        .wait_until(&format!("{} > 0 && {} === 0", loss("greedy:canonical"), loss("optimal")))
        .await?;

    press(&browser, "race").await?;
    press(&browser, "start").await?;
    for agent in ["greedy:canonical", "optimal"] {
        let css = format!(".race tr[data-agent='{agent}']");
        browser.wait_until(&format!("Number(deep(\"{css}\").dataset.games) > 20")).await?;
    }
    // The rates are exact as soon as all games are followed.
    browser.wait_for_text(".race tr[data-agent=optimal] [data-number=loss]", "0, exact").await?;
    browser
        .wait_for_text(".race tr[data-agent='greedy:canonical'] .followed", "exact rate: ")
        .await?;
    browser
        .wait_for_text(".race tr[data-agent='greedy:canonical'] [data-number=loss]", "exact")
        .await?;
    browser.find(".race svg .interval").await?;
    // All are compared on the same games.
    let same =
        "return new Set(deepAll('.race tr[data-games]').map((it) => it.dataset.games)).size;";
    ensure!(browser.evaluate::<u32>(same).await? == 1, "other games");
    // The table fits a desktop.
    let fits = "deep('.race .scroll').scrollWidth <= deep('.race .scroll').clientWidth";
    browser.wait_until(fits).await?;
    // The tab keeps the race while the page is loaded again.
    browser.client().refresh().await?;
    browser.find(".arena[data-running=false] .race tr[data-agent='greedy:canonical']").await?;
    ensure!(games(&browser, "greedy:canonical").await? > 20, "the race is forgotten");
    press(&browser, "restart").await?;
    browser
        .wait_until("deep(\".race tr[data-agent='greedy:canonical']\").dataset.games === '0'")
        .await?;
    ensure!(games(&browser, "greedy:canonical").await? == 0, "the race begins again");
    check(&browser).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_missing_network_is_said_and_loaded_again() -> Result<()> {
    let network = "arena/learned.network";
    let (served, browser) = Site::built()?
        .remove(network)
        .open(Device::DESKTOP, "#/arena?agents=learned:plies=1&seed=7")
        .await?;
    // Nothing large is downloaded before the reader lets the agents play.
    browser.wait_for_text(".lane .hint", "is downloaded when the agents start").await?;
    ensure!(!served.requests().contains(&network.to_owned()), "it is downloaded unasked");
    press(&browser, "step").await?;
    browser.wait_for_text(".lane [role=alert]", "network").await?;
    served.restore(network);
    browser.click(".lane [data-control=retry]").await?;
    ready(&browser, "learned:plies=1").await?;
    // The space bar starts and pauses.
    let start = browser.find(".arena [data-control=start]").await?;
    start.send_keys(&char::from(Key::Space).to_string()).await?;
    browser.wait_until("Number(deep('.lane').dataset.moves) >= 2").await?;
    start.send_keys(&char::from(Key::Space).to_string()).await?;
    browser.find(".arena[data-running=false]").await?;
    browser.wait_for_text(".lane .estimates caption", "expected points from here").await?;
    browser.assert_quiet_but(&[network]).await
}

#[tokio::test]
async fn a_worker_of_another_build_is_refused() -> Result<()> {
    let program = "embed/worker.js";
    let real = Site::built()?.read(program)?;
    let other = "export * from './real.js'; export { default } from './real.js';
        export const build = () => 'another';";
    let site = Site::built()?.replace("embed/real.js", real).replace(program, other);
    let (served, browser) = site.open(Device::DESKTOP, "#/arena?agents=greedy&seed=7").await?;
    let reason = "of another version than this page; load the page again";
    browser.wait_for_text(".lane [role=alert]", reason).await?;
    served.restore(program);
    browser.client().refresh().await?;
    ready(&browser, "greedy").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_program_that_did_not_arrive_is_asked_for_again() -> Result<()> {
    let program = "app/app_bg.wasm";
    let site = Site::built()?.remove(program);
    let (served, browser) = site.open(Device::DESKTOP, "#/arena?agents=greedy&seed=7").await?;
    browser.wait_for_text(".page-arena [role=alert]", "did not load").await?;
    served.restore(program);
    browser.click(".page-arena [data-control=retry]").await?;
    ready(&browser, "greedy").await?;
    browser.assert_quiet_but(&[program]).await
}

/// Hides the tab from the page, or shows it again.
async fn hide(browser: &Browser, is_hidden: bool) -> Result<()> {
    let state = if is_hidden { "hidden" } else { "visible" };
    let script = format!(
        "Object.defineProperty(document, 'visibilityState', {{ value: '{state}', configurable: true
        }}); document.dispatchEvent(new Event('visibilitychange'));"
    );
    browser.evaluate(&script).await
}

/// Waits until a text of the page stays as it is, and returns it. Fails if it never does.
async fn settled(browser: &Browser, expression: &str) -> Result<String> {
    let read = format!("return String({expression});");
    let mut before: String = browser.evaluate(&read).await?;
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_millis(700)).await;
        let now: String = browser.evaluate(&read).await?;
        if now == before {
            return Ok(now);
        }
        before = now;
    }
    bail!("still changing after the page was left: {expression} is {before}")
}

#[tokio::test]
async fn agents_wait_while_the_page_is_hidden() -> Result<()> {
    // One agent plays many games a second, the other a long one.
    let slow = "monte-carlo:games=100";
    let hash = format!("#/arena?game=4x4_score&agents=greedy,{slow}&seed=7&mode=race");
    let (_served, browser) = open(Device::DESKTOP, &hash).await?;
    let row = |agent: &str| format!("deep(\".race tr[data-agent='{agent}']\")");
    let played = format!("{}.dataset.finished", row("greedy"));
    let now = format!("{}.lastElementChild.textContent", row(slow));
    let moves = format!("Number(({now}.match(/move ([0-9,]+)/)?.[1] ?? '0').replaceAll(',', ''))");
    press(&browser, "start").await?;
    browser.wait_until(&format!("{moves} > 20")).await?;

    browser.wait_until(&format!("Number({played}) > 20")).await?;
    hide(&browser, true).await?;
    let games = settled(&browser, &played).await?;
    let position = settled(&browser, &now).await?;
    browser.wait_for_announcement(".arena [data-waiting=true]", "The agents wait").await?;
    let reached: u32 = browser.evaluate(&format!("return {moves};")).await?;

    // They go on by themselves, and the long game from its position on.
    hide(&browser, false).await?;
    browser.wait_until(&format!("{played} !== '{games}'")).await?;
    browser.wait_until(&format!("{now} !== '{position}'")).await?;
    let goes_on: u32 = browser.evaluate(&format!("return {moves};")).await?;
    let is_over = format!("return {}.dataset.games !== '0';", row(slow));
    let is_over: bool = browser.evaluate(&is_over).await?;
    ensure!(is_over || goes_on > reached, "the game goes on from {goes_on}, not {reached}");
    browser.find(".arena[data-running=true] [data-waiting=false]").await?;

    // A reader who has paused finds it paused.
    press(&browser, "start").await?;
    browser.find(".arena[data-running=false]").await?;
    hide(&browser, true).await?;
    let games = settled(&browser, &played).await?;
    hide(&browser, false).await?;
    ensure!(games == settled(&browser, &played).await?, "it goes on after {games} games");
    browser.assert_quiet().await
}
