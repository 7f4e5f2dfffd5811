use std::rc::Rc;

use mdp2048_model::Outcome;
use mdp2048_policy::{PackedPolicy, PolicyError, ValuesHeld};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};

use crate::testing::{packed, ready, unpacking};
use crate::{Event, Load, LoadError, Navigation, Player, PlayerUrl, Speed};

fn seen(player: &Player) -> (usize, String, bool) {
    (player.cursor(), player.board().hex(), player.running())
}

#[test]
fn the_articles_games_replay() {
    for (target, seed, outcome, moves) in
        [(8, 42, Outcome::Won, 5), (16, 20, Outcome::Lost, 6), (32, 47, Outcome::Won, 16)]
    {
        let mut player = ready(target, seed).after(Event::Start);
        while player.running() {
            player = player.after(Event::Tick);
        }
        assert_eq!(player.outcome(), Some(outcome));
        assert_eq!(player.cursor(), moves);
        assert_eq!(player.start_label(), "Play again");
        let again = player.after(Event::Start);
        assert_eq!((again.cursor(), again.running()), (0, true));
    }
}

#[test]
fn a_start_before_the_policy_is_there_is_remembered() {
    let policy = Rc::new(packed(8, ValuesHeld::Action, 0.0));
    let player = Player::new(*policy.game(), 42.into()).after(Event::Start).after(Event::Tick);
    assert!(player.needs_policy());
    assert_eq!(seen(&player), (0, "0110".to_owned(), true));
    let player = player.after(Event::Load(Load::Downloading { received: 0, total: None }));
    assert!(!player.needs_policy());
    let player = player.after(Event::Load(Load::Ready(policy))).after(Event::Tick);
    assert_eq!(seen(&player), (1, "1110".to_owned(), true));
}

#[test]
fn going_somewhere_ends_the_wait_for_another_place() {
    let policy = Rc::new(packed(8, ValuesHeld::Action, 0.0));
    let waiting = Player::new(*policy.game(), 42.into()).after(Event::End);
    assert!(waiting.needs_policy());
    let loaded = |player: Player| player.after(Event::Load(Load::Ready(policy.clone()))).cursor();
    assert_eq!(loaded(waiting.clone()), 5);
    for event in [Event::Restart, Event::Back, Event::GoTo(0), Event::GoBy(-1)] {
        assert_eq!(loaded(waiting.clone().after(event)), 0);
    }
}

#[test]
fn another_games_policy_is_refused_and_another_try_works() {
    let player = ready(8, 42).after(Event::Step);
    let other = packed(16, ValuesHeld::Action, 0.0);
    let failed = player.after(Event::Load(Load::Ready(Rc::new(other))));
    assert!(matches!(
        failed.load(),
        Load::Failed(LoadError::Policy(PolicyError::OtherGame { .. }))
    ));
    assert!(!failed.clone().after(Event::Start).running());
    let right = packed(8, ValuesHeld::Action, 0.0);
    let player = failed.after(Event::Load(Load::Ready(Rc::new(right))));
    assert_eq!(player.last(), 5);
}

#[test]
fn seeds_come_from_the_box() {
    let player = ready(8, 42).after(Event::End).after(Event::TypeSeed("x".into()));
    assert!(player.seed_field().error_text().is_some());
    let player = player.after(Event::SubmitSeed);
    assert_eq!((player.seed().get(), player.cursor()), (42, 5));
    let player = player.after(Event::TypeSeed(" 7 ".into())).after(Event::SubmitSeed);
    assert_eq!((player.seed().get(), player.cursor(), player.furthest()), (7, 0, 0));
    assert_eq!(player.seed_field().text(), "7");
}

#[test]
fn links_lead_to_a_move() {
    let policy = Rc::new(packed(32, ValuesHeld::State, 0.0));
    let game = *policy.game();
    let link = |position| PlayerUrl {
        game,
        seed: Some(47.into()),
        position: Some(position),
        problems: Vec::new(),
    };
    let player = Player::new(game, 1.into()).after(Event::OpenUrl(link(9)));
    assert!(player.needs_policy());
    assert_eq!(player.url(), link(9));
    let player = player.after(Event::Load(Load::Ready(policy)));
    assert_eq!((player.cursor(), player.furthest(), player.message()), (9, 9, None));
    assert_eq!(player.url(), link(9));
    let player = player.after(Event::OpenUrl(link(99)));
    assert_eq!(player.cursor(), 16);
    assert_eq!(
        player.message(),
        Some("The link asks for move 99, but this game has 16; here is its end.")
    );
}

/// The loading of a policy that is there so far.
fn decoding(policy: &Rc<PackedPolicy>) -> Event {
    Event::Load(Load::Decoding { policy: policy.clone(), progress: 0.5 })
}

#[test]
fn the_first_moves_are_played_while_the_rest_is_unpacked() {
    let policies = unpacking(32, ValuesHeld::Action, 0.0);
    let mut player = Player::new(*policies[0].game(), 47.into()).after(Event::Start);
    player = player.after(decoding(&policies[0]));
    assert!(player.is_held_up() && player.running() && player.tick_ms().is_none());
    assert!(player.status_text().starts_with("Unpacking"), "{}", player.status_text());
    let mut met_frontier = false;
    for policy in &policies {
        let (before, tiles) = (seen(&player), player.tiles().to_vec());
        player = player.after(decoding(policy));
        // What is shown stays as it is when more comes.
        assert_eq!((seen(&player), player.tiles()), (before, tiles.as_slice()));
        assert_eq!(player.outcome().is_some(), !player.running());
        while player.tick_ms().is_some() {
            player = player.after(Event::Tick);
        }
        if player.is_held_up() {
            met_frontier = true;
            let held_up = seen(&player);
            assert_eq!(seen(&player.clone().after(Event::Tick)), held_up);
            assert!(player.moves().is_some_and(|rows| rows.iter().all(|row| row.text() != "best")));
        }
    }
    assert!(met_frontier);
    assert_eq!((player.outcome(), player.cursor()), (Some(Outcome::Won), 16));
    // The values came after the last action, and then the end of the unpacking.
    assert!(!player.is_held_up() && player.awaits_values());
    let last = policies[policies.len() - 1].clone();
    let player = player.after(Event::Load(Load::Ready(last)));
    assert_eq!((player.cursor(), player.furthest(), player.awaits_values()), (16, 16, false));
    let at_once = ready(32, 47).after(Event::End);
    assert_eq!((player.table(), player.chart()), (at_once.table(), at_once.chart()));
}

#[test]
fn values_appear_where_the_reader_is() {
    let policies = unpacking(16, ValuesHeld::Action, 0.0);
    let all_actions = policies.iter().find(|policy| policy.has_all_actions()).unwrap();
    let player = Player::new(*policies[0].game(), 20.into()).after(decoding(all_actions));
    let player = [Event::Step, Event::Step, Event::Step, Event::Back]
        .into_iter()
        .fold(player, Player::after);
    assert_eq!((player.win_probability(), player.chart().points), (None, vec![]));
    assert!(player.chart_text().contains("not unpacked yet") && !player.is_held_up());
    let verdicts = |player: &Player| player.moves().unwrap().map(|row| row.verdict.name());
    assert!(verdicts(&player).contains(&"best") && verdicts(&player).contains(&"awaited"));
    let there = player.after(Event::Load(Load::Ready(policies[policies.len() - 1].clone())));
    assert_eq!((there.cursor(), there.furthest()), (2, 3));
    assert!(there.win_probability().is_some() && there.chart().points.len() == 4);
    assert!(!verdicts(&there).contains(&"awaited"));
}

#[test]
fn a_link_and_the_end_wait_until_the_policy_gets_so_far() {
    let policies = unpacking(32, ValuesHeld::State, 0.0);
    let game = *policies[0].game();
    let link = |position| PlayerUrl {
        game,
        seed: Some(47.into()),
        position: Some(position),
        problems: Vec::new(),
    };
    for (events, end) in [
        (vec![Event::OpenUrl(link(9))], 9),
        (vec![Event::OpenUrl(link(9)), Event::Start], 9),
        (vec![Event::OpenUrl(link(99))], 16),
        (vec![Event::End], 16),
    ] {
        let runs = events.iter().any(|event| matches!(event, Event::Start));
        let mut player = Player::new(game, 47.into());
        // Asked for in the middle of the unpacking, or before it.
        let mut asked = events.into_iter();
        for policy in &policies {
            player = player.after(decoding(policy));
            if let Some(event) = asked.next() {
                player = player.after(event);
            }
            assert!(player.cursor() == 0 || player.cursor() == end);
            assert!(player.cursor() == end || player.tick_ms().is_none());
        }
        assert_eq!((player.cursor(), player.running()), (end, runs));
        if let Some(note) = player.message() {
            assert!(note.contains("asks for move 99"), "{note}");
        }
    }
}

#[test]
fn an_unpacking_that_fails_keeps_what_was_seen() {
    let policies = unpacking(32, ValuesHeld::State, 0.0);
    let middle = &policies[policies.len() / 4];
    let mut player = Player::new(*middle.game(), 47.into()).after(decoding(middle));
    while player.can_step() {
        player = player.after(Event::Step);
    }
    let reached = player.cursor();
    assert!(reached > 0);
    let failed = LoadError::Decoding { reason: "it is damaged".to_owned() };
    let player = player.after(Event::Start).after(Event::Load(Load::Failed(failed)));
    assert!(!player.running() && player.load_text().unwrap().contains("it is damaged"));
    let mut player = player.after(Event::Load(Load::Downloading { received: 0, total: None }));
    for policy in &policies {
        player = player.after(decoding(policy));
        assert_eq!((player.cursor(), player.furthest()), (reached, reached));
    }
    assert_eq!(player.last(), 16);
}

fn events() -> impl Strategy<Value = Event> {
    let load = any::<bool>().prop_map(|full| {
        let policy = packed(32, ValuesHeld::Action, if full { 0.0 } else { 0.1 });
        Event::Load(Load::Ready(Rc::new(policy)))
    });
    let partly = (any::<bool>(), any::<usize>()).prop_map(|(full, at)| {
        let policies = unpacking(32, ValuesHeld::Action, if full { 0.0 } else { 0.1 });
        decoding(&policies[at % policies.len()])
    });
    prop_oneof![
        1 => Just(Event::Start),
        1 => Just(Event::Pause),
        1 => Just(Event::Toggle),
        4 => Just(Event::Tick),
        4 => Just(Event::Step),
        2 => Just(Event::Back),
        1 => Just(Event::Restart),
        1 => Just(Event::End),
        1 => any::<usize>().prop_map(|position| Event::GoTo(position % 40)),
        1 => any::<i8>().prop_map(|moves| Event::GoBy(moves.into())),
        1 => ".{0,11}".prop_map(Event::TypeSeed),
        1 => Just(Event::SubmitSeed),
        1 => any::<u32>().prop_map(|seed| Event::SetSeed(seed.into())),
        1 => any::<u32>().prop_map(Event::RandomSeed),
        1 => any::<usize>().prop_map(|index| Event::SetSpeed(Speed::ALL[index % 5])),
        1 => any::<u64>().prop_map(|total| Event::Load(Load::Downloading { received: 1, total: Some(total) })),
        1 => load,
        2 => partly,
    ]
}

proptest! {
    #[test]
    fn no_events_break_a_player(seed in any::<u32>(), events in vec(events(), 0..60)) {
        let mut player = ready(32, seed);
        for event in events {
            let before = player.clone();
            player = player.after(event.clone());
            assert!(player.cursor() <= player.furthest(), "{event:?}");
            assert!(player.furthest() <= player.last(), "{event:?}");
            assert!(player.policy().is_none() || !player.running() || player.can_step()
                || player.is_held_up());
            assert_eq!(player.navigation() == Navigation::Forward && before.cursor() != player.cursor(),
                player.cursor() == before.cursor() + 1 && matches!(event, Event::Tick | Event::Step));
            // Everything that is shown can be asked for at any time.
            let chart = player.chart();
            assert!(chart.points.iter().all(|p| (0.0..=1.0).contains(&p.x) && (0.0..=1.0).contains(&p.y)));
            let _ = (player.moves(), player.announcement(), player.load_text(), player.policy_summary());
            let _ = (player.chart_text(), player.outcome_text(), player.table(), player.status_text());
            if player.can_step() {
                let there_and_back = player.clone().after(Event::Step).after(Event::Back);
                let paused = player.clone().after(Event::Pause);
                assert_eq!(seen(&there_and_back), seen(&paused));
            }
        }
    }
}
