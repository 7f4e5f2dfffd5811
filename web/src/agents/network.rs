//! The network of the learned agent.

use std::sync::Arc;

use mdp2048_agents::Network;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// A decoded network, which several agents of the worker share.
#[wasm_bindgen]
pub struct AgentNetwork(Arc<Network>);

#[wasm_bindgen]
impl AgentNetwork {
    /// Decodes a file.
    ///
    /// # Errors
    /// A sentence about the file.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &[u8]) -> Result<Self, JsError> {
        Ok(Self(Arc::new(Network::from_bytes(file)?)))
    }
}

impl AgentNetwork {
    /// The network.
    pub(crate) fn network(&self) -> Arc<Network> {
        Arc::clone(&self.0)
    }
}
