//! The drawing of a game: its solution, and its figure with coordinates.

use std::fmt::Write as _;

use crate::scene::{SceneGroup, Subject};
use crate::{
    ActionFilter, Figure, FigureOptions, Graph, NodeRole, PolicyChain, Scene, StateFigureError,
};
use mdp2048_display::svg::{Area, SvgShape};
use mdp2048_display::{Measure, percent};
use mdp2048_model::{PlainSolution, Value, Values as _};
use mdp2048_rules::Board;

use crate::page::exact::ExactValues;
use crate::page::reader_policy::ReaderPolicy;
use crate::page::{Neighbourhood, PaneSize, Settings};

/// More than the number of states of each game that has a diagram.
const MAX_STATES: usize = 1000;

/// The greatest width, in units of the drawing, at which the pane has the aspect ratio of the
/// drawing. The pane of a wider drawing shows only a part of it at first.
const MAX_WHOLE_WIDTH: f64 = 2000.0;

/// The height, in units of the drawing, above which a drawing of one state has two columns of
/// successors, and the least scale at which both must fit into the width of the pane.
const HIGH: f64 = 480.0;
const LEAST_SPLIT_SCALE: f64 = 0.9;

/// The ratio of width to height of the pane of a drawing that is wider than [`MAX_WHOLE_WIDTH`].
const PARTIAL_ASPECT_RATIO: f64 = 1.45;

/// The distance from a node to the border of its hole in the dimming path: less than half of the
/// smallest distance between two nodes, so that holes do not overlap.
const HOLE_MARGIN: f64 = 5.0;

/// The drawing of a game or of one state, solved and laid out.
///
/// The edges of all actions are laid out, except in a drawing of the flow of games. A page hides
/// those that the settings exclude, so that no node moves when the reader changes the filter.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The nodes and edges.
    pub figure: Figure,
    /// The shapes.
    pub scene: Scene,
    /// The solution of the game.
    pub values: PlainSolution,
    /// The Markov chain of the game under the policy; `None` for a drawing of one state.
    pub chain: Option<PolicyChain>,
    /// The values as fractions.
    pub(crate) exact: ExactValues,
    /// Whether the policy has actions chosen by the reader.
    pub(crate) has_overrides: bool,
    // For each node the area of its board, or of the whole node if it has none.
    board_areas: Vec<Area>,
}

impl Drawing {
    /// Solves the game and lays out the figure for a pane of this size.
    ///
    /// # Errors
    /// [`StateFigureError`] if [`Settings::state`] is not a state of the game.
    pub fn new(settings: &Settings, pane: PaneSize) -> Result<Self, StateFigureError> {
        let options = FigureOptions { actions: ActionFilter::All, ..settings.figure_options() };
        let (mut figure, values, chain) = figure(settings, options)?;
        figure.is_narrow = pane.is_narrow();
        let mut scene = Scene::draw(&figure);
        if figure.is_single_state && !figure.is_narrow && scene.content.height > HIGH {
            let mut split = figure.clone();
            split.split_successors();
            let split_scene = Scene::draw(&split);
            if split_scene.content.width * LEAST_SPLIT_SCALE <= pane.width {
                (figure, scene) = (split, split_scene);
            }
        }
        let board_areas = board_areas(&scene);
        let has_overrides = !settings.overrides.is_empty();
        let exact = ExactValues::of(settings.game);
        Ok(Self { figure, scene, values, chain, exact, has_overrides, board_areas })
    }

    /// The figure to save as a file: it contains only what the settings include.
    ///
    /// # Errors
    /// [`StateFigureError`] as [`Drawing::new`].
    pub fn for_export(settings: &Settings) -> Result<Figure, StateFigureError> {
        let (figure, _, _) = figure(settings, settings.figure_options())?;
        Ok(figure)
    }

    /// The title and the summary of a drawing that contains only what the settings include; `None`
    /// if [`Settings::state`] is not a state of the game.
    pub(crate) fn caption(settings: &Settings) -> Option<(String, String)> {
        let (figure, _, _) = figure(settings, settings.figure_options()).ok()?;
        Some((figure.title.to_owned(), figure.summary.to_owned()))
    }

    /// The value of the game under an optimal policy, averaged over its start boards.
    pub fn start_value(&self) -> Value {
        self.values.start_value()
    }

    /// The value of the game, as other pages show it.
    pub(crate) fn start_text(&self) -> String {
        self.long_text(self.start_value().get())
    }

    /// A probability of winning, or the same with a discount, as other pages show it.
    pub(crate) fn long_text(&self, value: f64) -> String {
        match self.figure.measure() {
            Measure::Discounted => Measure::Discounted.text(Some(value)),
            _ => percent(value),
        }
    }

    /// The area of a node's board, or of the whole node if it has none.
    pub fn board_area(&self, node: usize) -> Area {
        self.board_areas[node]
    }

    /// The area of the label of an edge that is a stub; `None` for other edges.
    pub fn stub_label_area(&self, edge: usize) -> Option<Area> {
        let is_of_edge = |group: &&SceneGroup| group.subject == Subject::Edge(edge);
        let mut groups = self.scene.groups.iter().filter(is_of_edge);
        groups.find_map(|group| first_rectangle(group, "mark"))
    }

    /// The index of the node with this id.
    pub fn node(&self, id: &str) -> Option<usize> {
        self.figure.nodes.iter().position(|node| node.id == id)
    }

    /// The index of the state of a board in the frame of the drawing.
    pub fn state(&self, board: Board) -> Option<usize> {
        let nodes = &self.figure.nodes;
        nodes.iter().position(|node| node.role == NodeRole::State && node.board == Some(board))
    }

    /// The strength of a node's shading, 0 to 1: the square root of its occupancy, so that rare
    /// states are visible too. `None` if the occupancy is not known.
    pub fn shading(&self, node: usize) -> Option<f64> {
        self.figure.nodes[node].occupancy.map(f64::sqrt)
    }

    /// The SVG path that dims the drawing except for some nodes. It is a rectangle around
    /// everything with a hole for each of these nodes; it must be filled by the even-odd rule.
    pub fn dimming_path(&self, except: &Neighbourhood) -> String {
        let Area { x, y, width, height } = self.content();
        let mut path = format!("M{x:.0} {y:.0}h{width:.0}v{height:.0}h-{width:.0}z");
        let nodes = self.scene.node_areas.iter().zip(&except.nodes);
        for (area, _) in nodes.filter(|(_, is_excepted)| **is_excepted) {
            let (x, y) = (area.x - HOLE_MARGIN, area.y - HOLE_MARGIN);
            let width = area.width + 2.0 * HOLE_MARGIN;
            let height = area.height + 2.0 * HOLE_MARGIN;
            let _ = write!(path, "M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z");
        }
        path
    }

    /// The ratio of width to height of a pane that suits the drawing.
    pub fn aspect_ratio(&self) -> f64 {
        let Area { width, height, .. } = self.content();
        if width > MAX_WHOLE_WIDTH { PARTIAL_ASPECT_RATIO } else { width / height }
    }

    /// The area of columns, nodes and edges, without heading and legend.
    pub const fn content(&self) -> Area {
        self.scene.content
    }
}

/// Returns the figure, the solution, and the Markov chain unless the figure shows one state.
fn figure(
    settings: &Settings,
    options: FigureOptions,
) -> Result<(Figure, PlainSolution, Option<PolicyChain>), StateFigureError> {
    let values = PlainSolution::solve(&settings.game);
    if let Some(board) = settings.state {
        let figure = Figure::of_state(&settings.game, board, settings.frame, settings.grouping)?;
        return Ok((figure.with_values(&values), values, None));
    }
    let graph = policy_graph(settings, &values);
    let chain = graph.chain();
    let flow = settings.flow.then(|| Figure::of_flow(&graph, settings.afterstates)).flatten();
    Ok((flow.unwrap_or_else(|| Figure::of_graph(&graph, options)), values, chain))
}

/// The graph of the whole game with the reader's policy.
pub(crate) fn policy_graph(settings: &Settings, values: &PlainSolution) -> Graph {
    let graph = Graph::of(&settings.game, settings.frame, settings.grouping, MAX_STATES)
        .expect("the 2x2 games have fewer states than the limit");
    graph.with_policy(&ReaderPolicy { settings, values }).with_values(values)
}

/// For each node the area of its board, or of the whole node if it has none.
fn board_areas(scene: &Scene) -> Vec<Area> {
    let mut areas = scene.node_areas.clone();
    for group in &scene.groups {
        let board = first_rectangle(group, "board");
        if let (Subject::Node(node), Some(area)) = (group.subject, board) {
            areas[node] = area;
        }
    }
    areas
}

/// The first rectangle of the group with this class.
fn first_rectangle(group: &SceneGroup, name: &str) -> Option<Area> {
    group.shapes.iter().find_map(|shape| match shape {
        SvgShape::Rectangle { class, area, .. } if class == name => Some(*area),
        _ => None,
    })
}
