//! URLs of an exploration: `#/explore?game=3x3_to_512&state=010062033&line=l32r14&ply=1`.

use std::fmt;

use mdp2048_display::{LinkParameters, decimal, leads_to, whole_number};
use mdp2048_model::{Game, Objective, Probability, Seed, ShortNumber};
use mdp2048_rules::{Board, Shape};

use crate::game_choice::{with_board, with_objective, with_spawn_four, with_target};
use crate::line::LineOfPlay;
use crate::play::{Hints, SpawnRule, seeded_start};

/// What an exploration does with the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Arrow keys choose a cell.
    Edit,
    /// Arrow keys slide the tiles.
    Play,
    /// The program makes the best move, and the reader enters the random tile.
    Along,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Edit, Self::Play, Self::Along];

    /// The name in URLs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Edit => "edit",
            Self::Play => "play",
            Self::Along => "along",
        }
    }
}

/// What a URL asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ExploreUrl {
    pub(crate) game: Game,
    pub(crate) line: LineOfPlay,
    pub(crate) mode: Mode,
    /// The score on the first board of the line.
    pub(crate) score: u32,
    pub(crate) spawn_rule: SpawnRule,
    pub(crate) hints: Hints,
    pub(crate) seed: Seed,
    /// Whether the URL names a board.
    pub(crate) has_state: bool,
    /// The parameters that were ignored. Each completes the sentence "The link asks for".
    pub(crate) problems: Vec<String>,
}

/// Whether the fragment of a URL leads to the page of an exploration.
pub fn is_explore_url(fragment: &str) -> bool {
    leads_to(fragment, "/explore")
}

/// The game of a URL that names none.
pub(crate) fn usual_game() -> Game {
    Game::reach(Shape::THREE_BY_THREE, 512).expect("3x3 to 512 is a game")
}

/// The seed of a URL that has none.
const USUAL_SEED: u32 = 42;

/// The boards with which the page opens games: those on which one move is far better than the others.
const DECISIVE: [(&str, &str); 3] =
    [("3x3_to_512", "022157168"), ("3x3_to_256", "067125122"), ("2x2_to_16", "0123")];

/// The board of a game for a reader who has named none.
pub(crate) fn usual_board(game: &Game, mode: Mode, seed: Seed) -> Board {
    let name = game.name();
    let decisive = DECISIVE.into_iter().find(|(it, _)| *it == name && mode == Mode::Edit);
    let decisive = decisive.and_then(|(_, hex)| Board::from_hex(game.shape(), hex).ok());
    decisive.unwrap_or_else(|| seeded_start(game, seed))
}

impl ExploreUrl {
    /// Parses the fragment of a URL. What cannot be used keeps its default and is listed in the
    /// problems.
    pub(crate) fn parse(fragment: &str) -> Self {
        let mut link = LinkParameters::of_fragment(fragment);
        let game = read_game(&mut link);
        let seed = link.seed();
        let modes = Mode::ALL.map(|it| (it.name(), it));
        let mode = link.choose("mode", &modes).unwrap_or(Mode::Edit);
        let usual = match seed {
            // The link is to the first board of a seed.
            Some(seed) => seeded_start(&game, seed),
            None => usual_board(&game, mode, USUAL_SEED.into()),
        };
        let (line, has_state) = read_line(&mut link, &game, usual);
        let score = link.read("score", "a whole number up to 4294967295", whole_number);
        let rules = SpawnRule::ALL.map(|it| (it.name(), it));
        let hints = Hints::ALL.map(|it| (it.name(), it));
        Self {
            game,
            line,
            mode,
            score: score.unwrap_or(0),
            spawn_rule: link.choose("spawns", &rules).unwrap_or(SpawnRule::Seed),
            hints: link.choose("hints", &hints).unwrap_or(Hints::Always),
            seed: seed.unwrap_or(USUAL_SEED.into()),
            has_state,
            problems: link.finish(),
        }
    }
}

/// Reads the parameters of the game.
fn read_game(link: &mut LinkParameters<'_>) -> Game {
    let mut game = usual_game();
    if let Some(text) = link.take("game") {
        game = parse_game(text);
        if game.name() != text {
            link.refuse("game", text, "a game such as 3x3_to_512, L3_to_64 or 3x3_score");
        }
    }
    let objective = link.read("objective", "win, score, moves or fewest", |it| it.parse().ok());
    if let Some(objective) = objective {
        game = with_objective(&game, objective);
    }
    let changed = link.read("spawn_four", "a number from 0 to 1, such as 0.1", |text| {
        decimal(text).and_then(|four| with_spawn_four(&game, four).ok())
    });
    game = changed.unwrap_or(game);
    let expected = "a number above 0 and at most 1, and 1 unless winning counts";
    let changed = link.read("discount", expected, |text| {
        decimal(text).and_then(|discount| game.discounted(discount).ok())
    });
    changed.unwrap_or(game)
}

/// Reads the first board, else the usual one, and the moves that follow. Also returns whether the
/// link names a board.
fn read_line(link: &mut LinkParameters<'_>, game: &Game, usual: Board) -> (LineOfPlay, bool) {
    let digits = format!("{} hexadecimal digits", game.shape().cells());
    let first = link.read("state", &digits, |text| Board::from_hex(game.shape(), text).ok());
    let has_state = first.is_some();
    let first = first.unwrap_or(usual);
    let mut line = LineOfPlay::new(first);
    if let Some(text) = link.take("line") {
        let (parsed, is_whole) = LineOfPlay::parse(game, first, text);
        let count = parsed.moves().len();
        if !is_whole {
            let shown = match count {
                0 => "none of them".to_owned(),
                _ => format!("the first {count}"),
            };
            link.add_problem(format!("moves that the rules do not allow: it shows {shown}"));
        }
        line = parsed;
    }
    if let Some(ply) = link.read("ply", "0, 1, 2 and so on", whole_number) {
        match line.moves().len() {
            moves if ply > moves => {
                link.add_problem(format!("move {ply}, but there are {moves}"));
            }
            _ => line.go_to(ply),
        }
    }
    (line, has_state)
}

/// Returns the game of a name such as `3x3_to_512`, `L3_to_64` or `3x3_score`.
pub fn named_game(name: &str) -> Option<Game> {
    Some(parse_game(name)).filter(|game| game.name() == name)
}

/// Reads as much as possible of the name of a game such as `3x3_to_512` or `3x3_score`.
fn parse_game(text: &str) -> Game {
    let mut words = text.split('_');
    let board = words.next().and_then(|word| with_board(&usual_game(), word));
    let game = board.unwrap_or_else(usual_game);
    let words: Vec<&str> = words.collect();
    let objective = words.last().and_then(|it| it.parse::<Objective>().ok());
    let target: Option<u32> = match words.as_slice() {
        ["to", target, ..] => target.parse().ok(),
        _ => None,
    };
    let game = with_objective(&game, objective.unwrap_or(Objective::Win));
    if target.is_some() { with_target(&game, target) } else { game }
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
        if self.mode != Mode::Edit {
            write!(f, "&mode={}", self.mode.name())?;
        }
        if self.score != 0 {
            write!(f, "&score={}", self.score)?;
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
