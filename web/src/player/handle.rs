//! A player on a page, as JavaScript drives it.

use std::rc::Rc;

use gloo::events::EventListener;
use js_sys::{Function, Object};
use mdp2048_display::{Effect, EffectOf, no_break};
use mdp2048_player::{LoadState, Place, PlaceError, Player, PlayerEvent, PlayerRequest, PlayerUrl};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use web::browser::address;
use web::build::BUILD;
use web_sys::{Element, Event, window};

use crate::address::{PlayerAddress, open_address};
use crate::emit::emit;
use crate::keys::new_seed;
use crate::listeners::listen;
use crate::loading::SharedPolicy;
use crate::options::{PlayerOptions, attribute_event};
use crate::session::Session;
use crate::state::state;
use crate::view::PlayerView;

/// A player inside of an element. It ends when it is freed: all else refers to its session weakly.
#[wasm_bindgen]
pub struct PlayerHandle {
    session: Rc<Session>,
    policy: Rc<SharedPolicy>,
    /// The address of the page, if the player follows it.
    address: Option<Rc<PlayerAddress>>,
    _listeners: Vec<EventListener>,
}

#[wasm_bindgen]
impl PlayerHandle {
    /// Makes a player inside of an empty element. `options` are described in
    /// `web/src/player/options.rs`.
    ///
    /// # Errors
    /// A sentence about an option that cannot be used.
    #[wasm_bindgen(constructor)]
    pub fn new(root: &Element, options: &JsValue) -> Result<Self, JsError> {
        let options = PlayerOptions::read(options).map_err(|error| JsError::new(&error))?;
        let PlayerOptions { player, source, emit, follows_address } = options;
        let broken = |_| JsError::new("the elements of the player cannot be made");
        let view = PlayerView::new(root, &player).map_err(broken)?;
        view.show(&player);
        let policy = SharedPolicy::of(source);
        let section = view.section().clone();
        let address = follows_address.then(|| PlayerAddress::new(&player));
        let executor = executor(emit, address.clone(), Rc::clone(&policy));
        let session = Session::new(player, move |player| view.show(player), executor);
        let mut listeners = listen(&session, &section, &policy);
        listeners.extend(retry_online(&session, &policy));
        listeners.extend(address.as_ref().and_then(|address| address.follow(&session)));
        policy.inform(&session);
        Ok(Self { session, policy, address, _listeners: listeners })
    }

    /// Loads the policy, unless its loading has begun; if it has failed, only if `again` is true.
    pub fn load(&self, again: bool) {
        if again && matches!(self.session.player().load(), LoadState::Failed(_)) {
            self.policy.retry();
        } else {
            self.policy.request();
        }
    }

    /// Plays.
    pub fn play(&self) {
        self.session.dispatch(PlayerEvent::Start);
    }

    /// Stops playing.
    pub fn pause(&self) {
        self.session.dispatch(PlayerEvent::Pause);
    }

    /// Stops playing because the player is out of sight.
    pub fn rest(&self) {
        match &self.address {
            Some(address) => address.rest(&self.session),
            None => self.pause(),
        }
    }

    /// Whether the player plays.
    #[wasm_bindgen(getter)]
    pub fn running(&self) -> bool {
        self.session.player().running()
    }

    /// Whether the whole policy is decoded.
    #[wasm_bindgen(getter)]
    pub fn ready(&self) -> bool {
        matches!(self.session.player().load(), LoadState::Ready(_))
    }

    /// The build of this program, which is that of its workers.
    #[wasm_bindgen(getter)]
    pub fn build(&self) -> String {
        BUILD.to_owned()
    }

    /// Goes by a number of moves, back if negative; at most to the first or the last board.
    pub fn step(&self, moves: i32) {
        let event = if moves < 0 { PlayerEvent::Back } else { PlayerEvent::Step };
        let cursor = || self.session.player().cursor();
        for _ in 0..moves.unsigned_abs() {
            let before = cursor();
            self.session.dispatch(event.clone());
            if cursor() == before {
                break;
            }
        }
    }

    /// Goes to a position: a number of moves, a percentage of the game, or `end`; at most to the
    /// last board.
    ///
    /// # Errors
    /// If `position` is none of these.
    pub fn seek(&self, position: &str) -> Result<(), JsError> {
        let place: Place =
            position.parse().map_err(|error: PlaceError| JsError::new(&error.to_string()))?;
        let player = self.session.player();
        let url = PlayerUrl { position: Some(place.position(player.last())), ..player.url() };
        self.session.dispatch(PlayerEvent::OpenUrl(url));
        Ok(())
    }

    /// Changes what an attribute chooses: `seed`, `speed`, or `state`, the first board. Without a
    /// text that is the usual one.
    ///
    /// # Errors
    /// A sentence about a text that cannot be used.
    pub fn change(&self, attribute: &str, text: Option<String>) -> Result<(), JsError> {
        let event = attribute_event(self.session.player().game(), attribute, text);
        self.session.dispatch(event.map_err(|error| JsError::new(&error))?);
        Ok(())
    }

    /// Changes to the game of a random seed, at its first board.
    #[wasm_bindgen(js_name = newSeed)]
    pub fn new_seed(&self) {
        self.session.dispatch(new_seed());
        self.session.dispatch(PlayerEvent::GoTo(0));
    }

    /// Goes to the position of a fragment that [`PlayerHandle::address`] has returned, also before
    /// the policy is loaded.
    pub fn open(&self, address: &str) {
        open_address(&self.session, address);
    }

    /// The fragment of the URL of the position that is shown.
    pub fn address(&self) -> String {
        self.session.player().url().to_string()
    }

    /// Replaces the address of the page, or writes it as a new entry of the history.
    #[wasm_bindgen(js_name = writeAddress)]
    pub fn write_address(&self, fragment: &str, is_new: bool) {
        if is_new {
            address::push(fragment);
        } else {
            address::replace(fragment);
        }
    }

    /// A row of the visited moves: the position, the board, the action or the outcome, and the
    /// value, each on a line. Nothing if there is no such row.
    pub fn row(&self, position: usize) -> Option<String> {
        let [position, board, action, value] = self.session.player().table_row(position)?;
        Some([position, board, action, no_break(&value)].join("\n"))
    }

    /// A line about where the numbers come from, empty before the policy is loaded; then the value
    /// of the board shown and those of its actions, with every digit, a line for each.
    pub fn numbers(&self) -> String {
        let player = self.session.player();
        let source = player.policy_summary().unwrap_or_default().join(" ");
        source + "\n" + &player.full_numbers()
    }

    /// When a reader who wants to be asked at turning points is asked, or why not.
    #[wasm_bindgen(js_name = guessText)]
    pub fn guess_text(&self) -> String {
        self.session.player().guess_text()
    }

    /// The state as an object; see `web/src/player/state.rs`.
    pub fn state(&self) -> Object {
        state(&self.session.player())
    }
}

impl Drop for PlayerHandle {
    fn drop(&mut self) {
        if let Some(address) = &self.address {
            address.free(&self.session.player());
        }
    }
}

impl PlayerHandle {
    pub(crate) const fn session(&self) -> &Rc<Session> {
        &self.session
    }
}

/// Loads a policy again that failed to load, when the connection returns.
fn retry_online(session: &Rc<Session>, policy: &Rc<SharedPolicy>) -> Option<EventListener> {
    let (session, policy) = (Rc::downgrade(session), Rc::clone(policy));
    let listener = move |_: &Event| {
        let player = session.upgrade().map(|session| session.player());
        if player.is_some_and(|player| matches!(player.load(), LoadState::Failed(_))) {
            policy.retry();
        }
    };
    window().map(|window| EventListener::new(&window, "online", listener))
}

/// What carries out the effects of a player: loads its policy, emits events to JavaScript, and
/// writes the address.
fn executor(
    listener: Function,
    address: Option<Rc<PlayerAddress>>,
    policy: Rc<SharedPolicy>,
) -> impl Fn(&Player, EffectOf<Player>) + 'static {
    move |player, effect| match effect {
        Effect::Ask(PlayerRequest::LoadPolicy) => policy.request(),
        Effect::Ask(PlayerRequest::LoadPolicyAgain) => policy.retry(),
        Effect::Ask(PlayerRequest::Notify(notice)) => emit(&listener, player, notice),
        Effect::WriteAddress(Some(written)) => {
            if let Some(address) = &address {
                address.write(written);
            }
        }
        // An address stays while the game runs, and a player has no other effects.
        Effect::WriteAddress(None) | Effect::BeginEntry(_) | Effect::Keep(..) | Effect::Save(_) => {
        }
    }
}
