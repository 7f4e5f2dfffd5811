//! Positions that links, the attribute `start-at` and the control for the end ask for.

use mdp2048_display::Reducer as _;
use std::rc::Rc;

use mdp2048_policy::ValuesHeld;

use super::{decoding, loaded, url};
use crate::testing::{decoding_stages, packed, ready};
use crate::{LoadError, LoadState, Player, PlayerEvent, PlayerUrl};

#[test]
fn going_to_a_position_cancels_the_destination() {
    let policy = Rc::new(packed(8, ValuesHeld::Action, 0.0));
    let waiting = Player::new(*policy.game(), 42.into()).after(PlayerEvent::GoToEnd);
    assert!(waiting.needs_policy());
    let cursor = |player: Player| player.after(loaded(&policy)).cursor();
    assert_eq!(cursor(waiting.clone()), 5);
    for event in [PlayerEvent::Back, PlayerEvent::GoTo(0), PlayerEvent::GoBy(-1)] {
        assert_eq!(cursor(waiting.clone().after(event)), 0);
    }
}

#[test]
fn a_url_sets_seed_and_position() {
    let policy = Rc::new(packed(32, ValuesHeld::State, 0.0));
    let game = *policy.game();
    let player = Player::new(game, 1.into()).after(PlayerEvent::OpenUrl(url(game, 9)));
    assert!(player.needs_policy());
    assert_eq!(player.url(), url(game, 9));
    let player = player.after(loaded(&policy));
    assert_eq!((player.cursor(), player.furthest(), player.message()), (9, 9, None));
    assert_eq!(player.url(), url(game, 9));
    let player = player.after(PlayerEvent::OpenUrl(url(game, 99)));
    assert_eq!(player.cursor(), 16);
    assert_eq!(
        player.message(),
        Some("There is no move 99: this game has 16 moves. The last board is shown.")
    );
}

#[test]
fn a_place_to_start_at_that_the_game_does_not_have_is_noted() {
    let player = ready(32, 47);
    let at = |text: &str| player.clone().after(PlayerEvent::StartAt(text.to_owned()));
    for (text, position) in [("0", 0), ("9", 9), ("16", 16), ("50%", 8), ("100%", 16), ("end", 16)]
    {
        let player = at(text);
        assert_eq!((player.cursor(), player.message()), (position, None), "{text}");
    }
    for (text, position, message) in [
        ("9999", 16, "There is no move 9999: this game has 16 moves. The last board is shown."),
        (
            "150%",
            16,
            "There is no 150 % of the game: this game has 16 moves. The last board is shown.",
        ),
        (
            "x",
            0,
            "The attribute start-at: 'x' is not a position: write a number of moves, a whole \
             percentage such as 50%, or end.",
        ),
    ] {
        let player = at(text);
        assert_eq!((player.cursor(), player.message()), (position, Some(message)));
        // The note disappears when the reader goes elsewhere, or the attribute is mended.
        assert_eq!(player.clone().after(PlayerEvent::Back).message(), None);
        assert_eq!(player.after(PlayerEvent::StartAt("1".to_owned())).message(), None);
    }
}

#[test]
fn a_place_to_start_at_waits_for_the_policy_and_the_reader_plays_on_from_there() {
    let policy = Rc::new(packed(32, ValuesHeld::State, 0.0));
    let new = || Player::new(*policy.game(), 47.into());
    for (text, position) in [("9", 9), ("50%", 8), ("end", 16), ("99", 16)] {
        let player = new().after(PlayerEvent::StartAt(text.to_owned()));
        assert!(player.needs_policy() && player.cursor() == 0);
        // Start pressed before plays on from that position.
        let player = player.after(PlayerEvent::Start).after(loaded(&policy));
        assert_eq!((player.cursor(), player.running()), (position, position < 16), "{text}");
        assert_eq!(player.clone().after(PlayerEvent::GoTo(0)).cursor(), 0);
        // A game that has ended is played again from there, that of another seed from its begin.
        let again = player.clone().after(PlayerEvent::GoToEnd).after(PlayerEvent::Start);
        assert_eq!(again.cursor(), position, "{text}");
        let other = player.after(PlayerEvent::SetSeed(7.into())).after(PlayerEvent::GoToEnd);
        assert_eq!(other.after(PlayerEvent::Start).cursor(), 0);
    }
    // A link opened before has its own position.
    let player = new().after(PlayerEvent::StartAt("9".to_owned()));
    let link = PlayerUrl { position: None, ..url(*policy.game(), 0) };
    let player = player.after(PlayerEvent::OpenUrl(link)).after(loaded(&policy));
    assert_eq!(player.cursor(), 0);
}

#[test]
fn a_destination_is_shown_when_decoding_reaches_it() {
    let policies = decoding_stages(32, ValuesHeld::State, 0.0);
    let game = *policies[0].game();
    for (events, end) in [
        (vec![PlayerEvent::OpenUrl(url(game, 9))], 9),
        (vec![PlayerEvent::OpenUrl(url(game, 9)), PlayerEvent::Start], 9),
        (vec![PlayerEvent::OpenUrl(url(game, 99))], 16),
        (vec![PlayerEvent::GoToEnd], 16),
    ] {
        let is_running = events.iter().any(|event| matches!(event, PlayerEvent::Start));
        let mut player = Player::new(game, 47.into());
        // The first event comes after the first stage of decoding, the second after the second.
        let mut events = events.into_iter();
        for policy in &policies {
            player = player.after(decoding(policy));
            if let Some(event) = events.next() {
                player = player.after(event);
            }
            assert!(player.cursor() == 0 || player.cursor() == end);
            assert!(player.cursor() == end || player.tick_ms().is_none());
        }
        assert_eq!((player.cursor(), player.running()), (end, is_running));
        if let Some(message) = player.message() {
            assert!(message.contains("There is no move 99"), "{message}");
        }
    }
}

#[test]
fn a_player_to_which_the_reader_comes_back_is_as_it_was() {
    let policy = Rc::new(packed(32, ValuesHeld::State, 0.0));
    let game = *policy.game();
    let at = |seed: u32, position| PlayerUrl { seed: Some(seed.into()), ..url(game, position) };
    let before = ready(32, 47).after(PlayerEvent::OpenUrl(at(47, 9))).after(PlayerEvent::Back);
    let running = before.clone().after(PlayerEvent::Start).after(PlayerEvent::Tick);
    let other = ready(32, 47).after(PlayerEvent::OpenUrl(at(42, 2)));
    for held in [&before, &running] {
        let returned = other.clone().after(PlayerEvent::Return(Box::new(held.held())));
        assert_eq!(returned.url(), held.url());
        assert_eq!((returned.furthest(), returned.running()), (9, held.running()));
        assert_eq!(returned.tick_ms(), held.tick_ms());
    }
    // What was loaded meanwhile is used, and what failed plays nothing.
    let waiting = Player::new(game, 47.into()).after(PlayerEvent::OpenUrl(at(47, 9)));
    let returned = other.after(PlayerEvent::Return(Box::new(waiting.clone())));
    assert_eq!((returned.cursor(), returned.needs_policy()), (9, false));
    let failed = LoadState::Failed(LoadError::Decoding { reason: "it ended".to_owned() });
    let failed = waiting.after(PlayerEvent::LoadChanged(failed));
    assert!(!failed.after(PlayerEvent::Return(Box::new(running.clone()))).running());
    // A running player plays on in its game, and leaves it for another one.
    let returned = running.clone().after(PlayerEvent::Return(Box::new(before)));
    assert_eq!((returned.cursor(), returned.running()), (running.cursor(), true));
    let revisit = |url| running.clone().after(PlayerEvent::Revisit(url));
    assert_eq!((revisit(at(47, 1)).cursor(), revisit(at(47, 1)).running()), (9, true));
    let paused = running.clone().after(PlayerEvent::Pause);
    let revisited = |position| paused.clone().after(PlayerEvent::Revisit(at(47, position)));
    assert_eq!((revisited(9).cursor(), revisited(2).cursor()), (9, 2));
    assert_eq!((revisit(at(42, 2)).cursor(), revisit(at(42, 2)).running()), (2, false));
}
