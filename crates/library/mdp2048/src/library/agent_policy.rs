//! The policies of agents, for exact evaluation.

use mdp2048_agents::{Agent, AgentResources, AgentSpec, BuildError, Position, Simulator};
use mdp2048_model::Game;
use mdp2048_rules::Board;
use mdp2048_solve::BatchedPolicy;
use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _,
};
use rayon::slice::{ParallelSlice as _, ParallelSliceMut as _};

/// The policy of an agent, which is asked on all threads of the caller's rayon pool.
///
/// ```
/// use mdp2048::{AgentPolicy, Game, Solver};
///
/// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
/// let mut greedy =
///     AgentPolicy::new(&"greedy".parse()?, solution.game(), &Default::default())?;
/// let found = solution.passes().evaluate_policy(&mut greedy)?;
/// assert!(found.regret() > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AgentPolicy {
    /// Each thread keeps its agent, with whatever the agent remembers of boards before.
    agents: Vec<Box<dyn Agent>>,
    is_symmetric: bool,
}

impl AgentPolicy {
    /// The policy of an agent for a game.
    ///
    /// # Errors
    /// [`BuildError`] if the agent cannot play the game, what it needs is missing, or its policy is
    /// no function of the board.
    pub fn new(
        agent: &AgentSpec,
        game: &Game,
        resources: &AgentResources,
    ) -> Result<Self, BuildError> {
        let built = agent.build_policy(&Simulator::new(*game), resources)?;
        let agents = vec![built; rayon::current_num_threads()];
        Ok(Self { agents, is_symmetric: agent.is_symmetric() })
    }
}

impl BatchedPolicy for AgentPolicy {
    fn choose(&mut self, boards: &[Board], probabilities: &mut [[f64; 4]]) {
        let each = boards.len().div_ceil(self.agents.len()).max(1);
        let parts = boards.par_chunks(each).zip(probabilities.par_chunks_mut(each));
        self.agents.par_iter_mut().zip(parts).for_each(|(agent, (boards, probabilities))| {
            for (&board, probabilities) in boards.iter().zip(probabilities) {
                *probabilities = agent.policy(Position::of_board(board));
            }
        });
    }

    fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }
}
