//! Tests of the page.

use mdp2048_display::{Effect, EffectOf, Opened, Reducer as _};

use super::*;
use crate::page::worker::{BagReply, BagWorker};

/// The page at an address, which has asked for its numbers.
fn opened(address: &str) -> BagView {
    let mut view = BagView::open(address);
    view.begin();
    view
}

/// The view after the worker has answered its requests, at most this many.
fn settled(mut view: BagView, requests: usize) -> BagView {
    let mut worker = BagWorker::default();
    for _ in 0..requests {
        let Some(request) = view.asked else { break };
        let reply = worker.reply(request);
        view = view.after(BagEvent::Reply(request, Some(reply)));
    }
    view
}

/// The reader follows a link.
fn link(address: &str) -> BagEvent {
    Opened::New(address.to_owned()).into()
}

/// What the page writes as its address.
fn address_of(address: &str) -> EffectOf<BagView> {
    Effect::WriteAddress(Some(address.to_owned()))
}

#[test]
fn an_event_has_its_effects_once() {
    let mut view = BagView::open("#/bag?target=64");
    let solve = BagRequest::Solve(view.game());
    let address = address_of("#/bag?target=64&spawn_four=0.1");
    assert_eq!(view.begin(), [address.clone(), Effect::Ask(solve)]);
    // While the worker computes, it is asked nothing else: not for another target, and no sample.
    assert_eq!(view.reduce(BagEvent::ToggleSampling), [address]);
    let other = address_of("#/bag?target=32&spawn_four=0.1");
    assert_eq!(view.reduce(BagEvent::Target(32)), std::slice::from_ref(&other));
    let reply = BagWorker::default().reply(solve);
    let next = BagRequest::Solve(view.game());
    let effects = view.reduce(BagEvent::Reply(solve, Some(reply)));
    assert_eq!(effects, [other.clone(), Effect::Ask(next)]);
    // Numbers are saved when they are there.
    assert_eq!(view.reduce(BagEvent::Save), []);
    let reply = BagWorker::default().reply(next);
    let sample = BagRequest::Sample { game: view.game(), seed: view.url.seed, after: 0, games: 4 };
    let effects = view.reduce(BagEvent::Reply(next, Some(reply)));
    assert_eq!(effects, [other.clone(), Effect::Ask(sample)]);
    let saved = view.reduce(BagEvent::Save);
    assert!(matches!(&saved[..], [Effect::Save(file)] if file.name == "bag_to_32.csv"));
    // A worker that has ended is asked again only when the reader asks for it.
    assert_eq!(view.reduce(BagEvent::Fail("it ended".to_owned())), std::slice::from_ref(&other));
    assert_eq!(view.reduce(BagEvent::ToggleSampling), std::slice::from_ref(&other));
    assert_eq!(view.reduce(BagEvent::TryAgain), std::slice::from_ref(&other));
    assert_eq!(view.reduce(BagEvent::ToggleSampling), [other, Effect::Ask(sample)]);
}

#[test]
fn every_target_of_the_page_is_shown() {
    for target in crate::page::TARGETS {
        let view = settled(opened(&format!("#/bag?target={target}")), 1);
        assert!(view.is_current() && view.asked.is_none(), "{target}");
        assert_eq!(view.failure(), None, "{target}");
    }
}

#[test]
fn an_answer_that_cannot_be_read_is_a_failure_and_no_new_request() {
    let view = opened("#/bag?target=64");
    let solve = view.asked.unwrap();
    let other = BagRequest::Solve(BagGame::new(32, 0.1).unwrap());
    let sample = BagRequest::Sample { game: view.game(), seed: 7.into(), after: 0, games: 1 };
    let answer = |request: BagRequest| Some(BagWorker::default().reply(request));
    // Nothing, the numbers of another target, and a sample.
    for unreadable in [None, answer(other), answer(sample)] {
        let view = view.clone().after(BagEvent::Reply(solve, unreadable));
        assert_eq!((view.asked, view.results()), (None, None));
        let failure = view.failure().unwrap();
        assert!(failure.contains("target 64") && failure.contains("Try again"), "{failure}");
        // The reader tries again, chooses another target, or opens another address.
        let again = view.clone().after(BagEvent::TryAgain);
        assert_eq!(again.asked, Some(solve));
        assert!(settled(again, 1).is_current());
        for event in [BagEvent::Target(16), link("#/bag?target=16")] {
            let changed = view.clone().after(event);
            assert_eq!(changed.failure(), None);
            assert!(settled(changed, 1).is_current());
        }
    }
    // An answer about a game that is not shown any more is no failure of the one that is.
    let view = view.after(BagEvent::Target(16)).after(BagEvent::Reply(solve, None));
    assert_eq!(view.failure(), None);
    assert_eq!(view.asked, Some(BagRequest::Solve(view.game())));
}

#[test]
fn a_sample_that_cannot_be_read_ends_the_sampler() {
    let view = settled(opened("#/bag?target=64"), 1).after(BagEvent::ToggleSampling);
    let request = view.asked.unwrap();
    let reply = BagWorker::default().reply(request);
    let BagReply::Sampled(tally) = reply.clone() else { panic!("{reply:?}") };
    let fewer = BagReply::Sampled(GameSample { games: tally.games - 1, ..tally });
    for unreadable in [None, Some(fewer)] {
        let view = view.clone().after(BagEvent::Reply(request, unreadable));
        assert!(view.failure().is_some() && !view.is_sampling() && view.asked.is_none());
        let view = view.after(BagEvent::TryAgain).after(BagEvent::ToggleSampling);
        assert_eq!(view.asked, Some(request));
    }
    // A late answer about a seed that is not shown any more changes nothing.
    let view = view.after(BagEvent::TypeSeed("7".to_owned()));
    let view = view.after(BagEvent::Reply(request, Some(reply)));
    assert!(view.tally().is_none() && view.is_sampling() && view.failure().is_none());
}

#[test]
fn a_sample_is_there_when_the_reader_comes_back_to_it() {
    let view = settled(opened("#/bag?target=64"), 1).after(BagEvent::ToggleSampling);
    let sampling = settled(view, 3);
    // The answer that is still to come belongs to a sample that does not run.
    let paused = settled(sampling.clone().after(BagEvent::ToggleSampling), 1);
    let games = paused.tally().unwrap().games;
    let again = paused.clone().after(Opened::Again(paused.address()));
    assert_eq!(again.tally().unwrap().games, games);
    // A link does what it says, also to the address that is shown.
    for address in [&paused.address(), "#/bag?target=32"] {
        let left = paused.clone().after(link(address));
        assert!(left.tally().is_none());
        let left = settled(left, 1);
        for (held, is_sampling) in [(&paused, false), (&sampling, true)] {
            let back = left.clone().after(Opened::Held(held.clone()));
            assert_eq!((back.tally().unwrap().games, back.is_current()), (games, true));
            assert_eq!((back.is_sampling(), back.asked.is_some()), (is_sampling, is_sampling));
            // A worker that has failed since samples nothing.
            let failed = left.clone().after(BagEvent::Fail("it ended".to_owned()));
            let back = failed.after(Opened::Held(held.clone()));
            assert!(!back.is_sampling() && back.failure().is_some() && back.asked.is_none());
        }
    }
}

#[test]
fn numbers_are_never_shown_under_another_target() {
    let view = settled(opened("#/bag?target=64"), 1);
    for event in [BagEvent::Target(32), link("#/bag?target=32")] {
        assert_eq!(view.clone().after(event).results(), None);
    }
    let back = view.after(BagEvent::Target(32)).after(BagEvent::Target(64));
    assert!(back.is_current());
    // The answer about 32 comes late, and does not replace the numbers.
    let other = BagRequest::Solve(BagGame::new(32, 0.1).unwrap());
    let reply = BagWorker::default().reply(other);
    assert!(back.after(BagEvent::Reply(other, Some(reply))).is_current());
}

#[test]
fn changed_settings_are_computed_and_late_replies_are_not_shown_as_current() {
    let view = opened("#/bag?target=64");
    let solve = view.asked.unwrap();
    let late = BagWorker::default().reply(solve);
    let view = settled(view, 2);
    assert!(view.is_current() && view.asked.is_none());
    let view = view.after(BagEvent::SpawnFour("0.25".to_owned()));
    assert!(!view.is_current() && view.results().is_some());
    assert_eq!(view.address(), "#/bag?target=64&spawn_four=0.25");
    let view = view.after(BagEvent::Reply(solve, Some(late)));
    assert!(!view.is_current());
    assert_eq!(view.asked, Some(BagRequest::Solve(view.game())));
    assert!(settled(view, 2).is_current());
}

#[test]
fn text_that_is_no_probability_changes_nothing_but_the_field() {
    let view = settled(opened("#/bag?target=16"), 2);
    let view = view.after(BagEvent::SpawnFour("1.5".to_owned()));
    assert_eq!(view.spawn_text(), "1.5");
    assert!(view.spawn_error().is_some() && view.asked.is_none());
    assert_eq!(view.address(), "#/bag?target=16&spawn_four=0.1");
}

#[test]
fn a_sample_grows_until_it_is_paused_and_a_new_seed_begins_again() {
    let view = settled(opened("#/bag?target=64"), 1).after(BagEvent::ToggleSampling);
    let view = settled(view, 30);
    let games = view.tally().unwrap().games;
    assert!(games > 100 && view.is_sampling(), "{games}");
    let view = settled(view.after(BagEvent::ToggleSampling), 1);
    assert!(view.asked.is_none() && view.tally().unwrap().games == games);
    let view = view.after(BagEvent::TypeSeed("x".to_owned()));
    assert!(view.seed_field().error_text().is_some() && view.tally().is_some());
    let view = view.after(BagEvent::TypeSeed("7".to_owned()));
    assert!(view.tally().is_none() && view.address().ends_with("&seed=7"));
}

#[test]
fn the_whole_chain_is_drawn_when_the_reader_asks_for_it() {
    let mut view = settled(opened("#/bag?target=2048"), 1);
    assert!(!view.results().unwrap().chain.is_whole() && view.can_draw());
    let draw = BagRequest::Draw(view.game());
    assert!(view.reduce(BagEvent::SaveChain).contains(&Effect::Ask(draw)));
    let reply = BagWorker::default().reply(draw);
    let effects = view.clone().reduce(BagEvent::Reply(draw, Some(reply.clone())));
    let Effect::Save(file) = &effects[0] else { panic!("{effects:?}") };
    assert_eq!((&file.name[..], view.is_drawing()), ("bag_to_2048.svg", true));
    assert!(file.text.starts_with("<svg") && file.text.matches("class=\"node").count() > 3487);
    // It is not saved after the reader has chosen another target, and not made where it is too large.
    let mut other = view.after(BagEvent::Target(8192));
    let effects = other.reduce(BagEvent::Reply(draw, Some(reply)));
    assert_eq!(effects[1], Effect::Ask(BagRequest::Solve(other.game())));
    let other = settled(other, 1).after(BagEvent::SaveChain);
    assert_eq!((other.can_draw(), other.asked), (false, None));
}

#[test]
fn a_note_about_the_address_goes_away_and_the_address_with_it() {
    let mut view = BagView::open("#/bag?target=9");
    let note = "The link asks for target '9', but that must be a power of two from 8 to 65536.";
    assert_eq!(view.note().as_deref(), Some(note));
    assert_eq!(view.begin()[0], Effect::WriteAddress(None));
    let mut view = settled(view, 2);
    assert_eq!(view.note().as_deref(), Some(note));
    let effects = view.reduce(BagEvent::Target(64));
    assert_eq!((view.note(), effects[0].clone()), (None, address_of(&view.address())));
}

#[test]
fn nothing_is_requested_of_a_worker_that_does_not_run() {
    let view = opened("#/bag").after(BagEvent::Fail("no worker".to_owned()));
    assert_eq!((view.asked, view.failure()), (None, Some("no worker")));
    assert!(!view.clone().after(BagEvent::ToggleSampling).is_sampling());
    assert_eq!(view.clone().after(BagEvent::Target(16)).asked, None);
    assert!(view.after(BagEvent::TryAgain).asked.is_some());
}
