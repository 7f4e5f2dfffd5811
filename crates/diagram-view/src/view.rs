//! The state of a drawing on a page, and what events do to it.

use std::rc::Rc;

use mdp2048_diagram::scene::Area;
use mdp2048_diagram::{ActionFilter, Edge, NodeRole};
use mdp2048_display::{Percentage, SeedField, short_seed};
use mdp2048_model::{Discount, Seed, Status};
use mdp2048_rules::Board;

use crate::neighbourhood::{self, Neighbourhood};
use crate::settings::ReaderPolicy;
use crate::url::{self, DiagramUrl, DiagramUrlError, Place, Progress};
use crate::{
    DiagramEvent, Drawing, NodeDetails, PaneSize, Settings, TokenPath, TokenPosition, Viewport,
    Walk,
};

/// A drawing, what is lit in it, and a token that walks through it.
#[derive(Clone, Debug)]
pub struct DiagramView {
    settings: Settings,
    drawing: Rc<Drawing>,
    // Title and summary of what is shown.
    caption: (String, String),
    walk: Walk,
    trail: Rc<TokenPath>,
    running: bool,
    hover: Option<usize>,
    focus: Option<usize>,
    near: Option<Rc<Neighbourhood>>,
    pane: PaneSize,
    // None while the part in sight is the usual one.
    lens: Option<Viewport>,
    // What the usual part in sight has in it.
    anchor: Option<Area>,
    seed_field: SeedField,
    notes: Vec<DiagramUrlError>,
}

/// Steps that a walk can have at the very most.
const LONGEST: usize = 1000;

impl DiagramView {
    /// What an address asks for.
    pub fn open(hash: &str) -> Self {
        let mut request = DiagramUrl::parse(hash);
        let drawing = match Drawing::new(&request.settings) {
            Ok(drawing) => drawing,
            Err(error) => {
                request.notes.push(DiagramUrlError::State(error.to_string()));
                request.settings.state = None;
                Drawing::new(&request.settings).expect("only a single state can fail")
            }
        };
        let walk = Walk::new(request.settings.game, request.seed, request.from);
        let trail = Rc::new(TokenPath::of(&walk, &drawing, &request.settings));
        let caption = Drawing::caption(&request.settings).unwrap_or_default();
        let mut view = Self {
            settings: request.settings,
            caption,
            drawing: Rc::new(drawing),
            walk,
            trail,
            running: false,
            hover: None,
            focus: None,
            near: None,
            pane: PaneSize::default(),
            lens: request.lens,
            anchor: None,
            seed_field: SeedField::showing(request.seed),
            notes: request.notes,
        };
        view.follow(&request.course);
        if let Some(node) = request.node {
            view.focus = view.drawing.item(&node);
            if view.focus.is_none() {
                view.notes.push(DiagramUrlError::Node(node));
            }
        }
        view.anchor = view.focus_area().or_else(|| view.token_area());
        view.relight();
        view
    }

    fn follow(&mut self, course: &Progress) {
        match course {
            Progress::Steps(asked) => {
                let asked = *asked;
                while self.walk.cursor() < asked.min(LONGEST) && self.step() {}
                let steps = self.walk.cursor();
                if steps < asked {
                    self.notes.push(DiagramUrlError::Step { asked, steps });
                }
            }
            Progress::Actions(actions) => {
                for &action in actions {
                    self.walk.act(action);
                }
            }
        }
        self.retrace();
    }

    /// The view after an event.
    #[must_use]
    pub fn after(mut self, event: DiagramEvent) -> Self {
        let token = self.token_area();
        let moves = matches!(event, DiagramEvent::Zoom(..) | DiagramEvent::Pan(..));
        let looks = moves || matches!(event, DiagramEvent::Hover(_));
        match event {
            DiagramEvent::OpenUrl(hash) if hash == self.url() => return self,
            DiagramEvent::OpenUrl(hash) => {
                let pane = self.pane;
                self = Self::open(&hash);
                self.pane = pane;
                return self;
            }
            DiagramEvent::SetSettings(settings) => self.set(settings),
            DiagramEvent::Hover(item) => self.hover = item,
            DiagramEvent::Focus(item) => self.set_focus(item),
            DiagramEvent::MoveFocus(way) => {
                let from = self.focus.or_else(|| self.token_item()).unwrap_or(0);
                let next = neighbourhood::next(&self.drawing, from, way, |link| self.shows(link));
                self.set_focus(next.or(Some(from)));
            }
            DiagramEvent::StartAt(item) => self.start_at(item),
            DiagramEvent::Act(action) => {
                self.running = false;
                self.walk.act(action);
            }
            DiagramEvent::SetPolicyAction(item, port) => self.choose(item, port),
            DiagramEvent::ResetPolicy => {
                let settings = Settings { overrides: Default::default(), ..self.settings.clone() };
                self.set(settings);
            }
            DiagramEvent::Step => {
                self.running = false;
                self.step();
            }
            DiagramEvent::Back => {
                self.running = false;
                self.walk.back();
            }
            DiagramEvent::Toggle => {
                if !self.running && self.walk.status() != Status::Playing {
                    self.walk.restart();
                }
                self.running = !self.running;
            }
            DiagramEvent::Tick if self.running => {
                self.step();
                self.running = self.walk.status() == Status::Playing;
            }
            DiagramEvent::Tick => {}
            DiagramEvent::Restart => {
                self.running = false;
                self.walk.restart();
            }
            DiagramEvent::TypeSeed(text) => self.seed_field = SeedField::typed(text),
            DiagramEvent::SubmitSeed => {
                if let Some(seed) = self.seed_field.seed().filter(|&seed| seed != self.walk.seed())
                {
                    self.set_seed(seed);
                }
            }
            DiagramEvent::SetSeed(seed) => self.set_seed(seed),
            DiagramEvent::RandomSeed(word) => self.set_seed(short_seed(word, self.walk.seed())),
            DiagramEvent::Resize(pane) if pane.width > 1.0 && pane.height > 1.0 => self.pane = pane,
            DiagramEvent::Resize(_) => {}
            DiagramEvent::Zoom(factor, at) => {
                let at = at.unwrap_or((self.pane.width / 2.0, self.pane.height / 2.0));
                self.look(|lens, content, pane| lens.zoomed(factor, at, content, pane));
            }
            DiagramEvent::Pan(x, y) => {
                self.look(|lens, content, pane| lens.panned((x, y), content, pane))
            }
            DiagramEvent::Fit => self.lens = Some(Viewport::fit(self.drawing.content(), self.pane)),
        }
        if !looks {
            self.retrace();
        }
        if let (true, Some(area)) = (self.token_area() != token, self.token_area()) {
            self.show(area);
        }
        if !moves {
            self.relight();
        }
        self
    }

    fn set(&mut self, settings: Settings) {
        if !self.settings.same_drawing(&settings) {
            let Ok(drawing) = Drawing::new(&settings) else { return };
            let focused = self.focus.map(|item| &self.drawing.figure().nodes()[item]);
            let (id, board) = focused.map_or((None, None), |item| (Some(&item.id), item.board));
            let focus = id
                .and_then(|id| drawing.item(id))
                .or_else(|| board.and_then(|board| drawing.state(settings.frame.board(board))));
            let moved = settings.game.target() != self.settings.game.target()
                || settings.frame != self.settings.frame
                || settings.flow != self.settings.flow
                || settings.state != self.settings.state;
            if moved {
                self.lens = None;
                self.anchor = None;
            }
            if settings.game.target() != self.settings.game.target() {
                self.walk = Walk::new(settings.game, self.walk.seed(), None);
                self.running = false;
            }
            self.focus = focus;
            self.drawing = Rc::new(drawing);
            self.anchor = self.anchor.and_then(|_| self.focus_area());
        }
        self.caption = Drawing::caption(&settings).unwrap_or_default();
        self.hover = None;
        self.settings = settings;
        self.notes.clear();
    }

    fn set_focus(&mut self, item: Option<usize>) {
        self.focus = item.filter(|&item| item < self.drawing.figure().nodes().len());
        if let Some(area) = self.focus_area() {
            self.show(area);
        }
    }

    /// The token starts at the board of an item; in the drawing of one state, that one is drawn.
    fn start_at(&mut self, item: usize) {
        let item = &self.drawing.figure().nodes()[item];
        let Some(board) = item.board.filter(|&it| self.settings.game.status(it) == Status::Playing)
        else {
            return;
        };
        if self.settings.state.is_some() {
            if item.role == NodeRole::State {
                self.set(Settings { state: Some(board), ..self.settings.clone() });
            }
            return;
        }
        if item.role == NodeRole::State {
            self.running = false;
            self.walk = Walk::new(self.settings.game, self.walk.seed(), Some(board));
        }
    }

    fn choose(&mut self, item: usize, port: usize) {
        let item = &self.drawing.figure().nodes()[item];
        let (Some(board), Some(port)) = (item.board, item.ports.get(port)) else { return };
        let mut settings = self.settings.clone();
        settings.overrides.insert(board, port.actions[0]);
        self.set(settings);
    }

    fn set_seed(&mut self, seed: Seed) {
        self.running = false;
        self.seed_field = SeedField::showing(seed);
        self.walk = Walk::new(self.settings.game, seed, None);
    }

    fn step(&mut self) -> bool {
        let policy = ReaderPolicy { settings: &self.settings, values: self.drawing.values() };
        self.walk.step(&policy)
    }

    fn look(&mut self, change: impl FnOnce(Viewport, Area, PaneSize) -> Viewport) {
        self.lens = Some(change(self.viewport(), self.drawing.content(), self.pane));
    }

    /// Moves the part in sight if an area is not in it.
    fn show(&mut self, area: Area) {
        self.anchor = Some(area);
        self.lens = self.lens.map(|lens| lens.showing(area, self.pane));
    }

    fn retrace(&mut self) {
        let trail = TokenPath::of(&self.walk, &self.drawing, &self.settings);
        if trail != *self.trail {
            self.trail = Rc::new(trail);
        }
    }

    fn relight(&mut self) {
        let near = self
            .highlighted_node()
            .map(|item| Neighbourhood::of(self.drawing.figure(), item, |link| self.shows(link)));
        if near.as_ref() != self.near.as_deref() {
            self.near = near.map(Rc::new);
        }
    }

    /// What is drawn.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The drawing.
    pub const fn drawing(&self) -> &Rc<Drawing> {
        &self.drawing
    }

    /// What is shown, in a line.
    pub fn title(&self) -> &str {
        &self.caption.0
    }

    /// What there is to see, in a sentence or two.
    pub fn summary(&self) -> &str {
        &self.caption.1
    }

    /// The walk of the token.
    pub const fn walk(&self) -> &Walk {
        &self.walk
    }

    /// Whether the token walks by itself.
    pub const fn running(&self) -> bool {
        self.running
    }

    /// The seed box.
    pub const fn seed_field(&self) -> &SeedField {
        &self.seed_field
    }

    /// The node that has the focus.
    pub const fn focused_node(&self) -> Option<usize> {
        self.focus
    }

    /// The node under the pointer.
    pub const fn hovered_node(&self) -> Option<usize> {
        self.hover
    }

    /// The node that the reader looks at: under the pointer, else with the focus.
    pub fn highlighted_node(&self) -> Option<usize> {
        self.hover.or(self.focus).filter(|&item| item < self.drawing.figure().nodes().len())
    }

    /// Where the keyboard enters the drawing.
    pub fn keyboard_entry(&self) -> usize {
        self.focus.or_else(|| self.token_item()).unwrap_or(0)
    }

    /// The part in sight.
    pub fn viewport(&self) -> Viewport {
        let start = || Viewport::start(self.drawing.content(), self.pane);
        match (self.lens, self.anchor) {
            (Some(lens), _) => lens,
            (None, Some(area)) => start().showing(area, self.pane),
            (None, None) => start(),
        }
    }

    /// Whether the reader has zoomed or moved the drawing.
    pub const fn is_viewport_custom(&self) -> bool {
        self.lens.is_some()
    }

    /// The room for the drawing.
    pub const fn pane_size(&self) -> PaneSize {
        self.pane
    }

    fn focus_area(&self) -> Option<Area> {
        self.focus.map(|item| self.drawing.board_area(item))
    }

    fn token_item(&self) -> Option<usize> {
        match self.trail.token {
            Some(TokenPosition::Node(item)) if self.settings.state.is_none() => Some(item),
            _ => None,
        }
    }

    /// Where the token is.
    pub fn token_area(&self) -> Option<Area> {
        if self.settings.state.is_some() {
            return None;
        }
        match self.trail.token? {
            TokenPosition::Node(item) => Some(self.drawing.board_area(item)),
            TokenPosition::EndMarker(link) => self.drawing.end_marker_area(link),
        }
    }

    /// Whether a link is among those shown.
    fn shows(&self, link: &Edge) -> bool {
        match self.settings.shown {
            _ if self.settings.flow => true,
            ActionFilter::All => true,
            ActionFilter::Best => link.is_best,
            ActionFilter::Policy => link.is_taken,
        }
    }

    /// Whether a link is shown, by its number.
    pub fn shows_edge(&self, link: usize) -> bool {
        self.shows(&self.drawing.figure().edges()[link])
    }

    /// What is lit: the node that the reader looks at, what is beside it, and the links between.
    pub const fn neighbourhood(&self) -> Option<&Rc<Neighbourhood>> {
        self.near.as_ref()
    }

    /// Where the token has been.
    pub const fn token_path(&self) -> &Rc<TokenPath> {
        &self.trail
    }

    /// The text about the node that the reader looks at, else about the token's.
    pub fn details(&self) -> Option<NodeDetails> {
        let item = self.highlighted_node().or_else(|| self.token_item());
        let item = item.or(self.settings.state.map(|_| 0))?;
        Some(NodeDetails::of(&self.drawing, item))
    }

    /// What in the address could not be used.
    pub fn problems(&self) -> impl Iterator<Item = String> {
        self.notes.iter().map(ToString::to_string)
    }

    /// The address of what is shown, from `#` on.
    pub fn url(&self) -> String {
        let policy = ReaderPolicy { settings: &self.settings, values: self.drawing.values() };
        url::write(&Place {
            settings: &self.settings,
            node: self.focus.map(|item| self.drawing.figure().nodes()[item].id.as_str()),
            walk: &self.walk,
            follows: self.walk.follows(&policy),
            lens: self.lens,
        })
    }

    /// Where the token is, in a sentence.
    pub fn position_text(&self) -> String {
        let (steps, board) = (self.walk.cursor(), self.walk.board());
        let moves = if steps == 1 { "1 move".to_owned() } else { format!("{steps} moves") };
        match self.walk.status() {
            Status::Won => format!("Won after {moves}."),
            Status::Lost => format!("Lost after {moves}: no action is left."),
            Status::Playing => {
                let drawn = self.settings.frame.board(board);
                let turned =
                    if drawn == board { String::new() } else { format!(", drawn as {drawn}") };
                let when = match steps {
                    0 => "Before the first move".to_owned(),
                    _ => format!("After {moves}"),
                };
                format!("{when}: {board}{turned}.")
            }
        }
    }

    /// The last action, and whether it was the policy's.
    pub fn action_text(&self) -> Option<String> {
        let (_, action, _) = self.walk.steps().last()?;
        Some(format!("The last action was {}.", action.name()))
    }

    /// What becomes of games under the policy, in a sentence.
    pub fn outcome_summary(&self) -> Option<String> {
        let chain = self.drawing.chain()?;
        let percent = |probability| Percentage::computed(probability).short();
        let (win, lose) = (percent(chain.win), percent(chain.lose));
        let policy =
            if self.settings.overrides.is_empty() { "the optimal policy" } else { "your policy" };
        let mut text = format!("Under {policy}, {win} of all games are won and {lose} lost.");
        if self.settings.game.discount() != Discount::NONE {
            let value = self.drawing.value_text(self.drawing.start_value());
            text.push_str(&format!(" The discounted value of the start is {value} at best."));
        }
        Some(text)
    }

    /// The board of the token, as it is shown.
    pub fn board(&self) -> Board {
        self.walk.board()
    }
}
