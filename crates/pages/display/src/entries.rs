//! What a page has shown at the entries of the browser's history.

use std::collections::VecDeque;

/// The most entries whose views are held.
const MOST_HELD: usize = 8;

/// How a reader has come to an entry of the history. It holds the key of the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// By a link, or by an address that was typed: the entry is new. Where the browser lets no key
    /// be written, it has none.
    New(Option<String>),
    /// By Back or Forward: the entry has been there.
    Return(String),
    /// By the menu: the entry is new and shows the page as the reader left it.
    AsLeft(String),
}

/// What a page shows after an arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Returned<V> {
    /// What it shows already.
    Same,
    /// What it showed when the reader left the entry.
    Held(V),
    /// What the address says.
    Address,
}

/// The views of a page at the last entries of the history that lead to it.
#[derive(Clone, Debug)]
pub struct EntryViews<V> {
    // The entry to which the view belongs that is shown.
    entry: Option<String>,
    held: VecDeque<(String, V)>,
}

impl<V> EntryViews<V> {
    /// The page at its first entry, which has this key.
    pub const fn new(entry: Option<String>) -> Self {
        Self { entry, held: VecDeque::new() }
    }

    /// The reader has come to an entry of the page while the page showed `view`, and the entry may
    /// be the one that the page shows: others may have been seen between, on other pages.
    pub fn arrive(&mut self, arrival: &Arrival, view: V) -> Returned<V> {
        let key = match arrival {
            Arrival::New(key) => key.clone(),
            Arrival::Return(key) | Arrival::AsLeft(key) => Some(key.clone()),
        };
        let is_new = matches!(arrival, Arrival::New(_));
        if key.is_some() && key == self.entry {
            return if is_new { Returned::Address } else { Returned::Same };
        }
        // What is held leaves its place to the view.
        let at = self.held.iter().position(|(held, _)| Some(held) == key.as_ref());
        let held = at.and_then(|at| self.held.remove(at));
        self.leave(view, key);
        match (arrival, held) {
            (Arrival::AsLeft(_), _) => Returned::Same,
            (Arrival::Return(_), Some((_, view))) => Returned::Held(view),
            _ => Returned::Address,
        }
    }

    /// The page has written a new entry with this key, and showed `view` before.
    pub fn leave(&mut self, view: V, key: Option<String>) {
        let left = std::mem::replace(&mut self.entry, key);
        let Some(left) = left else { return };
        self.held.retain(|(held, _)| *held != left);
        self.held.push_back((left, view));
        if self.held.len() > MOST_HELD {
            self.held.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(key: &str) -> Arrival {
        Arrival::New(Some(key.to_owned()))
    }

    fn back(key: &str) -> Arrival {
        Arrival::Return(key.to_owned())
    }

    #[test]
    fn back_and_forward_return_what_an_entry_showed() {
        let mut views = EntryViews::new(Some("a".to_owned()));
        assert_eq!(views.arrive(&new("b"), 1), Returned::Address);
        // The page writes an entry of its own.
        views.leave(2, Some("c".to_owned()));
        assert_eq!(views.arrive(&back("b"), 3), Returned::Held(2));
        assert_eq!(views.arrive(&back("a"), 4), Returned::Held(1));
        assert_eq!(views.arrive(&back("b"), 5), Returned::Held(4));
        assert_eq!(views.arrive(&back("c"), 6), Returned::Held(3));
        // An entry from before the page was loaded.
        assert_eq!(views.arrive(&back("z"), 7), Returned::Address);
    }

    #[test]
    fn a_page_that_was_left_for_another_shows_the_same() {
        let mut views = EntryViews::new(Some("a".to_owned()));
        assert_eq!(views.arrive(&back("a"), 1), Returned::Same);
        // A link that replaces its own entry does what it says, too.
        assert_eq!(views.arrive(&new("a"), 1), Returned::Address);
        let as_left = Arrival::AsLeft("b".to_owned());
        assert_eq!(views.arrive(&as_left, 2), Returned::Same);
        assert_eq!(views.arrive(&back("a"), 3), Returned::Held(2));
        assert_eq!(views.arrive(&back("b"), 4), Returned::Held(3));
    }

    #[test]
    fn the_oldest_views_are_dropped() {
        let mut views = EntryViews::new(Some("0".to_owned()));
        for at in 1..=MOST_HELD + 1 {
            assert_eq!(views.arrive(&new(&at.to_string()), at - 1), Returned::Address);
        }
        assert_eq!(views.arrive(&back("0"), MOST_HELD + 1), Returned::Address);
        assert_eq!(views.arrive(&back("2"), 0), Returned::Held(2));
        // Entries without a key are not held.
        let mut views = EntryViews::new(None);
        assert_eq!(views.arrive(&Arrival::New(None), 1), Returned::Address);
        assert_eq!(views.arrive(&back("a"), 2), Returned::Address);
    }
}
