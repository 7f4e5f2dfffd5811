//! Solutions computed in a worker equal the native ones bit for bit.

use anyhow::{Result, ensure};
use mdp2048_solving::{Case, Fingerprint, solve};
use mdp2048_tests::solving::SolvingPage;

#[tokio::test]
async fn solutions_of_a_worker_equal_the_native_ones() -> Result<()> {
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
async fn an_unknown_game_is_reported() -> Result<()> {
    let error = SolvingPage::open().await?.solve("5x5 to 8").await.err();
    let message = error.map(|error| error.to_string()).unwrap_or_default();
    ensure!(message.contains("there is no game \"5x5 to 8\""), "{message}");
    Ok(())
}
