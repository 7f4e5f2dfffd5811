//! URLs of an exploration: `#/explore?game=3x3_to_512&state=010062033&line=l32r14&ply=1`.

use std::fmt;

use mdp2048_display::shortened;
use mdp2048_model::{Game, Objective, Probability, Seed, ShortNumber};
use mdp2048_rules::{Board, Shape};
use thiserror::Error;

use crate::game_choice::{with_objective, with_shape, with_spawn_four, with_target};
use crate::line::LineOfPlay;
use crate::play::{Hints, SpawnRule, seeded_start};

/// Whether an exploration changes the board or plays a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Arrow keys choose a cell.
    Edit,
    /// Arrow keys slide the tiles.
    Play,
}

/// The reason why a parameter cannot be used. The text completes the sentence "The link asks for".
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ExploreUrlError {
    /// The value of a parameter is not allowed.
    #[error("{key} '{value}', but that must be {expected}")]
    Value { key: &'static str, value: String, expected: String },
    /// The parameter has several values.
    #[error("several values of {0}: it shows the last")]
    Repeated(String),
    /// The parameter does not exist.
    #[error("'{0}', which is not a parameter")]
    Unknown(String),
    /// The moves cannot all be played.
    #[error("moves that the rules do not allow: it shows the first {0}")]
    Moves(usize),
    /// The line ends before this move.
    #[error("move {asked}, but there are {moves}")]
    Ply { asked: usize, moves: usize },
}

/// What a URL asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ExploreUrl {
    pub(crate) game: Game,
    pub(crate) line: LineOfPlay,
    pub(crate) mode: Mode,
    pub(crate) spawn_rule: SpawnRule,
    pub(crate) hints: Hints,
    pub(crate) seed: Seed,
    /// The parameters that were ignored.
    pub(crate) problems: Vec<ExploreUrlError>,
}

/// Whether the fragment of a URL leads to the page of an exploration.
pub fn is_explore_url(fragment: &str) -> bool {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    fragment.split('?').next() == Some("/explore")
}

/// The game of a URL that names none.
pub(crate) fn usual_game() -> Game {
    Game::reach(Shape::THREE_BY_THREE, 512).expect("3x3 to 512 is a game")
}

/// The seed of a URL that has none.
const USUAL_SEED: u32 = 42;

/// The first board of a URL that has none.
fn usual_board(game: &Game, seed: Seed) -> Board {
    let example = "0 2 0/0 64 4/0 8 8".parse();
    example.ok().filter(|_| *game == usual_game()).unwrap_or_else(|| seeded_start(game, seed))
}

/// The parameters of a URL as text.
#[derive(Default)]
struct Texts<'a> {
    game: Option<&'a str>,
    objective: Option<&'a str>,
    discount: Option<&'a str>,
    spawn_four: Option<&'a str>,
    state: Option<&'a str>,
    line: Option<&'a str>,
    ply: Option<&'a str>,
    mode: Option<&'a str>,
    spawns: Option<&'a str>,
    hints: Option<&'a str>,
    seed: Option<&'a str>,
}

impl ExploreUrl {
    /// Parses the fragment of a URL. What cannot be used keeps its default and is listed in the
    /// problems.
    pub(crate) fn parse(fragment: &str) -> Self {
        let mut problems = Vec::new();
        let query = fragment.split_once('?').map_or("", |split| split.1);
        let mut texts = Texts::default();
        for parameter in query.split('&').filter(|it| !it.is_empty()) {
            let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let field = match key {
                "game" => &mut texts.game,
                "objective" => &mut texts.objective,
                "discount" => &mut texts.discount,
                "spawn_four" => &mut texts.spawn_four,
                "state" => &mut texts.state,
                "line" => &mut texts.line,
                "ply" => &mut texts.ply,
                "mode" => &mut texts.mode,
                "spawns" => &mut texts.spawns,
                "hints" => &mut texts.hints,
                "seed" => &mut texts.seed,
                _ => {
                    problems.push(ExploreUrlError::Unknown(shortened(parameter)));
                    continue;
                }
            };
            if field.replace(value).is_some_and(|before| before != value) {
                problems.push(ExploreUrlError::Repeated(key.to_owned()));
            }
        }
        Self::of(&texts, problems)
    }

    fn of(texts: &Texts<'_>, mut problems: Vec<ExploreUrlError>) -> Self {
        let mut game = usual_game();
        if let Some(text) = texts.game {
            game = parse_game(text, &mut problems);
        }
        if let Some(text) = texts.objective {
            match text.parse() {
                Ok(objective) => game = with_objective(&game, objective),
                Err(_) => problems.push(wrong("objective", text, "win, score, moves or fewest")),
            }
        }
        if let Some(text) = texts.spawn_four {
            match text.parse().ok().and_then(|four| with_spawn_four(&game, four).ok()) {
                Some(changed) => game = changed,
                None => problems.push(wrong("spawn_four", text, "a number from 0 to 1")),
            }
        }
        if let Some(text) = texts.discount {
            match text.parse().ok().and_then(|discount| game.discounted(discount).ok()) {
                Some(changed) => game = changed,
                None => {
                    let expected = "a number above 0 and at most 1, and 1 unless winning counts";
                    problems.push(wrong("discount", text, expected));
                }
            }
        }
        let mut seed = Seed::from(USUAL_SEED);
        if let Some(text) = texts.seed {
            match text.parse() {
                Ok(parsed) => seed = parsed,
                Err(_) => {
                    problems.push(wrong("seed", text, "a whole number from 0 to 4294967295"));
                }
            }
        }
        let mut first = usual_board(&game, seed);
        if let Some(text) = texts.state {
            match Board::from_hex(game.shape(), text) {
                Ok(board) => first = board,
                Err(error) => problems.push(ExploreUrlError::Value {
                    key: "state",
                    value: shortened(text),
                    expected: format!("{} hexadecimal digits", error.shape.cells()),
                }),
            }
        }
        let mut line = LineOfPlay::new(first);
        if let Some(text) = texts.line {
            let (parsed, is_whole) = LineOfPlay::parse(&game, first, text);
            if !is_whole {
                problems.push(ExploreUrlError::Moves(parsed.moves().len()));
            }
            line = parsed;
        }
        if let Some(text) = texts.ply {
            match text.parse::<usize>() {
                Ok(ply) if ply <= line.moves().len() => line.go_to(ply),
                Ok(asked) => {
                    problems.push(ExploreUrlError::Ply { asked, moves: line.moves().len() });
                }
                Err(_) => problems.push(wrong("ply", text, "0, 1, 2 and so on")),
            }
        }
        let modes = [("edit", Mode::Edit), ("play", Mode::Play)];
        let mode = choice("mode", texts.mode, &modes, "edit or play", &mut problems);
        let rules = SpawnRule::ALL.map(|it| (it.name(), it));
        let spawn_rule =
            choice("spawns", texts.spawns, &rules, "seed, worst, best or hand", &mut problems);
        let names = Hints::ALL.map(|it| (it.name(), it));
        let hints =
            choice("hints", texts.hints, &names, "always, after, end or never", &mut problems);
        Self { game, line, mode, spawn_rule, hints, seed, problems }
    }
}

/// Reads one of several names; the first is the default.
fn choice<T: Copy>(
    key: &'static str,
    text: Option<&str>,
    names: &[(&str, T)],
    expected: &str,
    problems: &mut Vec<ExploreUrlError>,
) -> T {
    let found = |text: &str| names.iter().find(|(name, _)| *name == text);
    match text.map(|text| found(text).ok_or(text)) {
        None => names[0].1,
        Some(Ok(&(_, value))) => value,
        Some(Err(text)) => {
            problems.push(wrong(key, text, expected));
            names[0].1
        }
    }
}

/// Returns the game of a name such as `3x3_to_512` or `3x3_score`.
pub fn named_game(name: &str) -> Option<Game> {
    let mut problems = Vec::new();
    let game = parse_game(name, &mut problems);
    problems.is_empty().then_some(game)
}

/// Reads the name of a game such as `3x3_to_512` or `3x3_score`, or as much of it as possible.
fn parse_game(text: &str, problems: &mut Vec<ExploreUrlError>) -> Game {
    let mut game = usual_game();
    let mut is_whole = true;
    let mut words = text.split('_');
    match words.next().unwrap_or_default().parse() {
        Ok(shape) => game = with_shape(&game, shape),
        Err(_) => is_whole = false,
    }
    let words: Vec<&str> = words.collect();
    let objective = words.last().and_then(|it| it.parse::<Objective>().ok());
    let target: Option<u32> = match words.as_slice() {
        ["to", target, ..] => target.parse().ok(),
        _ => None,
    };
    let with_goal = with_objective(&game, objective.unwrap_or(Objective::Win));
    game = match target {
        Some(_) => with_target(&with_goal, target),
        None => with_goal,
    };
    is_whole &= game.name() == text;
    if !is_whole {
        problems.push(wrong("game", text, "a game such as 3x3_to_512, 2x4_to_64 or 3x3_score"));
    }
    game
}

fn wrong(key: &'static str, value: &str, expected: &str) -> ExploreUrlError {
    ExploreUrlError::Value { key, value: shortened(value), expected: expected.to_owned() }
}

/// The parameters of a game in a URL.
pub(crate) struct GameParameters<'a>(pub(crate) &'a Game);

impl fmt::Display for GameParameters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(game) = self;
        write!(f, "game={}", game.name())?;
        if game.discount().get() != 1.0 {
            write!(f, "&discount={}", ShortNumber(game.discount().get()))?;
        }
        if game.spawn_four() != Probability::SPAWN_FOUR {
            write!(f, "&spawn_four={}", ShortNumber(game.spawn_four().get()))?;
        }
        Ok(())
    }
}

impl fmt::Display for ExploreUrl {
    /// Writes the fragment of the URL.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, line, .. } = self;
        write!(f, "#/explore?{}", GameParameters(game))?;
        write!(f, "&state={}", line.first().hex())?;
        if !line.moves().is_empty() {
            write!(f, "&line={}", line.text())?;
        }
        if line.at() != line.moves().len() {
            write!(f, "&ply={}", line.at())?;
        }
        if self.mode == Mode::Play {
            f.write_str("&mode=play")?;
        }
        if self.spawn_rule != SpawnRule::Seed {
            write!(f, "&spawns={}", self.spawn_rule.name())?;
        }
        if self.hints != Hints::Always {
            write!(f, "&hints={}", self.hints.name())?;
        }
        if self.seed.get() != USUAL_SEED {
            write!(f, "&seed={}", self.seed)?;
        }
        Ok(())
    }
}
