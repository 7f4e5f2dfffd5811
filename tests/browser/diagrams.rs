//! The diagrams: gallery, stepping, focus, filters, URLs and exported files.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use fantoccini::actions::{InputSource as _, MouseActions, PointerAction};
use fantoccini::key::Key;
use mdp2048_tests::browser::{Browser, Device, Engine};
use mdp2048_tests::site::Site;
use serde_json::json;

use crate::exploring::open;
use crate::page::{policy, replay};

/// The fragment of the game to 8 with canonical states.
pub(crate) const TO_8: &str = "#/diagram?game=2x2_to_8&seed=42";

/// Returns a CSS selector of a control of the diagram.
pub(crate) fn control(name: &str) -> String {
    format!(".diagram-view [data-control={name}]")
}

/// Returns a CSS selector of a node.
pub(crate) fn node(id: &str) -> String {
    format!(".canvas [data-id={id}]")
}

/// Waits until an attribute of the diagram has a value.
async fn until(browser: &Browser, attribute: &str, value: &str) -> Result<()> {
    browser.find(&format!(".diagram-view[{attribute}='{value}']")).await.map(drop)
}

/// Chooses an option of a menu.
async fn choose(browser: &Browser, name: &str, value: &str) -> Result<()> {
    browser.click(&format!("{} option[value='{value}']", control(name))).await
}

/// Shows the settings.
pub(crate) async fn unfold_settings(browser: &Browser) -> Result<()> {
    browser.click(&control("options")).await
}

#[tokio::test]
async fn a_card_of_the_gallery_opens_its_diagram() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "").await?;
    browser.click("nav [href='#/diagram']").await?;
    // The pictures are drawn one after another, and the page answers in between.
    browser.find(".gallery-card img").await?;
    ensure!(browser.count(".gallery-card").await? == 14, "a figure has no card");
    browser.wait_until("deepAll('.gallery-card img').length === 14").await?;
    browser.wait_until("!document.querySelector('.page-play').offsetParent").await?;
    browser.click(".gallery-card[href*='actions=optimal'][href*='2x2_to_16']").await?;
    browser
        .wait_for_text(".diagram-view h2", "2×2 to 16: states up to symmetry, optimal actions")
        .await?;
    browser.wait_for_text("[data-outcome-summary]", "96.25 %").await?;
    browser.client().back().await?;
    browser.find(".gallery-card").await?;
    browser.click("nav [href='#/play']").await?;
    browser.wait_until("document.querySelector('.page-play').offsetParent").await?;
    ensure!(browser.count_visible("[data-note=address]").await? == 0, "a note on a valid address");
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_token_plays_the_same_game_as_the_player() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, TO_8).await?;
    let game = replay(policy(&Site::built()?, "2x2_to_8")?, 42);
    let boards: Vec<String> = game.boards().map(|board| board.hex()).collect();
    until(&browser, "data-board", &boards[0]).await?;
    for steps in 1..boards.len() {
        browser.click(&control("step")).await?;
        until(&browser, "data-step", &steps.to_string()).await?;
    }
    until(&browser, "data-board", &boards[5]).await?;
    browser.wait_for_announcement(".diagram-view [data-live]", "Won after 5 moves").await?;
    ensure!(browser.count(".token-layer [data-taken]").await? == 5, "a move is not highlighted");
    browser.click(&control("back")).await?;
    until(&browser, "data-board", &boards[4]).await?;
    browser.wait_until(&format!("location.hash === '{TO_8}&step=4'")).await?;
    browser.click(&control("restart")).await?;
    until(&browser, "data-board", &boards[0]).await?;
    browser.click(&control("start")).await?;
    until(&browser, "data-running", "true").await?;
    until(&browser, "data-step", "2").await?;
    browser.click(&control("start")).await?;
    until(&browser, "data-running", "false").await?;
    // An action that the reader chooses.
    browser.click(&control("restart")).await?;
    browser.click(&control("act-up")).await?;
    until(&browser, "data-step", "1").await?;
    browser.wait_for_announcement(".diagram-view [data-live]", "The last action was up.").await?;
    browser.wait_until(&format!("location.hash === '{TO_8}&moves=u'")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_node_shows_its_details_and_highlights_its_neighbours() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, TO_8).await?;
    browser.find(&node("s0122")).await?;
    let (x, y) = browser.rect(&node("s0122")).await?.middle();
    let hover = PointerAction::MoveTo {
        duration: Some(Duration::from_millis(50)),
        x: x.round(),
        y: y.round(),
    };
    let mouse = MouseActions::new("mouse".to_owned());
    browser.client().perform_actions(mouse.then(hover)).await?;
    browser.wait_for_text(".panel", "State 0 2/4 4").await?;
    browser.wait_for_text(".panel", "keeps 10.00").await?;
    ensure!(
        browser.count(".highlight-layer .highlighted-edge").await? > 2,
        "no edges are highlighted"
    );
    // The dimming path covers everything except its holes.
    let holes = "return deep('.highlight-layer .dimming').getAttribute('d')
        .split('M').length;";
    let holes: usize = browser.evaluate(holes).await?;
    let items = browser.count(".canvas .item").await?;
    ensure!(holes > 5 && holes < items, "{holes} holes for {items} items");
    // A click selects the node, and a button starts a game there.
    browser.click(&node("s0122")).await?;
    browser.wait_until("location.hash.endsWith('&node=s0122&seed=42')").await?;
    browser.click(&control("start-here")).await?;
    until(&browser, "data-board", "0122").await?;
    browser.wait_until("location.hash.endsWith('&node=s0122&seed=42&from=0122')").await?;
    // Arrow keys in the drawing follow the edges, and Enter starts a game.
    browser.run(&format!("deep('{}').focus();", node("s0122"))).await?;
    browser.press(Key::Left).await?;
    browser.wait_until("!active().matches('[data-id=s0122]')").await?;
    ensure!(
        browser.count(".highlight-layer .highlighted-node").await? >= 1,
        "the focus is not highlighted"
    );
    let id: String = browser.evaluate("return active().dataset.id;").await?;
    browser.press(Key::Enter).await?;
    until(&browser, "data-board", &id[1..]).await?;
    browser.press(Key::Right).await?;
    browser.wait_until(&format!("!active().matches('[data-id={id}]')")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn chips_say_in_words_how_a_game_ends() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/diagram?game=2x2_to_16&ends=marks").await?;
    browser.find(".node-layer .stub").await?;
    // A small drawing squeezes the texts, which are about as wide as their chips.
    let wrong = "return deepAll('.node-layer .stub').filter((stub) => {
        const [rect, text] = [stub.querySelector('rect'), stub.querySelector('text')];
        const [chip, words] = [rect, text].map((it) => it.getBoundingClientRect());
        return !/^(win|lose)/.test(text.textContent)
            || !text.checkVisibility() || [...text.children].some((it) => !it.checkVisibility())
            || words.left < chip.left - 2 || words.right > chip.right + 6;
    }).map((it) => it.textContent);";
    let wrong: Vec<String> = browser.evaluate(wrong).await?;
    ensure!(wrong.is_empty(), "{wrong:?}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn keys_work_where_nothing_has_the_focus() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, TO_8).await?;
    browser.find(&node("s0110")).await?;
    let key = json!({ "type": "keyDown", "key": "c" });
    browser.devtools("Input.dispatchKeyEvent", key).await?;
    browser.wait_for_text(".solve", "Only the ends are known").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn settings_change_the_drawing() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, TO_8).await?;
    browser.wait_for_text(".summary", "15 states and 44 transitions").await?;
    unfold_settings(&browser).await?;
    choose(&browser, "actions", "optimal").await?;
    browser.wait_for_text(".diagram-view h2", "optimal actions").await?;
    choose(&browser, "actions", "all").await?;
    // A large drawing appears in parts, each in a task of its own.
    browser
        .run(
            "window.parts = [];
            new MutationObserver(records => {
                const added = records.flatMap(record => [...record.addedNodes]);
                const count = added.filter(it => it.matches?.('[data-edge], [data-node]')).length;
                if (count > 0) window.parts.push(count);
            }).observe(deep('.canvas'), { childList: true, subtree: true });",
        )
        .await?;
    choose(&browser, "boards", "all").await?;
    browser.wait_for_text(".summary", "68 states and 528 transitions").await?;
    browser.wait_for_text(".summary", "there are 70 and 530").await?;
    browser.wait_until("deepAll('.canvas .item.state').length === 68").await?;
    browser.wait_until("deepAll('.canvas .item').length === 70").await?;
    browser.find(".canvas [data-id=win]").await?;
    let parts: Vec<usize> = browser.evaluate("return window.parts;").await?;
    ensure!(parts.iter().all(|&part| part <= 220) && parts.len() >= 3, "{parts:?}");
    choose(&browser, "ends", "marks").await?;
    browser.wait_until("deepAll('.canvas .item').length === 68").await?;
    choose(&browser, "boards", "canonical").await?;
    browser.click(&control("afterstates")).await?;
    browser.find(".canvas .afterstate").await?;
    choose(&browser, "target", "16").await?;
    browser.wait_for_text("[data-outcome-summary]", "96.25 %").await?;
    browser.click(&control("shade")).await?;
    browser.find(".canvas .shade").await?;
    browser
        .wait_until(
            "location.hash.startsWith('#/diagram?game=2x2_to_16&afterstates=yes&\
             ends=marks&shade=yes')",
        )
        .await?;
    // Two settings that change in one task both stay.
    let [flow, merge] = ["flow", "merge"].map(control);
    browser.run(&format!("deep('{flow}').click(); deep('{merge}').click();")).await?;
    browser.wait_until("['flow=yes', 'merge=no'].every(it => location.hash.includes(it))").await?;
    browser.wait_until(&format!("deep('{flow}').checked && !deep('{merge}').checked")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_flow_of_games_reaches_the_win_and_the_loss() -> Result<()> {
    let hash = "#/diagram?game=2x2_to_16&seed=20";
    let (_served, browser) = open(Device::DESKTOP, hash).await?;
    unfold_settings(&browser).await?;
    browser.click(&control("flow")).await?;
    browser.wait_for_text(".diagram-view h2", "the flow of games").await?;
    browser.wait_until("location.hash.includes('flow=yes')").await?;
    let motion = "return getComputedStyle(deep('.flow-dashes')).animationName;";
    ensure!(browser.evaluate::<String>(motion).await? == "flow", "the dashes do not move");
    if browser.engine() == Engine::Chromium {
        // Only Chromium can change this preference of an open window.
        browser.set_device(Device::DESKTOP.reduced_motion()).await?;
        ensure!(
            browser.evaluate::<String>(motion).await? == "none",
            "the dashes move with reduced motion"
        );
    }
    // Another policy has another flow.
    browser.click(&node("s1222")).await?;
    browser.click(&format!("{}:not(:checked)", control("policy-choice"))).await?;
    browser.wait_for_text("[data-outcome-summary]", "Under your policy").await?;
    browser.wait_until("!deep('[data-id=win] .value').textContent.startsWith('96.3')").await?;
    browser.click(&control("flow")).await?;
    browser.wait_for_text(".diagram-view h2", "all actions").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_url_restores_the_view_and_its_errors_are_shown() -> Result<()> {
    let link = "#/diagram?game=2x2_to_32&actions=optimal&shade=yes&node=s1134&seed=47&step=3";
    let (served, browser) = open(Device::DESKTOP, link).await?;
    until(&browser, "data-step", "3").await?;
    browser.wait_for_text(".diagram-view h2", "2×2 to 32: states up to symmetry, optimal").await?;
    browser.wait_for_text(".panel", "State 2 2/8 16").await?;
    browser.find(".canvas .shade").await?;
    let state = "#/diagram?game=2x2_to_8&boards=all&state=0110";
    browser.run(&format!("location.hash = '{state}';")).await?;
    browser.wait_for_text(".diagram-view h2", "the state 0 2/2 0").await?;
    browser.wait_for_text(".panel", "0.45").await?;
    ensure!(browser.count(".canvas .probability").await? == 16, "not 16 probabilities");
    let bad = "#/diagram?game=3x3_to_8&boards=some&node=nowhere&seed=x&step=99&state=4400&tea=1";
    browser.visit(&served.url(bad)).await?;
    browser.find(".canvas .item").await?;
    let notes: String = browser
        .evaluate("return [...deepAll('[data-note]')].map(it => it.innerText).join()")
        .await?;
    ensure!(notes.contains("'3x3_to_8', but that must be 2x2_to_8"), "{notes}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn policy_iteration_improves_a_simple_policy_round_by_round() -> Result<()> {
    let (_served, browser) = open(Device::PHONE, "#/diagram?game=2x2_to_16").await?;
    browser.click(&control("policy-iteration")).await?;
    for (press, text, summary) in [
        ("simplest-policy", "first possible move", "Under your policy, 0 % of all games are won"),
        ("improve-policy", "Round 1 changes the moves of 3 states", "Under your policy, 11."),
        (
            "improve-policy",
            "Round 2 changes the moves of 5 states",
            "Under the optimal policy, 96.",
        ),
        ("improve-policy", "Round 3 changes no move", "Under the optimal policy, 96."),
    ] {
        browser.click(&control(press)).await?;
        browser.wait_for_text("[data-iteration]", text).await?;
        browser.wait_for_text("[data-outcome-summary]", summary).await?;
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn exported_files_contain_the_drawing() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, TO_8).await?;
    browser.find(".canvas .item").await?;
    browser
        .run(
            "window.files = []; const make = URL.createObjectURL;
            URL.createObjectURL = blob => {
                blob.text().then(text => files.push([blob.type, text.slice(0, 2000)]));
                return make.call(URL, blob);
            };",
        )
        .await?;
    browser.click(&control("download")).await?;
    for (name, kind, part) in [
        ("svg", "image/svg+xml", "<title>2x2 to 8: states up to symmetry, all actions</title>"),
        ("dot", "text/vnd.graphviz", "digraph \\\"2x2 to 8: states up to symmetry"),
        ("png", "image/png", "PNG"),
    ] {
        browser.click(&control(name)).await?;
        let found =
            format!("files.some(([kind, text]) => kind === '{kind}' && text.includes(\"{part}\"))");
        browser.wait_until(&found).await?;
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn diagrams_fit_a_phone() -> Result<()> {
    let (served, browser) = open(Device::PHONE, "#/diagram").await?;
    for hash in
        ["#/diagram", TO_8, "#/diagram?game=2x2_to_32", "#/diagram?game=2x2_to_8&state=0110"]
    {
        browser.visit(&served.url(hash)).await?;
        browser.find(".gallery-card, .canvas .item").await?;
        browser.until_it_fits().await.context(hash)?;
    }
    // The page above is that of one state, whose texts are readable, here and on a desktop.
    let smallest = "Math.min(...deepAll('.canvas text').map(it =>
        parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().a))";
    browser.wait_until(&format!("{smallest} >= 11")).await?;
    let share = "deep('.canvas .layers').getBoundingClientRect().width
        / deep('.canvas').getBoundingClientRect().width";
    browser.wait_until(&format!("{share} > 0.9")).await?;
    browser.set_device(Device::DESKTOP).await?;
    browser.wait_until(&format!("{smallest} >= 11 && {share} > 0.6")).await?;
    browser.set_device(Device::PHONE).await?;
    // The drawing comes first: the settings are folded. It stays in sight above the controls.
    browser.goto(&served.url(TO_8)).await?;
    browser.find(".canvas .item").await?;
    ensure!(browser.count_visible(&control("target")).await? == 0, "the settings are unfolded");
    let places = "[deep('.canvas'), deep('.diagram-view [data-control=step]'),
        deep('.diagram-view .act-right')].map(it => it.getBoundingClientRect())";
    for scroll in [0, 200] {
        browser.run(&format!("scrollTo(0, {scroll});")).await?;
        browser.click(&control("step")).await?;
        browser
            .wait_until(&format!("{places}.every(it => it.top >= -1 && it.bottom <= innerHeight)"))
            .await?;
    }
    browser.set_device(Device { width: 320, ..Device::PHONE }).await?;
    browser.wait_until(&format!("{places}.every(it => it.right <= 320)")).await?;
    browser.until_it_fits().await?;
    // The buttons that zoom cover nothing of the drawing.
    let place = |css: &str| format!("deep('{css}').getBoundingClientRect()");
    browser.wait_until(&format!("{}.top >= {}.bottom", place(".zoom"), place(".pane"))).await?;
    unfold_settings(&browser).await?;
    browser.find(&control("target")).await?;
    browser.until_it_fits().await?;
    // The title is above its drawing, also where this is wider than other pages.
    browser.set_device(Device { width: 1920, ..Device::DESKTOP }).await?;
    let sides = format!("{}.left - {}.left", place(".diagram-view .title"), place(".canvas"));
    browser.wait_until(&format!("Math.abs({sides}) < 2")).await?;
    browser.assert_quiet().await
}
