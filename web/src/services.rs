//! What workers do for the page, beside the services of `mdp2048_protocol`.

use mdp2048_bag::page::{BagReply, BagRequest};
use mdp2048_explorer::{AnalysisAnswer, AnalysisRequest};
use mdp2048_protocol::Service;

/// Computes the numbers of 2048 in a bag.
pub enum BagService {}

impl Service for BagService {
    type Request = BagRequest;
    type Answer = BagReply;

    const FUNCTION: &'static str = "serveBag";

    fn is_last(_answer: &BagReply) -> bool {
        true
    }
}

/// Lets the learned agent think about positions.
pub enum AnalysisService {}

impl Service for AnalysisService {
    type Request = AnalysisRequest;
    type Answer = AnalysisAnswer;

    const FUNCTION: &'static str = "serveAnalysis";

    fn is_last(answer: &AnalysisAnswer) -> bool {
        !matches!(answer, AnalysisAnswer::Downloaded(..) | AnalysisAnswer::Found(..))
    }
}
