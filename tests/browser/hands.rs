//! Hands on a diagram: mouse, wheel and fingers, and how little they make the page do.

use anyhow::{Result, ensure};
use mdp2048_tests::browser::{Browser, Look};
use serde::Deserialize;
use serde_json::json;

use crate::diagrams::{TO_8, control, open};

/// The largest drawing of the gallery: 68 states and 528 transitions.
const LARGEST: &str = "#/diagram?game=2x2_to_8&boards=all&seed=42";

/// Where the drawing is in the window.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Sheets {
    x: f64,
    y: f64,
    width: f64,
}

const SHEETS: &str = "document.querySelector('.sheets').getBoundingClientRect()";

async fn sheets(browser: &Browser) -> Result<Sheets> {
    browser.evaluate(&format!("return {SHEETS}.toJSON();")).await
}

/// The middle of the pane in the window.
async fn middle(browser: &Browser) -> Result<(f64, f64)> {
    browser
        .evaluate(
            "const { x, y, width, height } =
                document.querySelector('.pane').getBoundingClientRect();
            return [x + width / 2, y + height / 2];",
        )
        .await
}

async fn mouse(browser: &Browser, kind: &str, (x, y): (f64, f64), held: bool) -> Result<()> {
    let button = if held { "left" } else { "none" };
    let event = json!({ "type": kind, "x": x, "y": y, "button": button,
        "buttons": i32::from(held), "clickCount": 1 });
    browser.devtools("Input.dispatchMouseEvent", event).await.map(drop)
}

async fn wheel(browser: &Browser, (x, y): (f64, f64), by: f64) -> Result<()> {
    let event = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by });
    browser.devtools("Input.dispatchMouseEvent", event).await.map(drop)
}

async fn touch(browser: &Browser, kind: &str, fingers: &[(f64, f64)]) -> Result<()> {
    let points: Vec<_> = fingers
        .iter()
        .enumerate()
        .map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id }))
        .collect();
    let event = json!({ "type": kind, "touchPoints": points });
    browser.devtools("Input.dispatchTouchEvent", event).await.map(drop)
}

#[tokio::test]
async fn zoom_and_pan_move_the_part_in_sight() -> Result<()> {
    let (_served, browser) = open(Look::DESKTOP, TO_8).await?;
    browser.find(".canvas .item").await?;
    let before = sheets(&browser).await?;
    browser.click(&control("zoom-in")).await?;
    browser.wait_until(&format!("{SHEETS}.width > 1.2 * {}", before.width)).await?;
    browser.wait_until("location.hash.includes('&view=')").await?;
    let at = middle(&browser).await?;
    wheel(&browser, at, -300.0).await?;
    browser.wait_until(&format!("{SHEETS}.width > 1.5 * {}", before.width)).await?;
    let near = sheets(&browser).await?;
    mouse(&browser, "mousePressed", at, true).await?;
    mouse(&browser, "mouseMoved", (at.0 + 40.0, at.1 + 30.0), true).await?;
    mouse(&browser, "mouseReleased", (at.0 + 40.0, at.1 + 30.0), true).await?;
    browser.wait_until(&format!("Math.abs({SHEETS}.x - {} - 40) < 1", near.x)).await?;
    browser.wait_until(&format!("Math.abs({SHEETS}.y - {} - 30) < 1", near.y)).await?;
    // The drag was no click: nothing has got the focus.
    ensure!(browser.count(".light .veil").await? == 0, "a drag is not a click");
    // Keys move it too, when it has the focus.
    browser.evaluate::<()>("document.querySelector('.node[tabindex=\"0\"]').focus();").await?;
    browser.find(".light .looked-at").await?;
    let near = sheets(&browser).await?;
    let key = json!({ "type": "keyDown", "key": "ArrowLeft", "modifiers": 8 });
    browser.devtools("Input.dispatchKeyEvent", key).await?;
    browser.wait_until(&format!("Math.abs({SHEETS}.x - {} - 80) < 1", near.x)).await?;
    browser.evaluate::<()>("document.querySelector('[data-control=fit]').focus();").await?;
    browser.client().active_element().await?.send_keys("0").await?;
    browser.wait_until(&format!("Math.abs({SHEETS}.width - {}) < 2", before.width)).await?;
    // At rest it is laid out at its size, so that it is sharp.
    browser
        .wait_until("document.querySelector('.sheets').style.transform.endsWith('scale(1)')")
        .await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn two_fingers_zoom_about_their_middle() -> Result<()> {
    for hash in [TO_8, LARGEST] {
        let (_served, browser) = open(Look::PHONE, hash).await?;
        browser.find(".canvas .item").await?;
        let (x, y) = middle(&browser).await?;
        // Not in the middle of the pane, and one above the other: as one would scroll.
        let (x, y) = (x + 30.0, y - 20.0);
        let fingers = |apart: f64| [(x, y - apart), (x, y + apart)];
        let before = sheets(&browser).await?;
        let scrolled: f64 = browser.evaluate("return scrollY;").await?;
        touch(&browser, "touchStart", &fingers(40.0)[..1]).await?;
        touch(&browser, "touchStart", &fingers(40.0)).await?;
        for apart in [45.0, 50.0, 55.0, 60.0, 65.0, 70.0] {
            touch(&browser, "touchMove", &fingers(apart)).await?;
        }
        touch(&browser, "touchEnd", &[]).await?;
        browser.wait_until(&format!("{SHEETS}.width > 1.7 * {}", before.width)).await?;
        let after = sheets(&browser).await?;
        let factor = after.width / before.width;
        ensure!(
            (factor - 70.0 / 40.0).abs() < 0.02,
            "{factor} times as wide: {before:?} {after:?}"
        );
        // What was under the middle of the fingers still is.
        let shifts =
            [(after.x - x) - factor * (before.x - x), (after.y - y) - factor * (before.y - y)];
        ensure!(shifts.iter().all(|shift| shift.abs() < 2.0), "moved by {shifts:?}");
        let now: f64 = browser.evaluate("return scrollY;").await?;
        ensure!(now == scrolled, "the page scrolled from {scrolled} to {now}");
        ensure!(browser.count(".light .veil").await? == 0, "a pinch is not a click");
        // One finger moves it then.
        touch(&browser, "touchStart", &[(x, y)]).await?;
        for by in [10.0, 20.0, 30.0] {
            touch(&browser, "touchMove", &[(x - by, y)]).await?;
        }
        touch(&browser, "touchEnd", &[]).await?;
        browser.wait_until(&format!("{SHEETS}.x < {} - 20", after.x)).await?;
        browser.assert_quiet().await?;
    }
    Ok(())
}

/// What changed in the drawing.
#[derive(Debug, Deserialize)]
struct Changes {
    /// Elements and texts that came.
    added: usize,
    /// Attributes that changed.
    attributes: usize,
    /// What changed in the sheets with all links and nodes.
    large: Vec<String>,
}

const WATCH: &str = "window.changes = { added: 0, attributes: 0, large: [] };
    const count = node => 1 + [...node.childNodes].reduce((sum, it) => sum + count(it), 0);
    new MutationObserver(records => records.forEach(record => {
        changes.attributes += record.type === 'attributes';
        record.addedNodes.forEach(node => { changes.added += count(node); });
        const sheet = record.target.parentElement.closest('.links, .nodes, .ground');
        if (sheet || record.target.matches('.links, .nodes, .ground')) {
            changes.large.push(`${record.type} ${record.attributeName}`);
        }
    })).observe(document.querySelector('.canvas'),
        { subtree: true, childList: true, attributes: true, characterData: true });";

/// What has changed since the last time, when all is drawn.
async fn changes(browser: &Browser) -> Result<Changes> {
    let script = "const done = arguments[0];
        requestAnimationFrame(() => setTimeout(() => {
            const found = changes;
            window.changes = { added: 0, attributes: 0, large: [] };
            done(found);
        }, 50));";
    let found = browser.client().execute_async(script, Vec::new()).await?;
    Ok(serde_json::from_value(found)?)
}

/// Why 60 frames a second are no feat: what a hand does changes a few elements, and none in the
/// sheets with the thousands that every link and node are made of.
#[tokio::test]
async fn hands_leave_the_large_sheets_alone() -> Result<()> {
    let (_served, browser) = open(Look::DESKTOP, LARGEST).await?;
    browser.find(".canvas .item").await?;
    let all = browser.count(".canvas *").await?;
    ensure!(all > 2500, "the whole drawing has {all} elements");
    browser.evaluate::<()>(WATCH).await?;
    changes(&browser).await?;
    let nodes: Vec<(f64, f64)> = browser
        .evaluate(
            "const pane = document.querySelector('.pane').getBoundingClientRect();
            return [...document.querySelectorAll('.node .board')]
                .map(it => it.getBoundingClientRect())
                .filter(it => it.x > pane.x && it.right < pane.right - 200
                    && it.y > pane.y && it.bottom < Math.min(pane.bottom, innerHeight))
                .map(it => [it.x + it.width / 2, it.y + it.height / 2]);",
        )
        .await?;
    ensure!(nodes.len() > 8, "{} nodes in sight", nodes.len());
    for &node in &nodes {
        mouse(&browser, "mouseMoved", node, false).await?;
        let found = changes(&browser).await?;
        let lit = browser.count(".light .link").await?;
        ensure!(lit > 0, "no links are lit at {node:?}");
        ensure!(found.large.is_empty(), "hovering changed {:?}", found.large);
        // A link that stays lit may come anew in another place.
        ensure!(found.added <= 4 * lit + 10, "{found:?} with {lit} lit links");
        ensure!(found.attributes <= 10, "{found:?}");
    }
    let at = middle(&browser).await?;
    mouse(&browser, "mousePressed", at, true).await?;
    mouse(&browser, "mouseMoved", (at.0 + 20.0, at.1), true).await?;
    changes(&browser).await?;
    mouse(&browser, "mouseMoved", (at.0 + 30.0, at.1 + 10.0), true).await?;
    let found = changes(&browser).await?;
    ensure!(found.added == 0 && found.attributes == 1, "moving: {found:?}");
    mouse(&browser, "mouseReleased", at, true).await?;
    changes(&browser).await?;
    wheel(&browser, at, -50.0).await?;
    let found = changes(&browser).await?;
    ensure!(found.added == 0 && found.attributes <= 2, "zooming: {found:?}");
    browser.click(&control("step")).await?;
    changes(&browser).await?;
    browser.click(&control("step")).await?;
    let found = changes(&browser).await?;
    // Where the keyboard enters the drawing moves with the token.
    let entrance = |change: &String| change == "attributes tabindex";
    ensure!(found.large.iter().all(entrance) && found.large.len() <= 2, "stepping: {found:?}");
    ensure!(found.added <= 12, "stepping: {found:?}");
    browser.assert_quiet().await
}
