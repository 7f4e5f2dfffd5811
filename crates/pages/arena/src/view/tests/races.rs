//! Races: what is counted, compared and kept.

use super::*;

const ADDRESS: &str = "#/arena?game=3x3_to_128&agents=greedy:canonical&seed=7&mode=race";

#[test]
fn a_race_goes_from_seed_to_seed() {
    let view = open(ADDRESS);
    let worker = view.lanes()[0].worker;
    let losing = ValuedGame::losing(*view.game().game()).unwrap();
    let view = after(view.clone(), [opened(worker), solved_as(&view, losing, -1e-4)]);
    assert_eq!((view.optimum(), view.measure()), (Some(1.0 - 1e-4), Some(Measure::Losing)));
    assert_eq!(asked(&view, 0), None);
    let view = after(view, [ArenaEvent::Toggle]);
    let request = asked(&view, 0).unwrap();
    assert!(
        matches!(request, AgentRequest::Race { seed, keeps_moves: true, .. } if seed.get() == 7)
    );
    let row = positions(view.game(), 7, 1);
    let games = vec![game_of(&row[0], true), game_of(&row[0], false)];
    let view = after(view, [finished(worker, games)]);
    // The exact results are computed in turn with games.
    let request = asked(&view, 0).unwrap();
    assert!(matches!(request, AgentRequest::Follow { .. }), "{request:?}");
    let part = followed(worker, [0.5, 0.1, 300.0, 60.0]);
    let mut view = after(view, [part.clone()]);
    assert_eq!(view.lanes()[0].exact.progress().unwrap(), "exact rate: 50 % done");
    let parts = std::iter::repeat_n(part, 9);
    assert_eq!(
        after(view.clone(), parts).lanes()[0].exact.progress().unwrap(),
        "exact rate: 50 % done, 2 s left"
    );
    assert_eq!(raced(&view, 0), Some(9));
    while valued_boards(&view).is_some() {
        view = view.clone().after(valued(&view));
    }
    let tally = &view.lanes()[0].tally;
    assert_eq!((tally.games(), tally.won().rate()), (2, 0.5));
    assert!(tally.mean_loss().is_some());
    assert!(view.chart(300.0).is_some_and(|chart| chart.description.contains("50.00 %")));
    let known = followed(worker, [1.0, 0.25, 700.0, 90.0]);
    let view = after(view, [known, ArenaEvent::Mode(ArenaMode::Watch)]);
    let lane = &view.lanes()[0];
    // The exact results hold for all seeds.
    assert_eq!((lane.tally.games(), view.exact_win(lane)), (0, Some(0.25)));
    assert!((view.exact_loss(lane).unwrap() - (0.75 - 1e-4)).abs() < 1e-12);
}

#[test]
fn a_race_compares_the_agents_on_the_same_games() {
    let view = open("#/arena?agents=greedy,random&seed=7&mode=race");
    let workers: Vec<u32> = view.lanes().iter().map(|lane| lane.worker).collect();
    let view = after(view, workers.iter().map(|&worker| opened(worker)));
    let largest = Exponent::from_face(64).unwrap();
    let game = |points| PlayedGame { points, largest, is_won: false, decisions: Vec::new() };
    let fast = vec![game(100), game(200), game(600)];
    let view = after(view, [ArenaEvent::Toggle, finished(workers[0], fast)]);
    let counts = |view: &ArenaView| {
        let lanes = view.lanes().iter();
        lanes.map(|lane| (lane.tally.games(), lane.finished())).collect::<Vec<_>>()
    };
    assert_eq!(counts(&view), [(0, 3), (0, 0)]);
    assert_eq!((raced(&view, 0), raced(&view, 1)), (Some(10), Some(7)));
    let slow = finished(workers[1], vec![game(50), game(70)]);
    let view = after(view, [slow]);
    assert_eq!(counts(&view), [(2, 3), (2, 2)]);
    let means = view.lanes().iter().map(|lane| lane.tally.score().mean());
    assert_eq!(means.collect::<Vec<_>>(), [150.0, 60.0]);
    // An agent that fails keeps nobody waiting.
    let view = after(view, [agent_ended(workers[1])]);
    assert_eq!(counts(&view), [(3, 3), (2, 2)]);
}

#[test]
fn a_race_goes_on_after_the_page_is_loaded_again() {
    let mut view = open(ADDRESS);
    let worker = view.lanes()[0].worker;
    let row = positions(view.game(), 7, 1);
    let [game, other] = [true, false].map(|is_won| game_of(&row[0], is_won));
    let mut kept = None;
    let mut keeps = |view: &mut ArenaView, event| {
        let effects = view.reduce(event);
        let text = effects.into_iter().find_map(|effect| match effect {
            Effect::Keep(Storage::Session, KEPT_RACE, text) => Some(text),
            _ => None,
        });
        let is_kept = text.is_some();
        kept = text.or_else(|| kept.take());
        is_kept
    };
    // A race is kept when it has changed, and not before its first game.
    assert!(!keeps(&mut view, opened(worker)) && !keeps(&mut view, ArenaEvent::Toggle));
    assert!(keeps(&mut view, finished(worker, vec![game])));
    assert!(keeps(&mut view, followed(worker, [1.0, 0.25, 400.0, 60.0])));
    let playing = ArenaEvent::Answered(worker, 0, Ok(AgentAnswer::Playing(100, 20)));
    for event in [playing, ArenaEvent::Toggle, ArenaEvent::Speed(ArenaSpeed::Fast)] {
        assert!(!keeps(&mut view, event));
    }
    let kept = kept.unwrap();
    let again = ArenaView::open(ADDRESS).restored(&kept);
    assert_eq!(again.lanes()[0].tally, view.lanes()[0].tally);
    assert_eq!((again.lanes()[0].exact, again.is_running()), (view.lanes()[0].exact, false));
    // What is kept already is not kept again.
    assert_eq!(again.clone().begin(), [Effect::WriteAddress(Some(again.address()))]);
    // It goes on with the next seed.
    let worker = again.lanes()[0].worker;
    let mut again = after(again, [ArenaEvent::Shown(true), opened(worker), ArenaEvent::Toggle]);
    assert_eq!(raced(&again, 0), Some(8));
    let effects = again.reduce(finished(worker, vec![other]));
    assert!(matches!(effects.last(), Some(Effect::Keep(..))), "{effects:?}");
    // Another race, and what is no race, change nothing.
    let other = "#/arena?game=3x3_to_128&agents=greedy:canonical&seed=8&mode=race";
    for (address, text) in [(other, &*kept), (ADDRESS, "\u{20ac}"), (ADDRESS, "")] {
        let view = ArenaView::open(address).restored(text);
        assert_eq!(view.lanes()[0].tally.games(), 0);
    }
}

#[test]
fn a_race_to_which_the_reader_comes_back_goes_on() {
    let address = "#/arena?game=4x4_score&agents=greedy,random&seed=7&mode=race";
    let view = open(address);
    let workers: Vec<u32> = view.lanes().iter().map(|lane| lane.worker).collect();
    let view = after(view, workers.iter().map(|&worker| opened(worker)));
    let game = game_of(&positions(view.game(), 7, 1)[0], false);
    let games = |worker| finished(worker, vec![game.clone(), game.clone()]);
    let view = after(view, [ArenaEvent::Toggle, games(workers[0]), games(workers[1])]);
    let held = view.held();
    // An entry that shows this address already changes nothing.
    let again = view.clone().after(Opened::Again(address.to_owned()));
    assert_eq!((again.lanes()[0].finished(), again.is_running()), (2, true));
    // Of the same address, of others, and of one game.
    for other in [address, "#/arena?agents=random", "#/arena?game=3x3_to_128&agents=greedy"] {
        let left = after(view.clone(), [link(other)]);
        assert!(left.lanes().iter().all(|it| it.finished() == 0) && !left.is_running(), "{other}");
        let back = after(left, [Opened::Held(held.clone()).into()]);
        assert_eq!((back.address(), back.is_running()), (view.address(), true));
        assert!(back.lanes().iter().all(|lane| lane.finished() == 2), "{other}");
        let worker = back.lanes()[0].worker;
        assert_eq!(raced(&after(back, [opened(worker)]), 0), Some(9));
    }
}
