//! Reviews in words, and games saved as files.

use mdp2048_explorer::{
    Grade, Hints, RecordedGame, Report, Review, saved_csv, saved_json, saved_text,
};
use mdp2048_model::{Game, PlainSolution, Values};
use mdp2048_rules::Shape;
use proptest::collection::vec;
use proptest::prelude::{any, proptest};

use crate::played;

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
    assert!((last - review.result).abs() < 1e-12);
    let counted: usize = report.grades.iter().map(|(_, count)| count).sum();
    assert_eq!(counted, 2);
    let [start, luck, lost, result] = report.terms.as_slice() else { panic!("four terms") };
    assert_eq!((start.name, luck.name, lost.name), ("start value", "luck", "lost by moves"));
    assert!((start.number + luck.number + lost.number - result.number).abs() < 1e-12);
    assert!(luck.text.starts_with(['+', '\u{2212}']), "{}", luck.text);
    let mistakes = review.moves.iter().filter(|it| it.grade != Grade::Perfect).count();
    assert_eq!(report.mistakes.len(), mistakes);
    assert!(report.summary.starts_with("2x2 to 16, "), "{}", report.summary);
    assert!(report.summary.contains("accuracy"), "{}", report.summary);
    assert_eq!(Hints::ALL.len(), 4);
}

#[test]
fn a_saved_game_has_a_row_for_each_move() {
    let record = RecordedGame::parse(&to_16(), "0 4/4 8 up\n4 4/2 8 left\n8 2/2 8").unwrap();
    let (review, _) = reviewed(&record);
    let csv = saved_csv(&record, Some(&review));
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 3);
    assert!(rows[1].starts_with("1,0223,up,"), "{}", rows[1]);
    assert!(rows.iter().all(|row| row.split(',').count() == 9));
    let json = saved_json(&record, Some(&review));
    for part in ["\"game\": \"2x2 to 16\"", "\"board\": \"0223\"", "\"grade\": ", "\"final\": "] {
        assert!(json.contains(part), "{part} in {json}");
    }
    assert!(!saved_json(&record, None).contains("accuracy"));
}

proptest! {
    #[test]
    fn saved_games_are_read_back(seed in any::<u32>(), choices in vec(any::<u8>(), 0..40)) {
        let game = Game::reach(Shape::new(2, 3).unwrap(), 64).unwrap();
        let record = played(&game, seed, &choices);
        assert_eq!(RecordedGame::parse(&game, &saved_text(&record)), Ok(record));
    }
}
