//! Tests of the reducer.

use mdp2048_agents::{AgentResources, AgentSpec, SeededGame, Simulator};
use mdp2048_display::chart::{Mark, round_up};
use mdp2048_display::{Effect, Opened, Reducer as _, Storage};
use mdp2048_model::{Seed, SeededSpawns};
use mdp2048_protocol::{
    AgentAnswer, AgentPosition, AgentRequest, BoardValues, FollowedGames, OptimalMove, PlayedGame,
    SolvedGame, SolvedLayer, SolverAnswer, SolverRequest, WorkerError,
};
use mdp2048_rules::{Action, Board, Exponent};

use super::requests::MOST_WAITING;
use super::*;
use crate::choice::NETWORK_SIZE;
use crate::speed::LONGEST_TURN_MS;
use crate::url::usual_agents;

mod beginning;
mod choices;
mod drawing;
mod effects;
mod races;

/// The page at an address, which the reader sees.
fn open(address: &str) -> ArenaView {
    ArenaView::open(address).after(ArenaEvent::Shown(true))
}

fn after(view: ArenaView, events: impl IntoIterator<Item = ArenaEvent>) -> ArenaView {
    events.into_iter().fold(view, ArenaView::after)
}

/// The reader follows a link.
fn link(address: &str) -> ArenaEvent {
    Opened::New(address.to_owned()).into()
}

/// What the worker of a lane was asked, and has not answered.
fn asked(view: &ArenaView, at: usize) -> Option<AgentRequest> {
    view.lanes[at].task.as_ref().map(|task| task.request.clone())
}

/// The seed with which the race of a lane goes on, if its worker plays one.
fn raced(view: &ArenaView, at: usize) -> Option<u32> {
    match asked(view, at) {
        Some(AgentRequest::Race { seed, .. }) => Some(seed.get()),
        _ => None,
    }
}

/// How many moves the worker of a lane was asked for, if it plays.
fn most_moves(view: &ArenaView, at: usize) -> Option<u32> {
    match asked(view, at) {
        Some(AgentRequest::Play { most, .. }) => Some(most),
        _ => None,
    }
}

/// The boards whose values the solver finds.
fn valued_boards(view: &ArenaView) -> Option<Vec<Board>> {
    match &view.solver_task {
        Some(SolverTask::Values(asked)) => Some(asked.decisions.iter().map(|it| it.0).collect()),
        _ => None,
    }
}

/// The worker of the lane, and the seed of the game that the solver plays for it.
fn optimal_game(view: &ArenaView) -> Option<(u32, Seed)> {
    match view.solver_task {
        Some(SolverTask::Optimal { worker, seed, .. }) => Some((worker, seed)),
        _ => None,
    }
}

/// What the worker of the agent `greedy` sends: the first positions of a game.
fn positions(game: &ArenaGame, seed: u32, positions: usize) -> Vec<AgentPosition> {
    let simulator = Simulator::new(*game.game());
    let spec: AgentSpec = "greedy".parse().unwrap();
    let mut agent = spec.build(&simulator, &AgentResources::default()).unwrap();
    let mut seeded = SeededGame::new(simulator, seed.into());
    let mut found = Vec::new();
    for _ in 0..positions {
        let (board, points) = (seeded.position().board, seeded.position().points);
        let (estimates, action) = agent.consider(seeded.position());
        found.push(AgentPosition { board, points, estimates, action });
        action.map(|action| seeded.play(action));
    }
    found
}

const fn opened(worker: u32) -> ArenaEvent {
    ArenaEvent::Answered(worker, 0, Ok(AgentAnswer::Opened))
}

const fn played(worker: u32, round: u32, positions: Vec<AgentPosition>) -> ArenaEvent {
    ArenaEvent::Answered(worker, round, Ok(AgentAnswer::Played(positions)))
}

const fn finished(worker: u32, games: Vec<PlayedGame>) -> ArenaEvent {
    ArenaEvent::Answered(worker, 0, Ok(AgentAnswer::Finished(games)))
}

const fn followed(worker: u32, [done, win, score, moves]: [f64; 4]) -> ArenaEvent {
    let games = FollowedGames { done, win, score, moves };
    ArenaEvent::Answered(worker, 0, Ok(AgentAnswer::Followed(games)))
}

fn agent_ended(worker: u32) -> ArenaEvent {
    ArenaEvent::Answered(worker, 0, Err(WorkerError::Ended("it ended".to_owned())))
}

const fn solver_answers(view: &ArenaView, answer: SolverAnswer) -> ArenaEvent {
    ArenaEvent::SolverAnswered(view.solver, Ok(answer))
}

/// The solver of the page has solved its game, which optimal play wins with a probability.
fn solved(view: &ArenaView, win: f64) -> ArenaEvent {
    solved_as(view, (*view.game().game()).into(), win)
}

fn solved_as(view: &ArenaView, valued_game: ValuedGame, start_return: f64) -> ArenaEvent {
    let (states, bytes, value_error, all_actions) = (1.0, 1.0, 0.0, true);
    let solved = SolvedGame { valued_game, start_return, states, bytes, value_error, all_actions };
    solver_answers(view, SolverAnswer::Solved(solved))
}

fn solver_ended(solver: u32) -> ArenaEvent {
    ArenaEvent::SolverAnswered(solver, Err(WorkerError::Ended("it has ended".to_owned())))
}

/// The solver plays the optimal game of a seed.
fn solver_played(view: &ArenaView, seed: u32) -> ArenaEvent {
    solver_answers(view, SolverAnswer::Played(optimal_moves(view.game(), seed)))
}

/// The solver has found the values that it was asked for.
fn valued(view: &ArenaView) -> ArenaEvent {
    let boards = valued_boards(view).expect("the solver finds values");
    let actions = [1.0, 0.75, 0.75, 0.75].map(Some);
    let values = vec![BoardValues { value: Some(1.0), actions }; boards.len()];
    solver_answers(view, SolverAnswer::Values(values))
}

/// A game in which the decision at a position was made.
fn game_of(position: &AgentPosition, is_won: bool) -> PlayedGame {
    let largest = Exponent::from_face(if is_won { 128 } else { 64 }).unwrap();
    let decisions = vec![(position.board, position.action.unwrap())];
    PlayedGame { points: 600, largest, is_won, decisions }
}

/// Moves of a game of a seed, as the solver sends them. Any allowed move serves for one of the
/// policy.
fn optimal_moves(game: &ArenaGame, seed: u32) -> Vec<OptimalMove> {
    let mut seeded = SeededGame::new(Simulator::new(*game.game()), seed.into());
    let values = BoardValues { value: Some(0.5), actions: [Some(0.5); 4] };
    let mut moves = Vec::new();
    while let Some(action) = Action::ALL.into_iter().find(|&action| seeded.play(action)) {
        moves.push(OptimalMove { sum: seeded.position().board.tile_sum(), action, values });
    }
    moves
}

#[test]
fn agents_open_begin_and_play_together() {
    let view = open("#/arena?agents=greedy,random&seed=7");
    let workers: Vec<u32> = view.lanes().iter().map(|lane| lane.worker).collect();
    assert_ne!(workers[0], workers[1]);
    assert!(matches!(asked(&view, 0), Some(AgentRequest::Open { .. })));
    let view = after(view, workers.iter().map(|&worker| opened(worker)));
    assert_eq!(asked(&view, 1), Some(AgentRequest::Begin { seed: 7.into() }));
    let first = positions(view.game(), 7, 1);
    let begun = workers.iter().map(|&worker| played(worker, 0, first.clone()));
    let view = after(view, begun);
    assert_eq!(asked(&view, 0), None);
    let view = after(view, [ArenaEvent::Toggle, ArenaEvent::Tick]);
    assert!(view.is_running());
    assert_eq!(most_moves(&view, 0), Some(1));
    let mut three = positions(view.game(), 7, 3);
    let view = after(view, [played(workers[0], 0, three.split_off(1))]);
    assert_eq!((view.lanes()[0].moves, view.lanes()[0].wanted), (1, 0));
    // An answer to an earlier round is ignored.
    let view = after(view, [ArenaEvent::Restart, played(workers[0], 0, first)]);
    assert_eq!((view.lanes()[0].moves, view.lanes()[0].position), (0, None));
    assert_eq!(view.lanes()[0].state, LaneState::Ready);
    assert_eq!(view.solver_task, None);
}

#[test]
fn moves_on_a_solved_board_are_compared_with_the_optimum() {
    let view = open("#/arena?game=3x3_to_128&agents=greedy&seed=7");
    let worker = view.lanes()[0].worker;
    assert_eq!(view.solver_task, Some(SolverTask::Solve));
    let (one, four) = (positions(view.game(), 7, 1), positions(view.game(), 7, 4));
    let view = after(view, [opened(worker), played(worker, 0, one), ArenaEvent::Toggle]);
    let view = view.clone().after(solved(&view, 0.9));
    assert_eq!((view.optimum(), view.measure()), (Some(0.9), Some(Measure::Probability)));
    assert_eq!(valued_boards(&view).unwrap().len(), 1);
    let view = after(view.clone(), [valued(&view), ArenaEvent::Tick]);
    let first = view.lanes()[0].loss;
    assert_eq!(view.lanes()[0].cost.map(|it| it.regret), Some(first));
    let view = after(view, [played(worker, 0, four)]);
    assert_eq!(valued_boards(&view).unwrap().len(), 3);
    let view = view.clone().after(valued(&view));
    let lane = &view.lanes()[0];
    let costs = lane.loss / 0.25;
    assert!(costs == costs.round() && costs <= 4.0, "{costs}");
    assert_eq!(lane.moves, 3);
    assert!(lane.worst.is_some() && lane.cost.is_some());
    assert_eq!(view.solver_task, None);
}

#[test]
fn choices_of_the_reader_keep_the_games_comparable() {
    let view = open("#/arena?agents=greedy,learned:plies=2&seed=7");
    let learned = view.lanes()[1].worker;
    let view = after(view, [ArenaEvent::Agent(0, "random".to_owned())]);
    assert_eq!((view.lanes()[1].worker, view.lanes()[1].round), (learned, 0));
    assert_ne!(view.lanes()[0].worker, view.lanes()[1].worker);
    let mut view = after(view, [ArenaEvent::Add, ArenaEvent::Add]);
    assert!(view.lanes().len() == 4 && !view.can_add());
    view = after(view, [ArenaEvent::Add, ArenaEvent::Remove(0)]);
    assert_eq!(view.lanes().len(), 3);
    // Agents that do not play the other game are left out.
    let view = after(view, [ArenaEvent::Game("3x3_to_256".to_owned())]);
    assert!(view.address().starts_with("#/arena?game=3x3_to_256&agents="), "{}", view.address());
    assert!(!view.address().contains("learned"), "{}", view.address());
    // And they are back with a game that they play.
    let score = view.clone().after(ArenaEvent::Game("4x4_score".to_owned()));
    assert!(score.address().contains("learned"), "{}", score.address());
    let failed = agent_ended(view.lanes()[0].worker);
    let view = after(view, [failed, ArenaEvent::Retry]);
    assert_eq!(view.lanes()[0].state, LaneState::Opening(0.0, 0.0));
    let worker = view.lanes()[0].worker;
    assert!(view.lanes()[1..].iter().all(|lane| lane.worker != worker));
    // An address with the same agents keeps their workers.
    let same = view.address().replace("seed=7", "seed=8");
    let again = view.after(link(&same));
    assert_eq!((again.lanes()[0].worker, again.seed_field().text()), (worker, "8"));
}

#[test]
fn the_optimal_lane_is_played_by_the_solver() {
    let view = open("#/arena?game=3x3_to_128&agents=optimal&seed=7");
    let view = view.clone().after(solved(&view, 0.9));
    assert_eq!(optimal_game(&view), Some((view.lanes()[0].worker, 7.into())));
    let moves = optimal_moves(view.game(), 7).len() as u32;
    let view = view.clone().after(solver_played(&view, 7));
    assert_eq!((view.lanes()[0].moves, &view.solver_task), (0, &None));
    let view = after(view, [ArenaEvent::Step, ArenaEvent::Step]);
    assert_eq!(view.lanes()[0].moves, 2);
    let view = after(view, [ArenaEvent::Speed(ArenaSpeed::Fastest), ArenaEvent::Toggle]);
    let view = after(view, [ArenaEvent::Tick]);
    assert!(view.is_over() && !view.is_running());
    assert_eq!(view.lanes()[0].moves, moves);
}

#[test]
fn answers_of_another_round_are_ignored() {
    let view = open("#/arena?game=3x3_to_128&agents=greedy&seed=7");
    let worker = view.lanes()[0].worker;
    let first = positions(view.game(), 7, 1);
    let events = [opened(worker), solved(&view, 0.9), played(worker, 0, first.clone())];
    let view = after(view, events);
    // The values of the game before are not those of the new one, which are asked for next.
    let view = after(view.clone(), [ArenaEvent::Restart, valued(&view), played(worker, 1, first)]);
    assert_eq!(view.lanes()[0].cost, None);
    let of_new = valued(&view);
    let compared = view.clone().after(of_new.clone());
    assert!(compared.lanes()[0].cost.is_some() && compared.solver_task.is_none());
    // They stay unknown when another address has other agents.
    let view = after(view, [link("#/arena?game=3x3_to_128&agents=random")]);
    let worker = view.lanes()[0].worker;
    let begun = played(worker, 0, positions(view.game(), 42, 1));
    let view = after(view, [opened(worker), begun, of_new]);
    assert_eq!((view.solver, view.lanes()[0].cost), (compared.solver, None));
    assert!(valued_boards(&view).is_some());
}

#[test]
fn a_solver_that_is_no_longer_needed_does_not_fail_the_next() {
    let view = open("#/arena?game=3x3_to_128&agents=greedy&seed=7");
    let first = view.solver;
    let board = positions(view.game(), 7, 1)[0].board;
    let layer =
        |pass| SolvedLayer { pass, sum: board.tile_sum(), states: 50.0, states_in_all: 100.0 };
    // The first pass does not know how many states there are.
    for (pass, done) in [(0, 0.0), (1, 0.5)] {
        let part = solver_answers(&view, SolverAnswer::Solving(layer(pass)));
        let view = view.clone().after(part);
        assert_eq!(
            (view.solving(), &view.solver_task),
            (&Solving::Running(done), &Some(SolverTask::Solve))
        );
    }
    let (part, done) = (solver_answers(&view, SolverAnswer::Solving(layer(1))), solved(&view, 0.9));
    // Another board ends the first solver, which says so.
    let view = after(view, [ArenaEvent::Game("3x3_to_256".to_owned())]);
    let second = view.solver;
    assert_ne!(first, second);
    for stale in [solver_ended(first), part, done] {
        let view = after(view.clone(), [stale]);
        assert_eq!((view.solving(), &view.solver_task), (&Solving::None, &Some(SolverTask::Solve)));
    }
    let view = after(view, [link("#/arena?game=3x3_to_512&agents=greedy&seed=7")]);
    let third = view.solver;
    let view = after(view, [solver_ended(second)]);
    assert_eq!(view.solving(), &Solving::None);
    // A reader who tries again needs another solver; one that has solved the game stays.
    let view = after(view, [solver_ended(third)]);
    assert_eq!(view.solver_task, None);
    let view = after(view, [ArenaEvent::Retry]);
    let fourth = view.solver;
    assert!(fourth != third && view.solver_task == Some(SolverTask::Solve));
    let view = after(view.clone(), [solved(&view, 0.5), ArenaEvent::Retry]);
    assert_eq!((view.solver, view.optimum()), (fourth, Some(0.5)));
}

#[test]
fn nothing_begins_while_the_page_is_not_seen() {
    let address = "#/arena?game=3x3_to_128&agents=greedy&seed=7&mode=race";
    let hidden = ArenaView::open(address);
    assert_eq!((asked(&hidden, 0), &hidden.solver_task), (None, &None));
    let worker = hidden.lanes()[0].worker;
    let events =
        [ArenaEvent::Shown(true), opened(worker), solved(&hidden, 0.9), ArenaEvent::Toggle];
    let view = after(hidden, events);
    assert!(view.is_playing() && raced(&view, 0) == Some(7));
    let row = positions(view.game(), 7, 1);
    let game = game_of(&row[0], false);
    let left = after(view, [ArenaEvent::Shown(false)]);
    assert!(left.is_running() && !left.is_playing());
    // A game that was on its way counts.
    let exact = followed(worker, [1.0, 0.5, 300.0, 60.0]);
    let left = after(left, [finished(worker, vec![game]), exact]);
    assert_eq!(left.lanes()[0].tally.games(), 1);
    assert_eq!((asked(&left, 0), &left.solver_task), (None, &None));
    // It goes on by itself, unless the reader has paused before.
    let back = after(left.clone(), [ArenaEvent::Shown(true)]);
    assert_eq!(raced(&back, 0), Some(8));
    assert!(valued_boards(&back).is_some());
    let paused = after(left.clone(), [ArenaEvent::Toggle, ArenaEvent::Shown(true)]);
    assert_eq!(asked(&paused, 0), None);
    // Side by side, the clock has no effect.
    let watch = after(left, [ArenaEvent::Mode(ArenaMode::Watch), ArenaEvent::Toggle]);
    assert_eq!(watch.tick_ms(), None);
    let begun = played(worker, 1, row);
    let watch = after(watch, [begun, ArenaEvent::Tick, ArenaEvent::Shown(true)]);
    assert_eq!((watch.lanes()[0].wanted, watch.is_playing()), (0, true));
    assert_eq!(watch.tick_ms(), Some(ArenaSpeed::Normal.interval()));
    assert_eq!(after(watch, [ArenaEvent::Tick]).lanes()[0].wanted, 1);
    // Another address is read, and waits.
    let other = ArenaView::open(address).after(link("#/arena?game=3x3_to_256&agents=random"));
    assert_eq!((asked(&other, 0), &other.solver_task), (None, &None));
}

#[test]
fn agents_play_a_game_again_to_which_the_reader_comes_back() {
    let view = open("#/arena?game=3x3_to_128&agents=greedy,optimal&seed=7");
    let worker = view.lanes()[0].worker;
    let (begun, rows) = (positions(view.game(), 7, 1), positions(view.game(), 7, 4));
    let view = after(view.clone(), [opened(worker), solved(&view, 0.9)]);
    let view = after(view.clone(), [solver_played(&view, 7), played(worker, 0, begun.clone())]);
    let view = after(view, [ArenaEvent::Step, ArenaEvent::Step, ArenaEvent::Step]);
    let view = after(view, [played(worker, 0, rows.clone())]);
    let view = view.clone().after(valued(&view));
    let moves = |view: &ArenaView| view.lanes().iter().map(|lane| lane.moves).collect::<Vec<_>>();
    assert_eq!(moves(&view), [3, 3]);
    let held = view.held();
    let view = view.clone().after(valued(&view));
    let other = after(view, [link("#/arena?game=3x3_to_128&agents=greedy")]);
    let back = after(other, [Opened::Held(held).into()]);
    let lane = &back.lanes()[0];
    let (worker, round) = (lane.worker, lane.round);
    let back = after(back.clone(), [opened(worker), solver_played(&back, 7)]);
    let back = after(back, [played(worker, round, begun)]);
    assert_eq!(most_moves(&back, 0), Some(3));
    // The answer may have fewer moves than were asked for.
    let back = after(back, [played(worker, round, rows[..3].to_vec())]);
    assert_eq!(most_moves(&back, 0), Some(1));
    let back = after(back, [played(worker, round, rows[2..].to_vec())]);
    assert_eq!((moves(&back), asked(&back, 0)), (vec![3, 3], None));
}
