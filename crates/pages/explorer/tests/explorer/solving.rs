//! What the page asks of its workers that solve, and what it does with their answers.

use mdp2048_display::{Effect, EffectOf, Opened, Reducer as _};
use mdp2048_explorer::{
    Exploration, ExploreEvent, ExploreTask, GameNeed, LineMove, SolveProgress, SolvedGame,
    SolverEvent, named_game,
};
use mdp2048_model::{Game, LayerDifficulty, PlainSolution, Values as _};
use mdp2048_rules::{Action, Board};

use crate::positions::answer;
use crate::{answered, ask, estimated, need, new_game, solved, solved_game};

const URL: &str = "#/explore?game=2x2_to_16&state=0122";

fn game(name: &str) -> Game {
    named_game(name).expect("a game")
}

fn estimate(worker: u32, game: Game, is_single: bool) -> EffectOf<Exploration> {
    ask(worker, ExploreTask::Estimate { game, is_single })
}

fn solve(worker: u32, game: Game, is_single: bool) -> EffectOf<Exploration> {
    ask(worker, ExploreTask::Solve { game, is_single })
}

fn end(worker: u32) -> EffectOf<Exploration> {
    ask(worker, ExploreTask::End)
}

fn of(game: Game) -> SolvedGame {
    solved_game(game.into(), 0.5)
}

fn done(worker: u32, solved: Result<SolvedGame, &str>) -> ExploreEvent {
    let solved = solved.map_err(str::to_owned);
    ExploreEvent::Solver(worker, SolverEvent::Solved(solved))
}

fn stopped(worker: u32) -> ExploreEvent {
    ExploreEvent::Solver(worker, SolverEvent::Values(Err("it was stopped".to_owned())))
}

/// The boards whose values the page has asked for by its only effect.
fn asked(effects: &[EffectOf<Exploration>], worker: u32) -> Vec<Board> {
    let [Effect::Ask(request)] = effects else { panic!("{effects:?}") };
    let ExploreTask::Values(boards) = &request.task else { panic!("{effects:?}") };
    assert_eq!(request.worker, worker);
    boards.clone()
}

/// The notes of the page as one text.
fn notes(view: &Exploration) -> String {
    view.notes().collect()
}

/// The page at an address, which has asked what its game needs.
fn opened(url: &str) -> Exploration {
    let mut view = Exploration::open(url);
    assert_eq!(view.begin(), [estimate(1, *view.game(), false)]);
    view
}

#[test]
fn a_small_game_is_solved_unasked_and_its_values_are_asked_for_once() {
    let solution = PlainSolution::solve(&game("2x2_to_16"));
    let mut view = opened(URL);
    assert_eq!((view.need(), view.has_solver()), (&GameNeed::Unknown, false));
    let to_16 = *view.game();
    // An estimate of another game, or by another worker, is not waited for.
    assert_eq!(view.reduce(estimated(1, game("2x2_to_8"), false, Ok(need(9.0)))), []);
    assert_eq!(view.reduce(estimated(2, to_16, false, Ok(need(9.0)))), []);
    assert_eq!(view.need(), &GameNeed::Unknown);
    let effects = view.reduce(estimated(1, to_16, false, Ok(need(35.0))));
    assert_eq!(effects, [solve(1, to_16, false)]);
    let progress = SolveProgress { states: 20.0, ..SolveProgress::default() };
    for worker in [1, 2] {
        let progress = SolverEvent::Solving(SolveProgress { states: worker.into(), ..progress });
        assert_eq!(view.reduce(ExploreEvent::Solver(worker, progress)), []);
        assert_eq!(view.job().map(|job| job.progress.states), Some(1.0));
    }
    // A press is of no use while the game is solved, and so is the answer of another worker.
    assert_eq!(view.reduce(ExploreEvent::Solve), []);
    assert_eq!(view.reduce(done(2, Ok(of(to_16)))), []);
    assert!(view.solution().is_none());
    let it = solved_game(*solution.valued_game(), solution.start_return());
    let boards = asked(&view.reduce(done(1, Ok(it))), 1);
    assert!(boards.contains(&view.board()) && view.job().is_none());
    // Nothing is asked while an answer is waited for.
    let address = |url: &str| Effect::WriteAddress(Some(url.to_owned()));
    let play = ExploreEvent::Act(Action::Left);
    let played = view.reduce(play);
    assert_eq!(played, [address(&view.url())]);
    let values = |boards: &[Board]| {
        let values = boards.iter().map(|&board| (board, answer(&solution, board))).collect();
        ExploreEvent::Solver(1, SolverEvent::Values(Ok(values)))
    };
    let more = asked(&view.reduce(values(&boards)), 1);
    assert!(!more.is_empty() && more.iter().all(|board| !boards.contains(board)));
    assert_eq!(view.reduce(values(&more)), []);
    assert!(view.values().is_some());
    // A new visit to what is known asks for nothing.
    assert_eq!(view.reduce(Opened::New(URL.to_owned()).into()), []);
    assert!(view.values().is_some());
}

#[test]
fn a_change_that_back_undoes_begins_an_entry() {
    let address = |view: &Exploration| Effect::WriteAddress(Some(view.url()));
    let mut view = opened(URL);
    let (first, next) = (view.held(), view.next_move().expect("a move"));
    let step = LineMove { action: next.action, next: next.boards[0].board };
    let effects = view.reduce(ExploreEvent::Follow(step));
    assert_eq!(effects, [Effect::BeginEntry(first.clone()), address(&view)]);
    // The same board again, a move, and what a press shows.
    for event in [ExploreEvent::GoTo(0), ExploreEvent::Redo, ExploreEvent::ShowNext(Action::Left)] {
        let effects = view.reduce(event);
        assert_eq!(effects, [address(&view)]);
    }
    let followed = view.held();
    let effects = view.reduce(ExploreEvent::Clear);
    assert_eq!(effects, [Effect::BeginEntry(followed), address(&view)]);
    assert_eq!(view.reduce(ExploreEvent::Clear), [address(&view)]);
    let cleared = view.held();
    let effects = view.reduce(ExploreEvent::Paste("0 2/2 0".to_owned()));
    assert_eq!(effects, [Effect::BeginEntry(cleared), address(&view)]);
    // Back shows what was there, and nothing is asked or written.
    assert_eq!(view.reduce(Opened::Held(first.clone()).into()), []);
    assert_eq!(view.held(), first);
    // Another game is estimated by the same worker.
    let effects = view.reduce(ExploreEvent::ChooseGame(game("2x2_to_8")));
    let asks = estimate(1, game("2x2_to_8"), false);
    assert_eq!(effects, [Effect::BeginEntry(first), address(&view), asks]);
    // While somebody plays, or sees another page, nothing is pasted.
    let playing = view.clone().after(new_game(7));
    for mut view in [playing, view.after(ExploreEvent::Shown(false))] {
        assert_eq!(view.reduce(ExploreEvent::Paste("0 2/2 0".to_owned())), []);
    }
}

#[test]
fn a_game_is_saved_as_text() {
    let mut view = opened("#/explore?game=2x2_to_16&state=0110&line=l32");
    let saved = view.reduce(ExploreEvent::SaveGame);
    let [Effect::Save(file)] = &saved[..] else { panic!("{saved:?}") };
    assert_eq!((&file.name[..], &file.text[..]), ("2x2_to_16.txt", "1  0 2/2 0  left\n2 0/2 2\n"));
}

#[test]
fn a_solve_that_nobody_asked_for_ends_with_another_game_and_one_that_was_asked_for_goes_on() {
    let (to_16, to_8) = (game("2x2_to_16"), game("2x2_to_8"));
    let mut view = opened(URL);
    view.reduce(estimated(1, to_16, false, Ok(need(35.0))));
    let effects = view.reduce(ExploreEvent::ChooseGame(to_8));
    assert_eq!(effects[2..], [estimate(2, to_8, false), end(1)]);
    // A large game is solved when the reader wants it.
    assert_eq!(view.reduce(estimated(2, to_8, false, Ok(need(5e7)))), []);
    assert_eq!(view.reduce(ExploreEvent::Solve), [solve(2, to_8, false)]);
    let effects = view.reduce(ExploreEvent::ChooseGame(to_16));
    assert_eq!(effects[2..], [estimate(3, to_16, false)]);
    assert_eq!(view.reduce(estimated(3, to_16, false, Ok(need(35.0)))), []);
    assert_eq!(view.job().map(|job| job.game), Some(to_8));
    // When it has ended, the game that is shown is solved.
    assert_eq!(view.reduce(done(2, Ok(of(to_8)))), [solve(3, to_16, false)]);
    assert_eq!(view.solved().len(), 1);
}

#[test]
fn a_solve_that_was_stopped_is_left_to_the_reader() {
    let to_16 = game("2x2_to_16");
    let mut view = opened(URL);
    view.reduce(estimated(1, to_16, false, Ok(need(35.0))));
    assert_eq!(view.reduce(ExploreEvent::Cancel), [end(1), estimate(2, to_16, false)]);
    assert_eq!(view.reduce(ExploreEvent::Cancel), []);
    assert_eq!(view.reduce(done(1, Err("it was stopped"))), []);
    assert!(view.job().is_none() && notes(&view).is_empty());
    assert_eq!(view.reduce(estimated(2, to_16, false, Ok(need(35.0)))), []);
    assert_eq!(view.reduce(ExploreEvent::Solve), [solve(2, to_16, false)]);
    // One that fails is left, too, and says why.
    assert_eq!(view.reduce(done(2, Err("memory ran out"))), [end(2)]);
    assert_eq!(notes(&view), "2×2 to 16 could not be solved: memory ran out.");
    assert!(!view.is_not_loaded());
    assert_eq!(view.reduce(ExploreEvent::Solve), [solve(3, to_16, false)]);
    assert_eq!(notes(&view), "");
}

#[test]
fn a_game_that_does_not_fit_is_estimated_in_single_precision() {
    let to_16 = game("2x2_to_16");
    let estimating = opened(URL);
    let mut view = estimating.clone();
    let effects = view.reduce(estimated(1, to_16, false, Ok(need(1e8))));
    assert_eq!(effects, [estimate(1, to_16, true)]);
    assert_eq!(view.need(), &GameNeed::Unknown);
    assert_eq!(view.reduce(ExploreEvent::Solve), []);
    assert_eq!(view.reduce(estimated(1, to_16, true, Ok(need(5e7)))), []);
    assert_eq!(view.need(), &GameNeed::OnlySingle(need(5e7), 1.6e9));
    assert_eq!(view.reduce(ExploreEvent::Solve), [solve(1, to_16, true)]);
    // The worker that says that a game is too large is as good for another game.
    let too_large = GameNeed::TooLarge("it is large".to_owned());
    let mut view = estimating.clone();
    assert_eq!(view.reduce(estimated(1, to_16, false, Err(too_large.clone()))), []);
    assert_eq!((view.need(), view.has_solver()), (&too_large, true));
    assert_eq!(view.reduce(ExploreEvent::EstimateAgain), [estimate(1, to_16, false)]);
    // One that fails is not.
    let mut view = estimating;
    let failed = GameNeed::Failed("it was not found".to_owned());
    assert_eq!(view.reduce(estimated(1, to_16, false, Err(failed.clone()))), [end(1)]);
    assert_eq!((view.need(), view.has_solver()), (&failed, false));
    assert_eq!(view.reduce(ExploreEvent::EstimateAgain), [estimate(2, to_16, false)]);
    // The worker has ended, so that it does not answer about another game, either.
    let to_8 = game("2x2_to_8");
    view.reduce(ExploreEvent::ChooseGame(to_8));
    assert_eq!(view.reduce(estimated(2, to_16, false, Err(failed.clone()))), [end(2)]);
    assert_eq!(view.need(), &failed);
    assert_eq!(view.reduce(estimated(2, to_8, false, Err(failed))), []);
    assert_eq!(view.reduce(ExploreEvent::EstimateAgain), [estimate(3, to_8, false)]);
}

#[test]
fn a_solution_that_is_freed_during_a_call_is_not_lost() {
    let to_16 = game("2x2_to_16");
    let mut view = solved(Exploration::open(URL), of(to_16));
    let asked = view.solution().expect("a solution").asked.clone();
    let freed = view.reduce(ExploreEvent::Free(to_16));
    assert_eq!(freed, [end(1)]);
    // Its worker was asked before, and has ended.
    assert_eq!(view.reduce(stopped(1)), []);
    assert_eq!((view.solved().len(), notes(&view)), (0, String::new()));
    // The game is solved again, by another worker.
    assert_eq!(view.reduce(ExploreEvent::EstimateAgain), [estimate(2, to_16, false)]);
    assert_eq!(view.reduce(estimated(2, to_16, false, Ok(need(35.0)))), []);
    assert_eq!(view.reduce(ExploreEvent::Solve), [solve(2, to_16, false)]);
    assert_eq!(view.reduce(done(2, Ok(of(to_16)))), [ask(2, ExploreTask::Values(asked))]);
    let again = view.clone();
    assert_eq!(view.reduce(stopped(1)), []);
    let late = SolverEvent::Values(Ok(vec![(view.board(), [f64::NAN; 4])]));
    assert_eq!(view.reduce(ExploreEvent::Solver(1, late)), []);
    assert_eq!(view, again);
    // A worker that has ended by itself is said.
    assert_eq!(view.reduce(stopped(2)), [end(2)]);
    let lost = "The solution of 2×2 to 16 is lost: it was stopped. Solve it again.";
    assert_eq!((notes(&view).as_str(), view.solved().len()), (lost, 0));
}

#[test]
fn large_solutions_that_nobody_asked_for_are_freed() {
    let (to_16, to_8) = (game("2x2_to_16"), game("2x2_to_8"));
    let large = |game| SolvedGame { bytes: 2e7, ..of(game) };
    let mut view = solved(Exploration::open(URL), large(to_16));
    let mut left = view.clone();
    assert_eq!(left.reduce(ExploreEvent::Shown(false)), []);
    view.reduce(ExploreEvent::ChooseGame(to_8));
    assert_eq!(view.reduce(estimated(2, to_8, false, Ok(need(15.0)))), [solve(2, to_8, false)]);
    let after = view.reduce(done(2, Ok(large(to_8))));
    asked(&after, 2);
    // Both are more than the page keeps when it is left. The last is kept.
    assert_eq!(view.reduce(ExploreEvent::Shown(false)), [end(1)]);
    let games: Vec<_> = view.solved().iter().map(|it| *it.known.game()).collect();
    assert_eq!(games, [to_8]);
    // Nothing is solved while another page is shown, and the game is solved on return.
    let effects = view.reduce(Opened::New(URL.to_owned()).into());
    assert_eq!(effects, [estimate(3, to_16, false)]);
    assert_eq!(view.reduce(estimated(3, to_16, false, Ok(need(35.0)))), []);
    assert_eq!(view.reduce(ExploreEvent::Shown(true)), [solve(3, to_16, false)]);
    // A solution for which the reader has asked stays.
    let mut view = opened(URL);
    view.reduce(estimated(1, to_16, false, Ok(need(5e7))));
    view.reduce(ExploreEvent::Solve);
    view.reduce(done(1, Ok(SolvedGame { bytes: 1e9, ..of(to_16) })));
    assert_eq!(view.reduce(ExploreEvent::Shown(false)), []);
    assert_eq!(view.solved().len(), 1);
}

#[test]
fn a_policy_file_answers_for_the_boards_that_it_holds() {
    let l3 = game("L3_to_512");
    let load = |worker| ask(worker, ExploreTask::Load("L3_to_512"));
    let mut view = opened("#/explore?game=L3_to_512&state=100000001fff2fff");
    let too_large = GameNeed::TooLarge("it is large".to_owned());
    assert_eq!(view.reduce(estimated(1, l3, false, Err(too_large.clone()))), [load(1)]);
    assert!(view.job().is_some_and(|job| job.is_file));
    // What is in the file may be another game, or it is not there. The reader tries again.
    for (worker, failure, said) in [
        (1, Ok(of(game("2x2_to_16"))), "its file is of another game"),
        (2, Err("the server answers 404"), "the server answers 404"),
    ] {
        assert_eq!(view.reduce(done(worker, failure)), [end(worker)]);
        let note = format!("L3 to 512 could not be loaded: {said}.");
        assert_eq!((notes(&view), view.is_not_loaded()), (note, true));
        assert_eq!(view.reduce(ExploreEvent::LoadAgain), [load(worker + 1)]);
        assert_eq!((notes(&view), view.is_not_loaded()), (String::new(), false));
    }
    let board = view.board();
    let of_file = SolvedGame { value_error: 6e-5, ..of(l3) };
    assert!(asked(&view.reduce(done(3, Ok(of_file))), 3).contains(&board));
    let accuracy = view.solution().and_then(|it| it.accuracy()).expect("a sentence");
    assert!(accuracy.contains("to within 0.006 points"), "{accuracy}");
    let with = |values| crate::with_values(view.clone(), vec![(board, values)]);
    assert!(!view.is_left_out());
    let left_out = with([f64::NAN; 4]);
    assert!(left_out.is_left_out() && left_out.obstacle().is_none());
    assert_eq!((left_out.values(), left_out.review()), (None, None));
    let kept = with(Action::ALL.map(|action| match view.game().act(board, action) {
        Some(_) => 0.123_456_789 * action.index() as f64,
        None => f64::NAN,
    }));
    assert!(!kept.is_left_out());
    // The digits are those that the error leaves.
    let values = kept.values().expect("values");
    assert!(values.text.ends_with(" %") && values.text.len() <= "12.34 %".len(), "{}", values.text);
    // A solution takes the place of the file, whose worker ends.
    let mut view = left_out;
    let solved = view.reduce(ExploreEvent::EstimateAgain);
    assert_eq!(solved, [estimate(4, l3, false)]);
    view.reduce(estimated(4, l3, false, Ok(need(5e7))));
    assert_eq!(view.reduce(ExploreEvent::Solve), [solve(4, l3, false)]);
    let effects = view.reduce(done(4, Ok(of(l3))));
    assert_eq!((effects[0].clone(), view.solved().len()), (end(3), 1));
}

#[test]
fn a_policy_file_tells_the_best_move_before_it_is_loaded_to_its_end() {
    let l3 = game("L3_to_512");
    let load = |worker| ask(worker, ExploreTask::Load("L3_to_512"));
    let valued = |worker| {
        let file = SolvedGame { value_error: 6e-5, all_actions: false, ..of(l3) };
        ExploreEvent::Solver(worker, SolverEvent::Valued(file))
    };
    let mut view = opened("#/explore?game=L3_to_512&state=100000001fff2fff");
    let too_large = || Err(GameNeed::TooLarge("it is large".to_owned()));
    assert_eq!(view.reduce(estimated(1, l3, false, too_large())), [load(1)]);
    // A worker that does not load it is not believed.
    assert_eq!(view.reduce(valued(2)), []);
    assert!(asked(&view.reduce(valued(1)), 1).contains(&view.board()));
    assert!(view.job().is_some() && view.values().is_none() && view.why_best_only().is_none());
    // Only the first of the allowed moves is known, then all.
    let best = |board: Board| {
        let first = board.allowed().next();
        Action::ALL.map(|action| if Some(action) == first { 0.5 } else { f64::NAN })
    };
    let all = |board: Board| {
        Action::ALL.map(|action| if l3.act(board, action).is_some() { 0.5 } else { f64::NAN })
    };
    let rows = |view: &Exploration| view.values().map(|it| it.rows.len());
    let mut loading = answered(view, best);
    let follows = Some("What the other moves are worth follows.");
    assert_eq!((rows(&loading), loading.why_best_only()), (Some(1), follows));
    assert_eq!(loading.next_move().map(|it| it.action), loading.board().allowed().next());
    // Nothing is said that needs the values of other moves.
    assert_eq!((loading.review(), loading.question()), (None, None));
    // The values stay until those of all moves are there, for which the page asks at the end.
    let ended = ExploreEvent::Solver(1, SolverEvent::Solved(Ok(of(l3))));
    assert!(asked(&loading.reduce(ended), 1).contains(&loading.board()));
    assert!(loading.job().is_none() && loading.why_best_only() == follows);
    assert_eq!(rows(&loading), Some(1));
    let loaded = answered(loading, all);
    assert_eq!((rows(&loaded), loaded.why_best_only()), (Some(2), None));
    // What ends the worker ends the load: a failure, another game, and a reader who frees it.
    let mut view = opened("#/explore?game=L3_to_512&state=100000001fff2fff");
    view.reduce(estimated(1, l3, false, too_large()));
    view.reduce(valued(1));
    let mut failed = view.clone();
    assert_eq!(failed.reduce(done(1, Err("it is malformed"))), [end(1)]);
    assert!(failed.solved().is_empty() && failed.is_not_loaded());
    let mut left = view.clone();
    assert!(left.reduce(ExploreEvent::ChooseGame(game("2x2_to_16"))).contains(&end(1)));
    assert!(left.solved().is_empty());
    assert_eq!(view.reduce(ExploreEvent::Free(l3)), [end(1)]);
    assert!(view.solved().is_empty() && view.job().is_none());
}

#[test]
fn a_policy_file_without_the_values_of_other_moves_says_so() {
    let to_512 = game("3x4_to_512");
    let mut view = opened("#/explore?game=3x4_to_512&state=100000000001");
    let too_large = Err(GameNeed::TooLarge("it is large".to_owned()));
    let load = ask(1, ExploreTask::Load("3x4_to_512"));
    assert_eq!(view.reduce(estimated(1, to_512, false, too_large)), [load]);
    let file = SolvedGame { value_error: 5e-11, all_actions: false, ..of(to_512) };
    view.reduce(done(1, Ok(file)));
    assert!(view.job().is_none() && view.is_ungraded() && view.why_best_only().is_none());
    // The file leaves out all other boards.
    let shown = view.board().tile_sum();
    let view = answered(view, |board| {
        let first = board.allowed().next().filter(|_| board.tile_sum() == shown);
        Action::ALL.map(|action| if Some(action) == first { 0.5 } else { f64::NAN })
    });
    assert_eq!(view.values().map(|it| it.rows.len()), Some(1));
    let why = view.why_best_only().expect("a sentence");
    assert!(why.contains("the value of the best move only"), "{why}");
    assert_eq!((view.review(), view.question()), (None, None));
    let left_out = view.after(ExploreEvent::Act(Action::Right));
    assert!(left_out.is_left_out() && left_out.why_best_only().is_none());
}

#[test]
fn a_map_is_stopped_replaced_or_ended_with_its_solution() {
    let to_16 = game("2x2_to_16");
    let map = |number| ask(1, ExploreTask::Map(number));
    let part = |number, done| ExploreEvent::Solver(1, SolverEvent::Mapping(number, done));
    let mapped = |number, layers: Result<Vec<LayerDifficulty>, &str>| {
        let layers = layers.map_err(str::to_owned);
        ExploreEvent::Solver(1, SolverEvent::Mapped(number, layers))
    };
    let mut view = opened(URL);
    assert_eq!(view.reduce(ExploreEvent::Map), []);
    let mut view = solved(Exploration::open(URL), of(to_16));
    assert_eq!(view.reduce(ExploreEvent::Map), [map(2)]);
    assert_eq!(view.reduce(part(2, 0.5)), []);
    assert_eq!(view.mapped_part(), Some(0.5));
    assert_eq!(view.reduce(ExploreEvent::StopMap), [ask(1, ExploreTask::StopMap)]);
    assert_eq!(view.reduce(ExploreEvent::StopMap), []);
    // The first fails when it is stopped, while the second is computed.
    assert_eq!(view.reduce(ExploreEvent::Map), [map(3)]);
    view.reduce(part(2, 0.75));
    view.reduce(mapped(2, Err("it was stopped")));
    assert_eq!((view.mapped_part(), notes(&view)), (Some(0.0), String::new()));
    let failed = view.clone().after(mapped(3, Err("memory ran out")));
    assert_eq!(notes(&failed), "The map could not be computed: memory ran out.");
    assert_eq!(failed.mapped_part(), None);
    // It is that of its game alone, and ends with the solution of the game.
    let other = view.clone().after(ExploreEvent::ChooseGame(game("2x2_to_8")));
    assert_eq!(other.mapped_part(), None);
    let mut freed = other.clone();
    assert_eq!(freed.reduce(ExploreEvent::Free(to_16)), [end(1)]);
    freed.reduce(mapped(3, Err("it was stopped")));
    assert_eq!(notes(&freed), "");
    let back = other.after(mapped(3, Ok(Vec::new()))).after(ExploreEvent::ChooseGame(to_16));
    assert!(back.difficulty().is_some() && back.mapped_part().is_none());
}
