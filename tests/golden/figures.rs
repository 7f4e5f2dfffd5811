//! The numbers in `index.html` are computed, or those of the committed policies and certificates.
//!
//! A number is in an element such as `<span data-figure="3x3_to_512 states">12,789,511</span>`. It
//! has the name of a game with a player or in `docs/boards.csv`, or `certificate`, and that of the
//! figure; see [`figure`].

use std::collections::BTreeMap;
use std::fs;

use mdp2048_model::{ExactGame, ExactSolution, Outcome, Replay, Seed, Step, nearest};
use mdp2048_policy::PackedPolicy;
use mdp2048_rules::{Board, CanonicalState, Shape};
use mdp2048_test_support::repository_path;

use crate::boards;
use crate::policies::policy;

/// The numbers that the article writes as words.
const WORDS: [(&str, f64); 5] =
    [("two", 2.0), ("four", 4.0), ("ten", 10.0), ("twelve", 12.0), ("two hundred", 200.0)];

/// The states of the game on 4x4 to 64, as its run in `docs/runs` and other solvers have counted.
const STATES_OF_4X4_TO_64: u64 = 40_652_843_433;

/// The largest relative change of the win probability that the article calls hardly a change.
const STEADY: f64 = 0.05;

/// Where the axis of the chart of 3x4 to 512 ends.
const LOSING_AXIS: f64 = 1e-5;

/// What the article states of one player's game.
struct Facts {
    policy: &'static PackedPolicy,
    replay: Replay,
    /// The number of moves played on the board that the player shows first.
    start_at: usize,
}

impl Facts {
    fn new(name: &str, seed: Seed, start_at: usize) -> Self {
        let policy = policy(name);
        let replay = Replay::play(policy.game(), policy, seed);
        Self { policy, replay, start_at }
    }

    /// Returns the exact value at the start, for games on small boards.
    fn exact_start_value(&self) -> mdp2048_model::BigRational {
        ExactSolution::solve(&ExactGame::of(self.policy.game()).unwrap()).start_value()
    }

    /// Returns the exact value of a board, or of the second-best action with another value.
    fn exact_value(&self, board: &str, is_second: bool) -> f64 {
        let board = Board::from_hex(self.policy.game().shape(), board).unwrap();
        let solution = ExactSolution::solve(&ExactGame::of(self.policy.game()).unwrap());
        let values = solution.action_values(CanonicalState::of(board).0).unwrap();
        let mut values: Vec<_> = values.into_iter().flatten().collect();
        values.sort();
        values.dedup();
        nearest(&values[values.len() - 1 - usize::from(is_second)])
    }

    /// Returns the value before each move of the replay.
    fn values(&self) -> Vec<f64> {
        let value = |step: &Step| step.advice.value.unwrap().get();
        self.replay.steps.iter().map(value).collect()
    }

    /// Returns the probability of losing before each move of the replay.
    fn losses(&self) -> Vec<f64> {
        let loss = |step: &Step| step.advice.value.unwrap().loss().unwrap();
        self.replay.steps.iter().map(loss).collect()
    }

    /// Returns the index of the move after which the value has grown most.
    fn decisive(&self) -> usize {
        let values = self.values();
        let growth = |&index: &usize| values[index + 1] - values[index];
        (0..values.len() - 1).max_by(|a, b| growth(a).total_cmp(&growth(b))).unwrap()
    }

    /// Returns the random tile after the decisive move.
    fn decisive_tile(&self) -> String {
        let index = self.decisive();
        let after = self.replay.steps[index].after.board();
        let next = self.replay.steps[index + 1].board;
        after.tiles().zip(next.tiles()).find(|(a, b)| a != b).unwrap().1.to_string()
    }

    /// Returns the largest fall of the value: the values before and after it.
    fn fall(&self) -> (f64, f64) {
        let (mut highest, mut fall) = (0.0, (0.0, 0.0));
        for value in self.values() {
            highest = f64::max(highest, value);
            if highest - value > fall.0 - fall.1 {
                fall = (highest, value);
            }
        }
        fall
    }

    /// Returns the number of moves before the board of the replay from which most games are lost,
    /// and the probability of losing there.
    fn closest(&self) -> (usize, f64) {
        let losses = self.losses().into_iter().enumerate();
        losses.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
    }

    /// Returns the line of the values in the picture of the player, 300 units wide and 100 high, up
    /// to the board that is shown unless that is the first. A point is left out where the line stays
    /// at its height. As the chart of the player, it has the probabilities of losing of a game that
    /// is nearly certain to be won, on an axis that ends at [`LOSING_AXIS`].
    fn chart(&self) -> String {
        let is_won = f64::from(u8::from(self.replay.outcome == Outcome::Won));
        let (values, end, most) = match self.policy.header().valued_game.is_losing() {
            false => (self.values(), is_won, 1.0),
            true => (self.losses(), 1.0 - is_won, LOSING_AXIS),
        };
        let values: Vec<f64> = values.into_iter().chain([end]).collect();
        let width = 300.0 / (values.len() - 1) as f64;
        let point = |(at, value): (usize, &f64)| {
            ((at as f64 * width).round() as u32, (100.0 * (1.0 - value / most)).round() as u32)
        };
        let points: Vec<(u32, u32)> =
            values[..=self.start_at].iter().enumerate().map(point).collect();
        let is_needed = |at: &usize| {
            let height = |at: usize| points.get(at).map(|it| it.1);
            *at == 0 || height(at - 1) != height(*at) || height(at + 1) != height(*at)
        };
        let needed = (0..points.len()).filter(is_needed).map(|at| points[at]);
        needed.map(|(x, y)| format!("L{x} {y}")).collect::<String>().replacen('L', "M", 1)
    }

    /// Returns the text or the number of a figure.
    fn figure(&self, name: &str) -> String {
        let header = self.policy.header();
        let start_value = header.start_value().get();
        let one_in = |probability: f64| (1.0 / probability).round().to_string();
        let percent = |probability: f64| (100.0 * probability).round().to_string();
        match name {
            // How many states the game has that is not in `docs/boards.csv`.
            "states" => {
                assert_eq!(self.policy.game().shape(), Shape::FOUR_BY_FOUR);
                STATES_OF_4X4_TO_64.to_string()
            }
            // The win probability at the start: exact, its numerator and denominator, and in
            // percent; the games for each win and for each loss.
            "win-probability" => self.exact_start_value().to_string(),
            "numerator" => self.exact_start_value().numer().to_string(),
            "denominator" => self.exact_start_value().denom().to_string(),
            "win-percent" => format!("{:.2}", 100.0 * start_value),
            "games-per-win" => one_in(start_value),
            "games-per-loss" => one_in(1.0 - start_value),
            // The discount, the value of the first board, and the moves after which a certain win
            // has that value.
            "discount" => self.policy.game().discount().get().to_string(),
            "first-value" => format!("{:.2}", self.values()[0]),
            // The win probability of the board that is shown first.
            "first-percent" => {
                mdp2048_display::percent(self.values()[self.start_at]).replace(' ', "\u{a0}")
            }
            "worth-moves" => {
                let moves = self.values()[0].ln() / self.policy.game().discount().get().ln();
                moves.round().to_string()
            }
            // The first boards up to symmetry.
            "start-boards" => self.policy.game().starts().len().to_string(),
            // The game of the player.
            "seed" => self.replay.seed.to_string(),
            "start-at" => self.start_at.to_string(),
            "moves" => self.replay.steps.len().to_string(),
            "outcome" => match self.replay.outcome {
                Outcome::Won => "wins".to_owned(),
                Outcome::Lost => "loses".to_owned(),
                Outcome::OffPolicy => "leaves the policy".to_owned(),
            },
            // The moves before the value first differs from the value at the start, in hundreds.
            "steady-moves" => {
                let is_steady = |value: &f64| (value / start_value - 1.0).abs() <= STEADY;
                let moves = self.values().iter().take_while(|value| is_steady(value)).count();
                (moves / 100 * 100).to_string()
            }
            // The move after which the value grows most, the random tile after it, and the games
            // for each win before it.
            "decisive-move" => (self.decisive() + 1).to_string(),
            "decisive-tile" => self.decisive_tile(),
            "decisive-games-per-win" => one_in(self.values()[self.decisive()]),
            // The moves before the board of this game from which most games are lost, and how many.
            "closest-move" => self.closest().0.to_string(),
            "closest-loss" => mdp2048_display::one_in(self.closest().1).replace(' ', "\u{a0}"),
            // The largest fall of the value, in percent.
            "fall-from" => percent(self.fall().0),
            "fall-to" => percent(self.fall().1),
            // The states in the file, its size, and the share of games that it covers, in percent.
            "kept-states" => header.states.to_string(),
            "kilobytes" => (self.policy.bytes() as f64 / 1000.0).round().to_string(),
            "stay-percent" => format!("{:.2}", 100.0 * (1.0 - header.coverage.leave_probability)),
            // The size of the file per state, in bits, and the error of its values.
            "bits" => (8.0 * self.policy.bytes() as f64 / header.states as f64).ceil().to_string(),
            "tolerance" => header.accuracy.tolerance.to_string(),
            _ => match name.split('-').collect::<Vec<_>>()[..] {
                // The exact value of a board, and that of its second-best action, in percent.
                ["value", board] => (100.0 * self.exact_value(board, false)).to_string(),
                ["second", board] => (100.0 * self.exact_value(board, true)).to_string(),
                // The number of games that are won from a board, of so many.
                ["won", games, board] => {
                    let games: f64 = games.parse().unwrap();
                    format!("{:.6}", games * self.exact_value(board, false))
                }
                // The share of games whose first boards have a tile sum, in percent.
                ["starts", sum] => {
                    let sum: u32 = sum.parse().unwrap();
                    let starts = self.policy.game().starts();
                    let starts =
                        starts.iter().filter(|it| it.state.board().tile_sum().get() == sum);
                    percent(starts.map(|it| it.probability).sum())
                }
                _ => panic!("the article has a figure {name:?}, which this test does not know"),
            },
        }
    }
}

/// The best bound of the certificates to a target, in percent, rounded down.
fn bound(target: &str) -> String {
    let table = fs::read_to_string(repository_path("docs/runs/proof.csv")).unwrap();
    let rows = table.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let proven = rows.filter(|row| row[0] == target).map(|row| row[1].parse::<f64>().unwrap());
    format!("{:.2}", (1e4 * proven.reduce(f64::max).unwrap()).floor() / 100.0)
}

/// Returns the text or the number of a figure of a source.
fn figure(facts: &BTreeMap<String, Facts>, source: &str, name: &str) -> String {
    if source == "certificate" {
        return bound(name);
    }
    let rows = boards::rows();
    let row = rows.iter().find(|row| row.name() == source);
    row.and_then(|row| row.figure(name)).unwrap_or_else(|| {
        facts
            .get(source)
            .unwrap_or_else(|| panic!("{source:?} has no figure {name:?}"))
            .figure(name)
    })
}

/// The page, on one line.
fn page() -> String {
    let page = fs::read_to_string(repository_path("index.html")).unwrap();
    // A line break in a tag is a space.
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    page.replace("&nbsp;", "\u{a0}").replace("&thinsp;", "\u{2009}")
}

/// Returns the part of a page between two texts, which occur once.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("no {start:?}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no {end:?}")).0
}

/// The article of a page.
fn article(page: &str) -> &str {
    between(page, "<main class=\"page-play\">", "</main>")
}

/// Returns the value of an attribute in the text of an opening tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    Some(rest.split_once('"')?.0)
}

/// The picture of a board that is shown until its player is loaded.
struct Picture<'a> {
    /// The tag of the player.
    player: &'a str,
    /// The tag of the board, which has the target and the seed of a game that is chosen.
    board: &'a str,
    /// What is between that tag and the next board or the end of the player.
    content: &'a str,
}

impl Picture<'_> {
    /// The value of an attribute of the player, unless the game of this board has another.
    fn value(&self, name: &str) -> &str {
        let own = attribute(self.board, &format!("data-{name}"));
        own.or_else(|| attribute(self.player, name)).unwrap()
    }

    /// The name of the game.
    fn game(&self) -> String {
        format!("{}_to_{}", self.value("board"), self.value("target"))
    }

    /// What the article states of the game.
    fn facts(&self) -> Facts {
        let discount = attribute(self.player, "discount").map(|it| format!("_discount_{it}"));
        let file = self.game() + &discount.unwrap_or_default();
        let start_at = attribute(self.player, "start-at").map_or(0, |it| it.parse().unwrap());
        Facts::new(&file, self.value("seed").parse().unwrap(), start_at)
    }
}

/// The pictures of boards in the players of the article.
fn pictures(article: &str) -> Vec<Picture<'_>> {
    let players = article.split("<mdp2048-player").skip(1);
    players
        .flat_map(|element| {
            let (player, rest) = element.split_once('>').unwrap();
            let rest = rest.split_once("</mdp2048-player>").unwrap().0;
            rest.split("<div class=\"first\"").skip(1).map(move |picture| {
                let (board, content) = picture.split_once('>').unwrap();
                Picture { player, board, content }
            })
        })
        .collect()
}

/// Returns the facts of each game with a player in the article, by the game's name.
fn facts(article: &str) -> BTreeMap<String, Facts> {
    pictures(article).iter().map(|it| (it.game(), it.facts())).collect()
}

/// Returns the number in a text; an empty text has none.
fn number(text: &str) -> Option<f64> {
    let word = WORDS.iter().find(|(word, _)| *word == text);
    word.map(|word| word.1).or_else(|| text.trim().replace(',', "").parse().ok())
}

#[test]
fn every_figure_of_the_page_is_computed() {
    let page = page();
    let facts = facts(article(&page));
    assert_eq!(facts.len(), 7, "the article has players of seven games");
    let mut figures = 0;
    for element in page.split(" data-figure=\"").skip(1) {
        let (names, rest) = element.split_once("\">").unwrap();
        let (source, name) = names.split_once(' ').unwrap();
        let found = rest.split_once("</").unwrap().0;
        let expected = figure(&facts, source, name);
        // Words such as `wins` are compared as they are, numbers by their values.
        match expected.parse::<f64>() {
            Ok(expected) => {
                // The text has a value with as many digits as it needs.
                let digits = found.split_once('.').map_or(0, |it| it.1.len());
                let expected = format!("{expected:.digits$}").parse().ok();
                assert_eq!(number(found), expected, "{names}: {found:?}");
            }
            Err(_) => assert_eq!(found, expected, "{names}"),
        }
        figures += 1;
    }
    assert!(figures >= 50, "the page has {figures} figures");
}

#[test]
fn each_static_board_is_the_one_that_the_player_shows_first() {
    let page = page();
    let article = article(&page);
    for picture in pictures(article) {
        let game = picture.game();
        let cells: Vec<u32> = picture
            .content
            .split("<i")
            .skip(1)
            .map(|cell| number(cell.split_once('>').unwrap().1.split_once('<').unwrap().0))
            .map(|face| face.map_or(0, |face| face as u32))
            .collect();
        let facts = picture.facts();
        let board = facts.replay.boards().nth(facts.start_at).unwrap();
        let expected: Vec<u32> = board.tiles().map(|tile| tile.face()).collect();
        assert_eq!(cells, expected, "{game}");
        // A chart of no moves is none.
        let line = picture.content.split_once(" d=\"").map(|it| it.1.split_once('"').unwrap().0);
        let expected = (facts.start_at > 0).then(|| facts.chart());
        assert_eq!(line.map(str::to_owned), expected, "{game}");
    }
}

#[test]
fn each_board_in_a_text_has_the_name_of_its_tiles() {
    let page = page();
    let boards = page.split("<span class=\"static-board\" role=\"img\" aria-label=\"").skip(1);
    let mut count = 0;
    for board in boards {
        let (name, rest) = board.split_once("\">").unwrap();
        let cells = rest.split_once("</span>").unwrap().0.replace("<i></i>", "<i>empty</i>");
        let cells: Vec<_> = cells.split("</i>").filter_map(|it| it.rsplit('>').next()).collect();
        assert_eq!(name, format!("{} {} over {} {}", cells[0], cells[1], cells[2], cells[3]));
        count += 1;
    }
    assert!(count >= 20, "the texts have {count} boards");
}
