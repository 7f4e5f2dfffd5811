//! The loaded policies, shared by all players of a game.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use mdp2048_player::{Load, LoadError};
use mdp2048_policy::{PackedPolicy, Part};
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

use crate::download::{Freshness, download};
use crate::mark;
use crate::unpacking::Unpacking;

/// Policies by the names of their games. Clones share what they hold.
#[derive(Clone, Default)]
pub(crate) struct Store {
    shelves: Rc<RefCell<BTreeMap<String, Shelf>>>,
}

impl PartialEq for Store {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.shelves, &other.shelves)
    }
}

#[derive(Default)]
struct Shelf {
    load: Load,
    readers: Vec<(usize, Callback<Load>)>,
    next_reader: usize,
}

/// Ends when dropped.
pub(crate) struct Subscription {
    store: Store,
    name: String,
    reader: usize,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(shelf) = self.store.shelves.borrow_mut().get_mut(&self.name) {
            shelf.readers.retain(|&(reader, _)| reader != self.reader);
        }
    }
}

impl Store {
    /// Calls back whenever the loading of a policy goes on, and once now.
    pub(crate) fn subscribe(&self, name: &str, callback: &Callback<Load>) -> Subscription {
        let mut shelves = self.shelves.borrow_mut();
        let shelf = shelves.entry(name.to_owned()).or_default();
        let reader = shelf.next_reader;
        shelf.next_reader += 1;
        shelf.readers.push((reader, callback.clone()));
        let load = shelf.load.clone();
        drop(shelves);
        callback.emit(load);
        Subscription { store: self.clone(), name: name.to_owned(), reader }
    }

    /// Starts to load a policy, unless that has been done.
    pub(crate) fn request(&self, name: &str) {
        let waiting = |shelf: &Shelf| matches!(shelf.load, Load::Waiting);
        if self.shelves.borrow().get(name).is_none_or(waiting) {
            self.load(name, Freshness::Cached);
        }
    }

    /// Loads a policy that failed once more, past the browser's cache.
    pub(crate) fn retry(&self, name: &str) {
        self.load(name, Freshness::Fresh);
    }

    fn load(&self, name: &str, freshness: Freshness) {
        let (store, name) = (self.clone(), name.to_owned());
        store.set(&name, &Load::Loading { received: 0, total: None });
        spawn_local(async move {
            let load = store.fetch(&name, freshness).await.map_or_else(Load::Failed, Load::Ready);
            store.set(&name, &load);
        });
    }

    async fn fetch(&self, name: &str, freshness: Freshness) -> Result<Rc<PackedPolicy>, LoadError> {
        let file = format!("{name}.policy");
        let progress = |received, total| self.set(name, &Load::Loading { received, total });
        let unpacking = Unpacking::prepare();
        let bytes = download("policies", &file, freshness, progress).await?;
        mark::at(name, "bytes");
        let mut policy = PackedPolicy::awaited(&bytes)?;
        let mut has_all_actions = false;
        let mut checksum = crc32fast::Hasher::new();
        let mut memory = 0.0;
        let take = |batch: web::Batch| {
            let mut parts = batch.parts.as_slice();
            while !parts.is_empty() {
                policy.add(Part::read_from(&mut parts)?);
            }
            if policy.has_all_actions() != has_all_actions {
                has_all_actions = true;
                mark::at(name, "actions");
            }
            checksum.update(&batch.parts);
            memory = batch.memory;
            let (policy, progress) = (Rc::new(policy.clone()), batch.progress);
            self.set(name, &Load::Decoding { policy, progress });
            Ok(())
        };
        unpacking.run(&bytes, take).await?;
        mark::unpacked(name, checksum.finalize(), memory);
        Ok(Rc::new(policy))
    }

    fn set(&self, name: &str, load: &Load) {
        let mut shelves = self.shelves.borrow_mut();
        let shelf = shelves.entry(name.to_owned()).or_default();
        shelf.load = load.clone();
        let readers: Vec<_> = shelf.readers.iter().map(|(_, reader)| reader.clone()).collect();
        drop(shelves);
        for reader in readers {
            reader.emit(load.clone());
        }
    }
}
