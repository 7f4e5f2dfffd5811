//! The real board: estimates in the place of values.

use mdp2048_display::{Effect, Reducer as _};
use mdp2048_explorer::{
    AnalysisAnswer, AnalysisRequest, Exploration, ExploreEvent, ExploreRequest, ExploreTask,
    LineMove, NextTileGames, PositionEstimate, is_estimated, named_game,
};
use mdp2048_review::Grade;
use mdp2048_rules::{Action, Board};

const BOARD: &str = "1200340056007b00";

fn open(parameters: &str) -> Exploration {
    let mut view =
        Exploration::open(&format!("#/explore?game=4x4_score&state={BOARD}{parameters}"));
    let open = ExploreRequest { worker: 1, task: ExploreTask::Analyse(AnalysisRequest::Open) };
    assert_eq!(view.begin(), [Effect::Ask(open)]);
    view.after(ExploreEvent::Agent(1, AnalysisAnswer::Opened))
}

/// What a search at some plies has found, in the order left, right, up, down, and after how many
/// games of each action, half of which made the next tile.
fn found(plies: u32, points: [Option<f64>; 4], games: u32) -> PositionEstimate {
    let games = [NextTileGames { games, made: [games / 2, 0] }; 4];
    PositionEstimate { plies, points, games }
}

fn estimates(view: Exploration, board: Board, it: PositionEstimate) -> Exploration {
    view.after(ExploreEvent::Agent(1, AnalysisAnswer::Found(board, it)))
}

const POINTS: [Option<f64>; 4] = [None, Some(1000.0), Some(990.0), Some(800.0)];

#[test]
fn only_the_real_board_is_estimated() {
    let game = |name: &str| named_game(name).expect(name);
    assert!(is_estimated(&game("4x4_score")));
    for name in ["4x4_to_2048", "4x4_score_to_2048", "3x4_score", "4x4_moves", "3x3_score"] {
        assert!(!named_game(name).is_some_and(|game| is_estimated(&game)), "{name}");
    }
    let other = Exploration::open("#/explore?game=4x4_score&spawn_four=0.2");
    assert!(!other.is_estimated() && other.estimated_review().is_none());
    assert!(other.considered().is_none() && other.ungraded(9).is_empty());
    let view = open("");
    assert!(view.is_estimated() && view.notes().next().is_none());
    assert_eq!(view.considered().map(Board::hex).as_deref(), Some(BOARD));
    // Tiles up to 32768, but no moves to compare on a board with one tile or where nothing slides.
    let large = Exploration::open("#/explore?game=4x4_score&state=fe00120000000000");
    assert!(large.considered().is_some());
    for board in ["f000000000000000", "1212212112122121"] {
        let view = Exploration::open(&format!("#/explore?game=4x4_score&state={board}"));
        assert!(view.obstacle().is_some() && view.considered().is_none(), "{board}");
    }
}

#[test]
fn deeper_searches_and_more_games_replace_what_is_known() {
    let view = open("");
    let board = view.board();
    assert!(view.estimates().is_none());
    let view = estimates(view, board, found(3, POINTS, 80));
    let known = view.estimates().expect("estimates");
    assert_eq!((known.plies, known.games, known.points), (3, 80, 1000.0));
    assert_eq!(known.rows.iter().map(|it| it.action).collect::<Vec<_>>()[0], Action::Right);
    assert_eq!(view.next_move().map(|it| it.action), Some(Action::Right));
    // The agent begins again after a visit to another board; then it has found less for a while.
    let view = estimates(view, board, found(1, [None, Some(1.0), Some(2.0), Some(3.0)], 10));
    assert_eq!(view.estimates().as_ref(), Some(&known));
    let view = estimates(view, board, found(4, [None, Some(900.0), Some(950.0), Some(800.0)], 10));
    let deeper = view.estimates().expect("estimates");
    assert_eq!((deeper.plies, deeper.games, deeper.points), (4, 80, 950.0));
    let view = estimates(view, board, found(4, POINTS, 160));
    assert_eq!(view.estimates().expect("estimates").games, 160);
    // Another position has none, and the first still has its own.
    let view = view.after(ExploreEvent::Act(Action::Right));
    assert!(view.estimates().is_none());
    assert_eq!(view.after(ExploreEvent::Undo).estimates().expect("estimates").games, 160);
}

#[test]
fn games_are_graded_by_the_estimates() {
    let mut view = open("&mode=play");
    let boards: Vec<Board> = [Action::Right, Action::Up, Action::Down]
        .into_iter()
        .map(|action| {
            let board = view.board();
            view = view.clone().after(ExploreEvent::Act(action));
            board
        })
        .collect();
    assert_eq!(view.ungraded(9), boards);
    assert_eq!(view.ungraded(1), boards[..1]);
    assert_eq!(view.estimated_review().expect("a review").graded, 0);
    // A search at 1 ply is not deep enough.
    let view = estimates(view, boards[0], found(1, POINTS, 0));
    assert_eq!(view.ungraded(9).len(), 3);
    let all = [1000.0, 1000.0, 990.0, 800.0].map(Some);
    let graded = boards.iter().map(|&board| (board, all));
    let view = view.after(ExploreEvent::Agent(1, AnalysisAnswer::Graded(graded.collect())));
    assert!(view.ungraded(9).is_empty());
    let review = view.estimated_review().expect("a review");
    assert_eq!((review.moves, review.graded, review.lost), (3, 3, 210.0));
    let grades: Vec<_> = review.grades.iter().map(|&(it, n)| (it.name(), n)).collect();
    assert_eq!(grades, [("best", 1), ("indistinguishable", 1), ("blunder", 1)]);
    assert_eq!(review.sentences[0].as_deref(), Some("right: best by the estimate."));
    let unclear = "up: indistinguishable from the best move by the estimate.";
    assert_eq!(review.sentences[1].as_deref(), Some(unclear));
    let blunder = "down: blunder by the estimate, about 200 less. The best move was ";
    assert!(review.sentences[2].as_ref().is_some_and(|it| it.starts_with(blunder)), "{review:?}");
    assert!(review.summary.contains("about 210 in score lost by moves, by the estimate"));
    assert_eq!(review.by_move, [Grade::Best, Grade::Indistinguishable, Grade::Blunder].map(Some));
    // Next mistake goes around.
    let view = view.after(ExploreEvent::NextMistake);
    assert_eq!(view.line().at(), 2);
    let view = view.after(ExploreEvent::NextMistake);
    assert_eq!(view.line().at(), 2);
    let view = view.after(ExploreEvent::WorstMove);
    assert_eq!(view.line().at(), 2);
    assert!(view.report().is_none() && view.picture().is_none());
}

#[test]
fn a_next_board_is_followed_without_values() {
    let view = open("&mode=play");
    let next = view.next_move().expect("a move");
    let step = LineMove { action: next.action, next: next.boards[0].board };
    let view = view.after(ExploreEvent::Follow(step));
    assert_eq!(view.line().moves().len(), 1);
}
