//! The state of a diagram view, and the values that a page reads from it.

mod reduce;
mod solve;

use std::rc::Rc;

use crate::{ActionFilter, Edge, EdgeEnd, NodeRole};
use mdp2048_display::svg::Area;
use mdp2048_display::{SeedField, counted, link_note};
use mdp2048_rules::Board;

use crate::page::equation::Writing;
use crate::page::reader_policy::ReaderPolicy;
use crate::page::url::{DiagramUrl, WalkSteps};
use crate::page::{
    Drawing, Neighbourhood, NodeDetails, PaneSize, Settings, TokenPath, TokenPosition, Viewport,
    Walk,
};

pub use solve::SolveProgress;

/// A drawing on a page with a focus, a viewport and a walk.
#[derive(Clone, Debug)]
pub struct DiagramView {
    settings: Settings,
    drawing: Rc<Drawing>,
    // Title and summary.
    caption: (String, String),
    walk: Walk,
    token_path: Rc<TokenPath>,
    running: bool,
    hovered: Option<usize>,
    focused: Option<usize>,
    // The neighbourhood of the highlighted node.
    neighbourhood: Option<Rc<Neighbourhood>>,
    pane_size: PaneSize,
    // None until the reader zooms or pans. Until then, the viewport is the initial one, panned so
    // that it shows the anchor.
    custom_viewport: Option<Viewport>,
    // The area that the initial viewport must show: the focused node or the token.
    anchor: Option<Area>,
    seed_field: SeedField,
    // The number of columns that are solved, and one more if the start is; None if the reader has
    // not begun to solve the game.
    solved: Option<usize>,
    shows_fractions: bool,
    // The rounds of policy iteration, and the number of states that the last one has changed; None
    // before the first, and where the reader has chosen an action since.
    rounds: Option<(usize, usize)>,
    // The parts of the URL that were ignored.
    problems: Vec<String>,
}

impl DiagramView {
    /// The settings of the drawing.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The drawing.
    pub const fn drawing(&self) -> &Rc<Drawing> {
        &self.drawing
    }

    /// The title of the drawing, one line.
    pub fn title(&self) -> &str {
        &self.caption.0
    }

    /// A description of the drawing in one or two sentences.
    pub fn summary(&self) -> &str {
        &self.caption.1
    }

    /// The walk of the token.
    pub const fn walk(&self) -> &Walk {
        &self.walk
    }

    /// The board of the walk as it is played, not its canonical image.
    pub fn board(&self) -> Board {
        self.walk.board()
    }

    /// Whether the walk advances with each tick.
    pub const fn running(&self) -> bool {
        self.running
    }

    /// The seed field.
    pub const fn seed_field(&self) -> &SeedField {
        &self.seed_field
    }

    /// The node with the focus.
    pub const fn focused_node(&self) -> Option<usize> {
        self.focused
    }

    /// The node under the pointer.
    pub const fn hovered_node(&self) -> Option<usize> {
        self.hovered
    }

    /// The node whose neighbourhood is highlighted: the one under the pointer, else the one with
    /// the focus.
    pub fn highlighted_node(&self) -> Option<usize> {
        self.hovered.or(self.focused).filter(|&node| node < self.drawing.figure.nodes.len())
    }

    /// The node that the Tab key focuses first.
    pub fn keyboard_entry(&self) -> usize {
        self.focused.or_else(|| self.token_node()).unwrap_or(0)
    }

    /// The visible part of the drawing.
    pub fn viewport(&self) -> Viewport {
        let initial = || Viewport::start(self.drawing.content(), self.pane_size);
        match (self.custom_viewport, self.anchor) {
            (Some(viewport), _) => viewport,
            (None, Some(area)) => initial().revealing(area, self.pane_size),
            (None, None) => initial(),
        }
    }

    /// Whether the reader has zoomed or panned.
    pub const fn is_viewport_custom(&self) -> bool {
        self.custom_viewport.is_some()
    }

    /// Whether the whole drawing is shown, as large as it fits.
    pub fn shows_all(&self) -> bool {
        self.viewport() == Viewport::fit(self.drawing.content(), self.pane_size)
    }

    /// The size of the pane of the drawing.
    pub const fn pane_size(&self) -> PaneSize {
        self.pane_size
    }

    /// The area of the token; `None` if the drawing has no token or does not contain its board.
    pub fn token_area(&self) -> Option<Area> {
        if self.settings.state.is_some() || self.is_solving() {
            return None;
        }
        match self.token_path.token? {
            TokenPosition::Node(node) => Some(self.drawing.board_area(node)),
            TokenPosition::Stub(edge) => self.drawing.stub_label_area(edge),
        }
    }

    /// Whether the edge with this index is visible.
    pub fn shows_edge(&self, edge: usize) -> bool {
        self.is_visible(&self.drawing.figure.edges[edge])
    }

    /// The highlighted node with its predecessors and successors.
    pub const fn neighbourhood(&self) -> Option<&Rc<Neighbourhood>> {
        self.neighbourhood.as_ref()
    }

    /// The path of the token.
    pub const fn token_path(&self) -> &Rc<TokenPath> {
        &self.token_path
    }

    /// The text about the highlighted node, else about the token's node, and about the start while
    /// the token is there.
    pub fn details(&self) -> Option<NodeDetails> {
        let (fractions, solved_from) = (self.shows_fractions, self.solved_from());
        let writing = Writing { drawing: &self.drawing, fractions, solved_from };
        // The first node of a drawing of one state is that state.
        let single = self.settings.state.map(|_| 0);
        if let Some(node) = self.highlighted_node().or(single) {
            return Some(NodeDetails::of(&writing, node));
        }
        let is_start = self.walk.cursor() == 0 && self.walk.from().is_none();
        match is_start {
            _ if self.is_solving() => None,
            true => Some(NodeDetails::of_start(&writing)),
            false => Some(NodeDetails::of(&writing, self.token_node()?)),
        }
    }

    /// Whether the numbers of equations are fractions.
    pub const fn shows_fractions(&self) -> bool {
        self.shows_fractions
    }

    /// What the last round of policy iteration has done, in a sentence.
    pub fn iteration_text(&self) -> Option<String> {
        Some(match self.rounds? {
            (0, _) => "Every board takes its first possible move: left, else right, up or down."
                .to_owned(),
            (rounds, 0) => format!("Round {rounds} changes no move: the policy is optimal."),
            (rounds, changed) => {
                format!("Round {rounds} changes the moves of {}.", counted(changed as u64, "state"))
            }
        })
    }

    /// Whether the reader may start a game at the highlighted node.
    pub fn can_start_here(&self) -> bool {
        let node = self.highlighted_node().map(|node| &self.drawing.figure.nodes[node]);
        let is_state = node.is_some_and(|it| it.role == NodeRole::State && it.ending.is_none());
        is_state && self.settings.state.is_none() && !self.is_solving()
    }

    /// The parameters of the URL that cannot be used, and why. Each completes the sentence "The
    /// link asks for".
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// What to say about these parameters, if there are any.
    pub fn note(&self) -> Option<String> {
        link_note(&self.problems)
    }

    /// The fragment of the URL of this state, from `#` on.
    pub fn url(&self) -> String {
        let steps = if self.walk.follows(&self.policy()) {
            WalkSteps::OfPolicy(self.walk.cursor())
        } else {
            WalkSteps::Actions(self.walk.steps().map(|(_, action, _)| action).collect())
        };
        let url = DiagramUrl {
            settings: self.settings.clone(),
            node: self.focused.map(|node| self.drawing.figure.nodes[node].id.clone()),
            seed: self.walk.seed(),
            from: self.walk.from(),
            steps,
            solved: self.solved,
            viewport: self.custom_viewport,
            problems: Vec::new(),
        };
        url.to_string()
    }

    /// The optimal policy, except in the states where the reader has chosen an action.
    fn policy(&self) -> ReaderPolicy<'_> {
        ReaderPolicy { settings: &self.settings, values: &self.drawing.values }
    }

    /// The area of the node with the focus; while the game is solved, also that of the columns with
    /// the values that its equation needs.
    fn focused_area(&self) -> Option<Area> {
        let (node, areas) = (self.focused?, &self.drawing.scene.node_areas);
        let area = areas[node];
        let successors = self.drawing.figure.edges.iter().filter(|it| it.from == node);
        let right = successors.filter_map(|edge| match edge.to {
            EdgeEnd::Node(to) if self.drawing.figure.nodes[to].board.is_some() => {
                Some(areas[to].x + areas[to].width)
            }
            _ => None,
        });
        let right = right.filter(|_| self.solved.is_some());
        Some(Area { width: right.fold(area.x + area.width, f64::max) - area.x, ..area })
    }

    fn token_node(&self) -> Option<usize> {
        match self.token_path.token {
            Some(TokenPosition::Node(node)) if self.settings.state.is_none() => Some(node),
            _ => None,
        }
    }

    fn is_visible(&self, edge: &Edge) -> bool {
        match self.settings.actions {
            _ if self.settings.flow => true,
            ActionFilter::All => true,
            ActionFilter::Best => edge.is_best,
            ActionFilter::Policy => edge.is_taken,
        }
    }
}

#[cfg(test)]
mod tests;
