//! Sequences of events and the states they lead to.

use std::rc::Rc;

use crate::{ActionFilter, EndingStyle, Frame};
use mdp2048_model::{PlainSolution, Replay, Status};
use mdp2048_rules::Action;
use proptest::prelude::{any, proptest};

use crate::page::{
    ArrowKey, DiagramEvent, DiagramView, Setting, TARGETS, TokenPath, TokenPosition,
    gallery_entries, small_game,
};

const TO_8: &str = "#/diagram?game=2x2_to_8&seed=42";

fn after(view: DiagramView, events: impl IntoIterator<Item = DiagramEvent>) -> DiagramView {
    events.into_iter().fold(view, DiagramView::after)
}

/// The view with changed settings.
fn with(view: &DiagramView, settings: &[Setting]) -> DiagramView {
    after(view.clone(), settings.iter().copied().map(DiagramEvent::Set))
}

fn node(view: &DiagramView, id: &str) -> usize {
    view.drawing().node(id).unwrap()
}

/// The index of a port of the node whose actions are not best.
fn worse_port(view: &DiagramView, node: usize) -> usize {
    let ports = &view.drawing().figure().nodes[node].ports;
    ports.iter().position(|port| !port.is_best).unwrap()
}

#[test]
fn the_walk_is_the_replay_of_the_seed() {
    for target in TARGETS {
        let game = small_game(target, 1.0).unwrap();
        let solution = PlainSolution::solve(&game);
        for seed in [0, 20, 42, 47] {
            let replay = Replay::play(&game, &solution, seed.into());
            let url = format!("#/diagram?game=2x2_to_{target}&seed={seed}");
            let mut view = DiagramView::open(&url);
            for board in replay.boards() {
                assert_eq!(view.board(), board);
                view = view.after(DiagramEvent::Step);
            }
            assert_ne!(view.walk().status(), Status::Playing);
            assert_eq!(view.walk().cursor(), replay.steps.len());
        }
    }
}

#[test]
fn every_drawing_contains_the_whole_path() {
    for frame in [Frame::Canonical, Frame::Shown] {
        for endings in [EndingStyle::Stubs, EndingStyle::Shared] {
            for afterstates in [false, true] {
                let view = DiagramView::open("#/diagram?game=2x2_to_16&seed=20&step=6");
                let changes = [
                    Setting::Frame(frame),
                    Setting::Endings(endings),
                    Setting::Afterstates(afterstates),
                ];
                let view = with(&view, &changes);
                let path = TokenPath::of(view.walk(), view.drawing(), view.settings());
                let edges = path.edges.iter().filter(|&&is_visited| is_visited).count();
                assert_eq!(edges, if afterstates { 12 } else { 6 }, "{frame:?} {endings:?}");
                let is_at_stub = matches!(path.token, Some(TokenPosition::Stub(_)));
                assert_eq!(is_at_stub, endings == EndingStyle::Stubs);
                assert!(view.token_area().is_some());
            }
        }
    }
}

#[test]
fn the_url_holds_the_actions_of_the_reader() {
    let view = after(DiagramView::open(TO_8), [DiagramEvent::Step, DiagramEvent::Back]);
    assert_eq!(view.url(), TO_8);
    let played = view.clone().after(DiagramEvent::Play(Action::Up));
    assert_eq!(played.url(), format!("{TO_8}&moves=u"));
    assert_eq!(DiagramView::open(&played.url()).board(), played.board());
    let node = node(&view, "s0122");
    let events = [DiagramEvent::Focus(Some(node)), DiagramEvent::StartAt(node), DiagramEvent::Step];
    let url = after(view, events).url();
    assert_eq!(url, "#/diagram?game=2x2_to_8&node=s0122&seed=42&from=0122&step=1");
    assert_eq!(DiagramView::open(&url).url(), url);
}

#[test]
fn hovering_over_a_node_highlights_its_neighbourhood() {
    let view = DiagramView::open(TO_8);
    let node = node(&view, "s0122");
    let highlighted = |view: &DiagramView| {
        let neighbourhood = view.neighbourhood();
        neighbourhood.map_or(0, |it| it.nodes.iter().filter(|&&is_in| is_in).count())
    };
    assert_eq!(highlighted(&view), 0);
    let view = view.after(DiagramEvent::Hover(Some(node)));
    assert!(highlighted(&view) > 3);
    // One subpath for the whole drawing and one hole for each highlighted node.
    let dimming = view.drawing().dimming_path(view.neighbourhood().unwrap());
    assert_eq!(dimming.matches('M').count(), 1 + highlighted(&view));
    let details = view.details().unwrap();
    assert_eq!(details.title, "State 0 2/4 4");
    assert_eq!(details.actions[0].verdict.as_deref(), Some("best"));
    assert_eq!(details.actions[1].verdict.as_deref(), Some("costs 90 percentage points"));
    assert_eq!(highlighted(&view.after(DiagramEvent::Hover(None))), 0);
}

#[test]
fn arrow_keys_follow_edges_and_columns() {
    let view = DiagramView::open(TO_8);
    let column = |view: &DiagramView| {
        let node = view.focused_node().unwrap();
        view.drawing().figure().nodes[node].column
    };
    let press = |view: DiagramView, keys: &[ArrowKey]| {
        after(view, keys.iter().map(|&key| DiagramEvent::MoveFocus(key)))
    };
    let right = press(view, &[ArrowKey::Right]);
    assert!(column(&right) > 0);
    let vertical = press(right.clone(), &[ArrowKey::Up, ArrowKey::Down]);
    assert_eq!(column(&vertical), column(&right));
    let left = press(right, &[ArrowKey::Left, ArrowKey::Left]);
    assert_eq!(column(&left), 0);
}

#[test]
fn hiding_actions_keeps_the_layout() {
    let view = DiagramView::open(TO_8);
    let changes = [Setting::Actions(ActionFilter::Best), Setting::Shading(true)];
    let optimal = with(&view, &changes);
    assert!(Rc::ptr_eq(view.drawing(), optimal.drawing()));
    assert!(optimal.title().contains("optimal actions"));
    for (index, edge) in optimal.drawing().figure().edges.iter().enumerate() {
        assert_eq!(optimal.shows_edge(index), edge.is_best);
    }
}

#[test]
fn the_win_probability_is_that_of_the_readers_policy() {
    let view = DiagramView::open(TO_8);
    let summary = |view: &DiagramView| view.outcome_summary().unwrap();
    assert!(summary(&view).contains("100 % of all games are won"));
    let node = node(&view, "s0122");
    let port = worse_port(&view, node);
    let worse = view.after(DiagramEvent::SetPolicyAction(node, port));
    assert!(summary(&worse).starts_with("Under your policy"));
    assert!(!summary(&worse).contains("100 %"));
    assert_eq!(summary(&DiagramView::open(&worse.url())), summary(&worse));
    assert!(summary(&worse.after(DiagramEvent::ResetPolicy)).contains("100 %"));
}

#[test]
fn a_setting_changes_no_other_one() {
    for target in TARGETS {
        for frame in [Frame::Canonical, Frame::Shown] {
            let view = DiagramView::open(&format!("#/diagram?game=2x2_to_{target}"));
            let view = with(&view, &[Setting::Frame(frame), Setting::Endings(EndingStyle::Shared)]);
            // Both were drawn before either of them was set.
            let both = with(&view, &[Setting::Flow(true), Setting::Afterstates(true)]);
            assert!(both.settings().flow && both.settings().afterstates, "{target}");
            assert!(both.drawing().figure().is_flow, "{target}");
            let without = with(&both, &[Setting::Afterstates(false), Setting::Target(7)]);
            let expected = with(&view, &[Setting::Flow(true)]);
            assert_eq!(without.settings(), expected.settings());
            let discounted = with(&both, &[Setting::Discount(0.9), Setting::Discount(2.0)]);
            assert_eq!(discounted.settings().game.discount().get(), 0.9);
            assert!(discounted.settings().flow);
        }
    }
}

#[test]
fn the_flow_has_its_own_drawing() {
    let view = DiagramView::open("#/diagram?game=2x2_to_16&seed=20&step=5");
    let flow = with(&view, &[Setting::Flow(true)]);
    assert_eq!(flow.url(), "#/diagram?game=2x2_to_16&flow=yes&seed=20&step=5");
    assert_eq!(DiagramView::open(&flow.url()).title(), flow.title());
    assert_eq!(flow.board(), view.board());
    assert!(flow.drawing().figure().is_flow && flow.summary().contains("96.3 %"));
    let win = flow.clone().after(DiagramEvent::Focus(Some(node(&flow, "win"))));
    let facts = win.details().unwrap().facts;
    assert_eq!(facts, [("ends".to_owned(), "96.3 % of games".to_owned())]);
    // Another policy has another flow.
    let state = node(&flow, "s1222");
    let port = worse_port(&flow, state);
    let worse = flow.clone().after(DiagramEvent::SetPolicyAction(state, port));
    assert!(worse.summary() != flow.summary() && worse.settings().flow);
    let back = with(&flow, &[Setting::Flow(false)]);
    assert_eq!(back.drawing().figure().edges, view.drawing().figure().edges);
}

#[test]
fn the_viewport_follows_the_token() {
    let view = DiagramView::open("#/diagram?game=2x2_to_32&seed=47&step=12");
    let shows_token = |view: &DiagramView| {
        let (area, viewport) = (view.token_area().unwrap(), view.viewport());
        area.x > viewport.x && area.x + area.width < viewport.x + viewport.width
    };
    assert!(shows_token(&view));
    let start = view.clone().after(DiagramEvent::Restart);
    assert!(shows_token(&start) && start.viewport() != view.viewport());
    let step = DiagramEvent::Step;
    let zoomed =
        after(start, [DiagramEvent::Zoom(3.0, None), step.clone(), step.clone(), step.clone()]);
    assert!(shows_token(&zoomed) && zoomed.url().contains("&view="));
}

#[test]
fn the_urls_of_the_gallery_are_complete() {
    for entry in gallery_entries() {
        let view = DiagramView::open(entry.url);
        assert_eq!(view.problems(), [""; 0], "{}", entry.url);
        assert_eq!(view.settings(), &entry.settings());
        let picture = entry.picture().expect("a picture");
        assert!(picture.starts_with("<svg"));
        // A board of 48 units has 20 pixels at least on a card of 260 by 152.
        let size = |name: &str| -> f64 {
            let text = picture.split_once(&format!(" {name}=\"")).expect("a size").1;
            text.split_once('"').and_then(|(number, _)| number.parse().ok()).expect("a number")
        };
        let scale = (260.0 / size("width")).min(152.0 / size("height"));
        assert!(48.0 * scale >= 20.0, "{}: {scale}", entry.url);
    }
}

proptest! {
    #[test]
    fn opening_any_url_never_panics(text in ".*", seed in any::<u32>(), step in any::<u64>()) {
        let _ = DiagramView::open(&text);
        let view = DiagramView::open(&format!("{TO_8}&seed={seed}&step={step}&{text}"));
        let again = DiagramView::open(&view.url());
        assert_eq!(again.url(), view.url());
    }
}
