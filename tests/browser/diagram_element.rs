//! `<mdp2048-diagram>` on pages of strangers: static HTML that is not built by Trunk.

use anyhow::{Result, ensure};
use axum::http::header;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::{Site, SiteServer};
use serde_json::json;

use crate::accessible;
use crate::embedding::page;
use crate::pointers::wheel;

/// The module, as the page of these tests names it.
const MODULE: &str = "embed/mdp2048-diagram.js";

/// A diagram with a text for readers without scripts.
const DIAGRAM: &str = "<mdp2048-diagram game=2x2_to_8 state='0 2/2 0' policy=optimal height=300>
    <p>Two 2s in opposite corners.</p></mdp2048-diagram>";

/// Opens a static page with this body.
async fn open(site: Site, body: &str) -> Result<(SiteServer, Browser)> {
    site.replace("blog.html", page(MODULE, body)).open(Device::DESKTOP, "blog.html").await
}

#[tokio::test]
async fn diagrams_of_another_origin_share_one_program_and_load_when_they_are_near() -> Result<()> {
    let files = Site::built()?.for_other_origins().serve().await?;
    let body = format!(
        "{DIAGRAM}
        <mdp2048-diagram game=2x2_to_16 actions=optimal seed=20 step=2></mdp2048-diagram>
        <p style='height: 4000px'>Text</p>
        <mdp2048-diagram id=far game=2x2_to_16 flow><p>The flow of games.</p></mdp2048-diagram>"
    );
    let (blog, browser) = Site::built()?
        .replace("blog.html", page(&files.url(MODULE), &body))
        .open(Device::DESKTOP, "blog.html")
        .await?;
    browser.wait_until("hosts[0].shadowRoot.querySelector('[data-id=s0110]')").await?;
    browser.wait_for_text("[data-diagram='2x2_to_16'] h2", "optimal actions").await?;
    browser.find("[data-diagram='2x2_to_16'][data-step='2']").await?;
    let height = "hosts[0].shadowRoot.querySelector('.pane').clientHeight === 300";
    browser.wait_until(height).await?;
    browser.wait_for_text("#far", "The flow of games.").await?;
    let far = "document.getElementById('far').scrollIntoView();";
    browser.run(far).await?;
    browser.find("[data-diagram='2x2_to_16'] .flow-dashes").await?;
    let program = "embed/diagram_bg.wasm";
    let requests = files.requests();
    ensure!(requests == [MODULE, "embed/diagram.js", program], "{requests:?}");
    ensure!(blog.requests() == ["blog.html"], "{:?}", blog.requests());
    ensure!(browser.evaluate::<String>("return location.hash;").await?.is_empty());
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_texts_of_a_diagram_have_a_background_of_their_own() -> Result<()> {
    let body = "<style>body { background: #111; color: #eee; }</style>
        <mdp2048-diagram game=2x2_to_8></mdp2048-diagram>";
    let (_served, browser) = open(Site::built()?, body).await?;
    browser.find(".diagram-view .title").await?;
    let paper = "return getComputedStyle(deep('.diagram-view')).backgroundColor;";
    ensure!(browser.evaluate::<String>(paper).await? == "rgb(250, 248, 239)", "no background");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_wrong_attribute_shows_one_line_and_the_children_until_it_is_right() -> Result<()> {
    let listen = "<script>window.messages = []; addEventListener('error', ({ detail }) => {
        messages.push(detail.message); });</script>";
    let body = format!("{listen}<mdp2048-diagram height=tall>A tree.</mdp2048-diagram>");
    let (_served, browser) = open(Site::built()?, &body).await?;
    browser.wait_until("messages.length === 1").await?;
    let note: String = browser.evaluate("return deep('[part=note]').textContent;").await?;
    let expected = "This diagram cannot be shown: it asks for height 'tall', but that must be a ";
    ensure!(note.starts_with(expected), "{note:?}");
    ensure!(browser.evaluate::<String>("return messages[0];").await? == note);
    ensure!(browser.text("mdp2048-diagram").await?.contains("A tree."), "no children");
    browser.run("hosts[0].removeAttribute('height');").await?;
    browser.find(".canvas [data-id=s0110]").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn content_security_policies_are_respected() -> Result<()> {
    let with = |policy| {
        Ok::<_, anyhow::Error>(Site::built()?.header(
            "blog.html",
            header::CONTENT_SECURITY_POLICY,
            policy,
        ))
    };
    let (_served, browser) = open(with("script-src 'self'")?, DIAGRAM).await?;
    browser.wait_for_text("[part=note]", "This diagram did not start").await?;
    browser.wait_for_text("mdp2048-diagram", "Two 2s in opposite corners.").await?;
    // A diagram needs no inline styles.
    let strict = "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";
    let (_served, browser) = open(with(strict)?, DIAGRAM).await?;
    browser.find(".canvas [data-id=s0110]").await?;
    browser.wait_until("deep('.layers').clientWidth > 100").await?;
    browser.wait_until("deep('.pane').clientHeight === 300").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_page_scrolls_past_a_diagram_that_has_not_the_focus() -> Result<()> {
    let body = format!("{DIAGRAM}<p style='height: 4000px'>Text</p>");
    let (_served, browser) = open(Site::built()?, &body).await?;
    browser.find(".canvas [data-id=s0110]").await?;
    let at = browser.rect(".pane").await?.at(0.1, 0.1);
    let width = browser.rect(".layers").await?.width;
    wheel(&browser, at, 100.0).await?;
    browser.wait_until("scrollY > 0").await?;
    // Keys of the page are not the diagram's.
    for key in ["s", "n", "+", "l"] {
        let event = json!({ "type": "keyDown", "key": key });
        browser.devtools("Input.dispatchKeyEvent", event).await?;
    }
    let after = browser.rect(".layers").await?.width;
    ensure!(width == after && browser.count("dialog").await? == 0, "{width} {after}");
    browser.run("scrollTo(0, 0); deep('.node[tabindex=\"0\"]').focus();").await?;
    browser.wait_until("scrollY === 0").await?;
    wheel(&browser, at, -100.0).await?;
    let zoomed = format!("deep('.layers').getBoundingClientRect().width > 1.1 * {width}");
    browser.wait_until(&zoomed).await?;
    ensure!(browser.evaluate::<f64>("return scrollY;").await? == 0.0, "the page scrolled");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_diagram_can_be_removed_and_disposed_of() -> Result<()> {
    let (_served, browser) = open(Site::built()?, DIAGRAM).await?;
    browser.find(".canvas [data-id=s0110]").await?;
    browser.run("document.body.append(hosts[0]);").await?;
    browser.find(".canvas [data-id=s0110]").await?;
    let script = "return (async () => {
            const { create, load } = await import('./embed/mdp2048-diagram.js');
            const { program } = await load();
            const { memory } = await program.default();
            hosts[0].remove();
            const frame = () => new Promise(done => requestAnimationFrame(done));
            const cycle = async () => {
                const diagram = create(document.body, { game: '2x2_to_8', shade: true });
                while (!diagram.shadowRoot.querySelector('.node')) await frame();
                diagram.remove(); diagram.dispose(); await frame();
            };
            for (let i = 0; i < 5; i++) await cycle();
            const before = memory.buffer.byteLength;
            for (let i = 0; i < 25; i++) await cycle();
            return [before, memory.buffer.byteLength];
        })();";
    let (before, after): (u64, u64) = browser.evaluate(script).await?;
    // A drawing has some hundred kilobytes. Yew never frees the listeners of an app, a few of them.
    ensure!(after - before <= 25 * 8192, "the memory grows from {before} to {after} bytes");
    browser.assert_quiet().await
}

#[tokio::test]
async fn axe_finds_nothing_serious_in_diagrams_of_every_size() -> Result<()> {
    let body = "<mdp2048-diagram game=2x2_to_8 seed=42></mdp2048-diagram>
        <mdp2048-diagram game=2x2_to_8 controls=full height=20rem></mdp2048-diagram>
        <div dir=rtl><mdp2048-diagram state='0 2/2 0' controls=none theme=dark></mdp2048-diagram>
        </div>";
    let device = |device: Device| Device { height: 4000, ..device.reduced_motion() };
    let site = Site::built()?.replace("blog.html", page(MODULE, body));
    let (served, browser) = site.open(device(Device::DESKTOP), "blog.html").await?;
    for shown in [Device::DESKTOP, Device::PHONE] {
        browser.set_device(device(shown)).await?;
        browser.goto(&served.url("blog.html")).await?;
        browser.wait_until("deepAll('.canvas').length === 3").await?;
        accessible::check_on(&browser, &[device(shown)]).await?;
    }
    browser.assert_quiet().await
}
