//! The version of the protocol, with which every message begins.

use js_sys::Array;
use mdp2048_policy::FORMAT_VERSION;
use wasm_bindgen::{JsCast as _, JsValue};

/// The version of this build: the version of the policy format in the upper half, a number to
/// increase with every change of the messages in the lower half.
pub(super) const VERSION: u32 = (FORMAT_VERSION as u32) << 16 | 2;

/// The error for a message of another protocol version: its sender is of another build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaleMessage;

/// Returns an array message that holds the version only.
pub(super) fn new_message() -> Array {
    Array::of1(&VERSION.into())
}

/// Returns an array message, whose fields begin at index 1.
///
/// # Errors
/// [`StaleMessage`] if it is no array or has another version.
pub(super) fn checked_message(message: &JsValue) -> Result<&Array, StaleMessage> {
    let fields = message.dyn_ref::<Array>().ok_or(StaleMessage)?;
    if fields.get(0).as_f64() == Some(VERSION.into()) { Ok(fields) } else { Err(StaleMessage) }
}
