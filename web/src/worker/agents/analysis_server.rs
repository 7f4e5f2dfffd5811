//! The worker in which the learned agent thinks about positions.

use std::sync::Arc;

use js_sys::Date;
use mdp2048_agents::Network;
use mdp2048_explorer::{AnalysisAnswer, AnalysisRequest};
use mdp2048_rules::Board;
use wasm_bindgen_futures::spawn_local;
use web::services::AnalysisService;

use super::analysis::{AgentAnalysis, grading_points};
use super::network::{download, network_url};
use crate::serving::{Asker, Server, Shared};

/// How long the agent thinks before other messages are handled, in milliseconds.
const SLICE: f64 = 25.0;

/// The time after which the page hears what is found, in milliseconds, even if no search has ended.
const REPORT: f64 = 250.0;

/// Why a request has no answer.
const NOT_OPENED: &str = "its network is not there";

/// The worker, which considers one position at a time.
pub(crate) struct AnalysisServer {
    /// The URL of the network.
    file: String,
    network: Option<Arc<Network>>,
    /// The position that was considered last, and what is found about it.
    analysis: Option<(Board, AgentAnalysis)>,
    /// Who asks for more about it, the plies that were reported, and when.
    considering: Option<(Asker<AnalysisAnswer>, u32, f64)>,
}

impl AnalysisServer {
    /// A worker whose bindings are at a URL.
    pub(crate) fn new(script: &str) -> Self {
        Self { file: network_url(script), network: None, analysis: None, considering: None }
    }

    fn network(&self) -> Result<Arc<Network>, String> {
        self.network.clone().ok_or_else(|| NOT_OPENED.to_owned())
    }

    /// Begins to think about a position, or goes on where the thinking about it has ended.
    fn consider(&mut self, board: Board, asker: Asker<AnalysisAnswer>) -> Result<(), String> {
        if self.analysis.as_ref().is_none_or(|(analysed, _)| *analysed != board) {
            self.analysis = Some((board, AgentAnalysis::new(board, self.network()?)?));
        }
        self.considering = Some((asker, 0, 0.0));
        Ok(())
    }

    fn grade(&self, boards: Vec<Board>) -> Result<AnalysisAnswer, String> {
        let network = self.network()?;
        let graded = |board| Ok((board, grading_points(board, Arc::clone(&network))?));
        let graded: Result<_, String> = boards.into_iter().map(graded).collect();
        graded.map(AnalysisAnswer::Graded)
    }
}

impl Server for AnalysisServer {
    type Service = AnalysisService;

    fn handle(server: &Shared<Self>, request: AnalysisRequest, asker: Asker<AnalysisAnswer>) {
        let mut it = server.borrow_mut();
        match request {
            AnalysisRequest::Open => {
                let (server, file) = (Shared::clone(server), it.file.clone());
                spawn_local(async move {
                    let progress =
                        |received, all| asker.send(&AnalysisAnswer::Downloaded(received, all));
                    let answer = match download(&file, progress).await {
                        Ok(network) => {
                            server.borrow_mut().network = Some(network);
                            AnalysisAnswer::Opened
                        }
                        Err(reason) => AnalysisAnswer::Failed(reason),
                    };
                    asker.send(&answer);
                });
            }
            AnalysisRequest::Consider(board) => {
                if let Err(reason) = it.consider(board, asker.clone()) {
                    asker.send(&AnalysisAnswer::Failed(reason));
                }
            }
            AnalysisRequest::Rest => it.considering = None,
            AnalysisRequest::Grade(boards) => {
                asker.send(&it.grade(boards).unwrap_or_else(AnalysisAnswer::Failed));
            }
        }
    }

    fn work(&mut self) -> bool {
        let Some((board, analysis)) = &mut self.analysis else { return false };
        let Some((asker, plies, reported)) = &mut self.considering else { return false };
        let goes_on = analysis.work(SLICE);
        let (found, now) = (analysis.estimate(), Date::now());
        if found.plies != *plies || now - *reported > REPORT || !goes_on {
            (*plies, *reported) = (found.plies, now);
            asker.send(&AnalysisAnswer::Found(*board, found));
        }
        if !goes_on {
            asker.send(&AnalysisAnswer::Settled(*board));
            self.considering = None;
        }
        goes_on
    }
}
