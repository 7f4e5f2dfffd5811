//! What the page asks of the learned agent.

use mdp2048_display::{Effect, EffectOf, Opened, Reducer as _};
use mdp2048_explorer::{
    AgentState, AnalysisAnswer, AnalysisRequest, Exploration, ExploreEvent, ExploreTask,
    PositionEstimate,
};
use mdp2048_rules::{Action, Board, Shape};

const URL: &str = "#/explore?game=4x4_score&state=1200340056007b00&mode=play";

fn board(hex: &str) -> Board {
    Board::from_hex(Shape::FOUR_BY_FOUR, hex).expect("a board")
}

fn ask(worker: u32, request: AnalysisRequest) -> EffectOf<Exploration> {
    crate::ask(worker, ExploreTask::Analyse(request))
}

fn end(worker: u32) -> EffectOf<Exploration> {
    crate::ask(worker, ExploreTask::End)
}

fn agent(answer: AnalysisAnswer) -> ExploreEvent {
    ExploreEvent::Agent(1, answer)
}

/// The page whose agent considers its board.
fn thinking() -> Exploration {
    let mut view = Exploration::open(URL);
    assert_eq!(view.begin(), [ask(1, AnalysisRequest::Open)]);
    assert_eq!(view.agent(), &AgentState::Loading(0.0, 0.0));
    assert_eq!(view.reduce(agent(AnalysisAnswer::Downloaded(5.0, 9.0))), []);
    assert_eq!(view.agent(), &AgentState::Loading(5.0, 9.0));
    let consider = ask(1, AnalysisRequest::Consider(view.board()));
    assert_eq!(view.reduce(agent(AnalysisAnswer::Opened)), [consider]);
    assert_eq!(view.agent(), &AgentState::Thinking);
    view
}

#[test]
fn the_agent_considers_the_board_that_is_shown_and_grades_the_moves() {
    let mut view = thinking();
    let first = view.board();
    let found = PositionEstimate { plies: 1, points: [Some(9.0); 4], ..Default::default() };
    assert_eq!(view.reduce(agent(AnalysisAnswer::Found(first, found))), []);
    assert!(view.estimates().is_some());
    let effects = view.reduce(ExploreEvent::Act(Action::Right));
    let address = Effect::WriteAddress(Some(view.url()));
    let consider = ask(1, AnalysisRequest::Consider(view.board()));
    let grade = |board| ask(1, AnalysisRequest::Grade(vec![board]));
    let rest = ask(1, AnalysisRequest::Rest);
    assert_eq!(effects, [address.clone(), rest.clone(), consider, grade(first)]);
    // What is found about the other board is kept, but it is not the one that is considered.
    assert_eq!(view.reduce(agent(AnalysisAnswer::Settled(first))), []);
    assert_eq!(view.agent(), &AgentState::Thinking);
    let second = view.board();
    assert_eq!(view.reduce(agent(AnalysisAnswer::Settled(second))), []);
    assert_eq!(view.agent(), &AgentState::Finished);
    // Another move is graded when the first is.
    let effects = view.reduce(ExploreEvent::Act(Action::Left));
    assert_eq!(effects.len(), 3, "{effects:?}");
    let graded = AnalysisAnswer::Graded(vec![(first, [Some(1.0); 4])]);
    assert_eq!(view.reduce(agent(graded)), [grade(second)]);
    // A board without moves to compare is not considered.
    let full = "#/explore?game=4x4_score&state=1212212112122121";
    assert_eq!(view.reduce(Opened::New(full.to_owned()).into()), [rest]);
    assert_eq!(view.agent(), &AgentState::Idle);
}

#[test]
fn the_agent_rests_while_another_page_or_game_is_shown() {
    let rest = vec![ask(1, AnalysisRequest::Rest)];
    let consider = vec![ask(1, AnalysisRequest::Consider(board("1200340056007b00")))];
    let mut view = thinking();
    assert_eq!(view.reduce(ExploreEvent::Shown(false)), rest);
    assert_eq!(view.reduce(ExploreEvent::Shown(true)), consider);
    let small = "#/explore?game=2x2_to_8".to_owned();
    let effects = view.reduce(Opened::New(small).into());
    assert_eq!((effects.len(), effects.last()), (2, rest.last()), "{effects:?}");
    assert_eq!(view.reduce(Opened::New(URL.to_owned()).into()), consider);
}

#[test]
fn the_reader_stops_the_agent_and_lets_it_go_on() {
    let mut view = thinking();
    let consider = ask(1, AnalysisRequest::Consider(view.board()));
    assert_eq!(view.reduce(ExploreEvent::StopAgent), [ask(1, AnalysisRequest::Rest)]);
    assert_eq!(view.agent(), &AgentState::Stopped);
    let other = "#/explore?game=4x4_score&state=001200230034004a";
    assert_eq!(view.reduce(Opened::New(other.to_owned()).into()), []);
    assert_eq!(view.reduce(Opened::New(URL.to_owned()).into()), []);
    assert_eq!(view.reduce(ExploreEvent::ResumeAgent), [consider]);
    // Its download is stopped with its worker, and begins again with another.
    let mut view = Exploration::open(URL);
    view.begin();
    assert_eq!(view.reduce(ExploreEvent::StopAgent), [end(1)]);
    assert_eq!(view.reduce(agent(AnalysisAnswer::Opened)), []);
    assert_eq!(view.agent(), &AgentState::Stopped);
    assert_eq!(view.reduce(ExploreEvent::ResumeAgent), [ask(2, AnalysisRequest::Open)]);
}

#[test]
fn an_agent_that_fails_is_asked_again_when_the_reader_wants_it() {
    let mut view = thinking();
    let failed = agent(AnalysisAnswer::Failed("it has ended".to_owned()));
    assert_eq!(view.reduce(failed.clone()), [end(1)]);
    let state = AgentState::Failed("it has ended".to_owned());
    assert_eq!(view.reduce(failed), []);
    assert_eq!(view.agent(), &state);
    assert_eq!(view.reduce(ExploreEvent::Undo).len(), 1);
    assert_eq!(view.reduce(ExploreEvent::ResumeAgent), [ask(2, AnalysisRequest::Open)]);
    let second = ExploreEvent::Agent(2, AnalysisAnswer::Opened);
    assert_eq!(view.reduce(second), [ask(2, AnalysisRequest::Consider(view.board()))]);
}
