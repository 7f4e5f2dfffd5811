//! The view from outside: events in, what is seen out.

use mdp2048_diagram::{ActionFilter, EndingStyle, Frame};
use mdp2048_model::{PlainSolution, Replay, Status};
use proptest::prelude::{any, proptest};

use crate::{
    ArrowKey, DiagramEvent, DiagramView, Settings, TARGETS, TokenPath, TokenPosition,
    gallery_entries, small_game,
};

const TO_8: &str = "#/diagram?game=2x2_to_8&seed=42";

fn after(view: DiagramView, events: &[DiagramEvent]) -> DiagramView {
    events.iter().fold(view, |view, event| view.after(event.clone()))
}

fn node(view: &DiagramView, id: &str) -> usize {
    view.drawing().item(id).unwrap()
}

#[test]
fn the_token_plays_the_players_game() {
    for target in TARGETS {
        let game = small_game(target, 1.0).unwrap();
        let solution = PlainSolution::solve(&game);
        for seed in [0, 20, 42, 47] {
            let replay = Replay::play(&game, &solution, seed.into());
            let link = format!("#/diagram?game=2x2_to_{target}&seed={seed}");
            let mut view = DiagramView::open(&link);
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
fn every_drawing_has_the_whole_trail() {
    let (frames, ends) =
        ([Frame::Canonical, Frame::Shown], [EndingStyle::Stubs, EndingStyle::Shared]);
    for (frame, ends) in frames.into_iter().flat_map(|frame| ends.map(|ends| (frame, ends))) {
        for afterstates in [false, true] {
            let view = DiagramView::open("#/diagram?game=2x2_to_16&seed=20&step=6");
            let settings = Settings { frame, ends, afterstates, ..view.settings().clone() };
            let view = view.after(DiagramEvent::SetSettings(settings));
            let trail = TokenPath::of(view.walk(), view.drawing(), view.settings());
            let links = trail.edges.iter().filter(|&&taken| taken).count();
            assert_eq!(links, if afterstates { 12 } else { 6 }, "{frame:?} {ends:?}");
            assert_eq!(
                matches!(trail.token, Some(TokenPosition::EndMarker(_))),
                ends == EndingStyle::Stubs
            );
            assert!(view.token_area().is_some());
        }
    }
}

#[test]
fn the_readers_actions_and_the_way_back_are_in_the_link() {
    let view = after(DiagramView::open(TO_8), &[DiagramEvent::Step, DiagramEvent::Back]);
    assert_eq!(view.url(), TO_8);
    let own = view.clone().after(DiagramEvent::Act(mdp2048_rules::Action::Up));
    assert_eq!(own.url(), format!("{TO_8}&moves=u"));
    assert_eq!(DiagramView::open(&own.url()).board(), own.board());
    let at = node(&view, "s0122");
    let elsewhere = after(
        view,
        &[DiagramEvent::Focus(Some(at)), DiagramEvent::StartAt(at), DiagramEvent::Step],
    );
    let link = elsewhere.url();
    assert_eq!(link, "#/diagram?game=2x2_to_8&node=s0122&seed=42&from=0122&step=1");
    assert_eq!(DiagramView::open(&link).url(), link);
}

#[test]
fn looking_at_a_node_lights_what_is_beside_it() {
    let view = DiagramView::open(TO_8);
    let at = node(&view, "s0122");
    let lit = |view: &DiagramView| {
        view.neighbourhood().map_or(0, |near| near.nodes.iter().filter(|&&lit| lit).count())
    };
    assert_eq!(lit(&view), 0);
    let view = view.after(DiagramEvent::Hover(Some(at)));
    assert!(lit(&view) > 3);
    // A hole for each around one of everything.
    let veil = view.drawing().dimming_path(view.neighbourhood().unwrap());
    assert_eq!(veil.matches('M').count(), 1 + lit(&view));
    let panel = view.details().unwrap();
    assert_eq!(panel.title, "State 0 2/4 4");
    assert_eq!(panel.actions[0].verdict.as_deref(), Some("best"));
    assert_eq!(panel.actions[1].verdict.as_deref(), Some("costs 90 points"));
    assert_eq!(lit(&view.after(DiagramEvent::Hover(None))), 0);
}

#[test]
fn arrow_keys_go_along_links_and_columns() {
    let view = DiagramView::open(TO_8);
    let column = |view: &DiagramView| {
        let item = view.focused_node().unwrap();
        view.drawing().figure().nodes()[item].column
    };
    let right = view.after(DiagramEvent::MoveFocus(ArrowKey::Right));
    assert!(column(&right) > 0);
    let up = after(
        right.clone(),
        &[DiagramEvent::MoveFocus(ArrowKey::Up), DiagramEvent::MoveFocus(ArrowKey::Down)],
    );
    assert_eq!(column(&up), column(&right));
    let left = after(
        right,
        &[DiagramEvent::MoveFocus(ArrowKey::Left), DiagramEvent::MoveFocus(ArrowKey::Left)],
    );
    assert_eq!(column(&left), 0);
}

#[test]
fn hiding_actions_moves_nothing() {
    let view = DiagramView::open(TO_8);
    let settings = Settings { shown: ActionFilter::Best, shading: true, ..view.settings().clone() };
    let optimal = view.clone().after(DiagramEvent::SetSettings(settings));
    assert!(std::rc::Rc::ptr_eq(view.drawing(), optimal.drawing()));
    assert!(optimal.title().contains("optimal actions"));
    let links = optimal.drawing().figure().edges();
    for (at, link) in links.iter().enumerate() {
        assert_eq!(optimal.shows_edge(at), link.is_best);
    }
}

#[test]
fn a_policy_of_the_readers_has_its_own_chances() {
    let view = DiagramView::open(TO_8);
    assert!(view.outcome_summary().unwrap().contains("100 % of all games are won"));
    let at = node(&view, "s0122");
    let ports = &view.drawing().figure().nodes()[at].ports;
    let worse = ports.iter().position(|port| !port.is_best).unwrap();
    let own = view.after(DiagramEvent::SetPolicyAction(at, worse));
    assert!(own.outcome_summary().unwrap().starts_with("Under your policy"));
    assert!(!own.outcome_summary().unwrap().contains("100 %"));
    assert_eq!(DiagramView::open(&own.url()).outcome_summary(), own.outcome_summary());
    assert!(own.after(DiagramEvent::ResetPolicy).outcome_summary().unwrap().contains("100 %"));
}

#[test]
fn the_flow_is_a_drawing_of_its_own() {
    let view = DiagramView::open("#/diagram?game=2x2_to_16&seed=20&step=5");
    let flow = Settings { flow: true, ..view.settings().clone() };
    let flowing = view.clone().after(DiagramEvent::SetSettings(flow));
    assert_eq!(flowing.url(), "#/diagram?game=2x2_to_16&flow=yes&seed=20&step=5");
    assert_eq!(DiagramView::open(&flowing.url()).title(), flowing.title());
    assert_eq!(flowing.board(), view.board());
    assert!(flowing.drawing().figure().is_flow() && flowing.summary().contains("96.3 %"));
    let win =
        flowing.clone().after(DiagramEvent::Focus(Some(node(&flowing, "win")))).details().unwrap();
    assert_eq!(win.facts, [("games end here".to_owned(), "96.3 %".to_owned())]);
    // Another policy, other ends.
    let at = node(&flowing, "s1222");
    let ports = &flowing.drawing().figure().nodes()[at].ports;
    let worse = ports.iter().position(|port| !port.is_best).unwrap();
    let own = flowing.clone().after(DiagramEvent::SetPolicyAction(at, worse));
    assert!(own.summary() != flowing.summary() && own.settings().flow);
    let plain = Settings { flow: false, ..flowing.settings().clone() };
    let back = flowing.after(DiagramEvent::SetSettings(plain));
    assert_eq!(back.drawing().figure().edges(), view.drawing().figure().edges());
}

#[test]
fn the_token_stays_in_sight() {
    let view = DiagramView::open("#/diagram?game=2x2_to_32&seed=47&step=12");
    let in_sight = |view: &DiagramView| {
        let (area, lens) = (view.token_area().unwrap(), view.viewport());
        area.x > lens.x && area.x + area.width < lens.x + lens.width
    };
    assert!(in_sight(&view));
    let start = view.clone().after(DiagramEvent::Restart);
    assert!(in_sight(&start) && start.viewport() != view.viewport());
    let near = after(
        start,
        &[
            DiagramEvent::Zoom(3.0, None),
            DiagramEvent::Step,
            DiagramEvent::Step,
            DiagramEvent::Step,
        ],
    );
    assert!(in_sight(&near) && near.url().contains("&view="));
}

#[test]
fn exhibits_are_links_that_say_all() {
    for exhibit in gallery_entries() {
        let view = DiagramView::open(exhibit.url);
        assert_eq!(view.problems().collect::<Vec<_>>(), [""; 0], "{}", exhibit.url);
        assert_eq!(view.settings(), &exhibit.settings());
        assert!(exhibit.picture().is_some_and(|picture| picture.starts_with("<svg")));
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*", seed in any::<u32>(), step in any::<u64>()) {
        let _ = DiagramView::open(&text);
        let view = DiagramView::open(&format!("{TO_8}&seed={seed}&step={step}&{text}"));
        let again = DiagramView::open(&view.url());
        assert_eq!(again.url(), view.url());
    }
}
