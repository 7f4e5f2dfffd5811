//! What a page does for a player.

use std::rc::Rc;

use mdp2048_display::{Effect, Reducer as _};
use mdp2048_policy::ValuesHeld;

use super::{decoding, downloading, loaded};
use crate::PlayerNotice::{Ended, Failed, Moved, Playable, Ready, Spawned, SpeedChanged};
use crate::testing::packed;
use crate::{LoadError, LoadState, Player, PlayerEvent, PlayerRequest, Speed};

/// The requests of an event, and the address that it lets the page write.
fn effects(player: &mut Player, event: PlayerEvent) -> (Vec<PlayerRequest>, Option<String>) {
    let mut effects = player.reduce(event);
    let Effect::WriteAddress(address) = effects.remove(0) else { panic!("{effects:?}") };
    let request = |effect| match effect {
        Effect::Ask(request) => request,
        other => panic!("{other:?}"),
    };
    (effects.into_iter().map(request).collect(), address)
}

#[test]
fn a_player_asks_for_its_policy_and_notifies_of_changes() {
    let policy = Rc::new(packed(8, ValuesHeld::Action, 0.0));
    let game = *policy.game();
    let mut player = Player::new(game, 42.into());
    assert!(player.begin().is_empty());
    let mut after = |event| effects(&mut player, event);
    let notify = PlayerRequest::Notify;
    // While a game runs, no address is written.
    assert_eq!(after(PlayerEvent::Start), (vec![PlayerRequest::LoadPolicy], None));
    assert_eq!(after(downloading(0, None)), (vec![], None));
    let error = LoadError::Download { file: "2x2_to_8.policy".to_owned(), status: 404 };
    let address = |moves: u32| Some(format!("#/play?game=2x2_to_8&seed=42&move={moves}"));
    let failed = PlayerEvent::LoadChanged(LoadState::Failed(error.clone()));
    assert_eq!(after(failed), (vec![notify(Failed(error.to_string()))], address(0)));
    assert_eq!(after(PlayerEvent::Start), (vec![PlayerRequest::LoadPolicyAgain], None));
    assert_eq!(after(downloading(0, None)), (vec![], None));
    assert_eq!(after(decoding(&policy)), (vec![notify(Playable)], None));
    assert_eq!(after(loaded(&policy)), (vec![notify(Ready)], None));
    let moved = after(PlayerEvent::Tick).0;
    assert!(matches!(moved[..], [_, PlayerRequest::Notify(Spawned(0..4, 2 | 4))]), "{moved:?}");
    assert_eq!((&moved[0], moved.len()), (&notify(Moved), 2));
    assert_eq!(after(PlayerEvent::Back), (vec![notify(Moved)], address(0)));
    let faster = after(PlayerEvent::SetSpeed(Speed::ALL[0]));
    assert_eq!(faster, (vec![notify(SpeedChanged)], address(0)));
    assert_eq!(after(PlayerEvent::GoToEnd), (vec![notify(Moved), notify(Ended)], address(5)));
    // No notice comes twice.
    assert_eq!(after(PlayerEvent::GoToEnd), (vec![], address(5)));
}
