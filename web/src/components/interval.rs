//! Clocks.

use gloo::timers::callback::{Interval, Timeout};
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

/// Sends an event when so many milliseconds have passed with one key, if there is one.
#[hook]
pub fn use_timeout<K: PartialEq + 'static, E: 'static>(
    key: Option<K>,
    ms: u32,
    on: &Callback<E>,
    event: E,
) {
    let on = on.clone();
    use_effect_with(key, move |key| {
        let timeout = key.as_ref().map(|_| Timeout::new(ms, move || on.emit(event)));
        move || drop(timeout)
    });
}
