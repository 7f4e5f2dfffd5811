//! The options of each agent, the parameters that set them, and what follows from them.

use mdp2048_model::Probability;

use super::building::{AgentResources, BuildError, Dependence};
use super::parameters::{Parameter, flag, named, number, number_in, value};
use crate::agent::Agent;
use crate::features::{Acting, FeatureIteration, FeatureOptions, Reward};
use crate::learned::Learned;
use crate::monte_carlo::{MdpMonteCarlo, MdpMonteCarloOptions, MonteCarlo};
use crate::optimal::Optimal;
use crate::search::{Evaluation, Opponent, SearchOptions, TreeSearch, Weights};
use crate::simple::{Greedy, Random};
use crate::simulator::Simulator;

/// The most random games, or times.
const MOST: u32 = 1_000_000;

/// An agent with its options.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Options {
    Random,
    Greedy,
    Search(SearchOptions),
    MonteCarlo { games: u32 },
    MdpMonteCarlo(MdpMonteCarloOptions),
    Features(FeatureOptions),
    Learned { plies: u32, tolerance: Option<f64> },
    Optimal,
}

impl Options {
    /// What minimax and expectimax do by default.
    pub(super) const fn search(opponent: Opponent, evaluation: Evaluation) -> Self {
        Self::Search(SearchOptions {
            opponent,
            depth: 2,
            evaluation,
            weights: Weights::Snake,
            pruned: None,
            spawn_four: Probability::SPAWN_FOUR,
        })
    }

    /// The parameters of the agent, each with the field that it sets. Agents that may look at more
    /// than the board have the parameter `by-board`.
    pub(super) fn parameters<'a>(&'a mut self, by_board: &'a mut bool) -> Vec<Parameter<'a>> {
        let parameter = Parameter::new;
        let by_board = parameter(
            "by-board",
            "the points are those of the tiles, and random numbers come from the board",
            flag(by_board),
        );
        match self {
            Self::Random | Self::Greedy | Self::Optimal => Vec::new(),
            Self::Search(it) => vec![
                // Each further move takes about 30 times as long, pruned searches 20 times.
                parameter("depth", "own moves that are looked ahead", number(&mut it.depth, 1..=6)),
                parameter(
                    "evaluation",
                    "the value of a board",
                    named(&mut it.evaluation, &Evaluation::NAMED),
                ),
                parameter(
                    "weights",
                    "the weights of the cells",
                    named(&mut it.weights, &Weights::NAMED),
                ),
                parameter("four", "the probability of a 4 that the search assumes", {
                    let default = it.spawn_four.get();
                    let read = |text: &str| text.parse().ok().and_then(Probability::new);
                    value(&mut it.spawn_four, "0 to 1", read).or(default)
                }),
                parameter(
                    "pruned",
                    "the most empty cells with random tiles, and never more than the moves left",
                    value(&mut it.pruned, "1 to 6, or only its name for 4", |text| match text {
                        "" => Some(Some(4)),
                        text => number_in(text, &(1..=6)).map(Some),
                    }),
                ),
                by_board,
            ],
            Self::MonteCarlo { games } => vec![
                parameter("games", "random games after each move", number(games, 1..=MOST)),
                by_board,
            ],
            Self::MdpMonteCarlo(it) => vec![
                parameter(
                    "games",
                    "random games from a successor with 1, 4, 7 and 10 empty cells",
                    {
                        let default = it.games.map(|games| games.to_string()).join("+");
                        value(&mut it.games, "four numbers, such as 60+40+20+10", |text| {
                            let games = text.split('+').map(|text| number_in(text, &(1..=MOST)));
                            games.collect::<Option<Vec<u32>>>()?.try_into().ok()
                        })
                        .or(default)
                    },
                ),
                parameter(
                    "fewer",
                    "how many times fewer games there are from a successor with a 4",
                    number(&mut it.fewer_for_four, 1..=MOST),
                ),
                parameter("best", "the share of the best games that is averaged", {
                    let default = it.best_share;
                    let read = |text: &str| number_in(text, &(0.0..=1.0)).filter(|&it| it > 0.0);
                    value(&mut it.best_share, "above 0, to 1", read).or(default)
                }),
                parameter(
                    "immediate",
                    "the points of the move and gamma times those after it",
                    flag(&mut it.immediate),
                ),
                parameter(
                    "gamma",
                    "with immediate, the factor of the points after the move",
                    number(&mut it.gamma, 0.0..=1.0),
                )
                .with("immediate"),
                parameter(
                    "expectimax",
                    "successors with at most so many empty cells are searched further",
                    number(&mut it.expectimax, 0..=15),
                ),
                by_board,
            ],
            Self::Features(it) => vec![
                parameter(
                    "games",
                    "games from which transitions are counted",
                    number(&mut it.games, 1..=MOST),
                ),
                parameter("gamma", "the discount", number(&mut it.gamma, 0.0..=0.999)),
                parameter(
                    "acting",
                    "how a move is chosen from the values",
                    named(&mut it.acting, &Acting::NAMED),
                ),
                parameter(
                    "reward",
                    "the moves whose points are the reward of a class",
                    named(&mut it.reward, &Reward::NAMED),
                ),
            ],
            Self::Learned { plies, tolerance } => vec![
                parameter("plies", "moves that are looked ahead", number(plies, 1..=6)),
                parameter(
                    "tolerance",
                    "the share of the highest estimate by which a move may fall short of it",
                    value(tolerance, "0 to 1", |text| number_in(text, &(0.0..=1.0)).map(Some)),
                ),
            ],
        }
    }

    /// What an action depends on besides the board, without `by-board`.
    pub(super) const fn depends_on(&self) -> Dependence {
        match self {
            Self::MonteCarlo { .. } | Self::MdpMonteCarlo(_) => Dependence::RandomGames,
            Self::Search(SearchOptions { opponent, evaluation, .. }) => match opponent {
                // The points are added to whole numbers, which changes no order.
                Opponent::Worst if matches!(evaluation, Evaluation::Points) => Dependence::Nothing,
                // In expectations the points may change the order by rounding.
                _ if evaluation.has_points() => Dependence::Points,
                _ => Dependence::Nothing,
            },
            _ => Dependence::Nothing,
        }
    }

    /// What the estimates are, as they are shown: a phrase such as "expected points".
    pub(super) const fn unit(&self) -> &'static str {
        match self {
            Self::Random => "probability of the move",
            Self::Greedy => "points of the move",
            Self::Search(SearchOptions { opponent: Opponent::Worst, .. }) => {
                "evaluation after the worst tiles"
            }
            Self::Search(_) => "expected evaluation",
            Self::MonteCarlo { .. } => "mean score of random games",
            Self::MdpMonteCarlo(MdpMonteCarloOptions { immediate: true, .. }) => {
                "points now and a share of those of random games"
            }
            Self::MdpMonteCarlo(_) => "expected score of random games",
            Self::Features(_) => "value by features",
            Self::Learned { tolerance: None, .. } => "expected points from here",
            Self::Learned { .. } => "its own estimate of the points from here",
            Self::Optimal => "value of the move",
        }
    }

    /// The agent for a game of a shape that it plays.
    pub(super) fn build(
        &self,
        simulator: Simulator,
        resources: &AgentResources,
    ) -> Result<Box<dyn Agent>, BuildError> {
        Ok(match *self {
            Self::Random => Box::new(Random::new(simulator)),
            Self::Greedy => Box::new(Greedy::new(simulator)),
            Self::Search(options) => Box::new(TreeSearch::new(simulator, options)),
            Self::MonteCarlo { games } => Box::new(MonteCarlo::new(simulator, games)),
            Self::MdpMonteCarlo(options) => Box::new(MdpMonteCarlo::new(simulator, options)),
            Self::Features(options) => {
                Box::new(FeatureIteration::new(simulator, options).expect("the board is 4x4"))
            }
            Self::Learned { plies, tolerance } => {
                let network = resources.network.clone().ok_or(BuildError::NoNetwork)?;
                let agent = Learned::new(&simulator, network, plies).expect("the board is 4x4");
                Box::new(match tolerance {
                    Some(tolerance) => agent.with_tolerance(tolerance),
                    None => agent,
                })
            }
            Self::Optimal => {
                let solved = resources.policy.clone().ok_or(BuildError::NoPolicy)?;
                let (found, asked) = (Box::new(solved.game), Box::new(*simulator.game()));
                let agent = Optimal::new(simulator, solved);
                Box::new(agent.ok_or(BuildError::OtherGame { found, asked })?)
            }
        })
    }
}
