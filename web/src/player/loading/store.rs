//! The loaded policies, shared by all players of the page.

use std::cell::RefCell;
use std::rc::Rc;

use crc::{CRC_32_ISO_HDLC, Crc};
use js_sys::Function;
use mdp2048_model::Game;
use mdp2048_player::{LoadError, LoadState, LoadedPolicy};
use mdp2048_policy::{DecodedLayer, PackedPolicy, TextPolicy};
use wasm_bindgen_futures::spawn_local;

use super::batches::DecodedBatch;
use super::decoding::PolicyDecoding;
use super::download::{CacheUse, download};
use super::text::read_text;
use super::timing::{mark, mark_decoded};

/// Where a policy comes from.
#[derive(Clone, Debug)]
pub(crate) struct PolicySource {
    /// Its game.
    pub(crate) game: Game,
    /// The URL of its file.
    pub(crate) url: String,
    /// A JavaScript function that downloads a file; see [`download`].
    pub(crate) download: Function,
    /// A JavaScript function that starts a worker; `None` for a file that is decoded in an instant.
    pub(crate) start_worker: Option<Function>,
    /// A JavaScript function that reads a text policy of the published player; see [`read_text`].
    pub(crate) read_text: Function,
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
#[derive(Default)]
struct PolicySlot {
    /// The key of the source.
    key: String,
    load: LoadState,
    subscribers: Vec<(usize, Subscriber)>,
    next_subscriber: usize,
}

/// A subscription to a policy, which ends when it is dropped. The policy is dropped with its last
/// subscription.
pub(crate) struct PolicySubscription {
    store: PolicyStore,
    key: String,
    subscriber: usize,
}

impl Drop for PolicySubscription {
    fn drop(&mut self) {
        let mut slots = self.store.slots.borrow_mut();
        if let Some(slot) = slots.iter_mut().find(|slot| slot.key == self.key) {
            slot.subscribers.retain(|&(subscriber, _)| subscriber != self.subscriber);
        }
        slots.retain(|slot| !slot.subscribers.is_empty());
    }
}

thread_local! {
    static SHARED: PolicyStore = PolicyStore::default();
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
            slots.push(PolicySlot { key: key.clone(), ..PolicySlot::default() });
            slots.len() - 1
        });
        let slot = &mut slots[at];
        let number = slot.next_subscriber;
        slot.next_subscriber += 1;
        let subscriber: Subscriber = Rc::new(subscriber);
        slot.subscribers.push((number, subscriber.clone()));
        let load = slot.load.clone();
        drop(slots);
        subscriber(load);
        PolicySubscription { store: self.clone(), key, subscriber: number }
    }

    /// Loads a policy, unless its loading has already begun.
    pub(crate) fn request(&self, source: &PolicySource) {
        let is_not_requested = |slot: &PolicySlot| matches!(slot.load, LoadState::NotRequested);
        let key = source.key();
        if self.slots.borrow().iter().find(|slot| slot.key == key).is_none_or(is_not_requested) {
            self.load(source, CacheUse::Allowed);
        }
    }

    /// Loads a policy again after a failure, bypassing the browser's cache.
    pub(crate) fn retry(&self, source: &PolicySource) {
        self.load(source, CacheUse::Bypassed);
    }

    /// Starts to load a policy.
    fn load(&self, source: &PolicySource, cache: CacheUse) {
        let (store, source, key) = (self.clone(), source.clone(), source.key());
        store.set(&key, &LoadState::Downloading { received: 0, total: None });
        spawn_local(async move {
            let policy = store.fetch(&source, &key, cache).await;
            store.set(&key, &policy.map_or_else(LoadState::Failed, LoadState::Ready));
        });
    }

    /// Downloads and decodes a policy, and publishes its state after each step.
    async fn fetch(
        &self,
        source: &PolicySource,
        key: &str,
        cache: CacheUse,
    ) -> Result<Rc<LoadedPolicy>, LoadError> {
        let PolicySource { game, url, download: fetch, start_worker, read_text: reader } = source;
        let name = &game.name();
        let progress = |received, total| self.set(key, &LoadState::Downloading { received, total });
        let decoding = PolicyDecoding::prepare(start_worker.as_ref());
        let bytes = download(url, fetch, cache, progress).await?;
        mark(name, "bytes");
        if TextPolicy::is_text(&bytes) {
            drop(decoding);
            return read_text(&bytes, game, reader).await.map(Rc::new);
        }
        let mut policy = PackedPolicy::without_entries(&bytes)?;
        let mut has_all_actions = false;
        let crc = Crc::<u32>::new(&CRC_32_ISO_HDLC);
        let mut checksum = crc.digest();
        let mut memory = 0.0;
        let on_batch = |batch: DecodedBatch| {
            let mut layers = batch.layers.as_slice();
            while !layers.is_empty() {
                policy.add(DecodedLayer::read_from(&mut layers)?);
            }
            if policy.has_all_actions() != has_all_actions {
                has_all_actions = true;
                mark(name, "actions");
            }
            checksum.update(&batch.layers);
            memory = batch.memory;
            let (policy, progress) = (LoadedPolicy::Packed(policy.clone()), batch.progress);
            let policy = Rc::new(policy);
            self.set(key, &LoadState::Decoding { policy, progress });
            Ok(())
        };
        decoding.run(&bytes, on_batch).await?;
        mark_decoded(name, checksum.finalize(), memory);
        Ok(Rc::new(LoadedPolicy::Packed(policy)))
    }

    /// Stores the state of a policy and publishes it to the subscribers. Does nothing if nobody
    /// subscribes to it any more.
    fn set(&self, key: &str, load: &LoadState) {
        let mut slots = self.slots.borrow_mut();
        let Some(slot) = slots.iter_mut().find(|slot| slot.key == key) else { return };
        slot.load = load.clone();
        let subscribers: Vec<_> = slot.subscribers.iter().map(|(_, it)| it.clone()).collect();
        drop(slots);
        for subscriber in subscribers {
            subscriber(load.clone());
        }
    }
}
