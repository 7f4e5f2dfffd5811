//! The markup of the published player, and its text policies.

use anyhow::{Context as _, Result, ensure};
use mdp2048_model::Policy as _;
use mdp2048_policy::TextPolicy;
use mdp2048_rules::CanonicalState;
use mdp2048_tests::site::Site;

use crate::embedding::open;
use crate::page::{PagePlayer, policy};

/// The text of a committed policy, with values, as `mdp2048 pack --format twenty48` writes it.
fn text(site: &Site, game: &str) -> Result<String> {
    let policy = policy(site, game)?;
    let value = |state: CanonicalState| policy.advise(state.board())?.value?.finite();
    Ok(TextPolicy::of(policy)?.with_values(value)?.to_text())
}

/// An element of the published player.
fn markup(size: u32, exponent: u32, path: &str, rest: &str) -> String {
    format!(
        "<p class='note twenty48-policy-player' data-board-size={size} \
         data-max-exponent={exponent} data-packed-policy-path='{path}' {rest}>Loading&hellip;</p>"
    )
}

#[tokio::test]
async fn elements_and_published_markup_share_a_page() -> Result<()> {
    let site = Site::built()?;
    let body = [
        "<mdp2048-player board=2x2 target=8></mdp2048-player>",
        "<mdp2048-player board=2x2 target=32 seed=47 src=32.policy></mdp2048-player>",
        &markup(2, 4, "assets/packed_policy-discount-1.txt", "data-initial-seed=20"),
        &markup(3, 8, "/assets/256.txt", "data-initial-seed=56"),
    ]
    .concat();
    // A text may have any name, also as the attribute of an element.
    let with_texts = site
        .clone()
        .replace("assets/packed_policy-discount-1.txt", text(&site, "2x2_to_16")?)
        .replace("assets/256.txt", text(&site, "3x3_to_256")?)
        .replace("32.policy", text(&site, "2x2_to_32")?);
    let (served, browser) = open(with_texts, &body).await?;
    for (game, seed) in [("2x2_to_8", 42), ("2x2_to_32", 47), ("2x2_to_16", 20), ("3x3_to_256", 56)]
    {
        PagePlayer::new(&browser, game).plays(&site, seed).await?;
    }
    // The values are in whole percent.
    let player = PagePlayer::new(&browser, "3x3_to_256");
    player.press("restart").await?;
    let value = browser.text(&player.css(".win-probability .number")).await?;
    ensure!(value.ends_with('%') && !value.contains('.'), "{value}");
    let programs = served.requests().iter().filter(|it| it.ends_with("puzzle_bg.wasm")).count();
    ensure!(programs == 1, "the reader of texts was requested {programs} times");
    browser.assert_quiet().await
}

#[tokio::test]
async fn published_markup_that_is_added_to_a_marked_container_is_upgraded_once() -> Result<()> {
    let site = Site::built()?;
    let site = site.clone().replace("2.txt", text(&site, "2x2_to_16")?);
    let body = "<p id=text>Text</p><div id=marked data-mdp2048-players></div>";
    let (_served, browser) = open(site.clone(), body).await?;
    let added = markup(2, 4, "2.txt", "data-initial-seed=20");
    let script = format!(
        "const add = (css) => {{
            const section = document.createElement('section');
            section.innerHTML = `{added}`;
            document.querySelector(css).append(section);
        }};
        add('main'); add('#marked');"
    );
    browser.wait_until("customElements.get('mdp2048-player')").await?;
    browser.run(&script).await?;
    PagePlayer::new(&browser, "2x2_to_16").plays(&site, 20).await?;
    // The paragraph stays, and what it showed is the fallback content of the player.
    let script = "const section = document.querySelector('#marked section');
        document.body.append(section); await new Promise(done => setTimeout(done, 50));
        return [document.querySelectorAll('p.note > mdp2048-player').length, section.textContent];";
    let script = format!("return (async () => {{ {script} }})();");
    let (players, text): (usize, String) = browser.evaluate(&script).await?;
    // The other one is not in a marked container.
    ensure!((players, text.contains("Loading")) == (1, true), "{players} players, {text}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn arcade_mode_plays_game_after_game() -> Result<()> {
    let site = Site::built()?;
    let site = site.clone().replace("2.txt", text(&site, "2x2_to_8")?);
    let (_served, browser) = open(site, &markup(2, 3, "2.txt", "data-arcade-mode=true")).await?;
    browser.wait_until("hosts[0]?.shadowRoot.querySelector('[data-seed]')").await?;
    let seed = "hosts[0].shadowRoot.querySelector('[data-seed]').dataset.seed";
    let first: String = browser.evaluate(&format!("return {seed};")).await?;
    ensure!(first.parse::<u32>().is_ok_and(|seed| seed < 10_000), "the seed is {first}");
    // It starts by itself, ends after about five moves, and goes on with another seed.
    browser.wait_until(&format!("{seed} !== '{first}'")).await?;
    PagePlayer::new(&browser, "2x2_to_8").until("data-running", "true").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn an_unusable_text_has_its_message() -> Result<()> {
    let site = Site::built()?;
    let large = text(&site, "3x3_to_256")?;
    let other = text(&site, "2x2_to_16")?;
    let site = site.replace("other.txt", other).replace("large.txt", large.replace(" 5 ", " , "));
    let cases = [
        (2, 3, "other.txt", "2x2_to_8", "give the board and the target that the file is for"),
        (3, 8, "large.txt", "3x3_to_256", "',' is not a difference of states"),
        (3, 10, "missing.txt", "3x3_to_1024", "the server has no missing.txt (404)"),
    ];
    let body: String =
        cases.iter().map(|&(size, exponent, path, ..)| markup(size, exponent, path, "")).collect();
    let (_served, browser) = open(site, &body).await?;
    for (.., path, game, message) in cases {
        let player = PagePlayer::new(&browser, game);
        player.show().await?;
        let failed = player.css("[data-load=failed]");
        browser.wait_for_text(&failed, message).await.context(path)?;
    }
    browser.assert_quiet_but(&["missing.txt - Failed to load resource"]).await
}
