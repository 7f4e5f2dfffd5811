use std::sync::LazyLock;

use mdp2048_model::{Game, Objective, Outcome, PlainSolution, Replay, ValuedGame, Values};
use mdp2048_review::{Chances, Grade, RecordedGame, Review, ReviewError};
use mdp2048_rules::{Action, CanonicalState, Shape};
use mdp2048_solve::{Solution, Solver};
use proptest::collection::vec;
use proptest::prelude::{any, proptest};

use mdp2048_test_support::moves_of;

fn game(shape: Shape, objective: Objective, target: Option<u32>, discount: f64) -> Game {
    Game::new(shape, objective, target, discount, 0.1).expect("a game")
}

/// Games with every objective, and one that is nearly certain to be won.
static SOLUTIONS: LazyLock<Vec<PlainSolution>> = LazyLock::new(|| {
    let rectangle = Shape::new(2, 3).expect("a shape");
    let games = [
        game(Shape::TWO_BY_TWO, Objective::Win, Some(16), 1.0),
        game(Shape::TWO_BY_TWO, Objective::Win, Some(32), 0.9),
        game(Shape::TWO_BY_TWO, Objective::Score, None, 1.0),
        game(rectangle, Objective::Win, Some(64), 1.0),
        game(rectangle, Objective::Moves, Some(64), 1.0),
        game(Shape::THREE_BY_THREE, Objective::Win, Some(16), 1.0),
    ];
    games.iter().map(PlainSolution::solve).collect()
});

/// 3x3 to 64.
static NINE_CELLS: LazyLock<Solution> = LazyLock::new(|| {
    let game = game(Shape::THREE_BY_THREE, Objective::Win, Some(64), 1.0);
    Solver::new(&game).solve().expect("a small game")
});

/// A game in which `choices` select among the allowed actions.
fn played(game: &Game, seed: u32, choices: &[u8]) -> RecordedGame {
    let (moves, last) = moves_of(game, seed, choices);
    RecordedGame::new(game, &moves, last).expect("the rules allow the game")
}

fn check_sum(solution: &impl Values, record: &RecordedGame) {
    let review = Review::of(solution, record).expect("a reachable game");
    let better = review.start_luck + review.luck - review.loss;
    let error = review.result.better_by(review.start_value) - better;
    let size = 1.0 + review.result.get() + review.loss;
    assert!(review.result.get() >= 0.0 && error.abs() < 1e-9 * size, "{error} {review:?}");
    let counts_wins = solution.game().objective().counts_wins();
    assert_eq!(review.chances.is_some(), counts_wins);
    if let Some(Chances { start, kept, luck, outcome }) = review.chances {
        assert!((0.0..=1.0).contains(&kept) && luck >= 0.0);
        assert!((start * kept * luck - outcome).abs() <= 1e-12 * outcome, "{review:?}");
        let result = review.result.get();
        assert!((outcome - result).abs() < 1e-12, "{outcome} {result}");
        let product: f64 = review.moves.iter().filter_map(|it| it.kept).product();
        assert_eq!(product, kept);
    }
    assert!(review.moves.iter().all(|it| it.regret >= 0.0 && it.loss >= 0.0));
}

#[test]
fn a_discounted_win_counts_the_discount_of_every_move() {
    let game = game(Shape::TWO_BY_TWO, Objective::Win, Some(16), 0.95);
    let solution = PlainSolution::solve(&game);
    let replays = (0..20).map(|seed| Replay::play(&game, &solution, seed.into()));
    let mut won = 0;
    for replay in replays.filter(|replay| replay.outcome == Outcome::Won) {
        let moves: Vec<_> =
            replay.steps.iter().map(|step| (step.board, step.advice.action)).collect();
        let record = RecordedGame::new(&game, &moves, replay.last).expect("a game of the rules");
        check_sum(&solution, &record);
        let chances = Review::of(&solution, &record).ok().and_then(|review| review.chances);
        let Chances { start, kept, luck, outcome } = chances.expect("chances of winning");
        let expected = 0.95f64.powi(moves.len() as i32);
        assert!((outcome - expected).abs() < 1e-15, "{outcome} {expected}");
        assert_eq!(kept, 1.0);
        assert!((luck - expected / start).abs() < 1e-14, "{luck}");
        won += 1;
    }
    assert!(won > 10);
}

#[test]
fn fewer_moves_are_better() {
    let game = game(Shape::TWO_BY_TWO, Objective::Fewest, Some(8), 1.0);
    let solution = PlainSolution::solve(&game);
    for seed in 0..20 {
        let replay = Replay::play(&game, &solution, seed.into());
        let moves: Vec<_> = replay.steps.iter().map(|it| (it.board, it.advice.action)).collect();
        let record = RecordedGame::new(&game, &moves, replay.last).expect("a game of the rules");
        check_sum(&solution, &record);
        let review = Review::of(&solution, &record).expect("a game that is won");
        assert_eq!(review.result.get(), moves.len() as f64);
        assert!(review.loss < 1e-12, "{review:?}");
        let fewer = review.start_value.get() - review.result.get();
        assert!((review.start_luck + review.luck - fewer).abs() < 1e-12, "{review:?}");
    }
}

#[test]
fn the_grades_follow_the_regret() {
    let probability: ValuedGame =
        (*PlainSolution::solve(&game(Shape::TWO_BY_TWO, Objective::Win, Some(8), 1.0)).game())
            .into();
    let score = game(Shape::TWO_BY_TWO, Objective::Score, None, 1.0).into();
    let grade = |valued_game: &ValuedGame, best: f64, value: f64| {
        let values = valued_game.action_values([Some(best), Some(value), None, None]);
        Grade::of(&values, Action::Right)
    };
    let losing = ValuedGame::losing(*probability.game()).expect("a game to win");
    for (lost, expected) in [
        (0.0, Grade::Best),
        (1e-16, Grade::Best),
        (1e-9, Grade::Good),
        (0.0099, Grade::Good),
        (0.0101, Grade::Inaccuracy),
        (0.0499, Grade::Inaccuracy),
        (0.0501, Grade::Mistake),
        (0.199, Grade::Mistake),
        (0.201, Grade::Blunder),
        (1.0, Grade::Blunder),
    ] {
        // The same share has the same grade on every board.
        for chance in [0.9, 0.2, 0.0113, 1e-6] {
            let after = chance * (1.0 - lost);
            assert_eq!(grade(&probability, chance, after), Some(expected), "{chance} {lost}");
        }
        assert_eq!(grade(&score, 100.0, 100.0 - 100.0 * lost), Some(expected), "{lost}");
        let loss = 0.001 + 0.999 * lost;
        assert_eq!(grade(&losing, -0.001, -loss), Some(expected), "{lost}");
    }
    // No grade says more than the accuracy of the values.
    let values = probability.action_values([Some(0.5), Some(0.499), None, None]);
    let within = |error| Grade::within(&values, error, Action::Right);
    assert_eq!([1e-5, 1e-3].map(within), [Grade::Good, Grade::Indistinguishable].map(Some));
    assert_eq!(Grade::of(&score.action_values([None; 4]), Action::Up), None);
}

#[test]
fn a_sentence_explains_the_grades() {
    let probability = game(Shape::TWO_BY_TWO, Objective::Win, Some(8), 1.0);
    let score = game(Shape::TWO_BY_TWO, Objective::Score, None, 1.0).into();
    let losing = ValuedGame::losing(probability).expect("a game to win");
    let scale = "A grade is the share of the chance of winning that a move keeps: best is all of \
                 it, good above 99 %, inaccuracy above 95 %, mistake above 80 %, else blunder.";
    assert_eq!([&probability.into(), &losing].map(Grade::scale), [scale; 2]);
    assert!(Grade::scale(&score).contains("the share of the value of the board that"));
}

#[test]
fn games_of_another_kind_are_refused() {
    let solved = PlainSolution::solve(&game(Shape::TWO_BY_TWO, Objective::Win, Some(8), 1.0));
    let other = game(Shape::TWO_BY_TWO, Objective::Win, Some(16), 1.0);
    let record = RecordedGame::parse(&other, "0 2/2 0").unwrap();
    let error = Review::of(&solved, &record).unwrap_err();
    assert_eq!(error.to_string(), "the game is 2x2 to 16, but the solution is of 2x2 to 8");
    // An odd number of twos is reachable, but not four 4s in a game to 16.
    let solution = PlainSolution::solve(&other);
    let record = RecordedGame::parse(&other, "8 8/8 8 left\n16 0/16 2").unwrap();
    let unreachable = Review::of(&solution, &record).unwrap_err();
    assert!(matches!(unreachable, ReviewError::Unreachable { number: 1, .. }));
    let fewest = game(Shape::TWO_BY_TWO, Objective::Fewest, Some(16), 1.0);
    let record = RecordedGame::parse(&fewest, "0 2/2 0").unwrap();
    let infinite = Review::of(&PlainSolution::solve(&fewest), &record).unwrap_err();
    assert!(matches!(infinite, ReviewError::Infinite { number: 1, .. }), "{infinite}");
}

proptest! {
    #[test]
    fn start_value_plus_luck_minus_loss_is_the_result(
        index in any::<usize>(),
        seed in any::<u32>(),
        choices in vec(any::<u8>(), 0..80),
    ) {
        let solution = &SOLUTIONS[index % SOLUTIONS.len()];
        check_sum(solution, &played(solution.game(), seed, &choices));
    }

    #[test]
    fn a_move_has_the_best_grade_exactly_if_it_is_best(
        seed in any::<u32>(),
        choices in vec(any::<u8>(), 0..120),
    ) {
        let record = played(NINE_CELLS.game(), seed, &choices);
        check_sum(&*NINE_CELLS, &record);
        let review = Review::of(&*NINE_CELLS, &record).unwrap();
        for (played, reviewed) in record.moves().iter().zip(&review.moves) {
            let (state, symmetry) = CanonicalState::of(played.board);
            let values = NINE_CELLS.action_values(state).unwrap().before(symmetry);
            let is_best = values.best().any(|best| best == played.action);
            assert_eq!(reviewed.grade == Grade::Best, is_best);
        }
    }

    #[test]
    fn optimal_play_is_accurate(seed in any::<u32>()) {
        let solution = &SOLUTIONS[3];
        let replay = Replay::play(solution.game(), solution, seed.into());
        let moves: Vec<_> = replay.steps.iter().map(|it| (it.board, it.advice.action)).collect();
        let record = RecordedGame::new(solution.game(), &moves, replay.last).unwrap();
        let review = Review::of(solution, &record).unwrap();
        assert_eq!(review.count(Grade::Best), moves.len());
        assert_eq!(review.chances.unwrap().kept, 1.0);
    }
}
