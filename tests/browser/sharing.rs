//! The Share dialog, and the page for iframes that its links lead to.

use anyhow::{Result, ensure};
use fantoccini::key::Key;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::{Site, SiteServer};
use serde_json::json;

use crate::page::{PagePlayer, PlayerView, policy, replay};
use crate::{accessible, embedding};

/// Opens a static page with this body.
async fn open(body: &str) -> Result<(SiteServer, Browser)> {
    let diagrams = "<script type=module src=embed/mdp2048-diagram.js></script>";
    let site = Site::built()?.for_other_origins();
    embedding::open(site, &format!("{diagrams}{body}")).await
}

const PLAYER: &str = "<mdp2048-player board=2x2 target=16 seed=7 theme=light></mdp2048-player>";

/// Presses a key on the element that has the focus, or on the page where none has.
async fn press(browser: &Browser, key: Key) -> Result<()> {
    let focused = browser.client().active_element().await?;
    Ok(focused.send_keys(&char::from(key).to_string()).await?)
}

/// Returns the text of a field of the dialog.
async fn field(browser: &Browser, name: &str) -> Result<String> {
    browser.find(&format!("#share-{name}")).await?;
    browser.evaluate(&format!("return deep('#share-{name}').value;")).await
}

/// Goes to move 3 of [`PLAYER`], and opens the dialog with its key.
async fn share_a_move(browser: &Browser) -> Result<PlayerView> {
    let player = PagePlayer::new(browser, "2x2_to_16");
    player.ready().await?;
    for _ in 0..3 {
        player.press("step").await?;
    }
    let replay = replay(policy(&Site::built()?, player.game)?, 7);
    let expected = PlayerView::of(&replay, 3);
    player.expect(&expected).await?;
    player.key(".board", "l").await?;
    browser.find("dialog[open]").await?;
    Ok(expected)
}

#[tokio::test]
async fn the_link_the_element_and_the_frame_show_the_same_move() -> Result<()> {
    let (served, browser) = open(PLAYER).await?;
    let expected = share_a_move(&browser).await?;
    let (link, element) = (field(&browser, "link").await?, field(&browser, "element").await?);
    let frame = field(&browser, "frame").await?;
    ensure!(link.starts_with(&served.url("embed/embed.html?board=2x2&target=16")), "{link}");
    ensure!(element.contains("theme=\"light\" seed=\"7\" start-at=\"3\">"), "{element}");
    ensure!(frame.contains("width=\"100%\" height=\""), "{frame}");
    browser.goto(&link).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.until("data-moves", "3").await?;
    player.expect(&expected).await?;
    // The other texts are HTML for any page.
    for html in [element, frame] {
        let page = format!("<!doctype html><link rel=icon href=data:,>{html}");
        let blog = Site::built()?.replace("other.html", page).serve().await?;
        browser.goto(&blog.url("other.html")).await?;
        if html.starts_with("<iframe") {
            browser.client().enter_frame(0).await?;
        }
        player.until("data-moves", "3").await?;
        player.expect(&expected).await?;
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_dialog_works_by_keyboard_alone() -> Result<()> {
    let (_served, browser) = open(PLAYER).await?;
    share_a_move(&browser).await?;
    browser.wait_until("active().dataset.control === 'copy-link'").await?;
    // Tab stays in the dialog.
    let mut seen = Vec::new();
    browser.click("[data-control=embed]").await?;
    for _ in 0..9 {
        press(&browser, Key::Tab).await?;
        let name = "return active().dataset?.control ?? active().id ?? '';";
        seen.push(browser.evaluate::<String>(name).await?);
    }
    for name in ["share-element", "copy-element", "share-frame", "copy-frame", "close-share"] {
        ensure!(seen.iter().any(|it| it == name), "no {name} in {seen:?}");
    }
    ensure!(!seen.iter().any(|it| it == "start" || it == "seed"), "{seen:?}");
    press(&browser, Key::Escape).await?;
    browser.wait_until("!deep('dialog')").await?;
    browser.wait_until("active().classList.contains('board')").await?;
    // The player did not see the keys.
    browser.find("[data-player='2x2_to_16'][data-moves='3']").await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.press("share").await?;
    browser.click("[data-control=close-share]").await?;
    browser.wait_until("!deep('dialog') && active().dataset.control === 'share'").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn copying_is_confirmed_or_the_text_is_selected() -> Result<()> {
    let (served, browser) = open(PLAYER).await?;
    let granted = json!({ "origin": served.url("").trim_end_matches('/'),
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    browser.devtools("Browser.grantPermissions", granted).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.ready().await?;
    share_a_move(&browser).await?;
    browser.click("[data-control=copy-link]").await?;
    browser.wait_for_text("dialog [role=status]", "Copied: Link to this move.").await?;
    let link = field(&browser, "link").await?;
    let copied: String = browser.evaluate("return navigator.clipboard.readText();").await?;
    ensure!(copied == link, "{copied} is not {link}");
    browser.click("[data-control=embed]").await?;
    let refuse = "navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));";
    let absent = "Object.defineProperty(navigator, 'clipboard', { value: undefined });";
    for (script, name) in [(refuse, "element"), (absent, "frame")] {
        browser.run(script).await?;
        browser.click(&format!("[data-control=copy-{name}]")).await?;
        browser.wait_for_text("dialog [role=status]", "press Ctrl+C to copy it").await?;
        let text = field(&browser, name).await?;
        let selected = "const { value, selectionStart, selectionEnd } = active();
            return value.slice(selectionStart, selectionEnd);";
        let selected: String = browser.evaluate(selected).await?;
        ensure!(selected == text, "{selected:?} is selected");
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn axe_finds_nothing_serious_in_the_dialog() -> Result<()> {
    let hash = "#/play?game=2x2_to_16&seed=20&move=2";
    let (served, browser) = Site::built()?.open(Device::DESKTOP.reduced_motion(), hash).await?;
    let player = PagePlayer::new(&browser, "2x2_to_16");
    player.until("data-moves", "2").await?;
    player.press("share").await?;
    // On our own page the link is its address.
    let link = field(&browser, "link").await?;
    ensure!(link == served.url(hash), "{link}");
    for device in [Device::DESKTOP, Device::PHONE.dark()] {
        browser.set_device(device.reduced_motion()).await?;
        accessible::check(&browser).await?;
        let over: i32 = browser
            .evaluate("const it = deep('dialog'); return it.scrollWidth - it.clientWidth;")
            .await?;
        ensure!(over <= 0, "{over} pixels too wide");
    }
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_diagram_is_shared_as_it_is_shown() -> Result<()> {
    let body = "<mdp2048-diagram game=2x2_to_16 seed=20 controls=full height=24rem>
        </mdp2048-diagram>";
    let (served, browser) = open(body).await?;
    browser.click("[data-control=step]").await?;
    browser.find(".diagram-view[data-step='1']").await?;
    browser.click("[data-control=share]").await?;
    let link = field(&browser, "link").await?;
    ensure!(
        link.starts_with(&served.url("embed/embed.html?element=diagram&height=24rem")),
        "{link}"
    );
    browser.goto(&link).await?;
    browser.find(".diagram-view[data-step='1'][data-diagram='2x2_to_16']").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn bad_parameters_of_a_frame_are_named_and_never_run() -> Result<()> {
    // The player is shown without the attributes that could run a script.
    let query = "board=2x2&target=16&onfocusin=broken=1&tabindex=0&src=javascript:broken=1";
    let page = format!("embed/embed.html?{query}");
    let (served, browser) = Site::built()?.open(Device::DESKTOP, &page).await?;
    browser.wait_for_text("[role=alert]:not([hidden])", "'onfocusin', 'tabindex'").await?;
    PagePlayer::new(&browser, "2x2_to_16").ready().await?;
    let run = "hosts[0].focus(); return window.broken === undefined;";
    ensure!(browser.evaluate::<bool>(run).await?, "a script was run");
    for (query, message) in [
        ("board=9x9", "This player cannot be shown:"),
        ("element=diagram&game=3x3_to_8", "it asks for game '3x3_to_8'"),
    ] {
        browser.goto(&served.url(&format!("embed/embed.html?{query}"))).await?;
        browser.wait_for_text("[part=note]", message).await?;
    }
    browser.assert_quiet().await
}
