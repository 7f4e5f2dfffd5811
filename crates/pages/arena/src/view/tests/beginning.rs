//! How agents begin: what is downloaded when, and that they begin together.

use super::*;

const ADDRESS: &str = "#/arena?agents=greedy,learned:plies=2&seed=7";

#[test]
fn a_network_is_downloaded_when_the_agents_begin() {
    for mode in ["", "&mode=race"] {
        let view = open(&format!("{ADDRESS}{mode}"));
        assert!(matches!(asked(&view, 0), Some(AgentRequest::Open { .. })));
        assert_eq!(asked(&view, 1), None);
        let waits =
            |view: &ArenaView| view.lanes().iter().map(|lane| view.awaits_start(lane)).collect();
        let all: Vec<bool> = waits(&view);
        assert_eq!(all, [false, true]);
        // Another board, seed or mode does not begin.
        let other = ArenaEvent::Mode(ArenaMode::Race);
        let view = after(view, [ArenaEvent::RandomSeed(1), ArenaEvent::Restart, other]);
        assert_eq!(asked(&view, 1), None);
        for event in [ArenaEvent::Toggle, ArenaEvent::Step] {
            let begun = after(view.clone(), [event, ArenaEvent::Restart]);
            assert!(matches!(asked(&begun, 1), Some(AgentRequest::Open { .. })));
            assert!(!waits(&begun).contains(&true));
        }
    }
}

#[test]
fn the_page_states_the_size_of_the_network() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../agents/learned.network");
    let bytes = std::fs::metadata(file).unwrap().len();
    assert_eq!(mdp2048_display::file_size(bytes), NETWORK_SIZE);
}

#[test]
fn agents_that_play_one_game_begin_it_together() {
    let view = open(ADDRESS);
    let [greedy, learned] = [0, 1].map(|at| view.lanes()[at].worker);
    let first = positions(view.game(), 7, 1);
    let view = after(view, [opened(greedy), played(greedy, 0, first.clone())]);
    // A press while the network is on its way counts for all.
    let view = after(view, [ArenaEvent::Step, ArenaEvent::Step]);
    assert_eq!(asked(&view, 0), None);
    let view = after(view, [opened(learned)]);
    assert_eq!(asked(&view, 1), Some(AgentRequest::Begin { seed: 7.into() }));
    let ready = after(view.clone(), [played(learned, 0, first)]);
    for at in [0, 1] {
        assert_eq!(most_moves(&ready, at), Some(1));
    }
    // One that cannot play keeps nobody waiting.
    assert_eq!(most_moves(&after(view, [agent_ended(learned)]), 0), Some(1));
}

#[test]
fn estimates_are_shown_with_their_unit() {
    for (agent, unit) in [
        ("learned:plies=2", "expected points from here"),
        ("learned:tolerance=0.1", "its own estimate of the points from here"),
    ] {
        let view = open(&format!("#/arena?agents={agent}&seed=7"));
        let worker = view.lanes()[0].worker;
        let estimates = [Some(226_804.0), None, None, Some(113_402.0)];
        let first = AgentPosition { estimates, ..positions(view.game(), 7, 1)[0] };
        let view = after(view, [opened(worker), played(worker, 0, vec![first])]);
        let lane = &view.lanes()[0];
        assert_eq!(lane.position.unwrap().estimates, estimates);
        assert_eq!(view.unit(lane), unit);
    }
}
