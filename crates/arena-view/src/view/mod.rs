//! The state of the page.

mod answers;
mod events;

use std::collections::VecDeque;

use mdp2048_chart::Chart;
use mdp2048_display::{Measure, SeedField, count, link_note, percent};
use mdp2048_model::{Seed, SeededSpawns, ValuedGame};

pub use self::events::ArenaEvent;
use crate::arena_game::ArenaGame;
use crate::choice::{OPTIMAL, agent_name, agent_unit};
use crate::estimate_text::{estimate_text, exact_text};
use crate::intervals::{IntervalRow, interval_chart};
use crate::lane::{Lane, LaneState};
use crate::position::Decision;
use crate::request::{AgentRequest, SolverRequest};
use crate::speed::{ArenaSpeed, LONGEST_TURN_MS};
use crate::url::{ArenaMode, ArenaUrl, MOST_AGENTS};

/// The time after which a worker begins no other game of a race, in milliseconds. On a solved game
/// its answer also has all boards.
const RACE_MS: f64 = 150.0;
const SOLVED_RACE_MS: f64 = 20.0;

/// The smallest difference of probabilities of losing that is written in percentage points.
const SMALLEST_IN_POINTS: f64 = 1e-4;

/// The most decisions that wait for exact values before agents wait too.
const MOST_WAITING: usize = 20_000;

/// The exact solution of the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Solving {
    /// The game is not solved, or is too large for that.
    None,
    /// It is being solved; this share of the states is done.
    Running(f64),
    /// It is solved: what its values are, and the probability of winning.
    Solved(ValuedGame, f64),
    /// It cannot be solved, for the given reason.
    Failed(String),
}

/// Decisions that wait for exact values.
#[derive(Clone, Debug)]
struct Waiting {
    worker: u32,
    round: u32,
    /// The number of the first move, or `None` for a whole game of a race.
    first: Option<u32>,
    decisions: Vec<Decision>,
}

/// The state of the page.
#[derive(Clone, Debug)]
pub struct ArenaView {
    url: ArenaUrl,
    lanes: Vec<Lane>,
    next_worker: u32,
    seed_field: SeedField,
    speed: ArenaSpeed,
    is_running: bool,
    solving: Solving,
    waiting: VecDeque<Waiting>,
}

impl ArenaView {
    /// The page at an address.
    pub fn open(address: &str) -> Self {
        let url = ArenaUrl::parse(address);
        let mut view = Self {
            seed_field: SeedField::showing(url.seed),
            url,
            lanes: Vec::new(),
            next_worker: 0,
            speed: ArenaSpeed::Normal,
            is_running: false,
            solving: Solving::None,
            waiting: VecDeque::new(),
        };
        view.fill_lanes();
        view
    }

    /// The game.
    pub const fn game(&self) -> &ArenaGame {
        &self.url.game
    }

    /// The agents side by side, from one to four.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// Whether the agents play one game or a race.
    pub const fn mode(&self) -> ArenaMode {
        self.url.mode
    }

    /// The field with the seed.
    pub const fn seed_field(&self) -> &SeedField {
        &self.seed_field
    }

    /// The speed of one game.
    pub const fn speed(&self) -> ArenaSpeed {
        self.speed
    }

    /// Whether the agents play on.
    pub const fn is_running(&self) -> bool {
        self.is_running
    }

    /// The exact solution of the game.
    pub const fn solving(&self) -> &Solving {
        &self.solving
    }

    /// What to say about the parameters of the address that were ignored, if there are any.
    pub fn note(&self) -> Option<String> {
        link_note(self.url.problems.iter().map(|it| format!("The link asks for {it}.")))
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        self.url.to_string()
    }

    /// Whether there may be another agent.
    pub fn can_add(&self) -> bool {
        self.lanes.len() < MOST_AGENTS
    }

    /// Whether all games side by side have ended.
    pub fn is_over(&self) -> bool {
        let is_over = |lane: &Lane| lane.is_over() || matches!(lane.state, LaneState::Failed(_));
        self.url.mode == ArenaMode::Watch
            && self.lanes.iter().any(Lane::is_over)
            && self.lanes.iter().all(is_over)
    }

    /// How differences of exact values are written; `None` until there are any.
    pub fn measure(&self) -> Option<Measure> {
        match &self.solving {
            Solving::Solved(valued_game, _) => Some(Measure::of(valued_game)),
            _ => None,
        }
    }

    /// A difference of exact values as text, such as the sum of what moves cost: `3.1 points`.
    /// Empty until there are exact values.
    pub fn difference_text(&self, difference: f64) -> String {
        let measure = self.measure().map(|measure| match measure {
            Measure::Losing if difference >= SMALLEST_IN_POINTS => Measure::Probability,
            measure => measure,
        });
        measure.map_or_else(String::new, |measure| measure.difference(difference))
    }

    /// What the estimates of the agent of a lane are.
    pub fn unit(&self, lane: &Lane) -> &'static str {
        match self.measure() {
            Some(Measure::Losing) if lane.agent == OPTIMAL => "probability of losing, exact",
            _ => agent_unit(&lane.agent),
        }
    }

    /// The probability that optimal play wins; `None` until it is computed.
    pub const fn optimum(&self) -> Option<f64> {
        match self.solving {
            Solving::Solved(_, win) => Some(win),
            _ => None,
        }
    }

    /// An estimate of the agent of a lane as text.
    pub fn estimate_text(&self, lane: &Lane, estimate: f64) -> String {
        match &self.solving {
            Solving::Solved(valued_game, _) if lane.agent == OPTIMAL => {
                exact_text(valued_game, estimate)
            }
            _ => estimate_text(self.unit(lane), estimate),
        }
    }

    /// What the worker of a lane has to do.
    pub fn agent_request(&self, lane: &Lane) -> Option<AgentRequest> {
        let waiting = || self.waiting.iter().map(|it| it.decisions.len()).sum::<usize>();
        match lane.state {
            _ if lane.agent == OPTIMAL => None,
            LaneState::Failed(_) => None,
            LaneState::Opening(..) => Some(AgentRequest::Open {
                board: self.url.game.game().shape().to_string(),
                target: self.url.game.target().unwrap_or_default(),
                agent: lane.agent.clone(),
            }),
            LaneState::Ready if self.url.mode == ArenaMode::Race => {
                let is_solvable = self.url.game.is_solvable();
                let can_play = self.is_running && waiting() < MOST_WAITING;
                can_play.then(|| AgentRequest::Race {
                    seed: self.seed_of_game(lane).get(),
                    milliseconds: if is_solvable { SOLVED_RACE_MS } else { RACE_MS },
                    keeps_moves: is_solvable,
                })
            }
            LaneState::Ready if lane.position.is_none() => {
                Some(AgentRequest::Begin { seed: self.url.seed.get() })
            }
            LaneState::Ready => (lane.wanted > 0 && !lane.is_over())
                .then_some(AgentRequest::Play { most: lane.wanted, milliseconds: LONGEST_TURN_MS }),
        }
    }

    /// What the solver has to do.
    pub fn solver_request(&self) -> Option<SolverRequest> {
        match self.solving {
            _ if !self.url.game.is_solvable() => None,
            Solving::Failed(_) => None,
            Solving::None | Solving::Running(_) => Some(SolverRequest::Solve(self.url.game)),
            Solving::Solved(..) => {
                let is_racing = self.url.mode == ArenaMode::Race;
                // In a race, optimal play begins a game once another agent has at least as many
                // compared games, or while no decisions wait.
                let others = self.lanes.iter().filter(|lane| lane.agent != OPTIMAL);
                let compared = others.map(|lane| lane.tally.compared()).max();
                let is_due = |lane: &Lane| {
                    compared.is_none_or(|games| lane.tally.games() <= games)
                        || self.waiting.is_empty()
                };
                let needs_game = |lane: &&Lane| {
                    let needs = if is_racing {
                        self.is_running && is_due(lane)
                    } else {
                        lane.script.is_none()
                    };
                    lane.agent == OPTIMAL && needs
                };
                if let Some(lane) = self.lanes.iter().find(needs_game) {
                    let seed = if is_racing { self.seed_of_game(lane) } else { self.url.seed };
                    return Some(SolverRequest::Optimal {
                        worker: lane.worker,
                        round: lane.round,
                        seed: seed.get(),
                        start: SeededSpawns::new(seed).start(self.url.game.game()),
                    });
                }
                let first = self.waiting.front()?;
                Some(SolverRequest::Values(first.decisions.iter().map(|it| it.0).collect()))
            }
        }
    }

    /// The chart of a race; `None` before the first game.
    pub fn chart(&self, width: f64) -> Option<Chart> {
        if self.lanes.iter().all(|lane| lane.tally.games() == 0) {
            return None;
        }
        let has_target = self.url.game.target().is_some();
        let row = |lane: &Lane| {
            let (mean, interval) = if has_target {
                (lane.tally.won().rate(), lane.tally.won().interval())
            } else {
                (lane.tally.score().mean(), lane.tally.score().interval())
            };
            let number = match mean {
                mean if mean.is_nan() => "\u{2014}".to_owned(),
                mean if has_target => percent(mean),
                mean => count(mean.round() as u64),
            };
            IntervalRow { label: agent_name(&lane.agent), number, mean, interval }
        };
        let rows: Vec<_> = self.lanes.iter().map(row).collect();
        let highest = |row: &IntervalRow| {
            let high = if row.interval.1.is_finite() { row.interval.1 } else { row.mean };
            if high.is_nan() { 0.0 } else { high }
        };
        let highest = rows.iter().map(highest).fold(0.0, f64::max);
        let most = if has_target { 1.0 } else { (1.05 * highest).max(1.0) };
        Some(interval_chart(&rows, most, self.optimum().filter(|_| has_target), width))
    }

    /// The seed of the next game of a race.
    fn seed_of_game(&self, lane: &Lane) -> Seed {
        self.url.seed.get().wrapping_add(lane.tally.games() as u32).into()
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_agents::{AgentResources, AgentSpec, SeededGame, Simulator};
    use mdp2048_rules::Board;

    use super::*;

    fn after(view: ArenaView, events: impl IntoIterator<Item = ArenaEvent>) -> ArenaView {
        events.into_iter().fold(view, ArenaView::after)
    }

    /// The numbers that the worker of the agent `greedy` sends: the first positions of a game.
    fn numbers(game: &ArenaGame, seed: u32, positions: usize) -> Vec<f64> {
        let simulator = Simulator::new(*game.game());
        let spec: AgentSpec = "greedy".parse().unwrap();
        let mut agent = spec.build(&simulator, &AgentResources::default()).unwrap();
        let mut seeded = SeededGame::new(simulator, seed.into());
        let mut numbers = Vec::new();
        for _ in 0..positions {
            let (board, points) = (seeded.position().board, seeded.position().points);
            let (estimates, action) = agent.consider(seeded.position());
            let key = board.key();
            numbers.extend([(key >> 32) as f64, f64::from(key as u32)]);
            numbers.push(action.map_or(-1.0, |it| it.index() as f64));
            numbers.push(points as f64);
            numbers.extend(estimates.map(|it| it.unwrap_or(f64::NAN)));
            action.map(|action| seeded.play(action));
        }
        numbers
    }

    fn values(boards: &[Board]) -> Vec<f64> {
        boards.iter().flat_map(|_| [1.0, 1.0, 0.75, 0.75, 0.75]).collect()
    }

    #[test]
    fn agents_open_begin_and_play_together() {
        let view = ArenaView::open("#/arena?agents=greedy,random&seed=7");
        let workers: Vec<u32> = view.lanes().iter().map(|lane| lane.worker).collect();
        assert_ne!(workers[0], workers[1]);
        let open = view.agent_request(&view.lanes()[0]).unwrap();
        assert!(matches!(open, AgentRequest::Open { target: 0, .. }), "{open:?}");
        let view = after(view, workers.iter().map(|&worker| ArenaEvent::Opened(worker)));
        assert_eq!(view.agent_request(&view.lanes()[1]), Some(AgentRequest::Begin { seed: 7 }));
        let first = numbers(view.game(), 7, 1);
        let begun = workers.iter().map(|&worker| ArenaEvent::Played(worker, 0, first.clone()));
        let view = after(view, begun);
        assert_eq!(view.agent_request(&view.lanes()[0]), None);
        let view = after(view, [ArenaEvent::Toggle, ArenaEvent::Tick]);
        assert!(view.is_running());
        let play = view.agent_request(&view.lanes()[0]).unwrap();
        assert!(matches!(play, AgentRequest::Play { most: 1, .. }), "{play:?}");
        let mut three = numbers(view.game(), 7, 3);
        let view = after(view, [ArenaEvent::Played(workers[0], 0, three.split_off(8))]);
        assert_eq!((view.lanes()[0].moves, view.lanes()[0].wanted), (1, 0));
        // An answer to an earlier round is ignored.
        let view = after(view, [ArenaEvent::Restart]);
        let stale = ArenaEvent::Played(workers[0], 0, first);
        let view = after(view, [stale]);
        assert_eq!((view.lanes()[0].moves, view.lanes()[0].position), (0, None));
        assert_eq!(view.lanes()[0].state, LaneState::Ready);
        assert_eq!(view.solver_request(), None);
    }

    #[test]
    fn moves_on_a_solved_board_are_compared_with_the_optimum() {
        let view = ArenaView::open("#/arena?game=3x3_to_128&agents=greedy&seed=7");
        let worker = view.lanes()[0].worker;
        assert_eq!(view.solver_request(), Some(SolverRequest::Solve(*view.game())));
        let (one, four) = (numbers(view.game(), 7, 1), numbers(view.game(), 7, 4));
        let view = after(
            view,
            [ArenaEvent::Opened(worker), ArenaEvent::Played(worker, 0, one), ArenaEvent::Toggle],
        );
        let view = after(view, [ArenaEvent::Solved("3x3_to_128".to_owned(), 0.9, false)]);
        assert_eq!((view.optimum(), view.measure()), (Some(0.9), Some(Measure::Probability)));
        let Some(SolverRequest::Values(boards)) = view.solver_request() else { panic!() };
        assert_eq!(boards.len(), 1);
        let view = after(view, [ArenaEvent::Values(values(&boards)), ArenaEvent::Tick]);
        let first = view.lanes()[0].loss;
        assert_eq!(view.lanes()[0].cost, Some(first));
        let view = after(view, [ArenaEvent::Played(worker, 0, four)]);
        let Some(SolverRequest::Values(boards)) = view.solver_request() else { panic!() };
        assert_eq!(boards.len(), 3);
        let view = after(view, [ArenaEvent::Values(values(&boards))]);
        let lane = &view.lanes()[0];
        let costs = lane.loss / 0.25;
        assert!(costs == costs.round() && costs <= 4.0, "{costs}");
        assert_eq!(lane.moves, 3);
        assert!(lane.worst.is_some() && lane.cost.is_some());
        assert_eq!(view.solver_request(), None);
    }

    #[test]
    fn a_race_goes_from_seed_to_seed() {
        let view = ArenaView::open("#/arena?game=3x3_to_128&agents=greedy&seed=7&mode=race");
        let worker = view.lanes()[0].worker;
        let view = after(
            view,
            [ArenaEvent::Opened(worker), ArenaEvent::Solved("3x3_to_128".to_owned(), -1e-4, true)],
        );
        assert_eq!((view.optimum(), view.measure()), (Some(1.0 - 1e-4), Some(Measure::Losing)));
        assert_eq!(view.agent_request(&view.lanes()[0]), None);
        let view = after(view, [ArenaEvent::Toggle]);
        let request = view.agent_request(&view.lanes()[0]).unwrap();
        assert!(matches!(request, AgentRequest::Race { seed: 7, keeps_moves: true, .. }));
        let row = numbers(view.game(), 7, 1);
        let game = |won: f64| vec![600.0, 1.0, 64.0 + 64.0 * won, won, row[0], row[1], row[2]];
        let games = vec![game(1.0), game(0.0)];
        let mut view = after(view, [ArenaEvent::Finished(worker, 0, 20.0, games)]);
        let request = view.agent_request(&view.lanes()[0]).unwrap();
        assert!(matches!(request, AgentRequest::Race { seed: 9, .. }), "{request:?}");
        while let Some(SolverRequest::Values(boards)) = view.solver_request() {
            view = view.after(ArenaEvent::Values(values(&boards)));
        }
        let tally = &view.lanes()[0].tally;
        assert_eq!((tally.games(), tally.won().rate()), (2, 0.5));
        assert!(tally.mean_loss().is_some());
        assert!(view.chart(300.0).is_some_and(|chart| chart.description.contains("50.00 %")));
        let view = after(view, [ArenaEvent::Mode(ArenaMode::Watch)]);
        assert_eq!((view.lanes()[0].tally.games(), view.chart(300.0)), (0, None));
    }

    #[test]
    fn choices_of_the_reader_keep_the_games_comparable() {
        let view = ArenaView::open("#/arena?agents=greedy,learned:plies=2&seed=7");
        let learned = view.lanes()[1].worker;
        let view = after(view, [ArenaEvent::Agent(0, "random".to_owned())]);
        assert_eq!((view.lanes()[1].worker, view.lanes()[1].round), (learned, 1));
        assert_ne!(view.lanes()[0].worker, view.lanes()[1].worker);
        let mut view = after(view, [ArenaEvent::Add, ArenaEvent::Add]);
        assert!(view.lanes().len() == 4 && !view.can_add());
        view = after(view, [ArenaEvent::Add, ArenaEvent::Remove(0)]);
        assert_eq!(view.lanes().len(), 3);
        // Agents that do not play the other game are left out.
        let view = after(view, [ArenaEvent::Game("3x3_to_256".to_owned())]);
        assert!(
            view.address().starts_with("#/arena?game=3x3_to_256&agents="),
            "{}",
            view.address()
        );
        assert!(!view.address().contains("learned"), "{}", view.address());
        let failed = ArenaEvent::Failed(view.lanes()[0].worker, "it ended".to_owned());
        let view = after(view, [failed, ArenaEvent::Retry]);
        assert_eq!(view.lanes()[0].state, LaneState::Opening(0.0, 0.0));
        let worker = view.lanes()[0].worker;
        assert!(view.lanes()[1..].iter().all(|lane| lane.worker != worker));
        // An address with the same agents keeps their workers.
        let same = view.address().replace("seed=7", "seed=8");
        let again = view.after(ArenaEvent::Open(same));
        assert_eq!((again.lanes()[0].worker, again.seed_field().text()), (worker, "8"));
    }

    #[test]
    fn the_optimal_lane_is_played_by_the_solver() {
        let view = ArenaView::open("#/arena?game=3x3_to_128&agents=optimal&seed=7");
        let view = after(view, [ArenaEvent::Solved("3x3_to_128".to_owned(), 0.9, false)]);
        let Some(SolverRequest::Optimal { worker, round, seed, .. }) = view.solver_request() else {
            panic!("{:?}", view.solver_request())
        };
        let mut seeded = SeededGame::new(Simulator::new(*view.game().game()), seed.into());
        let mut moves = Vec::new();
        while let Some(action) =
            mdp2048_rules::Action::ALL.into_iter().find(|&action| seeded.play(action))
        {
            moves.extend([0.0, action.index() as f64, 0.5, 0.5, 0.5, 0.5, 0.5]);
        }
        let played = moves.len() as u32 / 7;
        let view = after(view, [ArenaEvent::OptimalGame(worker, round, seed, moves)]);
        assert_eq!((view.lanes()[0].moves, view.solver_request()), (0, None));
        let view = after(view, [ArenaEvent::Step, ArenaEvent::Step]);
        assert_eq!(view.lanes()[0].moves, 2);
        let view = after(view, [ArenaEvent::Speed(ArenaSpeed::Fastest), ArenaEvent::Toggle]);
        let view = after(view, [ArenaEvent::Tick]);
        assert!(view.is_over() && !view.is_running());
        assert_eq!(view.lanes()[0].moves, played);
    }
}
