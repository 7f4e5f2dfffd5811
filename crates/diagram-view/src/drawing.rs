//! A drawing with everything in its place.

use std::fmt::Write as _;

use mdp2048_diagram::layout::Effort;
use mdp2048_diagram::scene::{Area, SceneGroup, SceneShape, Subject};
use mdp2048_diagram::{
    ActionFilter, Figure, FigureOptions, Graph, NodeRole, PolicyChain, Scene, StateFigureError,
};
use mdp2048_display::Measure;
use mdp2048_model::{PlainSolution, Values as _};
use mdp2048_rules::Board;

use crate::settings::ReaderPolicy;
use crate::{Neighbourhood, Settings};

/// The most states of a game that is drawn.
const MOST: usize = 1000;

/// From here on a drawing is too wide to be read whole.
const WIDE: f64 = 1300.0;
const HIGH_ROOM: f64 = 1.45;

/// How far a hole of the veil goes around its item: no two items are nearer than twice that.
const HOLE: f64 = 5.0;

/// A drawing of all actions; filters show and hide, so that nothing jumps.
#[derive(Clone, Debug)]
pub struct Drawing {
    figure: Figure,
    scene: Scene,
    values: PlainSolution,
    chain: Option<PolicyChain>,
    // Whether the policy is the reader's own.
    is_own: bool,
    // The area of each item's board, or of the whole item if it has none.
    boards: Vec<Area>,
}

impl Drawing {
    /// Solves, lays out and draws.
    ///
    /// # Errors
    /// [`StateFigureError`] if a single state is asked for that has nothing to decide.
    pub fn new(settings: &Settings) -> Result<Self, StateFigureError> {
        let view = FigureOptions { actions: ActionFilter::All, ..settings.view() };
        let (figure, values, chain) = figure(settings, view)?;
        let scene = Scene::draw(&figure, Effort::Quick);
        let boards = boards(&scene);
        Ok(Self { figure, scene, values, chain, is_own: !settings.overrides.is_empty(), boards })
    }

    /// The figure with what is shown only, for a file.
    ///
    /// # Errors
    /// [`StateFigureError`] as [`Drawing::new`].
    pub fn for_export(settings: &Settings) -> Result<(Figure, Scene), StateFigureError> {
        let (figure, _, _) = figure(settings, settings.view())?;
        let scene = Scene::draw(&figure, Effort::Quick);
        Ok((figure, scene))
    }

    /// Title and summary of what is shown.
    pub(crate) fn caption(settings: &Settings) -> Option<(String, String)> {
        let (figure, _, _) = figure(settings, settings.view()).ok()?;
        Some((figure.title().to_owned(), figure.summary().to_owned()))
    }

    /// Items and links.
    pub const fn figure(&self) -> &Figure {
        &self.figure
    }

    /// Shapes.
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The values of the game.
    pub const fn values(&self) -> &PlainSolution {
        &self.values
    }

    /// What becomes of games under the policy; a single state has none.
    pub const fn chain(&self) -> Option<&PolicyChain> {
        self.chain.as_ref()
    }

    /// Whether the policy is the reader's own, not the optimal one.
    pub(crate) const fn is_own(&self) -> bool {
        self.is_own
    }

    /// The mean value over the states a game starts from.
    pub fn start_value(&self) -> f64 {
        self.values.start_value()
    }

    /// A value of the game as the drawing shows it: `97.6 %`, `0.9584`.
    pub(crate) fn value_text(&self, value: f64) -> String {
        let game = self.figure.game();
        Measure::of(game).short(game.objective().measured(value))
    }

    /// Where an item's board is.
    pub fn board_area(&self, item: usize) -> Area {
        self.boards[item]
    }

    /// Where the mark of a link is that ends beside its port.
    pub fn end_marker_area(&self, link: usize) -> Option<Area> {
        let stub = |group: &&SceneGroup| group.subject == Subject::Edge(link);
        self.scene.groups.iter().filter(stub).find_map(|group| first(group, "mark"))
    }

    /// The item of a name.
    pub fn item(&self, id: &str) -> Option<usize> {
        self.figure.nodes().iter().position(|item| item.id == id)
    }

    /// The state of a board in the frame of the drawing.
    pub fn state(&self, board: Board) -> Option<usize> {
        let is_it = |role| role == NodeRole::State;
        self.figure.nodes().iter().position(|item| is_it(item.role) && item.board == Some(board))
    }

    /// How strongly an item is shaded: the root of its occupancy, so that rare states show too.
    pub fn shading(&self, item: usize) -> Option<f64> {
        self.figure.nodes()[item].occupancy.map(f64::sqrt)
    }

    /// What dims all but some items: a path around everything with a hole for each of them.
    pub fn dimming_path(&self, near: &Neighbourhood) -> String {
        let Area { x, y, width, height } = self.content();
        let mut path = format!("M{:.0} {:.0}h{width:.0}v{height:.0}h-{width:.0}z", x, y);
        for (area, _) in
            self.scene.node_areas.iter().zip(&near.nodes).filter(|(_, is_near)| **is_near)
        {
            let (x, y) = (area.x - HOLE, area.y - HOLE);
            let (width, height) = (area.width + 2.0 * HOLE, area.height + 2.0 * HOLE);
            let _ = write!(path, "M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z");
        }
        path
    }

    /// The width of the room that suits the drawing, for each unit of its height. One that is too
    /// wide to be read whole is shown in parts, so its room is high.
    pub fn aspect_ratio(&self) -> f64 {
        let Area { width, height, .. } = self.content();
        if width > WIDE { HIGH_ROOM } else { width / height }
    }

    /// The part of the scene that holds columns, items and links, without heading and legend.
    pub const fn content(&self) -> Area {
        self.scene.content
    }
}

fn figure(
    settings: &Settings,
    view: FigureOptions,
) -> Result<(Figure, PlainSolution, Option<PolicyChain>), StateFigureError> {
    let values = PlainSolution::solve(&settings.game);
    if let Some(board) = settings.state {
        let figure = Figure::of_state(&settings.game, board, settings.frame, settings.grouping)?;
        return Ok((figure.with_values(&values), values, None));
    }
    let graph = Graph::of(&settings.game, settings.frame, settings.grouping, MOST)
        .expect("the small games have few states");
    let graph = graph.with_policy(&ReaderPolicy { settings, values: &values }).with_values(&values);
    let chain = graph.chain();
    let flow = settings.flow.then(|| Figure::of_flow(&graph, settings.afterstates)).flatten();
    Ok((flow.unwrap_or_else(|| Figure::of_graph(&graph, view)), values, chain))
}

fn boards(scene: &Scene) -> Vec<Area> {
    let mut boards = scene.node_areas.clone();
    for group in &scene.groups {
        if let (Subject::Node(item), Some(area)) = (group.subject, first(group, "board")) {
            boards[item] = area;
        }
    }
    boards
}

/// The first rectangle of a class.
fn first(group: &SceneGroup, name: &str) -> Option<Area> {
    group.shapes.iter().find_map(|shape| match shape {
        SceneShape::Rectangle { class, area, .. } if class == name => Some(*area),
        _ => None,
    })
}
