//! The state of a page as a reducer, and what a browser does for it.

/// The state of a page, which events alone change.
///
/// A page in a browser shows the state, sends it events, and carries out the effects that they
/// have. So all that a page does can be tested without a browser.
pub trait Reducer {
    /// Something that happens: what the reader does, and what workers answer.
    type Event;
    /// What a page asks of its workers. The answers are events.
    type Request;
    /// What a page keeps of itself for an entry of the browser's history.
    type Held;

    /// What is to be done for the state that a page begins with.
    fn begin(&mut self) -> Vec<EffectOf<Self>>;

    /// Changes the state by an event, and returns what is to be done then, in this order.
    fn reduce(&mut self, event: Self::Event) -> Vec<EffectOf<Self>>;

    /// The state after an event whose effects are of no interest.
    #[must_use]
    fn after(mut self, event: impl Into<Self::Event>) -> Self
    where
        Self: Sized,
    {
        self.reduce(event.into());
        self
    }

    /// What the page keeps of itself when the reader leaves an entry of the history.
    fn held(&self) -> Self::Held;
}

/// An effect of a reducer.
pub type EffectOf<R> = Effect<<R as Reducer>::Request, <R as Reducer>::Held>;

/// What a browser does for a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect<Request, Held> {
    /// Asks a worker.
    Ask(Request),
    /// Writes the address of what is shown, soon. `None` leaves the address as it is, and drops one
    /// that is still to be written.
    WriteAddress(Option<String>),
    /// The next address that is written is a new entry of the history, because Back undoes a change.
    /// This is what the page showed before.
    BeginEntry(Held),
    /// Keeps a text under a name.
    Keep(Storage, &'static str, String),
    /// Lets the reader save a file.
    Save(SavedFile),
}

/// Where a browser keeps texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// From visit to visit.
    Local,
    /// Until the tab is closed.
    Session,
}

/// A file that the reader saves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFile {
    /// The name of the file.
    pub name: String,
    /// The media type, such as `text/csv`.
    pub media_type: &'static str,
    /// What is in the file.
    pub text: String,
}

/// What an entry of the history asks a page to show.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened<Held> {
    /// What the address says, by a new entry.
    New(String),
    /// What the address says, by an entry that has been there: nothing changes if the page shows
    /// that.
    Again(String),
    /// What the page showed at the entry before.
    Held(Held),
}
