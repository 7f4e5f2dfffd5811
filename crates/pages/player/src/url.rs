//! URLs of a player in a given state: `#/play?game=3x3_to_512&seed=42&move=17`, `&discount=` where
//! it is not 1, and `&state=` with the exponents of the first board where it is chosen. `&own=lrud`
//! are moves of a reader from there, which the custom element plays beside the optimal policy.

use std::fmt;

use mdp2048_display::{LinkParameters, decimal, shortened, whole_number};
use mdp2048_model::{Discount, Game, Seed};
use mdp2048_rules::Board;
use thiserror::Error;

use crate::{GameNameError, parse_game_name, parse_start_board};

/// The game, the seed, the first board and the position that a URL requests.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerUrl {
    /// The game.
    pub game: Game,
    /// The seed; `None` keeps the player's seed.
    pub seed: Option<Seed>,
    /// The first board; `None` is that of the seed.
    pub start_board: Option<Board>,
    /// The position, as the number of moves played; `None` means 0.
    pub position: Option<usize>,
    /// The parameters that were ignored. Each completes the sentence "The link asks for".
    pub problems: Vec<String>,
}

/// The reason why a URL cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerUrlError {
    /// The page does not exist.
    #[error("The link asks for the page '{0}', which does not exist; this is the player's page.")]
    Route(String),
    /// The game does not exist.
    #[error("The link asks for a game that does not exist: {0}.")]
    Game(#[from] GameNameError),
    /// The game has no player on this page. Holds the game and the games with a player.
    #[error("The link asks for the game {0}, which has no player on this page; it has {1}.")]
    NoPlayer(String, String),
    /// The link has a seed, a board or a move, but no game.
    #[error("The link names no game, so its '{0}' is ignored: add one, for example &game={1}.")]
    NoGame(&'static str, String),
    /// The value of `discount` is not one that the game can have.
    #[error(
        "The link asks for the discount '{0}', but a discount is above 0 and at most 1, and 1 \
         unless winning counts."
    )]
    Discount(String),
    /// The link names no game, and a parameter cannot be used.
    #[error("The link asks for {0}.")]
    Parameter(String),
}

impl PlayerUrl {
    /// Parses the fragment of a URL; a leading `#` is optional. `games` are the games with a player
    /// on the page. Returns `Ok(None)` if the fragment requests no game.
    ///
    /// # Errors
    /// [`PlayerUrlError`] if the fragment requests a page that does not exist or a game without a
    /// player. Other unusable parameters are ignored and listed in [`PlayerUrl::problems`].
    pub fn parse(fragment: &str, games: &[Game]) -> Result<Option<Self>, PlayerUrlError> {
        let route = route(fragment);
        if !is_of_players(route) {
            return Err(PlayerUrlError::Route(shortened(route)));
        }
        let mut link = LinkParameters::of_fragment(fragment);
        let [game, discount, state] = ["game", "discount", "state"].map(|name| link.take(name));
        let seed = link.seed();
        let position = link.read("move", "0, 1, 2 and so on", whole_number);
        let is_action = |letter| "lrud".contains(letter);
        if let Some(own) = link.take("own").filter(|own| !own.chars().all(is_action)) {
            link.refuse("own", own, "moves, each of them l, r, u or d");
        }
        let Some(game) = game else {
            let given = [
                ("discount", discount.is_some()),
                ("seed", seed.is_some()),
                ("state", state.is_some()),
                ("move", position.is_some()),
            ];
            let lacks_game = given.into_iter().find(|&(_, is_given)| is_given).map(|(key, _)| {
                let example = games.first().map(game_parameters).unwrap_or_default();
                PlayerUrlError::NoGame(key, example)
            });
            let problem = link.finish().into_iter().next().map(PlayerUrlError::Parameter);
            return problem.or(lacks_game).map_or(Ok(None), Err);
        };
        let mut game = parse_game_name(game)?;
        if let Some(text) = discount {
            game = with_discount(&game, text)?;
        }
        if !games.contains(&game) {
            let names: Vec<String> = games.iter().map(game_parameters).collect();
            return Err(PlayerUrlError::NoPlayer(game_parameters(&game), names.join(", ")));
        }
        let start_board = state.and_then(|text| match parse_start_board(&game, text) {
            Ok(board) => Some(board),
            Err(error) => {
                link.add_problem(format!("a board that cannot be played: {error}"));
                None
            }
        });
        Ok(Some(Self { game, seed, start_board, position, problems: link.finish() }))
    }
}

/// Whether a player may write its URL in the place of this fragment, which has a leading `#` unless
/// it is empty. The fragment of another page, which begins with `#/`, stays: a player that is
/// paused because the reader has left it would change the URL of the page that the reader sees.
pub fn may_replace_fragment(fragment: &str) -> bool {
    let route = route(fragment);
    // The address of a game of the reader's own stays while that game is loaded.
    (!fragment.contains("&own=") && is_of_players(route)) || !route.starts_with('/')
}

/// Whether a fragment leads to the page of the players, or is none of `#/`.
pub fn leads_to_players(fragment: &str) -> bool {
    let route = route(fragment);
    is_of_players(route) || !route.starts_with('/')
}

/// The route in the fragment of a URL.
fn route(fragment: &str) -> &str {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    fragment.split('?').next().unwrap_or_default()
}

/// Whether a route leads to the page of the players.
fn is_of_players(route: &str) -> bool {
    matches!(route, "" | "/" | "/play")
}

impl fmt::Display for PlayerUrl {
    /// Writes the fragment of the URL, from `#` on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#/play?game={}", game_parameters(&self.game))?;
        if let Some(seed) = self.seed {
            write!(f, "&seed={seed}")?;
        }
        if let Some(board) = self.start_board {
            write!(f, "&state={}", board.hex())?;
        }
        if let Some(position) = self.position {
            write!(f, "&move={position}")?;
        }
        Ok(())
    }
}

/// The game as a URL names it: `3x3_to_512`, `4x4_to_64&discount=0.99`.
fn game_parameters(game: &Game) -> String {
    match game.discount() {
        Discount::NONE => game.name(),
        discount => format!("{}&discount={}", game.name(), discount.get()),
    }
}

/// Parses the game as a URL names it.
///
/// # Errors
/// [`PlayerUrlError`] if the name or the discount is not one.
pub fn parse_game_parameters(text: &str) -> Result<Game, PlayerUrlError> {
    let parts = text.split_once('&');
    match parts.and_then(|(name, rest)| Some((name, rest.strip_prefix("discount=")?))) {
        Some((name, discount)) => with_discount(&parse_game_name(name)?, discount),
        None => Ok(parse_game_name(text)?),
    }
}

fn with_discount(game: &Game, text: &str) -> Result<Game, PlayerUrlError> {
    let discounted = decimal(text).and_then(|discount| game.discounted(discount).ok());
    discounted.ok_or_else(|| PlayerUrlError::Discount(shortened(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    fn games() -> [Game; 2] {
        ["2x2_to_8", "3x3_to_512"].map(|name| parse_game_name(name).unwrap())
    }

    #[test]
    fn parsing_inverts_writing() {
        let text = "#/play?game=3x3_to_512&seed=42&move=17&own=lrud";
        let own = PlayerUrl::parse(text, &games()).unwrap().unwrap();
        assert_eq!(own.problems, [""; 0]);
        let text = "#/play?game=3x3_to_512&seed=42&move=17";
        let url = PlayerUrl::parse(text, &games()).unwrap().unwrap();
        assert_eq!((url.game, url.seed, url.position), (games()[1], Some(42.into()), Some(17)));
        assert_eq!(url.problems, [""; 0]);
        assert_eq!(url.to_string(), text);
        for empty in ["", "#", "#/", "#/play", "#/play?"] {
            assert_eq!(PlayerUrl::parse(empty, &games()), Ok(None));
        }
    }

    #[test]
    fn fragments_of_other_pages_are_not_replaced() {
        for own in ["", "#", "#/", "#/play", "#/play?game=2x2_to_8&move=3", "#results"] {
            assert!(may_replace_fragment(own) && leads_to_players(own), "{own}");
        }
        assert!(leads_to_players("#/play?game=2x2_to_8&own=lr"));
        assert!(!may_replace_fragment("#/play?game=2x2_to_8&own=lr"));
        let pages = ["#/diagram", "#/bag", "#/bag?target=64", "#/explore?game=2x2_to_8", "#/arena"];
        for other in pages.into_iter().chain(["#/player", "#/play/2", "#/nowhere?game=2x2_to_8"]) {
            assert!(!may_replace_fragment(other) && !leads_to_players(other), "{other}");
        }
    }

    #[test]
    fn a_discount_is_a_part_of_the_game() {
        let games = ["4x4_to_64", "4x4_to_64&discount=0.99"];
        let games = games.map(|text| parse_game_parameters(text).unwrap());
        for game in games {
            let text = format!("#/play?game={}&seed=42", game_parameters(&game));
            let url = PlayerUrl::parse(&text, &games).unwrap().unwrap();
            assert_eq!((url.game, url.to_string()), (game, text));
        }
        let error = |text: &str| PlayerUrl::parse(text, &games[1..]).unwrap_err().to_string();
        let absent = error("#/play?game=4x4_to_64");
        assert!(absent.contains("no player on this page; it has 4x4_to_64&discount=0.99"));
        for text in ["2", "0", "x", ""] {
            let wrong = error(&format!("#/play?game=4x4_to_64&discount={text}"));
            assert!(wrong.contains(&format!("the discount '{text}'")), "{wrong}");
        }
    }

    #[test]
    fn unusable_parts_are_reported() {
        let error = |text: &str| PlayerUrl::parse(text, &games()).unwrap_err().to_string();
        assert!(error("#/nowhere").contains("'/nowhere'"));
        assert!(error("#/play?game=9x9_to_8").contains("'9x9_to_8' is not the name of a game"));
        let absent = error("#/play?game=3x3_to_64");
        assert!(absent.contains("3x3_to_64, which has no player on this page"), "{absent}");
        assert!(error("#/play?sound=on").contains("'sound=on'"));
        for (text, key) in [("move=9999", "move"), ("seed=7&move=3", "seed"), ("state=0", "state")]
        {
            let lacking = error(&format!("#/play?{text}"));
            let expected =
                format!("names no game, so its '{key}' is ignored: add one, for example");
            assert!(
                lacking.contains(&expected) && lacking.contains("&game=2x2_to_8."),
                "{lacking}"
            );
        }
        let text = "#/play?state=1234&game=2x2_to_8&seed=-1&move=x&own=up";
        let url = PlayerUrl::parse(text, &games()).unwrap().unwrap();
        assert_eq!((url.seed, url.start_board, url.position), (None, None, None));
        let board = parse_start_board(&games()[0], "1234").unwrap_err();
        let problems = [
            "seed '-1', but that must be a whole number from 0 to 4294967295".to_owned(),
            "move 'x', but that must be 0, 1, 2 and so on".to_owned(),
            "own 'up', but that must be moves, each of them l, r, u or d".to_owned(),
            format!("a board that cannot be played: {board}"),
        ];
        assert_eq!(url.problems, problems);
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in ".*", seed in any::<u32>(), position in any::<u16>()) {
            let _ = PlayerUrl::parse(&text, &games());
            let _ = PlayerUrl::parse(&format!("#/play?game=2x2_to_8&{text}"), &games());
            let url = PlayerUrl {
                game: games()[0],
                seed: Some(seed.into()),
                start_board: (seed % 2 == 0).then(|| "0 2/2 0".parse().unwrap()),
                position: Some(position.into()),
                problems: Vec::new(),
            };
            assert_eq!(PlayerUrl::parse(&url.to_string(), &games()), Ok(Some(url)));
        }
    }
}
