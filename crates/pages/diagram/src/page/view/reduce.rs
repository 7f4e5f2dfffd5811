//! The reducer: how each event changes the state of a diagram view.

use std::convert::Infallible;
use std::rc::Rc;

use mdp2048_display::svg::Area;
use mdp2048_display::{
    Effect, EffectOf, Opened, Reducer, SavedFile, SeedField, short_seed, shortened,
};
use mdp2048_model::{Seed, Status};

use super::DiagramView;
use crate::page::focus::next_node;
use crate::page::policy_iteration::{Overrides, improved_policy, simplest_policy};
use crate::page::reader_policy::ReaderPolicy;
use crate::page::url::{DiagramUrl, WalkSteps};
use crate::page::{
    DiagramEvent, Drawing, Neighbourhood, PaneSize, Settings, TokenPath, Viewport, Walk,
};
use crate::{DrawingFormat, NodeRole};

/// The most steps of the policy that a URL may request; the 2x2 games are shorter.
const MAX_STEPS: usize = 1000;

impl Reducer for DiagramView {
    type Event = DiagramEvent;
    /// A diagram computes what it shows itself.
    type Request = Infallible;
    type Held = Self;

    fn begin(&mut self) -> Vec<EffectOf<Self>> {
        Vec::new()
    }

    fn reduce(&mut self, event: DiagramEvent) -> Vec<EffectOf<Self>> {
        let token_before = self.token_area();
        let is_viewport_event = matches!(event, DiagramEvent::Zoom(..) | DiagramEvent::Pan(..));
        let keeps_walk = is_viewport_event || matches!(event, DiagramEvent::Hover(_));
        match event {
            DiagramEvent::Open(opened) => {
                self.open_entry(*opened);
                return self.written_address();
            }
            DiagramEvent::Save(format) => {
                return self.file(format).map(Effect::Save).into_iter().collect();
            }
            DiagramEvent::Set(setting) => self.set_settings(self.settings.with(setting)),
            DiagramEvent::Hover(node) => self.hovered = node,
            DiagramEvent::Focus(node) => self.focus(node),
            DiagramEvent::MoveFocus(key) => {
                let node = self.keyboard_entry();
                let next = next_node(&self.drawing, node, key, |edge| self.is_visible(edge));
                self.focus(next.or(Some(node)));
            }
            DiagramEvent::Choose(node) => {
                self.focus(Some(node));
                if self.settings.state.is_some() {
                    self.start_at(node);
                }
            }
            DiagramEvent::StartAt(node) => self.start_at(node),
            DiagramEvent::Solve(solved) => self.solve(solved),
            DiagramEvent::SolveNext => self.solve(self.solved.map_or(0, |it| it + 1)),
            DiagramEvent::ShowFractions(shows) => self.shows_fractions = shows,
            DiagramEvent::Play(action) => {
                self.running = false;
                self.walk.play(action);
            }
            DiagramEvent::SetPolicyAction(node, port) => self.set_policy_action(node, port),
            DiagramEvent::ResetPolicy => self.set_policy(Overrides::new(), None),
            DiagramEvent::SimplestPolicy => {
                self.set_policy(simplest_policy(&self.settings), Some((0, 0)));
            }
            DiagramEvent::ImprovePolicy => {
                let (policy, changed) = improved_policy(&self.settings);
                let rounds = self.rounds.map_or(0, |(rounds, _)| rounds) + 1;
                self.set_policy(policy, Some((rounds, changed)));
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
                let current = self.walk.seed();
                if let Some(seed) = self.seed_field.seed().filter(|&seed| seed != current) {
                    self.set_seed(seed);
                }
            }
            DiagramEvent::RandomSeed(word) => self.set_seed(short_seed(word, self.walk.seed())),
            DiagramEvent::Resize(size) if size.width > 1.0 && size.height > 1.0 => {
                self.resize(size);
            }
            // A hidden pane has no size.
            DiagramEvent::Resize(_) => {}
            DiagramEvent::Zoom(factor, at) => {
                let middle = (self.pane_size.width / 2.0, self.pane_size.height / 2.0);
                let at = at.unwrap_or(middle);
                self.change_viewport(|view, content, pane| view.zoomed(factor, at, content, pane));
            }
            DiagramEvent::Pan(x, y) => {
                self.change_viewport(|view, content, pane| view.panned((x, y), content, pane));
            }
            DiagramEvent::Fit => {
                let fit = Viewport::fit(self.drawing.content(), self.pane_size);
                self.custom_viewport = Some(fit);
            }
        }
        if !keeps_walk {
            self.update_token_path();
        }
        if let (true, Some(area)) = (self.token_area() != token_before, self.token_area()) {
            self.reveal(area);
        }
        if !is_viewport_event {
            self.update_neighbourhood();
        }
        self.written_address()
    }

    fn held(&self) -> Self {
        self.clone()
    }
}

impl DiagramView {
    /// The view that a URL requests. `fragment` is the part of the URL from `#` on; parts of it
    /// that cannot be used are listed in [`DiagramView::problems`].
    pub fn open(fragment: &str) -> Self {
        Self::show(DiagramUrl::parse(fragment), None)
    }

    /// The view that parameters request, each a name and a value as in a URL.
    pub fn with_parameters<'a>(parameters: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self::show(DiagramUrl::of(parameters.into_iter().collect()), None)
    }

    /// The fragment of the URL with parameters; `None` if one of them cannot be used.
    pub fn link<'a>(parameters: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<String> {
        let url = DiagramUrl::of(parameters.into_iter().collect());
        url.problems.is_empty().then(|| url.to_string())
    }

    /// The view that a URL requests, with the drawing of another view if that is right for it.
    fn show(mut url: DiagramUrl, other: Option<&Self>) -> Self {
        let pane_size = PaneSize::default();
        let known = other.filter(|it| it.settings.has_same_drawing(&url.settings));
        let drawing = match known.map(|it| it.drawing.clone()) {
            Some(drawing) => drawing,
            None => Rc::new(Drawing::new(&url.settings, pane_size).unwrap_or_else(|error| {
                url.problems.push(format!("a single state, but {error}"));
                url.settings.state = None;
                Drawing::new(&url.settings, pane_size)
                    .expect("only the drawing of one state can fail")
            })),
        };
        let walk = Walk::new(url.settings.game, url.seed, url.from);
        let token_path = Rc::new(TokenPath::of(&walk, &drawing, &url.settings));
        let caption = Drawing::caption(&url.settings).unwrap_or_default();
        let mut view = Self {
            settings: url.settings,
            caption,
            drawing,
            walk,
            token_path,
            running: false,
            hovered: None,
            focused: None,
            neighbourhood: None,
            pane_size,
            custom_viewport: url.viewport,
            anchor: None,
            seed_field: SeedField::showing(url.seed),
            solved: None,
            shows_fractions: false,
            rounds: None,
            problems: url.problems,
        };
        view.play_steps(&url.steps);
        if let Some(node) = url.node {
            view.focused = view.drawing.node(&node);
            if view.focused.is_none() {
                let node = shortened(&node);
                view.problems.push(format!("the node '{node}', which is not in this drawing"));
            }
        }
        view.anchor = view.token_area();
        if let Some(solved) = url.solved {
            let focused = view.focused;
            view.solve(solved);
            view.focused = focused.or(view.focused);
        }
        view.anchor = view.focused_area().or(view.anchor);
        view.update_neighbourhood();
        view
    }

    /// Plays the steps that a URL requests.
    fn play_steps(&mut self, steps: &WalkSteps) {
        match steps {
            &WalkSteps::OfPolicy(asked) => {
                while self.walk.cursor() < asked.min(MAX_STEPS) && self.step() {}
                let steps = self.walk.cursor();
                if steps < asked {
                    self.problems.push(format!("step {asked}, but this game has {steps}"));
                }
            }
            WalkSteps::Actions(actions) => {
                for &action in actions {
                    self.walk.play(action);
                }
            }
        }
        self.update_token_path();
    }

    /// Shows what an entry of the history asks for.
    fn open_entry(&mut self, opened: Opened<Self>) {
        let mut view = match opened {
            Opened::New(fragment) | Opened::Again(fragment) if fragment == self.url() => return,
            Opened::New(fragment) | Opened::Again(fragment) => {
                let view = Self::show(DiagramUrl::parse(&fragment), Some(self));
                Self { shows_fractions: self.shows_fractions, ..view }
            }
            Opened::Held(before) => Self { hovered: None, ..before },
        };
        view.resize(self.pane_size);
        view.update_neighbourhood();
        *self = view;
    }

    /// The drawing as a file of a format; `None` if it has no drawing.
    fn file(&self, format: DrawingFormat) -> Option<SavedFile> {
        let text = (format.write)(&Drawing::for_export(&self.settings).ok()?);
        let name = format!("{}.{}", self.settings.game.name(), format.name);
        Some(SavedFile { name, media_type: format.media_type, text })
    }

    /// Writes the address. One with problems stays visible until the reader changes something.
    fn written_address(&self) -> Vec<EffectOf<Self>> {
        let is_written = !self.running && self.problems.is_empty();
        vec![Effect::WriteAddress(is_written.then(|| self.url()))]
    }

    /// Changes the settings. Makes a new drawing only if the old one is not right for them; the
    /// focus then moves to the node of the same board.
    fn set_settings(&mut self, settings: Settings) {
        if !self.settings.has_same_drawing(&settings) {
            let Ok(drawing) = Drawing::new(&settings, self.pane_size) else { return };
            let focused = self.focused.map(|node| &self.drawing.figure.nodes[node]);
            let (id, board) = focused.map_or((None, None), |node| (Some(&node.id), node.board));
            let focused = id
                .and_then(|id| drawing.node(id))
                .or_else(|| board.and_then(|board| drawing.state(settings.frame.board(board))));
            let is_other_game = settings.game.target() != self.settings.game.target();
            let has_other_nodes = is_other_game
                || settings.frame != self.settings.frame
                || settings.flow != self.settings.flow
                || settings.state != self.settings.state;
            if has_other_nodes {
                self.custom_viewport = None;
                self.anchor = None;
            }
            if is_other_game {
                self.walk = Walk::new(settings.game, self.walk.seed(), None);
                (self.running, self.solved) = (false, None);
            }
            self.focused = focused;
            self.drawing = Rc::new(drawing);
            self.anchor = self.anchor.and_then(|_| self.focused_area());
        }
        // The optimal policy is another one, or the boards of the reader's actions are.
        if settings.game != self.settings.game || settings.frame != self.settings.frame {
            self.rounds = None;
        }
        self.caption = Drawing::caption(&settings).unwrap_or_default();
        self.hovered = None;
        self.settings = settings;
        self.problems.clear();
    }

    /// Changes the size of the pane. Lays out a drawing of one state again if another layout suits
    /// the width of the pane; its nodes stay the same.
    fn resize(&mut self, size: PaneSize) {
        let is_as_wide = self.pane_size.width == size.width;
        self.pane_size = size;
        if self.settings.state.is_none() || is_as_wide {
            return;
        }
        let Ok(drawing) = Drawing::new(&self.settings, size) else { return };
        if drawing.content() != self.drawing.content() {
            self.drawing = Rc::new(drawing);
            self.custom_viewport = None;
            self.anchor = self.anchor.and_then(|_| self.focused_area());
        }
    }

    pub(super) fn focus(&mut self, node: Option<usize>) {
        self.focused = node.filter(|&node| node < self.drawing.figure.nodes.len());
        if let Some(area) = self.focused_area() {
            self.reveal(area);
        }
    }

    /// Starts the walk at a state. In a drawing of one state, draws that state instead.
    fn start_at(&mut self, node: usize) {
        let node = &self.drawing.figure.nodes[node];
        let is_playing = |board: &_| self.settings.game.status(*board) == Status::Playing;
        let Some(board) = node.board.filter(is_playing) else { return };
        if node.role != NodeRole::State {
            return;
        }
        if self.settings.state.is_some() {
            self.set_settings(Settings { state: Some(board), ..self.settings.clone() });
        } else {
            self.running = false;
            self.walk = Walk::new(self.settings.game, self.walk.seed(), Some(board));
        }
    }

    fn set_policy_action(&mut self, node: usize, port: usize) {
        let node = &self.drawing.figure.nodes[node];
        let (Some(board), Some(port)) = (node.board, node.ports.get(port)) else { return };
        let mut policy = self.settings.overrides.clone();
        policy.insert(board, port.actions[0]);
        self.set_policy(policy, None);
    }

    /// Changes the reader's policy, after so many rounds of policy iteration.
    fn set_policy(&mut self, overrides: Overrides, rounds: Option<(usize, usize)>) {
        self.set_settings(Settings { overrides, ..self.settings.clone() });
        self.rounds = rounds;
    }

    fn set_seed(&mut self, seed: Seed) {
        self.running = false;
        self.seed_field = SeedField::showing(seed);
        self.walk = Walk::new(self.settings.game, seed, None);
    }

    /// Plays the action that was taken back, else that of the policy. Returns whether an action was
    /// played.
    fn step(&mut self) -> bool {
        let policy = ReaderPolicy { settings: &self.settings, values: &self.drawing.values };
        self.walk.step(&policy)
    }

    fn change_viewport(&mut self, change: impl FnOnce(Viewport, Area, PaneSize) -> Viewport) {
        let viewport = change(self.viewport(), self.drawing.content(), self.pane_size);
        self.custom_viewport = Some(viewport);
    }

    /// Pans so that the area is visible, and makes it the anchor.
    pub(super) fn reveal(&mut self, area: Area) {
        self.anchor = Some(area);
        let reveal = |viewport: Viewport| viewport.revealing(area, self.pane_size);
        self.custom_viewport = self.custom_viewport.map(reveal);
    }

    // The two methods below keep the old allocation if nothing changes: a page compares pointers to
    // decide what to render again.

    fn update_token_path(&mut self) {
        let path = TokenPath::of(&self.walk, &self.drawing, &self.settings);
        if path != *self.token_path {
            self.token_path = Rc::new(path);
        }
    }

    fn update_neighbourhood(&mut self) {
        let neighbourhood = self.highlighted_node().map(|node| {
            Neighbourhood::of(&self.drawing.figure, node, |edge| self.is_visible(edge))
        });
        if neighbourhood.as_ref() != self.neighbourhood.as_deref() {
            self.neighbourhood = neighbourhood.map(Rc::new);
        }
    }
}
