//! Solutions computed in a worker equal the native ones bit for bit.

use anyhow::{Context as _, Result, bail, ensure};
use mdp2048_bag::{Bag, BagGame, Chain};
use mdp2048_display::rest_of_game;
use mdp2048_model::{Game, Objective, PlainSolution, RestOfGame};
use mdp2048_protocol::{SolverAnswer, SolverRequest, StoredGame};
use mdp2048_rules::{Board, Shape};
use mdp2048_tests::solving::{Case, Fingerprint, SolvingPage};

#[tokio::test]
async fn a_worker_solves_and_counts_as_natively_and_names_what_it_cannot_solve() -> Result<()> {
    let page = SolvingPage::open().await?;
    for case in Case::SMALL {
        let name = case.name;
        let expected = Fingerprint::of(&case.solve()?);
        let found = page.solve(case).await?.fingerprint;
        ensure!(found == expected, "{name}: {found} in a worker, {expected} natively");
    }

    // The moves from a board, and their bound.
    let game = Game::new(Shape::new(2, 3)?, Objective::Fewest, Some(8), 1.0, 0.1)?;
    let start = Board::from_hex(game.shape(), "000011")?;
    let rest = RestOfGame::of(&game, &PlainSolution::solve(&game), start);
    let rest = rest.context("a start has moves")?;
    let bag = Bag::from_tiles(start.tiles()).context("a small bag")?;
    let chain = Chain::from_starts(BagGame::new(8, 0.1)?, [(bag, 1.0)]);
    let in_a_bag = chain.steps_from_start().mean;
    page.ask(&solve(game)).await?;
    let (answer, _) = page.ask(&SolverRequest::CountMoves(start)).await?;
    let SolverAnswer::Counted(Some(count)) = answer else { bail!("{answer:?}") };
    let found = [count.moves, count.win, count.in_a_bag.unwrap_or(f64::NAN)];
    let expected = [rest.moves, rest.win, in_a_bag];
    let is_close = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-12;
    ensure!(found.iter().zip(&expected).all(is_close), "{count:?}");
    ensure!(count.text == rest_of_game(&game, &rest, Some(in_a_bag)), "{count:?}");

    for (target, part) in [(2048, "more boards than can be numbered"), (64, "bytes of memory")] {
        let (answer, _) = page.ask(&solve(Game::reach(Shape::FOUR_BY_FOUR, target)?)).await?;
        let SolverAnswer::Failed(reason) = answer else { bail!("{answer:?}") };
        ensure!(reason.contains(part), "{reason}");
    }
    Ok(())
}

/// A request to solve a game.
const fn solve(game: Game) -> SolverRequest {
    SolverRequest::Solve(StoredGame { game, is_single: false }, 4e9)
}

#[tokio::test]
async fn a_browser_without_simd_is_told_what_it_lacks() -> Result<()> {
    let page = SolvingPage::without_simd().await?;
    page.start().await?;
    let answer = page.ask(&solve(Game::reach(Shape::TWO_BY_TWO, 8)?)).await;
    let error = format!("{:?}", answer.err());
    ensure!(error.contains("(SIMD); Chrome 91, Firefox 89, Safari 16.4 and later"), "{error}");
    Ok(())
}
