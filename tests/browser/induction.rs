//! Watching the solver think on a small game: layers, keys, the discount, accessibility and width.

use anyhow::{Result, ensure};
use fantoccini::key::Key;
use mdp2048_tests::browser::{Browser, Device};

use crate::accessible::check_on;
use crate::exploring::{control, open};

/// Moves a slider as a reader does who drags it.
async fn slide(browser: &Browser, name: &str, to: usize) -> Result<()> {
    let slider = control(name);
    let script = format!(
        "const it = deep('{slider}'); it.value = {to};
         it.dispatchEvent(new Event('input', {{ bubbles: true }}));"
    );
    browser.evaluate(&script).await
}

#[tokio::test]
async fn the_solver_is_watched_and_the_discount_changes_its_policy() -> Result<()> {
    // A large game cannot be watched.
    let (served, browser) = open(Device::PHONE, "#/explore?game=3x3_to_64").await?;
    browser.find(".explorer[data-game='3x3_to_64']").await?;
    ensure!(browser.count(&control("watch")).await? == 0);
    browser.goto(&served.url("#/explore?game=2x2_to_16&seed=42")).await?;
    browser.find(".explorer[data-game='2x2_to_16']").await?;
    browser.find(&control("watch")).await?;
    ensure!(browser.count(".induction svg").await? == 0, "something is computed unasked");
    browser.click(&control("watch")).await?;

    // It starts when it is opened. Step by button, key and slider; play to the end.
    browser.wait_until("deep('.steps').dataset.steps > 0").await?;
    browser.click(&control("induction-first")).await?;
    let sentence = ".induction [data-sentence]";
    browser.wait_for_text(sentence, "No state is solved yet").await?;
    browser.click(&control("induction-next")).await?;
    browser.find(".steps[data-steps='1']").await?;
    for (key, steps) in [(Key::Right, 2), (Key::Left, 1)] {
        browser.press(key).await?;
        browser.find(&format!(".steps[data-steps='{steps}']")).await?;
    }
    slide(&browser, "induction-step", 7).await?;
    browser.find(".steps[data-steps='7']").await?;
    browser.find("[data-chart=values] .bar").await?;
    browser.click(&format!("{} option[value=fast]", control("induction-speed"))).await?;
    browser.click(&control("induction-play")).await?;
    browser.wait_for_text(sentence, "Every state is solved").await?;
    browser.wait_for_text(&control("induction-play"), "Play").await?;

    // The discount redraws the policy.
    let changed = control("induction-changed");
    ensure!(browser.count(&changed).await? == 0);
    slide(&browser, "induction-discount", 10).await?;
    browser.find(".discounts[data-percent='10']").await?;
    browser.find(&changed).await?;
    let narrow = Device { width: 320, ..Device::PHONE };
    check_on(&browser, &[Device::PHONE.dark(), narrow, Device::DESKTOP]).await?;

    // With less motion, Play shows the end at once.
    browser.set_device(Device::PHONE.reduced_motion()).await?;
    browser.click(&control("induction-first")).await?;
    browser.find(".steps[data-steps='0']").await?;
    browser.click(&control("induction-play")).await?;
    browser.wait_for_text(sentence, "Every state is solved").await?;

    // A changed board opens in the editor.
    let before: String = browser.evaluate("return deep('.explorer').dataset.board;").await?;
    browser.click(&format!("li:first-child > {}", "[data-control=induction-changed]")).await?;
    browser.wait_until(&format!("deep('.explorer').dataset.board !== '{before}'")).await?;
    browser.assert_quiet().await
}
