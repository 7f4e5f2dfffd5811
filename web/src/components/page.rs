//! Pages as reducers: what holds the state of one, and carries out its effects.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use gloo::events::EventListener;
use mdp2048_display::{Arrival, Effect, EffectOf, Opened, Reducer};
use yew::{
    Callback, UseForceUpdateHandle, hook, use_context, use_effect_with, use_force_update, use_memo,
};

use crate::browser::address::{self, AddressFollower};
use crate::browser::{keep_text, save};

/// The state of a page as it is drawn, and where its events go.
///
/// The component of a page gets it of [`use_page`] and hands it down as a context, which the parts
/// of the page get of [`use_page_context`]. Two are equal if no event lies between them.
pub struct Page<R: Reducer> {
    running: Rc<Running<R>>,
    version: u32,
}

impl<R: Reducer> Page<R> {
    /// The state.
    pub fn state(&self) -> Rc<R> {
        self.running.state.borrow().clone()
    }

    /// Sends events to the reducer. It stays the same for as long as the page exists.
    pub fn on(&self) -> Callback<R::Event> {
        self.running.on.clone()
    }
}

impl<R: Reducer> Clone for Page<R> {
    fn clone(&self) -> Self {
        Self { running: self.running.clone(), version: self.version }
    }
}

impl<R: Reducer> PartialEq for Page<R> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.running, &other.running) && self.version == other.version
    }
}

/// What sends the requests of a page to its workers. It sends their answers back as events.
type Ask<R> = Box<dyn FnMut(<R as Reducer>::Request, &Callback<<R as Reducer>::Event>)>;

/// A page that runs.
struct Running<R: Reducer> {
    /// Shared while a part of the page holds it, which is copied then by the next event.
    state: RefCell<Rc<R>>,
    /// The events that wait: an effect may send some at once.
    events: RefCell<VecDeque<R::Event>>,
    is_reducing: Cell<bool>,
    on: Callback<R::Event>,
    ask: RefCell<Ask<R>>,
    address: Option<RefCell<AddressFollower<R::Held>>>,
    /// The number of changes.
    version: Cell<u32>,
    drawing: UseForceUpdateHandle,
}

impl<R> Running<R>
where
    R: Reducer + Clone + 'static,
    R::Event: From<Opened<R::Held>>,
{
    fn send(&self, event: R::Event) {
        self.events.borrow_mut().push_back(event);
        if !self.is_reducing.replace(true) {
            self.reduce_all();
        }
    }

    /// Reduces the events that wait, and those that come meanwhile.
    fn reduce_all(&self) {
        while let Some(event) = self.next_event() {
            let effects = Rc::make_mut(&mut self.state.borrow_mut()).reduce(event);
            self.carry_out(effects);
        }
        self.is_reducing.set(false);
        self.version.set(self.version.get().wrapping_add(1));
        self.drawing.force_update();
    }

    fn next_event(&self) -> Option<R::Event> {
        self.events.borrow_mut().pop_front()
    }

    fn carry_out(&self, effects: Vec<EffectOf<R>>) {
        for effect in effects {
            match effect {
                Effect::Ask(request) => (self.ask.borrow_mut())(request, &self.on),
                Effect::WriteAddress(address) => {
                    if let Some(follower) = &self.address {
                        follower.borrow_mut().show(address);
                    }
                }
                Effect::BeginEntry(before) => {
                    if let Some(follower) = &self.address {
                        follower.borrow().begin_entry(before);
                    }
                }
                Effect::Keep(storage, name, text) => keep_text(storage, name, &text),
                Effect::Save(file) => save(&file),
            }
        }
    }

    /// Does what the first state needs.
    fn begin(&self) {
        self.is_reducing.set(true);
        let effects = Rc::make_mut(&mut self.state.borrow_mut()).begin();
        self.carry_out(effects);
        self.reduce_all();
    }

    fn arrive(&self, arrival: &Arrival) {
        let Some(follower) = &self.address else { return };
        let held = self.state.borrow().held();
        let opened = follower.borrow_mut().arrive(arrival, held);
        if let Some(opened) = opened {
            self.send(opened.into());
        }
    }
}

/// Runs a page: holds its state, which `open` returns, and carries out its effects. `leads_here`
/// tells the addresses of the page, if it follows them. `asking` returns what sends requests to
/// workers, which end when the page ends.
#[hook]
pub fn use_page<R>(
    open: impl FnOnce() -> R,
    leads_here: Option<fn(&str) -> bool>,
    asking: impl FnOnce() -> Ask<R>,
) -> Page<R>
where
    R: Reducer + Clone + 'static,
    R::Event: From<Opened<R::Held>>,
{
    let drawing = use_force_update();
    let running = use_memo((), |()| {
        Rc::new_cyclic(|running: &Weak<Running<R>>| {
            let running = running.clone();
            let on = move |event| {
                if let Some(running) = running.upgrade() {
                    running.send(event);
                }
            };
            Running {
                state: RefCell::new(Rc::new(open())),
                events: RefCell::default(),
                is_reducing: Cell::default(),
                on: Callback::from(on),
                ask: RefCell::new(asking()),
                address: leads_here.map(|leads_here| AddressFollower::new(leads_here).into()),
                version: Cell::default(),
                drawing,
            }
        })
    });
    let running: Rc<Running<R>> = Rc::clone(&*running);
    {
        let running = Rc::clone(&running);
        use_effect_with((), move |()| {
            running.begin();
            let listener = running.address.is_some().then(|| listen(&running)).flatten();
            move || drop(listener)
        });
    }
    let version = running.version.get();
    Page { running, version }
}

/// Tells a page of the entries of the history to which the reader comes.
fn listen<R>(running: &Rc<Running<R>>) -> Option<EventListener>
where
    R: Reducer + Clone + 'static,
    R::Event: From<Opened<R::Held>>,
{
    let running = Rc::downgrade(running);
    address::listen(move |arrival| {
        if let Some(running) = running.upgrade() {
            running.arrive(&arrival);
        }
    })
}

/// The page of which a component is a part.
///
/// # Panics
/// Outside of a page whose state this is.
#[hook]
pub fn use_page_context<R: Reducer + 'static>() -> Page<R> {
    use_context().expect("a page of this state is above its parts")
}
