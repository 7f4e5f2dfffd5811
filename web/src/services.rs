//! What workers do for the page, beside the services of `mdp2048_protocol`.

use mdp2048_bag::page::{BagReply, BagRequest};
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
