//! A player with its clock and its observer.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::timers::callback::Interval;
use mdp2048_player::{Player, PlayerEvent};

/// A player that changes with events, and calls its observer after each change.
pub(crate) struct Session {
    player: RefCell<Player>,
    observer: Box<Observer>,
    clock: RefCell<Option<Interval>>,
    // The interval of the clock in milliseconds.
    tick_ms: Cell<Option<u32>>,
}

/// Called with the player before and after an event.
type Observer = dyn Fn(&Player, &Player);

impl Session {
    pub(crate) fn new(player: Player, observer: impl Fn(&Player, &Player) + 'static) -> Rc<Self> {
        Rc::new(Self {
            player: RefCell::new(player),
            observer: Box::new(observer),
            clock: RefCell::default(),
            tick_ms: Cell::default(),
        })
    }

    /// The player. A clone shares the game and the policy.
    pub(crate) fn player(&self) -> Player {
        self.player.borrow().clone()
    }

    /// Applies an event.
    pub(crate) fn dispatch(self: &Rc<Self>, event: PlayerEvent) {
        let before = self.player();
        let after = before.clone().after(event);
        *self.player.borrow_mut() = after.clone();
        self.set_clock(after.tick_ms());
        (self.observer)(&before, &after);
    }

    /// Lets the clock tick in an interval, or stops it.
    fn set_clock(self: &Rc<Self>, tick_ms: Option<u32>) {
        if self.tick_ms.replace(tick_ms) == tick_ms {
            return;
        }
        let session = Rc::downgrade(self);
        let tick = move || {
            if let Some(session) = session.upgrade() {
                session.dispatch(PlayerEvent::Tick);
            }
        };
        *self.clock.borrow_mut() = tick_ms.map(|ms| Interval::new(ms, tick));
    }
}
