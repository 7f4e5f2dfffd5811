//! The width of an element, for drawings as wide as their place.

use web_sys::Element;
use yew::{NodeRef, UseStateHandle, hook, use_effect_with, use_state};

use crate::browser::SizeObserver;

/// The width of an element in pixels, now and whenever it changes; `usual` before it is measured.
#[hook]
pub fn use_width(place: &NodeRef, usual: f64) -> UseStateHandle<f64> {
    let width = use_state(|| usual);
    let (place, set) = (place.clone(), width.setter());
    use_effect_with((), move |()| {
        let observer = place.cast::<Element>().and_then(|element| {
            let measured = element.clone();
            SizeObserver::observe(&element, move || {
                set.set(f64::from(measured.client_width()));
            })
        });
        move || drop(observer)
    });
    width
}
