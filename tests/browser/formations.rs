//! Formations: boards with locked cells on the page of positions and in a player.

use anyhow::{Context as _, Result, ensure};
use mdp2048_model::{Formation, Game, PlainSolution, Policy as _, ValuedGame, Values as _};
use mdp2048_policy::{PackOptions, PackedPolicy, ValuesHeld, pack};
use mdp2048_rules::{Action, Board};
use mdp2048_solve::{Solution, Solver};
use mdp2048_tests::browser::Device;
use mdp2048_tests::site::Site;

use crate::accessible::check_on;
use crate::embedding;
use crate::exploring::{control, open, solve, unfold, until_board};
use crate::page::{PagePlayer, PlayerView, replay};

/// The game on the formation L3 to a target.
fn l3(target: u32) -> Result<Game> {
    let formation = Formation::named("L3").context("a formation")?;
    Ok(Game::builder().formation(formation).target(target).build()?)
}

/// The first board of a solution on which all four actions are allowed and differ in value.
fn board_of_four_values(solution: &Solution) -> Option<Board> {
    let mut found = None;
    solution.for_each(|board, _| {
        if found.is_none() && board.allowed().count() == 4 {
            let values = solution.advise(board).and_then(|it| it.action_values);
            let values = values.map(|it| it.expected_returns());
            let differs = |values: [Option<f64>; 4]| {
                (1..4).all(|at| values[at].is_some() && !values[..at].contains(&values[at]))
            };
            found = values.is_some_and(differs).then_some(board);
        }
    });
    found
}

#[tokio::test]
async fn a_formation_is_solved_in_the_tab_and_its_locked_cells_stay() -> Result<()> {
    let (_served, browser) = open(Device::PHONE, "#/explore").await?;
    browser.click(&format!("{} option[value=L3]", control("board"))).await?;
    browser.find(".explorer[data-game=L3_to_64]").await?;
    browser.click(&format!("{} option[value='32']", control("target"))).await?;
    browser.find(".explorer[data-game=L3_to_32]").await?;
    // The values of all four moves are those of the native solution.
    let solution = Solver::new(&l3(32)?).solve()?;
    let board = board_of_four_values(&solution).context("a board with four values")?;
    browser.fill(&control("text"), &format!("{board}\u{e007}")).await?;
    until_board(&browser, &board.hex()).await?;
    solve(&browser).await?;
    browser.find(".row.best").await?;
    let values = solution.advise(board).and_then(|it| it.action_values).context("values")?;
    for action in Action::ALL {
        let css = format!(".row[data-action={action}] .number");
        let found = format!("return Number(deep(\"{css}\").dataset.value);");
        let found: f64 = browser.evaluate(&found).await?;
        let value = values.get(action).context("an action that is not allowed")?;
        let expected = value.measured().context("a number")?;
        ensure!((found - expected).abs() < 1e-12, "{action}: {found}, not {expected}");
    }

    // Locked cells are announced, and neither editing nor a random position changes them.
    let label = |cell: u32| format!("return deep(\"[data-cell='{cell}']\").ariaLabel;");
    let found: String = browser.evaluate(&label(9)).await?;
    ensure!(found == "Row 3, column 2: locked", "{found}");
    ensure!(browser.count(".editable .cell.locked").await? == 6);
    unfold(&browser, "edit").await?;
    browser.click("[data-cell='9']").await?;
    browser.wait_for_text(".edit", "This cell is locked").await?;
    browser.press('4').await?;
    until_board(&browser, &board.hex()).await?;
    browser.click(&control("random")).await?;
    browser.wait_until("/^[0-4]{9}fff[0-4]fff$/.test(deep('.explorer').dataset.board)").await?;
    browser.click(&control("clear")).await?;
    until_board(&browser, "000000000fff0fff").await?;

    // Playing goes by the rules of locked cells.
    browser.fill(&control("text"), "2 0 0 0/0 0 0 0/2 x x x/4 x x x\u{e007}").await?;
    browser.click(&control("play")).await?;
    browser.find(&format!("{}[aria-disabled=true]", control("up"))).await?;
    browser.click(&format!("{}[aria-disabled=false]", control("right"))).await?;
    browser.find(".status[data-moves='1'] [data-last]").await?;
    let narrow = Device { width: 320, ..Device::PHONE };
    check_on(&browser, &[narrow.dark(), Device::DESKTOP]).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_pasted_real_board_leads_to_the_exact_values_of_its_formation() -> Result<()> {
    let (_served, browser) = open(Device::DESKTOP, "#/explore").await?;
    // The board after one move from a start board, turned.
    let real = "128 1024 4096 4/64 512 2048 2/0 0 2 0/2 0 0 0\u{e007}";
    browser.fill(&control("text"), real).await?;
    browser.find(".explorer[data-game='4x4_score']").await?;
    browser.wait_for_text(".formation", "This is the formation L3: 6 large tiles stay").await?;
    browser.wait_for_text(&control("formation"), "Values of L3 to 64").await?;
    check_on(&browser, &[Device::DESKTOP]).await?;
    browser.click(&control("formation")).await?;
    browser.find(".explorer[data-game=L3_to_64]").await?;
    ensure!(browser.count(".formation").await? == 0, "the formation is still offered");
    until_board(&browser, "000101001fff2fff").await?;
    solve(&browser).await?;
    browser.find(".row.best").await?;
    browser.client().back().await?;
    browser.find(".explorer[data-game='4x4_score']").await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_game_that_is_too_large_is_answered_from_its_policy_file() -> Result<()> {
    // Its values are no solution: what is shown must come from the file.
    let game = l3(512)?;
    let options = PackOptions::new(0.75).values(ValuesHeld::Action).threshold(0.001, 0.0);
    let file = pack(&game.into(), &options, |states| {
        let values = |board: Board| {
            Action::ALL.map(|it| game.act(board, it).map(|_| 0.75 - 0.125 * it.index() as f64))
        };
        let of = ValuedGame::from(game);
        states.iter().map(|state| Some(of.action_values(values(state.board())))).collect()
    })?;
    let path = "embed/policies/L3_to_512.policy";
    let site = Site::built()?.replace(path, file);
    let hash = "#/explore?game=L3_to_512&state=100000001fff2fff";
    let (served, browser) = site.open(Device::DESKTOP, hash).await?;
    browser.find(".row.best[data-action=right]").await?;
    browser.find(".row[data-action=down] .bar").await?;
    let values = "const [best, other] = ['right', 'down'].map(it => deep(`.row[data-action=${it}]`));
        return [Number(best.querySelector('.number').dataset.value), Number(other.querySelector('.bar').dataset.regret)];";
    let [value, regret]: [f64; 2] = browser.evaluate(values).await?;
    ensure!((value - 0.625).abs() < 1e-4 && (regret - 0.25).abs() < 0.01, "{value}, {regret}");
    browser.wait_for_text(".solutions", "states, from a file").await?;
    browser.wait_until("!deep('.difficulty') && !deep('.solve')").await?;
    browser.fill(&control("text"), "256 128 2 4/4 2 0 0/2 x x x/4 x x x\u{e007}").await?;
    browser.wait_for_text("[data-note=left-out]", "leaves this board out").await?;
    browser.find(".solve").await?;
    ensure!(served.requests().iter().filter(|it| *it == path).count() == 1);
    check_on(&browser, &[Device::PHONE]).await?;
    browser.assert_quiet().await
}

#[tokio::test]
async fn the_best_move_is_known_before_a_policy_file_is_loaded_to_its_end() -> Result<()> {
    let (_served, browser) =
        open(Device::DESKTOP, "#/explore?game=L3_to_256&state=122023105fff6fff").await?;
    browser.wait_for_text("[data-note=others]", "What the other moves are worth follows").await?;
    let shown = "return [deep('.value .number').dataset.value, deepAll('.row .number').length];";
    let (value, rows): (String, usize) = browser.evaluate(shown).await?;
    ensure!(rows == 1 && browser.count(".solve progress").await? == 1, "{rows}");
    browser.wait_until("!deep('[data-note=others]')").await?;
    let whole: (String, usize) = browser.evaluate(shown).await?;
    ensure!(whole == (value.clone(), 2), "{whole:?}, {value}");
    browser.assert_quiet().await
}

#[tokio::test]
async fn a_player_plays_a_formation() -> Result<()> {
    let solution = PlainSolution::solve(&l3(16)?);
    let options = PackOptions::new(solution.start_return()).values(ValuesHeld::Action);
    let file = pack(solution.valued_game(), &options, |states| {
        states.iter().map(|&state| solution.action_values(state)).collect()
    })?;
    let site = Site::built()?.replace("embed/policies/L3_to_16.policy", file.clone());
    let body = "<mdp2048-player board=L3 target=16 seed=7></mdp2048-player>";
    let (_served, browser) = embedding::open(site, body).await?;
    let player = PagePlayer::new(&browser, "L3_to_16");
    player.ready().await?;
    player.press("end").await?;
    player.expect(&PlayerView::end(&replay(&PackedPolicy::from_bytes(&file)?, 7))).await?;
    ensure!(browser.count(&player.css(".cell.locked")).await? == 6);
    let label = format!("return deep({:?}).ariaLabel;", player.css(".board"));
    let label: String = browser.evaluate(&label).await?;
    ensure!(label.ends_with("locked locked locked"), "{label}");
    browser.assert_quiet().await
}
