//! What the page has to do after an event: each thing once, and in this order.

use mdp2048_display::EffectOf;

use super::*;

/// What the page writes as its address.
fn address_of(view: &ArenaView) -> EffectOf<ArenaView> {
    Effect::WriteAddress(Some(view.address()))
}

const fn agent(worker: u32, round: u32, request: AgentRequest) -> EffectOf<ArenaView> {
    Effect::Ask(ArenaRequest::Agent(worker, round, request))
}

const fn tell(worker: u32, request: AgentRequest) -> EffectOf<ArenaView> {
    Effect::Ask(ArenaRequest::Tell(worker, request))
}

/// A race of the agent `greedy` on 4x4, with the request that its worker answers next.
fn race() -> (ArenaView, u32, EffectOf<ArenaView>) {
    let mut view = open("#/arena?game=4x4_score&agents=greedy&seed=7&mode=race");
    let worker = view.lanes()[0].worker;
    view.reduce(opened(worker));
    let mut effects = view.reduce(ArenaEvent::Toggle);
    let race = effects.pop().expect("a request");
    assert_eq!(effects, [address_of(&view)]);
    (view, worker, race)
}

#[test]
fn an_event_has_its_effects_once() {
    let mut view = ArenaView::open("#/arena?game=3x3_to_128&agents=greedy,optimal&seed=7");
    let (worker, optimal) = (view.lanes()[0].worker, view.lanes()[1].worker);
    let (address, game) = (address_of(&view), *view.game().game());
    // Beside what it asks, the page writes its address.
    let nothing = [address.clone()];
    assert_eq!(view.begin(), nothing);
    let open = AgentRequest::Open { game, agent: "greedy".to_owned() };
    let solve = Effect::Ask(ArenaRequest::Solve(0, game));
    let effects = view.reduce(ArenaEvent::Shown(true));
    assert_eq!(effects, [address.clone(), agent(worker, 0, open.clone()), solve]);
    // While a worker answers, it is asked nothing else.
    let downloaded = ArenaEvent::Answered(worker, 0, Ok(AgentAnswer::Downloaded(1.0, 2.0)));
    for event in [downloaded, ArenaEvent::Toggle, ArenaEvent::Tick, ArenaEvent::Restart] {
        assert_eq!(view.reduce(event), nothing);
    }
    // The agent was opened for an earlier round, and begins the game of this one.
    let begin = agent(worker, 1, AgentRequest::Begin { seed: 7.into() });
    assert_eq!(view.reduce(opened(worker)), [address.clone(), begin]);
    let board = SeededSpawns::new(7.into()).start(&game);
    let play = SolverRequest::Play { seed: 7.into(), tiles: 2, board };
    let play = Effect::Ask(ArenaRequest::Solver(0, play));
    assert_eq!(view.reduce(solved(&view, 0.9)), [address.clone(), play]);
    assert_eq!(view.reduce(ArenaEvent::Step), nothing);
    let first = positions(view.game(), 7, 1);
    let play = AgentRequest::Play { most: 1, milliseconds: LONGEST_TURN_MS };
    let effects = view.reduce(played(worker, 1, first.clone()));
    assert_eq!(effects, [address.clone(), agent(worker, 1, play)]);
    // The solver is asked for values when it has played.
    let values = Effect::Ask(ArenaRequest::Solver(0, SolverRequest::Values(vec![first[0].board])));
    assert_eq!(view.reduce(solver_played(&view, 7)), [address.clone(), values]);
    assert_eq!(view.reduce(valued(&view)), [address]);
    // Another board ends the workers and the solver of this one.
    let effects = view.reduce(ArenaEvent::Game("4x4_score".to_owned()));
    let ended =
        [ArenaRequest::EndAgent(worker), ArenaRequest::EndAgent(optimal), ArenaRequest::EndSolver];
    assert_eq!(effects[..4], [&ended.map(Effect::Ask)[..], &[address_of(&view)]].concat());
    let new = &view.lanes()[0];
    let open = AgentRequest::Open { game: *view.game().game(), agent: new.agent.clone() };
    assert_eq!(effects[4..], [agent(new.worker, 0, open)]);
}

#[test]
fn a_worker_that_has_ended_is_replaced_when_the_reader_tries_again() {
    let mut view = open("#/arena?game=3x3_to_128&agents=greedy&seed=7");
    let (worker, address) = (view.lanes()[0].worker, address_of(&view));
    let (game, nothing) = (*view.game().game(), [address.clone()]);
    for event in [agent_ended(worker), solver_ended(0), ArenaEvent::Step] {
        assert_eq!(view.reduce(event), nothing);
    }
    let new = worker + 1;
    let open = AgentRequest::Open { game, agent: "greedy".to_owned() };
    let effects = [
        Effect::Ask(ArenaRequest::EndAgent(worker)),
        Effect::Ask(ArenaRequest::EndSolver),
        address,
        agent(new, 0, open),
        Effect::Ask(ArenaRequest::Solve(1, game)),
    ];
    assert_eq!(view.reduce(ArenaEvent::Retry), effects);
}

#[test]
fn a_race_waits_while_it_is_paused_or_not_seen() {
    let (mut view, worker, race) = race();
    assert!(matches!(&race, Effect::Ask(ArenaRequest::Agent(..))), "{race:?}");
    let address = address_of(&view);
    let [hold, go_on] = [true, false].map(|holds| tell(worker, AgentRequest::Hold(holds)));
    for (event, expected) in [
        (ArenaEvent::Toggle, Some(&hold)),
        (ArenaEvent::Shown(false), None),
        (ArenaEvent::Shown(true), None),
        (ArenaEvent::Toggle, Some(&go_on)),
        (ArenaEvent::Tick, None),
        (ArenaEvent::Shown(false), Some(&hold)),
        (ArenaEvent::Toggle, None),
        (ArenaEvent::Toggle, None),
        (ArenaEvent::Shown(true), Some(&go_on)),
    ] {
        let expected: Vec<_> = [Some(&address), expected].into_iter().flatten().cloned().collect();
        assert_eq!(view.reduce(event.clone()), expected, "{event:?}");
    }
    // One that ends while it waits goes on with another, which does not wait.
    view.reduce(ArenaEvent::Toggle);
    view.reduce(finished(worker, vec![game_of(&positions(view.game(), 7, 1)[0], false)]));
    assert_eq!(asked(&view, 0), None);
    let effects = view.reduce(ArenaEvent::Toggle);
    assert_eq!((effects.len(), raced(&view, 0)), (2, Some(8)));
}

#[test]
fn a_race_of_an_earlier_round_is_stopped() {
    let (mut view, worker, race) = race();
    let begin = agent(worker, 1, AgentRequest::Begin { seed: 7.into() });
    let effects = view.reduce(ArenaEvent::Mode(ArenaMode::Watch));
    assert_eq!(effects, [address_of(&view), tell(worker, AgentRequest::Stop), begin]);
    // Its games, which were on their way, change nothing, and neither do they answer the request.
    let game = game_of(&positions(view.game(), 7, 1)[0], false);
    assert_eq!(view.reduce(finished(worker, vec![game])), [address_of(&view)]);
    assert_eq!(asked(&view, 0), Some(AgentRequest::Begin { seed: 7.into() }));
    // A race that begins again plays the same games.
    let effects = view.reduce(ArenaEvent::Mode(ArenaMode::Race));
    assert_eq!(effects, [address_of(&view)]);
    view.reduce(played(worker, 1, positions(view.game(), 7, 1)));
    let effects = view.reduce(ArenaEvent::Toggle);
    let Effect::Ask(ArenaRequest::Agent(_, 0, request)) = race else { panic!("{race:?}") };
    assert_eq!(effects, [address_of(&view), agent(worker, 2, request)]);
}

#[test]
fn an_event_does_not_copy_games_that_it_does_not_change() {
    let view = open("#/arena?game=3x3_to_128&agents=greedy,random&seed=7&mode=race");
    let [greedy, random] = [0, 1].map(|at| view.lanes()[at].worker);
    let game = game_of(&positions(view.game(), 7, 1)[0], true);
    let events = [opened(greedy), opened(random), solved(&view, 0.9), ArenaEvent::Toggle];
    let view = after(view, events).after(finished(greedy, vec![game; 5]));
    let view = view.clone().after(valued(&view));
    assert_eq!((view.lanes[0].ahead.len(), view.lanes[0].losses.len()), (5, 1));
    assert_eq!(view.waiting.len(), 3);
    let playing = |worker| ArenaEvent::Answered(worker, 0, Ok(AgentAnswer::Playing(100, 20)));
    for event in [
        playing(greedy),
        playing(random),
        followed(greedy, [0.5, 0.1, 300.0, 60.0]),
        ArenaEvent::Toggle,
        ArenaEvent::Shown(false),
        ArenaEvent::TypeSeed("12".to_owned()),
        ArenaEvent::Speed(ArenaSpeed::Fast),
        ArenaEvent::Add,
        agent_ended(greedy),
    ] {
        let mut changed = view.clone();
        changed.reduce(event.clone());
        let (before, now) = (&view.lanes[0], &changed.lanes[0]);
        assert!(Rc::ptr_eq(&before.ahead, &now.ahead), "{event:?}");
        assert!(Rc::ptr_eq(&before.losses, &now.losses), "{event:?}");
        assert!(Rc::ptr_eq(&view.waiting, &changed.waiting), "{event:?}");
    }
}
