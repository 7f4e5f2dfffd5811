//! Tests of the reducer.

use mdp2048_agents::{AgentResources, AgentSpec, SeededGame, Simulator};
use mdp2048_protocol::{
    AgentAnswer, AgentPosition, BoardValues, FollowedGames, OptimalMove, PlayedGame,
};
use mdp2048_rules::{Action, Board, Exponent};

use super::*;
use crate::choice::NETWORK_SIZE;
use crate::url::usual_agents;

mod beginning;
mod choices;

fn after(view: ArenaView, events: impl IntoIterator<Item = ArenaEvent>) -> ArenaView {
    events.into_iter().fold(view, ArenaView::after)
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
    ArenaEvent::Answered(worker, 0, AgentAnswer::Opened)
}

const fn played(worker: u32, round: u32, positions: Vec<AgentPosition>) -> ArenaEvent {
    ArenaEvent::Answered(worker, round, AgentAnswer::Played(positions))
}

const fn finished(worker: u32, games: Vec<PlayedGame>) -> ArenaEvent {
    ArenaEvent::Answered(worker, 0, AgentAnswer::Finished(games))
}

const fn followed(worker: u32, [done, win, score, moves]: [f64; 4]) -> ArenaEvent {
    let games = FollowedGames { done, win, score, moves };
    ArenaEvent::Answered(worker, 0, AgentAnswer::Followed(games))
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

fn values(boards: &[Board]) -> Vec<BoardValues> {
    let actions = [1.0, 0.75, 0.75, 0.75].map(Some);
    vec![BoardValues { value: Some(1.0), actions }; boards.len()]
}

#[test]
fn agents_open_begin_and_play_together() {
    let view = ArenaView::open("#/arena?agents=greedy,random&seed=7");
    let workers: Vec<u32> = view.lanes().iter().map(|lane| lane.worker).collect();
    assert_ne!(workers[0], workers[1]);
    let open = view.agent_request(&view.lanes()[0]).unwrap();
    assert!(matches!(open, AgentRequest::Open { .. }), "{open:?}");
    let view = after(view, workers.iter().map(|&worker| opened(worker)));
    assert_eq!(view.agent_request(&view.lanes()[1]), Some(AgentRequest::Begin { seed: 7.into() }));
    let first = positions(view.game(), 7, 1);
    let begun = workers.iter().map(|&worker| played(worker, 0, first.clone()));
    let view = after(view, begun);
    assert_eq!(view.agent_request(&view.lanes()[0]), None);
    let view = after(view, [ArenaEvent::Toggle, ArenaEvent::Tick]);
    assert!(view.is_running());
    let play = view.agent_request(&view.lanes()[0]).unwrap();
    assert!(matches!(play, AgentRequest::Play { most: 1, .. }), "{play:?}");
    let mut three = positions(view.game(), 7, 3);
    let view = after(view, [played(workers[0], 0, three.split_off(1))]);
    assert_eq!((view.lanes()[0].moves, view.lanes()[0].wanted), (1, 0));
    // An answer to an earlier round is ignored.
    let view = after(view, [ArenaEvent::Restart]);
    let stale = played(workers[0], 0, first);
    let view = after(view, [stale]);
    assert_eq!((view.lanes()[0].moves, view.lanes()[0].position), (0, None));
    assert_eq!(view.lanes()[0].state, LaneState::Ready);
    assert_eq!(view.solver_task(), None);
}

#[test]
fn moves_on_a_solved_board_are_compared_with_the_optimum() {
    let view = ArenaView::open("#/arena?game=3x3_to_128&agents=greedy&seed=7");
    let worker = view.lanes()[0].worker;
    assert_eq!(view.solver_task(), Some(SolverTask::Solve(*view.game())));
    let (one, four) = (positions(view.game(), 7, 1), positions(view.game(), 7, 4));
    let view = after(view, [opened(worker), played(worker, 0, one), ArenaEvent::Toggle]);
    let view = after(view, [ArenaEvent::Solved(0, 0.9, false)]);
    assert_eq!((view.optimum(), view.measure()), (Some(0.9), Some(Measure::Probability)));
    let Some(SolverTask::Values { number, boards }) = view.solver_task() else { panic!() };
    assert_eq!(boards.len(), 1);
    let view = after(view, [ArenaEvent::Values(number, values(&boards)), ArenaEvent::Tick]);
    let first = view.lanes()[0].loss;
    assert_eq!(view.lanes()[0].cost, Some(first));
    let view = after(view, [played(worker, 0, four)]);
    let Some(SolverTask::Values { number, boards }) = view.solver_task() else { panic!() };
    assert_eq!(boards.len(), 3);
    let view = after(view, [ArenaEvent::Values(number, values(&boards))]);
    let lane = &view.lanes()[0];
    let costs = lane.loss / 0.25;
    assert!(costs == costs.round() && costs <= 4.0, "{costs}");
    assert_eq!(lane.moves, 3);
    assert!(lane.worst.is_some() && lane.cost.is_some());
    assert_eq!(view.solver_task(), None);
}

#[test]
fn a_race_goes_on_after_the_page_is_loaded_again() {
    let address = "#/arena?game=3x3_to_128&agents=greedy&seed=7&mode=race";
    let view = ArenaView::open(address);
    assert_eq!(view.kept_race(), None);
    let worker = view.lanes()[0].worker;
    let game = game_of(&positions(view.game(), 7, 1)[0], true);
    let known = followed(worker, [1.0, 0.25, 400.0, 60.0]);
    let view =
        after(view, [opened(worker), ArenaEvent::Toggle, finished(worker, vec![game]), known]);
    let kept = view.kept_race().unwrap();
    let again = after(ArenaView::open(address), [ArenaEvent::Restore(kept.clone())]);
    assert_eq!(again.lanes()[0].tally, view.lanes()[0].tally);
    assert_eq!((again.lanes()[0].exact, again.is_running()), (view.lanes()[0].exact, false));
    // It goes on with the next seed.
    let worker = again.lanes()[0].worker;
    let again = after(again, [opened(worker), ArenaEvent::Toggle]);
    let request = again.agent_request(&again.lanes()[0]).unwrap();
    assert!(matches!(request, AgentRequest::Race { seed, .. } if seed == 8.into()), "{request:?}");
    // Another race, and what is no race, change nothing.
    let other = "#/arena?game=3x3_to_128&agents=greedy&seed=8&mode=race";
    for (address, text) in [(other, &*kept), (address, "\u{20ac}"), (address, "")] {
        let view = after(ArenaView::open(address), [ArenaEvent::Restore(text.to_owned())]);
        assert_eq!(view.lanes()[0].tally.games(), 0);
    }
}

#[test]
fn a_race_goes_from_seed_to_seed() {
    let view = ArenaView::open("#/arena?game=3x3_to_128&agents=greedy&seed=7&mode=race");
    let worker = view.lanes()[0].worker;
    let view = after(view, [opened(worker), ArenaEvent::Solved(0, -1e-4, true)]);
    assert_eq!((view.optimum(), view.measure()), (Some(1.0 - 1e-4), Some(Measure::Losing)));
    assert_eq!(view.agent_request(&view.lanes()[0]), None);
    let view = after(view, [ArenaEvent::Toggle]);
    let request = view.agent_request(&view.lanes()[0]).unwrap();
    assert!(
        matches!(request, AgentRequest::Race { seed, keeps_moves: true, .. } if seed.get() == 7)
    );
    let row = positions(view.game(), 7, 1);
    let games = vec![game_of(&row[0], true), game_of(&row[0], false)];
    let view = after(view, [finished(worker, games)]);
    // The exact results are computed in turn with games.
    let request = view.agent_request(&view.lanes()[0]).unwrap();
    assert!(matches!(request, AgentRequest::Follow { .. }), "{request:?}");
    let part = followed(worker, [0.5, 0.1, 300.0, 60.0]);
    let mut view = after(view, [part]);
    assert_eq!(view.lanes()[0].exact, ExactResults::Running(0.5));
    let request = view.agent_request(&view.lanes()[0]).unwrap();
    assert!(matches!(request, AgentRequest::Race { seed, .. } if seed.get() == 9), "{request:?}");
    while let Some(SolverTask::Values { number, boards }) = view.solver_task() {
        view = view.after(ArenaEvent::Values(number, values(&boards)));
    }
    let tally = &view.lanes()[0].tally;
    assert_eq!((tally.games(), tally.won().rate()), (2, 0.5));
    assert!(tally.mean_loss().is_some());
    assert!(view.chart(300.0).is_some_and(|chart| chart.description.contains("50.00 %")));
    let known = followed(worker, [1.0, 0.25, 700.0, 90.0]);
    let view = after(view, [known, ArenaEvent::Mode(ArenaMode::Watch)]);
    let lane = &view.lanes()[0];
    // The exact results hold for all seeds.
    assert_eq!((lane.tally.games(), view.exact_win(lane)), (0, Some(0.25)));
    assert!((view.exact_loss(lane).unwrap() - (0.75 - 1e-4)).abs() < 1e-12);
}

#[test]
fn a_race_compares_the_agents_on_the_same_games() {
    let view = ArenaView::open("#/arena?agents=greedy,random&seed=7&mode=race");
    let workers: Vec<u32> = view.lanes().iter().map(|lane| lane.worker).collect();
    let view = after(view, workers.iter().map(|&worker| opened(worker)));
    let largest = Exponent::from_face(64).unwrap();
    let game = |points| PlayedGame { points, largest, is_won: false, decisions: Vec::new() };
    let fast = vec![game(100), game(200), game(600)];
    let view = after(view, [ArenaEvent::Toggle, finished(workers[0], fast)]);
    let counts = |view: &ArenaView| {
        let lanes = view.lanes().iter();
        lanes.map(|lane| (lane.tally.games(), lane.finished())).collect::<Vec<_>>()
    };
    assert_eq!(counts(&view), [(0, 3), (0, 0)]);
    let request = view.agent_request(&view.lanes()[0]).unwrap();
    assert!(matches!(request, AgentRequest::Race { seed, .. } if seed.get() == 10), "{request:?}");
    let slow = finished(workers[1], vec![game(50), game(70)]);
    let view = after(view, [slow]);
    assert_eq!(counts(&view), [(2, 3), (2, 2)]);
    let means = view.lanes().iter().map(|lane| lane.tally.score().mean());
    assert_eq!(means.collect::<Vec<_>>(), [150.0, 60.0]);
    // An agent that fails keeps nobody waiting.
    let view = after(view, [ArenaEvent::AgentEnded(workers[1], "it ended".to_owned())]);
    assert_eq!(counts(&view), [(3, 3), (2, 2)]);
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
    assert!(view.address().starts_with("#/arena?game=3x3_to_256&agents="), "{}", view.address());
    assert!(!view.address().contains("learned"), "{}", view.address());
    // And they are back with a game that they play.
    let score = view.clone().after(ArenaEvent::Game("4x4_score".to_owned()));
    assert!(score.address().contains("learned"), "{}", score.address());
    let failed = ArenaEvent::AgentEnded(view.lanes()[0].worker, "it ended".to_owned());
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
    let view = after(view, [ArenaEvent::Solved(0, 0.9, false)]);
    let Some(SolverTask::Optimal { worker, round, seed, .. }) = view.solver_task() else {
        panic!("{:?}", view.solver_task())
    };
    let moves = optimal_moves(view.game(), 7);
    let played = moves.len() as u32;
    let view = after(view, [ArenaEvent::OptimalGame(worker, round, seed, moves)]);
    assert_eq!((view.lanes()[0].moves, view.solver_task()), (0, None));
    let view = after(view, [ArenaEvent::Step, ArenaEvent::Step]);
    assert_eq!(view.lanes()[0].moves, 2);
    let view = after(view, [ArenaEvent::Speed(ArenaSpeed::Fastest), ArenaEvent::Toggle]);
    let view = after(view, [ArenaEvent::Tick]);
    assert!(view.is_over() && !view.is_running());
    assert_eq!(view.lanes()[0].moves, played);
}

#[test]
fn answers_of_another_round_are_ignored() {
    let view = ArenaView::open("#/arena?game=3x3_to_128&agents=greedy&seed=7");
    let (worker, solver) = (view.lanes()[0].worker, view.solver());
    let first = positions(view.game(), 7, 1);
    let view = after(
        view,
        [opened(worker), ArenaEvent::Solved(solver, 0.9, false), played(worker, 0, first.clone())],
    );
    let Some(SolverTask::Values { number, boards }) = view.solver_task() else { panic!() };
    // The values of the game before are not those of the new one.
    let view = after(view, [ArenaEvent::Restart, played(worker, 1, first)]);
    let request = view.solver_task();
    let view = after(view, [ArenaEvent::Values(number, values(&boards))]);
    assert_eq!((view.lanes()[0].cost, view.solver_task()), (None, request));
    let Some(SolverTask::Values { number: new, .. }) = view.solver_task() else { panic!() };
    assert_ne!(number, new);
    let view = after(view, [ArenaEvent::Values(new, values(&boards))]);
    assert!(view.lanes()[0].cost.is_some() && view.solver_task().is_none());
    // They stay unknown when another address has other agents.
    let view = after(view, [ArenaEvent::Open("#/arena?game=3x3_to_128&agents=random".to_owned())]);
    let worker = view.lanes()[0].worker;
    let begun = played(worker, 0, positions(view.game(), 42, 1));
    let view = after(view, [opened(worker), begun]);
    let view = after(view, [ArenaEvent::Values(new, values(&boards))]);
    assert_eq!((view.solver(), view.lanes()[0].cost), (solver, None));
    assert!(view.solver_task().is_some());
}

#[test]
fn a_solver_that_is_no_longer_needed_does_not_fail_the_next() {
    let view = ArenaView::open("#/arena?game=3x3_to_128&agents=greedy&seed=7");
    let first = view.solver();
    let view = after(view, [ArenaEvent::SolvedPart(first, 0.5)]);
    assert_eq!(view.solving(), &Solving::Running(0.5));
    // Another board ends the first solver, which says so.
    let view = after(view, [ArenaEvent::Game("3x3_to_256".to_owned())]);
    let second = view.solver();
    assert_ne!(first, second);
    for stale in [
        ArenaEvent::SolveFailed(first, "it was stopped".to_owned()),
        ArenaEvent::SolvedPart(first, 0.75),
        ArenaEvent::Solved(first, 0.9, false),
    ] {
        let view = after(view.clone(), [stale]);
        assert_eq!(view.solving(), &Solving::None);
        assert_eq!(view.solver_task(), Some(SolverTask::Solve(*view.game())));
    }
    let address = "#/arena?game=3x3_to_512&agents=greedy&seed=7";
    let view = after(view, [ArenaEvent::Open(address.to_owned())]);
    let third = view.solver();
    let view = after(view, [ArenaEvent::SolveFailed(second, "it was stopped".to_owned())]);
    assert_eq!(view.solving(), &Solving::None);
    // A reader who tries again needs another solver; one that has solved the game stays.
    let view = after(view, [ArenaEvent::SolveFailed(third, "it has ended".to_owned())]);
    assert_eq!(view.solver_task(), None);
    let view = after(view, [ArenaEvent::Retry]);
    let fourth = view.solver();
    assert!(fourth != third && view.solver_task().is_some());
    let view = after(view, [ArenaEvent::Solved(fourth, 0.5, false), ArenaEvent::Retry]);
    assert_eq!((view.solver(), view.optimum()), (fourth, Some(0.5)));
}

#[test]
fn nothing_begins_while_the_page_is_not_seen() {
    let address = "#/arena?game=3x3_to_128&agents=greedy&seed=7&mode=race";
    let hidden = after(ArenaView::open(address), [ArenaEvent::Shown(false)]);
    assert_eq!((hidden.agent_request(&hidden.lanes()[0]), hidden.solver_task()), (None, None));
    let worker = hidden.lanes()[0].worker;
    let view = after(
        hidden,
        [
            ArenaEvent::Shown(true),
            opened(worker),
            ArenaEvent::Solved(0, 0.9, false),
            ArenaEvent::Toggle,
        ],
    );
    let request = view.agent_request(&view.lanes()[0]);
    assert!(view.is_playing() && matches!(request, Some(AgentRequest::Race { .. })));
    let row = positions(view.game(), 7, 1);
    let game = game_of(&row[0], false);
    let left = after(view, [ArenaEvent::Shown(false)]);
    assert!(left.is_running() && !left.is_playing());
    // A game that was on its way counts.
    let left = after(left, [finished(worker, vec![game])]);
    let exact = followed(worker, [1.0, 0.5, 300.0, 60.0]);
    let left = after(left, [exact]);
    assert_eq!(left.lanes()[0].tally.games(), 1);
    assert_eq!((left.agent_request(&left.lanes()[0]), left.solver_task()), (None, None));
    // It goes on by itself, unless the reader has paused before.
    let back = after(left.clone(), [ArenaEvent::Shown(true)]);
    let request = back.agent_request(&back.lanes()[0]);
    assert!(
        matches!(request, Some(AgentRequest::Race { seed, .. }) if seed.get() == 8),
        "{request:?}"
    );
    assert!(matches!(back.solver_task(), Some(SolverTask::Values { .. })));
    let paused = after(back, [ArenaEvent::Toggle, ArenaEvent::Shown(false)]);
    let paused = after(paused, [ArenaEvent::Shown(true)]);
    assert_eq!(paused.agent_request(&paused.lanes()[0]), None);
    // Side by side, the clock has no effect.
    let watch = after(left, [ArenaEvent::Mode(ArenaMode::Watch), ArenaEvent::Toggle]);
    let begun = played(worker, 1, row);
    let watch = after(watch, [begun, ArenaEvent::Tick, ArenaEvent::Shown(true)]);
    assert_eq!((watch.lanes()[0].wanted, watch.is_playing()), (0, true));
    assert_eq!(after(watch, [ArenaEvent::Tick]).lanes()[0].wanted, 1);
    // Another address is read, and waits.
    let other = after(ArenaView::open(address), [ArenaEvent::Shown(false)]);
    let other = after(other, [ArenaEvent::Open("#/arena?game=3x3_to_256&agents=random".into())]);
    assert_eq!((other.agent_request(&other.lanes()[0]), other.solver_task()), (None, None));
}

#[test]
fn a_race_to_which_the_reader_comes_back_goes_on() {
    let address = "#/arena?game=4x4_score&agents=greedy,random&seed=7&mode=race";
    let view = ArenaView::open(address);
    let workers: Vec<u32> = view.lanes().iter().map(|lane| lane.worker).collect();
    let view = after(view, workers.iter().map(|&worker| opened(worker)));
    let game = game_of(&positions(view.game(), 7, 1)[0], false);
    let games = |worker| finished(worker, vec![game.clone(), game.clone()]);
    let view = after(view, [ArenaEvent::Toggle, games(workers[0]), games(workers[1])]);
    let held = view.held();
    // Of the same address, of others, and of one game.
    for link in [address, "#/arena?agents=random", "#/arena?game=3x3_to_128&agents=greedy"] {
        let other = after(view.clone(), [ArenaEvent::Open(link.to_owned())]);
        assert!(other.lanes().iter().all(|it| it.finished() == 0) && !other.is_running(), "{link}");
        let back = after(other, [ArenaEvent::Return(held.clone())]);
        assert_eq!((back.address(), back.is_running()), (view.address(), true));
        assert!(back.lanes().iter().all(|lane| lane.finished() == 2), "{link}");
        let worker = back.lanes()[0].worker;
        let back = after(back, [opened(worker)]);
        let request = back.agent_request(&back.lanes()[0]);
        let goes_on = matches!(request, Some(AgentRequest::Race { seed, .. }) if seed.get() == 9);
        assert!(goes_on, "{request:?}");
    }
}

#[test]
fn agents_play_a_game_again_to_which_the_reader_comes_back() {
    let view = ArenaView::open("#/arena?game=3x3_to_128&agents=greedy,optimal&seed=7");
    let worker = view.lanes()[0].worker;
    let (begun, rows) = (positions(view.game(), 7, 1), positions(view.game(), 7, 4));
    let start = [opened(worker), ArenaEvent::Solved(0, 0.9, false)];
    let view = after(view, start);
    let script = |view: &ArenaView| {
        let Some(SolverTask::Optimal { worker, round, seed, .. }) = view.solver_task() else {
            panic!("{:?}", view.solver_task())
        };
        ArenaEvent::OptimalGame(worker, round, seed, optimal_moves(view.game(), 7))
    };
    let view = after(view.clone(), [script(&view), played(worker, 0, begun.clone())]);
    let view = after(view, [ArenaEvent::Step, ArenaEvent::Step, ArenaEvent::Step]);
    let view = after(view, [played(worker, 0, rows.clone())]);
    let moves = |view: &ArenaView| view.lanes().iter().map(|lane| lane.moves).collect::<Vec<_>>();
    assert_eq!(moves(&view), [3, 3]);
    let held = view.held();
    let other = after(view, [ArenaEvent::Open("#/arena?game=3x3_to_128&agents=greedy".to_owned())]);
    let back = after(other, [ArenaEvent::Return(held)]);
    let lane = &back.lanes()[0];
    let (worker, round) = (lane.worker, lane.round);
    let back = after(back.clone(), [opened(worker), script(&back)]);
    let back = after(back, [played(worker, round, begun)]);
    let request = back.agent_request(&back.lanes()[0]);
    assert!(matches!(request, Some(AgentRequest::Play { most: 3, .. })), "{request:?}");
    // The answer may have fewer moves than were asked for.
    let back = after(back, [played(worker, round, rows[..3].to_vec())]);
    let request = back.agent_request(&back.lanes()[0]);
    assert!(matches!(request, Some(AgentRequest::Play { most: 1, .. })), "{request:?}");
    let back = after(back, [played(worker, round, rows[2..].to_vec())]);
    assert_eq!(moves(&back), [3, 3]);
    assert_eq!(back.agent_request(&back.lanes()[0]), None);
}
