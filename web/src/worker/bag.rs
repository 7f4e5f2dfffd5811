//! The worker that computes the numbers of 2048 in a bag.

use mdp2048_bag::page::{BagReply, BagRequest, BagWorker};
use web::services::BagService;

use crate::serving::{Asker, Server, Shared};

/// The worker, which keeps its sampler between two requests.
#[derive(Default)]
pub(crate) struct BagServer(BagWorker);

impl Server for BagServer {
    type Service = BagService;

    fn handle(server: &Shared<Self>, request: BagRequest, asker: Asker<BagReply>) {
        asker.send(&server.borrow_mut().0.reply(request));
    }
}
