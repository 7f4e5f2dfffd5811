//! Links to a player in a state: `#/play?game=3x3_to_512&seed=42&move=17`.

use std::fmt;

use mdp2048_model::{Game, Seed};
use thiserror::Error;

use crate::{GameNameError, parse_game_name};

/// What a link asks of the player of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerUrl {
    /// The game.
    pub game: Game,
    /// The seed; the player's own if there is none.
    pub seed: Option<Seed>,
    /// The number of moves played.
    pub position: Option<usize>,
    /// What in the link could not be used.
    pub problems: Vec<PlayerUrlError>,
}

/// What in a link could not be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerUrlError {
    /// It leads to a page that does not exist.
    #[error("The link asks for the page '{0}', which does not exist; this is the player's page.")]
    Route(String),
    /// It names no game.
    #[error("The link asks for a game that does not exist: {0}.")]
    Game(#[from] GameNameError),
    /// It names a game without a player here.
    #[error("The link asks for the game {0}, which has no player on this page; it has {1}.")]
    NotHere(String, String),
    /// The seed is none.
    #[error("The link asks for the seed '{0}', but a seed is a whole number from 0 to 4294967295.")]
    Seed(String),
    /// The move is none.
    #[error("The link asks for the move '{0}', but moves are counted 0, 1, 2 and so on.")]
    Move(String),
    /// There is something else in it.
    #[error("The link has a part that means nothing here: '{0}'.")]
    Unknown(String),
}

impl PlayerUrl {
    /// Reads the part of an address from `#` on; `Ok(None)` if it asks for no game.
    ///
    /// # Errors
    /// [`PlayerUrlError`] if it asks for a page or a game that is not here. A bad seed or move is kept
    /// in the link's problems.
    pub fn parse(hash: &str, here: &[Game]) -> Result<Option<Self>, PlayerUrlError> {
        let hash = hash.strip_prefix('#').unwrap_or(hash);
        let (route, query) = hash.split_once('?').unwrap_or((hash, ""));
        if !matches!(route, "" | "/" | "/play") {
            return Err(PlayerUrlError::Route(route.to_owned()));
        }
        let (mut game, mut seed, mut position, mut problems) = (None, None, None, Vec::new());
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            match key {
                "game" => game = Some(parse_game_name(value)?),
                "seed" => match value.parse() {
                    Ok(number) if digits => seed = Some(number),
                    _ => problems.push(PlayerUrlError::Seed(value.to_owned())),
                },
                "move" => match value.parse() {
                    Ok(number) if digits => position = Some(number),
                    _ => problems.push(PlayerUrlError::Move(value.to_owned())),
                },
                _ => problems.push(PlayerUrlError::Unknown(part.to_owned())),
            }
        }
        match game {
            Some(game) if !here.contains(&game) => {
                let names: Vec<String> = here.iter().map(Game::name).collect();
                Err(PlayerUrlError::NotHere(game.name(), names.join(", ")))
            }
            Some(game) => Ok(Some(Self { game, seed, position, problems })),
            None => problems.into_iter().next().map_or(Ok(None), Err),
        }
    }
}

impl fmt::Display for PlayerUrl {
    /// Writes the part of an address from `#` on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#/play?game={}", self.game.name())?;
        if let Some(seed) = self.seed {
            write!(f, "&seed={seed}")?;
        }
        if let Some(position) = self.position {
            write!(f, "&move={position}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    fn here() -> [Game; 2] {
        ["2x2_to_8", "3x3_to_512"].map(|name| parse_game_name(name).unwrap())
    }

    #[test]
    fn links_read_back() {
        let text = "#/play?game=3x3_to_512&seed=42&move=17";
        let link = PlayerUrl::parse(text, &here()).unwrap().unwrap();
        assert_eq!((link.game, link.seed, link.position), (here()[1], Some(42.into()), Some(17)));
        assert_eq!(link.problems, []);
        assert_eq!(link.to_string(), text);
        for empty in ["", "#", "#/", "#/play", "#/play?"] {
            assert_eq!(PlayerUrl::parse(empty, &here()), Ok(None));
        }
    }

    #[test]
    fn what_cannot_be_used_is_said() {
        let refused = |hash: &str| PlayerUrl::parse(hash, &here()).unwrap_err().to_string();
        assert!(refused("#/nowhere").contains("'/nowhere'"));
        assert!(refused("#/play?game=9x9_to_8").contains("'9x9_to_8' is not the name of a game"));
        let absent = refused("#/play?game=3x3_to_64");
        assert!(absent.contains("3x3_to_64, which has no player on this page"), "{absent}");
        assert!(refused("#/play?sound=on").contains("'sound=on'"));
        let link =
            PlayerUrl::parse("#/play?game=2x2_to_8&seed=-1&move=x", &here()).unwrap().unwrap();
        assert_eq!((link.seed, link.position), (None, None));
        assert_eq!(
            link.problems,
            [PlayerUrlError::Seed("-1".into()), PlayerUrlError::Move("x".into())]
        );
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".*", seed in any::<u32>(), position in any::<u16>()) {
            let _ = PlayerUrl::parse(&text, &here());
            let _ = PlayerUrl::parse(&format!("#/play?game=2x2_to_8&{text}"), &here());
            let link = PlayerUrl {
                game: here()[0],
                seed: Some(seed.into()),
                position: Some(position.into()),
                problems: Vec::new(),
            };
            assert_eq!(PlayerUrl::parse(&link.to_string(), &here()), Ok(Some(link)));
        }
    }
}
