//! What a reader's device says about motion.

/// Whether the reader has asked the device for less motion.
pub fn wants_less_motion() -> bool {
    let query = "(prefers-reduced-motion: reduce)";
    let list = web_sys::window().and_then(|it| it.match_media(query).ok().flatten());
    list.is_some_and(|it| it.matches())
}
