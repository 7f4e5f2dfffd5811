//! The loaded policies, shared by all players of the page.

use std::cell::RefCell;
use std::rc::Rc;

use crc::{CRC_32_ISO_HDLC, Crc, Digest};
use js_sys::Function;
use mdp2048_model::Game;
use mdp2048_player::{LoadError, LoadState, LoadedPolicy};
use mdp2048_policy::{DecodedLayer, PackedPolicy, PolicyError, TextPolicy};
use wasm_bindgen::JsValue;

use super::timing::{mark, mark_decoded};

/// Where a policy comes from.
#[derive(Clone, Debug)]
pub(crate) struct PolicySource {
    /// Its game.
    pub(crate) game: Game,
    /// The URL of its file.
    pub(crate) url: String,
    /// A JavaScript function that loads a file: it gets the number of the loading, the URL, and
    /// whether the cache is bypassed, and [calls](super::calls) this program.
    pub(crate) load: Function,
}

impl PolicySource {
    /// The key in the store: the URL and the game, because a text does not name its game.
    fn key(&self) -> String {
        format!("{} {}", self.url, self.game)
    }
}

/// A subscriber, which is called whenever the state of its policy changes.
type Subscriber = Rc<dyn Fn(LoadState)>;

/// Policies by their [keys](PolicySource::key). Clones share the same policies.
#[derive(Clone, Default)]
pub(crate) struct PolicyStore {
    slots: Rc<RefCell<Vec<PolicySlot>>>,
}

/// The state of one policy, and the subscribers to it.
struct PolicySlot {
    /// The key of the source.
    key: String,
    source: PolicySource,
    /// The number of the loading, 0 before it has begun.
    number: u32,
    load: LoadState,
    /// The policy as far as it is decoded, and the checksum of the layers.
    decoded: Option<(PackedPolicy, Digest<'static, u32>)>,
    subscribers: Vec<(u32, Subscriber)>,
}

/// A subscription to a policy, which ends when it is dropped. The policy is dropped with its last
/// subscription.
pub(crate) struct PolicySubscription {
    store: PolicyStore,
    subscriber: u32,
}

impl Drop for PolicySubscription {
    fn drop(&mut self) {
        self.store.slots.borrow_mut().retain_mut(|slot| {
            slot.subscribers.retain(|&(subscriber, _)| subscriber != self.subscriber);
            !slot.subscribers.is_empty()
        });
    }
}

/// The checksum of decoded layers, that of zip files.
static CRC_32: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

thread_local! {
    static SHARED: PolicyStore = PolicyStore::default();
    static NEXT_NUMBER: RefCell<u32> = const { RefCell::new(0) };
}

/// A number that no subscriber and no loading has.
fn new_number() -> u32 {
    NEXT_NUMBER.with_borrow_mut(|number| {
        *number += 1;
        *number
    })
}

impl PolicyStore {
    /// The store of the page.
    pub(crate) fn shared() -> Self {
        SHARED.with(Clone::clone)
    }

    /// Calls `subscriber` now, and whenever the state of the policy changes.
    pub(crate) fn subscribe(
        &self,
        source: &PolicySource,
        subscriber: impl Fn(LoadState) + 'static,
    ) -> PolicySubscription {
        let key = source.key();
        let mut slots = self.slots.borrow_mut();
        let at = slots.iter().position(|slot| slot.key == key).unwrap_or_else(|| {
            slots.push(PolicySlot {
                key,
                source: source.clone(),
                number: 0,
                load: LoadState::NotRequested,
                decoded: None,
                subscribers: Vec::new(),
            });
            slots.len() - 1
        });
        let slot = &mut slots[at];
        let number = new_number();
        let subscriber: Subscriber = Rc::new(subscriber);
        slot.subscribers.push((number, subscriber.clone()));
        let load = slot.load.clone();
        drop(slots);
        subscriber(load);
        PolicySubscription { store: self.clone(), subscriber: number }
    }

    /// Loads a policy, unless its loading has already begun.
    pub(crate) fn request(&self, source: &PolicySource) {
        let key = source.key();
        let is_begun = |slot: &PolicySlot| slot.key == key && slot.number > 0;
        if !self.slots.borrow().iter().any(is_begun) {
            self.load(source, false);
        }
    }

    /// Loads a policy again after a failure, bypassing the browser's cache.
    pub(crate) fn retry(&self, source: &PolicySource) {
        self.load(source, true);
    }

    /// Starts to load a policy.
    fn load(&self, source: &PolicySource, bypasses_cache: bool) {
        let (key, number) = (source.key(), new_number());
        for slot in self.slots.borrow_mut().iter_mut().filter(|slot| slot.key == key) {
            slot.number = number;
        }
        self.receive(number, 0, None);
        // The function calls back later, also if it fails.
        let _ = source.load.call3(
            &JsValue::NULL,
            &number.into(),
            &source.url.as_str().into(),
            &bypasses_cache.into(),
        );
    }

    /// Some bytes of the file are received.
    pub(super) fn receive(&self, number: u32, received: u64, total: Option<u64>) {
        self.set(number, |_| Some(LoadState::Downloading { received, total }));
    }

    /// The file is received. Returns whether it is a text; nothing if it is not needed.
    pub(super) fn open(&self, number: u32, file: &[u8]) -> Option<bool> {
        let mut is_text = None;
        self.set(number, |slot| {
            mark(&slot.source.game.name(), "bytes");
            is_text = Some(TextPolicy::is_text(file));
            if is_text == Some(false) {
                match PackedPolicy::without_entries(file) {
                    Ok(policy) => slot.decoded = Some((policy, CRC_32.digest())),
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

    /// Adds layers, given the fraction of the file that is decoded, and at the end the memory of
    /// the decoder in bytes. Returns whether others are needed.
    pub(super) fn add_layers(
        &self,
        number: u32,
        mut layers: &[u8],
        progress: f64,
        memory: Option<f64>,
    ) -> bool {
        let mut goes_on = false;
        self.set(number, |slot| {
            let name = slot.source.game.name();
            let (policy, checksum) = slot.decoded.as_mut()?;
            let had_all_actions = policy.has_all_actions();
            checksum.update(layers);
            while !layers.is_empty() {
                match DecodedLayer::read_from(&mut layers) {
                    Ok(layer) => policy.add(layer),
                    Err(error) => return Some(LoadState::Failed(error.into())),
                }
            }
            if policy.has_all_actions() && !had_all_actions {
                mark(&name, "actions");
            }
            let policy = Rc::new(LoadedPolicy::Packed(policy.clone()));
            let Some(memory) = memory else {
                goes_on = true;
                return Some(LoadState::Decoding { policy, progress });
            };
            mark_decoded(&name, checksum.clone().finalize(), memory);
            slot.decoded = None;
            Some(LoadState::Ready(policy))
        });
        goes_on
    }

    /// Adds the policy of a text of this number of bytes.
    pub(super) fn add_text(&self, number: u32, transfer: &[u8], bytes: usize) {
        self.set(number, |slot| {
            let policy = TextPolicy::from_transfer(transfer, &slot.source.game);
            let policy = policy.map(|policy| Rc::new(LoadedPolicy::Text(policy, bytes)));
            Some(policy.map_or_else(
                |error: PolicyError| LoadState::Failed(error.into()),
                LoadState::Ready,
            ))
        });
    }

    /// The policy cannot be loaded, by an error that may name the file.
    pub(super) fn fail(&self, number: u32, error: impl FnOnce(String) -> LoadError) {
        self.set(number, |slot| {
            Some(LoadState::Failed(error(file_name(&slot.source.url).to_owned())))
        });
    }

    /// Publishes the state that `change` returns to the subscribers of a policy that is loaded.
    /// Does nothing if nobody subscribes to it any more.
    fn set(&self, number: u32, change: impl FnOnce(&mut PolicySlot) -> Option<LoadState>) {
        let mut slots = self.slots.borrow_mut();
        let Some(slot) = slots.iter_mut().find(|slot| slot.number == number) else { return };
        let Some(load) = change(slot) else { return };
        slot.load = load.clone();
        let subscribers: Vec<_> = slot.subscribers.iter().map(|(_, it)| it.clone()).collect();
        drop(slots);
        for subscriber in subscribers {
            subscriber(load.clone());
        }
    }
}

/// Returns the last part of the path of a URL.
fn file_name(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    path.rsplit('/').next().unwrap_or(path)
}
