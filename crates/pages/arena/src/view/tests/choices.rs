//! What the reader changes while agents play, and what stays as it is.

use super::*;

/// A solved race of the agent `greedy`, which has played two games.
fn solved_race() -> ArenaView {
    let view = open("#/arena?game=3x3_to_128&agents=greedy:canonical&seed=7&mode=race");
    let worker = view.lanes()[0].worker;
    let won = game_of(&positions(view.game(), 7, 1)[0], true);
    let games = finished(worker, vec![won.clone(), won]);
    let events = [opened(worker), solved(&view, 0.9), ArenaEvent::Toggle, games];
    after(view, events)
}

fn counts(view: &ArenaView) -> Vec<(u64, u64)> {
    view.lanes().iter().map(|lane| (lane.tally.games(), lane.finished())).collect()
}

fn choose(at: usize, agent: &str) -> ArenaEvent {
    ArenaEvent::Agent(at, agent.to_owned())
}

#[test]
fn an_optimal_lane_that_is_added_to_a_solved_race_plays() {
    let mut added = after(solved_race(), [ArenaEvent::Add, choose(1, OPTIMAL)]);
    let mut linked = after(solved_race(), [link(&added.address()), ArenaEvent::Toggle]);
    for view in [&mut added, &mut linked] {
        let lane = &view.lanes()[1];
        assert_eq!((&*lane.agent, &lane.state), (OPTIMAL, &LaneState::Ready));
        // The solver finds the values first that it was asked for before.
        while valued_boards(view).is_some() {
            view.reduce(valued(view));
        }
        assert_eq!(optimal_game(view), Some((view.lanes()[1].worker, 7.into())));
        view.reduce(solver_played(view, 7));
        assert_eq!((view.lanes()[1].finished(), &view.lanes()[1].state), (1, &LaneState::Ready));
    }
}

#[test]
fn a_race_goes_on_where_other_agents_join_it() {
    let view = solved_race();
    let (worker, tally) = (view.lanes()[0].worker, view.lanes()[0].tally.clone());
    let view = after(view, [ArenaEvent::Add, choose(1, "expectimax:depth=2")]);
    assert!(view.is_running() && view.lanes()[0].tally == tally);
    assert_eq!((view.lanes()[0].worker, view.lanes()[0].round), (worker, 0));
    assert_eq!(counts(&view), [(2, 2), (0, 0)]);
    // The new agent begins with the first seed, and the others go on when it has as many games.
    let second = view.lanes()[1].worker;
    let view = after(view, [opened(second)]);
    assert_eq!(raced(&view, 1), Some(7));
    let game = game_of(&positions(view.game(), 7, 1)[0], false);
    let one =
        after(view, [finished(second, vec![game.clone()]), finished(worker, vec![game.clone()])]);
    assert_eq!(counts(&one), [(2, 3), (1, 1)]);
    let three = after(one.clone(), [finished(second, vec![game.clone(), game])]);
    assert_eq!(counts(&three), [(3, 3), (3, 3)]);
    // Whoever leaves the race keeps nobody waiting.
    assert_eq!(counts(&after(one, [ArenaEvent::Remove(1)])), [(3, 3)]);
}

#[test]
fn an_agent_that_joins_one_game_catches_up() {
    let view = open("#/arena?agents=greedy&seed=7");
    let worker = view.lanes()[0].worker;
    let rows = positions(view.game(), 7, 8);
    let turn = |from: usize, to: usize| rows[from..=to].to_vec();
    let events = [opened(worker), played(worker, 0, turn(0, 0)), ArenaEvent::Toggle];
    let view = after(view, events).after(ArenaEvent::Tick).after(played(worker, 0, turn(0, 4)));
    // The new agent plays what the other has played, which goes on meanwhile.
    let view = after(view, [ArenaEvent::Add]);
    let second = view.lanes()[1].worker;
    let greedy = &view.lanes()[0];
    assert!(view.is_running() && (greedy.moves, greedy.round, greedy.worker) == (4, 0, worker));
    let view = after(view, [ArenaEvent::Tick]);
    assert_eq!(most_moves(&view, 0), Some(1));
    let view = after(view, [opened(second)]);
    assert_eq!(asked(&view, 1), Some(AgentRequest::Begin { seed: 7.into() }));
    let view = after(view, [played(second, 0, turn(0, 0))]);
    assert!(view.lanes()[1].catches_up() && most_moves(&view, 1) == Some(4));
    let view = after(view, [played(worker, 0, turn(4, 5)), played(second, 0, turn(0, 3))]);
    assert_eq!(most_moves(&view, 1), Some(2));
    let view = after(view, [played(second, 0, turn(3, 5))]);
    assert!(!view.lanes()[1].catches_up() && asked(&view, 1).is_none());
    let view = after(view, [ArenaEvent::Tick]);
    assert_eq!([0, 1].map(|at| most_moves(&view, at)), [Some(1), Some(1)]);
    // Whoever has paused finds it at the same move, and another agent in its place, too.
    let chosen = after(view, [ArenaEvent::Toggle, choose(1, "random")]);
    let third = chosen.lanes()[1].worker;
    let view = after(chosen, [opened(third), played(third, 0, turn(0, 0))]);
    assert!(!view.is_running() && most_moves(&view, 1) == Some(5));
    assert_eq!(view.lanes()[0].moves, 5);
}

#[test]
fn a_failed_solve_keeps_nobody_waiting() {
    let address = "#/arena?game=3x3_to_128&agents=greedy:canonical,optimal&seed=7&mode=race";
    let view = open(address);
    let worker = view.lanes()[0].worker;
    let game = game_of(&positions(view.game(), 7, 1)[0], true);
    let many = vec![game.clone(); 1 + MOST_WAITING];
    let view = after(view, [opened(worker), ArenaEvent::Toggle, finished(worker, many.clone())]);
    let all = many.len() as u64;
    assert_eq!(counts(&view), [(0, all), (0, 0)]);
    let view = view.clone().after(solver_ended(view.solver));
    assert_eq!(counts(&view), [(all, all), (0, 0)]);
    assert_eq!(view.lanes()[1].state, LaneState::Failed("it has ended".to_owned()));
    let known = followed(worker, [1.0, 0.25, 400.0, 60.0]);
    let view = after(view, [finished(worker, many), known]);
    // No decisions wait for values that nobody computes.
    let request = asked(&view, 0);
    assert!(matches!(request, Some(AgentRequest::Race { keeps_moves: false, .. })), "{request:?}");
    // The optimal policy plays when another solver has solved the game.
    let view = after(view, [ArenaEvent::Retry]);
    assert_eq!(view.lanes()[1].state, LaneState::Opening(0.0, 0.0));
    assert!(optimal_game(&view.clone().after(solved(&view, 0.9))).is_some());
}

#[test]
fn a_game_that_is_none_is_not_asked_for_again() {
    let view = open("#/arena?game=3x3_to_128&agents=optimal&seed=7");
    let view = view.clone().after(solved(&view, 0.9));
    assert!(optimal_game(&view).is_some());
    let view = view.clone().after(solver_played(&view, 8));
    assert!(matches!(view.lanes()[0].state, LaneState::Failed(_)));
    assert_eq!(view.solver_task, None);
    assert!(optimal_game(&after(view, [ArenaEvent::Retry])).is_some());
}

#[test]
fn another_board_keeps_the_agents_that_the_reader_has_chosen() {
    let agents = |address: &str, games: &[&str]| {
        let games = games.iter().map(|&game| ArenaEvent::Game(game.to_owned()));
        after(open(address), games).url.agents
    };
    let chosen = "#/arena?agents=random,learned:plies=1";
    assert_eq!(agents(chosen, &["3x3_to_256"]), ["random"]);
    assert_eq!(agents(chosen, &["3x3_to_256", "4x4_score"]), ["random", "learned:plies=1"]);
    assert_eq!(agents("#/arena?agents=greedy", &["3x3_to_128"]), ["greedy"]);
    // Who has chosen none of them gets the usual agents, as does who has none left.
    let usual = |game: &str| usual_agents(&ArenaGame::named(game).unwrap());
    assert_eq!(agents("#/arena", &["3x3_to_256"]), usual("3x3_to_256"));
    assert_eq!(agents("#/arena", &["3x3_to_256", "4x4_score"]), usual("4x4_score"));
    assert_eq!(agents("#/arena?agents=learned", &["3x3_to_256"]), usual("3x3_to_256"));
}

#[test]
fn a_seed_counts_when_it_is_entered() {
    let view = solved_race();
    let type_seed = |text: &str| ArenaEvent::TypeSeed(text.to_owned());
    let view = after(view, [type_seed("1"), type_seed("12")]);
    assert_eq!((view.seed_field().text(), view.url.seed), ("12", 7.into()));
    assert!(view.is_running() && view.lanes()[0].tally.games() == 2);
    let entered = after(view.clone(), [ArenaEvent::EnterSeed("12".to_owned())]);
    assert_eq!((entered.url.seed, entered.lanes()[0].tally.games()), (12.into(), 0));
    // The same seed changes nothing, and neither does what is none.
    for text in ["7", "seven"] {
        let view = after(view.clone(), [type_seed(text), ArenaEvent::EnterSeed(text.to_owned())]);
        assert!(view.is_running() && view.lanes()[0].tally.games() == 2);
        assert_eq!(view.seed_field().text(), text);
    }
}
