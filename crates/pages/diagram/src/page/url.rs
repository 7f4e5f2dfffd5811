//! URLs of a diagram view: `#/diagram?game=2x2_to_8&boards=all&node=s0110&seed=42&step=3`.

use std::collections::BTreeMap;
use std::fmt;

use crate::{ActionFilter, EndingStyle, Frame, Grouping};
use mdp2048_display::{LinkParameters, decimal, leads_to, whole_number};
use mdp2048_model::{Discount, Seed};
use mdp2048_rules::{Action, Board, Shape};

use crate::page::settings::{Settings, TARGETS, small_game};
use crate::page::viewport::Viewport;

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
    /// The number of columns that are solved, if the reader has begun to solve the game.
    pub(crate) solved: Option<usize>,
    /// The viewport, if it is not the initial one.
    pub(crate) viewport: Option<Viewport>,
    /// The parameters that were ignored. Each completes the sentence "The link asks for".
    pub(crate) problems: Vec<String>,
}

/// Whether the fragment of a URL leads to a diagram or to the gallery of diagrams.
pub fn is_diagram_url(fragment: &str) -> bool {
    leads_to(fragment, "/diagram")
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
        Self::of(LinkParameters::of_fragment(fragment))
    }

    /// Reads parameters. Those that cannot be used keep their defaults and are listed in the
    /// problems.
    pub(crate) fn of(mut link: LinkParameters<'_>) -> Self {
        Self {
            settings: read_settings(&mut link),
            seed: link.seed().unwrap_or(DEFAULT_SEED.into()),
            from: link.read("from", EXPECTED_BOARD, parse_board),
            node: link.take("node").map(str::to_owned),
            steps: read_steps(&mut link),
            solved: link.read("solve", "0, 1, 2 and so on", whole_number),
            viewport: link.read("view", "left,top,width", parse_viewport),
            problems: link.finish(),
        }
    }
}

/// Reads what is drawn, and how.
fn read_settings(link: &mut LinkParameters<'_>) -> Settings {
    let names = TARGETS.map(|target| format!("2x2_to_{target}"));
    let games: Vec<_> = names.iter().map(|name| &**name).zip(TARGETS).collect();
    let target = link.choose("game", &games).unwrap_or(DEFAULT_TARGET);
    let discount = link.read("discount", "a number above 0 and at most 1", |text| {
        decimal(text).filter(|&it| Discount::new(it).is_some())
    });
    let game = small_game(target, discount.unwrap_or(1.0));
    let usual = Settings::new(game.expect("both are checked above"));
    let frames = [("canonical", Frame::Canonical), ("all", Frame::Shown)];
    let actions = [
        ("all", ActionFilter::All),
        ("optimal", ActionFilter::Best),
        ("policy", ActionFilter::Policy),
    ];
    let groupings = [("yes", Grouping::Equivalent), ("no", Grouping::Direction)];
    let endings = [("marks", EndingStyle::Stubs), ("edges", EndingStyle::Shared)];
    let mut is_set = |name| link.read(name, "yes or no", parse_bool).unwrap_or(false);
    let (afterstates, shading, flow) = (is_set("afterstates"), is_set("shade"), is_set("flow"));
    let policy = "optimal, or boards with allowed actions, for example 0110l.0011d";
    Settings {
        frame: link.choose("boards", &frames).unwrap_or(usual.frame),
        actions: link.choose("actions", &actions).unwrap_or(usual.actions),
        grouping: link.choose("merge", &groupings).unwrap_or(usual.grouping),
        endings: link.choose("ends", &endings).unwrap_or(usual.endings),
        afterstates,
        shading,
        flow,
        state: link.read("state", EXPECTED_BOARD, parse_board),
        overrides: link.read("policy", policy, parse_policy).unwrap_or_default(),
        ..usual
    }
}

/// Reads the steps of the walk.
fn read_steps(link: &mut LinkParameters<'_>) -> WalkSteps {
    let steps = link.read("step", "0, 1, 2 and so on", whole_number);
    let actions = link.read("moves", "letters l, r, u and d", |text| {
        text.chars().take(MAX_MOVES).map(action_of_letter).collect()
    });
    actions.map_or(WalkSteps::OfPolicy(steps.unwrap_or(0)), WalkSteps::Actions)
}

/// The description of the values of `state` and `from`.
const EXPECTED_BOARD: &str =
    "a 2x2 board, for example 0 2/2 0, or 0110 with 1 for a 2, 2 for a 4 and so on";

/// A parameter without a value is set.
fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "yes" | "" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// Parses the actions of a reader's policy that differ from the optimal one.
fn parse_policy(text: &str) -> Option<BTreeMap<Board, Action>> {
    if text == "optimal" {
        return Some(BTreeMap::new());
    }
    text.split('.').take(MAX_OVERRIDES).map(parse_override).collect()
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
            (settings.endings == EndingStyle::Stubs, "&ends=marks"),
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
        if let Some(solved) = self.solved {
            write!(f, "&solve={solved}")?;
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
                    &ends=marks&shade=yes&discount=0.99&policy=0011u.0110l&node=s0110&seed=7\
                    &from=0011&moves=lu&solve=3&view=-20,80,640";
        let url = DiagramUrl::parse(text);
        assert_eq!(url.problems, [""; 0]);
        assert_eq!(url.to_string(), text);
    }

    #[test]
    fn both_styles_of_endings_can_be_asked_for() {
        for (text, endings) in [
            ("#/diagram?game=2x2_to_8", EndingStyle::Shared),
            ("#/diagram?game=2x2_to_8&ends=edges", EndingStyle::Shared),
            ("#/diagram?game=2x2_to_8&ends=marks", EndingStyle::Stubs),
        ] {
            assert_eq!(DiagramUrl::parse(text).settings.endings, endings, "{text}");
        }
    }

    #[test]
    fn unusable_parameters_are_reported_and_keep_their_defaults() {
        let text = "#/diagram?game=3x3_to_8&discount=5e-1&seed=-1&sound=on&view=0,0,5";
        let url = DiagramUrl::parse(text);
        let texts = &url.problems;
        assert_eq!(texts.len(), 5);
        assert!(texts[0].contains("game '3x3_to_8', but that must be 2x2_to_8"), "{texts:?}");
        assert!(texts[4].contains("'sound=on'"), "{texts:?}");
        assert_eq!(url.to_string(), "#/diagram?game=2x2_to_8&seed=42");
    }

    #[test]
    fn policies_choose_allowed_actions_only() {
        // Nothing moves down on a board whose tiles are in the bottom row.
        let url = DiagramUrl::parse("#/diagram?policy=0012d");
        assert!(url.settings.overrides.is_empty());
        assert!(url.problems[0].contains("allowed actions"), "{:?}", url.problems);
        assert_eq!(DiagramUrl::parse("#/diagram?policy=0012u").settings.overrides.len(), 1);
    }

    #[test]
    fn attributes_of_an_element_are_parameters() {
        let attributes = [("game", "2x2_to_16"), ("state", "0 2/2 0"), ("flow", "")];
        let url = DiagramUrl::of(attributes.into_iter().chain([("policy", "optimal")]).collect());
        assert_eq!(url.problems, [""; 0]);
        assert_eq!(url.to_string(), "#/diagram?game=2x2_to_16&flow=yes&state=0110");
        for (name, value) in [("state", "0 2 0/2 0 0"), ("state", "0 3/3 0"), ("policy", "best")] {
            assert_eq!(
                DiagramUrl::of([(name, value)].into_iter().collect()).problems.len(),
                1,
                "{value}"
            );
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
