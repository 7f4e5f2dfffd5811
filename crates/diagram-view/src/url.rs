//! URLs of a diagram view: `#/diagram?game=2x2_to_8&boards=all&node=s0110&seed=42&step=3`.

use std::fmt;

use mdp2048_diagram::{ActionFilter, EndingStyle, Frame, Grouping};
use mdp2048_display::shortened;
use mdp2048_model::{Discount, Seed};
use mdp2048_rules::{Action, Board, Shape};
use thiserror::Error;

use crate::settings::{Settings, TARGETS, small_game};
use crate::viewport::Viewport;

/// The reason why a parameter cannot be used. The text completes the sentence "The link asks for".
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum DiagramUrlError {
    /// The value of a parameter is not allowed.
    #[error("{key} '{value}', but that must be {expected}")]
    Value { key: &'static str, value: String, expected: &'static str },
    /// The parameter does not exist.
    #[error("'{0}', which is not a parameter")]
    Unknown(String),
    /// The board of `state` is not a state of the game. Holds the reason.
    #[error("a single state, but {0}")]
    State(String),
    /// The drawing does not contain the node.
    #[error("the node '{0}', which is not in this drawing")]
    Node(String),
    /// The game ends before this step.
    #[error("step {asked}, but this game has {steps}")]
    Step { asked: usize, steps: usize },
}

/// The steps of the walk that a URL requests.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum WalkSteps {
    /// This number of actions of the policy.
    OfPolicy(usize),
    /// These actions of the reader. Those that are not allowed are skipped.
    Actions(Vec<Action>),
}

/// The state of a diagram view that a URL requests.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DiagramUrl {
    pub(crate) settings: Settings,
    /// The id of the node with the focus.
    pub(crate) node: Option<String>,
    pub(crate) seed: Seed,
    /// The first board of the walk, if it is not the one of the seed.
    pub(crate) from: Option<Board>,
    pub(crate) steps: WalkSteps,
    /// The viewport, if it is not the initial one.
    pub(crate) viewport: Option<Viewport>,
    /// The parameters that were ignored.
    pub(crate) problems: Vec<DiagramUrlError>,
}

/// Whether the fragment of a URL leads to a diagram or to the gallery of diagrams.
pub fn is_diagram_url(fragment: &str) -> bool {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    fragment.split('?').next() == Some("/diagram")
}

const DEFAULT_SEED: u32 = 42;
const DEFAULT_TARGET: u32 = 8;

/// The most actions that `moves` may have; the 2x2 games are shorter.
const MAX_MOVES: usize = 100;

/// The most boards that `policy` may have; the 2x2 games have fewer.
const MAX_OVERRIDES: usize = 1000;

impl DiagramUrl {
    /// Parses the fragment of a URL.
    pub(crate) fn parse(fragment: &str) -> Self {
        let query = fragment.split_once('?').map_or("", |split| split.1);
        let parameters = query.split('&').filter(|parameter| !parameter.is_empty());
        Self::of(parameters.map(|parameter| parameter.split_once('=').unwrap_or((parameter, ""))))
    }

    /// Reads parameters, each a name and a value. Those that cannot be used keep their defaults and
    /// are listed in the problems.
    pub(crate) fn of<'a>(parameters: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let game = small_game(DEFAULT_TARGET, 1.0).expect("2x2 to 8 is a game");
        let mut url = Self {
            settings: Settings::new(game),
            node: None,
            seed: DEFAULT_SEED.into(),
            from: None,
            steps: WalkSteps::OfPolicy(0),
            viewport: None,
            problems: Vec::new(),
        };
        let (mut target, mut discount) = (DEFAULT_TARGET, 1.0);
        for (key, value) in parameters {
            if let Err(problem) = url.set(key, value, &mut target, &mut discount) {
                url.problems.push(problem);
            }
        }
        if let Ok(game) = small_game(target, discount) {
            url.settings.game = game;
        }
        url
    }

    /// Applies one parameter. Returns the target and the discount in `target` and `discount`,
    /// because the caller makes the game from both after the last parameter.
    fn set(
        &mut self,
        key: &str,
        value: &str,
        target: &mut u32,
        discount: &mut f64,
    ) -> Result<(), DiagramUrlError> {
        let error = |key: &'static str, expected: &'static str| DiagramUrlError::Value {
            key,
            value: shortened(value),
            expected,
        };
        let settings = &mut self.settings;
        match key {
            "game" => {
                let found = TARGETS.into_iter().find(|target| value == format!("2x2_to_{target}"));
                let expected = "2x2_to_8, 2x2_to_16 or 2x2_to_32";
                *target = found.ok_or_else(|| error("game", expected))?;
            }
            "boards" => {
                let frames = [("canonical", Frame::Canonical), ("all", Frame::Shown)];
                settings.frame =
                    find(&frames, value).ok_or_else(|| error("boards", "canonical or all"))?;
            }
            "actions" => {
                settings.actions = find(&ACTION_FILTERS, value)
                    .ok_or_else(|| error("actions", "all, optimal or policy"))?;
            }
            "merge" => {
                let groupings = [("yes", Grouping::Equivalent), ("no", Grouping::Direction)];
                settings.grouping =
                    find(&groupings, value).ok_or_else(|| error("merge", "yes or no"))?;
            }
            "ends" => {
                let endings = [("marks", EndingStyle::Stubs), ("edges", EndingStyle::Shared)];
                settings.endings =
                    find(&endings, value).ok_or_else(|| error("ends", "marks or edges"))?;
            }
            "afterstates" => {
                settings.afterstates =
                    parse_bool(value).ok_or_else(|| error("afterstates", "yes or no"))?;
            }
            "shade" => {
                settings.shading = parse_bool(value).ok_or_else(|| error("shade", "yes or no"))?;
            }
            "flow" => {
                settings.flow = parse_bool(value).ok_or_else(|| error("flow", "yes or no"))?;
            }
            "discount" => {
                let number = value.parse().ok().filter(|&it| Discount::new(it).is_some());
                *discount =
                    number.ok_or_else(|| error("discount", "a number above 0 and at most 1"))?;
            }
            "state" => {
                let board = parse_board(value).ok_or_else(|| error("state", EXPECTED_BOARD))?;
                settings.state = Some(board);
            }
            "from" => {
                self.from = Some(parse_board(value).ok_or_else(|| error("from", EXPECTED_BOARD))?);
            }
            "node" => self.node = Some(value.to_owned()),
            "seed" => {
                let seed = parse_number::<u32>(value);
                let expected = "a whole number from 0 to 4294967295";
                self.seed = seed.ok_or_else(|| error("seed", expected))?.into();
            }
            "step" => {
                let steps = parse_number(value);
                let steps = steps.ok_or_else(|| error("step", "0, 1, 2 and so on"))?;
                self.steps = WalkSteps::OfPolicy(steps);
            }
            "moves" => {
                let actions: Option<Vec<_>> =
                    value.chars().take(MAX_MOVES).map(action_of_letter).collect();
                let expected = "letters l, r, u and d";
                self.steps = WalkSteps::Actions(actions.ok_or_else(|| error("moves", expected))?);
            }
            "policy" if value == "optimal" => settings.overrides.clear(),
            "policy" => {
                let overrides: Option<_> =
                    value.split('.').take(MAX_OVERRIDES).map(parse_override).collect();
                let expected = "optimal, or boards with allowed actions, for example 0110l.0011d";
                settings.overrides = overrides.ok_or_else(|| error("policy", expected))?;
            }
            "view" => {
                let viewport = parse_viewport(value);
                self.viewport = Some(viewport.ok_or_else(|| error("view", "left,top,width"))?);
            }
            _ => {
                let text = if value.is_empty() { key.to_owned() } else { format!("{key}={value}") };
                return Err(DiagramUrlError::Unknown(shortened(&text)));
            }
        }
        Ok(())
    }
}

/// The values of `actions`.
const ACTION_FILTERS: [(&str, ActionFilter); 3] =
    [("all", ActionFilter::All), ("optimal", ActionFilter::Best), ("policy", ActionFilter::Policy)];

/// The description of the values of `state` and `from`.
const EXPECTED_BOARD: &str =
    "a 2x2 board, for example 0 2/2 0, or 0110 with 1 for a 2, 2 for a 4 and so on";

/// The value with this name.
fn find<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    names.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
}

/// A parameter without a value is set.
fn parse_bool(text: &str) -> Option<bool> {
    find(&[("yes", true), ("no", false), ("", true)], text)
}

/// Parses a number that consists of digits only, without a sign.
fn parse_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Parses a board, written as its faces or as hexadecimal exponents.
fn parse_board(text: &str) -> Option<Board> {
    let faces = || text.parse().ok().filter(|board: &Board| board.shape() == Shape::TWO_BY_TWO);
    Board::from_hex(Shape::TWO_BY_TWO, text).ok().or_else(faces)
}

/// Parses a board and the letter of an action that is allowed on it: `0110l`.
fn parse_override(text: &str) -> Option<(Board, Action)> {
    let (index, letter) = text.char_indices().next_back()?;
    let (board, action) = (parse_board(&text[..index])?, action_of_letter(letter)?);
    board.slide(action).map(|_| (board, action))
}

/// The widths of a viewport that a URL may request, in units of the drawing.
const VIEWPORT_WIDTHS: std::ops::RangeInclusive<f64> = 20.0..=20_000.0;

/// Parses left edge, top edge and width: `-20,80,640`.
fn parse_viewport(text: &str) -> Option<Viewport> {
    let mut numbers = text.split(',').map(|part| part.parse::<i32>().ok());
    let mut next = || Some(f64::from(numbers.next()??));
    let viewport = Viewport { x: next()?, y: next()?, width: next()? };
    VIEWPORT_WIDTHS.contains(&viewport.width).then_some(viewport)
}

/// The action whose name begins with the letter.
fn action_of_letter(letter: char) -> Option<Action> {
    Action::ALL.into_iter().find(|action| action.name().starts_with(letter))
}

fn letter_of(action: Action) -> &'static str {
    &action.name()[..1]
}

impl fmt::Display for DiagramUrl {
    /// Writes the fragment of the URL, from `#` on, without parameters that have their defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = &self.settings;
        write!(f, "#/diagram?game={}", settings.game.name())?;
        for (is_set, parameter) in [
            (settings.frame == Frame::Shown, "&boards=all"),
            (settings.actions == ActionFilter::Best, "&actions=optimal"),
            (settings.actions == ActionFilter::Policy, "&actions=policy"),
            (settings.grouping == Grouping::Direction, "&merge=no"),
            (settings.afterstates, "&afterstates=yes"),
            (settings.endings == EndingStyle::Shared, "&ends=edges"),
            (settings.shading, "&shade=yes"),
            (settings.flow, "&flow=yes"),
        ] {
            if is_set {
                f.write_str(parameter)?;
            }
        }
        let discount = settings.game.discount();
        if discount != Discount::NONE {
            write!(f, "&discount={}", discount.get())?;
        }
        if let Some(state) = settings.state {
            write!(f, "&state={}", state.hex())?;
        }
        for (index, (board, &action)) in settings.overrides.iter().enumerate() {
            let separator = if index == 0 { "&policy=" } else { "." };
            write!(f, "{separator}{}{}", board.hex(), letter_of(action))?;
        }
        if let Some(node) = &self.node {
            write!(f, "&node={node}")?;
        }
        if settings.state.is_none() {
            self.write_walk(f)?;
        }
        if let Some(Viewport { x, y, width }) = self.viewport {
            write!(f, "&view={x:.0},{y:.0},{width:.0}")?;
        }
        Ok(())
    }
}

impl DiagramUrl {
    /// Writes the parameters of the walk: `&seed=42&from=0011&step=3`.
    fn write_walk(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "&seed={}", self.seed)?;
        if let Some(from) = self.from {
            write!(f, "&from={}", from.hex())?;
        }
        match &self.steps {
            WalkSteps::OfPolicy(0) => {}
            WalkSteps::OfPolicy(steps) => write!(f, "&step={steps}")?,
            WalkSteps::Actions(actions) => {
                f.write_str("&moves=")?;
                for &action in actions {
                    f.write_str(letter_of(action))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::proptest;

    #[test]
    fn parsing_inverts_writing() {
        let text = "#/diagram?game=2x2_to_16&boards=all&actions=policy&merge=no&afterstates=yes\
                    &ends=edges&shade=yes&discount=0.99&policy=0011u.0110l&node=s0110&seed=7\
                    &from=0011&moves=lu&view=-20,80,640";
        let url = DiagramUrl::parse(text);
        assert_eq!(url.problems, []);
        assert_eq!(url.to_string(), text);
    }

    #[test]
    fn unusable_parameters_are_reported_and_keep_their_defaults() {
        let url = DiagramUrl::parse("#/diagram?game=3x3_to_8&seed=-1&sound=on&view=0,0,5");
        let texts: Vec<_> = url.problems.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), 4);
        assert!(texts[0].contains("game '3x3_to_8', but that must be 2x2_to_8"), "{texts:?}");
        assert!(texts[2].contains("'sound=on'"), "{texts:?}");
        assert_eq!(url.to_string(), "#/diagram?game=2x2_to_8&seed=42");
    }

    #[test]
    fn policies_choose_allowed_actions_only() {
        // Nothing moves down on a board whose tiles are in the bottom row.
        let url = DiagramUrl::parse("#/diagram?policy=0012d");
        assert!(url.settings.overrides.is_empty());
        assert!(url.problems[0].to_string().contains("allowed actions"), "{:?}", url.problems);
        assert_eq!(DiagramUrl::parse("#/diagram?policy=0012u").settings.overrides.len(), 1);
    }

    #[test]
    fn attributes_of_an_element_are_parameters() {
        let attributes = [("game", "2x2_to_16"), ("state", "0 2/2 0"), ("flow", "")];
        let url = DiagramUrl::of(attributes.into_iter().chain([("policy", "optimal")]));
        assert_eq!(url.problems, []);
        assert_eq!(url.to_string(), "#/diagram?game=2x2_to_16&flow=yes&state=0110");
        for (name, value) in [("state", "0 2 0/2 0 0"), ("state", "0 3/3 0"), ("policy", "best")] {
            assert_eq!(DiagramUrl::of([(name, value)]).problems.len(), 1, "{value}");
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in ".*") {
            let url = DiagramUrl::parse(&format!("#/diagram?{text}"));
            assert_eq!(DiagramUrl::parse(&url.to_string()).to_string(), url.to_string());
        }
    }
}
