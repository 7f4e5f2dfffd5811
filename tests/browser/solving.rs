//! Games are solved in a worker as they are natively, bit for bit.

use anyhow::{Result, ensure};
use mdp2048_solving::{Case, Fingerprint, solve};
use mdp2048_tests::solving::SolvingPage;

#[tokio::test]
async fn solutions_have_the_native_bits() -> Result<()> {
    let page = SolvingPage::open().await?;
    for case in Case::small() {
        let name = case.name;
        let expected = Fingerprint::of(&solve(&case.game()?, &case.options())?);
        println!("{name}: {expected}");
        let found = page.solve(name).await?.fingerprint;
        ensure!(found == expected.to_string(), "{name}: {found} in a worker, {expected} natively");
    }
    Ok(())
}

#[tokio::test]
async fn a_game_that_is_not_there_is_told() -> Result<()> {
    let error = SolvingPage::open().await?.solve("5x5 to 8").await.err();
    let told = error.map(|error| error.to_string()).unwrap_or_default();
    ensure!(told.contains("there is no game \"5x5 to 8\""), "{told}");
    Ok(())
}
