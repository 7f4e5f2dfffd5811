//! What workers do for the page.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{AgentAnswer, AgentRequest, SolverAnswer, SolverRequest};

/// What a worker does for the page.
pub trait Service: 'static {
    /// What the page sends.
    type Request: Serialize + DeserializeOwned;
    /// What the worker sends.
    type Answer: Serialize + DeserializeOwned;

    /// The function of the worker's program that serves, as JavaScript calls it.
    const FUNCTION: &'static str;

    /// Whether no other answer to the request follows.
    fn is_last(answer: &Self::Answer) -> bool;
}

/// Solves a game, and answers about it.
#[derive(Debug)]
pub enum SolverService {}

impl Service for SolverService {
    type Request = SolverRequest;
    type Answer = SolverAnswer;

    const FUNCTION: &'static str = "serveSolver";

    fn is_last(answer: &SolverAnswer) -> bool {
        answer.is_last()
    }
}

/// Lets an agent play.
#[derive(Debug)]
pub enum AgentService {}

impl Service for AgentService {
    type Request = AgentRequest;
    type Answer = AgentAnswer;

    const FUNCTION: &'static str = "serveAgent";

    fn is_last(answer: &AgentAnswer) -> bool {
        !matches!(answer, AgentAnswer::Downloaded(..) | AgentAnswer::Playing(..))
    }
}
