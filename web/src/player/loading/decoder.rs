//! Decoding a policy file, in a worker or on the page.

use mdp2048_policy::Decoder;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// A decoder of one policy file. JavaScript decides how many layers are one batch.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PolicyDecoder {
    decoder: Decoder,
    /// The encoded [`DecodedLayer`](mdp2048_policy::DecodedLayer)s of a batch, one after another.
    layers: Vec<u8>,
}

#[wasm_bindgen]
impl PolicyDecoder {
    /// Reads the header of a policy file.
    ///
    /// # Errors
    /// A sentence if the frame or the header of the file is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &[u8]) -> Result<Self, JsError> {
        Ok(Self { decoder: Decoder::new(file)?, layers: Vec::new() })
    }

    /// Decodes the next layer. Returns whether there was one.
    ///
    /// # Errors
    /// A sentence if the payload is invalid.
    pub fn step(&mut self) -> Result<bool, JsError> {
        let layer = self.decoder.step()?;
        if let Some(layer) = &layer {
            layer.write_to(&mut self.layers);
        }
        Ok(layer.is_some())
    }

    /// Returns the layers since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.layers)
    }

    /// The fraction of the file that is decoded, 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn progress(&self) -> f64 {
        self.decoder.progress()
    }
}
