//! A clock.

use gloo::timers::callback::Interval;
use yew::{Callback, hook, use_effect_with};

/// Sends an event in an interval of so many milliseconds, while there is one.
#[hook]
pub fn use_interval<E: Clone + 'static>(ms: Option<u32>, on: &Callback<E>, event: E) {
    let on = on.clone();
    use_effect_with(ms, move |&ms| {
        let tick = move || on.emit(event.clone());
        let interval = ms.map(|ms| Interval::new(ms, tick));
        move || drop(interval)
    });
}
