//! What the page and its worker share: unpacking a policy batch by batch, and what they say.
//!
//! The worker is the program `decoder`. It says hello as soon as it runs; then the page hands it
//! the bytes of one policy file, and it answers with batches until the last, or with what is wrong.

use js_sys::{Array, Uint8Array};
use mdp2048_policy::{Decoder, FORMAT_VERSION, PolicyError};
use wasm_bindgen::{JsCast as _, JsValue};

/// Tells whether page and worker are of one build, as browsers may keep the worker's files for
/// longer than the page: to be raised with every change of what they say.
const VERSION: u32 = (FORMAT_VERSION as u32) << 16 | 1;

/// How long the first batch is unpacked, in milliseconds: it is to be played from at once.
const FIRST_MS: f64 = 4.0;

/// Some of what is in a policy file.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// [`Part`](mdp2048_policy::Part)s, one after another.
    pub parts: Vec<u8>,
    /// The share of the file that is unpacked, 0 to 1.
    pub progress: f64,
    /// Whether that was all.
    pub is_last: bool,
    /// How many bytes of memory the program that unpacks has got.
    pub memory: f64,
}

/// Unpacks a policy for a while at a time.
#[derive(Debug)]
pub struct Unpacker {
    decoder: Decoder,
    has_begun: bool,
}

impl Unpacker {
    /// Begins with a policy file.
    ///
    /// # Errors
    /// [`PolicyError`] if its frame or its header is not right.
    pub fn new(bytes: &[u8]) -> Result<Self, PolicyError> {
        Ok(Self { decoder: Decoder::new(bytes)?, has_begun: false })
    }

    /// Unpacks for about so many milliseconds on a clock, for less at first.
    ///
    /// # Errors
    /// [`PolicyError::Malformed`] if the contents are impossible.
    pub fn batch(&mut self, ms: f64, clock: impl Fn() -> f64) -> Result<Batch, PolicyError> {
        let ms = if self.has_begun { ms } else { ms.min(FIRST_MS) };
        self.has_begun = true;
        let begin = clock();
        let mut parts = Vec::new();
        let mut is_last = false;
        while !is_last && clock() - begin < ms {
            match self.decoder.step()? {
                Some(part) => part.write_to(&mut parts),
                None => is_last = true,
            }
        }
        Ok(Batch { parts, progress: self.decoder.progress(), is_last, memory: memory() })
    }
}

/// How many bytes of memory this program has got.
fn memory() -> f64 {
    let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    memory.buffer().unchecked_into::<js_sys::ArrayBuffer>().byte_length().into()
}

/// What the worker says.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// It runs and awaits the bytes.
    Hello,
    /// This is what comes next.
    Batch(Batch),
    /// The file cannot be unpacked, for this reason.
    Failed(String),
    /// Something that this build does not say.
    Stale,
}

impl Said {
    /// The message, and the buffers in it that are handed over without a copy.
    pub fn to_message(&self) -> (Array, Array) {
        let message = Array::of1(&VERSION.into());
        let buffers = Array::new();
        match self {
            Self::Hello | Self::Stale => {}
            Self::Batch(batch) => {
                let parts = Uint8Array::from(batch.parts.as_slice());
                buffers.push(&parts.buffer());
                message.push(&parts);
                message.push(&batch.progress.into());
                message.push(&batch.is_last.into());
                message.push(&batch.memory.into());
            }
            Self::Failed(reason) => {
                message.push(&reason.into());
            }
        }
        (message, buffers)
    }

    /// What a message says.
    pub fn from_message(message: &JsValue) -> Self {
        let Some(message) = message.dyn_ref::<Array>() else { return Self::Stale };
        if message.get(0).as_f64() != Some(VERSION.into()) {
            return Self::Stale;
        }
        let what = message.get(1);
        if what.is_undefined() {
            return Self::Hello;
        }
        if let Some(reason) = what.as_string() {
            return Self::Failed(reason);
        }
        let batch = what.dyn_into::<Uint8Array>().ok().and_then(|parts| {
            Some(Batch {
                parts: parts.to_vec(),
                progress: message.get(2).as_f64()?,
                is_last: message.get(3).as_bool()?,
                memory: message.get(4).as_f64()?,
            })
        });
        batch.map_or(Self::Stale, Self::Batch)
    }
}
