//! The address of the page, which is the fragment of its URL from `#` on, and the entries of the
//! browser's history.
//!
//! An entry has a key, the field `entry` of its state, which stays when its address is replaced.
//! One without a key is new: the reader has followed a link. `web/router.js` has the same rules.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use js_sys::{Object, Reflect};
use mdp2048_display::{Arrival, EntryViews, Opened, Returned};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{History, PopStateEvent, window};

use super::random_word;

/// The time without a change after which an address is written, in milliseconds.
const DELAY_MS: u32 = 150;

/// The field of the state of an entry that has its key.
const KEY: &str = "entry";

/// Returns the address, empty if there is none.
pub fn hash() -> String {
    window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// Replaces the address of the entry that is shown.
pub fn replace(hash: &str) {
    if let Some(history) = history() {
        let state = state_with_key(&history);
        // This fails in a frame without the right to change its URL; the page works without it.
        let _ = history.replace_state_with_url(&state, "", Some(hash));
    }
}

/// Writes the address as a new entry.
pub fn push(hash: &str) {
    if let Some(history) = history() {
        let state = Object::new();
        let _ = Reflect::set(&state, &KEY.into(), &new_key());
        // As above.
        let _ = history.push_state_with_url(&state, "", Some(hash));
    }
}

/// The key of the entry that is shown. It is given one if it has none and the browser allows that.
pub fn entry() -> Option<String> {
    let history = history()?;
    let state = state_with_key(&history);
    if key_of(&history.state().ok()?).is_none() {
        history.replace_state(&state, "").ok()?;
    }
    key_of(&state)
}

/// Calls `arrived` whenever the reader comes to another entry, until the listener is dropped.
pub fn listen(mut arrived: impl FnMut(Arrival) + 'static) -> Option<EventListener> {
    let window = window()?;
    Some(EventListener::new(&window, "popstate", move |event| {
        let state = event.dyn_ref::<PopStateEvent>().map_or(JsValue::NULL, PopStateEvent::state);
        let is_as_left = Reflect::has(&state, &"asLeft".into()).unwrap_or_default();
        arrived(match key_of(&state) {
            None => Arrival::New(entry()),
            Some(key) if is_as_left => Arrival::AsLeft(key),
            Some(key) => Arrival::Return(key),
        });
    }))
}

fn history() -> Option<History> {
    window()?.history().ok()
}

fn key_of(state: &JsValue) -> Option<String> {
    Reflect::get(state, &KEY.into()).ok()?.as_string()
}

fn new_key() -> JsValue {
    format!("{:x}{:x}", random_word(), random_word()).into()
}

/// The state of the entry that is shown, with a new key if it has none. A page of others may have
/// written other fields.
fn state_with_key(history: &History) -> JsValue {
    let state = history.state().unwrap_or(JsValue::NULL);
    if key_of(&state).is_some() || !(state.is_null() || state.is_object()) {
        return state;
    }
    let with_key = Object::new();
    if let Some(fields) = state.dyn_ref::<Object>() {
        Object::assign(&with_key, fields);
    }
    // Setting a field of an object of our own does not fail.
    let _ = Reflect::set(&with_key, &KEY.into(), &new_key());
    with_key.into()
}

/// Keeps the address and the view of a page in step.
pub struct AddressFollower<V> {
    leads_here: fn(&str) -> bool,
    entries: Rc<RefCell<Entries<V>>>,
    // The address that is written soon.
    writing: Option<(String, Timeout)>,
}

struct Entries<V> {
    views: EntryViews<V>,
    /// What the page showed before a change that Back undoes, until its address is written.
    before: Option<V>,
}

impl<V: 'static> AddressFollower<V> {
    /// Follows the addresses that lead to a page.
    pub fn new(leads_here: fn(&str) -> bool) -> Self {
        let entries = Entries { views: EntryViews::new(entry()), before: None };
        Self { leads_here, entries: Rc::new(RefCell::new(entries)), writing: None }
    }

    /// What the page has to show when the reader comes to an entry, if anything changes. It shows
    /// `view` now.
    pub fn arrive(&mut self, arrival: &Arrival, view: V) -> Option<Opened<V>> {
        let hash = hash();
        if !(self.leads_here)(&hash) {
            return None;
        }
        let mut entries = self.entries.borrow_mut();
        let opened = match entries.views.arrive(arrival, view) {
            Returned::Same => return None,
            Returned::Held(view) => Opened::Held(view),
            Returned::Address if matches!(arrival, Arrival::New(_)) => Opened::New(hash),
            Returned::Address => Opened::Again(hash),
        };
        // What is not written belongs to the entry that was left.
        (entries.before, self.writing) = (None, None);
        Some(opened)
    }

    /// The next address is written as a new entry, because Back undoes a change. `before` is what
    /// the page showed until then.
    pub fn begin_entry(&self, before: V) {
        self.entries.borrow_mut().before.get_or_insert(before);
    }

    /// Writes the address of what is shown soon, unless that is not to be written.
    pub fn show(&mut self, address: Option<String>) {
        let here = hash();
        if address.as_deref() == Some(&here) {
            // The change that Back would undo is undone already.
            self.entries.borrow_mut().before = None;
        }
        let address = address.filter(|it| *it != here && (self.leads_here)(&here));
        let Some(address) = address else {
            self.writing = None;
            return;
        };
        if self.writing.as_ref().is_some_and(|(written, _)| *written == address) {
            return;
        }
        let (leads_here, entries, written) =
            (self.leads_here, self.entries.clone(), address.clone());
        let write = move || {
            // The reader may have gone to another page meanwhile.
            if leads_here(&hash()) {
                entries.borrow_mut().write(&written);
            }
        };
        self.writing = Some((address, Timeout::new(DELAY_MS, write)));
    }
}

impl<V> Entries<V> {
    fn write(&mut self, address: &str) {
        match self.before.take() {
            Some(before) => {
                push(address);
                self.views.leave(before, entry());
            }
            None => replace(address),
        }
    }
}
