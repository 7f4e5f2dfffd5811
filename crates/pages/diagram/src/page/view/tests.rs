//! Sequences of events and the states they lead to.

use std::rc::Rc;

use crate::{ActionFilter, DrawingFormat, EndingStyle, Frame, NodeRole, Scene};
use mdp2048_display::svg::coordinate;
use mdp2048_display::{Effect, Opened, Reducer as _};
use mdp2048_model::{PlainSolution, Replay, Status};
use mdp2048_rules::Action;
use proptest::prelude::{any, proptest};

use crate::page::{
    ArrowKey, DiagramEvent, DiagramView, Drawing, GALLERY, PaneSize, Setting, TARGETS, TokenPath,
    TokenPosition, small_game,
};

const TO_8: &str = "#/diagram?game=2x2_to_8&seed=42";

fn after(view: DiagramView, events: impl IntoIterator<Item = DiagramEvent>) -> DiagramView {
    events.into_iter().fold(view, |view, event| view.after(event))
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
    let ports = &view.drawing().figure.nodes[node].ports;
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
    assert_eq!(details.actions[1].verdict.as_deref(), Some("keeps 10.00 %"));
    assert_eq!(highlighted(&view.after(DiagramEvent::Hover(None))), 0);
}

/// The number that a text of an equation has, of which 1 and 100 % are the greatest.
fn written(text: &str) -> f64 {
    match text.split_once('/') {
        Some((numerator, denominator)) => {
            numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
        }
        None => text.trim_end_matches(" %").parse().unwrap(),
    }
}

#[test]
fn equations_add_up_as_they_are_written() {
    let settings = [TARGETS.map(|it| (it, "")).to_vec(), vec![(16, "&discount=0.9")]].concat();
    for (target, discount) in settings {
        for extra in ["", "&boards=all", "&afterstates=yes", "&ends=edges"] {
            let view =
                DiagramView::open(&format!("#/diagram?game=2x2_to_{target}{discount}{extra}"));
            for fractions in [false, true] {
                let view = view.clone().after(DiagramEvent::ShowFractions(fractions));
                let nodes = view.drawing().figure.nodes.len();
                let views =
                    (0..nodes).map(|node| view.clone().after(DiagramEvent::Focus(Some(node))));
                let mut equations = 0;
                for details in views.chain([view.clone()]).map(|it| it.details().unwrap()) {
                    for row in &details.actions {
                        let factor = row.discount.as_deref().map_or(1.0, written);
                        let terms = row.successors.iter();
                        let terms = terms.map(|it| written(&it.probability) * written(&it.value));
                        let sum = factor * terms.sum::<f64>();
                        let decimals = row.value.trim_end_matches(" %").split_once('.');
                        let decimals = match (fractions, discount) {
                            (true, _) => 12,
                            (_, "") => decimals.map_or(1, |it| it.1.len() as i32),
                            _ => 4,
                        };
                        // A column has one form.
                        let is_fraction =
                            |it: &&crate::page::SuccessorRow| it.probability.contains('/');
                        let fractions_in_column = row.successors.iter().filter(is_fraction).count();
                        let forms = [0, row.successors.len()];
                        assert!(fractions || forms.contains(&fractions_in_column), "{row:?}");
                        let rounding = 0.5 * 0.1f64.powi(decimals) + 1e-9;
                        let off = (sum - written(&row.value)).abs();
                        assert!(off <= rounding, "{target}{discount}: {row:?}");
                        equations += 1;
                    }
                    let values = details.actions.iter().map(|row| written(&row.value));
                    let most = values.fold(0.0, f64::max);
                    let mut values = details.facts.iter().filter_map(|it| it.1.split_once(" = "));
                    if let Some((maximum, value)) = values.next() {
                        assert!(maximum.starts_with("max("));
                        assert!((written(value) - most).abs() < 1e-9, "{maximum} = {value}");
                    }
                }
                assert!(equations > 20);
            }
        }
    }
}

#[test]
fn a_selected_state_writes_its_bellman_equation() {
    let view = DiagramView::open("#/diagram?game=2x2_to_16&seed=20&node=s0121");
    let details = view.details().unwrap();
    assert_eq!(details.title, "State 0 2/4 2");
    let value = "max(97.28 %, 85.45 %) = 97.28 %";
    assert!(details.facts.contains(&("win probability".to_owned(), value.to_owned())));
    let terms = |view: &DiagramView| {
        let row = view.details().unwrap().actions.remove(0);
        let term = |it: &crate::page::SuccessorRow| format!("{} × {}", it.probability, it.value);
        let terms: Vec<_> = row.successors.iter().map(term).collect();
        format!("{} = {}", terms.join(" + "), row.value)
    };
    assert_eq!(terms(&view), "0.9 × 97.48 % + 0.1 × 95.50 % = 97.28 %");
    let fractions = DiagramEvent::ShowFractions(true);
    let view = view.after(fractions.clone());
    assert_eq!(terms(&view), "9/10 × 3899/4000 + 1/10 × 191/200 = 38911/40000");
    // Before a state is selected, the start is explained.
    let start = DiagramView::open("#/diagram?game=2x2_to_16&seed=20");
    let details = start.details().unwrap();
    assert_eq!(
        (details.title.as_str(), details.actions[0].successors.len()),
        ("The start of a game", 6)
    );
    assert_eq!(details.actions[0].value, "96.25 %");
    let exact = start.after(fractions.clone()).details().unwrap();
    assert_eq!(exact.actions[0].value, "770009003/800000000");
    let discounted = DiagramView::open("#/diagram?game=2x2_to_16&discount=0.9&node=s0121");
    let row = discounted.details().unwrap().actions.remove(0);
    assert_eq!(row.discount.as_deref(), Some("0.9"));
    let row = discounted.after(fractions).details().unwrap().actions.remove(0);
    assert_eq!(row.discount.as_deref(), Some("9/10"));
}

#[test]
fn solving_shows_the_values_column_by_column_from_the_right() {
    let view = DiagramView::open("#/diagram?game=2x2_to_16&solve=0");
    assert!(view.solve_text().unwrap().contains("a won game is worth 100 %"));
    let progress = view.solve_progress().unwrap();
    let mut known = 0;
    for solved in 1..progress.all {
        let before = view.clone().after(DiagramEvent::Solve(solved - 1));
        let view = view.clone().after(DiagramEvent::Solve(solved));
        let figure = &view.drawing().figure;
        let is_solved =
            |view: &DiagramView, node: usize| figure.nodes[node].column >= view.solved_from();
        let is_state = |node: usize| figure.nodes[node].role == NodeRole::State;
        let states = (0..figure.nodes.len()).filter(|&node| is_state(node));
        for node in states.filter(|&node| is_solved(&view, node)) {
            known += usize::from(!is_solved(&before, node));
            // All that a new value follows from was known before, so the reader can compute it.
            let selected = before.clone().after(DiagramEvent::Focus(Some(node)));
            for row in selected.details().unwrap().actions {
                assert!(row.successors.iter().all(|it| it.value != "?"), "{solved}: {row:?}");
                assert_eq!(row.value == "?", !is_solved(&before, node));
                assert!(is_solved(&before, node) || !row.is_best && row.verdict.is_none());
            }
        }
        // An example of the column is selected, and its equation written.
        let example = view.focused_node().unwrap();
        assert_eq!(figure.nodes[example].column, view.solved_from());
        assert!(view.details().unwrap().actions.iter().all(|row| row.value != "?"));
        assert!(view.outcome_summary().is_none() && view.token_area().is_none());
        assert_eq!(DiagramView::open(&view.url()).url(), view.url());
    }
    assert_eq!(known, 35);
    let column = view.clone().after(DiagramEvent::Solve(6));
    let text = column.solve_text().unwrap();
    assert!(text.starts_with("Tile sum 14: 5 states, worth 90 % to 100 %."), "{text}");
    assert!(column.is_solving());
    // What is solved to the end is shown as what was never hidden, and a game can be followed.
    let end = view.clone().after(DiagramEvent::Solve(99));
    assert_eq!(end.solve_progress().unwrap().solved, progress.all);
    assert!(!end.is_solving() && end.outcome_summary().is_some() && end.token_area().is_some());
    let text = end.solve_text().unwrap();
    assert!(
        text.contains("Finished: all 35 states are solved. The game is worth 96.25 %"),
        "{text}"
    );
    assert_eq!(end.details().unwrap().title, "The start of a game");
    // An unsolved state shows no value.
    let hidden = view.clone().after(DiagramEvent::Focus(Some(0))).details().unwrap();
    assert!(hidden.facts.iter().all(|(name, _)| name != "win probability"), "{:?}", hidden.facts);
    let other = end.after(DiagramEvent::Set(Setting::Target(32)));
    assert!(other.solve_progress().is_none());
    // The drawing of one state is not solved.
    let single = DiagramView::open("#/diagram?game=2x2_to_16&state=0121&solve=2");
    assert!(single.solve_progress().is_none());
}

#[test]
fn choosing_a_node_keeps_the_followed_game() {
    let view = DiagramView::open("#/diagram?game=2x2_to_16&seed=20&step=3");
    let node = node(&view, "s0122");
    let chosen = view.clone().after(DiagramEvent::Choose(node));
    assert_eq!((chosen.focused_node(), chosen.board()), (Some(node), view.board()));
    assert!(chosen.can_start_here());
    assert_eq!(chosen.after(DiagramEvent::StartAt(node)).board().hex(), "0122");
    let single = DiagramView::open("#/diagram?game=2x2_to_16&state=0121");
    let next = (1..).find(|&it| single.drawing().figure.nodes[it].role == NodeRole::State);
    let chosen = single.clone().after(DiagramEvent::Choose(next.unwrap()));
    assert!(chosen.settings().state != single.settings().state);
}

#[test]
fn arrow_keys_follow_edges_and_columns() {
    let view = DiagramView::open(TO_8);
    let column = |view: &DiagramView| {
        let node = view.focused_node().unwrap();
        view.drawing().figure.nodes[node].column
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
    for (index, edge) in optimal.drawing().figure.edges.iter().enumerate() {
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
            assert!(both.drawing().figure.is_flow, "{target}");
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
    assert!(flow.drawing().figure.is_flow && flow.summary().contains("96.25 %"));
    let win = flow.clone().after(DiagramEvent::Focus(Some(node(&flow, "win"))));
    let facts = win.details().unwrap().facts;
    assert_eq!(facts, [("ends".to_owned(), "96.25 % of games".to_owned())]);
    // Another policy has another flow.
    let state = node(&flow, "s1222");
    let port = worse_port(&flow, state);
    let worse = flow.clone().after(DiagramEvent::SetPolicyAction(state, port));
    assert!(worse.summary() != flow.summary() && worse.settings().flow);
    let back = with(&flow, &[Setting::Flow(false)]);
    assert_eq!(back.drawing().figure.edges, view.drawing().figure.edges);
}

#[test]
fn the_drawing_of_a_state_fits_into_the_pane_of_its_example() {
    let view = DiagramView::open("#/diagram?game=2x2_to_8&boards=all&state=0110");
    let pane = PaneSize { width: 606.0, height: 416.0 };
    let view = view.after(DiagramEvent::Resize(pane));
    let (content, viewport) = (view.drawing().content(), view.viewport());
    assert!(view.shows_all() && viewport.width >= content.width);
    assert!(viewport.height(pane) >= content.height);
    let empty = 1.0 - content.width / viewport.width;
    assert!(empty < 0.25, "{empty} of the width is empty");
    // A phone has one column of successors, and its texts are not smaller than in the drawing.
    let phone = view.after(DiagramEvent::Resize(PaneSize { width: 350.0, height: 2000.0 }));
    assert_eq!(phone.drawing().figure.columns.len(), 3);
    assert!(phone.viewport().width <= 350.0, "{:?}", phone.viewport());
}

#[test]
fn two_by_two_to_16_is_whole_on_a_desktop() {
    for (width, height) in [(1200.0, 512.0), (1500.0, 660.0)] {
        let view = DiagramView::open("#/diagram?game=2x2_to_16&seed=20");
        let view = view.after(DiagramEvent::Resize(PaneSize { width, height }));
        let (content, viewport) = (view.drawing().content(), view.viewport());
        assert!(view.shows_all() && viewport.x + viewport.width >= content.x + content.width);
        let zoomed = view.after(DiagramEvent::Zoom(2.0, None));
        assert!(!zoomed.shows_all() && zoomed.after(DiagramEvent::Fit).shows_all());
    }
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
fn the_viewport_shows_the_column_that_is_solved_next() {
    let phone = DiagramEvent::Resize(PaneSize { width: 350.0, height: 390.0 });
    let begun = DiagramView::open("#/diagram?game=2x2_to_16&solve=0").after(phone);
    let again = begun.clone().after(DiagramEvent::Solve(12)).after(DiagramEvent::Solve(0));
    for view in [begun, again] {
        let (figure, viewport) = (&view.drawing().figure, view.viewport());
        let last = figure.nodes.iter().filter(|it| it.role == NodeRole::State);
        let last = last.map(|it| it.column).max().unwrap();
        let sees = |node: usize| {
            let area = view.drawing().scene.node_areas[node];
            figure.nodes[node].column == last
                && area.x > viewport.x
                && area.x + area.width < viewport.x + viewport.width
        };
        assert!((0..figure.nodes.len()).any(sees) && view.focused_node().is_none());
    }
}

#[test]
fn the_urls_of_the_gallery_are_complete() {
    for entry in GALLERY.iter().flat_map(|group| group.entries) {
        let view = DiagramView::open(entry.url);
        assert_eq!(view.problems(), [""; 0], "{}", entry.url);
        assert_eq!(view.settings(), &entry.settings());
        let picture = entry.picture().expect("a picture");
        // The whole drawing, without its heading and legend.
        let figure = Drawing::for_export(&entry.settings()).expect("a figure");
        let content = Scene::draw(&figure).content;
        let size = format!("{} {}\"", coordinate(content.width), coordinate(content.height));
        assert!(picture.starts_with("<svg") && picture.contains(&size), "{}", entry.url);
    }
    assert!(GALLERY[0].entries.iter().all(|it| it.url.contains("2x2_to_16")));
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

#[test]
fn a_view_to_which_the_reader_comes_back_is_as_it_was() {
    let view = after(DiagramView::open(TO_8), [DiagramEvent::Toggle, DiagramEvent::Tick]);
    let solving = after(view.clone(), [DiagramEvent::SolveNext, DiagramEvent::SolveNext]);
    let other = DiagramView::open("#/diagram?game=2x2_to_16&seed=20");
    for before in [view, solving] {
        let back = other.clone().after(Opened::Held(before.clone()));
        assert_eq!((back.url(), back.running()), (before.url(), before.running()));
        assert_eq!(back.solve_progress(), before.solve_progress());
        assert_eq!(back.pane_size(), other.pane_size());
    }
}

/// The address that an event lets the page write, if any.
fn written_address(view: &mut DiagramView, event: DiagramEvent) -> Option<String> {
    match view.reduce(event).pop() {
        Some(Effect::WriteAddress(address)) => address,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_address_is_written_while_nothing_moves_and_a_file_is_saved() {
    let mut view = DiagramView::open(TO_8);
    assert!(view.begin().is_empty());
    assert_eq!(written_address(&mut view, DiagramEvent::Toggle), None);
    assert_eq!(written_address(&mut view, DiagramEvent::Step), Some(view.url()));
    let other = "#/diagram?game=2x2_to_16&seed=42";
    let opened = Opened::Again(other.to_owned()).into();
    assert_eq!(written_address(&mut view, opened).as_deref(), Some(other));
    // A link with a problem stays until the reader changes something.
    let wrong = Opened::New("#/diagram?game=2x2_to_9".to_owned());
    assert_eq!(written_address(&mut view, wrong.into()), None);
    let event = DiagramEvent::Set(Setting::Target(16));
    assert_eq!(written_address(&mut view, event), Some(view.url()));
    let saved = view.reduce(DiagramEvent::Save(DrawingFormat::DOT));
    let [Effect::Save(file)] = &saved[..] else { panic!("{saved:?}") };
    assert_eq!(file.name, "2x2_to_16.dot");
    assert!(file.text.starts_with("digraph"));
}

#[test]
fn rounds_of_policy_iteration_lead_to_the_optimal_policy() {
    let mut view = DiagramView::open("#/diagram?game=2x2_to_16");
    assert_eq!(view.iteration_text(), None);
    let improve = || DiagramEvent::ImprovePolicy;
    for (event, win, text) in [
        (DiagramEvent::SimplestPolicy, 0.0, "Every board takes its first possible move"),
        (improve(), 0.115_075, "Round 1 changes the moves of 3 states."),
        (improve(), 0.962_511_253_75, "Round 2 changes the moves of 5 states."),
        (improve(), 0.962_511_253_75, "Round 3 changes no move: the policy is optimal."),
    ] {
        view = view.after(event);
        assert!((view.drawing().chain.as_ref().unwrap().win - win).abs() < 1e-14, "{text}");
        assert!(view.iteration_text().unwrap().starts_with(text), "{:?}", view.iteration_text());
    }
    // Rounds begin anew where the game or its boards are others.
    for setting in [Setting::Discount(0.9), Setting::Frame(Frame::Shown), Setting::Target(8)] {
        assert_eq!(view.clone().after(DiagramEvent::Set(setting)).iteration_text(), None);
    }
    assert!(
        view.clone().after(DiagramEvent::Set(Setting::Shading(true))).iteration_text().is_some()
    );
    // The policy of the link is the same, and the reader's own choice begins anew.
    assert!(!view.url().contains("policy="), "{}", view.url());
    let (state, port) = (node(&view, "s0012"), 0);
    let chosen = view.after(DiagramEvent::SetPolicyAction(state, port));
    assert_eq!(chosen.iteration_text(), None);
    let other = chosen.after(DiagramEvent::Set(Setting::Target(32)));
    let other = other.after(DiagramEvent::SimplestPolicy);
    let again = DiagramView::open(&other.url());
    assert_eq!(again.drawing().chain.as_ref().unwrap().win, 0.0);
}

#[test]
fn another_step_of_solving_keeps_the_drawing_and_lights_its_column() {
    let link = |solve, node| {
        DiagramView::link([("game", "2x2_to_16"), ("solve", solve), ("node", node)]).unwrap()
    };
    let lit = |view: &DiagramView| Some(view.drawing().figure.columns[view.lit_column()?].clone());
    let view = DiagramView::open(&link("1", "s2233"));
    assert_eq!(lit(&view).as_deref(), Some("24"));
    let next = view.clone().after(Opened::New(link("6", "s0123")));
    assert!(Rc::ptr_eq(view.drawing(), next.drawing()));
    assert_eq!(next.url(), DiagramView::open(&link("6", "s0123")).url());
    assert_eq!(lit(&next).as_deref(), Some("14"));
    // A phone shows the columns with the values that its equation needs, too.
    let phone = next.after(DiagramEvent::Resize(PaneSize { width: 340.0, height: 370.0 }));
    let (area, shown) = (phone.drawing().board_area(node(&phone, "s1123")), phone.viewport());
    assert!(shown.x < area.x && area.x + area.width < shown.x + shown.width, "{shown:?}");
    assert_eq!(lit(&DiagramView::open("#/diagram?game=2x2_to_16&node=s0123")), None);
    assert_eq!(DiagramView::link([("solve", "all")]), None);
}
