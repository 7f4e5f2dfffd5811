//! The exact value of an agent on a solved game.

use std::fmt::{self, Display};

use mdp2048_agents::{
    ActionProbabilities, Agent, AgentResources, AgentSpec, CostlyState, ExactEvaluation, Position,
    Simulator,
};
use mdp2048_display::{Measure, count, percent, significant};
use mdp2048_model::{ValuedGame, Values as _};
use mdp2048_rules::Board;
use mdp2048_solve::Solution;
use rayon::iter::ParallelIterator as _;
use rayon::slice::ParallelSlice as _;
use serde::Serialize;

use crate::error::Error;
use crate::output::progress::ProgressReporter;
use crate::output::table::{Columns, NamedLines};
use crate::output::value::exact_to_rounding;

/// The most boards that are held at a time, of about 40 bytes each.
const MOST_BOARDS: usize = 60_000_000;

/// The number of boards that an agent is asked about by one task.
const TASK: usize = 256;

/// The number of states and of tile sums that the text lists.
const LISTED: usize = 8;

/// An agent's games on a solved game, exact to rounding.
///
/// Values and losses are in the unit of what is maximised.
#[derive(Debug, Serialize)]
pub(crate) struct EvaluatedAgent {
    agent: String,
    game: String,
    value: f64,
    optimum: f64,
    loss: f64,
    /// `None` if the game has no target.
    win_probability: Option<f64>,
    mean_score: f64,
    mean_moves: f64,
    boards: u64,
    layers: Vec<LayerRow>,
    costliest: Vec<CostlyRow>,
    #[serde(skip)]
    valued_game: ValuedGame,
}

/// The loss on the boards of one tile sum.
#[derive(Debug, Serialize)]
struct LayerRow {
    tile_sum: u32,
    occupancy: f64,
    loss: f64,
}

/// A state that costs the agent much.
#[derive(Debug, Serialize)]
struct CostlyRow {
    board: String,
    occupancy: f64,
    loss: f64,
}

impl From<CostlyState> for CostlyRow {
    fn from(state: CostlyState) -> Self {
        let CostlyState { board, occupancy, loss } = state;
        Self { board: board.to_string(), occupancy, loss }
    }
}

impl EvaluatedAgent {
    /// Evaluates an agent on all processors.
    pub(super) fn evaluate(
        agent: &AgentSpec,
        resources: &AgentResources,
        solution: &Solution,
        reporter: &mut ProgressReporter,
    ) -> Result<Self, Error> {
        let simulator = Simulator::new(*solution.game());
        let built = agent.build(&simulator, resources)?;
        let policy = |boards: &[Board]| -> Vec<ActionProbabilities> {
            let ask = |agent: &mut Box<dyn Agent>, boards: &[Board]| -> Vec<ActionProbabilities> {
                let ask = |&board: &Board| agent.policy(Position::of_board(board));
                boards.iter().map(ask).collect()
            };
            boards.par_chunks(TASK).map_with(built.clone(), ask).flatten_iter().collect()
        };
        let report = |tile_sum, boards| {
            reporter.note(&format!("{} boards up to tile sum {tile_sum}", count(boards)));
        };
        let result = mdp2048_agents::evaluate(solution, MOST_BOARDS, policy, report)?;
        Ok(Self::new(agent, *solution.valued_game(), result))
    }

    fn new(agent: &AgentSpec, valued_game: ValuedGame, result: ExactEvaluation) -> Self {
        let game = valued_game.game();
        let layer = |layer: &mdp2048_agents::LayerLoss| LayerRow {
            tile_sum: layer.tile_sum,
            occupancy: layer.occupancy,
            loss: layer.loss,
        };
        Self {
            agent: agent.to_string(),
            game: game.to_string(),
            value: result.value,
            optimum: result.optimum,
            loss: result.layers.iter().map(|layer| layer.loss).sum(),
            win_probability: game.target().map(|_| result.win),
            mean_score: result.score,
            mean_moves: result.moves,
            boards: result.boards,
            layers: result.layers.iter().map(layer).collect(),
            costliest: result.costliest.into_iter().map(CostlyRow::from).collect(),
            valued_game,
        }
    }
}

impl Display for EvaluatedAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let measure = Measure::of(&self.valued_game);
        let value = |value| exact_to_rounding(measure, self.valued_game.measured(value));
        let mut lines = NamedLines::default();
        lines.add("agent", &self.agent);
        lines.add("game", &self.game);
        lines.add(measure.name(), value(self.value));
        lines.add("of the optimum", value(self.optimum));
        lines.add("mean score", self.mean_score);
        lines.add("mean moves", self.mean_moves);
        lines.add("boards", count(self.boards));
        lines.fmt(f)?;
        if self.loss <= 0.0 {
            return writeln!(f, "\nThe agent loses nothing against the optimum.");
        }
        let share = |loss: f64| percent(loss / self.loss);
        writeln!(f, "\nWhere the loss against the optimum comes from:")?;
        let mut columns = Columns::new(["tile sum", "visited", "share of the loss"]);
        let mut layers: Vec<&LayerRow> = self.layers.iter().collect();
        layers.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        for layer in layers.iter().take(LISTED) {
            let visited = percent(layer.occupancy);
            columns.add([layer.tile_sum.to_string(), visited, share(layer.loss)]);
        }
        columns.fmt(f)?;
        writeln!(f)?;
        let mut columns = Columns::new(["position", "visited", "share of the loss"]);
        for state in self.costliest.iter().take(LISTED) {
            let visited = significant(state.occupancy);
            columns.add([state.board.clone(), visited, share(state.loss)]);
        }
        columns.fmt(f)
    }
}
