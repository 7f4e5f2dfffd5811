//! Texts that strangers send: boards, agents, recorded games, and links to each page.

use mdp2048_agents::AgentSpec;
use mdp2048_arena::{ArenaView, is_arena_url};
use mdp2048_bag::page::{BagView, is_bag_url};
use mdp2048_diagram::page::{DiagramView, is_diagram_url};
use mdp2048_explorer::{DailyView, Day, Exploration, is_daily_url, is_explore_url};
use mdp2048_model::{Game, Replay, Seed, SplitMix64};
use mdp2048_player::{Place, PlayerUrl};
use mdp2048_review::RecordedGame;
use mdp2048_rules::{Board, Shape};
use mdp2048_test_support::{reach, solve};

use crate::bounds::check_note;
use crate::bytes::{change, splice};
use crate::read::Read;

/// The texts that are changed, beside recorded games.
const TEXTS: [&str; 20] = [
    "0 2 0/2 4 8",
    "x 2 4 x/0 0 0 2/2 0 0 0/x 0 0 x",
    "0110",
    "expectimax:depth=3:weights=diagonal:pruned",
    "mdp-monte-carlo:games=500+90+60+30:best=0.5:expectimax=3",
    "learned:plies=3",
    "2028-02-29",
    "50%",
    "#/play?game=2x2_to_8&seed=42&move=3&state=0110&own=lrud",
    "#/play?game=4x4_to_64&seed=4294967295",
    "#/explore?game=2x2_to_16&state=0123&line=l12&ply=1",
    "#/explore?game=3x3_to_64&spawn_four=0.25&hints=never&mode=play&spawns=hand",
    "#/explore?game=3x3_score&seed=7&state=012345678",
    "#/puzzle?day=2026-11-26",
    "#/diagram?game=2x2_to_16&boards=all&actions=policy&policy=0011u.0110l&node=s0110",
    "#/diagram?game=2x2_to_8&seed=7&from=0011&moves=lu&solve=3&view=-20,80,640&flow=yes",
    "#/diagram?game=2x2_to_32&state=0 2/2 0&discount=0.99&ends=edges&shade=yes&step=9",
    "#/bag?target=2048&spawn_four=0.1&seed=42",
    "#/arena?game=3x3_to_256&agents=greedy,optimal&seed=7&mode=race",
    "#/arena?game=4x4_score&agents=expectimax:depth=2,learned:plies=2&seed=42",
];

/// Words that are put into texts.
const WORDS: [&str; 22] = [
    "&",
    "=",
    "?",
    "#/",
    "/",
    " ",
    "\n",
    "x",
    ":",
    ",",
    ".",
    "-",
    "0",
    "18446744073709551616",
    "4294967296",
    "1e999",
    "131072",
    "NaN",
    "ä",
    "\u{1f600}",
    "&seed=",
    "&state=",
];

/// The texts, with their names.
pub(crate) fn texts() -> Vec<(String, Vec<u8>)> {
    let recorded = games().into_iter().take(1).flat_map(|game| recorded(&game));
    let texts = TEXTS.into_iter().map(str::to_owned).chain(recorded);
    texts.map(|text| (text.clone(), text.into())).collect()
}

/// A game as `mdp2048 play` writes it: as lines, and as JSON.
fn recorded(game: &Game) -> [String; 2] {
    let replay = Replay::play(game, &solve(game), 7.into());
    let mut lines = format!("{game}, seed 7\n");
    let mut steps = Vec::new();
    for step in &replay.steps {
        let (board, action) = (step.board, step.advice.action);
        lines += &format!("{board} {action}\n");
        steps.push(format!("{{\"board\":\"{}\",\"action\":\"{action}\"}}", board.hex()));
    }
    lines += &format!("{}\n", replay.last);
    let (steps, last) = (steps.join(","), replay.last.hex());
    let json =
        format!("{{\"game\":\"{game}\",\"seed\":7,\"steps\":[{steps}],\"final\":\"{last}\"}}");
    [lines, json]
}

/// Changes a text.
pub(crate) fn change_text(random: &mut SplitMix64, bytes: &mut Vec<u8>, other: &[u8]) {
    match random.below(6) {
        0 => change(random, bytes, other),
        1 => splice(random, bytes, other),
        2 => {
            // One digit replaced.
            let digits: Vec<usize> =
                (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
            if !digits.is_empty() {
                bytes[digits[random.below(digits.len())]] = b"0123456789abcdef"[random.below(16)];
            }
        }
        3 => {
            // One parameter taken from another text.
            let parameters: Vec<&[u8]> = other.split(|&byte| b"?&".contains(&byte)).collect();
            bytes.push(b'&');
            bytes.extend(parameters[random.below(parameters.len())]);
        }
        4 => {
            // One parameter, cell or word removed.
            let is_end = |byte: &u8| b"&?,:/ \n".contains(byte);
            let parts: Vec<&[u8]> = bytes.split_inclusive(is_end).collect();
            let removed = random.below(parts.len().max(1));
            let kept = parts.iter().enumerate().filter(|&(at, _)| at != removed);
            *bytes = kept.flat_map(|(_, part)| part.iter().copied()).collect();
        }
        _ => {
            let word = WORDS[random.below(WORDS.len())];
            let at = random.below(bytes.len() + 1);
            bytes.splice(at..at, word.bytes());
        }
    }
}

/// Reads a text in every way.
///
/// # Panics
/// If a page that was opened at a link has another link that it reads differently.
pub(crate) fn line(bytes: &[u8]) -> Read {
    let text = &*String::from_utf8_lossy(bytes);
    let mut read = Read::default();
    let mut found = |is_sound: bool| read.is_sound |= is_sound;
    // Messages repeat parts of the text.
    let refused = |message: String| check_note(&message.replace(text, ""));
    match text.parse::<Board>() {
        Ok(board) => {
            found(true);
            assert_eq!(board.to_string().parse(), Ok(board));
        }
        Err(error) => drop(error.to_string()),
    }
    for shape in Shape::all() {
        let board = Board::from_hex(shape, text);
        found(board.is_ok_and(|board| board.hex().eq_ignore_ascii_case(text)));
    }
    match text.parse::<AgentSpec>() {
        Ok(agent) => {
            found(true);
            let again = agent.to_string().parse::<AgentSpec>().ok();
            assert_eq!(again.map(|again| again.to_string()), Some(agent.to_string()));
        }
        Err(error) => drop(error.to_string()),
    }
    for game in games() {
        match RecordedGame::parse(&game, text) {
            Ok(_) => found(true),
            Err(error) => drop(error.to_string()),
        }
    }
    found(text.parse::<Seed>().is_ok());
    found(text.parse::<Place>().is_ok());
    found(Day::parse(text).is_some());
    match PlayerUrl::parse(text, &games()) {
        Ok(Some(url)) => {
            found(url.problems.is_empty());
            url.problems.iter().cloned().for_each(refused);
            let again = PlayerUrl::parse(&url.to_string(), &games());
            assert_eq!(again, Ok(Some(PlayerUrl { problems: Vec::new(), ..url })));
        }
        Ok(None) => {}
        Err(error) => refused(error.to_string()),
    }
    let opened = |open: &dyn Fn(&str) -> String| {
        let address = open(text);
        assert_eq!(open(&address), address, "{text}");
    };
    let exploration = Exploration::open(text);
    found(is_explore_url(text) && exploration.notes().next().is_none());
    opened(&|text: &str| Exploration::open(text).url());
    let arena = ArenaView::open(text);
    found(is_arena_url(text) && arena.note().is_none());
    opened(&|text: &str| ArenaView::open(text).address());
    let bag = BagView::open(text);
    found(is_bag_url(text) && bag.note().is_none());
    opened(&|text: &str| BagView::open(text).address());
    let diagram = DiagramView::open(text);
    found(is_diagram_url(text) && diagram.problems().is_empty());
    opened(&|text: &str| DiagramView::open(text).url());
    let problems = diagram.problems().iter().cloned();
    let notes = exploration.notes().chain(arena.note()).chain(bag.note()).chain(problems);
    if let Some(today) = Day::parse("2026-11-29") {
        let daily = DailyView::open(text, today);
        found(is_daily_url(text) && daily.note().is_none());
        notes.chain(daily.note()).for_each(refused);
        let _ = DailyView::with_attributes([("state", text), ("values", text)], today);
    }
    read
}

/// The games of players and of recorded games.
fn games() -> [Game; 2] {
    [("2x2", 8), ("4x4", 64)].map(|(board, target)| reach(board, target))
}
