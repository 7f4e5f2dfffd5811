//! The exact value of an agent on a solved game.

use std::fmt::{self, Display};
use std::ops::ControlFlow;

use mdp2048::AgentPolicy;
use mdp2048_agents::{AgentResources, AgentSpec};
use mdp2048_display::{Measure, count, percent, significant};
use mdp2048_model::{ShortNumber, ValuedGame};
use mdp2048_solve::{CostlyState, LayerRegret, PolicyEvaluation, Progress, Solution};
use serde::Serialize;

use crate::error::Error;
use crate::output::progress::ProgressReporter;
use crate::output::table::{Columns, NamedLines};
use crate::output::value::{all_digits, relative_error, within};

/// The most weights of boards that are held between tile sums, of 16 bytes each.
const MOST_WEIGHTS: usize = 150_000_000;

/// The number of states and of tile sums that the text lists.
const LISTED: usize = 8;

/// An agent's games on a solved game, exact to rounding.
///
/// Values and regrets are in the unit of the objective: a probability of winning, points or moves.
#[derive(Debug, Serialize)]
pub(crate) struct EvaluatedAgent {
    agent: String,
    game: String,
    value: Option<f64>,
    optimum: Option<f64>,
    regret: f64,
    /// The probability that the agent loses; `None` unless the objective is the win objective
    /// without discount.
    lose_probability: Option<f64>,
    /// The least probability of losing, likewise.
    optimum_lose_probability: Option<f64>,
    /// `None` if the game has no target.
    win_probability: Option<f64>,
    mean_score: f64,
    mean_moves: f64,
    /// A bound of the relative error of all values but regrets, rounding included.
    relative_bound: f64,
    boards: u64,
    layers: Vec<LayerRow>,
    costliest: Vec<CostlyRow>,
    #[serde(skip)]
    valued_game: ValuedGame,
}

/// What the agent gives away on the boards of one tile sum.
#[derive(Debug, Serialize)]
struct LayerRow {
    tile_sum: u32,
    occupancy: f64,
    regret: f64,
}

/// A state that costs the agent much.
#[derive(Debug, Serialize)]
struct CostlyRow {
    board: String,
    occupancy: f64,
    regret: f64,
}

impl From<CostlyState> for CostlyRow {
    fn from(state: CostlyState) -> Self {
        let CostlyState { board, occupancy, regret, .. } = state;
        Self { board: board.to_string(), occupancy, regret }
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
        let mut policy = AgentPolicy::new(agent, solution.game(), resources)?;
        let report = |progress: Progress| {
            let (boards, tile_sum) = (count(progress.states), progress.layer);
            reporter.note(&format!("{boards} boards up to tile sum {tile_sum}"));
            ControlFlow::Continue(())
        };
        let passes = solution.passes().most_weights(MOST_WEIGHTS).on_progress(report);
        let result = passes.evaluate_policy(&mut policy)?;
        Ok(Self::new(agent, solution, result))
    }

    fn new(agent: &AgentSpec, solution: &Solution, result: PolicyEvaluation) -> Self {
        let valued_game = *solution.valued_game();
        let game = valued_game.game();
        let layer = |layer: &LayerRegret| LayerRow {
            tile_sum: layer.tile_sum.get(),
            occupancy: layer.occupancy,
            regret: layer.regret,
        };
        Self {
            agent: agent.to_string(),
            game: game.to_string(),
            value: result.value.finite(),
            optimum: result.optimum.finite(),
            lose_probability: result.value.loss(),
            optimum_lose_probability: result.optimum.loss(),
            regret: result.regret(),
            win_probability: game.target().map(|_| result.win),
            mean_score: result.score,
            mean_moves: result.moves,
            relative_bound: solution.relative_bound(),
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
        let number = |value, loss| match measure {
            Measure::Losing => all_digits(measure, loss, self.relative_bound),
            _ => all_digits(measure, value, self.relative_bound),
        };
        let mean = |value: f64| ShortNumber(within(value, self.relative_bound * value));
        let mut lines = NamedLines::default();
        lines.add("agent", &self.agent);
        lines.add("game", &self.game);
        lines.add(measure.name(), number(self.value, self.lose_probability));
        lines.add("of the optimum", number(self.optimum, self.optimum_lose_probability));
        lines.add("mean score", mean(self.mean_score));
        lines.add("mean moves", mean(self.mean_moves));
        lines.add("accuracy", relative_error(self.relative_bound));
        lines.add("boards", count(self.boards));
        lines.fmt(f)?;
        if self.regret <= 0.0 {
            return writeln!(f, "\nThe agent gives nothing away against the optimum.");
        }
        let share = |regret: f64| percent(regret / self.regret);
        writeln!(f, "\nWhere it gives the most away:")?;
        let mut columns = Columns::new(["tile sum", "visited", "share of it all"]);
        let mut layers: Vec<&LayerRow> = self.layers.iter().collect();
        layers.sort_by(|a, b| b.regret.total_cmp(&a.regret));
        for layer in layers.iter().take(LISTED) {
            let visited = percent(layer.occupancy);
            columns.add([layer.tile_sum.to_string(), visited, share(layer.regret)]);
        }
        columns.fmt(f)?;
        writeln!(f)?;
        let mut columns = Columns::new(["position", "visited", "share of it all"]);
        for state in self.costliest.iter().take(LISTED) {
            let visited = significant(state.occupancy);
            columns.add([state.board.clone(), visited, share(state.regret)]);
        }
        columns.fmt(f)
    }
}
