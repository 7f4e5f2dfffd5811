//! Sequences of events and the states they lead to.

mod effects;
mod places;

use mdp2048_display::Reducer as _;
use std::rc::Rc;

use mdp2048_model::{Game, Outcome, Replay, Values};
use mdp2048_policy::{PolicyError, ValuesHeld};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};

use crate::testing::{decoding_stages, packed, ready, solved, text};
use crate::{
    Continuation, LoadError, LoadState, LoadedPolicy, MoveSource, Navigation, Player, PlayerEvent,
    PlayerUrl, Speed, Verdict, parse_start_board,
};

/// The position, the board and whether the player runs.
fn summary(player: &Player) -> (usize, String, bool) {
    (player.cursor(), player.board().hex(), player.running())
}

fn downloading(received: u64, total: Option<u64>) -> PlayerEvent {
    PlayerEvent::LoadChanged(LoadState::Downloading { received, total })
}

fn decoding(policy: &Rc<LoadedPolicy>) -> PlayerEvent {
    PlayerEvent::LoadChanged(LoadState::Decoding { policy: policy.clone(), progress: 0.5 })
}

fn loaded(policy: &Rc<LoadedPolicy>) -> PlayerEvent {
    PlayerEvent::LoadChanged(LoadState::Ready(policy.clone()))
}

/// A URL of seed 47.
fn url(game: Game, position: usize) -> PlayerUrl {
    PlayerUrl {
        game,
        seed: Some(47.into()),
        start_board: None,
        position: Some(position),
        problems: Vec::new(),
    }
}

#[test]
fn the_games_of_the_article_have_their_known_outcomes() {
    for (target, seed, outcome, moves) in
        [(8, 42, Outcome::Won, 5), (16, 20, Outcome::Lost, 6), (32, 47, Outcome::Won, 16)]
    {
        let mut player = ready(target, seed).after(PlayerEvent::Start);
        while player.running() {
            player = player.after(PlayerEvent::Tick);
        }
        assert_eq!(player.outcome(), Some(outcome));
        assert_eq!(player.cursor(), moves);
        assert_eq!(player.start_label(), "Start");
        let again = player.after(PlayerEvent::Start);
        assert_eq!((again.cursor(), again.running()), (0, true));
    }
}

#[test]
fn the_next_move_is_shown_once_the_game_has_begun() {
    // The policy holds no values of other moves, as those of large games.
    let load = || LoadState::Ready(Rc::new(packed(32, ValuesHeld::State, 0.0)));
    let (game, _) = solved(32);
    let late = Player::new(game, 47.into())
        .after(PlayerEvent::StartAt("5".to_owned()))
        .after(PlayerEvent::LoadChanged(load()));
    assert!(late.awaits_start() && late.begins_late() && !late.shows_next_move());
    assert!(!late.announcement().contains("Best move"), "{}", late.announcement());
    let first = late.clone().after(PlayerEvent::SetSeed(46.into()));
    assert!(first.awaits_start() && !first.begins_late());
    let asked = PlayerEvent::OpenUrl(url(game, 4));
    for event in [PlayerEvent::Start, PlayerEvent::Step, PlayerEvent::GoTo(0), asked] {
        let begun = late.clone().after(event.clone());
        assert!(!begun.awaits_start() && begun.shows_next_move(), "{event:?}");
        // It is shown while the game is paused, too.
        assert!(begun.after(PlayerEvent::Pause).shows_next_move(), "{event:?}");
    }
    // A link to the board where the game begins asks for no more than that.
    assert!(late.clone().after(PlayerEvent::OpenUrl(url(game, 5))).begins_late());
    // A new game of a player that runs has begun.
    let running = late.after(PlayerEvent::Start).after(PlayerEvent::RandomSeed(3));
    assert!(running.running() && running.shows_next_move());
    assert!(running.after(PlayerEvent::Tick).after(PlayerEvent::Pause).shows_next_move());
    // Where the values of all moves are known, they are shown.
    assert!(ready(32, 47).shows_next_move());
}

#[test]
fn a_chosen_first_board_is_played_with_the_tiles_of_the_seed() {
    let policy = Rc::new(packed(16, ValuesHeld::Action, 0.0));
    let board = parse_start_board(policy.game(), "0 2/4 8").unwrap();
    let player = ready(16, 20).after(PlayerEvent::SetStartBoard(Some(board)));
    let url = player.clone().after(PlayerEvent::Step).url().to_string();
    assert_eq!(url, "#/play?game=2x2_to_16&seed=20&state=0123&move=1");
    let replay = Replay::play_from(policy.game(), &*policy, 20.into(), 0, board);
    assert!(replay.steps.len() > 1);
    let boards = (0..=player.last()).scan(player.clone(), |player, _| {
        let next = player.clone().after(PlayerEvent::Step);
        Some(std::mem::replace(player, next).board())
    });
    assert!(boards.eq(replay.boards()));
    // Another seed keeps the board.
    let other = player.after(PlayerEvent::SetSeed(21.into()));
    assert_eq!(other.board(), board);
    let seeded = other.after(PlayerEvent::SetStartBoard(None));
    assert_eq!(seeded.board(), ready(16, 21).board());
}

/// A player at the last board of a game that leaves its policy file, which lacks rare states.
fn off_policy() -> Player {
    let policy = Rc::new(packed(16, ValuesHeld::State, 0.05));
    let player = Player::new(*policy.game(), 1.into()).after(loaded(&policy));
    (0..100)
        .map(|seed| player.clone().after(PlayerEvent::SetSeed(seed.into())))
        .map(|player| player.after(PlayerEvent::GoToEnd))
        .find(|player| player.outcome() == Some(Outcome::OffPolicy))
        .expect("one of 100 games reaches a state without an entry")
}

/// The moves of the solution from the position shown on.
fn solved_rest(player: &Player) -> Continuation {
    let (game, solution) = solved(16);
    let tiles = 2 + player.cursor();
    let rest = Replay::play_from(&game, &solution, player.seed(), tiles, player.board());
    let moves = rest.steps.iter().map(|step| (step.board.tile_sum(), step.advice));
    Continuation {
        board: player.board(),
        moves: moves.collect(),
        source: MoveSource::Solution(*solution.valued_game()),
    }
}

#[test]
fn a_game_that_leaves_the_policy_goes_on_with_its_solution() {
    let player = off_policy();
    let (position, seed) = (player.cursor(), player.seed());
    assert!(player.awaits_search() && player.value().is_none() && player.moves().is_some());
    assert!(player.outcome_text().unwrap().contains("left the packed policy"));
    let (game, solution) = solved(16);
    let replay = Replay::play(&game, &solution, seed);
    let continued = player.clone().after(PlayerEvent::Continue(solved_rest(&player)));
    assert_eq!((continued.outcome(), continued.cursor()), (None, position));
    assert!(!continued.awaits_search());
    let mut shown = continued.clone();
    for (position, step) in replay.steps.iter().enumerate().skip(position) {
        assert_eq!((shown.cursor(), shown.board()), (position, step.board));
        assert_eq!(shown.next_step(), Some(step));
        let value = shown.value().expect("a value").value();
        assert!((value - step.advice.value.unwrap().get()).abs() < 1e-12);
        assert!(shown.moves().unwrap().iter().all(|row| row.verdict != Verdict::NotHeld));
        assert_eq!(shown.moves_text(), None);
        shown = shown.after(PlayerEvent::Step);
    }
    assert_eq!((shown.outcome(), shown.board()), (Some(replay.outcome), replay.last));
    // Positions before keep the values of the file.
    assert_eq!(continued.move_source(position - 1), None);
    assert!(matches!(continued.move_source(position), Some(MoveSource::Solution(_))));
    // Another position of the same game keeps the solution, another game does not.
    let again = continued.clone().after(PlayerEvent::OpenUrl(continued.url()));
    assert_eq!((again.cursor(), again.outcome()), (position, None));
    let other = continued.after(PlayerEvent::SetSeed((seed.get() + 1).into()));
    let back = other.clone().after(PlayerEvent::SetSeed(seed)).after(PlayerEvent::GoToEnd);
    assert_eq!(back.outcome(), Some(Outcome::OffPolicy));
    // Moves from a board that the game does not visit are not used.
    let unused = Continuation { board: "8 8/8 8".parse().unwrap(), ..solved_rest(&back) };
    let last = other.last();
    assert_eq!(other.after(PlayerEvent::Continue(unused)).last(), last);
}

#[test]
fn a_running_player_waits_for_the_search_and_goes_on() {
    let player = off_policy();
    let position = player.cursor();
    let mut player = player.after(PlayerEvent::SearchMove).after(PlayerEvent::Start);
    assert!(player.running());
    while player.running() {
        player = player.after(PlayerEvent::SearchMove).after(PlayerEvent::Tick);
        assert!(player.cursor() == player.last() || player.value().is_none());
    }
    assert!(matches!(player.outcome(), Some(Outcome::Won | Outcome::Lost)));
    assert!(player.last() > position && !player.awaits_search());
    let searched = player.after(PlayerEvent::GoTo(position));
    let verdicts = searched.moves().unwrap().map(|row| row.verdict.name());
    assert!(verdicts.contains(&"searched") && !verdicts.contains(&"best"), "{verdicts:?}");
    assert!(searched.moves_text().unwrap().contains("search"));
}

#[test]
fn a_text_policy_plays_the_games_of_the_packed_one() {
    for target in [8, 16, 32] {
        let text = loaded(&Rc::new(text(target)));
        for seed in 0..50 {
            let packed = ready(target, seed).after(PlayerEvent::GoToEnd);
            let player = Player::new(*packed.game(), seed.into());
            let player = player.after(text.clone()).after(PlayerEvent::GoToEnd);
            assert_eq!(summary(&player), summary(&packed));
            assert_eq!(player.outcome(), packed.outcome());
            for (found, known) in player.visited_steps().iter().zip(packed.visited_steps()) {
                assert_eq!((found.board, found.advice.action), (known.board, known.advice.action));
                let held = found.advice.value.unwrap().get();
                assert_eq!((100.0 * held).round() / 100.0, held, "whole percent");
            }
        }
    }
}

#[test]
fn a_start_without_a_policy_takes_effect_when_the_policy_is_loaded() {
    let policy = Rc::new(packed(8, ValuesHeld::Action, 0.0));
    let player =
        Player::new(*policy.game(), 42.into()).after(PlayerEvent::Start).after(PlayerEvent::Tick);
    assert!(player.needs_policy());
    assert_eq!(summary(&player), (0, "0110".to_owned(), true));
    let player = player.after(downloading(0, None));
    assert!(!player.needs_policy());
    let player = player.after(loaded(&policy)).after(PlayerEvent::Tick);
    assert_eq!(summary(&player), (1, "1110".to_owned(), true));
}

#[test]
fn a_policy_of_another_game_is_rejected_and_a_retry_succeeds() {
    let player = ready(8, 42).after(PlayerEvent::Step);
    let other = Rc::new(packed(16, ValuesHeld::Action, 0.0));
    let failed = player.after(loaded(&other));
    assert!(matches!(
        failed.load(),
        LoadState::Failed(LoadError::Policy(PolicyError::OtherGame { .. }))
    ));
    assert!(failed.clone().after(PlayerEvent::Start).running());
    let right = Rc::new(packed(8, ValuesHeld::Action, 0.0));
    let player = failed.after(loaded(&right));
    assert_eq!(player.last(), 5);
}

#[test]
fn the_seed_field_is_played_when_it_is_submitted_and_right() {
    let player = ready(8, 42).after(PlayerEvent::GoToEnd).after(PlayerEvent::TypeSeed("x".into()));
    assert_eq!(player.seed_error(), None);
    let start = player.clone().after(PlayerEvent::Start);
    assert!(!start.running() && start.seed_error().is_some());
    let player = player.after(PlayerEvent::SubmitSeed);
    assert_eq!((player.seed().get(), player.cursor()), (42, 5));
    assert!(player.seed_error().is_some());
    let player = player.after(PlayerEvent::TypeSeed(" 7 ".into()));
    assert_eq!(player.seed_error(), None);
    let started = player.clone().after(PlayerEvent::Start);
    assert!(started.running() && started.seed().get() == 7);
    let player = player.after(PlayerEvent::SubmitSeed);
    assert_eq!((player.seed().get(), player.cursor(), player.furthest()), (7, 0, 0));
    assert_eq!(player.seed_field().text(), "7");
}

#[test]
fn a_new_seed_keeps_playing_and_starts_nothing() {
    let paused = ready(16, 20).after(PlayerEvent::RandomSeed(7));
    assert!(!paused.running() && paused.seed().get() == 7);
    let running = paused.after(PlayerEvent::Start).after(PlayerEvent::RandomSeed(8));
    assert!(running.running() && running.seed().get() == 8);
    let next = running.after(PlayerEvent::GoToEnd).after(PlayerEvent::RandomSeed(9));
    assert_eq!((next.seed().get(), next.cursor(), next.running()), (9, 0, false));
}

#[test]
fn a_game_runs_while_its_policy_is_decoded() {
    let policies = decoding_stages(32, ValuesHeld::Action, 0.0);
    let mut player = Player::new(*policies[0].game(), 47.into()).after(PlayerEvent::Start);
    player = player.after(decoding(&policies[0]));
    assert!(player.awaits_decoding() && player.running() && player.tick_ms().is_none());
    assert!(player.status_text().starts_with("Unpacking"), "{}", player.status_text());
    let mut has_waited = false;
    for policy in &policies {
        let (before, tiles) = (summary(&player), player.tiles().to_vec());
        player = player.after(decoding(policy));
        // More entries do not change the position shown.
        assert_eq!((summary(&player), player.tiles()), (before, tiles.as_slice()));
        assert_eq!(player.outcome().is_some(), !player.running());
        while player.tick_ms().is_some() {
            player = player.after(PlayerEvent::Tick);
        }
        if player.awaits_decoding() {
            has_waited = true;
            let waiting = summary(&player);
            assert_eq!(summary(&player.clone().after(PlayerEvent::Tick)), waiting);
            assert!(player.moves().is_some_and(|rows| rows.iter().all(|row| row.text() != "best")));
        }
    }
    assert!(has_waited);
    assert_eq!((player.outcome(), player.cursor()), (Some(Outcome::Won), 16));
    // All actions are decoded, and the values follow.
    assert!(!player.awaits_decoding() && player.awaits_values());
    let player = player.after(loaded(&policies[policies.len() - 1]));
    assert_eq!((player.cursor(), player.furthest(), player.awaits_values()), (16, 16, false));
    let at_once = ready(32, 47).after(PlayerEvent::GoToEnd);
    let last = |player: &Player| player.table_row(player.last());
    assert_eq!((last(&player), player.chart()), (last(&at_once), at_once.chart()));
}

#[test]
fn decoded_values_appear_at_the_position_shown() {
    let policies = decoding_stages(16, ValuesHeld::Action, 0.0);
    let all_actions = policies.iter().find(|policy| policy.has_all_actions()).unwrap();
    let player = Player::new(*policies[0].game(), 20.into()).after(decoding(all_actions));
    let player = [PlayerEvent::Step, PlayerEvent::Step, PlayerEvent::Step, PlayerEvent::Back]
        .into_iter()
        .fold(player, Player::after);
    assert_eq!((player.value(), player.chart().points), (None, vec![]));
    assert!(player.chart_text().contains("not unpacked yet") && !player.awaits_decoding());
    let verdicts = |player: &Player| player.moves().unwrap().map(|row| row.verdict.name());
    assert!(verdicts(&player).contains(&"best") && verdicts(&player).contains(&"awaited"));
    let player = player.after(loaded(&policies[policies.len() - 1]));
    assert_eq!((player.cursor(), player.furthest()), (2, 3));
    assert!(player.value().is_some() && player.chart().points.len() == 4);
    assert!(!verdicts(&player).contains(&"awaited"));
}

#[test]
fn a_failure_of_decoding_keeps_the_visited_boards() {
    let policies = decoding_stages(32, ValuesHeld::State, 0.0);
    let middle = &policies[policies.len() / 4];
    let mut player = Player::new(*middle.game(), 47.into()).after(decoding(middle));
    while player.can_step() {
        player = player.after(PlayerEvent::Step);
    }
    let reached = player.cursor();
    assert!(reached > 0);
    let failed = LoadError::Decoding { reason: "it is damaged".to_owned() };
    let player =
        player.after(PlayerEvent::Start).after(PlayerEvent::LoadChanged(LoadState::Failed(failed)));
    assert!(!player.running() && player.load_text().unwrap().contains("it is damaged"));
    let mut player = player.after(downloading(0, None));
    for policy in &policies {
        player = player.after(decoding(policy));
        assert_eq!((player.cursor(), player.furthest()), (reached, reached));
    }
    assert_eq!(player.last(), 16);
}

fn events() -> impl Strategy<Value = PlayerEvent> {
    let threshold = |is_full: bool| if is_full { 0.0 } else { 0.1 };
    let whole = any::<bool>().prop_map(move |is_full| {
        loaded(&Rc::new(packed(32, ValuesHeld::Action, threshold(is_full))))
    });
    let partial = (any::<bool>(), any::<usize>()).prop_map(move |(is_full, index)| {
        let policies = decoding_stages(32, ValuesHeld::Action, threshold(is_full));
        decoding(&policies[index % policies.len()])
    });
    prop_oneof![
        1 => Just(PlayerEvent::Start),
        1 => Just(PlayerEvent::Pause),
        1 => Just(PlayerEvent::Toggle),
        4 => Just(PlayerEvent::Tick),
        4 => Just(PlayerEvent::Step),
        2 => Just(PlayerEvent::Back),
        1 => Just(PlayerEvent::GoToEnd),
        1 => any::<usize>().prop_map(|position| PlayerEvent::GoTo(position % 40)),
        1 => any::<i8>().prop_map(|moves| PlayerEvent::GoBy(moves.into())),
        1 => ".{0,11}".prop_map(PlayerEvent::TypeSeed),
        1 => Just(PlayerEvent::SubmitSeed),
        1 => Just(PlayerEvent::SearchMove),
        1 => any::<u32>().prop_map(|seed| PlayerEvent::SetSeed(seed.into())),
        1 => any::<u32>().prop_map(PlayerEvent::RandomSeed),
        1 => "[0-9]{0,3}%?|end".prop_map(PlayerEvent::StartAt),
        1 => any::<bool>().prop_map(|chosen| {
            PlayerEvent::SetStartBoard(chosen.then(|| "2 4/4 8".parse().expect("a board")))
        }),
        1 => any::<usize>().prop_map(|index| PlayerEvent::SetSpeed(Speed::ALL[index % 5])),
        1 => any::<u64>().prop_map(|total| downloading(1, Some(total))),
        1 => whole,
        2 => partial,
    ]
}

proptest! {
    #[test]
    fn any_events_keep_the_invariants(seed in any::<u32>(), events in vec(events(), 0..60)) {
        let mut player = ready(32, seed);
        for event in events {
            let before = player.clone();
            player = player.after(event.clone());
            assert!(player.cursor() <= player.furthest(), "{event:?}");
            assert!(player.furthest() <= player.last(), "{event:?}");
            assert!(player.policy().is_none() || !player.running() || player.can_step()
                || player.awaits_decoding() || player.awaits_search());
            let is_forward = player.navigation() == Navigation::Forward
                && before.cursor() != player.cursor();
            let is_step = player.cursor() == before.cursor() + 1
                && matches!(event, PlayerEvent::Tick | PlayerEvent::Step);
            assert_eq!(is_forward, is_step);
            let unit = 0.0..=1.0;
            let points = player.chart().points;
            assert!(points.iter().all(|point| unit.contains(&point.x) && unit.contains(&point.y)));
            // No text panics in any state.
            let _ = (player.moves(), player.announcement(), player.load_text());
            let _ = (player.chart_text(), player.outcome_text(), player.policy_summary());
            let _ = (player.table_row(player.cursor()), player.status_text(), player.summary());
            if player.can_step() {
                let step = player.clone().after(PlayerEvent::Step);
                let paused = player.clone().after(PlayerEvent::Pause);
                assert_eq!(summary(&step.after(PlayerEvent::Back)), summary(&paused));
            }
        }
    }
}
