//! The loaded policies, shared by all players of the page.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use mdp2048_player::{LoadError, LoadState};
use mdp2048_policy::{DecodedLayer, PackedPolicy};
use wasm_bindgen_futures::spawn_local;
use web::batches::DecodedBatch;
use yew::Callback;

use super::decoding::PolicyDecoding;
use super::download::{CacheUse, download};
use crate::browser::{mark, mark_decoded};

/// Policies by the names of their games. Clones share the same policies.
#[derive(Clone, Default)]
pub(crate) struct PolicyStore {
    slots: Rc<RefCell<BTreeMap<String, PolicySlot>>>,
}

impl PartialEq for PolicyStore {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.slots, &other.slots)
    }
}

/// The state of one policy, and the subscribers to it.
#[derive(Default)]
struct PolicySlot {
    load: LoadState,
    subscribers: Vec<(usize, Callback<LoadState>)>,
    next_subscriber: usize,
}

/// A subscription to a policy, which ends when it is dropped.
pub(crate) struct PolicySubscription {
    store: PolicyStore,
    name: String,
    subscriber: usize,
}

impl Drop for PolicySubscription {
    fn drop(&mut self) {
        if let Some(slot) = self.store.slots.borrow_mut().get_mut(&self.name) {
            slot.subscribers.retain(|&(subscriber, _)| subscriber != self.subscriber);
        }
    }
}

impl PolicyStore {
    /// Calls `callback` now, and whenever the state of the policy changes.
    pub(crate) fn subscribe(
        &self,
        name: &str,
        callback: &Callback<LoadState>,
    ) -> PolicySubscription {
        let mut slots = self.slots.borrow_mut();
        let slot = slots.entry(name.to_owned()).or_default();
        let subscriber = slot.next_subscriber;
        slot.next_subscriber += 1;
        slot.subscribers.push((subscriber, callback.clone()));
        let load = slot.load.clone();
        drop(slots);
        callback.emit(load);
        PolicySubscription { store: self.clone(), name: name.to_owned(), subscriber }
    }

    /// Loads a policy, unless its loading has already begun.
    pub(crate) fn request(&self, name: &str) {
        let is_not_requested = |slot: &PolicySlot| matches!(slot.load, LoadState::NotRequested);
        if self.slots.borrow().get(name).is_none_or(is_not_requested) {
            self.load(name, CacheUse::Allowed);
        }
    }

    /// Loads a policy again after a failure, bypassing the browser's cache.
    pub(crate) fn retry(&self, name: &str) {
        self.load(name, CacheUse::Bypassed);
    }

    /// Starts to load a policy.
    fn load(&self, name: &str, cache: CacheUse) {
        let (store, name) = (self.clone(), name.to_owned());
        store.set(&name, &LoadState::Downloading { received: 0, total: None });
        spawn_local(async move {
            let load =
                store.fetch(&name, cache).await.map_or_else(LoadState::Failed, LoadState::Ready);
            store.set(&name, &load);
        });
    }

    /// Downloads and decodes a policy, and publishes its state after each step.
    async fn fetch(&self, name: &str, cache: CacheUse) -> Result<Rc<PackedPolicy>, LoadError> {
        let file = format!("{name}.policy");
        let progress =
            |received, total| self.set(name, &LoadState::Downloading { received, total });
        let decoding = PolicyDecoding::prepare();
        let bytes = download("policies", &file, cache, progress).await?;
        mark(name, "bytes");
        let mut policy = PackedPolicy::without_entries(&bytes)?;
        let mut has_all_actions = false;
        let mut checksum = crc32fast::Hasher::new();
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
            let (policy, progress) = (Rc::new(policy.clone()), batch.progress);
            self.set(name, &LoadState::Decoding { policy, progress });
            Ok(())
        };
        decoding.run(&bytes, on_batch).await?;
        mark_decoded(name, checksum.finalize(), memory);
        Ok(Rc::new(policy))
    }

    /// Stores the state of a policy and publishes it to the subscribers.
    fn set(&self, name: &str, load: &LoadState) {
        let mut slots = self.slots.borrow_mut();
        let slot = slots.entry(name.to_owned()).or_default();
        slot.load = load.clone();
        let callbacks: Vec<_> = slot.subscribers.iter().map(|(_, it)| it.clone()).collect();
        drop(slots);
        for callback in callbacks {
            callback.emit(load.clone());
        }
    }
}
