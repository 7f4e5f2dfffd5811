//! Mouse, wheel and touch on a diagram, and how little of the page they change. These tests need
//! Chromium, whose DevTools protocol sends the events.

use anyhow::{Result, ensure};
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;
use serde_json::json;

use crate::diagrams::{TO_8, control};
use crate::exploring::open;
use crate::page::{PagePlayer, PlayerView, policy, replay};

/// The largest drawing of the gallery: 68 states and 528 transitions.
const LARGEST: &str = "#/diagram?game=2x2_to_8&boards=all&seed=42";

/// The drawing, and where it is.
const DRAWING: &str = ".layers";
const DRAWING_RECT: &str = "deep('.layers').getBoundingClientRect()";

/// Returns the centre of the pane in the viewport.
async fn centre(browser: &Browser) -> Result<(f64, f64)> {
    Ok(browser.rect(".pane").await?.middle())
}

async fn mouse(browser: &Browser, kind: &str, (x, y): (f64, f64), pressed: bool) -> Result<()> {
    let button = if pressed { "left" } else { "none" };
    let event = json!({ "type": kind, "x": x, "y": y, "button": button,
        "buttons": i32::from(pressed), "clickCount": 1 });
    browser.devtools("Input.dispatchMouseEvent", event).await.map(drop)
}

/// Turns the wheel of the mouse.
pub(crate) async fn wheel(browser: &Browser, (x, y): (f64, f64), delta: f64) -> Result<()> {
    let event = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": delta });
    browser.devtools("Input.dispatchMouseEvent", event).await.map(drop)
}

/// Touches the screen with some fingers.
pub(crate) async fn touch(browser: &Browser, kind: &str, fingers: &[(f64, f64)]) -> Result<()> {
    let points: Vec<_> = fingers
        .iter()
        .enumerate()
        .map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id }))
        .collect();
    let event = json!({ "type": kind, "touchPoints": points });
    browser.devtools("Input.dispatchTouchEvent", event).await.map(drop)
}

#[tokio::test]
async fn the_drawing_can_be_zoomed_and_panned() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, TO_8).await?;
    browser.find(".canvas .item").await?;
    let before = browser.rect(DRAWING).await?;
    browser.click(&control("zoom-in")).await?;
    browser.wait_until(&format!("{DRAWING_RECT}.width > 1.2 * {}", before.width)).await?;
    browser.wait_until("location.hash.includes('&view=')").await?;
    let at = centre(&browser).await?;
    // The wheel zooms the drawing that has the focus.
    browser.run("deep('.pane').focus();").await?;
    wheel(&browser, at, -300.0).await?;
    browser.wait_until(&format!("{DRAWING_RECT}.width > 1.5 * {}", before.width)).await?;
    let zoomed = browser.rect(DRAWING).await?;
    mouse(&browser, "mousePressed", at, true).await?;
    mouse(&browser, "mouseMoved", (at.0 + 40.0, at.1 + 30.0), true).await?;
    mouse(&browser, "mouseReleased", (at.0 + 40.0, at.1 + 30.0), true).await?;
    browser.wait_until(&format!("Math.abs({DRAWING_RECT}.x - {} - 40) < 1", zoomed.left)).await?;
    browser.wait_until(&format!("Math.abs({DRAWING_RECT}.y - {} - 30) < 1", zoomed.top)).await?;
    // The drag, which begins on a node, was not a click: no node has the focus.
    mouse(&browser, "mouseMoved", (at.0, 1.0), false).await?;
    browser.wait_until("!deep('.highlight-layer .dimming')").await?;
    // Shift with an arrow key pans the drawing that has the focus.
    browser.run("deep('.node[tabindex=\"0\"]').focus();").await?;
    browser.find(".highlight-layer .highlighted-node").await?;
    let zoomed = browser.rect(DRAWING).await?;
    let key = json!({ "type": "keyDown", "key": "ArrowLeft", "modifiers": 8 });
    browser.devtools("Input.dispatchKeyEvent", key).await?;
    browser.wait_until(&format!("Math.abs({DRAWING_RECT}.x - {} - 80) < 1", zoomed.left)).await?;
    browser.run("deep('[data-control=fit]').focus();").await?;
    browser.press('0').await?;
    browser.wait_until(&format!("Math.abs({DRAWING_RECT}.width - {}) < 2", before.width)).await?;
    // After the last event the drawing is laid out at its final size, so that it is sharp.
    browser.wait_until("deep('.layers').style.transform.endsWith('scale(1)')").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_node_that_comes_under_a_resting_pointer_is_not_hovered() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "").await?;
    let state = ".chapter > mdp2048-diagram";
    let node = ".node-layer .node";
    let scroll = "deep('.chapter [data-solve=\"6\"]').scrollIntoView();";
    browser.run(scroll).await?;
    let panel = "document.querySelector('.chapter > mdp2048-diagram').shadowRoot
        .querySelector('.panel')?.textContent.includes('State 0 2/4 8')";
    browser.wait_until(panel).await?;
    // Where a node of the chapter is after its page has scrolled.
    let shown = browser.rect(node).await?.middle();
    ensure!((0.0..900.0).contains(&shown.1), "no node is in sight: {shown:?}");
    browser.run("scrollTo(0, 0);").await?;
    mouse(&browser, "mouseMoved", shown, false).await?;
    browser.run("window.over = 0;").await?;
    let count = format!(
        "deep(\"{state}\").shadowRoot.addEventListener('pointerover', () => window.over += 1);
         {scroll}"
    );
    browser.run(&count).await?;
    // The browser tells that the node is under the pointer, which rests.
    browser.wait_until("window.over > 0").await?;
    browser.wait_until(panel).await?;
    let outlines = ".highlight-layer .highlighted-node";
    ensure!(browser.count(outlines).await? == 1, "a node is hovered");
    // Once it moves, it counts.
    let shown = browser.rect(node).await?.middle();
    mouse(&browser, "mouseMoved", (shown.0 + 1.0, shown.1 + 1.0), false).await?;
    browser.wait_until(&format!("deepAll('{outlines}').length === 2")).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn two_fingers_zoom_about_their_centre() -> Result<()> {
    let (_served, browser) = open(Device::PHONE, LARGEST).await?;
    browser.find(".canvas .item").await?;
    let (x, y) = centre(&browser).await?;
    // Off the centre of the pane, one above the other, like two fingers that scroll.
    let (x, y) = (x + 30.0, y - 20.0);
    let fingers = |distance: f64| [(x, y - distance), (x, y + distance)];
    let before = browser.rect(DRAWING).await?;
    let scrolled: f64 = browser.evaluate("return scrollY;").await?;
    touch(&browser, "touchStart", &fingers(40.0)[..1]).await?;
    touch(&browser, "touchStart", &fingers(40.0)).await?;
    for distance in [45.0, 50.0, 55.0, 60.0, 65.0, 70.0] {
        touch(&browser, "touchMove", &fingers(distance)).await?;
    }
    touch(&browser, "touchEnd", &[]).await?;
    browser.wait_until(&format!("{DRAWING_RECT}.width > 1.7 * {}", before.width)).await?;
    let after = browser.rect(DRAWING).await?;
    let factor = after.width / before.width;
    ensure!((factor - 70.0 / 40.0).abs() < 0.02, "{factor} times as wide: {before:?} {after:?}");
    // The point at the centre of the fingers has not moved.
    let shifts = [
        (after.left - x) - factor * (before.left - x),
        (after.top - y) - factor * (before.top - y),
    ];
    ensure!(shifts.iter().all(|shift| shift.abs() < 2.0), "moved by {shifts:?}");
    let now: f64 = browser.evaluate("return scrollY;").await?;
    ensure!(now == scrolled, "the page scrolled from {scrolled} to {now}");
    ensure!(browser.count(".highlight-layer .dimming").await? == 0, "a pinch is not a click");
    // Then one finger pans.
    touch(&browser, "touchStart", &[(x, y)]).await?;
    for distance in [10.0, 20.0, 30.0] {
        touch(&browser, "touchMove", &[(x - distance, y)]).await?;
    }
    touch(&browser, "touchEnd", &[]).await?;
    browser.wait_until(&format!("{DRAWING_RECT}.x < {} - 20", after.left)).await?;
    browser.assert_quiet().await
}

/// Counts changes of the drawing from now on: nodes added, and attributes changed. Notes the
/// changes in the SVG layers that contain all edges and nodes.
const OBSERVE: &str = "window.changes = [0, 0, []];
    const count = node => 1 + [...node.childNodes].reduce((sum, it) => sum + count(it), 0);
    new MutationObserver(records => records.forEach(record => {
        record.addedNodes.forEach(node => { changes[0] += count(node); });
        changes[1] += record.type === 'attributes';
        const large = '.edge-layer, .node-layer, .column-layer';
        if (record.target.parentElement.closest(large) || record.target.matches(large)) {
            changes[2].push(`${record.type} ${record.attributeName}`);
        }
    })).observe(deep('.canvas'),
        { subtree: true, childList: true, attributes: true, characterData: true });";

/// Returns the changes since the last call, after the next frame.
async fn changes(browser: &Browser) -> Result<(usize, usize, Vec<String>)> {
    let script = "return new Promise(done => requestAnimationFrame(() => setTimeout(() => {
            done(changes);
            window.changes = [0, 0, []];
        }, 50)));";
    browser.evaluate(script).await
}

/// Whether the drawing is complete. A large one appears in parts, a few milliseconds apart.
const IS_DRAWN: &str = "(() => {
    const elements = deep('.canvas').querySelectorAll('*').length;
    if (window.elements !== elements) {
        window.elements = elements;
        window.since = performance.now();
    }
    return elements > 2500 && performance.now() - window.since > 500;
})()";

/// This is why 60 frames a second are possible: an interaction changes a few elements, and none in
/// the SVG layers with the thousands of elements of all edges and nodes.
#[tokio::test]
async fn interactions_do_not_change_the_large_layers() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, LARGEST).await?;
    browser.find(".canvas .item").await?;
    browser.wait_until(IS_DRAWN).await?;
    browser.run(OBSERVE).await?;
    changes(&browser).await?;
    let nodes: Vec<(f64, f64)> = browser
        .evaluate(
            "const pane = deep('.pane').getBoundingClientRect();
            return [...deepAll('.node .board')]
                .map(it => it.getBoundingClientRect())
                .filter(it => it.x > pane.x && it.right < pane.right - 200
                    && it.y > pane.y && it.bottom < Math.min(pane.bottom, innerHeight))
                .map(it => [it.x + it.width / 2, it.y + it.height / 2]);",
        )
        .await?;
    ensure!(nodes.len() > 8, "{} nodes in the viewport", nodes.len());
    for &node in &nodes[..8] {
        mouse(&browser, "mouseMoved", node, false).await?;
        let (added, attributes, large) = changes(&browser).await?;
        let highlighted = browser.count(".highlight-layer .link").await?;
        ensure!(highlighted > 0, "no edges are highlighted at {node:?}");
        ensure!(large.is_empty(), "hovering changed {large:?}");
        // An edge that stays highlighted may be added again in another place.
        ensure!(added <= 4 * highlighted + 10, "{added} with {highlighted} highlighted edges");
        ensure!(attributes <= 10, "{attributes} attributes");
    }
    let at = centre(&browser).await?;
    mouse(&browser, "mousePressed", at, true).await?;
    mouse(&browser, "mouseMoved", (at.0 + 20.0, at.1), true).await?;
    changes(&browser).await?;
    mouse(&browser, "mouseMoved", (at.0 + 30.0, at.1 + 10.0), true).await?;
    let found = changes(&browser).await?;
    ensure!((found.0, found.1) == (0, 1), "moving: {found:?}");
    mouse(&browser, "mouseReleased", at, true).await?;
    changes(&browser).await?;
    wheel(&browser, at, -50.0).await?;
    let found = changes(&browser).await?;
    ensure!(found.0 == 0 && found.1 <= 2, "zooming: {found:?}");
    browser.click(&control("step")).await?;
    changes(&browser).await?;
    browser.click(&control("step")).await?;
    let (added, _, large) = changes(&browser).await?;
    // The node with tabindex 0 moves with the token.
    let is_tabindex = |change: &String| change == "attributes tabindex";
    ensure!(large.iter().all(is_tabindex) && large.len() <= 2, "stepping: {large:?}");
    ensure!(added <= 12, "stepping: {added} nodes");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_finger_moves_along_the_chart_of_a_player() -> Result<()> {
    let site = Site::built()?;
    let (_served, browser) = site.clone().open(Device::PHONE, "").await?;
    let player = PagePlayer::new(&browser, "2x2_to_32");
    let replay = replay(policy(&site, player.game)?, 47);
    let moves = replay.steps.len();
    player.ready().await?;
    player.press("end").await?;
    let chart = player.css("[role=slider]");
    let scroll = "scrollIntoView({ block: 'center', behavior: 'instant' });";
    browser.run(&format!("deep(\"{chart}\").{scroll}")).await?;
    let frame = browser.rect(&chart).await?;
    for (kind, share, position) in [("touchStart", 1.0, moves), ("touchMove", 0.5, moves / 2)] {
        let (x, y) = frame.at(share, 0.5);
        touch(&browser, kind, &[(x - share, y)]).await?;
        player.expect(&PlayerView::of(&replay, position)).await?;
    }
    browser.assert_quiet().await
}
