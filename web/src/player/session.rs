//! A player with its clock, and what carries out its effects.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::timers::callback::Interval;
use mdp2048_display::{EffectOf, Reducer as _};
use mdp2048_player::{Player, PlayerEvent};

/// Carries out an effect of a player.
type CarryOut = dyn Fn(&Player, EffectOf<Player>);

/// A player that changes with events.
pub(crate) struct Session {
    player: RefCell<Player>,
    show: Box<dyn Fn(&Player)>,
    carry_out: Box<CarryOut>,
    clock: RefCell<Option<Interval>>,
    // The interval of the clock in milliseconds.
    tick_ms: Cell<Option<u32>>,
}

impl Session {
    /// `show` is called after each event, and then `carry_out` with each of its effects.
    pub(crate) fn new(
        player: Player,
        show: impl Fn(&Player) + 'static,
        carry_out: impl Fn(&Player, EffectOf<Player>) + 'static,
    ) -> Rc<Self> {
        Rc::new(Self {
            player: RefCell::new(player),
            show: Box::new(show),
            carry_out: Box::new(carry_out),
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
        let effects = self.player.borrow_mut().reduce(event);
        // An effect may send events itself, for example by a function of a page's author.
        let player = self.player();
        self.set_clock(player.tick_ms());
        (self.show)(&player);
        for effect in effects {
            (self.carry_out)(&player, effect);
        }
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
