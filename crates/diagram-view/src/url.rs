//! Links to a drawing: `#/diagram?game=2x2_to_8&boards=all&node=s0110&seed=42&step=3`.

use std::fmt::Write as _;

use mdp2048_diagram::{ActionFilter, EndingStyle, Frame, Grouping};
use mdp2048_model::{Discount, Seed};
use mdp2048_rules::{Action, Board, Shape};
use thiserror::Error;

use crate::settings::{Settings, TARGETS, small_game};
use crate::walk::action_of;
use crate::{Viewport, Walk};

/// What in a link could not be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DiagramUrlError {
    /// A part has a value that it cannot have.
    #[error("The link asks for {key} '{value}', but that must be {expected}.")]
    Value {
        /// The part.
        key: &'static str,
        /// What it says.
        value: String,
        /// What it may say.
        expected: &'static str,
    },
    /// There is something else in it.
    #[error("The link has a part that means nothing here: '{0}'.")]
    Unknown(String),
    /// There is nothing to draw of the single state.
    #[error("The link asks for a single state, but {0}. Here is the whole game.")]
    State(String),
    /// The drawing has no such node.
    #[error("The link asks for the node '{0}', which this drawing does not have.")]
    Node(String),
    /// The game is shorter.
    #[error("The link asks for step {asked}, but this game has {steps}; here is its end.")]
    Step {
        /// The step asked for.
        asked: usize,
        /// The steps that the game has.
        steps: usize,
    },
}

/// How far the token is to go.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Progress {
    Steps(usize),
    Actions(Vec<Action>),
}

/// What a link asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct DiagramUrl {
    pub(crate) settings: Settings,
    pub(crate) node: Option<String>,
    pub(crate) seed: Seed,
    pub(crate) from: Option<Board>,
    pub(crate) course: Progress,
    pub(crate) lens: Option<Viewport>,
    pub(crate) notes: Vec<DiagramUrlError>,
}

/// Whether an address leads to a drawing or to the gallery of drawings.
pub fn is_diagram_url(hash: &str) -> bool {
    let hash = hash.strip_prefix('#').unwrap_or(hash);
    hash.split('?').next() == Some("/diagram")
}

const USUAL_SEED: u32 = 42;
const USUAL_TARGET: u32 = 8;

impl DiagramUrl {
    /// Reads the part of an address from `#` on. What cannot be used is noted and left out.
    pub fn parse(hash: &str) -> Self {
        let query = hash.split_once('?').map_or("", |split| split.1);
        let game = small_game(USUAL_TARGET, 1.0).expect("2x2 to 8 is a game");
        let mut request = Self {
            settings: Settings::new(game),
            node: None,
            seed: USUAL_SEED.into(),
            from: None,
            course: Progress::Steps(0),
            lens: None,
            notes: Vec::new(),
        };
        let (mut target, mut discount) = (USUAL_TARGET, 1.0);
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            if let Err(note) = request.read(key, value, &mut target, &mut discount) {
                request.notes.push(note);
            }
        }
        if let Ok(game) = small_game(target, discount) {
            request.settings.game = game;
        }
        request
    }

    fn read(
        &mut self,
        key: &str,
        value: &str,
        target: &mut u32,
        discount: &mut f64,
    ) -> Result<(), DiagramUrlError> {
        let bad = |key: &'static str, expected: &'static str| DiagramUrlError::Value {
            key,
            value: value.to_owned(),
            expected,
        };
        let settings = &mut self.settings;
        match key {
            "game" => {
                let found = TARGETS.into_iter().find(|target| value == format!("2x2_to_{target}"));
                let expected = "2x2_to_8, 2x2_to_16 or 2x2_to_32";
                *target = found.ok_or_else(|| bad("game", expected))?;
            }
            "boards" => {
                let frames = [("canonical", Frame::Canonical), ("all", Frame::Shown)];
                settings.frame =
                    named(&frames, value).ok_or_else(|| bad("boards", "canonical or all"))?;
            }
            "actions" => {
                settings.shown =
                    named(&SHOWN, value).ok_or_else(|| bad("actions", "all, optimal or policy"))?;
            }
            "merge" => {
                let groupings = [("yes", Grouping::Equivalent), ("no", Grouping::Direction)];
                settings.grouping =
                    named(&groupings, value).ok_or_else(|| bad("merge", "yes or no"))?;
            }
            "ends" => {
                let ends = [("marks", EndingStyle::Stubs), ("edges", EndingStyle::Shared)];
                settings.ends = named(&ends, value).ok_or_else(|| bad("ends", "marks or edges"))?;
            }
            "afterstates" => {
                settings.afterstates = yes(value).ok_or_else(|| bad("afterstates", "yes or no"))?;
            }
            "shade" => settings.shading = yes(value).ok_or_else(|| bad("shade", "yes or no"))?,
            "flow" => settings.flow = yes(value).ok_or_else(|| bad("flow", "yes or no"))?,
            "discount" => {
                let found = value.parse().ok().filter(|&it| Discount::new(it).is_some());
                *discount =
                    found.ok_or_else(|| bad("discount", "a number above 0 and at most 1"))?;
            }
            "state" => settings.state = Some(board(value).ok_or_else(|| bad("state", BOARD))?),
            "from" => self.from = Some(board(value).ok_or_else(|| bad("from", BOARD))?),
            "node" => self.node = Some(value.to_owned()),
            "seed" => {
                let seed = number::<u32>(value);
                let expected = "a whole number from 0 to 4294967295";
                self.seed = seed.ok_or_else(|| bad("seed", expected))?.into();
            }
            "step" => {
                let steps = number(value).ok_or_else(|| bad("step", "0, 1, 2 and so on"))?;
                self.course = Progress::Steps(steps);
            }
            "moves" => {
                let actions: Option<Vec<_>> = value.chars().take(100).map(action_of).collect();
                let expected = "letters l, r, u and d";
                self.course = Progress::Actions(actions.ok_or_else(|| bad("moves", expected))?);
            }
            "policy" => {
                let choices: Option<_> = value.split('.').take(1000).map(choice).collect();
                let expected = "boards with actions, for example 0110l.0011d";
                settings.overrides = choices.ok_or_else(|| bad("policy", expected))?;
            }
            "view" => {
                self.lens = Some(lens(value).ok_or_else(|| bad("view", "left,top,width"))?);
            }
            _ => {
                let text = if value.is_empty() { key.to_owned() } else { format!("{key}={value}") };
                return Err(DiagramUrlError::Unknown(text));
            }
        }
        Ok(())
    }
}

const SHOWN: [(&str, ActionFilter); 3] =
    [("all", ActionFilter::All), ("optimal", ActionFilter::Best), ("policy", ActionFilter::Policy)];

const BOARD: &str = "a 2x2 board as four digits, 1 for a 2, 2 for a 4 and so on, for example 0110";

fn named<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    names.iter().find(|(known, _)| *known == name).map(|&(_, it)| it)
}

fn yes(text: &str) -> Option<bool> {
    named(&[("yes", true), ("no", false)], text)
}

fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn board(text: &str) -> Option<Board> {
    Board::from_hex(Shape::TWO_BY_TWO, text).ok()
}

fn choice(text: &str) -> Option<(Board, Action)> {
    let (at, letter) = text.char_indices().next_back()?;
    Some((board(&text[..at])?, action_of(letter)?))
}

fn lens(text: &str) -> Option<Viewport> {
    let mut numbers = text.split(',').map(|part| part.parse::<i32>().ok());
    let mut next = || Some(f64::from(numbers.next()??));
    let lens = Viewport { x: next()?, y: next()?, width: next()? };
    (lens.width >= 20.0 && lens.width <= 20_000.0).then_some(lens)
}

/// What a link says beside the settings.
pub(crate) struct Place<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) node: Option<&'a str>,
    pub(crate) walk: &'a Walk,
    /// Whether the policy alone leads to where the token is.
    pub(crate) follows: bool,
    pub(crate) lens: Option<Viewport>,
}

/// Writes the part of an address from `#` on; what is as usual is left out.
pub(crate) fn write(place: &Place<'_>) -> String {
    let Place { settings, walk, .. } = place;
    let mut link = format!("#/diagram?game={}", settings.game.name());
    let mut add = |is_so: bool, part: &str| {
        if is_so {
            link.push('&');
            link.push_str(part);
        }
    };
    add(settings.frame == Frame::Shown, "boards=all");
    add(settings.shown == ActionFilter::Best, "actions=optimal");
    add(settings.shown == ActionFilter::Policy, "actions=policy");
    add(settings.grouping == Grouping::Direction, "merge=no");
    add(settings.afterstates, "afterstates=yes");
    add(settings.ends == EndingStyle::Shared, "ends=edges");
    add(settings.shading, "shade=yes");
    add(settings.flow, "flow=yes");
    let discount = settings.game.discount();
    add(discount != Discount::NONE, &format!("discount={}", discount.get()));
    if let Some(state) = settings.state {
        add(true, &format!("state={}", state.hex()));
    }
    if !settings.overrides.is_empty() {
        let mut choices = String::new();
        for (board, action) in &settings.overrides {
            let dot = if choices.is_empty() { "" } else { "." };
            let _ = write!(choices, "{dot}{}{}", board.hex(), &action.name()[..1]);
        }
        add(true, &format!("policy={choices}"));
    }
    if let Some(node) = place.node {
        add(true, &format!("node={node}"));
    }
    if settings.state.is_none() {
        add(true, &format!("seed={}", walk.seed()));
        if let Some(from) = walk.from() {
            add(true, &format!("from={}", from.hex()));
        }
        let steps = walk.cursor();
        add(steps > 0 && place.follows, &format!("step={steps}"));
        add(steps > 0 && !place.follows, &format!("moves={}", walk.letters()));
    }
    if let Some(lens) = place.lens {
        add(true, &format!("view={:.0},{:.0},{:.0}", lens.x, lens.y, lens.width));
    }
    link
}
