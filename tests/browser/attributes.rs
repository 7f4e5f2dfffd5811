//! Attributes of embedded players: the objective, the discount, the first position, the language.

use anyhow::{Result, ensure};
use mdp2048_model::{Game, Objective, PlainSolution, Values as _};
use mdp2048_policy::{PackOptions, PackedPolicy, ValuesHeld, pack};
use mdp2048_rules::Shape;
use mdp2048_tests::site::Site;

use crate::embedding::open;
use crate::page::{PagePlayer, PlayerView, policy, replay};

/// The policy file of a 2x2 game.
fn packed(objective: Objective, target: Option<u32>, discount: f64) -> Result<Vec<u8>> {
    let game = Game::new(Shape::TWO_BY_TWO, objective, target, discount, 0.1)?;
    let solution = PlainSolution::solve(&game);
    let options = PackOptions::new(solution.start_return()).values(ValuesHeld::Action);
    Ok(pack(solution.valued_game(), &options, |states| {
        states.iter().map(|&state| solution.action_values(state)).collect()
    })?)
}

#[tokio::test]
async fn objectives_and_discounts_have_policies_and_words_of_their_own() -> Result<()> {
    let score = packed(Objective::Score, None, 1.0)?;
    let patient = packed(Objective::Win, Some(16), 0.9)?;
    let site = Site::built()?
        .replace("embed/policies/2x2_score.policy", score.clone())
        .replace("embed/policies/2x2_to_16_discount_0.9.policy", patient.clone())
        .replace("score.policy", score.clone());
    let body = "<mdp2048-player board=2x2 objective=score seed=5></mdp2048-player>
        <mdp2048-player board=2x2 target=16 discount=0.90 seed=20></mdp2048-player>
        <mdp2048-player board=2x2 target=8 src=score.policy></mdp2048-player>";
    let (_served, browser) = open(site, body).await?;
    for (game, file, seed, name) in
        [("2x2_score", score, 5, "Expected score to come"), ("2x2_to_16", patient, 20, "Value")]
    {
        let player = PagePlayer::new(&browser, game);
        player.ready().await?;
        let found = browser.text(&player.css(".win-probability .label")).await?;
        ensure!(found == name, "{game}: {found}");
        player.press("end").await?;
        let replay = replay(&PackedPolicy::from_bytes(&file)?, seed);
        player.expect(&PlayerView::end(&replay)).await?;
    }
    // Each file names its game, so a file of another objective is refused.
    let other = PagePlayer::new(&browser, "2x2_to_8");
    other.show().await?;
    let message = "this policy is for 2x2, highest score, but 2x2 to 8 was asked for";
    browser.wait_for_text(&other.css("[data-load=failed]"), message).await?;
    // The attributes are observed.
    let script = "const host = hosts[2]; host.removeAttribute('target');
        host.setAttribute('objective', 'score'); host.play();";
    browser.run(script).await?;
    browser.wait_until("hosts[2].game === '2x2_score'").await?;
    browser.wait_until("hosts[2].shadowRoot.querySelector('[data-running=true]')").await?;
    let unusable = "hosts[2].setAttribute('discount', '0.5');";
    browser.run(unusable).await?;
    browser.wait_for_text("[part=note]", "the discount 0.5 cannot be used").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_player_starts_at_a_position_or_says_that_there_is_none() -> Result<()> {
    let body = "<mdp2048-player board=2x2 target=16 seed=20 start-at=9999></mdp2048-player>
        <mdp2048-player board=2x2 target=32 seed=47 start-at=50%></mdp2048-player>
        <mdp2048-player board=2x2 target=8 seed=42 start-at=end lang=fr></mdp2048-player>";
    let site = Site::built()?;
    let (served, browser) = open(site.clone(), body).await?;
    for (game, seed, moves) in [("2x2_to_16", 20, 6), ("2x2_to_32", 47, 8), ("2x2_to_8", 42, 5)] {
        let player = PagePlayer::new(&browser, game);
        player.ready().await?;
        player.expect(&PlayerView::of(&replay(policy(&site, game)?, seed), moves)).await?;
    }
    let player = PagePlayer::new(&browser, "2x2_to_16");
    let (note, message) =
        (player.css("[data-note=link]"), "There is no move 9999: this game has 6");
    browser.wait_for_text(&note, message).await?;
    // The attribute is observed.
    browser.run("hosts[0].removeAttribute('start-at');").await?;
    player.until("data-moves", "0").await?;
    // The texts are English, whatever the page and the element say.
    let script = "return hosts.map(it => it.shadowRoot.querySelector('[lang]').lang);";
    let languages: Vec<String> = browser.evaluate(script).await?;
    ensure!(languages == ["en", "en", "en"], "{languages:?}");
    // A frame has the same attributes.
    let frame = served.url("embed/embed.html?board=2x2&target=16&seed=20&start-at=9999");
    browser.goto(&frame).await?;
    browser.wait_for_text(&note, message).await?;
    browser.assert_quiet().await
}
