//! Players on pages whose styles and layouts are not ours.

use anyhow::{Result, ensure};
use mdp2048_tests::site::Site;

use crate::embedding::{open, with_host};
use crate::page::PagePlayer;

/// Inherited properties that would break the layout of a player, and a root of 10 pixels.
const STYLE: &str = "<style>html { font-size: 62.5% }
    body { margin: 0; letter-spacing: .3em; word-spacing: 1em; text-indent: 3em; line-height: 3;
        text-transform: uppercase; text-align: center }
    .columns { display: flex; width: 1000px }</style>";

/// The widths of the places of the players; the last two are columns of a flex layout.
const PLACES: &str = "<div style='width: 280px'><mdp2048-player board=2x2 target=32 seed=47
        start-at=3></mdp2048-player></div>
    <div style='width: 360px'><mdp2048-player board=2x2 target=16 seed=20 start-at=end>
        </mdp2048-player></div>
    <div style='width: 600px'><mdp2048-player board=3x3 target=256 seed=47 start-at=end>
        </mdp2048-player></div>
    <div style='width: 1000px'><mdp2048-player board=2x2 target=8 seed=42></mdp2048-player></div>
    <div class=columns><mdp2048-player board=3x3 target=512 seed=42></mdp2048-player>
        <mdp2048-player board=3x3 target=1024 seed=56></mdp2048-player></div>";

/// What leaves the card of its player, or its own box, and whether the page scrolls sideways.
const OUTSIDE: &str = "const out = [];
    for (const host of hosts) {
        const card = host.shadowRoot.querySelector('.player').getBoundingClientRect();
        const place = host.parentElement.getBoundingClientRect();
        if (card.right > place.right + 0.5) out.push(`${host.game} is wider than its place`);
        for (const it of host.shadowRoot.querySelectorAll('.player *')) {
            if (it.closest('.hidden, .marks, .badge') || !it.checkVisibility()) continue;
            const { left, right } = it.getBoundingClientRect();
            const name = `${host.game} ${it.getAttribute('class') ?? it.tagName}`;
            if (left < card.left - 0.5 || right > card.right + 0.5) out.push(name);
            const isText = it.childElementCount === 0 && it.clientWidth > 0;
            if (isText && it.scrollWidth > it.clientWidth + 1) out.push(`${name}: text`);
        }
    }
    if (document.documentElement.scrollWidth > innerWidth) out.push('page');
    return out;";

#[tokio::test]
async fn the_layout_of_a_player_follows_its_place_and_not_the_styles_of_the_page() -> Result<()> {
    let (_served, browser) = open(Site::built()?, &format!("{STYLE}{PLACES}")).await?;
    let games = ["2x2_to_32", "2x2_to_16", "3x3_to_256", "2x2_to_8", "3x3_to_512", "3x3_to_1024"];
    for game in games {
        PagePlayer::new(&browser, game).ready().await?;
    }
    PagePlayer::new(&browser, "3x3_to_256").until("data-outcome", "won").await?;
    let outside: Vec<String> = browser.evaluate(OUTSIDE).await?;
    ensure!(outside.is_empty(), "{outside:?}");
    // Only the place of 1000 pixels has the values beside the board.
    let script = "return hosts.map(host => {
        const of = css => host.shadowRoot.querySelector(css).getBoundingClientRect();
        return of('.side').left > of('.board').right;
    });";
    let found: Vec<bool> = browser.evaluate(script).await?;
    ensure!(found == [false, false, false, true, false, false], "{found:?}");
    let script =
        "const style = getComputedStyle(host.shadowRoot.querySelector('.win-probability'));
        return [style.fontSize, style.letterSpacing, style.textIndent, style.textTransform,
            style.wordSpacing];";
    let found: Vec<String> = with_host(&browser, script).await?;
    ensure!(found == ["15px", "normal", "0px", "none", "0px"], "{found:?}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_player_in_another_document_keeps_its_styles_and_its_move() -> Result<()> {
    let body = "<iframe style='width: 1200px; height: 900px'></iframe>
        <mdp2048-player board=2x2 target=16 seed=20></mdp2048-player>";
    let (_served, browser) = open(Site::built()?, body).await?;
    let script = "await host.seek(4);
        const { contentDocument } = document.querySelector('iframe');
        const width = () => host.shadowRoot.querySelector('.board').getBoundingClientRect().width;
        const before = width();
        contentDocument.body.append(host);
        await new Promise(requestAnimationFrame);
        host.shadowRoot.querySelector('[data-control=share]').click();
        while (!host.shadowRoot.querySelector('dialog')) await new Promise(requestAnimationFrame);
        const dialog = host.shadowRoot.querySelector('dialog');
        const { display } = getComputedStyle(dialog.querySelector('header'));
        return [(await host.state()).move, Math.abs(width() - before) < 1, display];";
    let found: (usize, bool, String) = with_host(&browser, script).await?;
    ensure!(found == (4, true, "flex".to_owned()), "{found:?}");
    browser.assert_quiet().await
}
