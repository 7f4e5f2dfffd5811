//! The loaded policies, which the players of the page share.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use js_sys::Function;
use mdp2048_model::Game;
use mdp2048_player::{LoadError, LoadState, LoadedPolicy, PlayerEvent};
use mdp2048_policy::{DecodedLayer, PackedPolicy, PolicyError, TextPolicy};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};

use super::timing::mark;
use crate::session::Session;

/// Where a policy comes from.
pub(crate) struct PolicySource {
    /// Its game, which a text does not name.
    pub(crate) game: Game,
    /// The URL of its file.
    pub(crate) url: String,
    /// A JavaScript function that loads a file: it gets a [`PolicyLoading`], the URL, and whether
    /// the cache is bypassed. It returns a function that ends the loading.
    pub(crate) load: Function,
}

/// The policy of all players with its game and its URL. It is dropped with the last of them.
pub(crate) struct SharedPolicy {
    source: PolicySource,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    /// The number of the loading, 0 before the first has begun.
    number: u32,
    load: LoadState,
    /// A JavaScript function that ends the loading.
    end: Option<Function>,
    /// The policy as far as it is decoded.
    decoded: Option<PackedPolicy>,
    /// The players with this policy.
    players: Vec<Weak<Session>>,
}

thread_local! {
    static POLICIES: RefCell<Vec<Weak<SharedPolicy>>> = RefCell::default();
}

impl SharedPolicy {
    /// The policy of a source.
    pub(crate) fn of(source: PolicySource) -> Rc<Self> {
        POLICIES.with_borrow_mut(|policies| {
            let is_asked =
                |it: &Rc<Self>| it.source.url == source.url && it.source.game == source.game;
            policies.retain(|policy| policy.strong_count() > 0);
            let known = policies.iter().filter_map(Weak::upgrade).find(is_asked);
            known.unwrap_or_else(|| {
                let policy = Rc::new(Self { source, state: RefCell::default() });
                policies.push(Rc::downgrade(&policy));
                policy
            })
        })
    }

    /// Tells a player the state of the policy, now and whenever it changes.
    pub(crate) fn inform(&self, player: &Rc<Session>) {
        let load = self.state.borrow().load.clone();
        self.state.borrow_mut().players.push(Rc::downgrade(player));
        player.dispatch(PlayerEvent::LoadChanged(load));
    }

    /// Loads the policy, unless its loading has already begun.
    pub(crate) fn request(self: &Rc<Self>) {
        if self.state.borrow().number == 0 {
            self.load(false);
        }
    }

    /// Loads the policy again after a failure, bypassing the browser's cache.
    pub(crate) fn retry(self: &Rc<Self>) {
        self.load(true);
    }

    fn load(self: &Rc<Self>, bypasses_cache: bool) {
        let number = self.state.borrow().number + 1;
        self.state.borrow_mut().number = number;
        let loading = PolicyLoading { policy: Rc::downgrade(self), number };
        loading.receive(0.0, 0.0);
        // The function calls back later, also if it fails.
        let end = self.source.load.call3(
            &JsValue::NULL,
            &loading.into(),
            &self.source.url.as_str().into(),
            &bypasses_cache.into(),
        );
        self.state.borrow_mut().end = end.ok().and_then(|end| end.dyn_into().ok());
    }
}

impl Drop for SharedPolicy {
    /// Ends the download, and the worker that waits for it.
    fn drop(&mut self) {
        if let Some(end) = self.state.get_mut().end.take() {
            // It only ends what may still go on.
            let _ = end.call0(&JsValue::NULL);
        }
    }
}

/// One loading of a policy, to which JavaScript tells what arrives (`web/elements/loading.js`).
/// That does nothing if no player needs the policy any more, or if another loading has begun.
#[wasm_bindgen]
pub struct PolicyLoading {
    policy: Weak<SharedPolicy>,
    number: u32,
}

#[wasm_bindgen]
impl PolicyLoading {
    /// Some bytes of the file are received. The total is 0 where it is not known.
    pub fn receive(&self, received: f64, total: f64) {
        let total = (total > 0.0).then_some(total as u64);
        self.set(|_, _| Some(LoadState::Downloading { received: received as u64, total }));
    }

    /// The file is received. Returns `false` if its layers are to be added, `true` if it is a text
    /// of the published player, and nothing if it is not needed.
    pub fn open(&self, file: &[u8]) -> Option<bool> {
        let mut is_text = None;
        self.set(|source, state| {
            mark(&source.game.name(), "bytes");
            is_text = Some(TextPolicy::is_text(file));
            if is_text == Some(false) {
                match PackedPolicy::without_entries(file) {
                    Ok(policy) => state.decoded = Some(policy),
                    Err(error) => {
                        is_text = None;
                        return Some(LoadState::Failed(error.into()));
                    }
                }
            }
            None
        });
        is_text
    }

    /// Adds decoded layers, given the fraction of the file that is decoded and whether all of it is.
    /// Returns whether others are needed.
    #[wasm_bindgen(js_name = addLayers)]
    pub fn add_layers(&self, mut layers: &[u8], progress: f64, is_last: bool) -> bool {
        let mut goes_on = false;
        self.set(|source, state| {
            let name = source.game.name();
            let policy = state.decoded.as_mut()?;
            let had_all_actions = policy.has_all_actions();
            while !layers.is_empty() {
                match DecodedLayer::read_from(&mut layers) {
                    Ok(layer) => policy.add(layer),
                    Err(error) => return Some(LoadState::Failed(error.into())),
                }
            }
            if policy.has_all_actions() && !had_all_actions {
                mark(&name, "actions");
            }
            let policy = Rc::new(LoadedPolicy::packed(policy.clone()));
            if !is_last {
                goes_on = true;
                return Some(LoadState::Decoding { policy, progress });
            }
            mark(&name, "unpacked");
            state.decoded = None;
            Some(LoadState::Ready(policy))
        });
        goes_on
    }

    /// Adds the policy of a text of this number of bytes, a [`TextPolicy`] as the program `puzzle` has
    /// read it.
    #[wasm_bindgen(js_name = addText)]
    pub fn add_text(&self, transfer: &[u8], bytes: usize) {
        self.set(|source, _| {
            let policy = TextPolicy::from_transfer(transfer, &source.game);
            let policy = policy.map(|policy| Rc::new(LoadedPolicy::text(policy, bytes)));
            Some(policy.map_or_else(
                |error: PolicyError| LoadState::Failed(error.into()),
                LoadState::Ready,
            ))
        });
    }

    /// The policy cannot be loaded: with a reason, or with the status of the server's answer, which
    /// is 0 if there was none.
    pub fn fail(&self, status: u16, reason: Option<String>) {
        self.set(|source, _| {
            let file = file_name(&source.url).to_owned();
            let download = LoadError::Download { file, status };
            let error = reason.map_or(download, |reason| LoadError::Decoding { reason });
            Some(LoadState::Failed(error))
        });
    }
}

impl PolicyLoading {
    /// Tells the players the state that `change` returns.
    fn set(&self, change: impl FnOnce(&PolicySource, &mut State) -> Option<LoadState>) {
        let Some(policy) = self.policy.upgrade() else { return };
        let mut state = policy.state.borrow_mut();
        if state.number != self.number {
            return;
        }
        let Some(load) = change(&policy.source, &mut state) else { return };
        state.load = load.clone();
        state.players.retain(|player| player.strong_count() > 0);
        let players = state.players.clone();
        drop(state);
        for player in players.iter().filter_map(Weak::upgrade) {
            player.dispatch(PlayerEvent::LoadChanged(load.clone()));
        }
    }
}

/// Returns the last part of the path of a URL.
fn file_name(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    path.rsplit('/').next().unwrap_or(path)
}
