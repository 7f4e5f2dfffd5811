//! The state of the page `#/puzzle`.

use std::rc::Rc;

use mdp2048_display::{
    LinkParameters, Percentage, capitalised, counted, leads_to, link_note, whole_number,
};
use mdp2048_model::Status;
use mdp2048_rules::{Action, Board, Exponent};

use super::day::Day;
use super::kept::Kept;
use super::perfection::{MOVES, Perfection, square};
use super::puzzle::{DailyPuzzle, Difficulty, line_of};
use super::tab::DailyTab;
use crate::PossibleSpawn;
use crate::duel::Duel;
use crate::url::{GameParameters, usual_game};
use mdp2048_review::Grade;

/// The page of the puzzles of the days.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DailyView {
    pub(super) today: Day,
    pub(super) tab: DailyTab,
    /// The day that the address names, if it names one.
    pub(super) asked: Option<Day>,
    /// The puzzle that the author of a page has set, in the place of that of a day.
    pub(super) set: Option<DailyPuzzle>,
    pub(super) problems: Vec<String>,
    /// The list of puzzles, or why there is none.
    pub(super) list: Option<Result<Rc<str>, String>>,
    /// Whether the list is being loaded.
    pub(super) is_loading: bool,
    /// What the browser keeps of each tab.
    pub(super) kept: [Kept; 2],
    /// The game beside the optimal policy that was shown last.
    pub(super) game: Option<Perfection>,
    /// The last move tried while this puzzle is shown.
    pub(super) last: Option<Action>,
    /// The move after which the board is shown, for a moment.
    pub(super) slid: Option<Action>,
}

/// What the reader may know of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct DailyMove {
    /// The action.
    pub action: Action,
    /// Whether it is allowed.
    pub is_allowed: bool,
    /// How good it is, once it is tried or the puzzle is solved.
    pub grade: Option<Grade>,
    /// The probability of winning, once the puzzle is solved.
    pub value: Option<Percentage>,
    /// The probability as it is shown.
    pub text: Option<String>,
    /// What it keeps of the chance, once that is known: `keeps 96.94 %`; `None` of a best move.
    pub kept: Option<String>,
    /// The worst random tile after it, once it is tried or the puzzle is solved.
    pub worst: Option<PossibleSpawn>,
}

/// A day of the list, and what the reader has tried on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayMark {
    /// The day.
    pub day: Day,
    /// How far the reader is with its puzzle or its game.
    pub state: DayState,
    /// The same in words: `found in 2`.
    pub text: String,
}

/// How far the reader is with a puzzle or a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayState {
    /// Nothing was tried or played.
    New,
    /// So many moves were tried and the best is not among them, or so many were played.
    Tried(usize),
    /// The best move was found with this try, or ended the game.
    Found(usize),
}

/// Whether the fragment of a URL leads to the page.
pub fn is_daily_url(fragment: &str) -> bool {
    leads_to(fragment, "/puzzle")
}

/// What the values of a puzzle must be, for messages.
const VALUES: &str = "the chances from 0 to 1 of winning after left, right, up and down on the board \
                      of 'state', such as - 0.9 0.95 -, with a dash for a move that is not allowed";

/// How many days a list shows.
const LISTED: i64 = 14;

impl DailyView {
    /// The page of the fragment of a URL, on a day of the reader's calendar.
    pub fn open(fragment: &str, today: Day) -> Self {
        let (tab, asked, problems) = read_address(fragment);
        Self { today, tab, asked, problems, ..Self::default() }
    }

    /// The puzzle of attributes: of a day, or of a board, the values of its moves and perhaps the
    /// target.
    ///
    /// # Errors
    /// A sentence about the first attribute that cannot be used.
    pub fn with_attributes<'a>(
        attributes: impl IntoIterator<Item = (&'a str, &'a str)>,
        today: Day,
    ) -> Result<Self, String> {
        let mut link: LinkParameters<'_> = attributes.into_iter().collect();
        let board: Option<Board> =
            link.read("state", "a board such as 2 0/4 2", |text| text.parse().ok());
        let values = link.read("values", VALUES, DailyPuzzle::read_values);
        let set = match (board, values) {
            (Some(board), Some(values)) => {
                let target = link.read("target", "a tile such as 512", |text| {
                    Exponent::from_face(whole_number(text)?).ok().filter(|tile| !tile.is_empty())
                });
                let set = DailyPuzzle::of_board(board, target, values);
                set.map_err(|problem| link.add_problem(problem)).ok()
            }
            (Some(_), None) => {
                link.add_problem(format!("a state without values, which must be {VALUES}"));
                None
            }
            (None, Some(_)) => {
                link.add_problem("values without a state, the board of these values".to_owned());
                None
            }
            (None, None) => None,
        };
        let asked = read_day(&mut link);
        match link.finish().into_iter().next() {
            Some(problem) => Err(format!("it asks for {problem}")),
            None => Ok(Self { asked, set, ..Self::open("", today) }),
        }
    }

    /// Whether the puzzle is that of a day, whose tries the browser keeps.
    pub const fn is_of_day(&self) -> bool {
        self.set.is_none()
    }

    /// The day whose puzzle is shown.
    pub fn day(&self) -> Day {
        self.asked.unwrap_or(self.today)
    }

    /// The day of the reader's calendar.
    pub const fn today(&self) -> Day {
        self.today
    }

    /// Whether that day is today.
    pub fn is_today(&self) -> bool {
        self.day() == self.today
    }

    /// Whether that day is still to come: its puzzle is not shown.
    pub fn is_future(&self) -> bool {
        self.day() > self.today
    }

    /// A day without its weekday, as people write it.
    pub fn date_of(&self, day: Day) -> String {
        day.text(self.today)
    }

    /// Which of the two the page shows.
    pub const fn tab(&self) -> DailyTab {
        self.tab
    }

    /// Why there is nothing to show, or what the link asks for in vain.
    pub fn note(&self) -> Option<String> {
        if let Some(Err(reason)) = self.shown_game().map(|it| &it.solving) {
            return Some(format!("This game could not be solved: {reason}."));
        }
        let is_damaged = || self.board().is_none() && !self.is_future();
        match &self.list {
            Some(Err(reason)) => Some(format!("The puzzles could not be loaded: {reason}.")),
            Some(Ok(_)) if is_damaged() => {
                Some("The list of puzzles is damaged: load the page again.".to_owned())
            }
            _ => link_note(&self.problems),
        }
    }

    /// Whether something could not be loaded or solved, which may succeed at another attempt.
    pub fn has_failed(&self) -> bool {
        matches!(self.list, Some(Err(_))) || self.shown_game().is_some_and(|it| it.solving.is_err())
    }

    /// The puzzle, if it is loaded and shown.
    fn puzzle(&self) -> Option<DailyPuzzle> {
        self.puzzle_of_day().filter(|_| self.tab == DailyTab::Puzzle)
    }

    /// The puzzle, if it is loaded and may be shown.
    pub(super) fn puzzle_of_day(&self) -> Option<DailyPuzzle> {
        if self.set.is_some() {
            return self.set.clone();
        }
        let list = self.list.as_ref()?.as_ref().ok()?;
        line_of(self.day(), list).and_then(DailyPuzzle::of_line).filter(|_| !self.is_future())
    }

    /// The game, if it is shown.
    fn shown_game(&self) -> Option<&Perfection> {
        let is_shown = self.tab == DailyTab::Perfection && !self.is_future();
        self.game.as_ref().filter(|it| is_shown && it.day == self.day())
    }

    /// The game, if it is shown.
    pub fn duel(&self) -> Option<&Duel> {
        self.shown_game().map(|it| &it.duel)
    }

    /// The part of the solution of the game that is done, while its values are not known.
    pub fn solving(&self) -> Option<f64> {
        let game = self.shown_game().filter(|it| !it.duel.is_solved())?;
        Some(game.solving.as_ref().ok()?.fraction(0.0))
    }

    /// The board of the puzzle, or that of the reader in the game.
    pub fn board(&self) -> Option<Board> {
        match self.tab {
            DailyTab::Puzzle => self.puzzle().map(|it| it.board),
            DailyTab::Perfection => self.duel().map(|it| it.person().board),
        }
    }

    pub(super) const fn kept(&self) -> &Kept {
        &self.kept[self.tab as usize]
    }

    /// Whether the best move is found, or the game has ended.
    pub fn is_found(&self) -> bool {
        self.kept().is_found(self.day())
    }

    /// The moves tried or played.
    pub fn tried(&self) -> Vec<Action> {
        self.kept().tried(self.day())
    }

    /// The best move, once it is found.
    pub fn best(&self) -> Option<Action> {
        let puzzle = self.puzzle().filter(|_| self.is_found())?;
        puzzle.values.best().next()
    }

    /// The last move tried while the puzzle is shown.
    pub const fn last(&self) -> Option<Action> {
        self.last
    }

    /// The move after which the board is shown for a moment, once the best move is found.
    pub const fn slid(&self) -> Option<Action> {
        self.slid
    }

    /// The question, with what the best move of the puzzle keeps.
    pub fn question(&self) -> Option<String> {
        if let Some(game) = self.shown_game() {
            let target = game.duel.game().target()?;
            return Some(format!(
                "The goal is {target}. How much of the chance do your next {MOVES} moves keep?"
            ));
        }
        let puzzle = self.puzzle()?;
        let value = puzzle.best_text()?;
        let goal = puzzle.target.map(|tile| format!("The goal is {tile}. ")).unwrap_or_default();
        Some(format!("{goal}Perfect play wins {value} from here. Which move keeps that?"))
    }

    /// How hard the puzzle is, also in words, once a move was tried.
    pub fn difficulty(&self) -> Option<(Difficulty, String)> {
        self.puzzle().filter(|_| !self.tried().is_empty()).map(|it| it.difficulty())
    }

    /// The moves in the order left, right, up, down.
    pub fn moves(&self) -> Vec<DailyMove> {
        let Some(puzzle) = self.puzzle() else { return Vec::new() };
        let tried = self.tried();
        let is_found = self.is_found();
        let texts = puzzle.texts();
        let of_action = |action: Action| {
            let is_known = is_found || tried.contains(&action);
            let value = puzzle.values.get(action);
            DailyMove {
                action,
                is_allowed: value.is_some(),
                grade: puzzle.grade(action).filter(|_| is_known),
                value: value.filter(|_| is_found).map(|it| Percentage::computed(it.get())),
                text: texts[action.index()].clone().filter(|_| is_found),
                kept: puzzle.kept(action).filter(|_| is_known),
                worst: puzzle.worst(action).filter(|_| is_known),
            }
        };
        Action::ALL.map(of_action).to_vec()
    }

    /// A sentence about the last try, or about the result.
    pub fn report(&self) -> Option<String> {
        let puzzle = self.puzzle()?;
        let tried = self.tried();
        if let Some(best) = self.best() {
            let tries = match tried.len() {
                1 => "at the first try".to_owned(),
                count => format!("in {count} tries"),
            };
            return Some(format!("{} is the best move, found {tries}.", capitalised(best.name())));
        }
        let &action = tried.last()?;
        let (grade, kept) = (puzzle.grade(action)?.name(), puzzle.kept(action)?);
        let name = capitalised(action.name());
        Some(format!("{name}: {grade}, {kept} of the chance."))
    }

    /// The grades of the moves tried or played, as far as they are known.
    pub fn grades(&self) -> Vec<Option<Grade>> {
        if let Some(duel) = self.duel() {
            return duel.grades();
        }
        let Some(puzzle) = self.puzzle() else { return Vec::new() };
        self.tried().into_iter().map(|it| puzzle.grade(it)).collect()
    }

    /// How far the reader is, in words.
    pub fn state_text(&self) -> String {
        self.mark(self.day()).text
    }

    /// On how many days in a row the first move tried was the best, or the game was played to its
    /// end.
    pub fn streak(&self) -> u32 {
        if self.is_of_day() { self.kept().streak(self.today) } else { 0 }
    }

    /// The streak in words; `None` if there is none.
    pub fn streak_text(&self) -> Option<String> {
        (self.streak() > 0).then(|| format!("Streak: {}", counted(self.streak().into(), "day")))
    }

    /// A text to share, which tells no move.
    pub fn summary(&self) -> Option<String> {
        let streak = Some(self.streak()).filter(|&days| self.is_today() && days > 0);
        let streak = streak.map(|days| format!(" · streak {days}")).unwrap_or_default();
        let day = self.day();
        if let Some(game) = self.shown_game() {
            return Some(format!("mdp2048, Beat perfection {day}: {}{streak}", game.summary()?));
        }
        let (difficulty, _) = self.difficulty().filter(|_| self.is_found())?;
        let squares: String = self.grades().into_iter().flatten().map(square).collect();
        let (name, state) = (difficulty.name(), self.state_text());
        Some(format!("mdp2048 puzzle {day} ({name}): {squares} {state}{streak}"))
    }

    /// The days of the list: the last two weeks, or those of an earlier day.
    pub fn days(&self) -> Vec<DayMark> {
        let end = self.end_of_list();
        (1 - LISTED..=0).map(|it| self.mark(end.plus(it))).collect()
    }

    /// The last day of the list of earlier days.
    pub fn earlier(&self) -> Day {
        self.end_of_list().plus(-LISTED)
    }

    /// The last day of the list of later days, if there is one.
    pub fn later(&self) -> Option<Day> {
        let end = self.end_of_list();
        (end < self.today).then(|| end.plus(LISTED))
    }

    /// The last day of the list that has the day shown. One list ends today, and the others are the
    /// two weeks before it, the two weeks before those, and so on.
    fn end_of_list(&self) -> Day {
        let days_ago = (self.today.0 - self.day().0).max(0);
        self.today.plus(-(days_ago / LISTED * LISTED))
    }

    fn mark(&self, day: Day) -> DayMark {
        let tried = self.kept().tried(day).len();
        let state = match tried {
            0 => DayState::New,
            _ if self.kept().is_found(day) => DayState::Found(tried),
            _ => DayState::Tried(tried),
        };
        let text = match (self.tab, state) {
            (DailyTab::Puzzle, DayState::New) => "not tried".to_owned(),
            (DailyTab::Puzzle, DayState::Tried(1)) => "1 wrong try".to_owned(),
            (DailyTab::Puzzle, DayState::Tried(_)) => format!("{tried} wrong tries"),
            (DailyTab::Puzzle, DayState::Found(_)) => format!("found in {tried}"),
            (DailyTab::Perfection, DayState::New) => "not played".to_owned(),
            (DailyTab::Perfection, DayState::Tried(_)) => format!("{tried} of {MOVES} moves"),
            (DailyTab::Perfection, DayState::Found(_)) => "played to the end".to_owned(),
        };
        DayMark { day, state, text }
    }

    /// The fragment of the URL of a day; that of today names no day.
    pub fn url_of(&self, day: Day) -> String {
        url(self.tab, Some(day).filter(|&day| day != self.today))
    }

    /// The fragment of the URL of the same day in a tab.
    pub fn url_of_tab(&self, tab: DailyTab) -> String {
        url(tab, self.asked)
    }

    /// The fragment of the URL of what is shown on any later day.
    pub fn shared_url(&self) -> String {
        url(self.tab, Some(self.day()))
    }

    /// The fragment of the URL of a game from the board on, whose moves are graded; `None` if the
    /// game is over.
    pub fn play_on_url(&self) -> Option<String> {
        let (game, board) = (usual_game(), self.board()?);
        let board = Some(board).filter(|&it| game.status(it) == Status::Playing)?.hex();
        let game = GameParameters(&game);
        Some(format!("#/explore?{game}&state={board}&mode=play&hints=after"))
    }
}

fn url(tab: DailyTab, day: Option<Day>) -> String {
    let tab = Some(tab).filter(|&it| it != DailyTab::Puzzle).map(|it| format!("tab={}", it.name()));
    let parameters: Vec<String> =
        tab.into_iter().chain(day.map(|day| format!("day={day}"))).collect();
    let sign = if parameters.is_empty() { "" } else { "?" };
    format!("#/puzzle{sign}{}", parameters.join("&"))
}

/// Reads the tab and the day that an address names, unless that is today, and what it asks for in
/// vain.
pub(super) fn read_address(fragment: &str) -> (DailyTab, Option<Day>, Vec<String>) {
    let mut link = LinkParameters::of_fragment(fragment);
    let tab = link.choose("tab", &DailyTab::ALL.map(|it| (it.name(), it)));
    (tab.unwrap_or_default(), read_day(&mut link), link.finish())
}

fn read_day(link: &mut LinkParameters<'_>) -> Option<Day> {
    let day = link.read("day", "a date such as 2026-11-26, or today", |text| {
        if text == "today" { Some(None) } else { Day::parse(text).map(Some) }
    });
    day.flatten()
}
