//! Reviews in words, and games saved as files.

use mdp2048_display::chart::{Mark, Notation};
use mdp2048_display::{Measure, Reducer as _};
use mdp2048_explorer::{Exploration, ExploreEvent, Hints, Report, ReviewChart, saved_text};
use mdp2048_model::{Game, Objective, Outcome, PlainSolution, Replay, Status, Values};
use mdp2048_review::{RecordedGame, Review};
use mdp2048_rules::Shape;
use mdp2048_test_support::moves_of;
use proptest::collection::vec;
use proptest::prelude::{any, proptest};

use crate::positions::answer;
use crate::{answered, solved, solved_game};

fn reviewed(record: &RecordedGame) -> (Review, Report) {
    let solution = PlainSolution::solve(record.game());
    let review = Review::of(&solution, record).expect("a reachable game");
    let report = Report::new(solution.valued_game(), record, &review);
    (review, report)
}

fn to_16() -> Game {
    Game::reach(Shape::TWO_BY_TWO, 16).expect("a game")
}

#[test]
fn a_report_names_grades_luck_and_loss() {
    let record = RecordedGame::parse(&to_16(), "0 4/4 8 up\n4 4/2 8 left\n8 2/2 8").unwrap();
    let (review, report) = reviewed(&record);
    assert_eq!(report.values.len(), 3);
    assert_eq!(report.sentences.len(), 2);
    let last = report.values.last().copied().unwrap();
    assert!((last - review.result.get()).abs() < 1e-12);
    let counted: usize = report.grades.iter().map(|(_, count)| count).sum();
    assert_eq!(counted, 2);
    let [start, kept, luck, result] = report.terms.as_slice() else { panic!("four terms") };
    assert_eq!((start.name, kept.name, luck.name), ("start value", "kept by moves", "luck"));
    assert!((start.number * kept.number * luck.number - result.number).abs() < 1e-12);
    assert!(luck.text.starts_with('\u{d7}'), "{}", luck.text);
    assert!(result.text.starts_with("= "), "{}", result.text);
    assert!(review.moves.iter().map(|it| &it.grade).eq(&report.by_move));
    assert!(report.summary.starts_with("2x2 to 16, "), "{}", report.summary);
    assert!(report.summary.contains(" of the chance; "), "{}", report.summary);
    assert_eq!(report.headline.number, review.chances.unwrap().kept);
    assert_eq!(Hints::ALL.len(), 4);
}

#[test]
fn a_report_in_points_adds_luck_and_losses() {
    let game = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
    let record = RecordedGame::parse(&game, "0 4/4 8 up\n4 4/2 8 left\n8 2/2 8").unwrap();
    let (review, report) = reviewed(&record);
    let [start, luck, lost, result] = report.terms.as_slice() else { panic!("four terms") };
    assert_eq!((start.name, luck.name, lost.name), ("start value", "luck", "lost by moves"));
    assert!((start.number + luck.number + lost.number - result.number).abs() < 1e-12);
    assert_eq!((review.chances, report.headline.number), (None, review.loss));
    assert!(report.summary.contains(" in score lost by moves, "), "{}", report.summary);
    let costs = report.sentences.iter().any(|it| it.contains(", costs ") && !it.contains("chance"));
    assert!(costs, "{:?}", report.sentences);
}

#[test]
fn a_chart_reads_out_each_move() {
    let record = RecordedGame::parse(&to_16(), "0 4/4 8 up\n4 4/2 8 left\n8 2/2 8").unwrap();
    let solution = PlainSolution::solve(record.game());
    let measure = Measure::of(solution.valued_game());
    let (_, report) = reviewed(&record);
    let chart = ReviewChart::of(measure, &report);
    let plot = chart.plot(400.0, 1, None);
    assert_eq!((plot.y.from, plot.y.to, plot.y.notation), (0.0, 1.0, Notation::Percent));
    let Mark::Line { points, .. } = &plot.marks[1] else { panic!("a line") };
    let heights: Vec<f64> = points.iter().map(|&(_, y)| y).collect();
    assert_eq!(heights, report.values);
    assert_eq!(chart.last(), 2);
    for ply in 0..=2 {
        assert_eq!(chart.ply_at(400.0, plot.frame().x.at(ply as f64)), ply);
        assert!(chart.text(ply).ends_with(&format!("{}.", report.value_texts[ply])));
    }
    assert_eq!((chart.ply_at(400.0, -50.0), chart.ply_at(400.0, 900.0)), (0, 2));
    assert!(chart.text(1).starts_with("Move 1, up"), "{}", chart.text(1));
}

#[test]
fn words_of_luck_follow_the_outcome() {
    let summary = |game: &Game, text: &str| {
        let record = RecordedGame::parse(game, text).unwrap();
        reviewed(&record).1.summary
    };
    let lost = summary(&to_16(), "0 2/4 8 up\n4 2/2 8");
    assert_eq!(
        lost,
        "2x2 to 16, over after 1 move: kept 11.11 % of the chance; luck took the rest."
    );
    let won = summary(&to_16(), "8 8/2 4 left\n16 2/2 4");
    assert_eq!(won, "2x2 to 16, won after 1 move: kept 100 % of the chance; luck changed nothing.");
    let playing = summary(&to_16(), "0 2/4 8 left\n2 2/4 8");
    let kept = "2x2 to 16, 1 move so far: kept ";
    assert!(playing.starts_with(kept) && playing.contains("luck multiplied"), "{playing}");
}

/// The page after all values that it asks for are answered.
fn all_answered(view: Exploration, solution: &PlainSolution) -> Exploration {
    answered(view, |board| answer(solution, board))
}

/// A game of a seed to its end by the first allowed action, whose values are answered.
fn first_actions(game: &Game, url: &str) -> (PlainSolution, Exploration) {
    let solution = PlainSolution::solve(game);
    let mut view = Exploration::open(url);
    assert_eq!((view.picture(), view.verdict()), (None, None));
    view = solved(view, solved_game(*solution.valued_game(), solution.start_return()));
    while game.status(view.board()) == Status::Playing {
        let action = view.board().allowed().next().expect("an action");
        view = view.after(ExploreEvent::Act(action));
    }
    let view = all_answered(view, &solution);
    (solution, view)
}

#[test]
fn a_finished_game_is_compared_with_perfect_play_of_the_same_seed() {
    for seed in 0..8 {
        let url = format!("#/explore?game=2x2_to_16&mode=play&seed={seed}");
        let (solution, view) = first_actions(&to_16(), &url);
        let replay = Replay::play(&to_16(), &solution, seed.into());
        let end = if replay.outcome == Outcome::Won { "won" } else { "lost" };
        let report = view.report().expect("a report").expect("a review");
        let kept = &report.kept_and_luck;
        let expected = format!("You {kept}. With the same random numbers perfect play {end}.");
        assert_eq!(view.verdict(), Some(expected));
        let shared = view.shared_text(&report);
        assert!(
            shared.ends_with(&format!("{kept}. With the same random numbers perfect play {end}."))
        );
        // Before the game has ended, there is none.
        assert_eq!(Exploration::open(&url).verdict(), None);
        // Of tiles of another seed, nothing is said.
        let other = Exploration::open(&view.url().replace(&format!("seed={seed}"), "seed=99"));
        let solved_game = solved_game(*solution.valued_game(), solution.start_return());
        let other = all_answered(solved(other, solved_game), &solution);
        assert_eq!(other.verdict(), Some(format!("You {kept}.")));
    }
    let score = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
    let (solution, view) = first_actions(&score, "#/explore?game=2x2_score&mode=play&seed=1");
    let points = Replay::play(&score, &solution, 1.into()).steps.len();
    assert!(points > 0);
    let verdict = view.verdict().expect("a verdict");
    assert!(
        verdict.contains(" lost by moves") && verdict.contains(" perfect play scored "),
        "{verdict}"
    );
}

#[test]
fn a_picture_shows_the_last_board_and_the_result() {
    let game = to_16();
    let url = "#/explore?game=2x2_to_16&mode=play&hints=never&seed=7";
    let (solution, view) = first_actions(&game, url);
    // Without hints neither values nor grades are shown, also when the game is over.
    assert!(!view.shows_values() && !view.shows_grades());
    let picture = view.picture().expect("a reviewed game");
    let report = view.report().expect("a report").expect("a review");
    let texts =
        [&report.headline.text, "2x2 to 16, seed 7", &report.luck[1..], &report.outcome[1..]];
    for text in texts {
        assert!(picture.contains(text), "{text} in {picture}");
    }
    // Beside it is the last board of the optimal policy.
    let last = Replay::play(&game, &solution, 7.into()).boards().last().expect("a board");
    let tiles = view.board().tiles().chain(last.tiles()).filter(|tile| !tile.is_empty()).count();
    assert_eq!(picture.matches("text-anchor").count(), tiles);
    assert!(picture.contains(">the optimum</text>"), "{picture}");
}

proptest! {
    #[test]
    fn saved_games_are_read_back(seed in any::<u32>(), choices in vec(any::<u8>(), 0..40)) {
        let game = Game::reach(Shape::new(2, 3).unwrap(), 64).unwrap();
        let (moves, last) = moves_of(&game, seed, &choices);
        let record = RecordedGame::new(&game, &moves, last).unwrap();
        assert_eq!(RecordedGame::parse(&game, &saved_text(&record)), Ok(record));
    }
}
